//! Endgame tables as files: a build that goes on, damaged files refused, sessions that attach them.

use std::path::Path;

use plyglot::core::{Settings, Value as Setting};
use plyglot::endgame::build::{Builder, Made, Order, Subject, build, with_needs};
use plyglot::endgame::file::{Budget, TableFile, path_of};
use plyglot::endgame::index::Index;
use plyglot::endgame::plan::{Known, Plan, Unwatched};
use plyglot::endgame::store::Store;
use plyglot::endgame::{Metric, TableId, Value, retro};
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot::games::chess::endgame::ByMaterial;
use plyglot::protocol::Start;
use plyglot::server::options;
use plyglot::server::registry::GAMES;

fn kqk(index: &ByMaterial, rules: &Chess) -> TableId {
    index.tables(rules, 3).into_iter().find(|table| index.name(*table) == "KQK").unwrap()
}

/// Builds KQK into a folder; gives back what was said of it.
fn build_into(folder: &Path) -> Made {
    let rules = Chess::default();
    let index = rules.index();
    let tables = vec![kqk(&index, &rules)];
    let order = Order {
        tables,
        metric: Metric::Dtm,
        folder: Some(folder),
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let subject = Subject { game: "chess", rules: &rules, index: &index };
    let mut made = None;
    build(subject, &order, &Unwatched, &mut |_| (), &mut |_, _, what| made = Some(what)).unwrap();
    made.unwrap()
}

#[test]
fn a_build_goes_on_from_the_files_that_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(build_into(folder.path()), Made::Built { refused: None, .. }));
    assert!(matches!(build_into(folder.path()), Made::Found { .. }));
    let path = path_of(folder.path(), "chess", "KQK", Metric::Dtm);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(matches!(build_into(folder.path()), Made::Built { refused: Some(_), .. }));
    assert_eq!(std::fs::read(&path).unwrap(), whole, "the same bytes again");
}

#[test]
fn every_damaged_file_is_refused_by_name_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    build_into(folder.path());
    let path = path_of(folder.path(), "chess", "KQK", Metric::Dtm);
    let whole = std::fs::read(&path).unwrap();
    let rules = Chess::default();
    let index = rules.index();
    let refused = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let mut store = Store::default();
        let (count, refused) = store.attach(("chess", &rules, &index), 3, folder.path());
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
    let (_, refused) = Store::default().attach(("chess", &rules, &index), 3, folder.path());
    let said = refused.iter().map(ToString::to_string).collect::<String>();
    assert!(said.contains("found table `KQK`, expected `KRK`"), "{said}");
}

#[test]
fn files_say_what_memory_says() {
    let folder = tempfile::tempdir().unwrap();
    build_into(folder.path());
    let rules = Chess::default();
    let index = rules.index();
    let table = kqk(&index, &rules);
    let known = Known::default();
    let metric = Metric::Dtm;
    let plan = Plan { rules: &rules, index: &index, table, metric, known: &known, zeroed: None };
    let memory = retro::build(&plan, &Unwatched).unwrap();
    let mut store = Store::default();
    store.attach(("chess", &rules, &index), 3, folder.path());
    for at in (0..index.len(table)).filter(|at| index.unrank(table, *at).is_some()) {
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
    engine.set_position(Start::Fen("8/8/8/8/8/1k6/8/K6Q b - - 0 1"), &[]).unwrap();
    assert_eq!(engine.table_verdict(), None);
    let path = folder.path().to_str().unwrap().to_owned();
    settings.set("TbPath", Setting::Text(path));
    assert_eq!(engine.attach_tables(&settings).unwrap().len(), 1);
    assert_eq!(engine.table_verdict(), Some(Value::Loss(0)));
    engine.set_position(Start::StartPos, &[]).unwrap();
    assert_eq!(engine.table_verdict(), None);
}

/// A build that cannot be finished is refused before any of it is begun.
#[test]
fn what_does_not_fit_into_memory_is_said_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let rules = Chess::default();
    let index = rules.index();
    let all = index.tables(&rules, 4);
    let table = all.into_iter().find(|table| index.name(*table) == "KRRK").unwrap();
    let order = Order {
        tables: with_needs(&index, &rules, &[table]),
        metric: Metric::Dtm,
        folder: Some(folder.path()),
        memory: 70 << 20,
        builder: Builder::Retrograde,
    };
    assert!(order.tables.len() > 1, "{:?}", order.tables);
    let subject = Subject { game: "chess", rules: &rules, index: &index };
    let said = build(subject, &order, &Unwatched, &mut |_| (), &mut |_, _, _| ()).unwrap_err();
    assert_eq!(said.to_string(), "KRRK: building takes 74 MiB, allowed are 70");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
