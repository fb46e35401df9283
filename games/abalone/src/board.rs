//! The hexagon: 61 cells in one machine word, with each of the six directions a rotation.
//!
//! Rows run from `a` (bottom, Black's home) to `i`; the numbers are the diagonals from north-west to
//! south-east, so a cell's neighbours are (row, number) ± (0, 1), (1, 0) and (1, 1).
//!
//! ```text
//!         i5  i6  i7  i8  i9
//!       h4  h5  h6  h7  h8  h9                 nw   ne
//!     g3  g4  g5  g6  g7  g8  g9                 \ /
//!   f2  f3  f4  f5  f6  f7  f8  f9           w -- + -- e
//! e1  e2  e3  e4  e5  e6  e7  e8  e9             / \
//!   d1  d2  d3  d4  d5  d6  d7  d8             sw   se
//!     c1  c2  c3  c4  c5  c6  c7
//!       b1  b2  b3  b4  b5  b6
//!         a1  a2  a3  a4  a5
//! ```
//!
//! 61 = 3·5·4 + 1 is a centred hexagonal number, and such a hexagon tiles the plane: glued edge to
//! edge it is a torus on which walking east visits all 61 cells. Numbered along that walk, `a1`
//! being 0, a cell has the number 13·row + column (both from 0) modulo 61; a step east adds 1, a
//! step north-west 13, a step north-east 14. So a set of cells is stepped by rotating 61 bits, and
//! the cells that came in over the glued edge are struck out with a mask.

/// How many cells there are.
pub(super) const CELLS: usize = 61;
/// Cells in a row of the board's middle, and rows.
pub(super) const ROWS: usize = 9;

/// A set of cells, one bit each.
pub(super) type Set = u64;

/// Every cell.
pub(super) const ALL: Set = (1 << CELLS) - 1;

/// The six directions, counter-clockwise; three on is the opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Direction(u8);

/// Their number.
pub(super) const DIRECTIONS: usize = 6;

/// What a step adds to a cell's number, modulo 61, by direction: e, ne, nw, w, sw, se.
const STEPS: [u32; DIRECTIONS] = [1, 14, 13, 60, 47, 48];
/// The same steps as (row, column).
const DELTAS: [(i8, i8); DIRECTIONS] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

impl Direction {
    /// All of them.
    pub(super) const ALL: [Self; DIRECTIONS] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The direction of this index, 0 to 5.
    pub(super) const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < DIRECTIONS);
        Self(index)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Row and column of each cell, from 0.
const PLACES: [(u8, u8); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let mut row = 0;
    while row < ROWS {
        let mut column = 0;
        while column < ROWS {
            if row.abs_diff(column) <= 4 {
                #[expect(clippy::cast_possible_truncation, reason = "below 9")]
                let place = (row as u8, column as u8);
                places[(13 * row + column) % CELLS] = place;
            }
            column += 1;
        }
        row += 1;
    }
    places
};

/// The cells that have a neighbour in each direction.
const HAVING: [Set; DIRECTIONS] = {
    let mut having = [0; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut cell = 0;
        while cell < CELLS {
            if reach(cell, direction) > 0 {
                having[direction] |= 1 << cell;
            }
            cell += 1;
        }
        direction += 1;
    }
    having
};

/// The cells of the rim.
pub(super) const RIM: Set =
    ALL & !(HAVING[0] & HAVING[1] & HAVING[2] & HAVING[3] & HAVING[4] & HAVING[5]);

/// How many cells there are from a cell to the edge, by direction.
const REACH: [[u8; CELLS]; DIRECTIONS] = {
    let mut table = [[0; CELLS]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut cell = 0;
        while cell < CELLS {
            table[direction][cell] = reach(cell, direction);
            cell += 1;
        }
        direction += 1;
    }
    table
};

const fn reach(cell: usize, direction: usize) -> u8 {
    let (mut row, mut column) = (PLACES[cell].0.cast_signed(), PLACES[cell].1.cast_signed());
    let mut cells = 0;
    loop {
        row += DELTAS[direction].0;
        column += DELTAS[direction].1;
        if !is_place(row, column) {
            return cells;
        }
        cells += 1;
    }
}

const fn is_place(row: i8, column: i8) -> bool {
    let apart = row - column;
    row >= 0 && column >= 0 && row < 9 && column < 9 && apart <= 4 && apart >= -4
}

/// The cell in this row and column, both from 0; `None` beside the board.
pub(super) const fn cell_at(row: i8, column: i8) -> Option<u8> {
    if is_place(row, column) {
        Some((13 * row.cast_unsigned() + column.cast_unsigned()) % 61)
    } else {
        None
    }
}

/// Row and column of a cell, both from 0.
pub(super) const fn place(cell: u8) -> (u8, u8) {
    PLACES[cell as usize]
}

/// The cell `steps` steps on; there has to be one.
#[inline]
pub(super) const fn step(cell: u8, direction: Direction, steps: u8) -> u8 {
    debug_assert!(steps <= REACH[direction.index()][cell as usize]);
    let number = cell as u32 + steps as u32 * STEPS[direction.index()];
    (number % 61) as u8
}

/// How many cells there are from this one to the edge.
#[inline]
pub(super) const fn cells_to_edge(cell: u8, direction: Direction) -> u8 {
    REACH[direction.index()][cell as usize]
}

/// A cell as it is written: `c3`.
pub(super) fn name(cell: u8) -> String {
    let (row, column) = place(cell);
    format!("{}{}", char::from(b'a' + row), column + 1)
}

/// The cells whose neighbour in direction `D` is in the set.
#[inline]
pub(super) const fn behind<const D: usize>(set: Set) -> Set {
    let back = STEPS[(D + 3) % DIRECTIONS];
    (set << back | set >> (61 - back)) & HAVING[D]
}

/// The cells from which a step in direction `D` leaves the board.
#[inline]
pub(super) const fn edge<const D: usize>() -> Set {
    ALL & !HAVING[D]
}

/// The cells with exactly so many cells between them and the edge in direction `D`, at most 4.
#[inline]
pub(super) const fn at_edge<const D: usize>(cells: usize) -> Set {
    AT_EDGE[D][cells]
}

const AT_EDGE: [[Set; 5]; DIRECTIONS] = {
    let mut sets = [[0; 5]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut cell = 0;
        while cell < CELLS {
            let reach = REACH[direction][cell] as usize;
            if reach < 5 {
                sets[direction][reach] |= 1 << cell;
            }
            cell += 1;
        }
        direction += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::bits::bits;

    #[test]
    fn every_cell_has_its_own_number() {
        let all = (0..9).flat_map(|row| (0..9).filter_map(move |column| cell_at(row, column)));
        let set = all.fold(0, |set: Set, cell| {
            assert_eq!(set >> cell & 1, 0, "{cell}");
            set | 1 << cell
        });
        assert_eq!(set, ALL);
    }

    #[test]
    fn a_rotation_is_a_step_on_the_board() {
        fn check<const D: usize>() {
            let (up, right) = DELTAS[D];
            for cell in bits(ALL) {
                let (row, column) = place(cell);
                let (row, column) = (row.cast_signed(), column.cast_signed());
                assert_eq!(cell_at(row, column), Some(cell));
                let before = cell_at(row - up, column - right).map_or(0, |cell| 1 << cell);
                assert_eq!(behind::<D>(1 << cell), before, "{cell} {D}");
                let next = cell_at(row + up, column + right);
                assert_eq!(edge::<D>() >> cell & 1 == 1, next.is_none());
                if let Some(next) = next {
                    assert_eq!(step(cell, Direction::ALL[D], 1), next);
                }
            }
        }
        check::<0>();
        check::<1>();
        check::<2>();
        check::<3>();
        check::<4>();
        check::<5>();
    }

    #[test]
    fn there_are_nine_lines_in_each_of_three_directions() {
        let lines: u32 = [edge::<0>(), edge::<1>(), edge::<2>()].map(Set::count_ones).iter().sum();
        assert_eq!(lines, 27);
    }
}
