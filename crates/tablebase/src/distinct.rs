//! Whether numbers are all different, found without sorting them.
//!
//! A builder has the moves of every place before it, twenty to fifty numbers each time, and wants each
//! once, though hardly ever two are the same. To sort them was a third of what a build of morris took.

/// Bits of the filter, as a power of two.
const FILTER_BITS: u32 = 12;

/// Whether some of these numbers may be equal; where it says no, none are. Of fifty different ones it
/// says so one time in four.
#[inline]
pub(super) fn may_repeat(numbers: impl Iterator<Item = u64>) -> bool {
    let mut seen = [0_u64; 1 << (FILTER_BITS - 6)];
    for number in numbers {
        let hash = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - FILTER_BITS);
        let (word, bit) = (&mut seen[(hash >> 6) as usize], 1 << (hash & 63));
        if *word & bit != 0 {
            return true;
        }
        *word |= bit;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_are_always_seen_and_different_ones_mostly_told_apart() {
        let mut taken_for_equal = 0;
        for first in 0..1000_u64 {
            let numbers = (0..30).map(|i| first * 7919 + i * i * 131);
            taken_for_equal += u32::from(may_repeat(numbers.clone()));
            assert!(may_repeat(numbers.clone().chain(numbers.skip(11).take(1))));
        }
        assert!(taken_for_equal < 200, "{taken_for_equal} of 1000");
    }
}
