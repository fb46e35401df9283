//! The heaps, and how the game ends: [bouton-1901], with any number up to nine in a heap.

use plyglot_core::game::{Outcome, Rules};
use plyglot_core::{Side, zobrist};

/// The rules: what an option changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Othello {
    /// Whoever takes the last counter loses.
    pub misere: bool,
}

/// The heaps, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Heaps `a`, `b` and `c`, at most [`HEAP_MAX`] each.
    pub(super) heaps: [u8; 3],
    pub(super) side: Side,
}

/// What is taken, at least one counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taking {
    /// From which heap, counted from 0.
    pub heap: u8,
    /// How many counters.
    pub count: u8,
}

/// The most counters in a heap, so that a digit says how many there are.
pub(super) const HEAP_MAX: u8 = 9;
const SALT: u64 = 2_148_794_662;

impl Rules for Othello {
    type Position = Position;
    type Move = Taking;

    fn start(&self) -> Position {
        Position { heaps: [3, 4, 5], side: Side::First }
    }

    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Taking>) {
        for (heap, most) in (0..).zip(pos.heaps) {
            out.extend((1..=most).map(|count| Taking { heap, count }));
        }
    }

    fn play(&self, pos: &mut Position, mv: Taking) {
        let heap = &mut pos.heaps[usize::from(mv.heap)];
        debug_assert!((1..=*heap).contains(&mv.count), "{mv:?} of {heap}");
        *heap -= mv.count;
        pos.side = pos.side.other();
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        let winner = if self.misere { pos.side } else { pos.side.other() };
        (pos.heaps == [0; 3]).then(|| Outcome::win(winner, "last counter taken"))
    }

    fn stuck(&self, _pos: &Position) -> Outcome {
        unreachable!("no rule of this game looks back")
    }

    fn key(&self, pos: &Position) -> u64 {
        let [a, b, c] = pos.heaps.map(u64::from);
        let side = if pos.side == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        zobrist::random(SALT, a << 16 | b << 8 | c) ^ side
    }

    fn encode_move(mv: Taking) -> u16 {
        u16::from(mv.heap) << 8 | u16::from(mv.count)
    }

    fn is_irreversible(&self, _pos: &Position, _mv: Taking) -> bool {
        true
    }
}
