//! The fast builder of wins and losses: backwards, on the result array alone.
//!
//! A place takes two bits here, where [`retrograde`](super::retrograde) takes three bytes for its
//! distance and its counter. What is lost makes the places before it won; what is won may make them
//! lost, which without counters is found by looking at their moves again. So the order does not
//! matter, and there is none: whoever has found a place follows it backwards at once, with a stack.
//!
//! **Work units.** A first look goes over all places. Then the table is gone through by ranges, and
//! whatever is known in a range is followed backwards. What is found in a range whose turn is still
//! to come waits for that; what is found elsewhere goes on the stack of the thread that found it.
//! When a stack is full, the range of the place gets another turn, so that besides the array only
//! so many places are ever remembered. What comes out is the least set of wins and losses that
//! follow from each other, whoever was faster.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::indexer::{NodeKind, Predecessor, TerminalValue, distinct_predecessors};
use super::monitor::{Monitor, Phase};
use super::plan::{Child, WdlPlan};
use super::two_bits::{Known, TwoBits};
use super::value::Cells;
use super::wdl::{Successor, WdlIndexer};
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// Places of a range.
const RANGE: u64 = 1 << 14;
/// Places on a stack, which take eight bytes each.
const STACK_MAX: usize = 1 << 17;

/// Solves a table of wins and losses. `None` if the monitor stopped it.
pub fn build<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Cells> {
    build_with(plan, STACK_MAX, monitor)
}

/// The same with stacks of so many places.
pub fn build_with<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    stack_max: usize,
    monitor: &dyn Monitor,
) -> Option<Cells> {
    let known = TwoBits::new(plan.places())?;
    let ranges = known.len().div_ceil(RANGE) as usize;
    let waits = (0..ranges).map(|_| AtomicBool::new(true)).collect();
    let work = Work { plan, known, waits, stack_max };
    let done = AtomicU64::new(0);
    let tell = |phase, range: usize| {
        let places = work.places(range).count() as u64;
        let done = done.fetch_add(places, Ordering::Relaxed) + places;
        monitor.progress(phase, done, work.known.len());
    };
    parallel::each(ranges, &|range| {
        if monitor.may_go_on() {
            work.first_look(range);
            tell(Phase::Initial, range);
        }
    });
    done.store(0, Ordering::Relaxed);
    while monitor.may_go_on() {
        let is_waiting = |range: &usize| work.waits[*range].load(Ordering::SeqCst);
        let turn: Vec<usize> = (0..ranges).filter(is_waiting).collect();
        if turn.is_empty() {
            return Some(work.known.into_cells());
        }
        parallel::each(turn.len(), &|at| {
            if monitor.may_go_on() {
                work.follow_all(turn[at]);
                tell(Phase::Backwards, turn[at]);
            }
        });
    }
    None
}

/// A table under way.
struct Work<'a, R: Rules, I: WdlIndexer<R>> {
    plan: &'a WdlPlan<'a, R, I>,
    known: TwoBits,
    /// The turn of a range is still to come.
    waits: Vec<AtomicBool>,
    stack_max: usize,
}

/// Room for what is looked at, used again and again.
#[derive(Default)]
struct Room {
    moves: Vec<Successor>,
    children: Vec<Child<u16>>,
    predecessors: Vec<Predecessor>,
    stack: Vec<u64>,
}

impl<R: Rules, I: WdlIndexer<R>> Work<'_, R, I> {
    fn places(&self, range: usize) -> std::ops::Range<u64> {
        let first = range as u64 * RANGE;
        first..(first + RANGE).min(self.known.len())
    }

    /// What a range knows by itself: ends, and moves out of the table.
    fn first_look(&self, range: usize) {
        let mut room = Room::default();
        for at in self.places(range) {
            let found = match self.plan.children(at, &mut room.moves, &mut room.children) {
                NodeKind::Invalid => Some(Known::Nothing),
                NodeKind::Terminal(TerminalValue::Loss) => Some(Known::Loss),
                NodeKind::Terminal(TerminalValue::Win) => Some(Known::Win),
                NodeKind::Terminal(TerminalValue::Draw) => None,
                NodeKind::Open => self.known.settled(&room.children),
            };
            if let Some(found) = found {
                self.known.set(at, found);
            }
        }
    }

    /// Follows all that is known in a range backwards. From here on what is found in it goes on a
    /// stack.
    fn follow_all(&self, range: usize) {
        self.waits[range].store(false, Ordering::SeqCst);
        let mut room = Room::default();
        for at in self.places(range) {
            if matches!(self.known.get(at), Known::Win | Known::Loss) {
                self.follow(at, &mut room);
            }
        }
    }

    fn follow(&self, at: u64, room: &mut Room) {
        let WdlPlan { indexer, rules, table, .. } = *self.plan;
        room.stack.push(at);
        while let Some(at) = room.stack.pop() {
            let is_won = self.known.get(at) == Known::Win;
            distinct_predecessors(indexer, rules, table, at, &mut room.predecessors);
            for &Predecessor { at, same_side, .. } in &room.predecessors {
                if self.known.get(at) != Known::Unknown {
                    continue;
                }
                let found = if is_won == same_side {
                    Some(Known::Win)
                } else {
                    let node = self.plan.children(at, &mut room.moves, &mut room.children);
                    let is_open = node == NodeKind::Open;
                    is_open.then(|| self.known.settled(&room.children)).flatten()
                };
                if found.is_some_and(|found| self.known.set(at, found)) {
                    self.remember(at, &mut room.stack);
                }
            }
        }
    }

    /// A place was found: whoever goes through its range will come to it, or this thread.
    fn remember(&self, at: u64, stack: &mut Vec<u64>) {
        let waits = &self.waits[(at / RANGE) as usize];
        if waits.load(Ordering::SeqCst) {
            return;
        }
        if stack.len() < self.stack_max {
            stack.push(at);
        } else {
            waits.store(true, Ordering::SeqCst);
        }
    }
}
