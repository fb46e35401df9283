//! The fast builder: retrograde analysis with unmoves and successor counters [thompson-1986]
//! [bal-allis-1995].
//!
//! One pass looks at every place: it counts the moves that stay inside the table and notes the best
//! of those whose worth is fixed. Then the table is solved by distance. The places solved in d plies
//! tell the places before them: one that is lost makes its predecessor won in d + 1, one that is won
//! takes a move away from it, and when no move is left the predecessor is lost. A place that was
//! promised a win farther off, by a move out of the table, may still be given a nearer one.
//!
//! **Work units.** The table is cut into ranges. To solve one distance, each range reads its own
//! places and writes what it has to say into an outbox for every other range; then each range reads
//! the outboxes addressed to it and changes its own places only. So no two threads ever write to
//! the same place, the result does not depend on who was faster, and an outbox might as well be sent
//! to another machine.
//!
//! A place takes two bytes and its counter one:
//!
//! ```text
//! 0x8000 | floor   not solved; if it is lost, then in no less than `floor` plies
//! anything else    a code of `value.rs`, perhaps a win that may come nearer yet
//! ```

use super::batch;
use super::indexer::{NodeKind, Predecessor, distinct_predecessors};
use super::monitor::{Monitor, Phase};
use super::plan::{Child, WdlPlan};
use super::value::{DISTANCE_MAX, Metric, NOTHING, Value};
use super::wdl::WdlIndexer;
use super::wdl_backwards;
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// Not solved yet.
pub(super) const UNKNOWN: u16 = 0x8000;
/// A counter that says: never lost, some move out of the table does not lose.
pub(super) const NEVER: u8 = u8::MAX;
/// Ranges a table is cut into, if they are neither too small nor too large.
const RANGES: u64 = 64;
/// Smallest and largest range, in places.
const RANGE_PLACES: (u64, u64) = (4096, 1 << 20);
/// How many ranges write outboxes before these are read: it bounds the memory they take.
const BATCH: usize = 16;

/// Solves a table. `None` if the monitor stopped it.
pub fn build<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u16>> {
    let codes = match plan.metric {
        Metric::Dtz => by_zeroing(plan, monitor)?,
        Metric::Wdl | Metric::Dtm | Metric::Dtc => solve(plan, monitor)?,
        Metric::Margin => unreachable!("margins are built by `margin_retrograde`"),
    };
    Some(plan.finish(codes))
}

/// Zeroing moves inside the table lead to places whose class must be known first: win, loss, draw,
/// or a win that the rule makes a draw. Wins and losses by the board alone begin, which takes a byte a
/// place; each round settles the places one zeroing move farther from the last. Where no count exceeds
/// the rule's limit, the first round is the last; and where every zeroing move leaves the table, there
/// is nothing to know first.
fn by_zeroing<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u16>> {
    if !plan.indexer.may_zero_inside(plan.table) {
        return solve(plan, monitor);
    }
    let limit = plan.indexer.counter_limit();
    let is_same = |codes: &[u16], others: &[u16]| {
        codes.iter().zip(others).all(|(a, b)| class(*a, limit) == class(*b, limit))
    };
    let on_board = WdlPlan { metric: Metric::Wdl, zeroed: None, ..*plan };
    let on_board = wdl_backwards::build(&on_board, monitor)?;
    let mut classes: Vec<u16> = (0..plan.places()).map(|at| on_board.code(at)).collect();
    drop(on_board);
    loop {
        let round = WdlPlan { zeroed: Some(&classes), ..*plan };
        let codes = solve(&round, monitor)?;
        if is_same(&codes, &classes) {
            return Some(codes);
        }
        classes = codes;
    }
}

/// What of a value decides the value of a zeroing move that leads to it.
pub(super) fn class(code: u16, limit: Option<u16>) -> (u16, bool) {
    Value::from_code(code).map_or((NOTHING, false), |value| {
        let beyond = limit.zip(value.distance()).is_some_and(|(limit, d)| d > limit);
        (value.without_distance().code(), beyond)
    })
}

/// What the rounds ask of a game, a range of places by each call. The rounds themselves are compiled once for
/// all games.
trait Ranges: Sync {
    /// How many places there are.
    fn places(&self) -> u64;

    /// The first look at a range. Returns the farthest distance that a move out of the table promised.
    fn begin(&self, first: u64, codes: &mut [u16], counters: &mut [u8]) -> u16;

    /// What the places of a range that are solved in exactly `distance` plies have to say: an outbox
    /// for each range, a message being a place of that range and whether it is won.
    fn tell(&self, codes: &[u16], size: u64, range: usize, distance: u16) -> Vec<Vec<u32>>;
}

impl<R: Rules, I: WdlIndexer<R>> Ranges for WdlPlan<'_, R, I> {
    fn places(&self) -> u64 {
        WdlPlan::places(self)
    }

    fn begin(&self, first: u64, codes: &mut [u16], counters: &mut [u8]) -> u16 {
        let mut farthest = 0;
        let range = first..first + codes.len() as u64;
        let mut places = codes.iter_mut().zip(counters);
        batch::each(self, range, |_, node, children| {
            let Some((code, counter)) = places.next() else { return };
            (*code, *counter) = match node {
                NodeKind::Invalid => (NOTHING, NEVER),
                NodeKind::Terminal(value) => (value.value().code(), NEVER),
                NodeKind::Open => first_code(children),
            };
            if *code & UNKNOWN == 0 {
                farthest = farthest.max(distance_of(*code));
            }
        });
        farthest
    }

    fn tell(&self, codes: &[u16], size: u64, range: usize, distance: u16) -> Vec<Vec<u32>> {
        let first = range as u64 * size;
        let end = (first + size).min(codes.len() as u64);
        let mut outboxes = vec![Vec::new(); (codes.len() as u64).div_ceil(size) as usize];
        let mut predecessors: Vec<Predecessor> = Vec::new();
        let (win, loss) = (Value::Win(distance).code(), Value::Loss(distance).code());
        for (at, &code) in (first..end).zip(&codes[first as usize..end as usize]) {
            if code != win && code != loss {
                continue;
            }
            distinct_predecessors(self.indexer, self.rules, self.table, at, &mut predecessors);
            for predecessor in &predecessors {
                if predecessor.zeroes && self.zeroed.is_some() {
                    continue;
                }
                let wins = (code == win) == predecessor.same_side;
                let place = (predecessor.at % size) as u32;
                outboxes[(predecessor.at / size) as usize].push(place << 1 | u32::from(wins));
            }
        }
        outboxes
    }
}

/// One table by distance, zeroing moves as the plan has them.
fn solve(plan: &dyn Ranges, monitor: &dyn Monitor) -> Option<Vec<u16>> {
    let len = plan.places();
    let size = len.div_ceil(RANGES).clamp(RANGE_PLACES.0, RANGE_PLACES.1);
    let mut codes = vec![UNKNOWN; usize::try_from(len).ok()?];
    let mut counters = vec![0_u8; codes.len()];
    let done = std::sync::atomic::AtomicU64::new(0);
    let first_look = |range: usize, codes: &mut [u16], counters: &mut [u8]| {
        if !monitor.may_go_on() {
            return None;
        }
        let farthest = plan.begin(range as u64 * size, codes, counters);
        let done = done.fetch_add(codes.len() as u64, std::sync::atomic::Ordering::Relaxed);
        monitor.progress(Phase::Initial, done + codes.len() as u64, len);
        Some(farthest)
    };
    let farthest = map_chunks(&mut codes, &mut counters, size as usize, first_look);
    let mut last = farthest.into_iter().try_fold(0, |last, range| Some(range?.max(last)))?;
    let mut distance = 0;
    while distance <= last {
        let ranges = len.div_ceil(size) as usize;
        for first in (0..ranges).step_by(BATCH) {
            if !monitor.may_go_on() {
                return None;
            }
            monitor.progress(Phase::Distance(distance), u64::from(distance), u64::from(last));
            let batch = first..(first + BATCH).min(ranges);
            let tell = |at: usize| plan.tell(&codes, size, first + at, distance);
            let outboxes = parallel::map(batch.len(), tell);
            last = last.max(deliver(&mut codes, &mut counters, size as usize, &outboxes, distance));
        }
        distance += 1;
        assert!(distance < DISTANCE_MAX, "no code holds so long a win");
    }
    parallel::each_chunk(&mut codes, size as usize, |_, codes| {
        let unsolved = codes.iter_mut().filter(|code| **code & UNKNOWN != 0);
        unsolved.for_each(|code| *code = Value::Draw.code());
    });
    Some(codes)
}

pub(super) fn distance_of(code: u16) -> u16 {
    Value::from_code(code).and_then(Value::distance).unwrap_or(0)
}

/// What the fixed moves of a place say, and how many moves there are besides.
pub(super) fn first_code(children: &[Child<u16>]) -> (u16, u8) {
    let (mut inside, mut floor, mut nearest, mut holds) = (0_usize, 0, None::<u16>, false);
    for child in children {
        match *child {
            Child::Internal { .. } => inside += 1,
            Child::Known(code) => match Value::from_code(code) {
                Some(Value::Win(plies)) => {
                    nearest = Some(nearest.map_or(plies, |best| best.min(plies)));
                }
                Some(Value::Loss(plies)) => floor = plies.max(floor),
                Some(Value::Draw) | None => holds = true,
            },
        }
    }
    let counter = u8::try_from(inside).ok().filter(|n| *n < NEVER);
    let counter = counter.expect("no position has 255 moves inside its table");
    match nearest {
        Some(plies) => (Value::Win(plies).code(), NEVER),
        None if holds => (UNKNOWN, NEVER),
        None if inside == 0 => (Value::Loss(floor).code(), NEVER),
        None => (UNKNOWN | floor, counter),
    }
}

/// Every range reads what was said to it. Returns the farthest distance that came of it.
fn deliver(
    codes: &mut [u16],
    counters: &mut [u8],
    size: usize,
    outboxes: &[Vec<Vec<u32>>],
    distance: u16,
) -> u16 {
    let read = |range: usize, codes: &mut [u16], counters: &mut [u8]| {
        let mut farthest = 0;
        for message in outboxes.iter().flat_map(|outboxes| &outboxes[range]) {
            let place = (message >> 1) as usize;
            let (code, counter) = (&mut codes[place], &mut counters[place]);
            let solved = if message & 1 == 1 {
                won(code, distance + 1)
            } else {
                refuted(code, counter, distance + 1)
            };
            farthest = farthest.max(solved);
        }
        farthest
    };
    map_chunks(codes, counters, size, read).into_iter().max().unwrap_or(0)
}

/// What a function makes of each range of codes and counters, which it may change.
fn map_chunks<T: Send + Sync>(
    codes: &mut [u16],
    counters: &mut [u8],
    size: usize,
    of: impl Fn(usize, &mut [u16], &mut [u8]) -> T + Sync,
) -> Vec<T> {
    let pairs = codes.chunks_mut(size).zip(counters.chunks_mut(size));
    let mut ranges: Vec<(&mut [u16], &mut [u8], Option<T>)> =
        pairs.map(|(codes, counters)| (codes, counters, None)).collect();
    parallel::each_chunk(&mut ranges, 1, |range, ranges| {
        let (codes, counters, made) = &mut ranges[0];
        *made = Some(of(range, codes, counters));
    });
    ranges.into_iter().filter_map(|(.., made)| made).collect()
}

/// A move wins in so many plies: the best so far?
pub(super) fn won(code: &mut u16, plies: u16) -> u16 {
    let win = Value::Win(plies).code();
    // Of two wins the nearer has the lower code.
    if *code > win {
        debug_assert!(*code & UNKNOWN != 0 || *code & 1 == 0, "a lost place has no winning move");
        *code = win;
        return plies;
    }
    0
}

/// A move loses; if it was the last that might not, the place is lost.
pub(super) fn refuted(code: &mut u16, counter: &mut u8, plies: u16) -> u16 {
    if *code & UNKNOWN == 0 || *counter == NEVER {
        return 0;
    }
    *counter -= 1;
    if *counter > 0 {
        return 0;
    }
    let plies = plies.max(*code & !UNKNOWN);
    *code = Value::Loss(plies).code();
    plies
}
