//! Wins and losses built by themselves and kept at two bits a place: the same to the last bit as where
//! distances are counted and then forgotten.

use std::sync::Arc;

use plyglot::core::Settings;
use plyglot::core::option::Value;
use plyglot::endgame::build::{BuildRequest, build, verify_files, with_needs};
use plyglot::endgame::contents::Builder;
use plyglot::endgame::monitor::NoMonitor;
use plyglot::endgame::plan::WdlPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::store::TableSet;
use plyglot::endgame::verify::{Codes, Verified, verify_by_distance};
use plyglot::endgame::{
    Cells, Indexer, Metric, TableId, Value as TableValue, WdlIndexer, retrograde, wdl_backwards,
    wdl_sweeps,
};
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot::options;
use plyglot::registry::GAMES;

use super::altered::Altered;
use super::chess::{FirstLooks, built, named};
use super::is_long;

/// These tables by all builders of wins and losses; gives back how many places they have.
fn compare<G: Game<Indexer: WdlIndexer<G>>>(
    variant: &'static str,
    wanted: impl Fn(&G, &G::Indexer) -> Vec<TableId>,
) -> u64 {
    compare_with(variant, &Settings::defaults(&options::all(GAMES)), wanted).0
}

/// The same with these settings; how many tables were looked through piece by piece besides.
fn compare_with<G: Game<Indexer: WdlIndexer<G>>>(
    variant: &'static str,
    settings: &Settings,
    wanted: impl Fn(&G, &G::Indexer) -> Vec<TableId>,
) -> (u64, usize) {
    let rules = G::open(variant, settings).unwrap();
    let indexer = rules.indexer();
    let mut solved = SolvedTables::default();
    let (mut places, mut by_piece) = (0, 0);
    for table in with_needs(&indexer, &rules, &wanted(&rules, &indexer)) {
        let (rules, indexer, metric) = (&rules, &indexer, Metric::Wdl);
        let plan = WdlPlan { rules, indexer, table, metric, solved: &solved, zeroed: None };
        let expected = retrograde::build(&plan, &NoMonitor).unwrap();
        let expected = Cells::pack(metric, expected);
        let name = plan.indexer.name(table);
        let all = [
            ("backwards", wdl_backwards::build(&plan, &NoMonitor)),
            ("with a stack of three", wdl_backwards::build_with(&plan, 3, &NoMonitor)),
            ("by sweeps", wdl_sweeps::build(&plan, &NoMonitor)),
        ];
        by_piece += usize::from(indexer.pieces(table).is_some());
        for (how, found) in all {
            let found = found.unwrap();
            let differs = (0..expected.len()).find(|at| found.code(*at) != expected.code(*at));
            assert_eq!(differs, None, "{variant} {name} {how}");
            assert!(found == expected, "{variant} {name} {how}: other bytes");
        }
        places += expected.len();
        solved.insert(table, Arc::new(expected));
    }
    (places, by_piece)
}

#[test]
fn two_bits_a_place_hold_what_distances_say() {
    use plyglot::games::abalone::Abalone;
    use plyglot::games::draughts::{Checkers, International};
    use plyglot::games::morris::Morris;
    use plyglot::games::tictactoe::TicTacToe;
    let chess = |rules: &Chess, indexer: &<Chess as Game>::Indexer| {
        let names: &[&str] = if is_long() { &["KPK", "KPKP", "KBNK"] } else { &["KRK", "KBK"] };
        names.iter().map(|name| named(indexer, rules, name)).collect()
    };
    let men = if is_long() { 4 } else { 2 };
    assert!(compare::<Chess>("chess", chess) > 100_000);
    compare::<Checkers>("checkers", |rules, indexer| rules_tables(rules, indexer, men));
    compare::<Checkers>("russian", |rules, indexer| rules_tables(rules, indexer, men));
    compare::<International>("draughts", |rules, indexer| rules_tables(rules, indexer, 2));
    compare::<Morris>("threemorris", |rules, indexer| rules_tables(rules, indexer, u8::MAX));
    compare::<TicTacToe>("tictactoe", |rules, indexer| rules_tables(rules, indexer, 9));
    if is_long() {
        compare::<Morris>("morris", |rules, indexer| rules_tables(rules, indexer, 6));
        compare::<Abalone>("abalone", |rules, indexer| rules_tables(rules, indexer, 4));
    }
}

fn rules_tables<G: Game>(rules: &G, indexer: &G::Indexer, men_max: u8) -> Vec<TableId> {
    indexer.tables(rules, men_max)
}

/// The game of three men a side, in which three are placed: whoever begins wins.
#[test]
fn tables_looked_through_by_who_waits_are_the_same() {
    use plyglot::games::morris::Morris;
    let mut settings = Settings::defaults(&options::all(GAMES));
    settings.set("Morris.Men", Value::Spin(3));
    let (places, by_piece) = compare_with::<Morris>("morris", &settings, |rules, indexer| {
        rules_tables(rules, indexer, 6)
    });
    assert_eq!(by_piece, 7, "{places} places");
}

/// What does not fit with distances does without.
#[test]
fn wins_and_losses_need_a_fraction_of_the_memory() {
    let rules = Chess::default();
    let indexer = rules.indexer();
    let tables = with_needs(&indexer, &rules, &[named(&indexer, &rules, "KRRK")]);
    let set = TableSet { game: "chess", rules: &rules, indexer: &indexer };
    let told = |metric, memory: u64| {
        let (folder, builder) = (None, Builder::Retrograde);
        let request = BuildRequest { tables: tables.clone(), metric, folder, memory, builder };
        // It is refused before it is begun, or stopped at once.
        let error = build(set, &request, &Stopped, &mut |_| (), &mut |_, _, _| ()).unwrap_err();
        error.to_string()
    };
    assert_eq!(told(Metric::Dtm, 68 << 20), "KRRK: building takes 75 MiB, allowed are 68");
    assert_eq!(told(Metric::Wdl, 68 << 20), "stopped");
}

/// It was allowed more memory than there is, and is not told to stop.
#[test]
fn a_build_that_is_refused_memory_says_so() {
    let rules = Chess::default();
    let huge = Altered { len: |_, _| 1 << 50, ..Altered::of(&rules) };
    let set = TableSet { game: "chess", rules: &rules, indexer: &huge };
    for (metric, builder) in [
        (Metric::Wdl, Builder::Retrograde),
        (Metric::Wdl, Builder::Iterative),
        (Metric::Dtm, Builder::Iterative),
    ] {
        let tables = vec![named(&huge, &rules, "KQK")];
        let (folder, memory) = (None, u64::MAX);
        let request = BuildRequest { tables, metric, folder, memory, builder };
        let error = build(set, &request, &NoMonitor, &mut |_| (), &mut |_, _, _| ()).unwrap_err();
        let told = error.to_string();
        assert_eq!(told, "KQK: the system refuses the memory to build it with", "{builder:?}");
    }
}

/// Who verifies wins and losses needs the same with distances, and makes that if it is not there.
#[test]
fn wins_and_losses_are_held_to_the_distances_beside_them() {
    let rules = Chess::default();
    let indexer = rules.indexer();
    let tables = with_needs(&indexer, &rules, &[named(&indexer, &rules, "KPK")]);
    let set = TableSet { game: "chess", rules: &rules, indexer: &indexer };
    let folder = tempfile::tempdir().unwrap();
    let request = |metric| BuildRequest {
        tables: tables.clone(),
        metric,
        folder: Some(folder.path()),
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let made = |metric| {
        build(set, &request(metric), &NoMonitor, &mut |_| (), &mut |_, _, _| ()).unwrap();
    };
    // How many positions are right, and how many places were looked at to build something.
    let verified = || {
        let (looks, mut right) = (FirstLooks::default(), 0);
        let mut each = |_, verified| match verified {
            Verified::Right(positions) => right += positions,
            other => panic!("{other:?}"),
        };
        verify_files(set, &request(Metric::Wdl), &looks, &mut |_| (), &mut each).unwrap();
        (right, looks.0.into_inner())
    };
    made(Metric::Wdl);
    let places: u64 = tables.iter().map(|table| indexer.len(*table)).sum();
    let (right, looked) = verified();
    assert_eq!(looked, places);
    made(Metric::Dtm);
    assert_eq!(verified(), (right, 0));
    std::fs::remove_file(folder.path().join("chess-KQK.dtm")).unwrap();
    let lacking: u64 =
        ["KQK", "KPK"].iter().map(|name| indexer.len(named(&indexer, &rules, name))).sum();
    assert_eq!(verified(), (right, lacking));
}

#[test]
fn a_wrong_win_and_a_wrong_distance_are_told_apart() {
    let (rules, indexer, store) = built(&["KQK"], Metric::Dtm);
    let (table, metric) = (named(&indexer, &rules, "KQK"), Metric::Dtm);
    let solved = SolvedTables::default();
    let plan =
        WdlPlan { rules: &rules, indexer: &indexer, table, metric, solved: &solved, zeroed: None };
    let value = |at| store.value(table, metric, at);
    let far = |at: u64| value(at).map_or(0, TableValue::code);
    let won = |at: u64| value(at).map_or(0, |value| value.without_distance().code());
    let spoilt = (0..indexer.len(table)).find(|at| value(*at) == Some(TableValue::Win(7))).unwrap();
    let other = |at, value: TableValue, code| if at == spoilt { value.code() } else { code };
    let drawn = |at: u64| other(at, TableValue::Draw, won(at));
    let farther = |at: u64| other(at, TableValue::Win(9), far(at));
    let found = |distances: &dyn Codes, codes: &dyn Codes| match verify_by_distance(
        &plan, distances, codes, &NoMonitor,
    ) {
        Verified::Wrong(mismatch) => mismatch.to_string(),
        other => format!("{other:?}"),
    };
    assert!(found(&far, &won).starts_with("Right("));
    assert_eq!(
        found(&far, &drawn),
        format!("KQK {spoilt}: found draw, its successors say win in 0")
    );
    let at_fault = found(&farther, &won);
    assert!(at_fault.starts_with("KQK dtm "), "{at_fault}");
}

/// Nothing is built.
struct Stopped;

impl plyglot::endgame::monitor::Monitor for Stopped {
    fn progress(&self, _: plyglot::endgame::monitor::Phase, _: u64, _: u64) {}

    fn may_go_on(&self) -> bool {
        false
    }
}
