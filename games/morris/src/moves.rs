//! One turn: a man placed or moved, and what a mill takes.
//!
//! A turn is one move, removals included. It may also be made in steps: the step that closes a mill
//! then *pauses*, and each removal is a move by itself. Clients that speak Sanmill's way send and
//! want it so. A turn in which no man can be moved may be a *pass*.
//!
//! ```text
//! bits 0-4 to   5-9 from   10-14, 15-19, 20-24 taken   25 pauses      31 in a field: none
//! ```

use super::board::Set;

/// A turn, or a step of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

/// No point.
const NONE: u32 = 31;
/// Most men that one turn takes: as many as lines that meet in a point of a board with rings.
pub(super) const TAKEN_MAX: usize = 3;
const PAUSES: u32 = 1 << 25;
const TAKEN_AT: u32 = 10;
const NOTHING_TAKEN: u32 = (NONE | NONE << 5 | NONE << 10) << TAKEN_AT;

impl Move {
    /// No man can be moved, and the other side goes on.
    pub(super) const PASS: Self = Self(NONE | NONE << 5 | NOTHING_TAKEN);

    /// A man is placed.
    #[inline]
    pub(super) const fn placing(to: u8) -> Self {
        Self(to as u32 | NONE << 5 | NOTHING_TAKEN)
    }

    /// A man moves.
    #[inline]
    pub(super) const fn moving(from: u8, to: u8) -> Self {
        Self(to as u32 | (from as u32) << 5 | NOTHING_TAKEN)
    }

    /// A man is taken, by itself.
    #[inline]
    pub(super) const fn removal(point: u8) -> Self {
        Self::PASS.taking(point)
    }

    /// The same turn, and takes one more man; there is room for [`TAKEN_MAX`].
    #[inline]
    #[must_use]
    pub(super) const fn taking(self, point: u8) -> Self {
        let mut at = TAKEN_AT;
        while self.0 >> at & NONE != NONE {
            at += 5;
        }
        Self(self.0 & !(NONE << at) | (point as u32) << at)
    }

    /// The same turn, ended before anything is taken.
    #[inline]
    #[must_use]
    pub(super) const fn pausing(self) -> Self {
        Self(self.0 | NOTHING_TAKEN | PAUSES)
    }

    /// Removals are to follow as moves of their own.
    #[inline]
    pub const fn pauses(self) -> bool {
        self.0 & PAUSES != 0
    }

    const fn field(self, at: u32) -> Option<u8> {
        let field = self.0 >> at & NONE;
        if field == NONE { None } else { Some(field.to_le_bytes()[0]) }
    }

    /// No man is placed, moved or taken.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS.0
    }

    /// Where a man was placed or moved to; `None` for a removal by itself and for a pass.
    #[inline]
    pub const fn to(self) -> Option<u8> {
        self.field(0)
    }

    /// Where it came from; `None` for a man from the hand.
    #[inline]
    pub const fn from(self) -> Option<u8> {
        self.field(5)
    }

    /// The men taken, in the order in which they are written.
    #[inline]
    pub(super) fn taken(self) -> impl Iterator<Item = u8> {
        [TAKEN_AT, TAKEN_AT + 5, TAKEN_AT + 10].into_iter().map_while(move |at| self.field(at))
    }

    /// The men taken, together.
    #[inline]
    pub(super) fn taken_set(self) -> Set {
        if self.takes() { self.taken().fold(0, |set, point| set | 1 << point) } else { 0 }
    }

    /// Something is taken.
    #[inline]
    pub const fn takes(self) -> bool {
        self.0 & NOTHING_TAKEN != NOTHING_TAKEN
    }

    /// Sixteen bits, different for all moves of a position that take at most one man.
    #[inline]
    pub(super) const fn encode(self) -> u16 {
        // To, from and the first man taken make fifteen bits; others are mixed in.
        let others = (self.0 >> 15 & 0x3ff) ^ 0x3ff;
        let folded = (self.0 ^ (others * 37)) & 0x7fff;
        let [low, high, ..] = (folded | (self.pauses() as u32) << 15).to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let taken: Vec<u8> = self.taken().collect();
        write!(f, "Move({:?}-{:?} x{taken:?}", self.from(), self.to())?;
        write!(f, "{})", if self.pauses() { " …" } else { "" })
    }
}
