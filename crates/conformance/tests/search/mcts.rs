//! The tree search: what it proves is what minimax finds, limits are kept, the same question takes the
//! same nodes, and the tree that is kept says nothing that is not so.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::promises::{GAME, clocked, large, tictactoe};
use plyglot::core::{Score, Settings, Side};
use plyglot::game::repetition::{Binds, Then};
use plyglot::game::{Evaluator, Notation, PlayedGame, Repetition, Rules, SearchParams};
use plyglot::games::Game;
use plyglot::games::connect4::Connect4;
use plyglot::games::go::{Go, GoEvaluator, GoPlayouts, RuleSet, Terms};
use plyglot::games::othello::Othello;
use plyglot::options;
use plyglot::registry::GAMES;
use plyglot::search::mcts::{LastingMoves, UsualPlayouts};
use plyglot::search::time::{Budget, ScriptedTimer};
use plyglot::search::tracer::{Entering, NodeExit, SharedTracer};
use plyglot::search::{Mcts, Player, PvInfo, SearchControl, SearchOptions, TranspositionTable};
use plyglot_conformance::graph::{Flat, Graph, NodeValue, Shape};
use plyglot_conformance::laws;
use plyglot_conformance::minimax::Minimax;
use plyglot_conformance::searching::{Found, Query};

fn settings(given: &[&str]) -> Settings {
    let mut settings = Settings::defaults(&options::all(GAMES));
    for option in given {
        options::set(&mut settings, GAMES, GAMES[0], option).unwrap();
    }
    settings
}

/// The tree search with these options.
fn mcts<R: Rules, E: Evaluator<R>>(evaluator: E, given: &[&str]) -> Mcts<R, E, LastingMoves> {
    Mcts::new(evaluator, SearchParams::NONE, LastingMoves, &settings(given))
}

fn one_line(threads: usize) -> SearchOptions {
    SearchOptions { threads, ..SearchOptions::default() }
}

/// A search of so many nodes at most.
fn limited<'a, R: Rules>(rules: &'a R, played: &'a PlayedGame<R>, nodes: u64) -> Query<'a, R> {
    let control = clocked(0, Budget::default(), Some(nodes));
    Query { control, ..Query::new(rules, played) }
}

fn best<M: Copy>(found: &Found<M>) -> &PvInfo<M> {
    found.reports().rfind(|report| report.multi_pv == 1).unwrap()
}

/// The value of a position by minimax to the end.
fn value<R: Rules>(rules: &R, played: &PlayedGame<R>, depth: u32) -> Score {
    let oracle = Minimax { rules, evaluator: &Flat, quiescence: false, check_extension: false };
    oracle.root(played, depth)[0]
}

/// Whether a proof says what minimax says: who wins, or by what margin. That the way is the shortest
/// nobody has promised.
fn agrees(found: Score, value: Score) -> bool {
    match (value.is_win(), value.is_loss()) {
        (true, _) => found.is_win() && found <= value,
        (_, true) => found.is_loss() && found >= value,
        _ => found == value,
    }
}

/// Runs a search that may prove the value of a position; the score it proves.
fn proof<R: Rules>(
    rules: &R,
    played: &PlayedGame<R>,
    options: SearchOptions,
    (given, nodes): (&[&str], u64),
) -> Option<Score> {
    let query = limited(rules, played, nodes).options(options);
    let found = query.run_by(&mut mcts::<R, Flat>(Flat, given));
    (query.control.nodes.count() < nodes).then(|| best(&found).score)
}

/// The same where it is to be proven.
fn proven<R: Rules>(rules: &R, played: &PlayedGame<R>) -> Score {
    let found = proof(rules, played, one_line(1), (&[], 3_000_000));
    found.unwrap_or_else(|| panic!("nothing is proven of {:?}", played.position()))
}

const ONE_SIDE: Repetition = Repetition { binds: Binds::Only(Side::Second), ..Repetition::SUPERKO };
const DRAWN: Repetition = Repetition { count: 2, ..Repetition::THREEFOLD };
const LOST: Repetition = Repetition { then: Then::RepeaterLoses, ..DRAWN };

#[test]
fn what_is_proven_of_games_with_cycles_is_what_minimax_finds() {
    let rules = [Repetition::SUPERKO, Repetition::POSITIONAL_SUPERKO, ONE_SIDE, DRAWN, LOST];
    let mut ends = [0; 3];
    for repetition in rules {
        for seed in 0..100 {
            let (alternating, margins) = (seed % 2 == 0, seed % 3 == 0);
            let shape = Shape { alternating, margins, nodes: 9, ..Shape::SMALL };
            let graph = Graph::random(seed, shape).with_repetition(repetition);
            let graph = if seed % 4 == 1 { graph.where_stuck_loses() } else { graph };
            let played = PlayedGame::new(&graph, 0);
            if played.moves(&graph).is_empty() {
                continue;
            }
            let value = value(&graph, &played, 14);
            for (threads, given) in [(1, &[][..]), (2, &["MctsRave=0"]), (1, &["MctsPlayout=4"])] {
                let what = format!("{repetition:?}, seed {seed}, {threads} {given:?}");
                let found = proof(&graph, &played, one_line(threads), (given, 3000));
                let Some(score) = found else {
                    // There, the first side may go on for ever.
                    assert_eq!(repetition, ONE_SIDE, "{what}");
                    continue;
                };
                assert!(agrees(score, value), "{what}: {score:?}, minimax {value:?}");
            }
            ends[if value > Score::DRAW { 0 } else { 1 + usize::from(value < Score::DRAW) }] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 60), "{ends:?}");
}

#[test]
fn what_is_proven_of_tictactoe_is_what_minimax_finds() {
    let mut number = 0;
    for seed in 0..12 {
        let Ok(()) = laws::each_position(&GAME, seed, |played| {
            let left = 9 - u32::try_from(played.moves_played().len()).unwrap();
            if played.outcome(&GAME).is_some() || left == 9 && seed > 0 {
                return Ok::<(), std::convert::Infallible>(());
            }
            let score = proven(&GAME, played);
            let value = value(&GAME, played, left);
            assert!(agrees(score, value), "{:?}: {score:?}, {value:?}", played.position());
            number += 1;
            Ok(())
        });
    }
    assert!(number > 50, "{number}");
}

/// Positions of random games of a variant with few plies to go, and their value.
fn endings<G: Game>(variant: &'static str, given: &[(&str, i64)], plies: u32) -> usize {
    let mut all = Settings::defaults(&options::all(GAMES));
    for &(name, value) in given {
        all.set(name, plyglot::core::Value::Spin(value));
    }
    let rules = G::open(variant, &all).unwrap();
    let mut compared = 0;
    for seed in 0..6 {
        let mut games = Vec::new();
        let Ok(()) = laws::each_position(&rules, seed, |played| {
            games.push(played.clone());
            Ok::<(), std::convert::Infallible>(())
        });
        let open = |played: &&PlayedGame<G>| played.outcome(&rules).is_none();
        for played in games.iter().rev().filter(open).take(plies as usize) {
            let score = proven(&rules, played);
            let value = value(&rules, played, 40);
            let what = rules.position_text(played.position());
            assert!(agrees(score, value), "{what}: {score:?}, minimax {value:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn what_is_proven_of_endings_is_what_minimax_finds() {
    let small = [("Connect4.Width", 4), ("Connect4.Height", 4)];
    assert!(endings::<Connect4>("connect4", &small, 8) > 30);
    assert!(endings::<Othello>("othello4", &[], 7) > 30);
}

/// Two games on five lines in which Black needs all 25 points, and has them: White's stones have a liberty,
/// or two. A pass comes to a loss at most, since White ends the game by passing, too, however well it looked
/// while White did something else.
#[test]
fn a_won_game_is_not_passed_away() {
    let games = [
        "C3 C4 D4 D3 B4 C2 B3 E2 D1 C5 B5 D5 E4 E3 E5 D5 C5 B2 A2 A3 A4 pass A1 E1 B1 D2",
        "C3 B4 C4 B2 B3 D2 C2 D4 D3 D5 A4 C5 E3 C1 E2 B5 D1 A2 B1 E4 A1 pass A5 A3 A4 A3",
    ];
    let rules = Go::new(Terms { size: 5, rules: RuleSet::CHINESE, komi: 49, handicap: 0 });
    for moves in games {
        let mut played = PlayedGame::new(&rules, rules.start());
        for name in moves.split(' ') {
            let mv = rules.parse_move(&played, name).unwrap();
            played.play(&rules, mv);
        }
        for seed in [2, 3] {
            let mut player =
                Mcts::new(GoEvaluator::default(), SearchParams::NONE, GoPlayouts, &settings(&[]));
            let options = SearchOptions { seed, ..one_line(1) };
            // Enough memory for the whole tree: where it is cut off, what was proven goes with it.
            let table = TranspositionTable::new(64);
            let query = Query { table, ..limited(&rules, &played, 20_000) };
            let found = query.options(options).run_by(&mut player);
            let best = found.answer.unwrap().best;
            assert_ne!(rules.move_text(played.position(), best), "pass", "seed {seed}: {moves}");
        }
    }
}

#[test]
fn a_limit_on_nodes_is_kept_to_the_simulation() {
    let graph = large(1);
    let played = PlayedGame::new(&graph, 0);
    for threads in [1, 2, 4] {
        for nodes in [1, 2, 7, 100, 1023, 1024, 1025, 5000] {
            let query = limited(&graph, &played, nodes).options(one_line(threads));
            let found = query.run_by(&mut mcts(NodeValue, &[]));
            assert_eq!(query.control.nodes.count(), nodes, "{threads} threads");
            assert_eq!(best(&found).nodes, nodes);
            assert_eq!(best(&found).pv[0], found.answer.unwrap().best, "what was said last");
        }
    }
}

#[test]
fn visits_count_those_of_earlier_searches() {
    let graph = large(1);
    let played = PlayedGame::new(&graph, 0);
    let mut player = mcts(NodeValue, &[]);
    let mut query = Query::new(&graph, &played);
    for (visits, nodes) in [(1000, 1000), (1500, 500), (900, 0)] {
        query.limits.visits = Some(visits);
        query.control = SearchControl::unlimited();
        query.run_by(&mut player);
        assert_eq!(query.control.nodes.count(), nodes);
    }
    Player::<Graph>::new_game(&mut player);
    query.control = SearchControl::unlimited();
    query.run_by(&mut player);
    assert_eq!(query.control.nodes.count(), 900, "a new game begins with an empty tree");
    query.table.clear();
    query.control = SearchControl::unlimited();
    query.run_by(&mut player);
    assert_eq!(query.control.nodes.count(), 900, "so it does when the table is cleared");
}

#[test]
fn the_tree_is_kept_for_what_was_played() {
    let graph = large(2);
    let mut played = PlayedGame::new(&graph, 0);
    let mut player = mcts(NodeValue, &[]);
    let table = TranspositionTable::with_buckets(64);
    let first = Query { table, ..limited(&graph, &played, 4000) };
    let found = first.run_by(&mut player);
    let line = best(&found).pv.clone();
    let node = player.node(&graph, &played, &line[..2]).unwrap();
    let Query { table, .. } = first;
    line[..2].iter().for_each(|&mv| played.play(&graph, mv));
    let next = Query { table, ..limited(&graph, &played, 1) };
    next.run_by(&mut player);
    let again = player.node(&graph, &played, &[]).unwrap();
    let visits = |lines: &[String]| -> u32 {
        let digits = |c: char| !c.is_ascii_digit();
        lines[0].split(digits).find(|word| !word.is_empty()).unwrap().parse().unwrap()
    };
    assert!(visits(&node) > 100, "{node:?}");
    assert_eq!(visits(&again), visits(&node) + 1);
}

/// What holds within a search only, a second occurrence for the third, is not believed later.
#[test]
fn a_kept_tree_proves_what_a_new_one_proves() {
    let mut compared = 0;
    for seed in 0..200 {
        let shape = Shape { nodes: 10, alternating: seed % 2 == 0, ..Shape::SMALL };
        let graph = Graph::random(seed, shape).with_repetition(Repetition::THREEFOLD);
        let mut played = PlayedGame::new(&graph, 0);
        let mut player = mcts(NodeValue, &[]);
        let mut table = TranspositionTable::with_buckets(64);
        while played.outcome(&graph).is_none() && played.moves_played().len() < 8 {
            let query = Query { table, ..limited(&graph, &played, 20_000) };
            let found = query.run_by(&mut player);
            let fresh = limited(&graph, &played, 20_000);
            let other = fresh.run_by(&mut mcts(NodeValue, &[]));
            let (best_move, nodes) = (found.answer.as_ref().unwrap().best, &fresh.control.nodes);
            if query.control.nodes.count() < 20_000 && nodes.count() < 20_000 {
                let (kept, new) = (best(&found).score, best(&other).score);
                let alike = [Score::is_win, Score::is_loss].map(|is| is(kept) == is(new));
                assert_eq!(alike, [true; 2], "seed {seed}: {kept:?}, {new:?}");
                compared += 1;
            }
            table = query.table;
            played.play(&graph, best_move);
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn the_same_question_takes_the_same_nodes() {
    let graph = large(3);
    let played = PlayedGame::new(&graph, 0);
    for given in [&[][..], &["MctsPlayout=10000"]] {
        let said = |seed: u64| {
            let options = SearchOptions { seed, ..one_line(1) };
            let query = limited(&graph, &played, 3000).options(options);
            let found = query.run_by(&mut mcts(NodeValue, given));
            found.reports().map(|it| (it.score, it.nodes, it.pv.clone())).collect::<Vec<_>>()
        };
        assert_eq!(said(1), said(1));
        assert_eq!(said(1) == said(2), given.is_empty(), "the seed is that of playouts");
    }
}

#[test]
fn a_search_that_draws_lots_says_where_they_begin() {
    let graph = large(3);
    let played = PlayedGame::new(&graph, 0);
    let said = |given: &[&str]| {
        let options = SearchOptions { seed: 77, seed_is_drawn: true, ..one_line(1) };
        let query = limited(&graph, &played, 10).options(options);
        let found = query.run_by(&mut mcts(NodeValue, given));
        format!("{:?}", found.said).contains("seed 77")
    };
    assert!(said(&["MctsPlayout=3"]));
    assert!(!said(&[]));
}

#[test]
fn it_stops_in_time_and_when_it_is_told() {
    let graph = large(4);
    let played = PlayedGame::new(&graph, 0);
    let millis = Duration::from_millis;
    for threads in [1, 3] {
        for budget in [
            Budget { soft: None, hard: Some(millis(20)) },
            Budget { soft: Some(millis(20)), hard: Some(millis(80)) },
        ] {
            let mut query = Query::new(&graph, &played).options(one_line(threads));
            query.control = clocked(100, budget, None);
            query.run_by(&mut mcts(NodeValue, &[]));
            let used = query.control.time.used().unwrap();
            assert!(used < millis(25), "{used:?}");
        }
    }
    let query = Query::new(&graph, &played);
    query.control.stop.set();
    let found = query.run_by(&mut mcts(NodeValue, &[]));
    assert_eq!(query.control.nodes.count(), 0);
    assert!(played.moves(&graph).contains(&found.answer.unwrap().best), "an answer in any case");
}

#[test]
fn a_clock_that_stands_still_ends_nothing() {
    let graph = large(4);
    let played = PlayedGame::new(&graph, 0);
    let budget = Budget { soft: Some(Duration::from_micros(1)), hard: None };
    let control = SearchControl::new(Arc::new(ScriptedTimer::new(1000)), budget, Some(2000));
    control.time.ponder();
    let query = Query { control, ..Query::new(&graph, &played) };
    query.run_by(&mut mcts(NodeValue, &[]));
    assert_eq!(query.control.nodes.count(), 2000);
}

#[test]
fn only_searchmoves_are_played_and_reported() {
    let line = tictactoe("xx1/oo1/3 x");
    let mut query = limited(&GAME, &line, 500)
        .options(SearchOptions { multi_pv: 9, ..SearchOptions::default() });
    query.search_moves = vec![6, 8];
    let mut player = mcts(Flat, &[]);
    let found = query.run_by(&mut player);
    assert!(found.reports().all(|report| [6, 8].contains(&report.pv[0])), "2 would win");
    assert_eq!(found.lines().len(), 2);
    assert!([6, 8].contains(&found.answer.unwrap().best));
    // What was seen of some moves is not all there is.
    query.search_moves.clear();
    query.control = SearchControl::unlimited();
    assert_eq!(query.run_by(&mut player).answer.unwrap().best, 2);
}

#[test]
fn lines_are_distinct_legal_and_ranked() {
    for seed in 0..40 {
        let shape = Shape { alternating: seed % 2 == 0, nodes: 14, ..Shape::SMALL };
        let graph = Graph::random(seed, shape).with_repetition(Repetition::SUPERKO);
        let played = PlayedGame::new(&graph, 0);
        let options = SearchOptions { multi_pv: 3, ..SearchOptions::default() };
        let query = limited(&graph, &played, 400).options(options);
        let found = query.run_by(&mut mcts(NodeValue, &[]));
        let lines = found.lines();
        let ranks: Vec<usize> = lines.iter().map(|report| report.multi_pv).collect();
        assert_eq!(ranks, (1..=lines.len()).collect::<Vec<_>>());
        let mut firsts: Vec<u16> = lines.iter().map(|report| report.pv[0]).collect();
        firsts.dedup();
        assert_eq!(firsts.len(), lines.len());
        for report in lines {
            // It says the chance that it means, half where it stands even.
            let chance = report.chance.unwrap();
            assert!(chance <= 1000, "{report:?}");
            assert_eq!(chance.cmp(&500), report.score.cmp(&Score::DRAW), "{report:?}");
            let mut played = played.clone();
            for &mv in &report.pv {
                assert!(played.moves(&graph).contains(&mv), "{report:?}");
                played.play(&graph, mv);
            }
        }
    }
}

#[test]
fn a_mate_is_looked_for_no_farther_than_asked() {
    // The centre makes two threats at once: three plies to the win.
    let played = tictactoe("xo1/o2/x2 x");
    for (moves, is_found) in [(1, false), (2, true)] {
        let mut query = Query::new(&GAME, &played);
        query.limits.mate = Some(moves);
        let found = query.run_by(&mut mcts(Flat, &[]));
        assert_eq!(best(&found).score.is_win(), is_found);
        assert_eq!(best(&found).score == Score::win_in(3), is_found);
    }
}

#[test]
fn the_memory_is_bounded_and_what_is_kept_is_right() {
    // A mebibyte holds some thousand nodes.
    let graph = large(5);
    let played = PlayedGame::new(&graph, 0);
    let query = limited(&graph, &played, 60_000);
    let found = query.run_by(&mut mcts(NodeValue, &[]));
    let fill: Vec<u32> = found.reports().map(|report| report.hashfull).collect();
    assert!(
        fill.iter().all(|&fill| fill <= 1000) && fill.iter().any(|&fill| fill > 500),
        "{fill:?}"
    );
    assert_eq!(query.control.nodes.count(), 60_000);
}

#[test]
fn a_search_by_fewer_threads_than_asked_says_so() {
    let graph = large(5);
    let played = PlayedGame::new(&graph, 0);
    let query = limited(&graph, &played, 500).options(one_line(4));
    let mut player = Mcts::new(NodeValue, SearchParams::NONE, UsualPlayouts, &settings(&[]))
        .with_threads(|number| number < 2);
    let found = query.run_by(&mut player);
    assert!(format!("{:?}", found.said).contains("2 of 4 threads search"), "{:?}", found.said);
    assert_eq!(query.control.nodes.count(), 500);
}

/// What whoever looks on has been shown: the visits of the root, for each time the tree was told.
#[derive(Debug, Default)]
struct Onlooker {
    stays: bool,
    roots: Mutex<Vec<u64>>,
    open: AtomicUsize,
}

impl SharedTracer<Graph> for Onlooker {
    fn helper(&self) -> usize {
        1
    }

    fn enter(&self, _: usize, node: &Entering<'_, Graph>) {
        let above = self.open.fetch_add(1, Ordering::Relaxed);
        assert_eq!(above, node.ply as usize, "each told below the one above it");
    }

    fn leave(&self, _: usize, exit: &NodeExit) {
        if self.open.fetch_sub(1, Ordering::Relaxed) == 1 {
            let mut roots = self.roots.lock().unwrap();
            *roots.last_mut().unwrap() += exit.nodes + exit.again;
        }
    }

    fn abandon(&self, _: usize) {}

    fn looks_on(&self) -> bool {
        self.stays
    }

    fn anew(&self) {
        self.roots.lock().unwrap().push(0);
    }
}

#[test]
fn who_looks_on_is_told_the_whole_tree_anew_with_every_report() {
    let graph = large(5);
    let played = PlayedGame::new(&graph, 0);
    for (stays, times) in [(true, 5..20), (false, 1..2)] {
        let onlooker = Onlooker { stays, ..Onlooker::default() };
        let query = limited(&graph, &played, 1_000);
        let query = Query { tracer: Some(&onlooker), ..query };
        query.run_by(&mut mcts(NodeValue, &[]));
        let roots = onlooker.roots.into_inner().unwrap();
        assert!(times.contains(&roots.len()) && roots.is_sorted(), "{roots:?}");
        assert!((900..=1_000).contains(roots.last().unwrap()), "{roots:?}");
    }
}
