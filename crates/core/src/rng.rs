//! Random numbers from a printed seed: the same seed, the same numbers, on every machine.

use rand::SeedableRng;

/// The generator used wherever a player draws lots (PCG XSL 128/64 [oneill-2014]).
pub type Rng = rand_pcg::Pcg64;

/// A generator that starts at `seed`.
pub fn seeded(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}
