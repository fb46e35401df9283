//! The board, its lines, and how the game ends.
//!
//! ```text
//!  1 | 2 | 3        bit = cell - 1
//! ---+---+---       First is X, Second is O ([tictactoe-s2]: 1 and 4)
//!  4 | 5 | 6
//! ---+---+---
//!  7 | 8 | 9
//! ```
//!
//! The game ends at three in a row or on a full board; with [`End::Fin`] also where all eight lines
//! hold both marks, which [tictactoe-s2, `Fin`] calls a draw (its code 3) at once. Who wins, and how
//! soon, is the same either way.

use plyglot_core::bits::bits;
use plyglot_core::game::{Outcome, Rules};
use plyglot_core::symmetry::{OF_SQUARE, in_square};
use plyglot_core::{Side, zobrist};

/// When a game that nobody wins is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum End {
    /// On a full board.
    #[default]
    Full,
    /// As soon as every line holds both marks [tictactoe-s2, `Fin`].
    Fin,
}

/// The rules, and whether moves are to be written as cutechess does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    /// Write moves as drops (`P@a3`) and positions as Fairy-Stockfish does.
    pub drop_notation: bool,
    /// When a draw ends the game.
    pub end: End,
}

/// The board, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Nine bits a side, cell 1 lowest.
    pub(super) marks: [u16; 2],
    pub(super) side: Side,
}

/// The eight lines as sets of cells, in the order of the text's `lin`.
pub const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

const FULL: u16 = 0b1_1111_1111;
const SALT: u64 = 1;

impl Position {
    /// The empty board, X to move.
    pub const EMPTY: Self = Self { marks: [0, 0], side: Side::First };

    /// The cells a side holds.
    pub const fn marks(&self, side: Side) -> u16 {
        self.marks[side.index()]
    }

    /// The cells nobody holds.
    pub const fn empty(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    /// Whether a side has three in a row.
    pub fn has_line(&self, side: Side) -> bool {
        let marks = self.marks(side);
        LINES.iter().any(|line| marks & line == *line)
    }

    /// Whether every line holds marks of both sides, so that nobody can win any more.
    pub fn is_blocked(&self) -> bool {
        LINES.iter().all(|line| self.marks.iter().all(|marks| marks & line != 0))
    }

    /// The eight turns and reflections of it, itself first.
    pub fn images(&self) -> [Self; OF_SQUARE as usize] {
        let to = |cell: u8, symmetry| {
            let (column, row) = in_square((cell % 3, cell / 3), 3, symmetry);
            1 << (3 * row + column)
        };
        let image = |set, symmetry| bits(set).fold(0, |image, cell| image | to(cell, symmetry));
        let symmetries: [u8; OF_SQUARE as usize] = [0, 1, 2, 3, 4, 5, 6, 7];
        symmetries
            .map(|symmetry| Self { marks: self.marks.map(|set| image(set, symmetry)), ..*self })
    }
}

impl TicTacToe {
    /// Whether the board has ended the game before it is full.
    fn is_over_early(self, pos: Position) -> bool {
        pos.has_line(pos.side.other()) || self.end == End::Fin && pos.is_blocked()
    }
}

impl Rules for TicTacToe {
    type Position = Position;
    /// The cell, 0 to 8.
    type Move = u8;

    fn start(&self) -> Position {
        Position::EMPTY
    }

    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<u8>) {
        if !self.is_over_early(*pos) {
            out.extend(bits(pos.empty()));
        }
    }

    fn count_moves(&self, pos: &Position) -> u64 {
        if self.is_over_early(*pos) { 0 } else { u64::from(pos.empty().count_ones()) }
    }

    fn play(&self, pos: &mut Position, mv: u8) {
        debug_assert!(pos.empty() >> mv & 1 == 1, "{pos:?} {mv}");
        pos.marks[pos.side.index()] |= 1 << mv;
        pos.side = pos.side.other();
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if pos.has_line(pos.side.other()) {
            Some(Outcome::win(pos.side.other(), "three in a row"))
        } else if pos.empty() == 0 {
            Some(Outcome::draw("full board"))
        } else if self.is_over_early(*pos) {
            Some(Outcome::draw("every line holds both marks"))
        } else {
            None
        }
    }

    fn stuck(&self, _pos: &Position) -> Outcome {
        Outcome::draw("no move")
    }

    fn key(&self, pos: &Position) -> u64 {
        let cells = u64::from(pos.marks[0]) | u64::from(pos.marks[1]) << 9;
        let side = if pos.side == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        zobrist::random(SALT, cells) ^ side
    }

    fn images(&self, pos: &Position) -> Vec<Position> {
        pos.images().to_vec()
    }

    const ENCODED_MOVES: usize = 9;

    fn encode_move(mv: u8) -> u16 {
        u16::from(mv)
    }

    fn is_irreversible(&self, _pos: &Position, _mv: u8) -> bool {
        true
    }
}
