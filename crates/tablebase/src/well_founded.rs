//! Whether what a table claims rests on something, and not on itself in a circle.
//!
//! Where boards can come back, two values may each follow from the other although no play ever gets
//! them. A claim is *well founded* if it follows from moves out of the table, or from claims that
//! are well founded themselves. The least set of such claims is found from below.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plyglot_parallel as parallel;

use super::monitor::{Monitor, Phase};

/// Claims that one thread takes at a time.
const RANGE: u64 = 1 << 14;
/// Claims just founded of which one thread tells their dependents at a time.
const FRESH: usize = 1 << 10;

/// Whether all claims of a table are well founded.
pub(super) enum WellFounded {
    All,
    /// The first that is not.
    AllBut(u64),
    Stopped,
}

/// What a table claims that nothing outside of it says at once. Claims are numbers below `count`.
pub(super) struct Claims<'a> {
    /// As many numbers there are.
    pub count: u64,
    /// Whether a number is a claim at all.
    pub is_claim: &'a (dyn Fn(u64) -> bool + Sync),
    /// Whether a claim is founded if those are of which the second argument says so.
    pub follows: &'a Follows<'a>,
    /// Adds the claims that may follow from this one. It comes from the moves backwards, which
    /// nothing has verified: what it leaves out costs time, since whatever is open at the end is
    /// asked again.
    pub dependents: &'a (dyn Fn(u64, &mut Vec<u64>) + Sync),
}

/// Whether a claim is founded if those are of which the second argument says so.
pub(super) type Follows<'a> = dyn Fn(u64, &dyn Fn(u64) -> bool) -> bool + Sync + 'a;

/// Looks for claims that hold each other up and rest on nothing: every claim is asked once, then
/// those that may follow from the ones just founded, and at the end all that are left until
/// none of them is founded any more.
pub(super) fn check(claims: &Claims<'_>, monitor: &dyn Monitor) -> WellFounded {
    let founded: Vec<AtomicBool> = (0..claims.count).map(|_| AtomicBool::new(false)).collect();
    let is_founded = |claim: u64| founded[claim as usize].load(Ordering::Relaxed);
    let is_open = |claim: u64| !is_founded(claim) && (claims.is_claim)(claim);
    // What is founded may found others at once. One thread of several is the first.
    let becomes_founded = |claim: &u64| {
        is_open(*claim)
            && (claims.follows)(*claim, &is_founded)
            && !founded[*claim as usize].swap(true, Ordering::Relaxed)
    };
    let ranges = claims.count.div_ceil(RANGE) as usize;
    let of_range = |range: usize| {
        let from = range as u64 * RANGE;
        from..(from + RANGE).min(claims.count)
    };
    let so_far = AtomicU64::new(0);
    let tell = |found: &[u64]| {
        let found = found.len() as u64;
        let so_far = so_far.fetch_add(found, Ordering::Relaxed) + found;
        monitor.progress(Phase::Founded, so_far, claims.count);
    };
    let founded_at_once = |range| {
        let numbers = of_range(range).filter(|_| monitor.may_go_on());
        let found: Vec<u64> = numbers.filter(becomes_founded).collect();
        tell(&found);
        found
    };
    let spread = |fresh: &[u64]| {
        let (mut dependents, mut found) = (Vec::new(), Vec::new());
        for &claim in fresh.iter().filter(|_| monitor.may_go_on()) {
            dependents.clear();
            (claims.dependents)(claim, &mut dependents);
            found.extend(dependents.iter().copied().filter(becomes_founded));
        }
        tell(&found);
        found
    };
    let mut fresh = parallel::map(ranges, founded_at_once).concat();
    while !fresh.is_empty() {
        fresh = parallel::map_chunks(&fresh, FRESH, spread).concat();
    }
    let open = |range| of_range(range).filter(|&at| is_open(at)).collect::<Vec<_>>();
    let mut left = parallel::map(ranges, open).concat();
    let still_open = |claims: &[u64]| {
        claims.iter().copied().filter(|claim| !becomes_founded(claim)).collect::<Vec<_>>()
    };
    loop {
        let before = left.len();
        left = parallel::map_chunks(&left, FRESH, still_open).concat();
        match left.first() {
            _ if !monitor.may_go_on() => return WellFounded::Stopped,
            None => return WellFounded::All,
            Some(&first) if left.len() == before => return WellFounded::AllBut(first),
            Some(_) => (),
        }
    }
}
