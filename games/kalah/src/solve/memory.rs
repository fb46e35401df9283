//! What the solver remembers: positions told apart for certain, two bounds each, in eight bytes.
//!
//! ```text
//! 63                                24 23     16 15      8 7   5 4    0
//! |               tag                 | at least | at most | pit | work |
//! ```
//!
//! A position's number is spread over `40 + bits` bits ([`HashKey`]); the low
//! `bits` choose the bucket, the other forty are the tag. So a tag in a bucket belongs to one
//! position only, and what is read from here is proven, not likely. An entry is one atomic word:
//! threads can share the memory without ever seeing half of an entry. Of the four entries of a
//! bucket the one that has cost the least work gives way to a new one.

use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_core::memory::{HashKey, NoRoom, advise_large_pages, has_room, prefetch, zeroed_lines};

const WAYS: usize = 4;
const TAG_BITS: u32 = 40;
/// The most work that an entry tells: one more than the power of two of the nodes.
pub(super) const WORK_MAX: u8 = 31;
/// Entries without work are empty.
const WORK: u64 = WORK_MAX as u64;
/// As the pit of an entry: not known.
pub(super) const NO_PIT: u8 = 7;

/// Half a cache line.
type Bucket = [AtomicU64; WAYS];

/// The memory: a power of two of buckets.
#[derive(Debug)]
pub(super) struct Memory {
    entries: Vec<AtomicU64>,
    /// The first entry of the first bucket: it begins a cache line.
    first: usize,
    bits: u32,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The margin is at least this …
    pub(super) low: i8,
    /// … and at most this.
    pub(super) high: i8,
    /// The pit that showed `low`, or seemed the best; or [`NO_PIT`], which the eighth pit has to
    /// share.
    pub(super) pit: u8,
}

impl Memory {
    /// Room for hardly anything.
    pub(super) fn none() -> Self {
        let entries = Vec::from(Bucket::default());
        Self { entries, first: 0, bits: 0 }
    }

    /// Room for as much as fits into `mib` MiB.
    pub(super) fn new(mib: usize) -> Result<Self, NoRoom> {
        let bits = bits(mib);
        has_room(mib)?;
        let (mut entries, first) = zeroed_lines(WAYS << bits)?;
        advise_large_pages(&mut entries);
        Ok(Self { entries, first, bits })
    }

    /// A memory of so many MiB tells numbers below this apart.
    pub(super) fn numbers(mib: usize) -> u64 {
        1_u64.checked_shl(TAG_BITS + bits(mib)).unwrap_or(u64::MAX)
    }

    /// Its size; 0 for [`Memory::none`].
    pub(super) fn mib(&self) -> usize {
        (self.entries.len() * size_of::<AtomicU64>()) >> 20
    }

    /// Where the position with this number belongs.
    #[inline]
    pub(super) const fn hash_key(&self, number: u64) -> HashKey {
        HashKey::new(number, self.bits, TAG_BITS)
    }

    #[inline]
    fn bucket(&self, hash_key: HashKey) -> (&[AtomicU64], u64) {
        let at = self.first + WAYS * hash_key.bucket(self.bits);
        (&self.entries[at..at + WAYS], hash_key.tag(self.bits))
    }

    /// Asks for what is known of a position, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, hash_key: HashKey) {
        prefetch(&self.bucket(hash_key).0[0]);
    }

    /// What is known of a position, if anything.
    #[inline]
    pub(super) fn find(&self, hash_key: HashKey) -> Option<Known> {
        let (bucket, tag) = self.bucket(hash_key);
        let entries = bucket.iter().map(|entry| entry.load(Ordering::Relaxed));
        let entry = entries.into_iter().find(|&entry| is_of(entry, tag))?;
        Some(known(entry))
    }

    /// Remembers what is known of a position after `nodes` nodes below it.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "it is no more than `WORK_MAX`")]
    pub(super) fn keep(&self, hash_key: HashKey, known: Known, nodes: u64) {
        let work = (nodes.max(1).ilog2() + 1).min(WORK_MAX.into());
        self.keep_after(hash_key, known, work as u8);
    }

    /// The same after so much work, from 1 to [`WORK_MAX`].
    #[inline]
    pub(super) fn keep_after(&self, hash_key: HashKey, known: Known, work: u8) {
        let (bucket, tag) = self.bucket(hash_key);
        let Known { low, high, pit } = known;
        let rest = pit << 5 | work;
        let bounds = u32::from_be_bytes([0, low.cast_unsigned(), high.cast_unsigned(), rest]);
        let new = tag << 24 | u64::from(bounds);
        let worth = |entry: u64| if is_of(entry, tag) { 0 } else { 1 + (entry & WORK) };
        let loser = bucket.iter().min_by_key(|entry| worth(entry.load(Ordering::Relaxed)));
        if let Some(entry) = loser {
            entry.store(new, Ordering::Relaxed);
        }
    }

    /// Calls `see` with each position's number, what is known of it, and after how much work.
    pub(super) fn each(&self, see: &mut dyn FnMut(u64, Known, u8)) {
        let buckets = self.entries[self.first..].as_chunks::<WAYS>().0.iter().take(1 << self.bits);
        for (bucket, entries) in buckets.enumerate() {
            for entry in entries.iter().map(|entry| entry.load(Ordering::Relaxed)) {
                if entry & WORK != 0 {
                    let key = HashKey::of(bucket, entry >> 24, self.bits);
                    let [.., rest] = (entry & WORK).to_be_bytes();
                    see(key.number(self.bits, TAG_BITS), known(entry), rest);
                }
            }
        }
    }

    /// How full it is, in thousandths, from a sample.
    pub(super) fn fill(&self) -> u32 {
        let sample = &self.entries[self.first..];
        let sample = &sample[..sample.len().min(1000 * WAYS)];
        let used = sample.iter().filter(|entry| entry.load(Ordering::Relaxed) != 0).count();
        u32::try_from(used * 1000 / sample.len()).unwrap_or(1000)
    }
}

/// The power of two of buckets that fit.
fn bits(mib: usize) -> u32 {
    ((mib.clamp(1, 1 << 18) << 20) / size_of::<Bucket>()).ilog2()
}

#[inline]
const fn known(entry: u64) -> Known {
    let [.., low, high, rest] = entry.to_be_bytes();
    Known { low: low.cast_signed(), high: high.cast_signed(), pit: rest >> 5 }
}

#[inline]
const fn is_of(entry: u64, tag: u64) -> bool {
    entry >> 24 == tag && entry & WORK != 0
}
