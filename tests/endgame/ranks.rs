//! Tables made by several ranks are, byte for byte, those of one process: any game, any metric, any
//! number of ranks, and whatever a checkpoint was made by.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use plyglot::core::Settings;
use plyglot::core::text::number_of;
use plyglot::endgame::contents::Builder;
use plyglot::endgame::file::{self, TableFile};
use plyglot::endgame::{Cells, Metric};
use plyglot::host::tb::{StatsForm, TbJob, TbTask};
use plyglot::host::told::Told;
use plyglot::options::Chosen;
use plyglot::ranks::{Ranks, threads};
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
        men_max: case.men,
        only: case.only.iter().map(|name| (*name).to_owned()).collect(),
        metric: case.metric,
        threads: 2,
        ..TbJob::new(task, folder)
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
        .filter(|file| file.path().is_file())
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

/// Finished tables in the memory of all ranks, or read from their files.
fn several_ranks(case: &Case, ranks: usize, read_needed: bool) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let (game, variant, settings) = chosen(case);
    let job = job(case, TbTask::Build(Builder::Retrograde), folder.path());
    let job = TbJob { read_needed, ..job };
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
            for reads in [false, true] {
                let found = several_ranks(case, ranks, reads);
                assert_eq!(found.len(), expected.len(), "{} by {ranks}, {reads}", case.game);
                for (name, bytes) in &expected {
                    let is_same = found.get(name) == Some(bytes);
                    assert!(is_same, "{} {name} by {ranks}, {reads}", case.game);
                }
            }
        }
    }
}

/// What a job says, by one process or by several ranks; the error is its last line.
fn said(case: &Case, task: &TbTask, folder: &Path, ranks: Option<usize>) -> Vec<String> {
    let (game, variant, settings) = chosen(case);
    let job = job(case, task.clone(), folder);
    let lines = Mutex::new(Vec::new());
    let say = |told: Told<'_>| lines.lock().unwrap().push(told.line().to_owned());
    let done = match ranks {
        None => (game.tb)(variant, &settings, &job, &mut |told| say(told)),
        Some(ranks) => {
            let over = |ranks: &dyn Ranks| (game.tb_over)(variant, &settings, &job, ranks, &say);
            threads::run(ranks, over).swap_remove(0)
        }
    };
    let mut lines = lines.into_inner().unwrap();
    // The last says how long it took.
    lines.retain(|line| !(line.contains(" positions, ") && line.ends_with(" s")));
    lines.extend(done.err());
    lines
}

#[test]
fn several_ranks_verify_and_count_as_one_process_does() {
    for case in &CASES {
        let folder = tempfile::tempdir().unwrap();
        said(case, &TbTask::Build(Builder::Retrograde), folder.path(), None);
        for task in [TbTask::Verify, TbTask::Stats { form: StatsForm::Words }] {
            let expected = said(case, &task, folder.path(), None);
            assert!(!expected.is_empty(), "{}", case.game);
            assert_eq!(said(case, &task, folder.path(), Some(3)), expected, "{}", case.game);
        }
        // The largest table says something else of one place.
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        let file = files.max_by_key(|file| fs::metadata(file).unwrap().len()).unwrap();
        let table = TableFile::open(&file).unwrap();
        let cells = table.cells().unwrap();
        let mut codes: Vec<u16> = (0..cells.len()).map(|at| cells.code(at)).collect();
        let other = codes.iter().copied().find(|code| *code != codes[0]).unwrap();
        let changed = codes.iter().position(|code| *code == other).unwrap();
        codes[changed] = codes[0];
        let cells = Cells::pack(table.label().metric, codes);
        file::write(&file, table.label(), &cells).unwrap();
        let found = said(case, &TbTask::Verify, folder.path(), Some(3));
        // Tables that lead into it may be wrong by that, too.
        let wrong = found.iter().filter(|line| line.starts_with("WRONG")).count();
        assert!(wrong > 0, "{} {found:?}", case.game);
        assert_eq!(found.last().unwrap(), &format!("{} found wrong", number_of(wrong, "table")));
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

#[test]
fn files_are_read_only_where_all_ranks_see_them() {
    let case = by("chess", &["KQK", "KPK"], Metric::Dtm);
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = folder.path().join("elsewhere");
    let (game, variant, settings) = chosen(&case);
    let jobs = |task: TbTask, read_needed| {
        [folder.path(), &elsewhere]
            .map(|folder| TbJob { read_needed, ..job(&case, task.clone(), folder) })
    };
    // As if the last rank were on another machine.
    let over = |jobs: &[TbJob; 2]| {
        threads::run(3, |of| {
            let job = &jobs[usize::from(of.rank() == 2)];
            (game.tb_over)(variant, &settings, job, of, &|_| ())
        })
    };
    let reads = jobs(TbTask::Build(Builder::Retrograde), true);
    let keeps = jobs(TbTask::Build(Builder::Retrograde), false)
        .map(|job| TbJob { checkpoint: Some(Duration::from_mins(1)), ..job });
    for (jobs, what) in [(&reads, "KPK: the tables it needs are"), (&keeps, "checkpoints are")] {
        let refused = over(jobs).swap_remove(0).unwrap_err();
        assert!(refused.starts_with(what), "{refused}");
        assert!(refused.ends_with("the folder, which not all ranks see"), "{refused}");
    }
    assert!(contents(folder.path()).is_empty(), "nothing is left");
    over(&jobs(TbTask::Build(Builder::Retrograde), false)).into_iter().for_each(Result::unwrap);
    assert_eq!(contents(folder.path()), one_process(&case));
    over(&jobs(TbTask::Verify, true)).into_iter().for_each(Result::unwrap);
    assert!(!elsewhere.exists());
    // Nor is a copy believed that is damaged on one machine alone.
    fs::create_dir(&elsewhere).unwrap();
    for (name, mut bytes) in contents(folder.path()) {
        let middle = bytes.len() - 20;
        bytes[middle] ^= 1;
        fs::write(elsewhere.join(name), bytes).unwrap();
    }
    over(&jobs(TbTask::Verify, true)).into_iter().for_each(Result::unwrap);
}

/// As one process does: before anything is built, and all ranks say the same.
#[test]
fn what_cannot_be_written_keeps_all_ranks_from_building() {
    let case = of("awari", 4);
    let folder = tempfile::tempdir().unwrap();
    let (game, variant, settings) = chosen(&case);
    let over = |report: Option<&str>| {
        let report = report.map(|name| folder.path().join(name));
        let job = job(&case, TbTask::Build(Builder::Retrograde), folder.path());
        let job = TbJob { report, ..job };
        threads::run(3, |ranks| (game.tb_over)(variant, &settings, &job, ranks, &|_| ()))
    };
    let refused = |done: Vec<Result<(), String>>, what: &str| {
        let is_said = |done: &Result<(), String>| done.as_ref().is_err_and(|e| e.contains(what));
        assert!(done.iter().all(is_said), "{done:?}");
        assert!(contents(folder.path()).is_empty(), "nothing is built");
    };
    let held = plyglot::core::lock::LockedFolder::new(folder.path()).unwrap();
    assert!(held.is_some());
    if cfg!(unix) {
        refused(over(None), ": another build is under way there");
    }
    drop(held);
    refused(over(Some("nowhere/report.json")), "report.json: ");
    over(Some("report.json")).into_iter().for_each(Result::unwrap);
    let mut found = contents(folder.path());
    assert!(found.remove("report.json").is_some());
    assert_eq!(found, one_process(&case));
}

/// What was kept of a table under way goes when the table is there, whoever makes it.
#[test]
fn checkpoints_of_finished_tables_are_forgotten() {
    let case = of("awari", 3);
    let folder = tempfile::tempdir().unwrap();
    let (game, variant, settings) = chosen(&case);
    let job = job(&case, TbTask::Build(Builder::Retrograde), folder.path());
    let job = TbJob { checkpoint: Some(Duration::from_mins(1)), ..job };
    let expected = one_process(&case);
    let places = || expected.keys().map(|name| folder.path().join(format!("{name}.checkpoint")));
    let leave = || {
        for place in places() {
            fs::create_dir(&place).unwrap();
            fs::write(place.join("manifest"), "damaged").unwrap();
        }
    };
    let together =
        || threads::run(2, |ranks| (game.tb_over)(variant, &settings, &job, ranks, &|_| ()));
    leave();
    (game.tb)(variant, &settings, &TbJob { checkpoint: None, ..job.clone() }, &mut |_| ()).unwrap();
    assert_eq!(contents(folder.path()), expected, "made by one process");
    leave();
    (game.tb)(variant, &settings, &TbJob { checkpoint: None, ..job.clone() }, &mut |_| ()).unwrap();
    assert_eq!(contents(folder.path()), expected, "found by one process");
    leave();
    together().into_iter().for_each(Result::unwrap);
    assert_eq!(contents(folder.path()), expected, "found by two ranks");
    let (last, place) = (expected.keys().next_back().unwrap(), places().next_back().unwrap());
    fs::remove_file(folder.path().join(last)).unwrap();
    fs::write(&place, "of somebody else").unwrap();
    for done in together() {
        let refused = done.unwrap_err();
        assert!(refused.ends_with("found a file, expected a folder for checkpoints, or nothing"));
    }
    assert_eq!(fs::read(&place).unwrap(), b"of somebody else");
}
