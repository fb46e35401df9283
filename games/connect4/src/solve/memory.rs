//! What the solver remembers: positions told apart for certain, two bounds each, in eight bytes.
//!
//! ```text
//! 63                         20 19      13 12       6 5          4 3    0
//! |            tag             | at least | at most  | generation | work |
//! ```
//!
//! A position's number is spread over `44 + bits` bits ([`HashKey`]); the low `bits` choose the
//! bucket, the other 44 are the tag. So a tag in a bucket belongs to one position only, and what is
//! read from here is proven, not likely: it stays true from one position of a game to the next,
//! whatever was asked before. Of the four entries of a bucket one of an earlier question gives way to
//! a new one, and of those of the same question the one that has cost the least work.

use plyglot_core::memory::{HashKey, NoRoom, advise_large_pages, has_room, prefetch, zeroed_lines};

const WAYS: usize = 4;
const TAG_BITS: u32 = 44;
const TAG_SHIFT: u32 = 64 - TAG_BITS;
/// Entries without work are empty.
const WORK: u64 = 15;
const GENERATIONS: u64 = 4;
/// Added to a bound, so that it is a number of [`BOUND_BITS`] bits.
const OFFSET: i32 = 64;
const BOUND_BITS: u32 = 7;
const BOUND: u64 = (1 << BOUND_BITS) - 1;

/// The memory: a power of two of buckets.
#[derive(Debug)]
pub(super) struct Memory {
    entries: Vec<u64>,
    /// The first entry of the first bucket: it begins a cache line.
    first: usize,
    bits: u32,
    generation: u64,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score is at least this …
    pub(super) low: i32,
    /// … and at most this.
    pub(super) high: i32,
}

impl Memory {
    /// Room for hardly anything.
    pub(super) fn none() -> Self {
        Self { entries: vec![0; WAYS], first: 0, bits: 0, generation: 0 }
    }

    /// Room for as much as fits into `mib` MiB, and no more than is of use where numbers have so
    /// many bits.
    pub(super) fn new(mib: usize, number_bits: u32) -> Result<Self, NoRoom> {
        let buckets = (mib.clamp(1, 1 << 18) << 20) / size_of::<[u64; WAYS]>();
        let bits = buckets.ilog2().min(number_bits.saturating_sub(2).max(10));
        has_room(mib_of(bits))?;
        let (mut entries, first) = zeroed_lines(WAYS << bits)?;
        advise_large_pages(&mut entries);
        Ok(Self { entries, first, bits, generation: 0 })
    }

    /// Whether numbers of so many bits are told apart.
    pub(super) const fn tells(&self, number_bits: u32) -> bool {
        TAG_BITS + self.bits >= number_bits
    }

    /// A new question begins: what was kept for others gives way first.
    pub(super) const fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Where the position with this number belongs.
    #[inline]
    pub(super) const fn hash_key(&self, number: u64) -> HashKey {
        HashKey::new(number, self.bits, TAG_BITS)
    }

    /// The first entry of the bucket, and the tag.
    #[inline]
    const fn place(&self, hash_key: HashKey) -> (usize, u64) {
        (self.first + WAYS * hash_key.bucket(self.bits), hash_key.tag(self.bits))
    }

    /// Asks for what is known of a position, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, hash_key: HashKey) {
        prefetch(&self.entries[self.place(hash_key).0]);
    }

    /// What is known of a position, if anything.
    #[inline]
    pub(super) fn find(&self, hash_key: HashKey) -> Option<Known> {
        let (at, tag) = self.place(hash_key);
        let entry = self.entries[at..at + WAYS].iter().find(|entry| is_of(**entry, tag))?;
        Some(Known { low: bound(entry >> 13), high: bound(entry >> 6) })
    }

    /// Remembers what is known of a position after `nodes` nodes below it.
    #[inline]
    pub(super) fn keep(&mut self, hash_key: HashKey, known: Known, nodes: u64) {
        let (at, tag) = self.place(hash_key);
        let generation = self.generation;
        let work = (u64::from(nodes.max(1).ilog2()) / 2 + 1).min(WORK);
        let bits = |value: i32| u64::from((value + OFFSET).cast_unsigned());
        let bounds = bits(known.low) << 13 | bits(known.high) << 6;
        let worth = |entry: u64| {
            let is_of_now = entry >> 4 & (GENERATIONS - 1) == generation;
            if is_of(entry, tag) { 0 } else { 1 + (entry & WORK) + if is_of_now { 16 } else { 0 } }
        };
        let bucket = &mut self.entries[at..at + WAYS];
        if let Some(loser) = bucket.iter_mut().min_by_key(|entry| worth(**entry)) {
            *loser = tag << TAG_SHIFT | bounds | generation << 4 | work;
        }
    }

    /// How full it is, in thousandths, from a sample.
    pub(super) fn fill(&self) -> u32 {
        let sample = &self.entries[self.first..];
        let sample = &sample[..sample.len().min(1000 * WAYS)];
        let used = sample.iter().filter(|entry| **entry != 0).count();
        u32::try_from(used * 1000 / sample.len()).unwrap_or(1000)
    }
}

const fn mib_of(bits: u32) -> usize {
    (size_of::<[u64; WAYS]>() << bits) >> 20
}

#[inline]
const fn is_of(entry: u64, tag: u64) -> bool {
    entry >> TAG_SHIFT == tag && entry & WORK != 0
}

#[inline]
const fn bound(bits: u64) -> i32 {
    (bits & BOUND) as i32 - OFFSET
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_come_back_and_the_dearest_entries_stay() {
        let mut memory = Memory::new(1, 49).unwrap();
        let dear = Known { low: -21, high: 18 };
        memory.keep(memory.hash_key(7), dear, 1 << 20);
        for number in 1000..200_000 {
            memory.keep(memory.hash_key(number), Known { low: -1, high: 0 }, 1);
        }
        assert_eq!(memory.find(memory.hash_key(7)), Some(dear));
        assert_eq!(memory.find(memory.hash_key(8)), None);
        assert!(memory.fill() > 500);
    }

    #[test]
    fn a_small_memory_does_not_tell_large_numbers_apart() {
        assert!(Memory::new(1, 49).unwrap().tells(49));
        assert!(!Memory::new(1, 64).unwrap().tells(64));
        assert!(Memory::new(32, 64).unwrap().tells(64));
    }
}
