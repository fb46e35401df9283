//! The transposition table: what earlier searches found out about a position.
//!
//! Lock-free by the XOR trick of [hyatt-mann-2002]: an entry is two 64-bit words, the data and the
//! key XORed with the data. Two threads that write at once leave a pair that does not match, and
//! reading it finds nothing. The table knows no game: a move is encoded in sixteen bits.
//!
//! ```text
//! data:  63      56 55  50 49  48   47  32   31   16   15    0
//!        |  depth  | age  |bound| (spare) |  score  |  move  |     resolved = depth 255
//! ```
//!
//! Four entries share a bucket of 64 bytes, one cache line. A new entry replaces the one of its
//! own position, else the least valuable: shallow and old first.
//!
//! A new table is zeroed memory, which costs nothing however large it is: each page is there when it
//! is first written. So that no search has to wait for pages, [`TranspositionTable::take_in`]
//! writes them all beforehand, by as many threads as the machine runs; as many clear a table that
//! has been used.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread;

use bytemuck::Zeroable;

use plyglot_core::memory::{NoRoom, advise_large_pages, has_room, prefetch, zeroed_lines};
use plyglot_core::{Bound, Score};

/// Depth of an entry that met no horizon below: valid for a search of any depth.
pub const RESOLVED: u8 = u8::MAX;

/// What the table knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// [`plyglot_core::game::Rules::encode_move`] of the best move, where one is known.
    pub mv: Option<u16>,
    /// The score, already counted from the asking ply.
    pub score: Score,
    /// What the score is a bound of.
    pub bound: Bound,
    /// Plies searched below; [`RESOLVED`] for as deep as the game goes.
    pub depth: u8,
}

#[derive(Debug, Default, Zeroable)]
#[repr(C)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

const WAYS: usize = 4;

const BUCKET_BYTES: usize = WAYS * size_of::<Entry>();

const _: () = assert!(BUCKET_BYTES == 64);

/// A transposition table of a given size.
#[derive(Debug)]
pub struct TranspositionTable {
    entries: Vec<Entry>,
    /// The first entry of the first bucket: it begins a cache line.
    first: usize,
    buckets: usize,
    age: AtomicU8,
    /// Something may have been stored since it was cleared.
    used: AtomicBool,
    /// All its pages are there.
    taken_in: AtomicBool,
}

/// A smaller part of a table is not worth a thread to clear it.
const CLEARED_ENTRIES_MIN: usize = 1 << 18;

const AGE_MASK: u8 = 0x3f;
/// A result of the same position as much deeper than this is not given up for a bound.
const DEEPER_BY: u8 = 4;
/// Slots are stored plus one, in 17 bits, so that 0 means "no move".
const MOVE_BITS: u32 = 17;

impl TranspositionTable {
    /// A table of `mib` MiB, at least one bucket.
    pub fn new(mib: usize) -> Self {
        Self::with_buckets((mib << 20) / BUCKET_BYTES)
    }

    /// [`TranspositionTable::new`], or an error where there is not so much memory.
    pub fn try_new(mib: usize) -> Result<Self, NoRoom> {
        has_room(mib)?;
        let buckets = ((mib << 20) / BUCKET_BYTES).max(1);
        let (entries, first) = zeroed_lines(WAYS * buckets)?;
        Ok(Self::of(entries, first, buckets))
    }

    /// Whether its pages have still to be written, and what it holds in MiB.
    pub fn is_to_be_taken_in(&self) -> Option<usize> {
        let is_new = !self.taken_in.load(Ordering::Relaxed) && !self.used.load(Ordering::Relaxed);
        is_new.then(|| self.mib())
    }

    /// How large it is, in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets * BUCKET_BYTES) >> 20
    }

    /// Asks for large pages, while nobody else has this table yet.
    pub fn advise(&mut self) {
        advise_large_pages(&mut self.entries);
    }

    /// Has all its pages written, unless it `must_stop`, so that no search waits for them.
    pub fn take_in(&self, must_stop: &(dyn Fn() -> bool + Sync)) {
        if !self.taken_in.swap(true, Ordering::Relaxed) {
            self.write_zeroes(must_stop);
        }
    }

    /// A table of exactly `buckets` buckets of four entries; tests use small ones.
    pub fn with_buckets(buckets: usize) -> Self {
        let buckets = buckets.max(1);
        let mut entries = Vec::new();
        entries.resize_with(WAYS * buckets, Entry::default);
        Self::of(entries, 0, buckets)
    }

    fn of(entries: Vec<Entry>, first: usize, buckets: usize) -> Self {
        let (age, used) = (AtomicU8::new(0), AtomicBool::new(false));
        Self { entries, first, buckets, age, used, taken_in: AtomicBool::new(false) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        if !self.used.swap(false, Ordering::Relaxed) {
            return;
        }
        self.write_zeroes(&|| false);
        self.age.store(0, Ordering::Relaxed);
    }

    fn write_zeroes(&self, must_stop: &(dyn Fn() -> bool + Sync)) {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let part = self.entries.len().div_ceil(threads).max(CLEARED_ENTRIES_MIN);
        let mut parts = self.entries.chunks(part);
        let own = parts.next().unwrap_or(&[]);
        thread::scope(|scope| {
            for part in parts {
                let started = thread::Builder::new().spawn_scoped(scope, || clear(part, must_stop));
                if started.is_err() {
                    // The system has no thread left.
                    clear(part, must_stop);
                }
            }
            clear(own, must_stop);
        });
    }

    /// A new search begins: what is in the table is older now.
    pub fn new_search(&self) {
        self.used.store(true, Ordering::Relaxed);
        let next = (self.age.load(Ordering::Relaxed) + 1) & AGE_MASK;
        self.age.store(next, Ordering::Relaxed);
    }

    /// Asks the memory for what is known of the position with this key, without waiting for it.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// What is known of the position with this key, asked `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: u32) -> Option<TtEntry> {
        let data = self.bucket(key).iter().find_map(|entry| entry.read(key))?;
        Some(unpack(data, ply))
    }

    /// Remembers a result. Keeps the old move where the new result has none, and the old result of
    /// this search where it is much deeper and the new one only a bound.
    pub fn store(&self, key: u64, ply: u32, entry: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let same = bucket.iter().position(|entry| entry.read(key).is_some());
        let way = same.unwrap_or_else(|| {
            let worth = |entry: &Entry| worth(entry.data.load(Ordering::Relaxed), age);
            (0..WAYS).min_by_key(|&way| worth(&bucket[way])).unwrap_or(0)
        });
        let mut entry = entry;
        if same.is_some() {
            let old = bucket[way].data.load(Ordering::Relaxed);
            let known = unpack(old, ply);
            let much_deeper = known.depth > entry.depth.saturating_add(DEEPER_BY);
            if much_deeper && entry.bound != Bound::Exact && age_of(old) == age {
                return;
            }
            entry.mv = entry.mv.or(known.mv);
        }
        let data = pack(entry, ply, age);
        bucket[way].data.store(data, Ordering::Relaxed);
        bucket[way].check.store(key ^ data, Ordering::Relaxed);
    }

    /// Entries of the present search among the first thousand, in thousandths.
    #[inline]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.entries.iter().skip(self.first).take(1000.min(WAYS * self.buckets));
        let (mut used, mut all) = (0, 0);
        for entry in sample {
            let data = entry.data.load(Ordering::Relaxed);
            all += 1;
            used += u32::from(data != 0 && age_of(data) == age);
        }
        used * 1000 / all.max(1)
    }

    /// The bucket of a key: the high half of `key * buckets` [lemire-2016], no division.
    #[expect(clippy::cast_possible_truncation, reason = "the product's high half is below len")]
    #[inline]
    fn bucket(&self, key: u64) -> &[Entry] {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        let at = self.first + WAYS * index as usize;
        &self.entries[at..at + WAYS]
    }
}

fn clear(entries: &[Entry], must_stop: &dyn Fn() -> bool) {
    for some in entries.chunks(CLEARED_ENTRIES_MIN) {
        if must_stop() {
            return;
        }
        for entry in some {
            entry.check.store(0, Ordering::Relaxed);
            entry.data.store(0, Ordering::Relaxed);
        }
    }
}

impl Entry {
    #[inline]
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        (data != 0 && check ^ data == key).then_some(data)
    }
}

fn pack(entry: TtEntry, ply: u32, age: u8) -> u64 {
    let mv = entry.mv.map_or(0, |mv| u64::from(mv) + 1);
    let score = u64::from(entry.score.to_table(ply).cast_unsigned());
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    mv | score << MOVE_BITS
        | bound << 48
        | u64::from(age & AGE_MASK) << 50
        | u64::from(entry.depth) << 56
}

#[expect(clippy::cast_possible_truncation, reason = "packing")]
fn unpack(data: u64, ply: u32) -> TtEntry {
    let mv = data & ((1 << MOVE_BITS) - 1);
    TtEntry {
        mv: mv.checked_sub(1).map(|mv| mv as u16),
        score: Score::from_table(((data >> MOVE_BITS) as u16).cast_signed(), ply),
        bound: match data >> 48 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: (data >> 56) as u8,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "packing")]
fn age_of(data: u64) -> u8 {
    (data >> 50) as u8 & AGE_MASK
}

/// A result that is good for every depth is worth as much as one of this depth: what took a few nodes
/// to resolve would otherwise stay for thirty searches, and deep results go.
const RESOLVED_WORTH: i64 = 24;

/// How much an entry is worth keeping: an empty one nothing, then by depth less eight a search.
fn worth(data: u64, age: u8) -> i64 {
    if data == 0 {
        return i64::MIN;
    }
    let searches_ago = age.wrapping_sub(age_of(data)) & AGE_MASK;
    let depth = (data >> 56) as u8;
    let depth = if depth == RESOLVED { RESOLVED_WORTH } else { i64::from(depth) };
    depth - 8 * i64::from(searches_ago)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(mv: u16, depth: u8) -> TtEntry {
        TtEntry { mv: Some(mv), score: Score::cp(-77), bound: Bound::Lower, depth }
    }

    #[test]
    fn what_was_stored_is_found() {
        let tt = TranspositionTable::with_buckets(64);
        for key in 1..40u64 {
            let key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            tt.store(key, 3, entry(u16::MAX, 200));
            assert_eq!(tt.probe(key, 3), Some(entry(u16::MAX, 200)));
            assert_eq!(tt.probe(key ^ 1, 3), None);
        }
    }

    #[test]
    fn a_large_table_is_cleared_to_its_last_entry_by_all_threads() {
        let tt = TranspositionTable::try_new(64).unwrap();
        let keys =
            || (1..20_000u64).map(|key| key.wrapping_mul(0x9E37_79B9_7F4A_7C15)).chain([u64::MAX]);
        for round in 0..2 {
            tt.new_search();
            keys().for_each(|key| tt.store(key, 0, entry(1, 3)));
            assert!(keys().all(|key| tt.probe(key, 0).is_some()), "{round}");
            tt.clear();
            assert!(tt.entries.iter().all(|entry| entry.data.load(Ordering::Relaxed) == 0));
            assert!(tt.entries.iter().all(|entry| entry.check.load(Ordering::Relaxed) == 0));
        }
    }

    #[test]
    fn a_win_is_counted_from_the_asking_ply() {
        let tt = TranspositionTable::with_buckets(1);
        let win = TtEntry { score: Score::win_in(7), ..entry(0, 9) };
        tt.store(99, 4, win);
        assert_eq!(tt.probe(99, 2).unwrap().score, Score::win_in(5));
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let tt = TranspositionTable::with_buckets(1);
        for (key, depth) in [(10, 9), (11, 2), (12, 7), (13, 8)] {
            tt.store(key, 0, entry(1, depth));
        }
        tt.store(14, 0, entry(1, 1));
        assert_eq!(tt.probe(11, 0), None, "the shallowest made room");
        tt.new_search();
        tt.new_search();
        tt.store(14, 0, entry(1, 6));
        tt.store(15, 0, entry(1, 3));
        assert_eq!(tt.probe(12, 0), None, "deeper than 6, but two searches old");
        assert!(tt.probe(14, 0).is_some());
    }

    #[test]
    fn what_is_resolved_goes_before_what_is_deep() {
        let tt = TranspositionTable::with_buckets(1);
        for key in 10..13 {
            tt.store(key, 0, entry(1, RESOLVED));
        }
        tt.store(13, 0, entry(1, 40));
        tt.store(14, 0, entry(1, 3));
        assert!(tt.probe(13, 0).is_some(), "forty plies are worth more");
        assert!((10..13).any(|key| tt.probe(key, 0).is_none()));
        for _ in 0..4 {
            tt.new_search();
        }
        (20..23).for_each(|key| tt.store(key, 0, entry(1, 5)));
        assert!((10..13).all(|key| tt.probe(key, 0).is_none()), "of four searches ago");
    }

    #[test]
    fn a_bound_does_not_displace_a_much_deeper_result_of_this_search() {
        let tt = TranspositionTable::with_buckets(1);
        tt.store(5, 0, entry(1, 9));
        tt.store(5, 0, entry(2, 4));
        assert_eq!(tt.probe(5, 0), Some(entry(1, 9)));
        let exact = TtEntry { bound: Bound::Exact, ..entry(2, 4) };
        tt.store(5, 0, exact);
        assert_eq!(tt.probe(5, 0), Some(exact), "exact, so worth more");
        tt.store(5, 0, entry(1, 9));
        tt.new_search();
        tt.store(5, 0, entry(2, 4));
        assert_eq!(tt.probe(5, 0), Some(entry(2, 4)), "of another search");
    }

    /// Six positions share four entries, and what is known of each tells which it is of: half a
    /// result of one and half of another must not be taken for either.
    #[test]
    fn what_is_found_while_others_write_was_stored_of_this_position() {
        const ROUNDS: u64 = if cfg!(miri) { 40 } else { 20_000 };
        let tt = TranspositionTable::with_buckets(1);
        let known = |key: u64| entry(u16::try_from(100 * key).unwrap(), u8::try_from(key).unwrap());
        let found = AtomicU64::new(0);
        thread::scope(|scope| {
            for first in 0..3u64 {
                let (tt, found) = (&tt, &found);
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        let (stored, asked) =
                            (1 + (first + round) % 6, 1 + (first + 5 * round) % 6);
                        tt.store(stored, 0, known(stored));
                        if let Some(entry) = tt.probe(asked, 0) {
                            assert_eq!(entry, known(asked), "{asked}");
                            found.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        assert!(found.into_inner() > 0, "nothing was ever found");
    }

    #[test]
    fn a_result_without_a_move_keeps_the_move() {
        let tt = TranspositionTable::with_buckets(1);
        tt.store(5, 0, entry(123, 4));
        tt.store(5, 0, TtEntry { mv: None, ..entry(0, 5) });
        assert_eq!(tt.probe(5, 0).unwrap().mv, Some(123));
    }
}
