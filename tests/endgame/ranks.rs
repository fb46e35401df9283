//! Tables made by several ranks are, byte for byte, those of one process: any game, any metric, any
//! number of ranks, and whatever a checkpoint was made by.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use plyglot::core::Settings;
use plyglot::endgame::Metric;
use plyglot::endgame::contents::Builder;
use plyglot::host::tb::{TbJob, TbTask};
use plyglot::options::Chosen;
use plyglot::ranks::threads;
use plyglot::registry::GAMES;

/// Tables of one kind: a game, how many men, the metric, and options.
struct Case {
    game: &'static str,
    men: Option<u8>,
    only: &'static [&'static str],
    metric: Option<Metric>,
}

const fn of(game: &'static str, men: u8) -> Case {
    Case { game, men: Some(men), only: &[], metric: None }
}

const fn by(game: &'static str, only: &'static [&'static str], metric: Metric) -> Case {
    Case { game, men: None, only, metric: Some(metric) }
}

/// Every kind of contents: distances, zeroing moves inside tables, wins alone, margins with and
/// without cycles, bounds; moves that keep the turn, and two of a position that lead to one place.
const CASES: [Case; 10] = [
    of("chess", 3),
    by("chess", &["KPK"], Metric::Dtz),
    by("chess", &["KQK", "KPK"], Metric::Wdl),
    by("chess", &["KRK"], Metric::Dtc),
    of("checkers", 3),
    Case { metric: Some(Metric::Dtz), ..of("russian", 3) },
    of("kalah", 5),
    of("awari", 5),
    of("oware", 5),
    of("threemorris", 6),
];

fn job(case: &Case, task: TbTask, folder: &Path) -> TbJob {
    TbJob {
        task,
        men_max: case.men,
        only: case.only.iter().map(|name| (*name).to_owned()).collect(),
        metric: case.metric,
        folder: folder.to_owned(),
        memory_mib: 1024,
        threads: 2,
        checkpoint: None,
        report: None,
    }
}

fn chosen(case: &Case) -> (&'static plyglot::host::entry::GameEntry, &'static str, Settings) {
    let chosen = Chosen::new(GAMES, "tb", case.game).unwrap();
    (chosen.game, chosen.variant.name, chosen.settings)
}

/// What is in a folder, by name.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap);
    files
        .map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()))
        .collect()
}

fn one_process(case: &Case) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let (game, variant, settings) = chosen(case);
    let job = job(case, TbTask::Build(Builder::Retrograde), folder.path());
    (game.tb)(variant, &settings, &job, &mut |_| ()).unwrap();
    contents(folder.path())
}

fn several_ranks(case: &Case, ranks: usize) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let (game, variant, settings) = chosen(case);
    let job = job(case, TbTask::Build(Builder::Retrograde), folder.path());
    let done =
        threads::run(ranks, |ranks| (game.tb_over)(variant, &settings, &job, ranks, &|_| ()));
    done.into_iter().for_each(Result::unwrap);
    contents(folder.path())
}

fn same_by(numbers_of_ranks: &[usize]) {
    for case in &CASES {
        let expected = one_process(case);
        assert!(!expected.is_empty(), "{}", case.game);
        for &ranks in numbers_of_ranks {
            let found = several_ranks(case, ranks);
            assert_eq!(found.len(), expected.len(), "{} by {ranks}", case.game);
            for (name, bytes) in &expected {
                assert!(found.get(name) == Some(bytes), "{} {name} by {ranks}", case.game);
            }
        }
    }
}

#[test]
fn tables_of_several_ranks_are_those_of_one_process() {
    same_by(&[3]);
}

#[test]
#[ignore = "half a minute: the same by other numbers of ranks"]
fn tables_of_any_number_of_ranks_are_those_of_one_process() {
    same_by(&[1, 2, 4, 8]);
}
