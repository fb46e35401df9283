//! Positions: where the men are, and what is remembered.
//!
//! What a rule remembers over a move is a field of the position: how many men are still to be taken
//! in a turn made in steps; where a repeated mill is not like any other, each side's last move if it
//! matters; and where a line takes something once only, the points where each side has had mills.

use super::board::Set;
use super::symmetry::Image;
use plyglot_core::bits::bits;
use plyglot_core::game::repetition::Same;
use plyglot_core::{Side, zobrist};

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
    /// By side: the points where it has had mills, if that matters.
    formed: [Set; 2],
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

const _: () = assert!(size_of::<Position>() <= 40);

const SALT: u64 = 24;
/// Random numbers: a man of a side on a point, then so many in a side's hand, men to take, and the
/// points of a last move; a point of a mill that has been formed.
static MAN: [[u64; 32]; 2] = numbers(0);
static HAND: [[u64; 32]; 2] = numbers(100);
static PENDING: [[u64; 32]; 2] = numbers(200);
static FROM: [[u64; 32]; 2] = numbers(300);
static TO: [[u64; 32]; 2] = numbers(400);
static FORMED: [[u64; 32]; 2] = numbers(500);

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
        let (formed, last) = ([0; 2], [Last::NONE; 2]);
        let (key, pending, quiet, number) = (0, 0, 0, 1);
        let mut pos = Self { men, key, formed, last, hand, pending, side, quiet, number };
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

    /// The same position where these points, by side, have been in mills.
    #[must_use]
    pub(super) fn with_formed(mut self, formed: [Set; 2]) -> Self {
        self.formed = formed;
        self.key = self.fresh_key();
        self
    }

    /// The hash of the men on the board alone.
    pub(super) fn board_key(&self) -> u64 {
        let of = |side: usize| {
            bits(self.men[side]).fold(0, |key, point| key ^ MAN[side][usize::from(point)])
        };
        of(0) ^ of(1)
    }

    /// Whether another position is the same, counters apart.
    pub(super) fn is_same(&self, other: &Self, same: Same) -> bool {
        let rest = |pos: &Self| (pos.formed, pos.last, pos.hand, pos.pending);
        self.men == other.men
            && (same.is_board() || rest(self) == rest(other))
            && (!same.has_turn() || self.side == other.side)
    }

    /// The same position with each point where a symmetry takes it.
    #[expect(clippy::cast_possible_truncation, reason = "a set has 32 points")]
    pub(super) fn image(&self, symmetry: &Image) -> Self {
        let image = |point: u8| symmetry.of(1 << point).trailing_zeros() as u8;
        let last = self.last.map(|last| match last {
            Last { from, to } if last.is_some() => Last { from: image(from), to: image(to) },
            none => none,
        });
        let [men, formed] = [self.men, self.formed].map(|sets| sets.map(|set| symmetry.of(set)));
        let mut turned = Self { men, formed, last, ..*self };
        turned.key = turned.fresh_key();
        turned
    }

    fn fresh_key(&self) -> u64 {
        let mut key = PENDING[0][usize::from(self.pending)] ^ self.board_key();
        for side in [0, 1] {
            key ^= HAND[side][usize::from(self.hand[side])] ^ last_key(side, self.last[side]);
            key ^= formed_key(side, self.formed[side]);
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

    /// The hash of all that decides how the game may go on, counters apart.
    #[inline]
    pub(super) const fn key(&self) -> u64 {
        self.key
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

    /// The points where a side has had mills; none unless the rules ask for them.
    #[inline]
    pub(super) const fn formed(&self, side: Side) -> Set {
        self.formed[side.index()]
    }

    /// Number of the ply, from 0 where the first side makes the first move.
    pub(super) const fn ply(&self) -> u32 {
        2 * (self.number.saturating_sub(1) as u32) + matches!(self.side, Side::Second) as u32
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
    pub(super) const fn give_turn(&mut self) {
        self.key ^= zobrist::SECOND_TO_MOVE;
        if matches!(self.side, Side::Second) {
            self.number = self.number.saturating_add(1);
        }
        self.side = self.side.other();
    }

    /// Puts a man on a point, or takes it away.
    #[inline]
    pub(super) const fn toggle(&mut self, side: Side, point: u8) {
        self.men[side.index()] ^= 1 << point;
        self.key ^= MAN[side.index()][point as usize];
    }

    /// The side to move takes a man from its hand, which is not empty.
    #[inline]
    pub(super) fn draw_from_hand(&mut self) {
        let side = self.side.index();
        let hand = usize::from(self.hand[side]);
        debug_assert!(hand > 0, "{self:?}");
        self.key ^= HAND[side][hand] ^ HAND[side][hand - 1];
        self.hand[side] -= 1;
    }

    /// One more ply without a man placed or taken; or none since one was.
    #[inline]
    pub(super) const fn count_quiet(&mut self, is_quiet: bool) {
        self.quiet = if is_quiet { self.quiet.saturating_add(1) } else { 0 };
    }

    #[inline]
    pub(super) const fn set_pending(&mut self, pending: u8) {
        self.key ^= PENDING[0][self.pending as usize] ^ PENDING[0][pending as usize];
        self.pending = pending;
    }

    #[inline]
    pub(super) fn set_last(&mut self, side: Side, last: Last) {
        let old = &mut self.last[side.index()];
        if *old != last {
            self.key ^= last_key(side.index(), *old) ^ last_key(side.index(), last);
            *old = last;
        }
    }

    /// The side to move has formed mills on these points.
    pub(super) fn add_formed(&mut self, mills: Set) {
        let side = self.side.index();
        self.key ^= formed_key(side, mills & !self.formed[side]);
        self.formed[side] |= mills;
    }

    /// Takes a man of the side that is not to move.
    #[inline]
    pub(super) fn remove(&mut self, point: u8) {
        let other = self.side.other();
        self.toggle(other, point);
        if self.last(other).to == point {
            self.set_last(other, Last::NONE);
        }
    }
}

fn formed_key(side: usize, formed: Set) -> u64 {
    bits(formed).fold(0, |key, point| key ^ FORMED[side][usize::from(point)])
}

#[inline]
fn last_key(side: usize, last: Last) -> u64 {
    if last.is_some() {
        FROM[side][usize::from(last.from)] ^ TO[side][usize::from(last.to)]
    } else {
        0
    }
}
