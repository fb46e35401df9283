//! Random numbers from a printed seed: the same seed, the same numbers, on every machine.

use std::hash::{BuildHasher, Hasher, RandomState};

use rand::SeedableRng;

/// The generator used wherever a player draws lots (PCG XSL 128/64 [oneill-2014]).
pub type Rng = rand_pcg::Pcg64;

/// A generator that starts at `seed`.
pub fn seeded(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// A seed drawn from what the system has of chance: another at each call, and at each start of the
/// program. Whoever draws one says it, so that the same lots can be drawn again.
pub fn fresh_seed() -> u32 {
    let lots = RandomState::new().build_hasher().finish();
    u32::try_from(lots >> 32).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_drawn_one_after_the_other_differ() {
        let drawn: std::collections::BTreeSet<u32> = (0..100).map(|_| fresh_seed()).collect();
        // Two of a hundred are alike once in a million runs.
        assert!(drawn.len() >= 99, "{drawn:?}");
    }
}
