//! Positions, and how the game goes on and ends.
//!
//! What a rule remembers over a move is a field of the position: how many men are still to be taken
//! in a turn made in steps, and, where a repeated mill is not like any other, each side's last move
//! if it matters.
//!
//! **Repeated mills.** Document 5 recognises a mill that is formed again by a partial hash over its
//! three (point, man) pairs, each man with an identity of his own, and asks whether the same hash
//! stood two moves of that side ago. Such a mill was opened by the move between, which took one man
//! off the line; the same three men stand there again only if that very man comes straight back.
//! And if he does, every mill he closes is one that he had opened: its other two men have not moved
//! since. So remembering the last move, where it opened a mill, is remembering the hashes, and
//! neither keys nor position strings need identities (`tests/morris/repeat.rs` plays both side by
//! side, and shows that a window of two moves would not do).

use super::board::{Set, points};
use super::moves::Move;
use super::variant::{MillRepeat, NoMove, RuleSet, Shield};
use crate::core::{Side, zobrist};
use crate::game::{Outcome, Repetition, Rules};

/// The rules of a variant, and how the game is ended when nothing happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Morris {
    /// The rules of the board.
    pub set: RuleSet,
    /// The third occurrence of a position is a draw.
    pub threefold: bool,
    /// So many plies without a man placed or taken are a draw; 0 for never.
    pub move_limit: u16,
    /// A removal is a move of its own.
    pub split: bool,
}

/// A move that may not simply be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Last {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Last {
    /// Nothing to remember.
    pub(super) const NONE: Self = Self { from: u8::MAX, to: u8::MAX };

    pub(super) const fn is_some(self) -> bool {
        self.from != u8::MAX
    }
}

/// The men, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// By side; the first is White.
    men: [Set; 2],
    key: u64,
    last: [Last; 2],
    hand: [u8; 2],
    /// Men that the side to move has still to take.
    pending: u8,
    side: Side,
    /// Plies since a man was placed or taken.
    quiet: u16,
    /// Number of the move, from 1; the second side's move ends it.
    number: u16,
}

const _: () = assert!(size_of::<Position>() <= 32);

const SALT: u64 = 24;
/// Random numbers: a man of a side on a point, then so many in a side's hand, men to take, and the
/// points of a last move.
const MAN: [[u64; 32]; 2] = numbers(0);
const HAND: [[u64; 32]; 2] = numbers(100);
const PENDING: [[u64; 32]; 2] = numbers(200);
const FROM: [[u64; 32]; 2] = numbers(300);
const TO: [[u64; 32]; 2] = numbers(400);
/// So many plies before the limit, values found elsewhere may be wrong.
const NEAR_PLIES: u16 = 24;

const fn numbers(first: u64) -> [[u64; 32]; 2] {
    let mut table = [[0; 32]; 2];
    let mut i = 0;
    while i < 64 {
        table[i / 32][i % 32] = zobrist::random(SALT, first + i as u64);
        i += 1;
    }
    table
}

impl Position {
    /// A position with these men and men in hand, by side, and this side to move. No point is in
    /// both sets.
    pub(super) fn new(men: [Set; 2], hand: [u8; 2], side: Side) -> Self {
        debug_assert_eq!(men[0] & men[1], 0);
        let last = [Last::NONE; 2];
        let mut pos = Self { men, key: 0, last, hand, pending: 0, side, quiet: 0, number: 1 };
        pos.key = pos.fresh_key();
        pos
    }

    /// The same position with other counters: plies since a man was placed or taken, and the
    /// move's number.
    #[must_use]
    pub(super) const fn with_counters(self, quiet: u16, number: u16) -> Self {
        Self { quiet, number, ..self }
    }

    /// The same position in the middle of a turn, with so many men still to be taken, and with
    /// these last moves remembered.
    #[must_use]
    pub(super) fn with_memory(mut self, pending: u8, last: [Last; 2]) -> Self {
        self.pending = pending;
        self.last = last;
        self.key = self.fresh_key();
        self
    }

    fn fresh_key(&self) -> u64 {
        let mut key = PENDING[0][usize::from(self.pending)];
        for side in [0, 1] {
            key ^= points(self.men[side]).fold(0, |key, point| key ^ MAN[side][usize::from(point)]);
            key ^= HAND[side][usize::from(self.hand[side])] ^ last_key(side, self.last[side]);
        }
        if self.side == Side::Second { key ^ zobrist::SECOND_TO_MOVE } else { key }
    }

    /// Where a side's men are.
    #[inline]
    pub const fn men(&self, side: Side) -> u32 {
        self.men[side.index()]
    }

    /// How many men a side has in hand.
    #[inline]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hand[side.index()]
    }

    /// How many men a side has, on the board and in hand.
    #[inline]
    pub(super) const fn total(&self, side: Side) -> u32 {
        self.men[side.index()].count_ones() + self.hand[side.index()] as u32
    }

    /// Whose turn it is.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Men that the side to move has still to take.
    #[inline]
    pub const fn pending(&self) -> u8 {
        self.pending
    }

    /// Plies since a man was placed or taken.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Number of the move, from 1.
    pub const fn number(&self) -> u16 {
        self.number
    }

    pub(super) const fn last(&self, side: Side) -> Last {
        self.last[side.index()]
    }

    /// All men.
    #[inline]
    pub(super) const fn taken(&self) -> Set {
        self.men[0] | self.men[1]
    }

    /// The same position with the other side to move.
    #[must_use]
    pub(super) const fn passed(mut self) -> Self {
        self.give_turn();
        self
    }

    #[inline]
    const fn give_turn(&mut self) {
        self.key ^= zobrist::SECOND_TO_MOVE;
        if matches!(self.side, Side::Second) {
            self.number = self.number.saturating_add(1);
        }
        self.side = self.side.other();
    }

    /// Puts a man on a point, or takes it away.
    #[inline]
    const fn toggle(&mut self, side: Side, point: u8) {
        self.men[side.index()] ^= 1 << point;
        self.key ^= MAN[side.index()][point as usize];
    }

    #[inline]
    const fn set_pending(&mut self, pending: u8) {
        self.key ^= PENDING[0][self.pending as usize] ^ PENDING[0][pending as usize];
        self.pending = pending;
    }

    #[inline]
    fn set_last(&mut self, side: Side, last: Last) {
        let old = &mut self.last[side.index()];
        if *old != last {
            self.key ^= last_key(side.index(), *old) ^ last_key(side.index(), last);
            *old = last;
        }
    }

    /// Takes a man of the side that is not to move.
    #[inline]
    fn remove(&mut self, point: u8) {
        let other = self.side.other();
        self.toggle(other, point);
        if self.last(other).to == point {
            self.set_last(other, Last::NONE);
        }
    }
}

#[inline]
fn last_key(side: usize, last: Last) -> u64 {
    if last.is_some() {
        FROM[side][usize::from(last.from)] ^ TO[side][usize::from(last.to)]
    } else {
        0
    }
}

/// What closing mills at a point is worth to the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closing {
    /// The move is not legal.
    Forbidden,
    /// So many men may be taken; 0 where none can be.
    Takes(u8),
}

impl Morris {
    /// The game of this rule set, with threefold repetition and fifty moves of each side.
    pub const fn new(set: RuleSet) -> Self {
        Self { set, threefold: true, move_limit: 100, split: false }
    }

    /// The empty points.
    #[inline]
    pub(super) const fn empty(&self, pos: &Position) -> Set {
        self.set.board.all() & !pos.taken()
    }

    /// Whether a side may place men, and whether it may move them.
    #[inline]
    pub(super) const fn ways(&self, pos: &Position, side: Side) -> (bool, bool) {
        let places = pos.hand(side) > 0;
        (places, !places || self.set.moves_while_placing)
    }

    /// Whether a side's men go to any empty point.
    #[inline]
    pub(super) const fn flies(&self, pos: &Position, side: Side) -> bool {
        self.set.flying && pos.hand(side) == 0 && pos.men(side).count_ones() <= 3
    }

    /// The men of a side that may be taken.
    #[inline]
    pub(super) fn removable(&self, men: Set) -> Set {
        let free = men & !self.set.board.in_mills(men);
        match self.set.shield {
            Shield::Always => men,
            Shield::UnlessNone if free == 0 => men,
            Shield::UnlessNone | Shield::Never => free,
        }
    }

    /// What the side to move gets for having a man go from a point, or from the hand, to `to`.
    pub(super) fn closing(&self, pos: &Position, from: Option<u8>, to: u8) -> Closing {
        let (set, mover) = (&self.set, pos.side());
        let left = from.map_or(pos.men(mover), |from| pos.men(mover) ^ 1 << from);
        let mills = set.board.mills_through(left, to);
        if mills == 0 || set.mill_wins {
            return Closing::Takes(0);
        }
        let last = pos.last(mover);
        if from == Some(last.to) && to == last.from {
            match set.mill_repeat {
                MillRepeat::Allowed => {}
                MillRepeat::Barren => return Closing::Takes(0),
                MillRepeat::Forbidden => return Closing::Forbidden,
                MillRepeat::Reverse => {
                    if set.board.mills_through(pos.men(mover), last.to) > 0 {
                        return Closing::Forbidden;
                    }
                }
            }
        }
        let other = pos.men(mover.other());
        if self.removable(other) == 0 {
            return Closing::Takes(0);
        }
        let wanted = if set.each_mill_takes { mills } else { 1 };
        Closing::Takes(wanted)
    }

    /// What a side remembers of a move it makes; `pos` is the position before.
    #[inline]
    fn memory(&self, pos: &Position, from: u8, to: u8) -> Last {
        let (board, own) = (self.set.board, pos.men(pos.side()));
        let matters = match self.set.mill_repeat {
            MillRepeat::Allowed => false,
            MillRepeat::Barren | MillRepeat::Forbidden => board.mills_through(own, from) > 0,
            MillRepeat::Reverse => board.mills_through(own ^ 1 << from, to) > 0,
        };
        if matters { Last { from, to } } else { Last::NONE }
    }

    /// Whether the game is decided by the men there are, whoever is to move: who has won?
    #[inline]
    pub(super) fn winner(&self, pos: &Position) -> Option<(Side, &'static str)> {
        if self.set.mill_wins {
            let waiting = pos.side().other();
            for side in [waiting, pos.side()] {
                if self.set.board.in_mills(pos.men(side)) != 0 {
                    return Some((side, "three men on a line"));
                }
            }
            return None;
        }
        for side in Side::BOTH {
            if pos.total(side) < 3 {
                return Some((side.other(), "fewer than three men"));
            }
        }
        None
    }

    /// Whether the side to move has a move, while the game is not decided.
    #[inline]
    pub(super) fn has_moves(&self, pos: &Position) -> bool {
        let mover = pos.side();
        if pos.pending() > 0 {
            return true;
        }
        let empty = self.empty(pos);
        let (places, moves) = self.ways(pos, mover);
        if places && empty != 0 {
            return true;
        }
        if !moves {
            return false;
        }
        let own = pos.men(mover);
        let goes = if self.flies(pos, mover) { empty } else { self.set.board.beside(own, empty) };
        goes != 0 && own != 0 && (!pos.last(mover).is_some() || self.count(pos) > 0)
    }

    fn ends_without_move(&self, pos: &Position) -> Outcome {
        match self.set.no_move {
            NoMove::Loss => Outcome::win(pos.side().other(), "no move left"),
            NoMove::Draw => Outcome::draw("no move left"),
        }
    }
}

/// Nine men's morris.
impl Default for Morris {
    fn default() -> Self {
        Self::new(RuleSet::NINE)
    }
}

impl Rules for Morris {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::new([0, 0], [self.set.men; 2], Side::First)
    }

    #[inline]
    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        self.list(pos, out);
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        self.count(pos)
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) {
        let mover = pos.side;
        let Some(to) = mv.to() else {
            mv.taken().for_each(|point| pos.remove(point));
            pos.set_pending(pos.pending - 1);
            pos.quiet = 0;
            if pos.pending == 0 || self.removable(pos.men(mover.other())) == 0 {
                pos.set_pending(0);
                pos.give_turn();
            }
            return;
        };
        pos.quiet = pos.quiet.saturating_add(1);
        let paused = if mv.pauses() { self.closing(pos, mv.from(), to) } else { Closing::Takes(0) };
        if let Some(from) = mv.from() {
            let last = self.memory(pos, from, to);
            pos.toggle(mover, from);
            pos.set_last(mover, last);
        } else {
            let hand = &mut pos.hand[mover.index()];
            debug_assert!(*hand > 0, "{mv:?}");
            let table = &HAND[mover.index()];
            pos.key ^= table[usize::from(*hand)] ^ table[usize::from(*hand - 1)];
            *hand -= 1;
            pos.quiet = 0;
            pos.set_last(mover, Last::NONE);
        }
        pos.toggle(mover, to);
        if let Closing::Takes(count @ 1..) = paused {
            pos.set_pending(count);
            return;
        }
        if mv.takes() {
            mv.taken().for_each(|point| pos.remove(point));
            pos.quiet = 0;
        }
        pos.give_turn();
    }

    #[inline]
    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if let Some((side, reason)) = self.winner(pos) {
            return Some(Outcome::win(side, reason));
        }
        if self.set.full_board_draws && self.empty(pos) == 0 && pos.pending == 0 {
            return Some(Outcome::draw("the board is full"));
        }
        if !self.has_moves(pos) {
            return Some(self.ends_without_move(pos));
        }
        let is_long = self.move_limit > 0 && pos.quiet >= self.move_limit;
        (is_long && pos.pending == 0).then(|| Outcome::draw("no man taken for too long"))
    }

    fn stuck(&self, pos: &Position) -> Outcome {
        self.ends_without_move(pos)
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    #[inline]
    fn slot(mv: Move) -> u16 {
        mv.slot()
    }

    /// A man placed is never in hand again, and a man taken never on the board.
    #[inline]
    fn is_irreversible(&self, _pos: &Position, mv: Move) -> bool {
        mv.takes() || mv.from().is_none()
    }

    #[inline]
    fn is_near_limit(&self, pos: &Position) -> bool {
        self.move_limit > 0 && pos.quiet.saturating_add(NEAR_PLIES) >= self.move_limit
    }

    fn repetition(&self) -> Repetition {
        if self.threefold { Repetition::THREEFOLD } else { Repetition::NONE }
    }

    fn counters(&self, pos: &Position) -> Vec<(&'static str, u32, u32)> {
        if self.move_limit == 0 {
            return Vec::new();
        }
        vec![("plies without a man placed or taken", pos.quiet.into(), self.move_limit.into())]
    }
}
