//! The rules of one game, as the machinery sees them.

use std::fmt::Debug;

use super::repetition::Same;
use super::{Outcome, Repetition};
use crate::{Side, zobrist};

/// The rules of one game. A position is plain data; the value of this type holds what the chosen
/// variant changes (board size, a disputed rule). No rule reads an option or a global.
///
/// Bounded memory is state: if a rule looks back a fixed distance (the no-progress counter, the
/// mill just opened), what it looks at is a field of the position, so that perft, key, table and
/// database see it. Only repetition over a whole game is kept outside, in the
/// [`KeyHistory`](super::KeyHistory), and read by the [`Repetition`] policy.
pub trait Rules: Send + Sync + 'static {
    /// Everything about a moment of the game except its history. At most 128 bytes, since the
    /// search copies it at every node.
    type Position: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// One ply: a whole chain of sowings or captures is one move.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Who moves. The same side may move twice running.
    fn side_to_move(&self, pos: &Self::Position) -> Side;

    /// Appends the legal moves to `out`, in an order that is always the same. Appends nothing when
    /// the board itself has ended the game (mate, stalemate, three in a row); a position that is
    /// over by a count only (fifty moves, dead position) still has its moves, as perft wants.
    fn legal_moves(&self, pos: &Self::Position, out: &mut Vec<Self::Move>);

    /// How many moves [`Rules::legal_moves`] would append. A game that can count without listing
    /// overrides it; perft lives on it.
    fn count_moves(&self, pos: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        moves.len() as u64
    }

    /// How many moves there are after a legal move. A game that need not know everything of a
    /// position for that overrides it; `spare` is a list to work with, which is left as it was.
    #[inline]
    fn count_after(
        &self,
        pos: &Self::Position,
        mv: Self::Move,
        _spare: &mut Vec<Self::Move>,
    ) -> u64 {
        self.count_moves(&self.after(pos, mv))
    }

    /// Plays a legal move.
    fn play(&self, pos: &mut Self::Position, mv: Self::Move);

    /// The position after a legal move.
    #[inline]
    fn after(&self, pos: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut after = pos.clone();
        self.play(&mut after, mv);
        after
    }

    /// How the game has ended in this position, history apart; `None` while it goes on.
    fn outcome(&self, pos: &Self::Position) -> Option<Outcome>;

    /// How the game ends when the repetition rule has forbidden every move there was.
    fn stuck(&self, pos: &Self::Position) -> Outcome;

    /// How the game ends in a position that has come back, where [`Rules::repetition`] says
    /// [`Then::Settled`](super::repetition::Then::Settled).
    fn settled(&self, _pos: &Self::Position) -> Outcome {
        Outcome::draw("repetition")
    }

    /// The margins that the first and the second side can be sure of from here, whatever the other one
    /// plays and whatever was before; both for the first side, so that the game will end between them
    /// if both know it. `None` where a game is not decided by margins, or nothing is known. The search
    /// asks at every node.
    #[inline]
    fn margin_bounds(&self, _pos: &Self::Position) -> Option<[i16; 2]> {
        None
    }

    /// A Zobrist key of everything that decides how the game goes on, the side to move included:
    /// equal positions have equal keys. Counters may be left out, where the rules say so.
    fn key(&self, pos: &Self::Position) -> u64;

    /// What this position becomes when the board is turned round or mirrored, itself among them: in each
    /// the game goes on as here, with its moves turned alike. None at all where that changes the game.
    fn images(&self, _pos: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// The same number for all [`Rules::images`] of a position: the least of their keys.
    fn canonical_key(&self, pos: &Self::Position) -> u64 {
        let images = self.images(pos);
        images.iter().map(|image| self.key(image)).fold(self.key(pos), u64::min)
    }

    /// [`Rules::key`] without the side to move, for rules of repetition that ask who is to move no
    /// more.
    fn position_key(&self, pos: &Self::Position) -> u64 {
        match self.side_to_move(pos) {
            Side::First => self.key(pos),
            Side::Second => self.key(pos) ^ zobrist::SECOND_TO_MOVE,
        }
    }

    /// A key of the men on the board alone: no side to move, no rights, no men in hand. The same as
    /// [`Rules::position_key`] where a position has nothing of that kind.
    fn board_key(&self, pos: &Self::Position) -> u64 {
        self.position_key(pos)
    }

    /// The same with the side to move.
    fn board_and_turn_key(&self, pos: &Self::Position) -> u64 {
        match self.side_to_move(pos) {
            Side::First => self.board_key(pos),
            Side::Second => self.board_key(pos) ^ zobrist::SECOND_TO_MOVE,
        }
    }

    /// The board key after a move and who moves then, where that can be told without playing it;
    /// `None` where it cannot. A rule by which positions must not come back asks it of every move.
    fn board_after(&self, _pos: &Self::Position, _mv: Self::Move) -> Option<(u64, Side)> {
        None
    }

    /// Whether two positions are the same, counters apart: what equal keys make likely. It is asked
    /// where a repetition decides a game. If nothing else is said, equal positions are; a game whose
    /// positions have counters, or that compares boards without whose turn it is, has to say more.
    fn is_same(&self, one: &Self::Position, other: &Self::Position, _same: Same) -> bool {
        one == other
    }

    /// No encoded move reaches this, whatever the options say. A game that says less than all there
    /// are promises that the legal moves of a position are encoded each in its own way.
    const ENCODED_MOVES: usize = 1 << 16;

    /// A 16-bit name of the move for the transposition table and the ordering statistics; distinct
    /// among the legal moves of a position where that can be had. A collision costs ordering,
    /// never correctness.
    fn encode_move(mv: Self::Move) -> u16;

    /// The legal move that is encoded so; `None` if there is none, or if it is not found without listing
    /// all moves. Only a game that encodes each in its own way may find one.
    fn decode_move(&self, _pos: &Self::Position, _encoded: u16) -> Option<Self::Move> {
        None
    }

    /// The key of the position after a move, where that costs far less than what it is worth to know it
    /// early: a search calls for what is remembered of it before the move is played. `None` where it does
    /// not. Nothing but time depends on it.
    #[inline]
    fn key_after(&self, _pos: &Self::Position, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// No position before this move can ever come back.
    fn is_irreversible(&self, _pos: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// No rule of repetition speaks of this move, whatever it brings back: a pass, say, which leaves
    /// the board as it is.
    fn is_exempt(&self, _pos: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// A counter that the key leaves out is so near its limit that a value found elsewhere may be
    /// wrong here: the transposition table then orders moves and cuts nothing.
    fn is_near_limit(&self, _pos: &Self::Position) -> bool {
        false
    }

    /// What a repeated position means in this game.
    fn repetition(&self) -> Repetition {
        Repetition::NONE
    }

    /// The no-progress counters of the position, for people: name, value, limit.
    fn counters(&self, _pos: &Self::Position) -> Vec<(&'static str, u32, u32)> {
        Vec::new()
    }
}

/// [`Rules::key_after`] of a game in which a move is soon played.
#[inline]
pub fn key_when_played<R: Rules>(rules: &R, pos: &R::Position, mv: R::Move) -> u64 {
    let mut after = pos.clone();
    rules.play(&mut after, mv);
    rules.key(&after)
}
