//! The dark squares of a draughts board in one word.
//!
//! Squares are numbered from the top left as in books, White's men at the bottom. Rows are shifted
//! by half a square against each other, so the step to a neighbour differs from row to row; one bit
//! that no square has after every second row makes it the same everywhere:
//!
//! ```text
//!  8x8, squares 1 to 32                  bits                        steps
//!    .  1  .  2  .  3  .  4         .  0  .  1  .  2  .  3       -5   -4
//!    5  .  6  .  7  .  8  .         4  .  5  .  6  .  7  . (8)     \ /
//!    .  9  . 10  . 11  . 12         .  9  . 10  . 11  . 12          x
//!   13  . 14  . 15  . 16  .        13  . 14  . 15  . 16  . (17)    / \
//!    .  ..                                                       +4   +5
//! ```
//!
//! With five squares in a row the steps are 5 and 6, and 54 bits hold the fifty squares. Who leaves
//! the board lands on a bit without a square, or outside the word.

use std::fmt::Debug;

use plyglot_host::game::Variant;

/// A set of squares.
pub(super) type Set = u64;

/// A board: its size, and what is played on it.
pub trait Board: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// Squares in a row; half the number of rows.
    const ROW: u32;
    /// Rows of men that each side begins with.
    const MEN_ROWS: u32 = Self::ROW - 1;
    /// How many squares there are.
    const SQUARES: u32 = 2 * Self::ROW * Self::ROW;
    /// The bits that are squares.
    const ALL: u64 = all(Self::ROW);
    /// Endgame tables with at most so many pieces are made in memory.
    const EMBEDDED_MEN: u8;
    /// Late moves near the horizon are left out of the search.
    const PRUNES_LATE_MOVES: bool;
    /// The row in which White's men become kings.
    const TOP: u64 = row(Self::ROW, 0);
    /// The row in which Black's men become kings.
    const BOTTOM: u64 = row(Self::ROW, 2 * Self::ROW - 1);

    /// [`plyglot_host::game::Game::NAME`].
    const NAME: &'static str;
    /// [`plyglot_host::game::Game::PREFIX`].
    const PREFIX: &'static str;
    /// [`plyglot_host::game::Game::ABOUT`].
    const ABOUT: &'static str;
    /// [`plyglot_host::game::Game::PROTOCOLS`].
    const PROTOCOLS: &'static [&'static str] = &["Hub"];
    /// [`plyglot_host::game::Game::VARIANTS`].
    const VARIANTS: &'static [Variant];
    /// [`plyglot_host::game::Game::BENCH`].
    const BENCH: &'static str;
}

/// 64 cells, 32 squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board8x8;

/// 100 cells, 50 squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board10x10;

/// A diagonal step, as seen with White at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Direction {
    pub(super) const ALL: [Self; 4] =
        [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];
    pub(super) const UP: [Self; 2] = [Self::UpLeft, Self::UpRight];
    pub(super) const DOWN: [Self; 2] = [Self::DownLeft, Self::DownRight];

    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
        }
    }
}

/// Every square of the set one step on. What leaves the board may leave bits that are no squares.
#[inline]
pub(super) const fn step<B: Board>(set: Set, direction: Direction) -> Set {
    match direction {
        Direction::UpLeft => set >> (B::ROW + 1),
        Direction::UpRight => set >> B::ROW,
        Direction::DownLeft => set << B::ROW,
        Direction::DownRight => set << (B::ROW + 1),
    }
}

/// The squares that are in any of four sets, one for each direction.
#[inline]
pub(super) const fn union([one, other, third, last]: [Set; 4]) -> Set {
    one | other | third | last
}

/// The bit of a square, counted from 1.
#[expect(clippy::cast_possible_truncation, reason = "bits are below 64")]
pub(super) const fn bit_of<B: Board>(square: u32) -> u8 {
    (square - 1 + (square - 1) / (2 * B::ROW)) as u8
}

/// The square of a bit, counted from 1.
pub(super) const fn square_of<B: Board>(bit: u8) -> u32 {
    bit as u32 - bit as u32 / (2 * B::ROW + 1) + 1
}

/// Row, from the top, and column, from the left, of a square; both from 0.
pub(super) const fn place_of<B: Board>(bit: u8) -> (u32, u32) {
    let at = square_of::<B>(bit) - 1;
    let row = at / B::ROW;
    (row, 2 * (at % B::ROW) + 1 - row % 2)
}

/// The long diagonal: the one that ends in two corners.
pub(super) const fn road<B: Board>() -> Set {
    let (mut road, mut square) = (0, 1);
    while square <= B::SQUARES {
        let bit = bit_of::<B>(square);
        let (row, column) = place_of::<B>(bit);
        if row + column == 2 * B::ROW - 1 {
            road |= set_of(bit);
        }
        square += 1;
    }
    road
}

/// The set of one square.
#[inline]
pub(super) const fn set_of(bit: u8) -> Set {
    1 << bit
}

/// The whole board turned by half a circle.
#[inline]
pub(super) const fn turned<B: Board>(set: Set) -> Set {
    set.reverse_bits() >> (u64::BITS - (2 * B::ROW + 1) * B::ROW + 1)
}

/// The square at the same place of the turned board.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "bits are below 64")]
pub(super) const fn turned_bit<B: Board>(bit: u8) -> u8 {
    ((2 * B::ROW + 1) * B::ROW - 2) as u8 - bit
}

const fn row(row_len: u32, row: u32) -> Set {
    ((1 << row_len) - 1) << (row * row_len + row / 2)
}

const fn all(row_len: u32) -> Set {
    let (mut set, mut at) = (0, 0);
    while at < 2 * row_len {
        set |= row(row_len, at);
        at += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::bits::lowest;

    fn check<B: Board>() {
        assert_eq!(B::ALL.count_ones(), B::SQUARES);
        for square in 1..=B::SQUARES {
            let bit = bit_of::<B>(square);
            assert_eq!(square_of::<B>(bit), square);
            let turned_square = B::SQUARES + 1 - square;
            assert_eq!(turned::<B>(set_of(bit)), set_of(bit_of::<B>(turned_square)));
            let (row, column) = place_of::<B>(bit);
            assert_eq!((row + column) % 2, 1, "square {square} is dark");
            for direction in Direction::ALL {
                let to = step::<B>(set_of(bit), direction) & B::ALL;
                let is_up = Direction::UP.contains(&direction);
                let is_left = matches!(direction, Direction::UpLeft | Direction::DownLeft);
                let next = (
                    if is_up { row.checked_sub(1) } else { Some(row + 1) },
                    if is_left { column.checked_sub(1) } else { Some(column + 1) },
                );
                let inside = |at: Option<u32>| at.filter(|&at| at < 2 * B::ROW);
                match (inside(next.0), inside(next.1)) {
                    (Some(row), Some(column)) => {
                        assert_eq!(place_of::<B>(lowest(to)), (row, column), "{square}");
                    }
                    _ => assert_eq!(to, 0, "{square} {direction:?}"),
                }
            }
        }
    }

    #[test]
    fn a_step_is_a_step_on_the_board_or_leaves_it() {
        check::<Board8x8>();
        check::<Board10x10>();
    }
}
