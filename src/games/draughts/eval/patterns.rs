//! Patterns: what stands on eight neighbouring squares, as a number to the base of three.
//!
//! Draughts is a game of formations, and what a formation is worth is hard to say and easy to
//! count. A pattern is eight squares; each is empty, has a man of one's own or an opposing man (a
//! king counts as nobody), so there are 3^8 = 6561 ways, each with a weight of its own that the
//! tuner finds (Buro's pattern features for Othello, 1997). The patterns overlap, so that what
//! neither of two sees the third does:
//!
//! ```text
//! two rows of four             100 cells: from the left, every two neighbouring rows: 9
//!   . a . b . c . d . .         64 cells: the whole row, rows 1-2 to 4-5 from the last: 4
//!   e . f . g . h . . .
//! four rows of two              64 cells: rows 1-4 from the left, the middle and the right,
//!   . a . b                     rows 3-6 from the left and the middle: 5
//!   c . d .  …
//! ```
//!
//! Each side looks at them as if its men went up, so the other half of the board, and what is left
//! of a row, is seen by the other side.

use super::super::board::{Board, Set};

/// How many patterns a side looks at, on either board.
pub(super) const ALL: usize = 9;
/// How many ways there are to fill one.
pub(super) const WAYS: usize = 3_usize.pow(8);

/// First row and first square of the patterns of four rows of two.
const TALL: [(u32, u32); 5] = [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)];

/// A byte to the base of three: each bit a digit.
const TRITS: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        let lowest = if byte & 1 == 1 { 1 } else { 0 };
        table[byte] = lowest + 3 * table[byte >> 1];
        byte += 1;
    }
    table
};

/// The numbers of the patterns on the board as a side sees it, its men going up: an index into all
/// ways of all patterns each.
#[inline]
pub(super) fn indices<B: Board>(own_men: Set, other_men: Set) -> [usize; ALL] {
    std::array::from_fn(|pattern| {
        let [own, other] = [own_men, other_men].map(|set| TRITS[eight::<B>(set, pattern)]);
        pattern * WAYS + usize::from(own) + 2 * usize::from(other)
    })
}

/// What a set has of the eight squares of a pattern.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "eight bits")]
fn eight<B: Board>(set: Set, pattern: usize) -> usize {
    let first_tall = ALL - TALL.len();
    let found = if B::ROW == 4 && pattern >= first_tall {
        let (row, square) = TALL[pattern - first_tall];
        let pair = |nth: u32| set >> (shift::<B>(row + nth) + square) & 3;
        pair(0) | pair(1) << 2 | pair(2) << 4 | pair(3) << 6
    } else {
        let row = pattern as u32;
        set >> shift::<B>(row) & 15 | (set >> shift::<B>(row + 1) & 15) << 4
    };
    found as usize
}

/// The bit of a row's first square.
const fn shift<B: Board>(row: u32) -> u32 {
    row * B::ROW + row / 2
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{Large, Small, bits, set_of, turned};
    use super::*;

    /// On which squares a man changes something, as one side or the other sees it.
    fn seen<B: Board>() -> Set {
        let empty = indices::<B>(0, 0);
        let changes = |set: Set| indices::<B>(set, 0) != empty && indices::<B>(0, set) != empty;
        bits(B::ALL)
            .filter(|&bit| {
                let set = set_of(bit);
                changes(set) || changes(turned::<B>(set))
            })
            .fold(0, |all, bit| all | set_of(bit))
    }

    #[test]
    fn every_square_is_part_of_a_pattern() {
        assert_eq!(seen::<Small>(), Small::ALL);
        assert_eq!(seen::<Large>(), Large::ALL);
    }

    #[test]
    fn a_full_pattern_has_the_last_number() {
        let number = |set, other, at: usize| indices::<Large>(set, other)[at] - at * WAYS;
        assert_eq!(number(0, Large::ALL, 3), WAYS - 1);
        assert_eq!(number(Large::ALL, 0, 8), (WAYS - 1) / 2);
        assert_eq!(number(1, 0, 0), 1, "the first square of the first row");
        assert_eq!(indices::<Small>(0, Small::ALL).map(|at| at % WAYS), [WAYS - 1; ALL]);
    }
}
