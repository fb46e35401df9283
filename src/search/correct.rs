//! What the judge gets wrong again and again (correction history, as in Caissa and Stockfish 17).
//!
//! Positions with the same lasting structure (the pawns, in chess) are misjudged in the same way.
//! Whenever a search has found out better, a running mean of what it found more than the judge is
//! kept by structure and side, and the next opinion of such a position is moved by it.

use crate::core::Side;

const ENTRIES: usize = 1 << 14;
/// A centipawn in an entry.
const GRAIN: i32 = 128;
/// No opinion is moved farther, cp.
const CORRECTION_MAX_CP: i32 = 96;
/// A search of this depth and more counts this much of [`WHOLE`].
const SHARE_MAX: i32 = 16;
const WHOLE: i32 = 256;

/// Mean errors by side and structure.
#[derive(Clone, Debug)]
pub(super) struct Corrections {
    entries: Box<[i16]>,
}

impl Default for Corrections {
    fn default() -> Self {
        Self { entries: vec![0; 2 * ENTRIES].into() }
    }
}

impl Corrections {
    /// What to add to an opinion for this side in this structure, cp.
    pub(super) fn of(&self, side: Side, structure: u64) -> i32 {
        i32::from(self.entries[index(side, structure)]) / GRAIN
    }

    /// A search to this depth has found a score so many centipawns above the judge's opinion.
    pub(super) fn learn(&mut self, side: Side, structure: u64, depth: i32, error_cp: i32) {
        let entry = &mut self.entries[index(side, structure)];
        let old = i32::from(*entry);
        let share = (depth + 1).clamp(0, SHARE_MAX);
        let bound = CORRECTION_MAX_CP * GRAIN;
        // A wild error (a mate, a piece lost) says no more than a plain one.
        let error = (error_cp * GRAIN).clamp(-4 * bound, 4 * bound);
        let new = (old * (WHOLE - share) + error * share) / WHOLE;
        *entry = i16::try_from(new.clamp(-bound, bound)).unwrap_or(*entry);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the high bits are the number")]
fn index(side: Side, structure: u64) -> usize {
    side.index() * ENTRIES + (structure >> (u64::BITS - ENTRIES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_learnt_by_side_and_structure_and_stay_bounded() {
        let mut corrections = Corrections::default();
        for _ in 0..100 {
            corrections.learn(Side::First, 7 << 60, 10, 40);
            corrections.learn(Side::Second, 7 << 60, 10, -10_000);
        }
        assert!((35..=40).contains(&corrections.of(Side::First, 7 << 60)));
        assert_eq!(corrections.of(Side::Second, 7 << 60), -CORRECTION_MAX_CP);
        assert_eq!(corrections.of(Side::First, 8 << 60), 0);
    }
}
