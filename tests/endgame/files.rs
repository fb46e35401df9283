//! Endgame tables as files: a build that goes on, damaged files refused, sessions that attach them.

use std::path::Path;

use plyglot::core::{Settings, Value as Setting};
use plyglot::endgame::build::{BuildOutcome, BuildRequest, build, with_needs};
use plyglot::endgame::contents::Builder;
use plyglot::endgame::file::{Budget, TableFile, path_of};
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::WdlPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::store::{Store, TableSet};
use plyglot::endgame::{Indexer, Metric, TableId, Value, retrograde};
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot::games::chess::indexer::ChessIndexer;
use plyglot::host::tb::{TbJob, TbTask};
use plyglot::options;
use plyglot::registry::GAMES;

fn kqk(indexer: &ChessIndexer, rules: &Chess) -> TableId {
    indexer.tables(rules, 3).into_iter().find(|table| indexer.name(*table) == "KQK").unwrap()
}

/// Builds KQK into a folder; gives back what was said of it.
fn build_into(folder: &Path) -> BuildOutcome {
    let rules = Chess::default();
    let indexer = rules.indexer();
    let tables = vec![kqk(&indexer, &rules)];
    let order = BuildRequest {
        tables,
        metric: Metric::Dtm,
        folder: Some(folder),
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let subject = TableSet { game: "chess", rules: &rules, indexer: &indexer };
    let mut made = None;
    build(subject, &order, &NoMonitor, &mut |_| (), &mut |_, _, what| made = Some(what)).unwrap();
    made.unwrap()
}

#[test]
fn a_build_goes_on_from_the_files_that_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(build_into(folder.path()), BuildOutcome::Built { refused: None, .. }));
    assert!(matches!(build_into(folder.path()), BuildOutcome::Found { .. }));
    let path = path_of(folder.path(), "chess", "KQK", Metric::Dtm);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(matches!(build_into(folder.path()), BuildOutcome::Built { refused: Some(_), .. }));
    assert_eq!(std::fs::read(&path).unwrap(), whole, "the same bytes again");
}

#[test]
fn every_damaged_file_is_refused_by_name_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    build_into(folder.path());
    let path = path_of(folder.path(), "chess", "KQK", Metric::Dtm);
    let whole = std::fs::read(&path).unwrap();
    let rules = Chess::default();
    let indexer = rules.indexer();
    let refused = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let mut store = Store::default();
        let (count, refused) = store.attach(
            TableSet { game: "chess", rules: &rules, indexer: &indexer },
            3,
            folder.path(),
        );
        assert_eq!(count + refused.len(), 1);
        refused.first().map(ToString::to_string)
    };
    assert_eq!(refused(&whole), None);
    for (what, bytes) in [
        ("found 20 bytes", whole[..20].to_vec()),
        ("found 0 bytes", Vec::new()),
        ("expected", whole[..whole.len() - 7].to_vec()),
        ("expected", [&whole[..], b"more"].concat()),
        ("is no table", [b"RIFFWAVE", &whole[8..]].concat()),
        ("found format 3", [&whole[..8], &[3, 0, 0, 0], &whole[12..]].concat()),
    ] {
        let said = refused(&bytes).unwrap();
        assert!(said.contains(what) && said.contains("chess-KQK.dtm"), "{what}: {said}");
    }
    // No byte can change unnoticed.
    for at in (0..whole.len()).step_by(whole.len() / 150) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        assert!(refused(&bytes).is_some(), "byte {at}");
    }
    // A sound table of something else, under this name.
    let other = path_of(folder.path(), "chess", "KRK", Metric::Dtm);
    std::fs::write(&other, &whole).unwrap();
    let (_, refused) = Store::default().attach(
        TableSet { game: "chess", rules: &rules, indexer: &indexer },
        3,
        folder.path(),
    );
    let said = refused.iter().map(ToString::to_string).collect::<String>();
    assert!(said.contains("found table `KQK`, expected `KRK`"), "{said}");
}

#[test]
fn files_say_what_memory_says() {
    let folder = tempfile::tempdir().unwrap();
    build_into(folder.path());
    let rules = Chess::default();
    let indexer = rules.indexer();
    let table = kqk(&indexer, &rules);
    let solved = SolvedTables::default();
    let metric = Metric::Dtm;
    let plan =
        WdlPlan { rules: &rules, indexer: &indexer, table, metric, solved: &solved, zeroed: None };
    let memory = retrograde::build(&plan, &NoMonitor).unwrap();
    let mut store = Store::default();
    store.attach(TableSet { game: "chess", rules: &rules, indexer: &indexer }, 3, folder.path());
    for at in (0..indexer.len(table)).filter(|at| indexer.unrank(table, *at).is_some()) {
        let expected = Value::from_code(memory[at as usize]);
        assert_eq!(store.value(table, metric, at), expected, "{at}");
    }
}

/// Blocks that do not fit together are unpacked again and again, and say the same.
#[test]
fn a_small_budget_changes_nothing_but_time() {
    let folder = tempfile::tempdir().unwrap();
    build_into(folder.path());
    let file = TableFile::open(&path_of(folder.path(), "chess", "KQK", Metric::Dtm)).unwrap();
    let cells = file.cells().unwrap();
    let (len, budget) = (cells.len(), Budget::new(1 << 15));
    // From both ends by turns: the table has two blocks, the budget is one.
    for at in (0..200).flat_map(|step| [step * 90, len - 1 - step * 90]) {
        assert_eq!(file.code(at, &budget), Some(cells.code(at)), "{at}");
        assert!((1..=1 << 15).contains(&budget.taken()), "{}", budget.taken());
    }
}

/// What the referee asks before it breaks a game off.
#[test]
fn a_session_knows_the_result_by_attached_files_only() {
    let folder = tempfile::tempdir().unwrap();
    build_into(folder.path());
    let mut settings = Settings::defaults(&options::all(GAMES));
    let mut engine = (GAMES[0].open)("chess", &settings).unwrap();
    engine.set_position(Some("8/8/8/8/8/1k6/8/K6Q b - - 0 1"), &[]).unwrap();
    assert_eq!(engine.table_verdict(), None);
    let path = folder.path().to_str().unwrap().to_owned();
    settings.set("TbPath", Setting::Text(path));
    assert_eq!(engine.attach_tables(&settings).unwrap().len(), 1);
    assert_eq!(engine.table_verdict(), Some(Value::Loss(0)));
    engine.set_position(None, &[]).unwrap();
    assert_eq!(engine.table_verdict(), None);
}

/// A build that cannot be finished is refused before any of it is begun.
#[test]
fn what_does_not_fit_into_memory_is_said_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let rules = Chess::default();
    let indexer = rules.indexer();
    let all = indexer.tables(&rules, 4);
    let table = all.into_iter().find(|table| indexer.name(*table) == "KRRK").unwrap();
    let order = BuildRequest {
        tables: with_needs(&indexer, &rules, &[table]),
        metric: Metric::Dtm,
        folder: Some(folder.path()),
        memory: 70 << 20,
        builder: Builder::Retrograde,
    };
    assert!(order.tables.len() > 1, "{:?}", order.tables);
    let subject = TableSet { game: "chess", rules: &rules, indexer: &indexer };
    let said = build(subject, &order, &NoMonitor, &mut |_| (), &mut |_, _, _| ()).unwrap_err();
    assert_eq!(said.to_string(), "KRRK: building takes 75 MiB, allowed are 70");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A mapped file that is cut short ends the program by a signal.
#[test]
fn a_file_that_is_cut_short_while_it_is_attached_is_no_longer_known() {
    let folder = tempfile::tempdir().unwrap();
    build_into(folder.path());
    let path = path_of(folder.path(), "chess", "KQK", Metric::Dtm);
    let file = TableFile::open(&path).unwrap();
    let cells = file.cells().unwrap();
    // The budget keeps no block, so each is read again.
    let budget = Budget::new(0);
    let solved = || (0..cells.len()).step_by(999).map(|at| (at, file.code(at, &budget)));
    assert!(solved().all(|(at, code)| code == Some(cells.code(at))));
    for share in [2, 1000] {
        let bytes = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        bytes.set_len(file.bytes() / share).unwrap();
        assert!(solved().all(|(at, code)| code.is_none_or(|code| code == cells.code(at))));
        assert!(solved().any(|(_, code)| code.is_none()), "a {share}th is left");
    }
    assert!(file.cells().is_none());
}

/// What a job of `plyglot tb` says.
fn told(variant: &'static str, option: (&str, &str), folder: &Path, task: TbTask) -> Vec<String> {
    told_of(variant, option, &job(variant, folder, task))
}

/// A job with few tables of a variant.
fn job(variant: &'static str, folder: &Path, task: TbTask) -> TbJob {
    let (game, _) = plyglot::registry::find(GAMES, variant).unwrap();
    TbJob {
        men_max: matches!(game.name, "oware" | "kalah" | "awari").then_some(3),
        only: match game.name {
            "abalone" => vec!["2-2".to_owned()],
            "morris" => vec!["3-3".to_owned()],
            _ => Vec::new(),
        },
        threads: 2,
        ..TbJob::new(task, folder)
    }
}

fn told_of(variant: &'static str, option: (&str, &str), job: &TbJob) -> Vec<String> {
    let (game, _) = plyglot::registry::find(GAMES, variant).unwrap();
    let all = options::all(GAMES);
    let mut settings = Settings::defaults(&all);
    if let Some(opt) = all.iter().find(|opt| opt.name == option.0) {
        settings.set(option.0, opt.parse(option.1).unwrap().unwrap());
    }
    let mut lines = Vec::new();
    let done = (game.tb)(variant, &settings, job, &mut |told| lines.push(told.line().to_owned()));
    lines.extend(done.err().map(|error| format!("error {error}")));
    lines
}

/// The names of the files of a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Tables of several rules lie side by side, and none takes the place of another.
#[test]
fn tables_of_other_rules_stay_where_they_are() {
    const BUILD: TbTask = TbTask::Build(Builder::Retrograde);
    let none = ("", "");
    for (one, other) in [
        (("awari", none), ("oware", none)),
        (("kalah", none), ("kalah", ("Kalah.Pits", "5"))),
        (("kalah", none), ("kalah", ("Kalah.Rules", "irving"))),
    ] {
        let folder = tempfile::tempdir().unwrap();
        told(one.0, one.1, folder.path(), BUILD);
        let before = names(folder.path());
        assert!(!before.is_empty(), "{one:?}");
        let bytes = |name: &String| std::fs::read(folder.path().join(name)).unwrap();
        let content: Vec<Vec<u8>> = before.iter().map(bytes).collect();
        let said = told(other.0, other.1, folder.path(), BUILD);
        assert!(!said.iter().any(|line| line.contains("built anew")), "{other:?}: {said:?}");
        assert_eq!(before.iter().map(bytes).collect::<Vec<_>>(), content, "{other:?}");
        assert_eq!(names(folder.path()).len(), 2 * before.len(), "{other:?}");
        for (variant, option) in [one, other] {
            let verified = told(variant, option, folder.path(), TbTask::Verify);
            assert!(verified.iter().all(|line| !line.starts_with("error")), "{verified:?}");
        }
    }
}

/// What a build needs is seen to before there is work that could be lost.
#[test]
fn what_cannot_be_written_is_refused_before_anything_is_built() {
    const BUILD: TbTask = TbTask::Build(Builder::Retrograde);
    let (folder, none) = (tempfile::tempdir().unwrap(), ("", ""));
    let held = plyglot::core::lock::LockedFolder::new(folder.path()).unwrap();
    let said = told("awari", none, folder.path(), BUILD);
    let is_held = said.len() == 1 && said[0].ends_with(": another build is under way there");
    assert!(is_held || cfg!(not(unix)), "{said:?}");
    drop(held);
    let report = Some(folder.path().join("nowhere/report.json"));
    let said = told_of("awari", none, &TbJob { report, ..job("awari", folder.path(), BUILD) });
    assert!(said.len() == 1 && said[0].contains("report.json: "), "{said:?}");
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let said = told("awari", none, &file, BUILD);
    assert!(said.len() == 1 && said[0].contains("file: "), "{said:?}");
    assert_eq!(names(folder.path()), ["file"]);
    assert!(told("awari", none, folder.path(), BUILD).last().unwrap().contains(" a second, "));
    let again = told("awari", none, folder.path(), BUILD);
    assert!(again.last().unwrap().contains(" tables, all there already, "), "{again:?}");
}

/// Tables that several variants share are those of the variant that was named.
#[test]
fn a_table_that_is_not_there_is_missed_in_the_variant_that_was_named() {
    let folder = tempfile::tempdir().unwrap();
    let only = vec!["nothing".to_owned()];
    let job = TbJob { only, ..job("morabaraba", folder.path(), TbTask::List) };
    let said = told_of("morabaraba", ("", ""), &job);
    assert!(said[0].starts_with("error morabaraba: found table `nothing`"), "{said:?}");
}

/// Older programs gave the tables of all rules one name: what fits is used, what does not is left.
#[test]
fn files_of_an_older_program_are_used_where_they_fit() {
    const BUILD: TbTask = TbTask::Build(Builder::Retrograde);
    let (folder, none) = (tempfile::tempdir().unwrap(), ("", ""));
    told("awari", none, folder.path(), BUILD);
    for name in names(folder.path()) {
        let (table, rest) = name.rsplit_once('-').unwrap();
        let metric = rest.split_once('.').unwrap().1;
        let old = folder.path().join(format!("{table}.{metric}"));
        std::fs::rename(folder.path().join(&name), old).unwrap();
    }
    let old = names(folder.path());
    let said = told("awari", none, folder.path(), BUILD);
    assert!(said[0].contains("there already"), "{said:?}");
    assert_eq!(names(folder.path()), old);
    let said = told("oware", none, folder.path(), BUILD);
    assert!(said[0].contains(" places, "), "{said:?}");
    assert_eq!(names(folder.path()).len(), 2 * old.len());
    let verified = told("awari", none, folder.path(), TbTask::Verify);
    assert!(verified[0].ends_with("are right"), "{verified:?}");
}

/// A sound table of other rules under the very name is not replaced either.
#[test]
fn a_table_of_other_rules_in_the_place_of_ours_is_an_error() {
    const BUILD: TbTask = TbTask::Build(Builder::Retrograde);
    let (folder, none) = (tempfile::tempdir().unwrap(), ("", ""));
    told("awari", none, folder.path(), BUILD);
    let before = names(folder.path());
    told("oware", none, folder.path(), BUILD);
    let mut pairs = names(folder.path());
    pairs.retain(|name| !before.contains(name));
    for (theirs, ours) in before.iter().zip(&pairs) {
        std::fs::copy(folder.path().join(theirs), folder.path().join(ours)).unwrap();
    }
    let said = told("oware", none, folder.path(), BUILD);
    assert!(said[0].contains("found rules `"), "{said:?}");
}

#[test]
fn a_probe_asks_by_the_metric_that_was_named() {
    let folder = tempfile::tempdir().unwrap();
    build_into(folder.path());
    let (game, _) = plyglot::registry::find(GAMES, "chess").unwrap();
    let probe = |metric| {
        let task = TbTask::Probe { position: "8/8/8/8/8/1k6/8/K6Q b - - 0 1".to_owned() };
        let job = TbJob { metric, threads: 1, ..TbJob::new(task, folder.path()) };
        let (mut lines, settings) = (Vec::new(), Settings::defaults(&options::all(GAMES)));
        (game.tb)("chess", &settings, &job, &mut |told| lines.push(told.line().to_owned()))
            .unwrap();
        lines.remove(0)
    };
    assert_eq!(probe(None), "KQK dtm: loss in 14");
    assert_eq!(probe(Some(Metric::Dtz)), "KQK dtz: loss in 14");
    assert_eq!(probe(Some(Metric::Wdl)), "KQK wld: loss");
}
