//! Zobrist keys without stored tables: the random number of a (feature, value) pair is computed.
//!
//! Zobrist [zobrist-1970] XORs one random number for every piece on its square; a move then changes
//! the key by two or three XORs. `SplitMix64`'s finaliser [steele-lea-flood-2014] is a good enough
//! random function of a counter that no table has to be kept, and it may run at compile time. Keys
//! may collide: where an error would matter, positions themselves are compared.

/// The random number of feature `index` of the game named by `salt`.
#[must_use]
pub const fn random(salt: u64, index: u64) -> u64 {
    let mut z = salt
        .wrapping_mul(0xD605_1BB8_A7F1_2D5B)
        .wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What a key is XORed with when the second side is to move, in every game of ours.
pub const SECOND_TO_MOVE: u64 = random(0, 0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_thousand_features_of_two_games_get_different_numbers() {
        let mut seen: Vec<u64> =
            (1..3).flat_map(|salt| (0..5000).map(move |i| random(salt, i))).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 10_000);
    }
}
