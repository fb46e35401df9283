//! What the selective parts of the search go by, each on a game on paper in which going by
//! something else plays another move: static evals and what the table knows better, whether they
//! improve, what is behind a pass.

use std::sync::Mutex;

use plyglot::core::Side::{First, Second};
use plyglot::core::{Score, Side};
use plyglot::endgame::Value;
use plyglot::game::{
    Evaluator, NoTactics, NullMove, Outcome, PlayedGame, ReverseFutility, Rules, SearchParams,
    Tactics,
};
use plyglot::search::tracer::{Entering, ExitReason, NodeExit, SharedTracer};
use plyglot::search::{Config, TtMode};
use plyglot_conformance::graph::{Graph, Node, NodeValue};

use super::tables::Known;
use plyglot_conformance::searching::Query;

/// A graph in which one of two nodes with one key is near the limit of a counter.
#[derive(Clone, Debug)]
struct Counted {
    graph: Graph,
    /// These two differ in nothing but their counter.
    twins: [u16; 2],
    near: u16,
}

impl Rules for Counted {
    type Position = u16;
    type Move = u16;

    fn start(&self) -> u16 {
        0
    }

    fn side_to_move(&self, pos: &u16) -> Side {
        self.graph.side_to_move(pos)
    }

    fn legal_moves(&self, pos: &u16, out: &mut Vec<u16>) {
        self.graph.legal_moves(pos, out);
    }

    fn play(&self, pos: &mut u16, mv: u16) {
        self.graph.play(pos, mv);
    }

    fn outcome(&self, pos: &u16) -> Option<Outcome> {
        self.graph.outcome(pos)
    }

    fn stuck(&self, pos: &u16) -> Outcome {
        self.graph.stuck(pos)
    }

    fn key(&self, pos: &u16) -> u64 {
        let [one, other] = self.twins;
        self.graph.key(if *pos == other { &one } else { pos })
    }

    fn encode_move(mv: u16) -> u16 {
        mv
    }

    fn is_near_limit(&self, pos: &u16) -> bool {
        *pos == self.near
    }
}

#[derive(Clone, Copy, Debug)]
struct Noted;

impl Evaluator<Counted> for Noted {
    type Tactics = NoTactics;

    fn tactics(&self) -> &NoTactics {
        &NoTactics
    }

    fn evaluate(&self, rules: &Counted, pos: &u16) -> Score {
        NodeValue.evaluate(&rules.graph, pos)
    }
}

/// Searches with each of the twins near the limit in turn: node 2 is the better move, 1 comes first.
fn finds_the_better_move(
    graph: &Graph,
    twins: [u16; 2],
    depth: u32,
    params: SearchParams,
    expected: i32,
) {
    let [first, second] = twins;
    for (near, what) in [(first, "known near the limit"), (second, "asked near the limit")] {
        let rules = Counted { graph: graph.clone(), twins, near };
        let played = PlayedGame::new(&rules, 0);
        let config = Config { params, tt: TtMode::Deeper, quiescence: true, ..Config::PLAIN };
        let found = Query::new(&rules, &played).depth(depth).config(config).run(Noted);
        let best = found.answer.as_ref().unwrap().best;
        assert_eq!((best, found.lines()[0].score), (2, Score::cp(expected)), "{what}");
    }
}

/// Nodes 3 and 4 have one key. Who stood pat at 4 on what was found at 3 would play 1.
#[test]
fn nobody_stands_pat_on_a_score_from_near_the_limit_or_near_it_on_one_from_elsewhere() {
    let graph = Graph::new(vec![
        Node::inner(First, &[1, 2]),
        Node::inner(Second, &[3]),
        Node::inner(Second, &[4]),
        Node::inner(First, &[1]).with_value(0),
        Node::inner(First, &[2]).with_value(50),
    ]);
    finds_the_better_move(&graph, [3, 4], 2, SearchParams::NONE, 50);
}

/// Nodes 6 and 2 have one key. The second side stands at 500 at node 6, which the first side then
/// avoids, and at -10 at node 2: pruned for 500 there, node 2 would be refused.
#[test]
fn no_node_is_pruned_by_a_score_from_near_the_limit_or_near_it_by_one_from_elsewhere() {
    let graph = Graph::new(vec![
        Node::inner(First, &[1, 2]),
        Node::inner(Second, &[3]).with_value(-20),
        Node::inner(Second, &[5]).with_value(-10),
        Node::inner(First, &[4, 6]).with_value(20),
        Node::inner(Second, &[7]).with_value(-20),
        Node::inner(First, &[8]).with_value(10),
        Node::inner(Second, &[9]).with_value(-500),
        Node::inner(First, &[4]).with_value(0),
        Node::inner(Second, &[10]).with_value(-10),
        Node::inner(First, &[6]).with_value(-500),
        Node::inner(First, &[8]).with_value(10),
    ]);
    finds_the_better_move(&graph, [6, 2], 4, futility(0, 3), 10);
}

fn futility(margin: i32, depth_max: i32) -> SearchParams {
    let reverse_futility = Some(ReverseFutility { margin, depth_max });
    SearchParams { reverse_futility, ..SearchParams::NONE }
}

/// Node 3 comes a ply after the root 1, to which node 0 led. Left out because it is 50 for the second
/// side, a hundred less where that is no better than before, it hides that it is worth -30.
#[test]
fn at_ply_1_the_static_eval_is_compared_with_the_position_before_the_root() {
    for (before, best) in [(200, 3), (0, 2)] {
        let graph = Graph::new(vec![
            Node::inner(Second, &[1]).with_value(before),
            Node::inner(First, &[2, 3]),
            Node::inner(Second, &[4]).with_value(0),
            Node::inner(Second, &[5]).with_value(50),
            Node::inner(First, &[2]).with_value(0),
            Node::inner(First, &[3]).with_value(30),
        ]);
        let mut played = PlayedGame::new(&graph, 0);
        played.play(&graph, 1);
        let config = Config { params: futility(100, 1), ..Config::PLAIN };
        let found = Query::new(&graph, &played).depth(2).config(config).run(NodeValue);
        assert_eq!(found.answer.unwrap().best, best, "{before} before");
    }
}

/// The same a ply later: node 3 is one of two answers to the only move of the root.
#[test]
fn at_ply_2_the_static_eval_is_compared_with_the_root() {
    for (root, score) in [(200, -30), (0, 0)] {
        let graph = Graph::new(vec![
            Node::inner(First, &[1]).with_value(root),
            Node::inner(Second, &[2, 3]),
            Node::inner(First, &[4]).with_value(0),
            Node::inner(First, &[5]).with_value(50),
            Node::inner(Second, &[2]).with_value(0),
            Node::inner(Second, &[3]).with_value(30),
        ]);
        let played = PlayedGame::new(&graph, 0);
        let config = Config { params: futility(100, 1), ..Config::PLAIN };
        let found = Query::new(&graph, &played).depth(3).config(config).run(NodeValue);
        assert_eq!(found.lines()[0].score, Score::cp(score), "{root} at the root");
    }
}

/// At node 2 the second side may pass, which leads to node 5.
#[derive(Clone, Copy, Debug)]
struct Passes;

impl Evaluator<Graph> for Passes {
    type Tactics = Self;

    fn tactics(&self) -> &Self {
        self
    }

    fn evaluate(&self, rules: &Graph, pos: &u16) -> Score {
        NodeValue.evaluate(rules, pos)
    }
}

impl Tactics<Graph> for Passes {
    type Node<'a> = NoTactics;

    fn node<'a>(&'a self, _: &'a Graph, _: &'a u16) -> NoTactics {
        NoTactics
    }

    fn null_move(&self, _: &Graph, pos: &u16) -> Option<u16> {
        (*pos == 2).then_some(5)
    }
}

/// Remembers the nodes left by a null move: beta and score.
#[derive(Debug, Default)]
struct NullMoves {
    betas: Mutex<Vec<Score>>,
    left: Mutex<Vec<(Score, Score)>>,
}

impl SharedTracer<Graph> for NullMoves {
    fn helper(&self) -> usize {
        1
    }

    fn enter(&self, _: usize, node: &Entering<'_, Graph>) {
        self.betas.lock().unwrap().push(node.beta);
    }

    fn leave(&self, _: usize, exit: &NodeExit) {
        let beta = self.betas.lock().unwrap().pop().unwrap();
        if exit.reason == ExitReason::NullMove {
            self.left.lock().unwrap().push((beta, exit.score));
        }
    }

    fn abandon(&self, _: usize) {}
}

/// Who has passed may stand better than any evaluation, by tables or by a mate: the pass shows beta.
#[test]
fn a_win_behind_a_pass_counts_no_more_than_beta() {
    let graph = Graph::new(vec![
        Node::inner(First, &[1, 2]),
        Node::inner(Second, &[3]),
        Node::inner(Second, &[4]).with_value(300),
        Node::inner(First, &[6]),
        Node::inner(First, &[7]).with_value(-300),
        Node::inner(First, &[7]).with_value(-250),
        Node::inner(Second, &[3]),
        Node::inner(Second, &[4]).with_value(250),
    ]);
    let played = PlayedGame::new(&graph, 0);
    let null_move = NullMove {
        depth_min: 1,
        reduction: 0,
        depth_divisor: 100,
        eval_divisor: 1000,
        eval_reduction_max: 0,
    };
    let params = SearchParams { null_move: Some(null_move), ..SearchParams::NONE };
    for (value, score) in [(None, 250), (Some(Value::Loss(0)), 0), (Some(Value::Loss(2)), 0)] {
        let known = Known::of(value.map(|value| (5, value)));
        let tracer = NullMoves::default();
        let config = Config { params, ..Config::PLAIN };
        let query = Query::new(&graph, &played).depth(3).config(config);
        let query = Query { tables: Some(known.tables(1)), tracer: Some(&tracer), ..query };
        query.run(Passes);
        let left = tracer.left.into_inner().unwrap();
        assert_eq!(left.last(), Some(&(Score::DRAW, Score::cp(score))), "{value:?}: {left:?}");
    }
}
