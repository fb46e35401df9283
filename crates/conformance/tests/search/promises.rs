//! What a search promises besides the right score: lines that can be played, limits that are kept,
//! the same nodes for the same question, an answer even when the evaluator fails.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot::core::Side::{First, Second};
use plyglot::core::{Bound, Limits, Score};
use plyglot::game::played_game::ended_by_history;
use plyglot::game::{
    Evaluator, NoTactics, NodeTactics, Notation, Outcome, PlayedGame, Repetition, ReverseFutility,
    Rules, SearchParams, Tactics,
};
use plyglot::games::Game;
use plyglot::games::chess::{Chess, ChessEvaluator};
use plyglot::games::tictactoe::{End, TicTacToe};
use plyglot::host::event::Answer;
use plyglot::host::job::first_legal;
use plyglot::search::time::{Budget, ScriptedTimer};
use plyglot::search::{
    Config, PvInfo, SearchControl, SearchInfo, SearchOptions, Skill, TranspositionTable,
};
use plyglot_conformance::graph::{Flat, Graph, Node, NodeValue, Shape};
use plyglot_conformance::laws;
use plyglot_conformance::searching::Query;

pub(super) const GAME: TicTacToe = TicTacToe { drop_notation: false, end: End::Full };

fn options(threads: usize, multi_pv: usize) -> SearchOptions {
    SearchOptions { threads, multi_pv, ..SearchOptions::default() }
}

pub(super) fn tictactoe(position: &str) -> PlayedGame<TicTacToe> {
    PlayedGame::new(&GAME, GAME.parse_position(position).unwrap())
}

/// A game too large to be solved, with no win that would end the search.
pub(super) fn large(seed: u64) -> Graph {
    let shape = Shape { nodes: 500, moves_max: 8, ends_percent: 2, margins: true, ..Shape::SMALL };
    Graph::random(seed, shape)
}

pub(super) fn clocked(step_us: u64, budget: Budget, nodes_max: Option<u64>) -> SearchControl {
    let control = SearchControl::new(Arc::new(ScriptedTimer::new(step_us)), budget, nodes_max);
    control.time.start();
    control
}

/// Plays the principal variation of `report` and checks that every move is legal, that none comes
/// after the end of the game, and that the position at its end has the score reported.
fn check_pv<R: Notation, E: Evaluator<R>>(
    (rules, evaluator): (&R, &E),
    root: &PlayedGame<R>,
    report: &PvInfo<R::Move>,
) {
    let what = format!("{report:?} in {}", rules.position_text(root.position()));
    assert_eq!(report.bound, Bound::Exact, "{what}");
    let mut played = PlayedGame::new(rules, root.setup().clone());
    for &mv in root.moves_played() {
        played.play(rules, mv);
    }
    let side = rules.side_to_move(root.position());
    let repetition = rules.repetition().in_search(root.key_history());
    for (ply, &mv) in report.pv.iter().enumerate() {
        assert!(ply == 0 || played.outcome(rules).is_none(), "{what}");
        assert!(played.moves(rules).contains(&mv), "{what}");
        played.play(rules, mv);
    }
    let plies = u32::try_from(report.pv.len()).unwrap();
    let end = played.position();
    // The search counts the second time already. With no depth left, nobody has asked whether
    // every move is forbidden.
    let repeated = ended_by_history(rules, repetition, played.key_history(), played.position());
    let outcome = rules.outcome(end).or(repeated).or_else(|| {
        played.outcome(rules).filter(|o| plies < report.depth || o.reason != "no move")
    });
    let score = match outcome {
        Some(outcome) => outcome.score(side, plies),
        None if rules.side_to_move(end) == side => evaluator.evaluate(rules, end),
        None => -evaluator.evaluate(rules, end),
    };
    assert_eq!(score, report.score, "{what}");
    assert!(outcome.is_some() || !report.exact, "{what}");
}

#[test]
fn the_best_line_can_be_played_and_ends_in_its_score() {
    let draw = Repetition { count: 2, ..Repetition::THREEFOLD };
    for repetition in [Repetition::NONE, Repetition::SUPERKO, Repetition::KO, draw] {
        for seed in 0..500 {
            let alternating = seed % 2 == 0;
            let shape = Shape { alternating, margins: seed % 5 == 0, nodes: 14, ..Shape::SMALL };
            let graph = Graph::random(seed, shape).with_repetition(repetition);
            let played = PlayedGame::new(&graph, 0);
            for depth in [1, 3, 6, 9] {
                let query = Query::new(&graph, &played).depth(depth).options(options(1, 3));
                let found = query.run(NodeValue);
                let lines = found.lines();
                assert_eq!(lines.len(), played.moves(&graph).len().min(3));
                for report in &lines {
                    check_pv((&graph, &NodeValue), &played, report);
                }
                let best = found.answer.map(|answer| answer.best);
                assert_eq!(best, lines.first().map(|report| report.pv[0]), "seed {seed}");
            }
        }
    }
}

#[test]
fn the_best_line_of_a_selective_search_ends_in_its_score() {
    let chess = Chess::default();
    for seed in 0..6 {
        let Ok(()) = laws::each_position(&chess, seed, |played| {
            let is_over = played.outcome(&chess).is_some();
            if is_over || played.moves_played().len() % 6 != 0 {
                return Ok::<(), Infallible>(());
            }
            let found = Query::new(&chess, played)
                .depth(5)
                .options(options(1, 2))
                .params(chess.search_params())
                .run(ChessEvaluator::default());
            for report in found.lines() {
                check_pv((&chess, &ChessEvaluator::default()), played, report);
            }
            Ok(())
        });
    }
}

#[test]
fn lines_are_distinct_and_sorted() {
    let Ok(()) = laws::each_position(&GAME, 5, |played| {
        for threads in [1, 2] {
            let found = Query::new(&GAME, played).depth(6).options(options(threads, 9)).run(Flat);
            let lines = found.lines();
            let mut firsts: Vec<u8> = lines.iter().map(|report| report.pv[0]).collect();
            firsts.sort_unstable();
            assert_eq!(firsts, played.moves(&GAME));
            assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
            let ranks: Vec<usize> = lines.iter().map(|report| report.multi_pv).collect();
            assert_eq!(ranks, (1..=lines.len()).collect::<Vec<_>>());
        }
        Ok::<(), Infallible>(())
    });
}

#[test]
fn a_limit_on_nodes_is_kept_to_the_node() {
    let graph = large(1);
    let played = PlayedGame::new(&graph, 0);
    for nodes in [1, 2, 7, 100, 1023, 1024, 1025, 5000] {
        let mut query = Query::new(&graph, &played);
        query.control = clocked(0, Budget::default(), Some(nodes));
        let found = query.run(NodeValue);
        assert_eq!(query.control.nodes.count(), nodes);
        assert!(played.moves(&graph).contains(&found.answer.unwrap().best));
    }
}

#[test]
fn the_last_line_said_is_the_one_that_is_played() {
    let mut cut = 0;
    for (seed, nodes) in (1..=4).flat_map(|seed| (50..4000).step_by(51).map(move |n| (seed, n))) {
        let graph = large(seed);
        let played = PlayedGame::new(&graph, 0);
        let mut query = Query::new(&graph, &played);
        query.control = clocked(0, Budget::default(), Some(nodes));
        let found = query.run(NodeValue);
        let best = found.answer.as_ref().unwrap().best;
        let said: Vec<_> = found.reports().filter(|said| said.bound != Bound::Upper).collect();
        assert_eq!(said.last().unwrap().pv[0], best, "{nodes} nodes");
        assert_eq!(found.reports().next_back().unwrap().nodes, nodes);
        // Without the last word of the stopped iteration, another move would have been the last.
        cut += usize::from(said.iter().nth_back(1).is_some_and(|before| before.pv[0] != best));
    }
    assert!(cut > 0, "no search was stopped after a change of mind");
}

#[test]
fn what_nobody_searched_has_no_score() {
    let chess = Chess::default();
    // Captures everywhere: the first move is not done with after a node.
    let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let played = PlayedGame::new(&chess, chess.parse_position(text).unwrap());
    for nodes in [0, 1, 2, 5, 50, 500] {
        let mut query = Query::new(&chess, &played).params(chess.search_params());
        query.control = clocked(0, Budget::default(), Some(nodes));
        let found = query.run(ChessEvaluator::default());
        let is_score = |report: &PvInfo<_>| report.score > Score::MINUS_INFINITE;
        assert!(found.reports().all(is_score), "{nodes} nodes: {:?}", found.said);
        assert!(found.answer.is_some());
    }
}

#[test]
fn the_same_question_takes_the_same_nodes() {
    let graph = large(3);
    let played = PlayedGame::new(&graph, 0);
    let nodes = || {
        let query = Query::new(&graph, &played).depth(10);
        query.run(NodeValue);
        query.control.nodes.count()
    };
    let first = nodes();
    assert!(first > 1000, "{first} nodes prove nothing");
    assert_eq!(nodes(), first);
}

#[test]
fn only_searchmoves_are_played_and_reported() {
    let line = tictactoe("xx1/oo1/3 x");
    let mut query = Query::new(&GAME, &line).options(options(1, 9));
    query.search_moves = vec![6, 8];
    let found = query.run(Flat);
    assert_eq!(found.lines().len(), 2);
    assert!(found.reports().all(|report| [6, 8].contains(&report.pv[0])), "2 would win");
    assert!([6, 8].contains(&found.answer.unwrap().best));
}

#[test]
fn mate_is_looked_for_no_farther_than_asked() {
    // The centre makes two threats at once: three plies to the win.
    let played = tictactoe("xo1/o2/x2 x");
    let mut query = Query::new(&GAME, &played);
    query.limits.mate = Some(2);
    let found = query.run(Flat);
    assert_eq!(found.lines()[0].score, Score::win_in(3));
    assert_eq!(found.answer.unwrap().depth, 3);
    // Nobody ever wins here, and no depth would show it.
    let graph = Graph::new(vec![
        Node::inner(First, &[1, 3]),
        Node::inner(Second, &[2]),
        Node::inner(First, &[1, 3]),
        Node::inner(Second, &[0, 2]),
    ]);
    let played = PlayedGame::new(&graph, 0);
    let mut query = Query::new(&graph, &played);
    query.limits.mate = Some(2);
    assert_eq!(query.run(Flat).answer.unwrap().depth, 3);
}

#[test]
fn a_side_that_moves_again_expects_no_reply() {
    let graph = Graph::new(vec![
        Node::inner(First, &[1]),
        Node::inner(First, &[2]),
        Node::inner(Second, &[3]),
        Node::end(First, Outcome::draw("drawn")),
    ]);
    let ponder = |start| {
        let played = PlayedGame::new(&graph, start);
        Query::new(&graph, &played).run(Flat).answer.unwrap().ponder
    };
    assert_eq!(ponder(0), None, "2 is First's own move");
    assert_eq!(ponder(1), Some(3));
}

/// The side to move is always in check: nothing may be pruned on an evaluation, however much the game allows it.
#[derive(Clone, Copy, Debug)]
struct InCheck(bool);

impl Evaluator<Graph> for InCheck {
    type Tactics = Self;

    fn tactics(&self) -> &Self {
        self
    }

    fn evaluate(&self, rules: &Graph, pos: &u16) -> Score {
        NodeValue.evaluate(rules, pos)
    }
}

impl Tactics<Graph> for InCheck {
    type Node<'a> = Self;

    fn node<'a>(&'a self, _: &'a Graph, _: &'a u16) -> Self {
        *self
    }
}

impl NodeTactics<u16> for InCheck {
    fn in_check(&self) -> bool {
        self.0
    }
}

#[test]
fn no_evaluation_prunes_a_position_in_check() {
    let params = SearchParams {
        reverse_futility: Some(ReverseFutility { margin: 0, depth_max: 6 }),
        ..SearchParams::NONE
    };
    let differ = |in_check: bool| {
        let score = |seed: &u64, params| {
            let graph = Graph::random(*seed, Shape::SMALL);
            let played = PlayedGame::new(&graph, 0);
            let config = Config { params, ..Config::PLAIN };
            let found = Query::new(&graph, &played).depth(6).config(config).run(InCheck(in_check));
            found.lines()[0].score
        };
        (0..200).filter(|seed| score(seed, params) != score(seed, SearchParams::NONE)).count()
    };
    assert!(differ(false) > 0, "quiet positions are pruned");
    assert_eq!(differ(true), 0);
}

/// An evaluator that fails at its n-th evaluation.
#[derive(Clone, Debug)]
struct GivesUp {
    calls: Arc<AtomicU64>,
    at: u64,
}

const LAST_WORDS: &str = "the evaluator gives up";

impl Evaluator<Graph> for GivesUp {
    type Tactics = NoTactics;

    fn tactics(&self) -> &NoTactics {
        &NoTactics
    }

    fn evaluate(&self, rules: &Graph, pos: &u16) -> Score {
        let call = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        assert!(call != self.at, "{LAST_WORDS}");
        NodeValue.evaluate(rules, pos)
    }
}

/// Keeps the intended panics out of the output.
fn hush() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if info.payload().downcast_ref::<String>().is_none_or(|text| text != LAST_WORDS) {
            default(info);
        }
    }));
}

#[test]
fn a_judge_that_panics_costs_one_iteration_and_the_table() {
    hush();
    let graph = large(3);
    let played = PlayedGame::new(&graph, 0);
    for threads in [1, 2] {
        for at in [1, 10, 200, 3000] {
            let evaluator = GivesUp { calls: Arc::default(), at };
            let mut query = Query::new(&graph, &played).options(options(threads, 1));
            query.table = TranspositionTable::with_buckets(16);
            let found = query.run(evaluator.clone());
            let answer = found.answer.unwrap();
            // What was said last may have been found in the iteration that was not finished.
            let last = found.reports().rfind(|report| report.bound == Bound::Exact);
            let last = last.map_or(0, |report| report.depth);
            assert!(answer.depth == last || answer.depth + 1 == last, "{answer:?} {last}");
            assert!(played.moves(&graph).contains(&answer.best));
            let failures = found.said.iter().filter(|saying| match saying {
                SearchInfo::Failure(text) => text == LAST_WORDS,
                _ => false,
            });
            assert_eq!(failures.count(), 1, "threads {threads}, call {at}");
            assert_eq!(query.table.hashfull(), 0, "the table is cleared");
            query.control = SearchControl::unlimited();
            query.limits.depth = Some(4);
            let next = query.run(evaluator);
            assert_eq!(next.answer.unwrap().depth, 4, "the next search works");
        }
    }
}

#[test]
fn several_lines_of_a_stopped_search_are_those_of_one_iteration() {
    let graph = large(5);
    let played = PlayedGame::new(&graph, 0);
    for nodes in [700, 2000, 5000] {
        let mut query = Query::new(&graph, &played).config(Config::PLAIN).options(options(1, 3));
        query.control = clocked(1, Budget::default(), Some(nodes));
        let found = query.run(NodeValue);
        let reports: Vec<_> = found.reports().collect();
        let (before, last) = reports.split_at(reports.len() - 3);
        let finished = &before[before.len() - 3..];
        for (one, other) in last.iter().zip(finished) {
            let said = |report: &PvInfo<u16>| {
                (report.depth, report.multi_pv, report.score, report.pv.clone())
            };
            assert_eq!(said(one), said(other), "{nodes}");
        }
    }
}

#[test]
fn a_weak_player_draws_lots_from_its_seed() {
    let line = tictactoe("3/3/3 x");
    let choice = |skill, seed| {
        let options =
            SearchOptions { skill: Skill::level(skill), seed, ..SearchOptions::default() };
        let found = Query::new(&GAME, &line).options(options).run(Flat);
        let note = format!("skill {skill}, seed {seed}: chose line ");
        let is_note =
            |saying: &SearchInfo<u8>| matches!(saying, SearchInfo::Note(n) if n.starts_with(&note));
        assert_eq!(found.said.iter().any(is_note), skill < 20, "a draw of lots says its seed");
        let answer = found.answer.unwrap();
        (answer.best, answer.depth)
    };
    let choices: Vec<_> = (0..20).map(|seed| choice(0, seed)).collect();
    assert_eq!(choices, (0..20).map(|seed| choice(0, seed)).collect::<Vec<_>>());
    assert!(choices.iter().any(|other| other.0 != choices[0].0), "{choices:?}");
    assert!(choices.iter().all(|&(_, depth)| depth == 1), "the weakest looks one ply ahead");
    assert_eq!(choice(20, 1), choice(20, 2), "who plays its best has no choice");
}

#[test]
fn a_position_without_moves_has_no_answer() {
    let line = tictactoe("xxx/oo1/3 o");
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let query = Query { limits, ..Query::new(&GAME, &line) };
    assert_eq!(query.run(Flat).answer, None);
}

/// Nodes 1 and 3 are threatened, whatever the search thinks of them.
#[derive(Clone, Copy, Debug)]
struct Threatened;

impl Evaluator<Graph> for Threatened {
    type Tactics = Self;

    fn tactics(&self) -> &Self {
        self
    }

    fn evaluate(&self, rules: &Graph, pos: &u16) -> Score {
        NodeValue.evaluate(rules, pos)
    }
}

impl Tactics<Graph> for Threatened {
    type Node<'a> = At<'a>;

    fn node<'a>(&'a self, _: &'a Graph, pos: &'a u16) -> At<'a> {
        At(pos)
    }
}

/// A node of [`Threatened`].
struct At<'a>(&'a u16);

impl NodeTactics<u16> for At<'_> {
    fn is_threatened(&self) -> bool {
        [1, 3].contains(self.0)
    }
}

/// The second side likes node 1, but all it can do there leads to node 3, which the first side likes
/// more; that node 3 leads to a draw is not looked at, for the horizon waits once.
#[test]
fn what_threatens_at_the_horizon_is_answered_once() {
    let graph = Graph::new(vec![
        Node::inner(First, &[1, 2]),
        Node::inner(Second, &[3]).with_value(50),
        Node::inner(Second, &[4]).with_value(-10),
        Node::inner(First, &[5]).with_value(300),
        Node::inner(First, &[5]),
        Node::end(Second, Outcome::draw("drawn")),
    ]);
    let played = PlayedGame::new(&graph, 0);
    for (threat_extension, quiescence, best, score) in
        [(false, true, 2, 10), (true, true, 1, 300), (true, false, 2, 10)]
    {
        let params = SearchParams { threat_extension, ..SearchParams::NONE };
        let full = Config::full(params, Repetition::NONE);
        let query = Query::new(&graph, &played).depth(1).config(Config { quiescence, ..full });
        let found = query.run(Threatened);
        assert_eq!(
            found.answer.as_ref().map(|answer| answer.best),
            Some(best),
            "{threat_extension}"
        );
        assert_eq!(found.lines()[0].score, Score::cp(score), "{threat_extension}");
    }
}

#[test]
fn a_search_that_failed_is_answered_by_a_legal_move_if_there_is_one() {
    let rules = TicTacToe::default();
    let best = |position: &str| {
        let played = PlayedGame::new(&rules, rules.parse_position(position).unwrap());
        match first_legal(&rules, &played).answer {
            Answer::Move { best, .. } => best,
            other => panic!("{other:?}"),
        }
    };
    let first = rules.move_text(&rules.start(), 0);
    assert_eq!(best("3/3/3 x"), Some(first));
    assert_eq!(best("xxx/oo1/3 o"), None);
}
