//! Patterns: what stands on eight neighbouring squares, as a number to the base of three.
//!
//! Draughts is a game of formations, and what a formation is worth is hard to say and easy to
//! count. A pattern is eight squares; each is empty, has a man of one's own or an opposing man (a
//! king counts as nobody), so there are 3^8 = 6561 ways, each with a weight of its own that the
//! tuner finds (Buro's pattern features for Othello [buro-1997]). The patterns overlap, so that
//! what neither of two sees the third does:
//!
//! ```text
//! two rows of four             100 cells: from the left, every two neighbouring rows: 9
//!   . a . b . c . d . .         64 cells: the whole row, rows 1-2 to 4-5 from the last: 4
//!   e . f . g . h . . .
//! four rows of two             100 cells: rows 1-4, 3-6, 5-8, 7-10 from the left and beside: 8
//!   . a . b                     64 cells: rows 1-4 from the left, the middle and the right,
//!   c . d .  …                  rows 3-6 from the left and the middle: 5
//! ```
//!
//! Each side looks at them as if its men went up, so the other half of the board, and what is left
//! of a row, is seen by the other side. A way to fill a pattern has two weights, for the beginning
//! and for the end of the game.

use super::super::board::{Board, Set};

/// How many patterns a side looks at.
pub(super) const fn all(row_len: u32) -> usize {
    wide(row_len) + tall(row_len).len()
}
/// How many patterns a side looks at on the larger board.
pub(super) const MAX: usize = all(5);
/// How many ways there are to fill one.
pub(super) const WAYS: usize = 3_usize.pow(8);

/// How many patterns are two rows of four.
const fn wide(row_len: u32) -> usize {
    if row_len == 4 { 4 } else { 9 }
}

/// First row and first square of the patterns of four rows of two.
const fn tall(row_len: u32) -> &'static [(usize, u32)] {
    match row_len {
        4 => &[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)],
        _ => &[(0, 0), (0, 1), (2, 0), (2, 1), (4, 0), (4, 1), (6, 0), (6, 1)],
    }
}

/// What numbers a row's four squares of one side have, each a digit to the base of three: from the
/// lowest bit on those of the first, the second and the third two neighbours, and of all four.
const ROWS: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 4 {
            if set >> square & 1 == 1 {
                table[set] += 3_u64.pow(square) << (3 * FIELD);
                if square < 3 {
                    table[set] += 1 << (square * FIELD);
                }
                if square > 0 {
                    table[set] += 3 << ((square - 1) * FIELD);
                }
            }
            square += 1;
        }
        set += 1;
    }
    table
};
/// Bits that hold a number: four rows of two squares have less than so many.
const FIELD: u32 = 16;
const MASK: u64 = (1 << FIELD) - 1;

/// Tells the numbers of the patterns on the board as a side sees it, its men going up: an index into
/// all ways of all patterns each.
#[inline]
pub(super) fn each<B: Board>(own_men: Set, other_men: Set, mut tell: impl FnMut(usize)) {
    let row_of = |set: Set, row: u32| ROWS[(set >> shift::<B>(row) & 15) as usize];
    let mut rows = [0; 10];
    for (row, numbers) in (0..2 * B::ROW).zip(&mut rows) {
        *numbers = row_of(own_men, row) + 2 * row_of(other_men, row);
    }
    for pattern in 0..wide(B::ROW) {
        let four = |row: usize| (rows[row] >> (3 * FIELD)) as usize;
        tell(pattern * WAYS + four(pattern) + 81 * four(pattern + 1));
    }
    for (nth, &(row, square)) in tall(B::ROW).iter().enumerate() {
        // What all four squares come to runs over at the top and is lost.
        let four = rows[row..row + 4]
            .iter()
            .rev()
            .fold(0, |sum: u64, row| sum.wrapping_mul(9).wrapping_add(*row));
        let number = (four >> (square * FIELD) & MASK) as usize;
        tell((wide(B::ROW) + nth) * WAYS + number);
    }
}

/// The bit of a row's first square.
const fn shift<B: Board>(row: u32) -> u32 {
    row * B::ROW + row / 2
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{Board8x8, Board10x10, set_of, turned};
    use super::*;
    use plyglot_core::bits::bits;

    fn indices<B: Board>(own: Set, other: Set) -> Vec<usize> {
        let mut all = Vec::new();
        each::<B>(own, other, |index| all.push(index));
        all
    }

    /// On which squares a man changes something, as one side or the other sees it.
    fn seen<B: Board>() -> Set {
        let is_empty = |own, other| indices::<B>(own, other) == indices::<B>(0, 0);
        let changes = |set: Set| !is_empty(set, 0) && !is_empty(0, set);
        bits(B::ALL)
            .filter(|&bit| {
                let set = set_of(bit);
                changes(set) || changes(turned::<B>(set))
            })
            .fold(0, |all, bit| all | set_of(bit))
    }

    #[test]
    fn every_square_is_part_of_a_pattern() {
        assert_eq!(seen::<Board8x8>(), Board8x8::ALL);
        assert_eq!(seen::<Board10x10>(), Board10x10::ALL);
    }

    #[test]
    fn a_full_pattern_has_the_last_number() {
        let number = |set, other, at: usize| indices::<Board10x10>(set, other)[at] - at * WAYS;
        assert_eq!(number(0, Board10x10::ALL, 3), WAYS - 1);
        assert_eq!(number(Board10x10::ALL, 0, 8), (WAYS - 1) / 2);
        assert_eq!(number(1, 0, 0), 1, "the first square of the first row");
        assert_eq!(number(0, Board10x10::ALL, MAX - 1), WAYS - 1);
        let small = indices::<Board8x8>(0, Board8x8::ALL);
        assert!(small.iter().all(|index| index % WAYS == WAYS - 1));
        assert_eq!(small.len(), all(Board8x8::ROW));
    }
}
