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

/// A board has at most so many rows.
const ROWS: usize = 10;
/// First row and first square of the patterns of four rows of two.
const TALL: [(usize, usize); 5] = [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)];

/// A nibble to the base of three.
const TRITS: [usize; 16] = {
    let mut table = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        table[nibble] =
            (nibble & 1) + 3 * (nibble >> 1 & 1) + 9 * (nibble >> 2 & 1) + 27 * (nibble >> 3);
        nibble += 1;
    }
    table
};

/// The numbers of the patterns on the board as a side sees it, its men going up: an index into all
/// ways of all patterns each.
#[inline]
pub(super) fn indices<B: Board>(own_men: Set, other_men: Set) -> [usize; ALL] {
    let mut rows = [0; ROWS];
    for (row, number) in rows.iter_mut().enumerate().take(2 * B::ROW as usize) {
        let shift = row * B::ROW as usize + row / 2;
        *number = trits(own_men >> shift) + 2 * trits(other_men >> shift);
    }
    std::array::from_fn(|pattern| {
        let number = match pattern.checked_sub(ALL - TALL.len()) {
            Some(at) if B::ROW == 4 => tall(&rows, TALL[at]),
            _ => rows[pattern] + 81 * rows[pattern + 1],
        };
        pattern * WAYS + number
    })
}

/// The last four squares of a set to the base of three.
#[inline]
const fn trits(set: Set) -> usize {
    TRITS[(set & 15) as usize]
}

/// Two squares in each of four rows to the base of three.
#[inline]
fn tall(rows: &[usize; ROWS], (row, square): (usize, usize)) -> usize {
    let pair = |row: &usize| row / [1, 3, 9][square] % 9;
    rows[row..row + 4].iter().rev().fold(0, |number, row| number * 9 + pair(row))
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
