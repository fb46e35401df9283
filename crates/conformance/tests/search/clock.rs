//! When a search ends: hard and soft limits, the only move, the adaptive depth, all by a scripted timer.

use std::sync::Arc;
use std::time::Duration;

use super::promises::{GAME, clocked, large, tictactoe};
use plyglot::game::PlayedGame;
use plyglot::search::time::{Budget, ScriptedTimer};
use plyglot::search::{AdaptiveDepth, Config, SearchControl};
use plyglot_conformance::graph::{Flat, NodeValue};
use plyglot_conformance::searching::{Found, Query};

#[test]
fn a_hard_limit_stops_in_the_middle_and_a_soft_one_between_iterations() {
    let graph = large(4);
    let played = PlayedGame::new(&graph, 0);
    let run = |soft: Option<u64>, hard: Option<u64>, target_depth| -> (Found<u16>, u64) {
        let millis = |ms: Option<u64>| ms.map(Duration::from_millis);
        let mut query = Query::new(&graph, &played).config(Config::PLAIN);
        query.options.target_depth = target_depth;
        query.control = clocked(1000, Budget { soft: millis(soft), hard: millis(hard) }, None);
        let found = query.run(NodeValue);
        (found, query.control.nodes.count())
    };
    // A look at the clock takes a millisecond here, and there is one every 1024 nodes.
    let (found, nodes) = run(None, Some(100), None);
    assert!((10_000..=100 * 1024).contains(&nodes), "{nodes}");
    assert!(found.answer.unwrap().depth > 3);
    let (found, soft_nodes) = run(Some(20), None, None);
    assert!(soft_nodes < nodes, "{soft_nodes}");
    let answer = found.answer.unwrap();
    assert_eq!(answer.depth, found.reports().last().unwrap().depth, "no half iteration");
    assert!(!answer.cut, "it set out to do nothing in particular");
    for (soft, hard) in [(None, Some(50)), (Some(20), None)] {
        assert!(run(soft, hard, Some(100)).0.answer.unwrap().cut, "the target was missed");
        assert!(!run(soft, hard, Some(2)).0.answer.unwrap().cut, "the target was reached");
    }
}

/// A twentieth of the time for a move, and by then a score that deserves the name: with two plies it
/// jumped from move to move, and a client draws it as a curve.
#[test]
fn the_only_move_costs_little_time_and_has_a_score_all_the_same() {
    let graph = large(4);
    let played = PlayedGame::new(&graph, 0);
    let all = played.moves(&graph);
    let run = |moves: &[u16]| {
        let mut query = Query::new(&graph, &played).config(Config::PLAIN);
        query.limits.clock = [Some(Duration::from_mins(1)); 2];
        query.search_moves = moves.to_vec();
        let soft = Some(Duration::from_millis(200));
        query.control = clocked(1000, Budget { soft, hard: None }, None);
        let found = query.run(NodeValue);
        (found.answer.unwrap().depth, query.control.nodes.count())
    };
    let ((depth, nodes), (_, nodes_of_choice)) = (run(&all[..1]), run(&all));
    assert!(depth > 2, "{depth}");
    assert!(nodes * 3 < nodes_of_choice, "{nodes} of {nodes_of_choice}");
}

#[test]
fn a_clock_that_stands_still_limits_nothing() {
    let line = tictactoe("3/3/3 x");
    let mut query = Query::new(&GAME, &line);
    let budget = Budget { soft: Some(Duration::ZERO), hard: Some(Duration::ZERO) };
    query.control = SearchControl::new(Arc::new(ScriptedTimer::new(1000)), budget, None);
    let found = query.run(Flat);
    assert!(found.lines()[0].exact, "solved while the opponent thinks");
}

/// Plays `moves` searches with the pace's target depth, a microsecond a node.
fn targets(pace: &mut AdaptiveDepth, moves: usize) -> Vec<u32> {
    let graph = large(5);
    let played = PlayedGame::new(&graph, 0);
    let mut targets = Vec::new();
    for _ in 0..moves {
        let mut query = Query::new(&graph, &played).config(Config::PLAIN);
        query.options.target_depth = Some(pace.target());
        let answer = query.run(NodeValue).answer.unwrap();
        assert_eq!(answer.depth, pace.target());
        targets.push(answer.depth);
        pace.after(Duration::from_micros(query.control.nodes.count()), answer.cut);
    }
    targets
}

/// Nodes of a search of [`targets`] to this depth.
fn nodes_to(depth: u32) -> u64 {
    let graph = large(5);
    let played = PlayedGame::new(&graph, 0);
    let query = Query::new(&graph, &played).depth(depth).config(Config::PLAIN);
    query.run(NodeValue);
    query.control.nodes.count()
}

#[test]
fn the_target_depth_rises_falls_and_swings() {
    let [five, six] = [5, 6].map(nodes_to);
    assert!(five < six, "{five} {six}");
    let micros = Duration::from_micros;
    let fits_six = |start| AdaptiveDepth::new(start, micros(five + 1), micros(six));
    assert_eq!(targets(&mut fits_six(3), 6), [3, 4, 5, 6, 6, 6], "rises");
    assert_eq!(targets(&mut fits_six(9), 6), [9, 8, 7, 6, 6, 6], "falls");
    let mut between = AdaptiveDepth::new(5, micros(five + 1), micros(six - 1));
    assert_eq!(targets(&mut between, 6), [5, 6, 5, 6, 5, 6], "swings where no depth fits");
}
