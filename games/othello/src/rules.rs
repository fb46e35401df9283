//! Discs are placed so that they enclose others, which change sides [wof-rules].
//!
//! - Black, the first side, begins, with black discs on e4 and d5 and white ones on d4 and e5.
//! - A move encloses opposing discs, in any of eight directions, between the disc that is placed and
//!   another one of the same side; all of them are turned over.
//! - Whoever has no such move passes, and may not pass otherwise. A pass is a move, so that perft
//!   counts it.
//! - The game is over when neither side can move. Who has more discs has won, by so many.

use super::board::{Board, Set, WIDE, set_of, squares_of};
use super::variant::Empties;
use plyglot_core::bits::bits;
use plyglot_core::game::perft::Uncounted;
use plyglot_core::game::repetition::Same;
use plyglot_core::game::{Outcome, Rules};
use plyglot_core::symmetry::{OF_SQUARE, in_square};
use plyglot_core::{Side, zobrist};

/// The rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    /// Squares a side of the board has: 4, 6 or 8.
    size: u8,
    /// Who gets the squares that stay empty.
    pub empties: Empties,
    pub(super) squares: Set,
}

/// The discs, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// As the side to move sees them.
    pub board: Board,
    /// Whose turn it is.
    pub side: Side,
}

/// A disc placed on a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(pub(super) u8);

impl Move {
    /// No disc is placed, since none can be.
    pub const PASS: Self = Self(64);

    /// The bit of the square; none of a pass.
    pub fn square(self) -> Option<u8> {
        (self != Self::PASS).then_some(self.0)
    }
}

const SALT: u64 = 2_148_794_662;
/// A count of fewer moves is over so soon that nobody need be able to stop it.
const STOPPABLE_DEPTH_MIN: u32 = 5;
const OVER: &str = "no side can move";
const FULL: &str = "board full";
const WIPED_OUT: &str = "one side has no discs left";

impl Default for Othello {
    fn default() -> Self {
        Self::new(8, Empties::Winner)
    }
}

impl Position {
    /// The discs of a side.
    pub fn discs(&self, side: Side) -> Set {
        if side == self.side { self.board.own } else { self.board.opposing }
    }

    /// The position in which the sides hold these discs.
    pub fn new(discs: [Set; 2], side: Side) -> Self {
        let own = discs[side.index()];
        Self { board: Board { own, opposing: discs[side.other().index()] }, side }
    }
}

impl Othello {
    /// The game on a board with so many squares a side: 4, 6 or 8.
    pub fn new(size: u8, empties: Empties) -> Self {
        debug_assert!([4, 6, 8].contains(&size), "{size}");
        Self { size, empties, squares: squares_of(size) }
    }

    /// Squares a side of the board has.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The squares of the board.
    pub fn squares(&self) -> Set {
        self.squares
    }

    /// The squares that hold no disc.
    pub fn empty(&self, pos: &Position) -> Set {
        self.squares & !pos.board.taken()
    }

    /// The margin at the end for the side that looks: its discs less the others, and the empty
    /// squares where they count.
    #[inline]
    pub fn margin(&self, board: Board) -> i32 {
        let [own, opposing] = [board.own, board.opposing].map(|set| set.count_ones().cast_signed());
        let empty = self.squares.count_ones().cast_signed() - own - opposing;
        match self.empties {
            Empties::Winner => own - opposing + empty * (own - opposing).signum(),
            Empties::Nobody => own - opposing,
        }
    }

    /// The number of lines of `depth` moves, those that end before counted once: as others count
    /// [bik-othello-perft]. `must_stop` is asked now and then.
    pub(super) fn count_ended(
        &self,
        board: Board,
        depth: u32,
        must_stop: &dyn Fn() -> bool,
    ) -> Result<u64, Uncounted> {
        let moves = board.mobility(self.squares);
        if depth <= 1 {
            // A pass and an end are one line each.
            return Ok(if depth == 0 { 1 } else { moves.count_ones().max(1).into() });
        }
        if depth >= STOPPABLE_DEPTH_MIN && must_stop() {
            return Err(Uncounted::Stopped);
        }
        if moves == 0 {
            let is_over = board.turned().mobility(self.squares) == 0;
            return if is_over {
                Ok(1)
            } else {
                self.count_ended(board.turned(), depth - 1, must_stop)
            };
        }
        let mut sum = 0_u64;
        for square in bits(moves) {
            let lines = self.count_ended(board.played(square), depth - 1, must_stop)?;
            sum = sum.checked_add(lines).ok_or(Uncounted::TooMany)?;
        }
        Ok(sum)
    }

    /// Whether neither side can move.
    pub fn is_over(&self, board: Board) -> bool {
        board.mobility(self.squares) == 0 && board.turned().mobility(self.squares) == 0
    }
}

impl Rules for Othello {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let middle = self.size / 2 - 1;
        let at = |x: u8, y: u8| set_of(8 * (middle + y) + middle + x);
        Position::new([at(1, 0) | at(0, 1), at(0, 0) | at(1, 1)], Side::First)
    }

    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        let squares = pos.board.mobility(self.squares);
        if squares == 0 && pos.board.turned().mobility(self.squares) != 0 {
            out.push(Move::PASS);
        }
        out.extend(bits(squares).map(Move));
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        let count = pos.board.mobility(self.squares).count_ones();
        if count > 0 {
            return count.into();
        }
        u64::from(pos.board.turned().mobility(self.squares) != 0)
    }

    #[inline]
    fn count_after(&self, pos: &Position, mv: Move, _spare: &mut Vec<Move>) -> u64 {
        self.count_moves(&self.after(pos, mv))
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        pos.side = pos.side.other();
        pos.board = match mv.square() {
            Some(square) => pos.board.played(square),
            None => pos.board.turned(),
        };
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if !self.is_over(pos.board) {
            return None;
        }
        let reason = if self.empty(pos) == 0 {
            FULL
        } else if pos.board.own == 0 || pos.board.opposing == 0 {
            WIPED_OUT
        } else {
            OVER
        };
        let margin = pos.side.relative(self.margin(pos.board));
        Some(Outcome::margin(i16::try_from(margin).unwrap_or(0), reason))
    }

    fn stuck(&self, _pos: &Position) -> Outcome {
        unreachable!("no rule of this game looks back")
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let [first, second] = Side::BOTH.map(|side| pos.discs(side));
        let mixed = first.wrapping_mul(0x9FB2_1C65_1E98_DF25)
            ^ second.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(32);
        let side = if pos.side == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        zobrist::random(SALT, mixed) ^ side
    }

    fn images(&self, pos: &Position) -> Vec<Position> {
        let image = |set: Set, symmetry| {
            let to = |square: u8| {
                let (x, y) = in_square((square % WIDE, square / WIDE), self.size, symmetry);
                set_of(WIDE * y + x)
            };
            bits(set).fold(0, |image, square| image | to(square))
        };
        let discs = Side::BOTH.map(|side| pos.discs(side));
        let all = (0..OF_SQUARE).map(|symmetry| discs.map(|set| image(set, symmetry)));
        all.map(|discs| Position::new(discs, pos.side)).collect()
    }

    fn is_same(&self, one: &Position, other: &Position, same: Same) -> bool {
        let discs = |pos: &Position| Side::BOTH.map(|side| pos.discs(side));
        discs(one) == discs(other) && (!same.has_turn() || one.side == other.side)
    }

    const ENCODED_MOVES: usize = Move::PASS.0 as usize + 1;

    fn encode_move(mv: Move) -> u16 {
        u16::from(mv.0)
    }

    fn decode_move(&self, pos: &Position, encoded: u16) -> Option<Move> {
        let square = u8::try_from(encoded).ok().filter(|encoded| *encoded <= Move::PASS.0)?;
        let legal = pos.board.mobility(self.squares);
        let is_legal = if Move(square) == Move::PASS {
            legal == 0 && pos.board.turned().mobility(self.squares) != 0
        } else {
            legal >> square & 1 == 1
        };
        is_legal.then_some(Move(square))
    }

    /// Every move but a pass adds a disc, and none is ever taken away; two passes end the game.
    fn is_irreversible(&self, _pos: &Position, _mv: Move) -> bool {
        true
    }
}
