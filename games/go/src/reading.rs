//! Whether stones can be saved, read out: what a tree search of its own finds where their side moves
//! first.
//!
//! Won is a game in which the point is that side's at the end, whatever else happens. The leaves are
//! games played on by lot ([`Playout`]); a move that was hardly tried is judged by the games in which
//! its side made it later, too [gelly-silver-2011]. It looks at one point alone, so it sees further there
//! than a search for the whole game does.

use super::playout::Playout;
use super::table::PLACES;
use plyglot_core::Side;
use plyglot_core::rng::Rng;
use rand::RngExt;

/// After so many visits of a move the games in which it was made later weigh half as much as its own.
const LATER_VISITS: f64 = 100.0;
/// What a move is thought to win that was never made.
const UNTRIED: f64 = 0.6;
/// How much more a move seems to win that was seldom tried.
const EXPLORATION: f64 = 0.2;
/// No node is behind a move: the first node is that of the root.
const NO_NODE: usize = 0;

/// A move in the tree, and games of its side.
struct Edge {
    /// Where a stone is put; `None` for a pass.
    at: Option<u16>,
    own: Games,
    later: Games,
    node: usize,
}

/// Games, and those that were won.
#[derive(Clone, Copy, Default)]
struct Games {
    count: f64,
    won: f64,
}

/// Who moved, and where a stone was put.
type Made = (Side, Option<u16>);

/// A search for what becomes of one point.
struct Reader<'r> {
    place: usize,
    side: Side,
    /// The moves of each node.
    nodes: Vec<Vec<Edge>>,
    rng: &'r mut Rng,
}

/// How likely a place in the table is this side's at the end where it moves first and both do what serves them
/// there, hundredths, after so many simulations.
pub(super) fn saved(
    start: &Playout,
    place: usize,
    side: Side,
    simulations: u32,
    rng: &mut Rng,
) -> i32 {
    let start = start.clone().turned_to(side);
    let mut reader = Reader { place, side, nodes: vec![edges(&start)], rng };
    for _ in 0..simulations {
        reader.simulate(start.clone());
    }
    let tried = |edge: &&Edge| edge.own.count;
    let most = reader.nodes[0].iter().max_by(|one, other| tried(one).total_cmp(&tried(other)));
    #[expect(clippy::cast_possible_truncation, reason = "a share of a hundred")]
    most.map_or(0, |edge| (100.0 * edge.own.share().unwrap_or(0.0)) as i32)
}

/// The moves of a board, a pass the last.
fn edges(board: &Playout) -> Vec<Edge> {
    let (own, later) = (Games::default(), Games::default());
    let edge = |at| Edge { at, own, later, node: NO_NODE };
    board.sensible().map(Some).chain([None]).map(edge).collect()
}

impl Games {
    fn add(&mut self, is_won: bool) {
        self.count += 1.0;
        self.won += f64::from(u8::from(is_won));
    }

    fn share(self) -> Option<f64> {
        (self.count > 0.0).then(|| self.won / self.count)
    }
}

impl Edge {
    /// What promises most is tried next; so often its node was visited.
    fn promise(&self, visits: f64) -> f64 {
        let own = self.own.share().unwrap_or(UNTRIED);
        let weight = (LATER_VISITS / (3.0 * self.own.count + LATER_VISITS)).sqrt();
        let later = self.later.share().unwrap_or(own);
        let seldom = EXPLORATION * visits.sqrt() / (self.own.count + 1.0);
        weight * later + (1.0 - weight) * own + seldom
    }
}

impl Reader<'_> {
    /// Plays a game, down the tree and on by lot, and learns from it.
    fn simulate(&mut self, mut board: Playout) {
        let (mut path, mut made) = (Vec::new(), Vec::new());
        let mut node = Some(0);
        while let Some(at) = node.filter(|_| !board.is_over()) {
            let moves = &self.nodes[at];
            let visits = moves.iter().map(|edge| edge.own.count).sum();
            let promise = |nth: &usize| moves[*nth].promise(visits);
            let best =
                (0..moves.len()).max_by(|one, other| promise(one).total_cmp(&promise(other)));
            let nth = best.expect("a pass is always among them");
            let edge = &moves[nth];
            let (is_new, behind) = (edge.own.count == 0.0, edge.node);
            path.push((at, nth));
            made.push((board.side(), edge.at));
            board.make(edge.at);
            node = match behind {
                NO_NODE if is_new => None,
                NO_NODE => {
                    self.nodes.push(edges(&board));
                    let new = self.nodes.len() - 1;
                    self.nodes[at][nth].node = new;
                    Some(new)
                }
                behind => Some(behind),
            };
        }
        for _ in 0..board.length_max() {
            if board.is_over() {
                break;
            }
            let side = board.side();
            made.push((side, board.step_at(&mut |below| self.rng.random_range(0..below))));
        }
        self.learn(&path, &made, board.owner(self.place));
    }

    /// Adds a game to the moves that led to it, and to those that their side made later.
    fn learn(&mut self, path: &[(usize, usize)], made: &[Made], owner: i16) {
        let is_saved = if self.side == Side::First { owner > 0 } else { owner < 0 };
        // Who put the first stone on each place, from the last move back.
        let mut first: [Option<Side>; PLACES] = [None; PLACES];
        let mut is_noted = made.len();
        for (depth, &(node, nth)) in path.iter().enumerate().rev() {
            for &(side, at) in made[depth..is_noted].iter().rev() {
                first[usize::from(at.unwrap_or(0))] = Some(side);
            }
            is_noted = depth;
            let side = made[depth].0;
            let is_won = is_saved == (side == self.side);
            let edges = &mut self.nodes[node];
            edges[nth].own.add(is_won);
            for edge in edges {
                if edge.at.is_some_and(|at| first[usize::from(at)] == Some(side)) {
                    edge.later.add(is_won);
                }
            }
        }
    }
}
