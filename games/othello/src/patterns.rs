//! Patterns: what stands on a few squares that belong together, as one number [buro-1997].
//!
//! ```text
//! x x x x x x x x     an edge with the two squares diagonally inside its corners (here), corners of
//! . x . . . . x .     three by three and of five by two squares, the second, third and fourth row, and
//! . . . . . . . .     the diagonals of eight to four squares; each from all sides of the board
//! ```
//!
//! A pattern read to the base of three (0 empty, 1 own, 2 opposing) is a number, and every number has a
//! weight. A pattern seen in a mirror has the weight of what is seen, and with the colours changed minus
//! that, so that a quarter of the numbers have a weight of their own. The numbers of all patterns are
//! sums over the eight rows of the board, each row looked up by its discs: one list of sums for the own
//! discs and, twice, for the others.

use std::sync::LazyLock;

use super::board::{Board, WIDE};
use plyglot_core::symmetry::in_square;

/// A kind of pattern.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) about: &'static str,
    /// The squares, by column and row, seen from the upper side of the board.
    squares: &'static [(u8, u8)],
    /// From how many sides it is looked at: four of the board, then those of its mirror image.
    sides: u8,
    /// The order of the squares in the mirror.
    mirror: &'static [u8],
    /// How many weights it has.
    pub(super) weights: usize,
}

const ROW_MIRROR: &[u8] = &[7, 6, 5, 4, 3, 2, 1, 0];

const fn row(y: u8) -> [(u8, u8); 8] {
    [(0, y), (1, y), (2, y), (3, y), (4, y), (5, y), (6, y), (7, y)]
}

const EDGE: [(u8, u8); 10] =
    [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 1), (6, 1)];
const CORNER: [(u8, u8); 9] =
    [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
const CORNER5: [(u8, u8); 10] =
    [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1)];
const DIAGONAL: [(u8, u8); 8] = [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 0)];
const DIAGONAL7: [(u8, u8); 7] = [(0, 6), (1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0)];
const DIAGONAL6: [(u8, u8); 6] = [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 0)];
const DIAGONAL5: [(u8, u8); 5] = [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)];
const DIAGONAL4: [(u8, u8); 4] = [(0, 3), (1, 2), (2, 1), (3, 0)];

/// All kinds.
pub(super) const KINDS: [Kind; 11] = [
    Kind {
        about: "edge with two squares inside",
        squares: &EDGE,
        sides: 4,
        mirror: &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8],
        weights: weights_of(10, 0),
    },
    Kind {
        about: "corner of nine squares",
        squares: &CORNER,
        sides: 4,
        mirror: &[0, 3, 6, 1, 4, 7, 2, 5, 8],
        weights: weights_of(9, 3),
    },
    Kind { about: "second row", squares: &row(1), sides: 4, mirror: ROW_MIRROR, weights: LINE8 },
    Kind { about: "third row", squares: &row(2), sides: 4, mirror: ROW_MIRROR, weights: LINE8 },
    Kind { about: "fourth row", squares: &row(3), sides: 4, mirror: ROW_MIRROR, weights: LINE8 },
    Kind {
        about: "diagonal of eight",
        squares: &DIAGONAL,
        sides: 2,
        mirror: ROW_MIRROR,
        weights: LINE8,
    },
    Kind {
        about: "diagonal of seven",
        squares: &DIAGONAL7,
        sides: 4,
        mirror: &[6, 5, 4, 3, 2, 1, 0],
        weights: weights_of(7, 1),
    },
    Kind {
        about: "diagonal of six",
        squares: &DIAGONAL6,
        sides: 4,
        mirror: &[5, 4, 3, 2, 1, 0],
        weights: weights_of(6, 0),
    },
    Kind {
        about: "diagonal of five",
        squares: &DIAGONAL5,
        sides: 4,
        mirror: &[4, 3, 2, 1, 0],
        weights: weights_of(5, 1),
    },
    Kind {
        about: "diagonal of four",
        squares: &DIAGONAL4,
        sides: 4,
        mirror: &[3, 2, 1, 0],
        weights: weights_of(4, 0),
    },
    Kind {
        about: "corner of five by two squares",
        squares: &CORNER5,
        sides: 8,
        // Its mirror image lies elsewhere.
        mirror: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        weights: weights_of(10, 10),
    },
];
/// What each kind is called, and how many weights it has.
pub(super) const SIZES: [(&str, usize); KINDS.len()] = {
    let mut sizes = [("", 0); KINDS.len()];
    let mut kind = 0;
    while kind < KINDS.len() {
        sizes[kind] = (KINDS[kind].about, KINDS[kind].weights);
        kind += 1;
    }
    sizes
};

const LINE8: usize = weights_of(8, 0);

/// How many numbers with so many digits have a weight of their own, if the mirror leaves so many of
/// the digits in their place.
const fn weights_of(digits: u32, fixed: u32) -> usize {
    let pairs = (digits - fixed) / 2;
    let all = 3_usize.pow(digits);
    let even = 3_usize.pow(pairs + fixed);
    // What is its own counterpart with the colours changed: an empty board, with or without mirror.
    let odd = 3_usize.pow(pairs);
    // By Burnside's count of orbits; of those that are their own counterpart none has a weight.
    let orbits = (all + even + 1 + odd) / 4;
    let own = odd.div_ceil(2);
    orbits - own
}

/// Patterns on a board.
pub(super) const COUNT: usize = 46;

/// Sets of discs on a row.
const SETS: usize = 256;

/// What is looked up.
#[derive(Debug)]
pub(super) struct Lists {
    /// For each row and each of the 256 sets of discs on it, what these add to the number of each
    /// pattern.
    rows: Vec<[u16; COUNT]>,
    /// The kind of each pattern.
    pub(super) places: [usize; COUNT],
    /// Of each kind, for each number: the weight, counted from 1, with its sign; 0 for none.
    pub(super) canon: Vec<Vec<i16>>,
}

pub(super) static LISTS: LazyLock<Lists> = LazyLock::new(Lists::new);

impl Lists {
    fn new() -> Self {
        let mut rows = vec![[0; COUNT]; SETS * usize::from(WIDE)];
        let mut places = [0; COUNT];
        let instances = KINDS.iter().enumerate();
        let instances =
            instances.flat_map(|(kind, of)| (0..of.sides).map(move |side| (kind, side)));
        for (nth, (kind, side)) in instances.enumerate() {
            places[nth] = kind;
            let mut digit: u16 = 1;
            for &square in KINDS[kind].squares {
                let (x, y) = in_square(square, WIDE, side);
                for set in (0..SETS).filter(|set| set >> x & 1 == 1) {
                    rows[SETS * usize::from(y) + set][nth] += digit;
                }
                digit = digit.wrapping_mul(3);
            }
        }
        Self { rows, places, canon: KINDS.iter().map(canon).collect() }
    }

    /// The number of each pattern.
    #[inline]
    pub(super) fn numbers(&self, board: Board) -> [u16; COUNT] {
        let (mut own, mut opposing) = ([0_u16; COUNT], [0_u16; COUNT]);
        let sets = board.own.to_le_bytes().into_iter().zip(board.opposing.to_le_bytes());
        for (row, (own_set, opposing_set)) in self.rows.chunks_exact(SETS).zip(sets) {
            let (a, b) = (&row[usize::from(own_set)], &row[usize::from(opposing_set)]);
            for nth in 0..COUNT {
                own[nth] = own[nth].wrapping_add(a[nth]);
                opposing[nth] = opposing[nth].wrapping_add(b[nth]);
            }
        }
        for (own, opposing) in own.iter_mut().zip(opposing) {
            *own = own.wrapping_add(opposing.wrapping_mul(2));
        }
        own
    }
}

/// The weight of each number of a kind.
fn canon(kind: &Kind) -> Vec<i16> {
    let digits = kind.squares.len();
    let read = |number: usize| -> Vec<usize> {
        (0..digits).scan(number, |rest, _| Some(std::mem::replace(rest, *rest / 3) % 3)).collect()
    };
    let write = |digits: &[usize]| digits.iter().rev().fold(0, |number, digit| 3 * number + digit);
    let all = 3_usize.pow(u32::try_from(digits).unwrap_or(0));
    let (mut weights, mut known) = (vec![0; all], vec![false; all]);
    let mut count = 0;
    for number in 0..all {
        if known[number] {
            continue;
        }
        let own = read(number);
        let mirrored: Vec<usize> = kind.mirror.iter().map(|&at| own[usize::from(at)]).collect();
        let swap =
            |digits: &[usize]| digits.iter().map(|digit| [0, 2, 1][*digit]).collect::<Vec<_>>();
        let same = [number, write(&mirrored)];
        let opposite = [write(&swap(&own)), write(&swap(&mirrored))];
        let is_neutral = opposite.contains(&number);
        count += i16::from(!is_neutral);
        for (numbers, sign) in [(same, 1), (opposite, -1)] {
            for number in numbers {
                known[number] = true;
                weights[number] = if is_neutral { 0 } else { sign * count };
            }
        }
    }
    debug_assert_eq!(usize::try_from(count), Ok(kind.weights), "{}", kind.about);
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Othello;
    use plyglot_core::game::Notation;

    #[test]
    fn every_kind_has_as_many_weights_as_are_counted_and_fits_into_its_numbers() {
        let sides: u8 = KINDS.iter().map(|kind| kind.sides).sum();
        assert_eq!(usize::from(sides), COUNT);
        for (kind, canon) in KINDS.iter().zip(&LISTS.canon) {
            let most = canon.iter().max().copied().unwrap();
            assert_eq!(usize::try_from(most), Ok(kind.weights), "{}", kind.about);
            assert_eq!(canon[0], 0, "an empty pattern is worth nothing");
        }
    }

    #[test]
    fn a_pattern_is_worth_the_same_from_all_sides_and_in_the_mirror() {
        let rules = Othello::default();
        let text = "XXO-----OXX-----X-OX------OOX-----XO--X------O----XX-O-------OO- X";
        let pos = rules.parse_position(text).unwrap();
        let sums = |board: Board| {
            let numbers = LISTS.numbers(board);
            let mut found: Vec<(usize, i16)> = LISTS
                .places
                .into_iter()
                .zip(numbers)
                .map(|(kind, number)| (kind, LISTS.canon[kind][usize::from(number)]))
                .collect();
            found.sort_unstable();
            found
        };
        let first = sums(pos.board);
        let flipped =
            Board { own: pos.board.own.swap_bytes(), opposing: pos.board.opposing.swap_bytes() };
        assert_eq!(sums(flipped), first);
        let around = Board {
            own: pos.board.own.reverse_bits(),
            opposing: pos.board.opposing.reverse_bits(),
        };
        assert_eq!(sums(around), first);
        let mut changed: Vec<(usize, i16)> =
            sums(pos.board.turned()).into_iter().map(|(kind, weight)| (kind, -weight)).collect();
        changed.sort_unstable();
        assert_eq!(changed, first);
    }
}
