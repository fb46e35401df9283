//! The members of a set that is a word: squares, points, cells by number.

/// Numbers of the bits that are set, lowest first.
#[derive(Clone, Debug)]
pub struct Bits(u64);

/// The members of this set.
#[inline]
pub fn bits(set: impl Into<u64>) -> Bits {
    Bits(set.into())
}

/// The least member of a set that is not empty.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 64")]
pub const fn lowest(set: u64) -> u8 {
    set.trailing_zeros() as u8
}

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = lowest(self.0);
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_from_the_lowest_on() {
        assert_eq!(bits(0_u64).count(), 0);
        assert!(bits(1 << 63 | 1 << 7 | 1_u64).eq([0, 7, 63]));
    }
}
