//! Boards as sets of cells in one word.
//!
//! A column takes `height + 1` bits, the lowest cell first; the bit above its top cell is never a
//! stone, so that no line runs from one column into the next [tromp-connect4]. For 7 by 6:
//!
//! ```text
//!  6 13 20 27 34 41 48    never a stone
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//!  a  b  c  d  e  f  g
//! ```
//!
//! A position is the stones of one side and the stones of both. Their sum is a number that no other
//! position has: in each column it lies between the filled cells and twice as much.

/// The bits of a word, of which a board may use all.
const BITS: u8 = 64;

/// The size of a board, and what follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geometry {
    /// Columns, 4 to 9.
    pub width: u8,
    /// Rows, 4 to 8.
    pub height: u8,
    bottom: u64,
    board: u64,
}

impl Geometry {
    /// The size in which the game is sold.
    pub const USUAL: Self = Self::unchecked(7, 6);

    /// A board of this size; `None` if it does not fit into a word.
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        let fits = width >= 1 && height >= 1 && width * (height + 1) <= BITS;
        if fits { Some(Self::unchecked(width, height)) } else { None }
    }

    const fn unchecked(width: u8, height: u8) -> Self {
        let mut bottom = 0;
        let mut column = 0;
        while column < width {
            bottom |= 1 << (column * (height + 1));
            column += 1;
        }
        Self { width, height, bottom, board: bottom * ((1 << height) - 1) }
    }

    /// From a cell to its neighbour in the next column.
    #[inline]
    pub const fn stride(&self) -> u32 {
        self.height as u32 + 1
    }

    /// How many cells there are.
    pub const fn cells(&self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// All cells.
    #[inline]
    pub const fn board(&self) -> u64 {
        self.board
    }

    /// The cell of a column and a row, both from 0.
    #[inline]
    pub const fn cell(&self, column: u8, row: u8) -> u64 {
        1 << (column * (self.height + 1) + row)
    }

    /// All cells of a column.
    #[inline]
    pub const fn column(&self, column: u8) -> u64 {
        ((1 << self.height) - 1) << (column * (self.height + 1))
    }

    /// The column of a cell.
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub const fn column_of(&self, cell: u64) -> u8 {
        cell.trailing_zeros() as u8 / (self.height + 1)
    }

    /// The row of a cell, from 0.
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub const fn row_of(&self, cell: u64) -> u8 {
        cell.trailing_zeros() as u8 % (self.height + 1)
    }

    /// The rows 1, 3, 5 … as people count, from the bottom.
    pub const fn odd_rows(&self) -> u64 {
        let mut rows = 0;
        let mut row = 0;
        while row < self.height {
            rows |= self.bottom << row;
            row += 2;
        }
        rows
    }

    /// Where a stone may be dropped on these.
    #[inline]
    pub const fn drops(&self, filled: u64) -> u64 {
        (filled + self.bottom) & self.board
    }

    /// The empty cells in which a stone makes four.
    #[inline]
    pub const fn winning(&self, own: u64, filled: u64) -> u64 {
        fourths(own, self.stride()) & (self.board ^ filled)
    }

    /// The empty cells of lines that hold two stones of a side and none of `others`: a stone there makes three
    /// of four.
    #[inline]
    pub const fn half_threats(&self, own: u64, others: u64) -> u64 {
        let stride = self.stride();
        let open = self.board ^ others;
        let cells = twos(own, open, 1)
            | twos(own, open, stride - 1)
            | twos(own, open, stride)
            | twos(own, open, stride + 1);
        cells & !own
    }

    /// How many lines of four lie within these cells.
    pub const fn lines(&self, cells: u64) -> u32 {
        let stride = self.stride();
        fours(cells, 1).count_ones()
            + fours(cells, stride - 1).count_ones()
            + fours(cells, stride).count_ones()
            + fours(cells, stride + 1).count_ones()
    }

    /// Whether these cells hold four in a row.
    #[inline]
    pub const fn has_four(&self, cells: u64) -> bool {
        let stride = self.stride();
        fours(cells, 1) | fours(cells, stride - 1) | fours(cells, stride) | fours(cells, stride + 1)
            != 0
    }

    /// The same cells, or the same number of a position, with left and right changed.
    #[inline]
    pub const fn mirrored(&self, cells: u64) -> u64 {
        let stride = self.stride();
        let ones = (1 << stride) - 1;
        let (mut rest, mut mirrored) = (cells, 0);
        let mut column = 0;
        while column < self.width {
            mirrored = mirrored << stride | rest & ones;
            rest >>= stride;
            column += 1;
        }
        mirrored
    }
}

/// The first cells of four in a row, `step` bits from each to the next.
#[inline]
const fn fours(cells: u64, step: u32) -> u64 {
    let pairs = cells & cells >> step;
    pairs & pairs >> (2 * step)
}

/// The cells of lines of four within `open` that hold two of `own`.
#[inline]
const fn twos(own: u64, open: u64, step: u32) -> u64 {
    let next = own >> step;
    // One of a pair of neighbours, and both; of four cells in a row, two are so or so.
    let (one, both) = (own ^ next, own & next);
    let (far_one, far_both) = (one >> (2 * step), both >> (2 * step));
    let none = !(one | both);
    let two = one & far_one | both & (none >> (2 * step)) | none & far_both;
    let line = two & fours(open, step);
    let pair = line | line << step;
    pair | pair << (2 * step)
}

/// All cells, stones or not, that make four with three others.
#[inline]
pub(super) const fn fourths(own: u64, stride: u32) -> u64 {
    own << 1 & own << 2 & own << 3
        | fourths_along(own, stride - 1)
        | fourths_along(own, stride)
        | fourths_along(own, stride + 1)
}

#[inline]
const fn fourths_along(own: u64, step: u32) -> u64 {
    let (above, below) = (own << step, own >> step);
    let (two_above, two_below) = (above & own << (2 * step), below & own >> (2 * step));
    two_above & (own << (3 * step) | below) | two_below & (own >> (3 * step) | above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_fit_into_a_word_or_are_none() {
        for (width, height, fits) in [(7, 6, true), (9, 6, true), (8, 7, true), (9, 7, false)] {
            assert_eq!(Geometry::new(width, height).is_some(), fits, "{width}x{height}");
        }
        assert_eq!(Geometry::USUAL.board().count_ones(), 42);
    }

    #[test]
    fn an_empty_board_has_as_many_lines_as_are_counted_by_hand() {
        // 24 across, 21 upwards, 12 in each diagonal.
        assert_eq!(Geometry::USUAL.lines(Geometry::USUAL.board()), 69);
        let four = Geometry::new(4, 4).expect("it fits");
        assert_eq!(four.lines(four.board()), 10);
    }

    #[test]
    fn half_threats_are_the_empty_cells_of_lines_with_two_of_four() {
        let board = Geometry::new(8, 7).expect("it fits");
        let mut word = 1_u64;
        for step in 0..2000_u64 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(2 * step + 1);
            let own = word & word >> 9 & board.board();
            let others = word >> 3 & word >> 17 & board.board() & !own;
            let mut expected = 0;
            for start in 0..64 {
                for stride in [1, 7, 8, 9] {
                    let cells = (0..4).map(|nth| 1_u128 << (start + stride * nth));
                    let line = cells.fold(0, |line, cell| line | cell);
                    let is_open = line & !u128::from(board.board() & !others) == 0;
                    if is_open && (line & u128::from(own)).count_ones() == 2 {
                        expected |= line & !u128::from(own);
                    }
                }
            }
            assert_eq!(u128::from(board.half_threats(own, others)), expected, "{own:x} {others:x}");
        }
    }

    #[test]
    fn fourths_are_the_cells_after_which_there_are_four() {
        let board = Geometry::new(8, 7).expect("it fits");
        let mut own = 1_u64;
        for step in 0..2000_u64 {
            own = own.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(2 * step + 1);
            let stones = own & own >> 7 & board.board();
            // An empty cell is never below a stone.
            let is_empty = |cell: &u64| cell & board.board() & !stones & !(stones >> 1) != 0;
            let cells = (0..64).map(|bit| 1 << bit).filter(is_empty);
            let after = cells.filter(|cell| board.has_four(stones | cell));
            let expected = after.fold(0, |all, cell| all | cell);
            if !board.has_four(stones) {
                let found = board.winning(stones, stones) & !(stones >> 1);
                assert_eq!(found, expected, "{stones:x}");
            }
            assert_eq!(board.mirrored(board.mirrored(stones)), stones);
        }
    }
}
