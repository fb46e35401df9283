//! Endgame tables: both builders, the verifier, published counts, and an independent solver.
//!
//! What four men take is built under `PLYGLOT_LONG=1` only.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot::core::rng::{Rng, seeded};
use plyglot::core::{Limits, Score};
use plyglot::endgame::build::{BuildOutcome, BuildRequest, build, with_needs};
use plyglot::endgame::contents::Builder;
use plyglot::endgame::indexer::{NodeKind, predecessors_by_rules};
use plyglot::endgame::monitor::{Monitor, NoMonitor, Phase};
use plyglot::endgame::plan::WdlPlan;
use plyglot::endgame::solved::SolvedTables;
use plyglot::endgame::stats::count;
use plyglot::endgame::store::{Store, TableSet};
use plyglot::endgame::verify::{Verified, verify};
use plyglot::endgame::wdl::{Successor, Target, successors_by_rules};
use plyglot::endgame::wdl_probe::WdlProbe;
use plyglot::endgame::{
    Cells, Indexer, Metric, Probe, TableId, Value, WdlIndexer, iterative, retrograde,
};
use plyglot::game::{Notation, PlayedGame, Rules};
use plyglot::games::Game;
use plyglot::games::chess::Chess;
use plyglot::games::chess::indexer::ChessIndexer;
use plyglot::games::tictactoe::TicTacToe;
use plyglot::search::player::SearchOptions;
use plyglot::search::{
    AlphaBeta, Player, SearchControl, SearchRequest, TbAccess, TranspositionTable,
};
use rand::RngExt;

use super::is_long;

pub(crate) fn named<R: Rules, I: Indexer<R>>(indexer: &I, rules: &R, name: &str) -> TableId {
    indexer.tables(rules, 5).into_iter().find(|table| indexer.name(*table) == name).unwrap()
}

/// Tables of chess by name, with what they need, in memory.
pub(crate) fn built(names: &[&str], metric: Metric) -> (Chess, ChessIndexer, Store) {
    let rules = Chess::default();
    let indexer = rules.indexer();
    let wanted: Vec<TableId> = names.iter().map(|name| named(&indexer, &rules, name)).collect();
    let tables = with_needs(&indexer, &rules, &wanted);
    let mut store = Store::default();
    let subject = TableSet { game: "chess", rules: &rules, indexer: &indexer };
    let order = BuildRequest {
        tables,
        metric,
        folder: None,
        memory: 1 << 30,
        builder: Builder::Retrograde,
    };
    let mut keep =
        |table, cells: &Arc<Cells>, _: BuildOutcome| store.insert(table, metric, Arc::clone(cells));
    build(subject, &order, &NoMonitor, &mut |_| (), &mut keep).unwrap();
    (rules, indexer, store)
}

/// A table made by both builders and verified.
fn build_twice<R: Rules, I: WdlIndexer<R>>(plan: &WdlPlan<'_, R, I>) -> Vec<u16> {
    let codes = retrograde::build(plan, &NoMonitor).unwrap();
    let plain = iterative::build(plan, &NoMonitor).unwrap();
    let name = plan.indexer.name(plan.table);
    let differs = codes.iter().zip(&plain).position(|(a, b)| a != b);
    assert_eq!(differs, None, "{name} {}: the builders disagree", plan.metric);
    let verified = verify(plan, &|at: u64| codes[at as usize], &NoMonitor);
    assert!(matches!(verified, Verified::Right(_)), "{name} {}: {verified:?}", plan.metric);
    codes
}

/// The codes of tables, each made by both builders and verified.
fn build_all<R: Rules, I: WdlIndexer<R>>(
    (rules, indexer): (&R, &I),
    tables: &[TableId],
    metric: Metric,
) -> Vec<(TableId, Vec<u16>)> {
    let mut solved = SolvedTables::default();
    let mut all = Vec::new();
    for &table in tables {
        let plan = WdlPlan { rules, indexer, table, metric, solved: &solved, zeroed: None };
        let codes = build_twice(&plan);
        solved.insert(table, Arc::new(Cells::pack(metric, codes.clone())));
        all.push((table, codes));
    }
    all
}

#[test]
fn both_builders_make_the_same_tables_of_chess_and_the_verifier_agrees() {
    let rules = Chess::default();
    let indexer = rules.indexer();
    // KQK needs no other table; the long run has all with three men.
    let tables = indexer.tables(&rules, 3);
    let tables = if is_long() { &tables[..] } else { &tables[..1] };
    let metrics = if is_long() { &Metric::OF_WDL[..] } else { &[Metric::Dtm, Metric::Dtz][..] };
    for &metric in metrics {
        assert_eq!(build_all((&rules, &indexer), tables, metric).len(), tables.len());
    }
}

/// How many places were looked at for the first time, once more each time that a table is solved anew.
#[derive(Default)]
pub(crate) struct FirstLooks(pub(crate) AtomicU64);

impl Monitor for FirstLooks {
    fn progress(&self, phase: Phase, done: u64, total: u64) {
        if phase == Phase::Initial && done == total {
            self.0.fetch_add(done, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_table_that_every_zeroing_move_leaves_is_solved_once() {
    let rules = Chess::default();
    let indexer = rules.indexer();
    let (table, metric) = (named(&indexer, &rules, "KQK"), Metric::Dtz);
    let solved = SolvedTables::default();
    let plan =
        WdlPlan { rules: &rules, indexer: &indexer, table, metric, solved: &solved, zeroed: None };
    let looks = FirstLooks::default();
    retrograde::build(&plan, &looks).unwrap();
    assert_eq!(looks.0.into_inner(), indexer.len(table));
    let all = indexer.tables(&rules, 3);
    let inside: Vec<_> = all.into_iter().filter(|table| indexer.stages(*table) > 1).collect();
    assert_eq!(inside, [named(&indexer, &rules, "KPK")]);
}

#[test]
fn the_verifier_finds_a_wrong_value() {
    let (rules, indexer, store) = built(&["KQK"], Metric::Dtm);
    let table = named(&indexer, &rules, "KQK");
    let solved = SolvedTables::default();
    let metric = Metric::Dtm;
    let plan =
        WdlPlan { rules: &rules, indexer: &indexer, table, metric, solved: &solved, zeroed: None };
    let code = |at: u64| store.value(table, metric, at).map_or(0, Value::code);
    assert!(matches!(verify(&plan, &code, &NoMonitor), Verified::Right(_)));
    let spoilt = (0..indexer.len(table)).find(|at| code(*at) == Value::Win(7).code()).unwrap();
    let wrong = |at: u64| if at == spoilt { Value::Win(9).code() } else { code(at) };
    let Verified::Wrong(mismatch) = verify(&plan, &wrong, &NoMonitor) else { panic!("not found") };
    assert_eq!(mismatch.table, "KQK");
}

#[test]
fn both_builders_make_the_same_tables_of_tic_tac_toe() {
    let rules = TicTacToe::default();
    let indexer = rules.indexer();
    for metric in Metric::OF_WDL {
        let all = build_all((&rules, &indexer), &indexer.tables(&rules, 9), metric);
        let start = &all.iter().find(|(table, _)| table.0 == 0).unwrap().1;
        assert_eq!(start, &[1], "the game is a draw");
        if metric == Metric::Dtm {
            for (table, at, code) in all.iter().flat_map(|(table, codes)| {
                codes.iter().enumerate().map(|(at, code)| (*table, at as u64, *code))
            }) {
                let pos = indexer.unrank(table, at).unwrap();
                let expected = plain_minimax(&rules, &pos);
                assert_eq!(Value::from_code(code), Some(expected), "{pos:?}");
            }
        }
    }
}

/// The value by looking at every line.
fn plain_minimax<R: Rules>(rules: &R, pos: &R::Position) -> Value {
    if let Some(outcome) = rules.outcome(pos) {
        return match outcome.winner() {
            None => Value::Draw,
            Some(side) if side == rules.side_to_move(pos) => Value::Win(0),
            Some(_) => Value::Loss(0),
        };
    }
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let worth = |mv| {
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        plain_minimax(rules, &child).before(false)
    };
    moves.into_iter().map(worth).max_by_key(|value| value.preference()).unwrap()
}

#[test]
fn counts_and_longest_wins_are_the_published_ones() {
    let names: &[&str] = if is_long() { &["KQK", "KRK", "KBNK"] } else { &["KQK", "KRK"] };
    let (rules, indexer, store) = built(names, Metric::Dtm);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables/counts.csv");
    let mut compared = 0;
    for record in csv::Reader::from_path(path).unwrap().records() {
        let record = record.unwrap();
        if !names.contains(&&record[0]) {
            continue;
        }
        let table = named(&indexer, &rules, &record[0]);
        let counts = count(&rules, &indexer, table, &|at| store.value(table, Metric::Dtm, at));
        let counts = &counts[usize::from(&record[1] == "second")];
        let longest = counts.longest.unwrap();
        let found = if record[2].starts_with("win") {
            format!("{}/{}/{}", counts.wins, counts.losses, counts.draws)
        } else {
            format!("{}/{}", longest.plies, longest.positions)
        };
        assert_eq!(found, record[3], "{record:?}");
        compared += 1;
    }
    assert!(compared >= 8, "{compared}");
}

/// The UCI data set `krkopt`: Black to move and mated in so many moves of White.
#[test]
fn krk_has_the_depths_of_the_published_data_set() {
    let (rules, indexer, store) = built(&["KRK"], Metric::Dtm);
    let table = named(&indexer, &rules, "KRK");
    let mut depths = [0; 17];
    for at in indexer.len(table) / 2..indexer.len(table) {
        if indexer.unrank(table, at).is_none() {
            continue;
        }
        if let Some(Value::Loss(plies)) = store.value(table, Metric::Dtm, at) {
            depths[usize::from(plies / 2)] += 1;
        }
    }
    let published =
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    assert_eq!(depths, published);
}

/// The example of [fierz-egdb]: Black is lost in two plies, its only move is to g1, and the rook
/// mates on a1.
#[test]
fn the_example_of_the_document_goes_as_it_says() {
    let (rules, indexer, store) = built(&["KRK"], Metric::Dtm);
    let view = WdlProbe::new(&rules, &indexer, store);
    let mut played =
        PlayedGame::new(&rules, rules.parse_position("8/8/8/8/8/6K1/R7/7k b - - 0 1").unwrap());
    assert_eq!(view.value(played.position(), Metric::Dtm), Some(Value::Loss(2)));
    for (text, value) in [("h1g1", Value::Loss(2)), ("a2a1", Value::Win(1))] {
        let moves = played.moves(&rules);
        let judged = view.moves(played.position(), &moves).unwrap();
        let best = judged.best().unwrap();
        let at = judged.values.iter().position(|value| *value == best).unwrap();
        assert_eq!((rules.move_text(played.position(), moves[at]).as_str(), best), (text, value));
        played.play(&rules, moves[at]);
    }
    assert_eq!(rules.position_text(played.position()), "8/8/8/8/8/6K1/8/R5k1 b - - 2 2");
    assert_eq!(played.outcome(&rules).unwrap().reason, "checkmate");
}

/// Plays White by this choice against the longest defence; plies until mate.
fn play_out(
    (rules, view): (&Chess, &WdlProbe<'_, Chess, ChessIndexer>),
    defence: &WdlProbe<'_, Chess, ChessIndexer>,
    fen: &str,
    choose: impl Fn(&[Value]) -> usize,
) -> Option<u16> {
    let mut played = PlayedGame::new(rules, rules.parse_position(fen).unwrap());
    for plies in 0..100 {
        if played.outcome(rules).is_some_and(|outcome| !outcome.claim) {
            return played.outcome(rules)?.winner().map(|_| plies);
        }
        let moves = played.moves(rules);
        let at = if plies % 2 == 0 {
            choose(&view.moves(played.position(), &moves)?.values)
        } else {
            best_of(&defence.moves(played.position(), &moves)?.values)
        };
        played.play(rules, moves[at]);
    }
    None
}

fn best_of(values: &[Value]) -> usize {
    let best = values.iter().map(|value| value.preference()).max().unwrap();
    values.iter().position(|value| value.preference() == best).unwrap()
}

#[test]
fn wins_alone_may_make_no_progress_and_distances_do() {
    let fen = "8/8/8/8/4k3/8/8/K6R w - - 0 1";
    let (rules, indexer, dtm) = built(&["KRK"], Metric::Dtm);
    let with = |metric| built(&["KRK"], metric).2;
    let (wld, dtc, dtz) = (with(Metric::Wdl), with(Metric::Dtc), with(Metric::Dtz));
    let view = |store: Store| WdlProbe::new(&rules, &indexer, store);
    let defence = view(dtm.clone());
    let pos = rules.parse_position(fen).unwrap();
    let Some(Value::Win(plies)) = defence.value(&pos, Metric::Dtm) else { panic!("not won") };
    // Every move is one that keeps the win; the last of them, each time, leads nowhere.
    let last_won = |values: &[Value]| values.iter().rposition(|v| *v == Value::Win(0)).unwrap();
    assert_eq!(play_out((&rules, &view(wld)), &defence, fen, last_won), None);
    assert_eq!(play_out((&rules, &defence), &defence, fen, best_of), Some(plies));
    assert!(play_out((&rules, &view(dtc)), &defence, fen, best_of).is_some());
    assert!(play_out((&rules, &view(dtz)), &defence, fen, best_of).is_some());
}

#[test]
fn a_search_with_tables_wins_every_won_ending() {
    let (rules, indexer, store) = built(&["KPK"], Metric::Dtm);
    let view = WdlProbe::new(&rules, &indexer, store);
    let mut rng = seeded(5);
    let mut won = 0;
    while won < 40 {
        let table = indexer.tables(&rules, 3)[[0, 1, 4][won % 3]];
        let at = rng.random_range(0..indexer.len(table));
        let Some(pos) = indexer.unrank(table, at) else { continue };
        let Some(Value::Win(plies)) = view.value(&pos, Metric::Dtm) else { continue };
        let mut played = PlayedGame::new(&rules, pos);
        for ply in 0..plies {
            assert_eq!(played.outcome(&rules), None, "{:?}", played.position());
            let mv = if ply % 2 == 0 {
                think(&rules, &played, &view, 3).0
            } else {
                let moves = played.moves(&rules);
                moves[rng.random_range(0..moves.len())]
            };
            played.play(&rules, mv);
            if played.outcome(&rules).is_some_and(|outcome| outcome.reason == "checkmate") {
                break;
            }
        }
        assert_eq!(played.outcome(&rules).unwrap().reason, "checkmate", "{:?}", played.position());
        won += 1;
    }
}

/// The move that the search chooses, its score, and how often it asked the tables with success.
fn think(
    rules: &Chess,
    played: &PlayedGame<Chess>,
    view: &WdlProbe<'_, Chess, ChessIndexer>,
    depth: u32,
) -> (cozy_chess::Move, Score, u64) {
    let (table, hits, control) =
        (TranspositionTable::try_new(1).unwrap(), AtomicU64::new(0), SearchControl::unlimited());
    let request = SearchRequest {
        rules,
        played,
        limits: &Limits { depth: Some(depth), ..Limits::default() },
        search_moves: &[],
        tracer: None,
        control: &control,
        tt: &table,
        tb: Some(TbAccess {
            probe: view,
            depth_min: 1,
            margins: false,
            only_mates: false,
            hits: &hits,
        }),
        options: SearchOptions::default(),
    };
    let mut score = Score::DRAW;
    let answer =
        AlphaBeta::new(rules.evaluator(), rules.search_params()).think(&request, &mut |saying| {
            if let plyglot::search::SearchInfo::Pv(report) = saying {
                score = report.score;
            }
        });
    (answer.unwrap().best, score, hits.load(Ordering::Relaxed))
}

#[test]
fn the_tree_asks_tables_and_scores_wins_in_a_band_of_their_own_and_mates_as_mates() {
    for metric in [Metric::Wdl, Metric::Dtm] {
        let (rules, indexer, store) = built(&["KQK"], metric);
        let view = WdlProbe::new(&rules, &indexer, store);
        // White takes the knight and has a queen too many.
        let setup = rules.parse_position("8/8/8/3n4/1k6/8/8/K2Q4 w - - 0 1").unwrap();
        let played = PlayedGame::new(&rules, setup);
        let (best, score, hits) = think(&rules, &played, &view, 2);
        assert_eq!(rules.move_text(played.position(), best), "d1d5");
        assert!(hits > 0);
        if metric == Metric::Wdl {
            assert_eq!(score, Score::table_win(1));
            assert!(score > Score::EVAL_MAX && !score.is_proven());
        } else {
            let mut after = played.clone();
            after.play(&rules, best);
            let end = view.value(after.position(), Metric::Dtm).and_then(Value::distance);
            assert_eq!(score, Score::win_in(1 + u32::from(end.unwrap())));
        }
    }
}

#[test]
fn a_win_counts_only_where_the_fifty_moves_leave_room() {
    let (rules, indexer, dtm) = built(&["KRK"], Metric::Dtm);
    let mut both = dtm.clone();
    let dtz = built(&["KRK"], Metric::Dtz).2;
    for table in indexer.tables(&rules, 3) {
        if dtz.has(table, Metric::Dtz) {
            let codes: Vec<u16> = (0..indexer.len(table))
                .map(|at| dtz.value(table, Metric::Dtz, at).map_or(0, Value::code))
                .collect();
            both.insert(table, Metric::Dtz, Arc::new(Cells::pack(Metric::Dtz, codes)));
        }
    }
    let wld = built(&["KRK"], Metric::Wdl).2;
    let verdict = |store: &Store, counter: u16| {
        let fen = format!("8/8/8/8/4k3/8/8/K6R w - - {counter} 60");
        let pos = rules.parse_position(&fen).unwrap();
        let view = WdlProbe::new(&rules, &indexer, store.clone());
        // What the search asks says the same, with a distance where that is in time.
        assert_eq!(view.end(&pos).map(Value::without_distance), view.verdict(&pos), "{counter}");
        view.verdict(&pos)
    };
    let won = Some(Value::Win(0));
    for (counter, by_wld, by_dtm, by_dtz) in [
        (0, won, won, won),
        (1, None, won, won),
        (60, None, won, won),
        (90, None, None, Some(Value::Draw)),
    ] {
        let found = (verdict(&wld, counter), verdict(&dtm, counter), verdict(&both, counter));
        assert_eq!(found, (by_wld, by_dtm, by_dtz), "counter {counter}");
    }
}

/// Ten plies are left, and a mate with the rook takes more: neither at the root nor below it is that
/// scored as a win, whatever is counted, and the tables do not play it out.
#[test]
fn a_search_believes_no_win_that_comes_after_the_fifty_moves() {
    for (metric, counter) in [(Metric::Wdl, 1), (Metric::Wdl, 90), (Metric::Dtm, 90)] {
        let (rules, indexer, store) = built(&["KRK"], metric);
        let view = WdlProbe::new(&rules, &indexer, store);
        for side in ["w", "b"] {
            let fen = format!("8/8/8/8/4k3/8/8/K6R {side} - - {counter} 60");
            let played = PlayedGame::new(&rules, rules.parse_position(&fen).unwrap());
            let (_, score, _) = think(&rules, &played, &view, 3);
            assert!(score.raw().abs() <= Score::EVAL_MAX.raw(), "{metric} {fen}: {score}");
        }
    }
    let (rules, indexer, store) = built(&["KRK"], Metric::Dtm);
    let played =
        PlayedGame::new(&rules, rules.parse_position("8/8/8/8/4k3/8/8/K6R w - - 0 60").unwrap());
    let (_, score, _) = think(&rules, &played, &WdlProbe::new(&rules, &indexer, store), 3);
    assert!(score.is_win(), "in time it is one: {score}");
}

/// Places of a table to look at: all of a small one.
fn places(len: u64, rng: &mut Rng, count: usize) -> Vec<u64> {
    if len <= 60_000 {
        (0..len).collect()
    } else {
        (0..count).map(|_| rng.random_range(0..len)).collect()
    }
}

#[test]
fn the_fast_moves_are_those_of_the_rules() {
    let (rules, mut rng) = (Chess::default(), seeded(3));
    let indexer = rules.indexer();
    let sorted = |mut edges: Vec<Successor>| {
        edges.sort_unstable();
        edges
    };
    for table in indexer.tables(&rules, 5) {
        let count = if is_long() {
            20_000
        } else if table.0 < 35 {
            100
        } else {
            10
        };
        for at in places(indexer.len(table), &mut rng, count) {
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            let found = indexer.successors(&rules, table, at, &mut fast);
            let expected = successors_by_rules(&indexer, &rules, table, at, &mut slow);
            let pos = indexer.unrank(table, at);
            assert_eq!(found, expected, "{} {at}: {pos:?}", indexer.name(table));
            assert_eq!(sorted(fast.clone()), sorted(slow), "{} {at}: {pos:?}", indexer.name(table));
            if found == NodeKind::Invalid {
                continue;
            }
            // Each move is also found backwards, and nothing else is.
            for edge in &fast {
                let Target::SameTable(to) = edge.to else { continue };
                let mut back = Vec::new();
                indexer.predecessors(&rules, table, to, &mut back);
                assert!(
                    back.iter().any(|back| back.at == at),
                    "{} {at} to {to}",
                    indexer.name(table)
                );
            }
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            indexer.predecessors(&rules, table, at, &mut fast);
            predecessors_by_rules(&indexer, &rules, table, at, &mut slow);
            fast.sort_unstable();
            fast.dedup();
            if found == NodeKind::Open {
                assert_eq!(fast, slow, "{} {at} backwards: {pos:?}", indexer.name(table));
            }
        }
    }
}
