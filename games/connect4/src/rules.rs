//! Dropping stones, and how the game ends [allis-1988].

use crate::board::Geometry;
use plyglot_core::game::{Outcome, Rules};
use plyglot_core::{Side, zobrist};

/// The size of the board, and whether moves are to be written as cutechess does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4 {
    /// The board.
    pub geometry: Geometry,
    /// Write moves as drops (`P@d1`) and positions as Fairy-Stockfish does.
    pub drop_notation: bool,
}

impl Default for Connect4 {
    fn default() -> Self {
        Self { geometry: Geometry::USUAL, drop_notation: false }
    }
}

/// The stones of both sides; how many there are says whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    /// Sets of cells as [`Geometry`] numbers them.
    pub(super) stones: [u64; 2],
}

const SALT: u64 = 2_127_224_092;

impl Position {
    /// The stones of a side.
    pub const fn stones(&self, side: Side) -> u64 {
        self.stones[side.index()]
    }

    /// All stones.
    pub const fn filled(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Whose turn it is.
    pub const fn side(&self) -> Side {
        if self.filled().count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The stones of the side to move.
    pub const fn own(&self) -> u64 {
        self.stones(self.side())
    }

    /// Whether nobody can play any more, the board being full apart.
    fn is_won(&self, geometry: Geometry) -> bool {
        geometry.has_four(self.stones(self.side().other()))
    }
}

impl Connect4 {
    /// The cells that a stone may fall into; none once the game is won.
    pub(super) fn drops(&self, pos: &Position) -> u64 {
        if pos.is_won(self.geometry) { 0 } else { self.geometry.drops(pos.filled()) }
    }
}

impl Rules for Connect4 {
    type Position = Position;
    /// The column, from 0.
    type Move = u8;

    fn start(&self) -> Position {
        Position::default()
    }

    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side()
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<u8>) {
        let drops = self.drops(pos);
        let columns = 0..self.geometry.width;
        out.extend(columns.filter(|column| drops & self.geometry.column(*column) != 0));
    }

    fn count_moves(&self, pos: &Position) -> u64 {
        self.drops(pos).count_ones().into()
    }

    fn play(&self, pos: &mut Position, mv: u8) {
        let cell = self.geometry.drops(pos.filled()) & self.geometry.column(mv);
        debug_assert!(cell != 0, "{pos:?} {mv}");
        pos.stones[pos.side().index()] |= cell;
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if pos.is_won(self.geometry) {
            Some(Outcome::win(pos.side().other(), "four in a row"))
        } else if self.geometry.drops(pos.filled()) == 0 {
            Some(Outcome::draw("full board"))
        } else {
            None
        }
    }

    fn stuck(&self, _pos: &Position) -> Outcome {
        Outcome::draw("no move")
    }

    fn key(&self, pos: &Position) -> u64 {
        let side = if pos.side() == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        // The sum tells all positions apart; see `board`.
        zobrist::random(SALT, pos.stones[0].wrapping_add(pos.filled())) ^ side
    }

    fn images(&self, pos: &Position) -> Vec<Position> {
        let mirrored = pos.stones.map(|cells| self.geometry.mirrored(cells));
        vec![*pos, Position { stones: mirrored }]
    }

    /// The columns of the widest board.
    const ENCODED_MOVES: usize = 9;

    fn encode_move(mv: u8) -> u16 {
        u16::from(mv)
    }

    fn is_irreversible(&self, _pos: &Position, _mv: u8) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another generator: columns as lists of letters, lines walked cell by cell.
    struct Plain {
        columns: Vec<Vec<u8>>,
        height: usize,
    }

    impl Plain {
        fn at(&self, column: isize, row: isize) -> Option<u8> {
            let column = self.columns.get(usize::try_from(column).ok()?)?;
            column.get(usize::try_from(row).ok()?).copied()
        }

        fn has_four(&self) -> bool {
            let cells = (0..self.columns.len()).flat_map(|x| (0..self.height).map(move |y| (x, y)));
            cells.map(|(x, y)| (x.cast_signed(), y.cast_signed())).any(|(x, y)| {
                [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|(dx, dy)| {
                    let line: Vec<_> = (0..4).map(|i| self.at(x + i * dx, y + i * dy)).collect();
                    line[0].is_some() && line.iter().all(|stone| *stone == line[0])
                })
            })
        }

        fn count(&mut self, depth: u32, stone: u8) -> u64 {
            if depth == 0 {
                return 1;
            }
            if self.has_four() {
                return 0;
            }
            let mut lines = 0;
            for column in 0..self.columns.len() {
                if self.columns[column].len() < self.height {
                    self.columns[column].push(stone);
                    lines += self.count(depth - 1, 1 - stone);
                    self.columns[column].pop();
                }
            }
            lines
        }
    }

    fn count(rules: &Connect4, pos: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        rules.legal_moves(pos, &mut moves);
        moves.into_iter().map(|mv| count(rules, &rules.after(pos, mv), depth - 1)).sum()
    }

    #[test]
    fn lines_are_as_many_as_another_generator_finds() {
        for (width, height, depth) in [(7, 6, 6), (4, 4, 10), (5, 4, 8), (9, 6, 5), (8, 7, 5)] {
            let geometry = Geometry::new(width, height).expect("it fits");
            let rules = Connect4 { geometry, drop_notation: false };
            let columns = vec![Vec::new(); usize::from(width)];
            let mut plain = Plain { columns, height: height.into() };
            let found = count(&rules, &rules.start(), depth);
            assert_eq!(found, plain.count(depth, 0), "{width}x{height} to {depth}");
        }
    }
}
