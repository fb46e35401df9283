//! A game given as a graph: for tests of the search, of repetition rules and of endgames.
//!
//! A position is a node and a move is the node it leads to, so every case can be drawn on paper
//! and every answer checked by hand. Two nodes may stand for the same board with the other side to
//! move: that is where positional and situational repetition differ.
//!
//! ```text
//!        ┌──────► 1 ──► 3  First wins      0, 3: First to move      0 and 1 may share a board
//!        0 ◄──────┘                        1, 2: Second to move
//!        └──────► 2        draw
//! ```
//!
//! ```
//! use plyglot_core::Side::{First, Second};
//! use plyglot_conformance::graph::{Graph, Node};
//! use plyglot_core::game::{Outcome, PlayedGame, Repetition};
//!
//! let graph = Graph::new(vec![
//!     Node::inner(First, &[1, 2]),
//!     Node::inner(Second, &[0, 3]),
//!     Node::end(Second, Outcome::draw("drawn")),
//!     Node::end(First, Outcome::win(First, "won")),
//! ])
//! .with_repetition(Repetition::SUPERKO);
//!
//! let mut played = PlayedGame::new(&graph, 0);
//! played.play(&graph, 1);
//! assert_eq!(played.moves(&graph), [3], "the way back to 0 is forbidden");
//! ```

use std::fmt::{self, Write};

use rand::RngExt;

use plyglot_core::game::notation::shorten;
use plyglot_core::game::repetition::Same;
use plyglot_core::game::{Evaluator, NoTactics, Notation, Outcome, PositionError};
use plyglot_core::game::{Repetition, Rules};
use plyglot_core::rng::{Rng, seeded};
use plyglot_core::{Score, Side, zobrist};

/// A game whose positions and moves are listed.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    repetition: Repetition,
    /// The side to move loses when the repetition rule leaves it no move; otherwise a draw.
    stuck_loses: bool,
    /// All boards have one key.
    keys_collide: bool,
    /// Moves that [`Rules::is_irreversible`] owns up to, sorted; none unless asked for.
    irreversible: Vec<(u16, u16)>,
}

/// One position of a [`Graph`].
#[derive(Clone, Debug)]
pub struct Node {
    side: Side,
    targets: Vec<u16>,
    outcome: Option<Outcome>,
    value: Score,
    /// Nodes with the same board differ in the side to move; by default each has its own.
    board: Option<u16>,
}

impl Node {
    /// A position with moves to these nodes.
    pub fn inner(side: Side, targets: &[u16]) -> Self {
        Self { side, targets: targets.to_vec(), outcome: None, value: Score::DRAW, board: None }
    }

    /// A position where the game is over. `side` is who would be to move.
    pub fn end(side: Side, outcome: Outcome) -> Self {
        Self { outcome: Some(outcome), ..Self::inner(side, &[]) }
    }

    /// The game may be over here, but the moves are still there (fifty moves, say).
    #[must_use]
    pub fn with_outcome(self, outcome: Outcome) -> Self {
        Self { outcome: Some(outcome), ..self }
    }

    /// What [`NodeValue`] thinks of the position, for the side to move.
    #[must_use]
    pub fn with_value(self, hundredths: i32) -> Self {
        Self { value: Score::cp(hundredths), ..self }
    }

    /// The board this position shows, if it shares it with a node of the other side.
    #[must_use]
    pub fn with_board(self, board: u16) -> Self {
        Self { board: Some(board), ..self }
    }
}

/// What [`Graph::random`] makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many positions, at least 2; every two of them share a board.
    pub nodes: u16,
    /// A node that goes on has from one to this many moves.
    pub moves_max: u16,
    /// How many of a hundred nodes are ends, about.
    pub ends_percent: u32,
    /// The sides take turns; otherwise a side may move again.
    pub alternating: bool,
    /// The game is decided by a margin; otherwise it is won, drawn or lost.
    pub margins: bool,
    /// Every move leads to a higher number, so that no position comes back.
    pub acyclic: bool,
}

impl Shape {
    /// Twelve nodes with cycles, sides in turn, decided by winning.
    pub const SMALL: Self = Self {
        nodes: 12,
        moves_max: 3,
        ends_percent: 25,
        alternating: true,
        margins: false,
        acyclic: false,
    };
}

const SALT: u64 = 0x6772_6170_6821;
/// Boards of nodes that were given none lie above all that can be given.
const OWN_BOARD: u64 = 1 << 16;

impl Graph {
    /// The game of these nodes; it begins at node 0.
    ///
    /// # Panics
    /// If a target does not exist, a node without an outcome has no move, a node leads to itself
    /// or twice to the same node, or two nodes have both board and side in common.
    pub fn new(nodes: Vec<Node>) -> Self {
        for (at, node) in nodes.iter().enumerate() {
            assert!(node.outcome.is_some() || !node.targets.is_empty(), "node {at} has no end");
            for (i, &target) in node.targets.iter().enumerate() {
                let is_known = usize::from(target) < nodes.len() && usize::from(target) != at;
                assert!(is_known && !node.targets[..i].contains(&target), "{at} to {target}");
            }
            let is_same = |n: &Node| n.board.is_some() && n.board == node.board;
            let twin = nodes[..at].iter().position(|n| is_same(n) && n.side == node.side);
            assert!(twin.is_none(), "nodes {twin:?} and {at} are the same position");
        }
        let (repetition, irreversible) = (Repetition::NONE, Vec::new());
        Self { nodes, repetition, stuck_loses: false, keys_collide: false, irreversible }
    }

    /// A random game, the same for the same seed and shape. Node 0 is never an end.
    pub fn random(seed: u64, shape: Shape) -> Self {
        debug_assert!(shape.nodes >= 2 && shape.moves_max >= 1, "{shape:?}");
        let mut rng = seeded(seed);
        let nodes = (0..shape.nodes).map(|at| random_node(at, shape, &mut rng)).collect();
        Self::new(nodes)
    }

    /// The same game under a repetition rule.
    #[must_use]
    pub fn with_repetition(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
    }

    /// The side to move loses when the repetition rule leaves it no move.
    #[must_use]
    pub fn where_stuck_loses(self) -> Self {
        Self { stuck_loses: true, ..self }
    }

    /// The same game with keys that tell nothing but whose turn it is. It breaks a law: no search
    /// can play it.
    #[must_use]
    pub fn where_keys_collide(self) -> Self {
        Self { keys_collide: true, ..self }
    }

    /// The same game, [`Rules::is_irreversible`] telling all it can: a move is irreversible when
    /// no board that can have come before it can come after it.
    #[must_use]
    pub fn with_irreversible_moves(mut self) -> Self {
        let reach: Vec<Vec<bool>> = (0..self.nodes.len()).map(|at| self.reach(at)).collect();
        for (from, node) in self.nodes.iter().enumerate() {
            for &to in &node.targets {
                let returns = (0..self.nodes.len()).any(|before| {
                    reach[before][from]
                        && (0..self.nodes.len()).any(|after| {
                            reach[usize::from(to)][after] && self.board(before) == self.board(after)
                        })
                });
                if !returns {
                    self.irreversible.push((index(from), to));
                }
            }
        }
        self.irreversible.sort_unstable();
        self
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn node(&self, pos: u16) -> &Node {
        &self.nodes[usize::from(pos)]
    }

    /// The number of the board that a node shows.
    fn board(&self, at: usize) -> u64 {
        self.nodes[at].board.map_or(OWN_BOARD + at as u64, u64::from)
    }

    /// Which nodes can be reached from this one, itself included.
    fn reach(&self, from: usize) -> Vec<bool> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                open.extend(self.nodes[at].targets.iter().map(|&target| usize::from(target)));
            }
        }
        seen
    }
}

fn index(at: usize) -> u16 {
    u16::try_from(at).expect("targets are 16-bit numbers, and every node but 0 wants one")
}

/// Even nodes are the first side's, odd ones the second's; 2k and 2k + 1 show the same board.
fn random_node(at: u16, shape: Shape, rng: &mut Rng) -> Node {
    let side = Side::BOTH[usize::from(at % 2)];
    let first = if shape.acyclic { at + 1 } else { 0 };
    let can_reach = |&to: &u16| to != at && (!shape.alternating || to % 2 != at % 2);
    let all: Vec<u16> = (first..shape.nodes).filter(can_reach).collect();
    let is_end = all.is_empty() || at > 0 && rng.random_range(0..100) < shape.ends_percent;
    let node = if is_end {
        Node::end(side, random_outcome(shape, rng))
    } else {
        let mut targets: Vec<u16> = (0..rng.random_range(1..=shape.moves_max))
            .map(|_| all[rng.random_range(0..all.len())])
            .collect();
        let mut seen = Vec::new();
        targets.retain(|to| !seen.contains(to) && (seen.push(*to), true).1);
        Node::inner(side, &targets)
    };
    node.with_board(at / 2).with_value(rng.random_range(-300..=300))
}

fn random_outcome(shape: Shape, rng: &mut Rng) -> Outcome {
    if shape.margins {
        return Outcome::margin(rng.random_range(-5..=5), "counted");
    }
    match rng.random_range(0..3) {
        0 => Outcome::win(Side::First, "won"),
        1 => Outcome::win(Side::Second, "won"),
        _ => Outcome::draw("drawn"),
    }
}

impl Rules for Graph {
    /// The number of the node.
    type Position = u16;
    /// The number of the node it leads to.
    type Move = u16;

    fn start(&self) -> u16 {
        0
    }

    fn side_to_move(&self, pos: &u16) -> Side {
        self.node(*pos).side
    }

    fn legal_moves(&self, pos: &u16, out: &mut Vec<u16>) {
        out.extend(&self.node(*pos).targets);
    }

    fn play(&self, pos: &mut u16, mv: u16) {
        debug_assert!(self.node(*pos).targets.contains(&mv), "{pos} to {mv}");
        *pos = mv;
    }

    fn outcome(&self, pos: &u16) -> Option<Outcome> {
        self.node(*pos).outcome
    }

    fn stuck(&self, pos: &u16) -> Outcome {
        if self.stuck_loses {
            Outcome::win(self.side_to_move(pos).other(), "no move")
        } else {
            Outcome::draw("no move")
        }
    }

    fn key(&self, pos: &u16) -> u64 {
        let shown = if self.keys_collide { 0 } else { self.board(usize::from(*pos)) };
        let board = zobrist::random(SALT, shown);
        match self.side_to_move(pos) {
            Side::First => board,
            Side::Second => board ^ zobrist::SECOND_TO_MOVE,
        }
    }

    fn is_same(&self, one: &u16, other: &u16, same: Same) -> bool {
        let boards = [one, other].map(|pos| self.board(usize::from(*pos)));
        let has_turn = || self.side_to_move(one) == self.side_to_move(other);
        boards[0] == boards[1] && (!same.has_turn() || has_turn())
    }

    fn encode_move(mv: u16) -> u16 {
        mv
    }

    fn is_irreversible(&self, pos: &u16, mv: u16) -> bool {
        self.irreversible.binary_search(&(*pos, mv)).is_ok()
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }
}

impl Notation for Graph {
    const MOVE_FORM: &'static str = "the number of a node";

    fn parse_position(&self, text: &str) -> Result<u16, PositionError> {
        let is_node = |pos: &u16| usize::from(*pos) < self.nodes.len();
        text.parse().ok().filter(is_node).ok_or_else(|| {
            let expected = format!("a number below {}", self.nodes.len());
            PositionError::new("node", &shorten(text), expected)
        })
    }

    fn write_position(&self, pos: &u16, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{pos}")
    }

    fn write_move(&self, _pos: &u16, mv: u16, f: &mut dyn Write) -> fmt::Result {
        write!(f, "{mv}")
    }

    fn write_diagram(&self, pos: &u16, f: &mut dyn Write) -> fmt::Result {
        writeln!(f, "{pos} -> {:?}", self.node(*pos).targets)
    }
}

/// The evaluator of a [`Graph`]: what its maker wrote at the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeValue;

impl Evaluator<Graph> for NodeValue {
    type Tactics = NoTactics;

    fn tactics(&self) -> &NoTactics {
        &NoTactics
    }

    fn evaluate(&self, graph: &Graph, pos: &u16) -> Score {
        graph.node(*pos).value
    }
}

/// The evaluator to which all is even, for any game: every score of a search is then a proof or 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flat;

impl<R: Rules> Evaluator<R> for Flat {
    type Tactics = NoTactics;

    fn tactics(&self) -> &NoTactics {
        &NoTactics
    }

    fn evaluate(&self, _rules: &R, _pos: &R::Position) -> Score {
        Score::DRAW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::picture::Marks;

    #[test]
    fn the_same_seed_gives_the_same_graph_and_every_kind_occurs() {
        let text = |seed| format!("{:?}", Graph::random(seed, Shape::SMALL));
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
        let shape = Shape { alternating: false, margins: true, ..Shape::SMALL };
        let graphs: Vec<Graph> = (0..50).map(|seed| Graph::random(seed, shape)).collect();
        let again = |g: &Graph| {
            g.nodes.iter().any(|n| n.targets.iter().any(|&to| g.node(to).side == n.side))
        };
        assert!(graphs.iter().any(again), "a side moves twice running");
        let cyclic = |g: &Graph| g.nodes[0].targets.iter().any(|&to| g.reach(to.into())[0]);
        assert!(graphs.iter().any(cyclic), "a position comes back");
    }

    #[test]
    fn a_game_without_a_drawing_of_its_own_is_drawn_letter_by_letter() {
        let graph = Graph::random(7, Shape::SMALL);
        let (picture, scene) = (graph.picture(), graph.scene(&0));
        let diagram: String = graph.diagram_text(&0).split_whitespace().collect();
        assert_eq!(scene.concat(), diagram);
        assert!(picture.men.is_empty() && picture.places.len() == scene.len());
        let svg = picture.svg(&scene, Marks::default());
        assert_eq!(svg.matches("<text").count(), diagram.chars().count(), "{svg}");
    }

    #[test]
    fn a_move_is_irreversible_when_no_earlier_board_returns() {
        let graph = Graph::new(vec![
            Node::inner(Side::First, &[1]).with_board(0),
            Node::inner(Side::Second, &[2, 3]).with_board(1),
            Node::inner(Side::First, &[1]).with_board(2),
            Node::inner(Side::First, &[4]).with_board(3),
            Node::end(Side::Second, Outcome::draw("drawn")).with_board(2),
        ])
        .with_irreversible_moves();
        assert!(graph.is_irreversible(&0, 1));
        assert!(!graph.is_irreversible(&1, 2), "1 comes back");
        assert!(!graph.is_irreversible(&1, 3), "4 shows the board of 2, which may have been");
    }
}
