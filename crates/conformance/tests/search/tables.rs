//! Endgame tables in the search: when they are asked, how often, and what is done with a draw. The
//! tables are a list of nodes, and every game is one on paper.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use plyglot::core::Side::{First, Second};
use plyglot::core::{Bound, Score};
use plyglot::endgame::probe::MoveValues;
use plyglot::endgame::{Cells, Metric, Probe, TableId, Value};
use plyglot::game::{Outcome, PlayedGame, SearchParams};
use plyglot::search::time::Budget;
use plyglot::search::{Config, SearchOptions, TbAccess, TtMode};
use plyglot_conformance::graph::{Graph, Node, NodeValue};

use super::promises::clocked;
use plyglot_conformance::searching::Query;

/// Tables that know these nodes, and remember what they were asked.
#[derive(Debug, Default)]
pub(super) struct Known {
    ends: Vec<(u16, Value)>,
    /// Who would win there, if no rule came before.
    likely: Vec<(u16, Value)>,
    /// What the moves of some nodes are worth.
    moves: Vec<(u16, Vec<Value>)>,
    asked: Mutex<Vec<u16>>,
    hits: AtomicU64,
}

impl Known {
    /// Tables of nothing but these nodes.
    pub(super) fn of(ends: impl IntoIterator<Item = (u16, Value)>) -> Self {
        Self { ends: ends.into_iter().collect(), ..Self::default() }
    }

    pub(super) fn tables(&self, depth_min: i32) -> TbAccess<'_, Graph> {
        TbAccess { probe: self, depth_min, margins: false, only_mates: false, hits: &self.hits }
    }

    fn asked(&self) -> Vec<u16> {
        self.asked.lock().unwrap().clone()
    }
}

impl Probe<Graph> for Known {
    fn verdict(&self, pos: &u16) -> Option<Value> {
        self.end(pos)
    }

    fn end(&self, pos: &u16) -> Option<Value> {
        self.asked.lock().unwrap().push(*pos);
        self.ends.iter().find(|(node, _)| node == pos).map(|(_, value)| *value)
    }

    fn likely(&self, pos: &u16, _: i32) -> Option<Value> {
        self.likely.iter().find(|(node, _)| node == pos).map(|(_, value)| *value)
    }

    fn moves(&self, pos: &u16, _: &[u16]) -> Option<MoveValues> {
        let (_, values) = self.moves.iter().find(|(node, _)| node == pos)?;
        let values = values.clone();
        Some(MoveValues { metric: Metric::Wdl, values, in_time: true })
    }

    fn margin(&self, _: &u16) -> Option<i16> {
        None
    }

    fn margins(&self, _: &u16, _: &[u16]) -> Option<Vec<i16>> {
        None
    }

    fn asks_after_conversions(&self) -> bool {
        false
    }

    fn cells(&self, _: TableId, _: Metric) -> Option<Arc<Cells>> {
        None
    }
}

/// Both moves of the root lead to node 3 in two plies.
#[test]
fn tables_are_asked_once_about_a_position_that_is_met_twice() {
    let graph = Graph::new(vec![
        Node::inner(First, &[1, 2]),
        Node::inner(Second, &[3]),
        Node::inner(Second, &[3]),
        Node::inner(First, &[4]),
        Node::inner(Second, &[0]),
    ]);
    let played = PlayedGame::new(&graph, 0);
    for (value, score) in [
        (Value::Draw, Score::DRAW),
        (Value::Win(0), Score::table_win(2)),
        (Value::Win(5), Score::win_in(7)),
    ] {
        let known = Known::of([(3, value)]);
        let config = Config { tt: TtMode::Deeper, ..Config::PLAIN };
        let query = Query::new(&graph, &played).depth(3).config(config);
        let found = Query { tables: Some(known.tables(1)), ..query }.run(NodeValue);
        assert_eq!(found.lines()[0].score, score);
        let asked = known.asked().into_iter().filter(|node| *node == 3).count();
        assert_eq!(asked, 1, "{value:?}: {:?}", known.asked());
    }
}

/// Node 3 is won by the tables for who has just moved there, if no rule comes before: that is more than
/// any evaluation and less than what is certain. No board comes back after the moves to nodes 1 to 4, but
/// nodes 5 and 6 may follow each other: to these the tables are not to draw the search.
#[test]
fn a_win_that_a_rule_may_cut_short_is_worth_less_than_one_that_is_certain_and_more_than_an_eval() {
    let graph = Graph::new(vec![
        Node::inner(First, &[1, 2]),
        Node::inner(Second, &[3]),
        Node::inner(Second, &[4]),
        Node::inner(First, &[5]).with_value(-900),
        Node::inner(First, &[5]).with_value(900),
        Node::inner(Second, &[6]).with_value(-900),
        Node::inner(First, &[5]).with_value(900),
    ])
    .with_irreversible_moves();
    let played = PlayedGame::new(&graph, 0);
    let search = |known: &Known, depth| {
        let query = Query::new(&graph, &played).depth(depth).config(Config::PLAIN);
        let found = Query { tables: Some(known.tables(1)), ..query }.run(NodeValue);
        (found.answer.as_ref().unwrap().best, found.lines()[0].score)
    };
    let likely = |values: &[(u16, Value)]| Known { likely: values.to_vec(), ..Known::default() };
    let (win, loss) = (Value::Win(0), Value::Loss(0));
    assert_eq!(search(&likely(&[(3, win)]), 4), (1, Score::likely_win(2)));
    assert_eq!(search(&likely(&[(1, loss)]), 4), (1, Score::likely_win(1)));
    assert_eq!(search(&likely(&[(4, loss), (3, loss)]), 4).1, -Score::likely_win(2));
    let certain = Known { ends: vec![(4, win)], ..likely(&[(3, win)]) };
    assert_eq!(search(&certain, 4), (2, Score::table_win(2)));
    // A draw is no better than it looks, and a move that may be taken back sets no counter back.
    assert_eq!(search(&likely(&[(1, Value::Draw)]), 4).0, 2);
    let back = likely(&[(6, win)]);
    assert!(search(&back, 5).1 <= Score::EVAL_MAX);
    let only_mates = TbAccess { only_mates: true, ..certain.tables(1) };
    let query = Query::new(&graph, &played).depth(4).config(Config::PLAIN);
    let found = Query { tables: Some(only_mates), ..query }.run(NodeValue);
    assert!(found.lines()[0].score <= Score::EVAL_MAX);
}

/// By the tables nodes 1 and 2 are drawn and node 3 is lost. The evaluator likes node 3 best and node 2
/// better than node 1, which comes first.
#[test]
fn a_root_that_tables_call_drawn_plays_the_drawing_move_that_looks_best_and_says_a_draw() {
    let graph = Graph::new(vec![
        Node::inner(First, &[1, 2, 3]),
        Node::inner(Second, &[4]).with_value(-10),
        Node::inner(Second, &[5]).with_value(-200),
        Node::inner(Second, &[6]).with_value(-900),
        Node::inner(First, &[1]).with_value(10),
        Node::inner(First, &[2]).with_value(200),
        Node::inner(First, &[3]).with_value(900),
    ]);
    let played = PlayedGame::new(&graph, 0);
    let all = vec![Value::Draw, Value::Draw, Value::Loss(0)];
    let drawn = Known::of((1..7).map(|node| (node, Value::Draw)));
    let moves = vec![(0, all), (1, vec![Value::Draw]), (2, vec![Value::Draw])];
    let known = Known { moves, ..drawn };
    for depth in 1..5 {
        let config = Config::full(SearchParams::NONE, plyglot::game::Repetition::NONE);
        let query = Query::new(&graph, &played).depth(depth).config(config);
        let found = Query { tables: Some(known.tables(0)), ..query }.run(NodeValue);
        assert_eq!(found.answer.as_ref().unwrap().best, 2, "depth {depth}");
        let is_draw = |(score, bound)| score == Score::DRAW && bound == Bound::Exact;
        assert!(found.reports().all(|report| is_draw((report.score, report.bound))));
    }
    assert_eq!(known.asked(), Vec::<u16>::new(), "to the tables all of these are alike");
}

/// All moves of the root keep the draw. After the first two answers keep it too, after the second
/// one of three, after the third the only one there is, and after the fourth the game is over. The
/// evaluator likes the second least.
#[test]
fn in_a_drawn_root_the_move_is_played_that_leaves_fewest_answers_which_keep_the_draw() {
    let mut nodes = vec![
        Node::inner(First, &[1, 2, 3, 4]),
        Node::inner(Second, &[5, 6]).with_value(-900),
        Node::inner(Second, &[5, 6, 7]).with_value(900),
        Node::inner(Second, &[5]).with_value(-900),
        Node::end(Second, Outcome::draw("over")),
    ];
    nodes.extend([5, 6, 7].map(|_| Node::inner(First, &[1])));
    let graph = Graph::new(nodes);
    let played = PlayedGame::new(&graph, 0);
    let (draw, loss) = (Value::Draw, Value::Loss(3));
    let best = |moves: &[(u16, &[Value])], lines: usize| {
        let moves = moves.iter().map(|(node, values)| (*node, values.to_vec())).collect();
        let known = Known { moves, ..Known::default() };
        let options = SearchOptions { multi_pv: lines, ..SearchOptions::default() };
        let query = Query::new(&graph, &played).depth(3).options(options);
        let found = Query { tables: Some(known.tables(1)), ..query }.run(NodeValue);
        (found.answer.as_ref().unwrap().best, found.lines().len())
    };
    let root: (u16, &[Value]) = (0, &[draw; 4]);
    let answers: [(u16, &[Value]); 3] = [(1, &[draw; 2]), (2, &[loss, draw, loss]), (3, &[draw])];
    assert_eq!(best(&[root, answers[0], answers[1], answers[2]], 1), (2, 1));
    // Where more lines are asked for, the next are there too.
    assert_eq!(best(&[root, answers[0], answers[1], answers[2]], 2).1, 2);
    // Tables that do not know all answers leave the choice to the search.
    assert_ne!(best(&[root, answers[0], answers[1]], 1).0, 2);
}

/// A root of ninety moves, whose first iteration is a question for each and ends before a thousand
/// nodes. The time is up at the first look at the clock.
#[test]
fn the_clock_is_looked_at_after_a_few_questions_to_the_tables() {
    let all: Vec<u16> = (1..91).collect();
    let nodes = all.iter().map(|_| Node::inner(Second, &[0]));
    let graph = Graph::new([Node::inner(First, &all)].into_iter().chain(nodes).collect());
    let played = PlayedGame::new(&graph, 0);
    let questions = |hard| {
        let known = Known::default();
        let config = Config { quiescence: true, ..Config::PLAIN };
        let query = Query::new(&graph, &played).depth(1).config(config);
        let control = clocked(1000, Budget { soft: None, hard }, None);
        Query { tables: Some(known.tables(0)), control, ..query }.run(NodeValue);
        known.asked().len()
    };
    assert_eq!(questions(None), 90);
    let hurried = questions(Some(Duration::from_millis(1)));
    assert!(hurried <= 8, "{hurried}");
}
