//! Sets of points in lanes of eight bits, one set in a word or those of both sides in a wider one.
//!
//! A lane is a ring of points; how a board is laid out in lanes is told in [`super::board`]. What is
//! done to one set costs the same for two in one word, as long as nothing of one gets into the other:
//! a set has at most 24 points, and what is shifted beyond them is masked off.

use std::ops::{BitAnd, BitOr, Shl, Shr};

/// Points as bits.
pub(super) type Set = u32;

/// The sets of two sides in one word, which many operations work on as on one of them.
pub(super) type Pair = u64;

/// A set, or a pair of them: what lanes are turned and compared in. Masks fit an instruction where
/// there is one set, so that one is not treated as half of a pair.
pub(super) trait Word:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The same points in each set.
    fn each(set: Set) -> Self;
}

impl Word for Set {
    #[inline]
    fn each(set: Set) -> Self {
        set
    }
}

impl Word for Pair {
    #[inline]
    fn each(set: Set) -> Self {
        pair([set; 2])
    }
}

/// Two sets as one word.
#[inline]
pub(super) const fn pair([low, high]: [Set; 2]) -> Pair {
    (high as Pair) << 32 | low as Pair
}

/// One word as two sets.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the halves of a word")]
pub(super) const fn halves(sets: Pair) -> [Set; 2] {
    [sets as Set, (sets >> 32) as Set]
}

/// Every lane has this bit.
pub(super) const LANES: Set = 0x01_01_01;

/// Every lane turned clockwise by so many points.
#[inline]
pub(super) fn turned<const BY: u32, W: Word>(sets: W) -> W {
    let wrapped = ((1 << BY) - 1) * LANES;
    sets << BY & W::each((0xff * LANES) & !wrapped) | sets >> (8 - BY) & W::each(wrapped)
}
