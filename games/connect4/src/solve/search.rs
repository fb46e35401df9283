//! One question: is the score of this position more than `alpha`?
//!
//! Alpha-beta with an empty window, fail-soft, over positions in which the side to move cannot win at
//! once. What the other side threatens is known before any move is tried: two threats that can both
//! be carried out have won, one must be answered, and nobody plays below a cell in which the other
//! would make four. What is left is tried in the order of how many winning cells a move leaves, from
//! the middle outwards; before any of it is searched, the memory may know enough (enhanced
//! transposition cutoffs [schaeffer-plaat-1996]).
//!
//! The height of the board is a constant of the compiler, and with it how far the words are shifted.

use super::memory::{Known, Memory};
use crate::board::{Geometry, fourths};
use plyglot_core::memory::HashKey;
use plyglot_search::Stopped;

/// So many nodes are searched at most between two questions whether to go on …
const NODES_A_POLL: u64 = 8192;
/// … and so many at first, when nearly each is the first in its page of the memory, which the system
/// then fills with zeros.
const NODES_A_POLL_AT_FIRST: u64 = 8;
/// Columns, at most.
const WIDTH_MAX: usize = 9;
/// With more empty cells than this the memory is asked about all moves before one is searched.
const ETC_EMPTY_MIN: i32 = 10;
/// With more empty cells than this a position and its mirror image are remembered as one.
const MIRROR_EMPTY_MIN: i32 = 20;

/// A position as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) filled: u64,
    /// Empty cells in which the other side would make four.
    pub(super) threats: u64,
    /// Empty cells.
    pub(super) empty: i32,
}

/// A move that has to be searched.
#[derive(Clone, Copy)]
struct Child {
    node: Node,
    hash_key: HashKey,
    order: u32,
}

/// The search on boards of height `H`.
pub(super) struct Search<'a, const H: u32> {
    geometry: Geometry,
    memory: &'a mut Memory,
    columns: [u64; WIDTH_MAX],
    nodes: u64,
    left: u64,
    untold: u64,
    grant: &'a dyn Fn(u64) -> u64,
}

impl<'a, const H: u32> Search<'a, H> {
    /// A search that asks `grant` after so many nodes, which it is told, how many more it may search.
    pub(super) fn new(
        geometry: Geometry,
        memory: &'a mut Memory,
        grant: &'a dyn Fn(u64) -> u64,
    ) -> Self {
        debug_assert_eq!(geometry.stride(), H + 1);
        let mut columns = [0; WIDTH_MAX];
        for (nth, place) in (0..geometry.width).zip(&mut columns) {
            // From the middle outwards, left and right by turns.
            let (half, side) = (nth.div_ceil(2), nth % 2);
            let middle = geometry.width / 2;
            let right = geometry.width % 2 == side;
            *place = geometry.column(if right { middle + half } else { middle - half });
        }
        Self { geometry, memory, columns, nodes: 0, left: 0, untold: 0, grant }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tells of another node; whether the search may go on.
    #[inline]
    fn count(&mut self) -> Result<(), Stopped> {
        if self.left == 0 {
            let granted = (self.grant)(self.untold);
            self.untold = 0;
            if granted == 0 {
                return Err(Stopped);
            }
            let most = if self.nodes < NODES_A_POLL { NODES_A_POLL_AT_FIRST } else { NODES_A_POLL };
            self.left = granted.min(most);
        }
        self.left -= 1;
        self.untold += 1;
        self.nodes += 1;
        Ok(())
    }

    /// Tells of the nodes that were not told of yet.
    pub(super) fn finish(&mut self) {
        (self.grant)(self.untold);
        self.untold = 0;
    }

    /// The number of a position, its mirror image being the same.
    #[inline]
    fn number(&self, own: u64, filled: u64, empty: i32) -> u64 {
        let number = own + filled;
        if empty > MIRROR_EMPTY_MIN { number.min(self.geometry.mirrored(number)) } else { number }
    }

    /// A bound of the score: from below if it is more than `alpha`, else from above.
    pub(super) fn prove(&mut self, node: Node, alpha: i32) -> Result<i32, Stopped> {
        self.count()?;
        let Node { own, filled, threats, empty } = node;
        let drops = self.geometry.drops(filled);
        let forced = drops & threats;
        let wanted = if forced == 0 { drops } else { forced };
        let moves = wanted & !(threats >> 1);
        if moves == 0 || forced & forced.wrapping_sub(1) != 0 {
            return Ok(-(empty / 2));
        }
        if empty <= 2 {
            return Ok(0);
        }
        // Nobody wins with the next stone.
        let (low, high) = (-((empty - 2) / 2), (empty - 1) / 2);
        if low > alpha {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        if moves.is_power_of_two() {
            let child = self.child(node, moves);
            return Ok(-self.prove(child, -alpha - 1)?);
        }
        let hash_key = self.memory.hash_key(self.number(own, filled, empty));
        let known = self.memory.find(hash_key).unwrap_or(Known { low, high });
        if known.low > alpha {
            return Ok(known.low);
        }
        if known.high <= alpha {
            return Ok(known.high);
        }
        let before = self.nodes;
        let score = self.search(node, moves, alpha)?;
        let known = if score > alpha {
            Known { low: score, ..known }
        } else {
            Known { high: score, ..known }
        };
        self.memory.keep(hash_key, known, self.nodes - before);
        Ok(score)
    }

    /// The position after a stone in this cell.
    #[inline]
    fn child(&self, node: Node, cell: u64) -> Node {
        let filled = node.filled | cell;
        let threats = fourths(node.own | cell, H + 1) & (self.geometry.board() ^ filled);
        Node { own: node.own ^ node.filled, filled, threats, empty: node.empty - 1 }
    }

    /// The best of several moves, as far as has to be known.
    fn search(&mut self, node: Node, moves: u64, alpha: i32) -> Result<i32, Stopped> {
        const NO_NODE: Node = Node { own: 0, filled: 0, threats: 0, empty: 0 };
        let none = Child { node: NO_NODE, hash_key: HashKey::ORIGIN, order: 0 };
        let mut children = [none; WIDTH_MAX];
        let mut count = 0;
        for column in self.columns {
            let cell = moves & column;
            if cell == 0 {
                continue;
            }
            let child = self.child(node, cell);
            let number = self.number(child.own, child.filled, child.empty);
            let hash_key = self.memory.hash_key(number);
            self.memory.prefetch(hash_key);
            let order = child.threats.count_ones();
            // The better the earlier; of equals the one nearer to the middle.
            let mut at = count;
            while at > 0 && children[at - 1].order < order {
                children[at] = children[at - 1];
                at -= 1;
            }
            children[at] = Child { node: child, hash_key, order };
            count += 1;
        }
        let children = &children[..count];
        if node.empty > ETC_EMPTY_MIN {
            for child in children {
                if let Some(known) = self.memory.find(child.hash_key)
                    && -known.high > alpha
                {
                    return Ok(-known.high);
                }
            }
        }
        let mut best = i32::MIN;
        for child in children {
            let score = -self.prove(child.node, -alpha - 1)?;
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        Ok(best)
    }
}
