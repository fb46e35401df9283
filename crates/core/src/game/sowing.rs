//! Two rows of pits as two words, packed for speed: the board of games in which stones are sown.
//!
//! ```text
//!              opposing: u64                        own: u64
//!   6   5   4   3   2   1     pits of the     byte i = stones in pit i + 1, counted in the
//! +---+---+---+---+---+---+   other side      owner's direction of sowing, so that both words
//! |   |   |   |   |   |   |                   are read alike and the sides change by a swap
//! +---+---+---+---+---+---+
//! |   |   |   |   |   |   |   pits of the     opposite of pit i is pit m + 1 - i
//! +---+---+---+---+---+---+   side to move
//!   1   2   3   4   5   6
//! ```
//!
//! Where the stones of a pit go depends only on the pit and on how many they are, so a game keeps
//! what to add to the two words in a table. The words are added as wholes: no byte can carry into
//! the next, since a board holds at most [`STONES_MAX`] stones.
//!
//! The stores are not part of the board: a game goes on in the same way whatever they hold, so
//! perft, endgame tables and solvers need only these sixteen bytes.

use std::cmp::Ordering;

use super::Outcome;
use crate::Side;

/// Most pits a side may have: a word has eight bytes.
pub const PITS_MAX: usize = 8;
/// Most stones in the pits of a board: what a byte can hold.
pub const STONES_MAX: u16 = 255;

/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHS: u64 = ONES << 7;

/// The stones in the pits, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Board {
    /// The pits of the side to move, pit 1 in the lowest byte; bytes above the last pit are 0.
    pub own: u64,
    /// The pits of the other side, its own pit 1 in the lowest byte.
    pub opposing: u64,
}

impl Board {
    /// No stones.
    pub const EMPTY: Self = Self { own: 0, opposing: 0 };

    /// A board from stones pit by pit, those of the side to move first.
    pub fn new(own: &[u8], opposing: &[u8]) -> Self {
        debug_assert!(own.len().max(opposing.len()) <= PITS_MAX, "{own:?} {opposing:?}");
        let word =
            |pits: &[u8]| pits.iter().rev().fold(0, |word, &stones| word << 8 | u64::from(stones));
        Self { own: word(own), opposing: word(opposing) }
    }

    /// The same board as the other side sees it.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { own: self.opposing, opposing: self.own }
    }

    /// The stones in one pit of the side to move, pits counted from 0.
    #[inline]
    pub const fn stones(self, pit: usize) -> usize {
        in_pit(self.own, pit)
    }

    /// The pits of the side to move that hold stones.
    #[inline]
    pub const fn pits(self) -> Pits {
        Pits::filled(self.own)
    }

    /// How many they are.
    #[inline]
    pub const fn choices(self) -> u32 {
        self.pits().len()
    }

    /// All stones in the pits of one word.
    #[inline]
    pub const fn sum(pits: u64) -> u16 {
        (pits.wrapping_mul(ONES) >> 56) as u16
    }

    /// All stones in the pits.
    #[inline]
    pub const fn in_play(self) -> u16 {
        Self::sum(self.own) + Self::sum(self.opposing)
    }
}

/// The stones in one pit of a word, pits counted from 0.
#[inline]
pub const fn in_pit(pits: u64, pit: usize) -> usize {
    (pits >> (8 * pit) & 0xff) as usize
}

/// Pits of either side of the boards that networks are told of.
pub const TOLD_PITS: usize = 6;

/// What a network is told of a board with six pits a side, by the side to move and by the other: each pit
/// and how many stones it holds, own pits first. As many stones as `kinds` less one, or more, are alike.
///
/// ```text
/// input  =  kinds · pit  +  stones            pits 0 to 5 its own, 6 to 11 the other side's
/// ```
#[inline]
pub fn inputs(board: Board, kinds: u8) -> [[u16; 2 * TOLD_PITS]; 2] {
    [board, board.turned()].map(|board| {
        let mut inputs = [0; 2 * TOLD_PITS];
        for (pit, input) in (0_u16..).zip(&mut inputs) {
            let place = usize::from(pit);
            let stones = match place.checked_sub(TOLD_PITS) {
                None => in_pit(board.own, place),
                Some(place) => in_pit(board.opposing, place),
            };
            let [stones, ..] = stones.to_le_bytes();
            *input = u16::from(kinds) * pit + u16::from(stones.min(kinds - 1));
        }
        inputs
    })
}

/// Some pits of a side, counted from 0, in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pits(u64);

impl Pits {
    /// Those that hold stones.
    #[inline]
    pub const fn filled(pits: u64) -> Self {
        Self((((pits & !HIGHS) + !HIGHS) | pits) & HIGHS)
    }

    /// Those with so many stones or more, from 1 to 128. No pit holds more than 127.
    #[inline]
    pub const fn with(pits: u64, least: u64) -> Self {
        Self::lacking(pits, (128 - least) * ONES)
    }

    /// Those whose stones and so many more, byte by byte, are 128 at least. No pit holds more than
    /// 127.
    #[inline]
    pub const fn lacking(pits: u64, missing: u64) -> Self {
        Self((pits + missing) & HIGHS)
    }

    /// How many they are.
    #[inline]
    pub const fn len(&self) -> u32 {
        self.0.count_ones()
    }

    /// There is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Those of which this is true.
    #[must_use]
    pub fn only(&self, mut keep: impl FnMut(usize) -> bool) -> Self {
        let mut kept = 0;
        for pit in self.clone() {
            kept |= u64::from(keep(pit)) << (8 * pit + 7);
        }
        Self(kept)
    }
}

impl Iterator for Pits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let pit = self.0.trailing_zeros() as usize / 8;
        self.0 &= self.0 - 1;
        Some(pit)
    }
}

/// The end of a game with so many stones for the first side and the second: the margin, or where
/// more than half of the stones wins, who has them.
pub fn outcome([first, second]: [u16; 2], half_wins: bool, reason: &'static str) -> Outcome {
    match (half_wins, first.cmp(&second)) {
        (false, _) => Outcome::margin(first.cast_signed() - second.cast_signed(), reason),
        (true, Ordering::Greater) => Outcome::win(Side::First, reason),
        (true, Ordering::Less) => Outcome::win(Side::Second, reason),
        (true, Ordering::Equal) => Outcome::draw(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pits_are_found_by_what_they_hold_and_sums_are_of_full_rows() {
        let board = Board::new(&[0, 1, 127, 2, 0, 0, 3, 1], &[255]);
        assert_eq!(board.pits().collect::<Vec<_>>(), [1, 2, 3, 6, 7]);
        assert_eq!(board.turned().pits().collect::<Vec<_>>(), [0]);
        assert_eq!(Pits::with(board.own, 2).collect::<Vec<_>>(), [2, 3, 6]);
        assert_eq!(Pits::lacking(board.own, 0x7d_7d_00).collect::<Vec<_>>(), [2]);
        assert_eq!(board.pits().only(|pit| board.stones(pit) == 1).collect::<Vec<_>>(), [1, 7]);
        assert_eq!((Board::sum(board.own), Board::sum(board.opposing)), (134, 255));
    }
}
