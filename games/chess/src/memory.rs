//! Evaluations remembered: the same position is evaluated again in every iteration, and on many paths.
//!
//! One 64-bit word an entry: the high 48 bits of the position's key and the evaluation. The low bits of
//! the key are the entry's number, so that between them all 64 bits are compared, and a word is read
//! and written whole: what the evaluator thinks does not depend on what it remembers.

use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_core::memory::prefetch;

/// Half a mebibyte: what a processor keeps near.
const ENTRIES: usize = 1 << 16;
const OPINION_BITS: u32 = 16;

const _: () = assert!(ENTRIES >= 1 << OPINION_BITS, "the key's bits are all compared");

/// Evaluations by position.
pub(super) struct Memory {
    entries: Box<[AtomicU64]>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { entries: (0..ENTRIES).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

impl Memory {
    /// Asks the processor to bring what is known of this key near.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.entry(key));
    }

    #[expect(clippy::cast_possible_truncation, reason = "the low bits are the number")]
    fn entry(&self, key: u64) -> &AtomicU64 {
        &self.entries[key as usize % ENTRIES]
    }

    /// The evaluation of the position of this key: remembered, or formed now. Evaluations fit 16 bits.
    #[inline]
    pub(super) fn recall(&self, key: u64, form: impl FnOnce() -> i32) -> i32 {
        let entry = self.entry(key);
        let word = entry.load(Ordering::Relaxed);
        // An entry never written answers for a key of noughts alone, which no position has.
        if (word ^ key) >> OPINION_BITS == 0 && word != 0 {
            #[expect(clippy::cast_possible_truncation, reason = "the evaluation's bits")]
            return i32::from((word as u16).cast_signed());
        }
        let static_eval = form();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "16 bits")]
        let bits = u64::from(static_eval as u16);
        entry.store(key >> OPINION_BITS << OPINION_BITS | bits, Ordering::Relaxed);
        static_eval
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_formed_once_and_never_taken_for_another() {
        let memory = Memory::default();
        let keys = [1u64, 1 << 16, 1 << 63, 1 + (1 << 40), 0xFFFF, u64::MAX, 0xFFFF << 16];
        for (i, key) in keys.into_iter().enumerate() {
            let static_eval = 1000 * i32::try_from(i).unwrap() - 3000;
            assert_eq!(memory.recall(key, || static_eval), static_eval);
            assert_eq!(memory.recall(key, || panic!("formed twice")), static_eval);
        }
    }
}
