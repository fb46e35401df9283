//! The fast builder: retrograde analysis with unmoves and successor counters [thompson-1986]
//! [bal-allis-1995].
//!
//! One pass looks at every place: it counts the moves that stay inside the table and notes the best
//! of those whose worth is fixed. Then the table is solved by distance. The places solved in d plies
//! tell the places before them: one that is lost makes its predecessor won in d + 1, one that is won
//! takes a move away from it, and when no move is left the predecessor is lost. A place that was
//! promised a win farther off, by a move out of the table, may still be given a nearer one.
//!
//! Counted by zeroing moves this is done stage by stage (`stages.rs`): the worth of a move to a lower
//! stage is as fixed as that of a move out of the table.
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

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::batch;
use super::indexer::{NodeKind, Predecessor, distinct_predecessors};
use super::monitor::{Monitor, Phase};
use super::plan::{Child, WdlPlan};
use super::stages::Stages;
use super::value::{DISTANCE_MAX, Metric, NOT_YET, NOTHING, Value};
use super::wdl::WdlIndexer;
use plyglot_core::game::Rules;
use plyglot_core::memory::vec_of;
use plyglot_parallel as parallel;

/// Not solved yet.
pub(super) const UNKNOWN: u16 = 0x8000;
/// A counter that says: never lost, some move out of the table does not lose.
pub(super) const NEVER: u8 = u8::MAX;
/// Ranges a table is cut into, if they are neither too small nor too large.
const RANGES: u64 = 64;
/// Smallest and largest range, in places.
const RANGE_PLACES: (u64, u64) = (4096, 1 << 20);
/// How many ranges write outboxes, or what they saw, before these are read: it bounds the memory they take.
const BATCH: usize = 16;
/// Places passed over at a time where none of them is solved at the distance in question.
const BLOCK: usize = 64;

/// Solves a table. `None` if the monitor stopped it, or memory is refused.
pub fn build<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u16>> {
    assert!(plan.metric != Metric::Margin, "margins are built by `margin_retrograde`");
    let size = plan.places().div_ceil(RANGES).clamp(RANGE_PLACES.0, RANGE_PLACES.1);
    let stages = Stages::of(plan, size);
    Some(plan.finish(solve(plan, &stages, size, monitor)?))
}

/// What the work asks of a game, places of one stage by each call. The work itself is compiled once for all
/// games.
trait Places: Sync {
    /// How many there are.
    fn len(&self) -> u64;

    /// The first look at some places: adds the code of each and its counter. `codes` say what is known of
    /// lower stages. Returns the farthest distance that a move out of the stage promised.
    fn look(&self, places: Range<u64>, codes: &[u16], seen: &mut Vec<(u16, u8)>) -> u16;

    /// Tells what those of some places have to say that are solved in exactly `distance` plies.
    fn tell(&self, places: Range<u64>, codes: &[u16], distance: u16, say: Say<'_>);
}

/// Who is told of a place before one that is solved, and whether it is won.
type Say<'a> = &'a mut dyn FnMut(u64, bool);

impl<R: Rules, I: WdlIndexer<R>> Places for WdlPlan<'_, R, I> {
    fn len(&self) -> u64 {
        self.places()
    }

    fn look(&self, places: Range<u64>, codes: &[u16], seen: &mut Vec<(u16, u8)>) -> u16 {
        let zeroed = self.counting().is_by_zeroing().then_some(codes);
        let mut farthest = 0;
        batch::each(&WdlPlan { zeroed, ..*self }, places, |_, node, children| {
            let (code, counter) = match node {
                NodeKind::Invalid => (NOTHING, NEVER),
                NodeKind::Terminal(value) => (value.value().code(), NEVER),
                NodeKind::Open => first_code(children),
            };
            seen.push((code, counter));
            if code & UNKNOWN == 0 {
                farthest = farthest.max(distance_of(code));
            }
        });
        farthest
    }

    fn tell(&self, places: Range<u64>, codes: &[u16], distance: u16, say: Say<'_>) {
        let by_zeroing = self.counting().is_by_zeroing();
        let mut predecessors: Vec<Predecessor> = Vec::new();
        let (win, loss) = (Value::Win(distance).code(), Value::Loss(distance).code());
        let codes = &codes[places.start as usize..places.end as usize];
        each_of(codes, [win, loss], |at, code| {
            let at = places.start + at as u64;
            distinct_predecessors(self.indexer, self.rules, self.table, at, &mut predecessors);
            for before in &predecessors {
                if !(before.zeroes && by_zeroing) {
                    say(before.at, (code == win) == before.same_side);
                }
            }
        });
    }
}

/// A table under way.
struct Solver<'a> {
    plan: &'a dyn Places,
    stages: &'a Stages,
    /// How many places a range has.
    size: usize,
    codes: Vec<u16>,
    counters: Vec<u8>,
    monitor: &'a dyn Monitor,
}

/// One table, stage by stage.
fn solve(plan: &dyn Places, stages: &Stages, size: u64, monitor: &dyn Monitor) -> Option<Vec<u16>> {
    let (len, size) = (usize::try_from(plan.len()).ok()?, size as usize);
    let (codes, counters) = (vec_of(len, || NOT_YET)?, vec_of(len, || 0_u8)?);
    let mut solver = Solver { plan, stages, size, codes, counters, monitor };
    let seen = AtomicU64::new(0);
    for stage in 0..stages.count() {
        let farthest = solver.look(stage, &seen)?;
        solver.by_distance(stage, farthest)?;
        solver.settle(stage);
    }
    Some(solver.codes)
}

impl Solver<'_> {
    /// The numbers of the ranges, a batch at a time.
    fn batches(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let ranges = self.codes.len().div_ceil(self.size);
        (0..ranges).step_by(BATCH).map(move |first| first..(first + BATCH).min(ranges))
    }

    /// The first look at a stage. Returns the farthest distance that a move out of it promised.
    fn look(&mut self, stage: u32, done: &AtomicU64) -> Option<u16> {
        let (plan, stages, monitor) = (self.plan, self.stages, self.monitor);
        let mut farthest = 0;
        for batch in self.batches() {
            let codes = &self.codes;
            let looks = parallel::map(batch.len(), |at| {
                if !monitor.may_go_on() {
                    return None;
                }
                let (mut seen, mut farthest) = (Vec::new(), 0);
                for places in stages.runs(batch.start + at, stage) {
                    farthest = plan.look(places, codes, &mut seen).max(farthest);
                }
                let before = done.fetch_add(seen.len() as u64, Ordering::Relaxed);
                monitor.progress(Phase::Initial, before + seen.len() as u64, plan.len());
                Some((seen, farthest))
            });
            for (range, look) in batch.zip(looks) {
                let (seen, of_range) = look?;
                farthest = farthest.max(of_range);
                for (at, (code, counter)) in stages.runs(range, stage).flatten().zip(seen) {
                    (self.codes[at as usize], self.counters[at as usize]) = (code, counter);
                }
            }
        }
        Some(farthest)
    }

    /// The places of a stage in the order of their distances; `last` is the farthest so far.
    fn by_distance(&mut self, stage: u32, mut last: u16) -> Option<()> {
        let mut distance = 0;
        while distance <= last {
            for batch in self.batches() {
                if !self.monitor.may_go_on() {
                    return None;
                }
                let phase = Phase::Distance(distance);
                self.monitor.progress(phase, u64::from(distance), u64::from(last));
                let tell = |at: usize| self.outboxes(batch.start + at, stage, distance);
                let outboxes = parallel::map(batch.len(), tell);
                let (codes, counters) = (&mut self.codes, &mut self.counters);
                last = last.max(deliver(codes, counters, self.size, &outboxes, distance));
            }
            distance += 1;
            assert!(distance < DISTANCE_MAX, "no code holds so long a win");
        }
        Some(())
    }

    /// What a range has to say about a distance: an outbox for each range, a message being a place of
    /// that range and whether it is won.
    fn outboxes(&self, range: usize, stage: u32, distance: u16) -> Vec<Vec<u32>> {
        let size = self.size as u64;
        let mut outboxes = vec![Vec::new(); self.codes.len().div_ceil(self.size)];
        for places in self.stages.runs(range, stage) {
            self.plan.tell(places, &self.codes, distance, &mut |at, wins| {
                outboxes[(at / size) as usize].push(((at % size) as u32) << 1 | u32::from(wins));
            });
        }
        outboxes
    }

    /// What is not solved of a stage by now is drawn.
    fn settle(&mut self, stage: u32) {
        let (size, stages) = (self.size, self.stages);
        parallel::each_chunk(&mut self.codes, size, |range, codes| {
            for at in stages.runs(range, stage).flatten() {
                let code = &mut codes[at as usize - range * size];
                if *code & UNKNOWN != 0 {
                    *code = Value::Draw.code();
                }
            }
        });
    }
}

/// Shows the places that have one of two codes. A table is gone through once for each distance, and at
/// most of them nearly no place is solved: so many places at a time are passed over by a comparison
/// without a branch, which compilers make of vectors.
fn each_of(codes: &[u16], wanted: [u16; 2], mut found: impl FnMut(usize, u16)) {
    let is = |code: u16, at: usize| u16::from(code == wanted[at]);
    for (block, codes) in codes.chunks(BLOCK).enumerate() {
        if codes.iter().fold(0, |any, &code| any | is(code, 0) | is(code, 1)) == 0 {
            continue;
        }
        for (at, code) in codes.iter().enumerate().filter(|(_, code)| wanted.contains(code)) {
            found(block * BLOCK + at, *code);
        }
    }
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
