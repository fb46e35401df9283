//! Large tables: how much room the machine has for them, and memory that is zero from the start.
//!
//! A table that is asked for zeroed comes from the system as pages that are not there yet: it costs
//! nothing to have, and each page is filled when it is first written. Written by one thread instead,
//! six gigabytes take seconds, on whatever clock is running.
//!
//! That a table can be had says nothing about whether there is room for it: the system promises more
//! than it has, and a container's limit is heeded by killing who goes beyond it. So [`free_mib`] is
//! asked first.
//!
//! A table that must never take one position for another has its places by [`HashKey`].
//!
//! A table is larger than any cache. A probe of a transposition table waits for memory about as long as an
//! evaluator thinks: asked for as soon as the key is known ([`prefetch`]), the entry is there when the
//! evaluator is done; chess searches an eighth more nodes a second. Where a game foresees the keys behind
//! all moves of a node ([`Rules::key_after`](crate::game::Rules::key_after)), their entries are called for
//! when these are listed: a sixth less time to the same depth in English and Russian draughts, oware and
//! Kalah, a tenth in international draughts; in Connect Four, Abalone and morris it is nothing that could be
//! told, and in Othello and chess, where a move is dear to play, it is worse. In pages of 2 MiB
//! ([`advise_large_pages`]), the processor also finds where an entry lies without a walk through page tables:
//! a twelfth more. The solver of Kalah, which asks about all successors of a position at once, gains a sixth
//! by both, and the builder of endgame tables a third by large pages. Neither changes anything that a program
//! can see: the slow form is to leave it out, and node counts are the same either way.

use bytemuck::Zeroable;

/// The bytes that a processor brings from memory at once.
const LINE_BYTES: usize = 64;
/// So many MiB are left to everything else.
const KEPT_FREE_MIB: usize = 64;

/// The machine has not so much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRoom {
    /// As far as it says itself.
    #[error("only {0} MiB are free")]
    Free(usize),
    /// It was asked for, and refused.
    #[error("the system refuses it")]
    Refused,
}

/// Whether there is room for so many MiB, as far as the machine says.
pub fn has_room(mib: usize) -> Result<(), NoRoom> {
    match free_mib() {
        Some(free) if mib > free => Err(NoRoom::Free(free)),
        _ => Ok(()),
    }
}

/// A vector of so many zeroed items and some more, and the index of the first that begins a cache
/// line: from there on they are `items`.
pub fn zeroed_lines<T: Zeroable>(items: usize) -> Result<(Vec<T>, usize), NoRoom> {
    let spare = LINE_BYTES / size_of::<T>();
    let all = items.checked_add(spare).ok_or(NoRoom::Refused)?;
    let zeroed: Vec<T> = bytemuck::try_zeroed_vec(all).map_err(|()| NoRoom::Refused)?;
    let first = zeroed.as_ptr().align_offset(LINE_BYTES);
    // Where it cannot be aligned it is as good, only slower.
    Ok((zeroed, if first <= spare { first } else { 0 }))
}

/// An empty vector with room for so many items, in large pages; `None` if memory cannot hold them.
pub fn vec_for<T>(items: usize) -> Option<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(items).ok()?;
    advise_large_pages(room.spare_capacity_mut());
    Some(room)
}

/// So many items, each made alike, in large pages; `None` if memory cannot hold them.
pub fn vec_of<T>(items: usize, make: impl FnMut() -> T) -> Option<Vec<T>> {
    let mut all = vec_for(items)?;
    all.resize_with(items, make);
    Some(all)
}

/// Asks for large pages behind these items, which nobody has touched yet. Where the system has none,
/// or does not want to, nothing happens.
pub fn advise_large_pages<T>(untouched: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        /// Advice is for whole pages; this is a multiple of every page size in use.
        const PAGE_BYTES: usize = 64 << 10;
        let bytes = size_of_val(untouched);
        let start = untouched.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE_BYTES);
        let whole = bytes.saturating_sub(skipped) / PAGE_BYTES * PAGE_BYTES;
        if whole > 0 {
            #[expect(unsafe_code, reason = "a call of the system; measured, see above")]
            // SAFETY: the range lies within memory that is borrowed for writing, and the advice leaves
            // what is in it as it is. A refusal is as good as no advice.
            unsafe {
                libc::madvise(start.add(skipped).cast(), whole, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = untouched;
}

/// Brings the cache line at which `value` begins nearer to the processor. Where there is no such
/// instruction, nothing happens.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(
            unsafe_code,
            reason = "the instruction takes a pointer; what it gains is told above"
        )]
        // SAFETY: the instruction is part of every x86-64 processor (SSE), neither reads nor writes
        // as far as the program can tell, and never faults.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// MiB that can still be used: of the machine's memory, and within the limits (cgroups, `ulimit -v`)
/// that this process was put under. `None` where the system does not say.
pub fn free_mib() -> Option<usize> {
    let machine = read("/proc/meminfo").and_then(|text| field(&text, "MemAvailable:"));
    let machine = machine.map(|kib| kib << 10);
    let bytes = [machine, group_bytes(), address_bytes()].into_iter().flatten().min()?;
    Some(but_for_the_rest(bytes))
}

/// MiB of addresses that can still be had, whether memory stands behind them or not: stacks take as
/// many as they might need. `None` where nothing but memory limits them.
pub fn free_addresses_mib() -> Option<usize> {
    address_bytes().map(but_for_the_rest)
}

fn but_for_the_rest(bytes: u64) -> usize {
    usize::try_from(bytes >> 20).unwrap_or(usize::MAX).saturating_sub(KEPT_FREE_MIB)
}

/// What a limit on addresses (`ulimit -v`) leaves.
fn address_bytes() -> Option<u64> {
    let limits = read("/proc/self/limits")?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let used = read("/proc/self/status").and_then(|text| field(&text, "VmSize:")).unwrap_or(0);
    Some(limit.saturating_sub(used << 10))
}

/// What the limits of the groups leave that this process is in: the narrowest of them.
fn group_bytes() -> Option<u64> {
    let groups = read("/proc/self/cgroup")?;
    let of_version_2 = groups.lines().find_map(|line| line.strip_prefix("0::"));
    let of_version_1 =
        groups.lines().find_map(|line| line.split_once(":memory:")).map(|(_, at)| at);
    let unified = of_version_2
        .into_iter()
        .flat_map(|at| left("/sys/fs/cgroup", at, "memory.max", "memory.current", "inactive_file"));
    let split = of_version_1.into_iter().flat_map(|at| {
        let [limit, usage] = ["memory.limit_in_bytes", "memory.usage_in_bytes"];
        left("/sys/fs/cgroup/memory", at, limit, usage, "total_inactive_file")
    });
    unified.chain(split).min()
}

/// For each group from this one up: its limit less what is used, files that can be dropped apart.
/// In a container the root is the container's own, and the path may be that of the host.
fn left<'a>(
    root: &'a str,
    at: &'a str,
    limit: &'a str,
    usage: &'a str,
    droppable: &'a str,
) -> impl Iterator<Item = u64> + 'a {
    let ends = at.match_indices('/').map(|(end, _)| end).chain([at.len()]);
    ends.filter_map(move |end| {
        let group = format!("{root}{}", &at[..end]);
        let number = |name: &str| read(&format!("{group}/{name}"))?.trim().parse::<u64>().ok();
        let (limit, usage) = (number(limit)?, number(usage)?);
        let stat = read(&format!("{group}/memory.stat")).unwrap_or_default();
        let droppable = field(&stat, droppable).unwrap_or(0);
        Some(limit.saturating_sub(usage.saturating_sub(droppable)))
    })
}

/// The number after a name at the beginning of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let mut lines = text.lines().map(str::split_whitespace);
    lines
        .find_map(|mut words| (words.next() == Some(name)).then(|| words.next()).flatten())?
        .parse()
        .ok()
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

const FIRST_FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
const SECOND_FACTOR: u64 = 0xD6E8_FEB8_6659_FD93;

/// What an odd factor is undone by, among numbers of 64 bits: each step doubles the bits that are right.
const fn inverse(factor: u64) -> u64 {
    let mut inverse = factor;
    let mut right_bits = 3;
    while right_bits < u64::BITS {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse
}

/// Where a position belongs in a table with two to the power of `bits` buckets: its number, which no
/// other position has, spread over so many bits and those of a tag by steps that can all be undone.
/// The low bits choose the bucket, the others are the tag: a tag in a bucket belongs to one position
/// only, as long as numbers have no more bits than both together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HashKey(u64);

impl HashKey {
    /// Any place; to be replaced.
    pub const ORIGIN: Self = Self(0);

    /// The place of a number among two to the power of `bits` buckets, with a tag of `tag_bits`.
    #[inline]
    pub const fn new(number: u64, bits: u32, tag_bits: u32) -> Self {
        let width = if bits < u64::BITS - tag_bits { tag_bits + bits } else { u64::BITS };
        let mask = u64::MAX >> (u64::BITS - width);
        // Odd factors and shifts to the right can be undone: no two numbers meet.
        let n = number.wrapping_mul(FIRST_FACTOR) & mask;
        let n = (n ^ n >> (width / 2)).wrapping_mul(SECOND_FACTOR) & mask;
        Self(n ^ n >> (width / 2))
    }

    /// The key with this tag in this bucket.
    #[inline]
    pub const fn of(bucket: usize, tag: u64, bits: u32) -> Self {
        Self(tag << bits | bucket as u64)
    }

    /// The number that a key was made of.
    pub const fn number(self, bits: u32, tag_bits: u32) -> u64 {
        let width = if bits < u64::BITS - tag_bits { tag_bits + bits } else { u64::BITS };
        let mask = u64::MAX >> (u64::BITS - width);
        let half = width / 2;
        let n = self.0 ^ self.0 >> half ^ self.0 >> (2 * half);
        let n = n.wrapping_mul(inverse(SECOND_FACTOR)) & mask;
        let n = n ^ n >> half ^ n >> (2 * half);
        n.wrapping_mul(inverse(FIRST_FACTOR)) & mask
    }

    /// The number of the bucket, among as many as the key was made for.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the bits of a bucket's number")]
    pub const fn bucket(self, bits: u32) -> usize {
        (self.0 & ((1 << bits) - 1)) as usize
    }

    /// What tells a number from others in its bucket.
    #[inline]
    pub const fn tag(self, bits: u32) -> u64 {
        self.0 >> bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_place_and_a_tag_of_its_own() {
        for (bits, tag_bits) in [(0, 16), (4, 12), (7, 9), (15, 1)] {
            let all = 1_u64 << (bits + tag_bits);
            let mut seen = vec![false; usize::try_from(all).unwrap()];
            for number in 0..all {
                let key = HashKey::new(number, bits, tag_bits);
                assert!(key.bucket(bits) < 1 << bits && key.tag(bits) < 1 << tag_bits, "{number}");
                let place = usize::try_from(key.tag(bits)).unwrap() << bits | key.bucket(bits);
                assert!(!std::mem::replace(&mut seen[place], true), "{number}: {key:?}");
                assert_eq!(HashKey::of(key.bucket(bits), key.tag(bits), bits), key, "{number}");
                assert_eq!(key.number(bits, tag_bits), number, "{key:?}");
            }
        }
    }

    #[test]
    fn zeroed_memory_is_zero_and_begins_a_cache_line() {
        let (items, first) = zeroed_lines::<[u64; 2]>(1000).unwrap();
        assert_eq!(items[first..first + 1000], [[0; 2]; 1000]);
        assert_eq!(items[first..].as_ptr() as usize % LINE_BYTES, 0);
        assert_eq!(zeroed_lines::<u64>(usize::MAX >> 5).unwrap_err(), NoRoom::Refused);
        assert_eq!(zeroed_lines::<u64>(usize::MAX).unwrap_err(), NoRoom::Refused);
    }

    #[test]
    fn what_is_asked_of_the_memory_leaves_what_is_in_it() {
        // Longer than a large page, and beginning anywhere. Miri, which is slow, has no pages.
        const ITEMS: u32 = if cfg!(miri) { 1 << 13 } else { 1 << 20 };
        let mut items: Vec<u32> = (0..ITEMS).collect();
        for from in [0, 1, 4097, items.len() - 1] {
            prefetch(&items[from]);
            if !cfg!(miri) {
                // Miri has no system to ask.
                advise_large_pages(&mut items[from..]);
            }
        }
        advise_large_pages::<u32>(&mut []);
        assert!(items.into_iter().eq(0..ITEMS));
    }

    #[test]
    fn a_vector_has_room_for_what_it_was_asked_for_or_is_none() {
        if cfg!(miri) {
            return;
        }
        for items in [0, 1, 5_000, 1 << 20] {
            let room = vec_for::<u64>(items).unwrap();
            assert!(room.is_empty() && room.capacity() >= items, "{items}");
        }
        assert!(vec_for::<u64>(usize::MAX).is_none());
    }

    #[test]
    fn what_is_free_is_a_number_with_sense_where_the_system_says_it() {
        if let Some(free) = free_mib() {
            assert!((16..1 << 30).contains(&free), "{free}");
            assert_eq!(has_room(free / 2), Ok(()));
            assert!(matches!(has_room(free.saturating_mul(1000)), Err(NoRoom::Free(_))));
        }
    }

    #[test]
    fn fields_are_found_by_their_name() {
        let text = "MemTotal:  32 kB\nMemAvailable:    17 kB\ninactive_file 5\n";
        assert_eq!(field(text, "MemAvailable:"), Some(17));
        assert_eq!(field(text, "inactive_file"), Some(5));
        assert_eq!(field(text, "active_file"), None);
    }
}
