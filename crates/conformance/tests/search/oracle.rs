//! The search against plain minimax, in every configuration.
//!
//! What a table may not be used for is shown the other way round: with it, results go wrong.

use super::noisy::Noisy;
use plyglot::core::{Score, Side, zobrist};
use plyglot::game::repetition::{Binds, TableUse, Then};
use plyglot::game::{Evaluator, NoTactics, Outcome, PlayedGame, Repetition, Rules, SearchParams};
use plyglot::games::tictactoe::{self, TicTacToe};
use plyglot::search::{Config, SearchOptions, TtMode};
use plyglot_conformance::graph::{Flat, Graph, NodeValue, Shape};
use plyglot_conformance::laws;
use plyglot_conformance::minimax::{Minimax, line_again};
use plyglot_conformance::searching::Query;

pub(super) fn oracle<'a, R: Rules, E: Evaluator<R>>(
    rules: &'a R,
    evaluator: &'a E,
) -> Minimax<'a, R, E> {
    Minimax { rules, evaluator, quiescence: false, check_extension: false }
}

/// An evaluation without sense or pattern, so that every score tells which leaf it came from.
#[derive(Clone, Copy, Debug)]
struct Whim;

impl Evaluator<TicTacToe> for Whim {
    type Tactics = NoTactics;

    fn tactics(&self) -> &NoTactics {
        &NoTactics
    }

    fn evaluate(&self, rules: &TicTacToe, pos: &tictactoe::Position) -> Score {
        Score::cp(i32::try_from(rules.key(pos) % 400).unwrap() - 200)
    }
}

/// Every way of searching that promises the score of minimax at the same depth, and the options
/// that may not change it.
fn configurations(modes: &[TtMode]) -> Vec<(Config, SearchOptions)> {
    let mut all = Vec::new();
    for &table in modes {
        for bits in 0..16u8 {
            let is_set = |bit: u8| bits >> bit & 1 == 1;
            let (aspiration, statistics) = (is_set(0), is_set(1));
            let config = Config { tt: table, aspiration, statistics, ..Config::PLAIN };
            let (threads, multi_pv) =
                (if is_set(2) { 2 } else { 1 }, if is_set(3) { 3 } else { 1 });
            all.push((config, SearchOptions { threads, multi_pv, ..SearchOptions::default() }));
        }
    }
    all
}

/// Searches `line` to `depth` and compares every line reported with the oracle's values.
fn compare<R: Rules, E: Evaluator<R>>(
    (rules, evaluator): (&R, &E),
    played: &PlayedGame<R>,
    depth: u32,
    (config, options): (Config, SearchOptions),
    values: &[Score],
    what: &str,
) {
    let found = Query::new(rules, played)
        .depth(depth)
        .config(config)
        .options(options)
        .run(evaluator.clone());
    let scores: Vec<Score> = found.lines().iter().map(|report| report.score).collect();
    let wanted = &values[..options.multi_pv.min(values.len())];
    assert_eq!(scores, wanted, "{what}, depth {depth}, {config:?}, {options:?}");
    assert_eq!(found.answer.is_none(), values.is_empty(), "{what}");
}

const PROMISING: [TtMode; 3] = [TtMode::Off, TtMode::Order, TtMode::SameDepth];

#[test]
fn tictactoe_is_searched_as_minimax_does_at_every_depth() {
    let rules = TicTacToe::default();
    let configurations = configurations(&PROMISING);
    let mut number = 0;
    for seed in 0..60 {
        let Ok(()) = laws::each_position(&rules, seed, |played| {
            for depth in 1..=5.min(9 - u32::try_from(played.moves_played().len()).unwrap()) {
                let values = oracle(&rules, &Whim).root(played, depth);
                let configuration = configurations[number % configurations.len()];
                number += 1;
                let what = format!("seed {seed}, {:?}", played.position());
                compare((&rules, &Whim), played, depth, configuration, &values, &what);
            }
            Ok::<(), std::convert::Infallible>(())
        });
    }
    assert!(number > 20 * configurations.len(), "{number} searches");
}

#[test]
fn tictactoe_to_the_end_has_the_same_score_in_every_configuration() {
    let rules = TicTacToe::default();
    let all = [PROMISING.as_slice(), &[TtMode::Deeper]].concat();
    let mut played = PlayedGame::new(&rules, rules.start());
    for mv in [0, 1, 4] {
        let depth = 9 - u32::try_from(played.moves_played().len()).unwrap();
        let values = oracle(&rules, &Whim).root(&played, depth);
        for configuration in configurations(&all) {
            compare((&rules, &Whim), &played, depth, configuration, &values, "to the end");
        }
        played.play(&rules, mv);
    }
}

const ONE_SIDE: Repetition = Repetition { binds: Binds::Only(Side::Second), ..Repetition::SUPERKO };
const DRAW_AT_ONCE: Repetition = Repetition { count: 2, ..Repetition::THREEFOLD };
const REPEATER_LOSES: Repetition = Repetition { then: Then::RepeaterLoses, ..DRAW_AT_ONCE };

pub(super) const RULES: [(&str, Repetition); 8] = [
    ("no rule", Repetition::NONE),
    ("threefold", Repetition::THREEFOLD),
    ("superko", Repetition::SUPERKO),
    ("positional superko", Repetition::POSITIONAL_SUPERKO),
    ("ko", Repetition::KO),
    ("superko for the second side", ONE_SIDE),
    ("draw at the second", DRAW_AT_ONCE),
    ("the repeater loses", REPEATER_LOSES),
];

/// A random game; the seeds go through all kinds.
fn graph(seed: u64, repetition: Repetition) -> Graph {
    let shape = Shape {
        alternating: !seed.is_multiple_of(3),
        margins: seed.is_multiple_of(5),
        ..Shape::SMALL
    };
    let graph = Graph::random(seed, shape).with_repetition(repetition);
    if seed.is_multiple_of(2) { graph.where_stuck_loses() } else { graph }
}

/// A few random moves, so that there is a history to repeat.
pub(super) fn opening(graph: &Graph, seed: u64) -> PlayedGame<Graph> {
    let mut opening = PlayedGame::new(graph, 0);
    let Ok(()) = laws::each_position(graph, seed, |played| {
        if played.moves_played().len() as u64 <= seed % 4
            && graph.outcome(played.position()).is_none()
        {
            opening = line_again(graph, played);
        }
        Ok::<(), std::convert::Infallible>(())
    });
    opening
}

#[test]
fn three_thousand_graphs_are_searched_as_minimax_does_under_every_repetition_rule() {
    for (name, repetition) in RULES {
        // With a rule that looks back, equal depth does not make equal values.
        let modes = if repetition.is_on() { &PROMISING[..2] } else { &PROMISING[..] };
        let configurations = configurations(modes);
        for seed in 0..3000 {
            let graph = graph(seed, repetition);
            let played = opening(&graph, seed);
            let depth = 1 + u32::try_from(seed % 7).unwrap();
            let in_search =
                graph.clone().with_repetition(repetition.in_search(played.key_history()));
            let values = oracle(&in_search, &NodeValue).root(&played, depth);
            let configuration =
                configurations[usize::try_from(seed).unwrap() % configurations.len()];
            let what = format!("{name}, seed {seed}");
            compare((&graph, &NodeValue), &played, depth, configuration, &values, &what);
        }
    }
}

#[test]
fn quiescence_loses_nothing() {
    for checks in [false, true] {
        for (name, repetition) in RULES {
            let modes = if repetition.is_on() { &PROMISING[..2] } else { &PROMISING[..] };
            let configurations = configurations(modes);
            for seed in 0..600 {
                // Who must move in every check may go round for ever without a rule.
                let acyclic = checks && repetition != Repetition::SUPERKO;
                let shape = Shape { nodes: 16, acyclic, ..Shape::SMALL };
                let graph = Graph::random(seed, shape).with_repetition(repetition);
                let graph = if seed % 2 == 0 { graph.where_stuck_loses() } else { graph };
                let played = opening(&graph, seed);
                let depth = 1 + u32::try_from(seed % 4).unwrap();
                let evaluator = Noisy { checks };
                let in_search =
                    graph.clone().with_repetition(repetition.in_search(played.key_history()));
                let check_extension = seed % 3 == 0;
                let oracle = Minimax {
                    rules: &in_search,
                    evaluator: &evaluator,
                    quiescence: true,
                    check_extension,
                };
                let values = oracle.root(&played, depth);
                let (config, options) =
                    configurations[usize::try_from(seed).unwrap() % configurations.len()];
                let params = SearchParams { check_extension, ..SearchParams::NONE };
                let config = Config { quiescence: true, params, ..config };
                let what = format!("{name}, seed {seed}, checks {checks}");
                compare((&graph, &evaluator), &played, depth, (config, options), &values, &what);
            }
        }
    }
}

/// On how many of 3,000 graphs searched to the end the search has another winner than minimax.
/// `None` searches as in play.
fn wrong_winners<E: Evaluator<Graph>>(
    repetition: Repetition,
    table: Option<TtMode>,
    evaluator: &E,
) -> usize {
    /// No game of twelve nodes is longer under a rule that ends or forbids the second occurrence.
    const DEPTH: u32 = 40;
    let is_wrong = |&seed: &u64| {
        let shape = Shape { margins: seed.is_multiple_of(5), ..Shape::SMALL };
        let graph = Graph::random(seed, shape).with_repetition(repetition);
        let played = PlayedGame::new(&graph, 0);
        let in_search = graph.clone().with_repetition(repetition.in_search(played.key_history()));
        let values = oracle(&in_search, &Flat).root(&played, DEPTH);
        let mut query = Query::new(&graph, &played).depth(DEPTH);
        query.config =
            table.map(|table| Config { tt: table, ..Config::full(SearchParams::NONE, repetition) });
        let found = query.run(evaluator.clone());
        let sign = |score: &Score| score.raw().signum();
        found.lines().first().map(|played| sign(&played.score)) != values.first().map(sign)
    };
    (0..3000).filter(is_wrong).count()
}

#[test]
fn as_in_play_every_solved_graph_has_the_right_winner() {
    for (name, repetition) in RULES {
        if repetition == Repetition::NONE || repetition == Repetition::KO {
            continue; // Their games may go on for ever.
        }
        assert_eq!(wrong_winners(repetition, None, &Flat), 0, "{name}");
        if repetition.table_use() == TableUse::OrderOnly {
            assert_eq!(wrong_winners(repetition, None, &NodeValue), 0, "{name}, with evaluations");
        }
    }
}

/// The known price of cutting where a repetition draws: a value that hangs on one path is believed
/// on another (graph history interaction). Never cutting would cost a quarter more nodes.
#[test]
fn where_repetition_draws_hardly_a_winner_is_wrong() {
    let wrong = wrong_winners(Repetition::THREEFOLD, None, &NodeValue);
    assert!(wrong <= 3, "{wrong} of 3000 games of nothing but cycles");
}

#[test]
fn table_cuts_go_wrong_where_the_rule_forbids_them() {
    for (name, repetition) in RULES {
        if repetition.table_use() == TableUse::Cut || repetition == Repetition::KO {
            continue;
        }
        let wrong = wrong_winners(repetition, Some(TtMode::Deeper), &Flat);
        assert!(wrong > 0, "{name}: the table might as well cut");
        assert_eq!(wrong_winners(repetition, Some(TtMode::Order), &Flat), 0, "{name}");
    }
}

/// Without a rule, minimax of a depth depends on the node alone: the values of all nodes, one
/// depth from the last, give the value of a depth far beyond the length of any forced win.
#[test]
fn without_a_repetition_rule_the_winner_is_that_of_two_hundred_plies() {
    for seed in 0..3000 {
        let graph = graph(seed, Repetition::NONE);
        let nodes: Vec<u16> = (0..u16::try_from(graph.len()).unwrap()).collect();
        let mut values = vec![0; graph.len()];
        for _ in 0..200 {
            values = nodes.iter().map(|&node| winner_after(&graph, node, &values)).collect();
        }
        let played = PlayedGame::new(&graph, 0);
        let found = Query::new(&graph, &played).depth(30).run(Flat);
        assert_eq!(found.lines()[0].score.raw().signum(), values[0], "seed {seed}");
    }
}

/// 1, 0 or -1 for the side to move, where `values` are those of a ply later.
fn winner_after(graph: &Graph, node: u16, values: &[i32]) -> i32 {
    let side = graph.side_to_move(&node);
    if let Some(outcome) = graph.outcome(&node) {
        return outcome.winner().map_or(0, |winner| if winner == side { 1 } else { -1 });
    }
    let mut moves = Vec::new();
    graph.legal_moves(&node, &mut moves);
    let value = |&to: &u16| {
        let value = values[usize::from(to)];
        if graph.side_to_move(&to) == side { value } else { -value }
    };
    moves.iter().map(value).max().unwrap()
}

/// First walks to a goal, Second waits. After seven plies without a rest the game is drawn; the
/// key leaves that counter out, as in chess.
#[derive(Clone, Copy, Debug)]
struct Walk;

const REST_LIMIT: u8 = 7;
/// No search in the test is deeper than the way from just before this to the limit.
const NEAR_LIMIT: u8 = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Walker {
    distance: u8,
    since_rest: u8,
    side: Side,
}

impl Rules for Walk {
    type Position = Walker;
    /// 0 waits, 1 walks, 2 rests.
    type Move = u8;

    fn start(&self) -> Walker {
        Walker { distance: 2, since_rest: 0, side: Side::First }
    }

    fn side_to_move(&self, pos: &Walker) -> Side {
        pos.side
    }

    fn legal_moves(&self, pos: &Walker, out: &mut Vec<u8>) {
        if pos.distance > 0 {
            out.extend(if pos.side == Side::First { &[0, 1, 2][..] } else { &[0] });
        }
    }

    fn play(&self, pos: &mut Walker, mv: u8) {
        pos.distance -= u8::from(mv == 1);
        pos.since_rest = if mv == 2 { 0 } else { pos.since_rest + 1 };
        pos.side = pos.side.other();
    }

    fn outcome(&self, pos: &Walker) -> Option<Outcome> {
        let counted = Outcome::claimable_draw("no rest");
        let drawn = (pos.since_rest >= REST_LIMIT).then_some(counted);
        if pos.distance == 0 { Some(Outcome::win(Side::First, "arrived")) } else { drawn }
    }

    fn stuck(&self, _: &Walker) -> Outcome {
        Outcome::draw("no move")
    }

    fn key(&self, pos: &Walker) -> u64 {
        zobrist::random(7, u64::from(pos.distance) * 2 + pos.side.index() as u64)
    }

    fn encode_move(mv: u8) -> u16 {
        mv.into()
    }

    fn is_near_limit(&self, pos: &Walker) -> bool {
        pos.since_rest >= NEAR_LIMIT
    }
}

#[test]
fn a_value_found_near_the_limit_of_a_counter_is_not_used_far_from_it() {
    for distance in 1..4 {
        for since_rest in 0..REST_LIMIT {
            let played = PlayedGame::new(&Walk, Walker { distance, since_rest, side: Side::First });
            for depth in 1..=u32::from(REST_LIMIT - NEAR_LIMIT) {
                let values = oracle(&Walk, &Flat).root(&played, depth);
                for configuration in configurations(&PROMISING) {
                    let what = format!("distance {distance}, {since_rest} since the last rest");
                    compare((&Walk, &Flat), &played, depth, configuration, &values, &what);
                }
            }
        }
    }
}
