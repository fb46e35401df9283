//! Discs as two words, and what can be turned over: the bits under the rules.
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//! 1    0  1  2  3  4  5  6  7     bit = 8 * row + column, row 1 at the top
//! 2    8  9 10 11 12 13 14 15
//! …
//! 8   56 57 58 59 60 61 62 63
//! ```
//!
//! A smaller board is the corner at a1 of this one: its squares are a set, and no disc ever lies
//! outside, so that runs end there as they end at the edge of the whole board.
//!
//! - Where one may play is found for all squares at once: runs of opposing discs grow from the own
//!   discs by doubling steps, eight directions by shifts (parallel prefix).
//! - What one move turns over is found a ray at a time: the first square on it that holds no opposing
//!   disc is the lowest bit of a word, or the highest, and if it is an own disc all before it is
//!   turned over.

/// A set of squares.
pub type Set = u64;

/// The discs, seen by one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    /// The discs of the side that looks.
    pub own: Set,
    /// Those of the other side.
    pub opposing: Set,
}

/// Squares a side of the word has.
pub(super) const WIDE: u8 = 8;
/// All squares but those of the first column, and of the last.
const NOT_A: Set = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: Set = 0x7F7F_7F7F_7F7F_7F7F;
/// Steps of a column and a row towards higher bits.
const UP_STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// The rays from each square towards higher bits, and those towards lower ones.
static UP_RAYS: [[Set; 4]; 64] = rays(1);
static DOWN_RAYS: [[Set; 4]; 64] = rays(-1);

const fn rays(sign: i32) -> [[Set; 4]; 64] {
    let mut all = [[0; 4]; 64];
    // The same number twice, since a type cannot be changed here.
    let (mut square, mut place) = (0, 0_i32);
    while square < 64 {
        let mut ray = 0;
        while ray < 4 {
            let (dx, dy) = (sign * UP_STEPS[ray].0, sign * UP_STEPS[ray].1);
            let (mut x, mut y) = (place % 8 + dx, place / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                all[square][ray] |= 1 << (8 * y + x);
                x += dx;
                y += dy;
            }
            ray += 1;
        }
        square += 1;
        place += 1;
    }
    all
}

/// The squares of a board with so many squares a side.
pub(super) const fn squares_of(size: u8) -> Set {
    let row = (1 << size) - 1;
    let (mut all, mut y) = (0, 0);
    while y < size {
        all |= row << (WIDE * y);
        y += 1;
    }
    all
}

/// The bit of a square.
pub(super) const fn set_of(square: u8) -> Set {
    1 << square
}

/// A word the other way round, as far as the opposing run goes through.
#[inline]
const fn runs_up(own: Set, through: Set, step: u32) -> Set {
    let mut run = through & own << step;
    run |= through & run << step;
    let pairs = through & through << step;
    run |= pairs & run << (2 * step);
    run |= pairs & run << (2 * step);
    run << step
}

#[inline]
const fn runs_down(own: Set, through: Set, step: u32) -> Set {
    let mut run = through & own >> step;
    run |= through & run >> step;
    let pairs = through & through >> step;
    run |= pairs & run >> (2 * step);
    run |= pairs & run >> (2 * step);
    run >> step
}

impl Board {
    /// All discs.
    #[inline]
    pub const fn taken(self) -> Set {
        self.own | self.opposing
    }

    /// As the other side sees it.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { own: self.opposing, opposing: self.own }
    }

    /// The squares among `squares` where the side that looks may play.
    #[inline]
    pub const fn mobility(self, squares: Set) -> Set {
        let Self { own, opposing } = self;
        // A run of discs to be turned over ends before the edge columns.
        let inner = opposing & NOT_A & NOT_H;
        let found = runs_up(own, inner, 1)
            | runs_down(own, inner, 1)
            | runs_up(own, opposing, 8)
            | runs_down(own, opposing, 8)
            | runs_up(own, inner, 7)
            | runs_down(own, inner, 7)
            | runs_up(own, inner, 9)
            | runs_down(own, inner, 9);
        found & squares & !self.taken()
    }

    /// The discs that a disc on an empty square turns over.
    #[inline]
    pub fn flips(self, square: u8) -> Set {
        let Self { own, opposing } = self;
        let square = usize::from(square & 63);
        let mut flips = 0;
        for ray in UP_RAYS[square] {
            let stops = ray & !opposing;
            let end = stops & stops.wrapping_neg() & own;
            flips |= ray & end.saturating_sub(1);
        }
        for ray in DOWN_RAYS[square] {
            let stops = ray & !opposing;
            let highest = (1 << 63) >> (stops | 1).leading_zeros();
            let end = highest & stops & own;
            flips |= ray & end.wrapping_neg() << 1;
        }
        flips
    }

    /// After a move that turns over these discs, seen by the other side.
    #[inline]
    #[must_use]
    pub const fn after(self, square: u8, flips: Set) -> Self {
        Self { own: self.opposing & !flips, opposing: self.own | flips | set_of(square) }
    }

    /// After a move, seen by the other side.
    #[inline]
    #[must_use]
    pub fn played(self, square: u8) -> Self {
        self.after(square, self.flips(square))
    }

    /// Empty squares beside a disc of this set: where the other side may come to play.
    #[inline]
    pub const fn frontier(discs: Set, empty: Set) -> Set {
        let (left, right) = (discs & NOT_A, discs & NOT_H);
        let around = discs << 8
            | discs >> 8
            | right << 1
            | left >> 1
            | left << 7
            | right >> 7
            | right << 9
            | left >> 9;
        around & empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::bits::bits;

    /// Walks over the squares one by one.
    fn walked(board: Board, square: u8) -> Set {
        let mut flips = 0;
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let (mut run, mut x, mut y) =
                (0, i32::from(square % 8) + dx, i32::from(square / 8) + dy);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let bit = 1 << (8 * y + x);
                if board.opposing & bit == 0 {
                    if board.own & bit != 0 {
                        flips |= run;
                    }
                    break;
                }
                run |= bit;
                (x, y) = (x + dx, y + dy);
            }
        }
        flips
    }

    #[test]
    fn flips_and_mobility_are_those_of_a_walk_over_the_squares() {
        let mut lot = 1_u64;
        let mut draw = || {
            lot ^= lot << 13;
            lot ^= lot >> 7;
            lot ^= lot << 17;
            lot
        };
        for size in [4, 6, 8] {
            let squares = squares_of(size);
            for round in 0..3_000 {
                let (one, other, third) = (draw(), draw(), draw());
                // Boards of all densities.
                let taken = if round % 3 == 0 { one & other } else { one | third };
                let own = taken & other & squares & third;
                let board = Board { own, opposing: taken & squares & !own };
                let mut mobility = 0;
                for square in bits(squares & !board.taken()) {
                    let flips = walked(board, square);
                    assert_eq!(board.flips(square), flips, "{board:?} {square}");
                    mobility |= if flips == 0 { 0 } else { set_of(square) };
                }
                assert_eq!(board.mobility(squares), mobility, "{board:?}");
            }
        }
    }

    #[test]
    fn the_frontier_is_every_empty_square_beside_a_disc() {
        let corner = Board::frontier(1, !1);
        assert_eq!(corner, 1 << 1 | 1 << 8 | 1 << 9);
        assert_eq!(Board::frontier(1 << 15, !(1 << 15)).count_ones(), 5);
    }
}
