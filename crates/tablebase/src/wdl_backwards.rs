//! The fast builder of wins and losses: backwards with counters of moves, in no order.
//!
//! A place takes a byte here (`Countdown`), where [`retrograde`](super::retrograde) takes three for its
//! distance and its counter. What is lost makes the places before it won, what is won takes a move
//! away from them, and it does not matter which comes first. So whoever has found a place follows it
//! backwards at once, with a stack. To look at the moves of a place again instead of counting them
//! would do with two bits; where three men of morris fly, and have fifty moves, it took eleven times as
//! long as counting distances.
//!
//! **Work units.** A first look goes over all places, in the order the game likes best: memory is asked
//! about all moves of all of them, which takes time unless they lead to the same few places. Then the
//! table is gone through by ranges, and whatever is known in a range is followed backwards. What is
//! found in a range whose turn is still to come waits for that; what is found elsewhere goes on the
//! stack of the thread that found it.
//! When a stack is full, the range of the place gets another turn, so that besides the array only
//! so many places are ever remembered. What comes out is the least set of wins and losses that
//! follow from each other, whoever was faster.
//!
//! A place must be followed once, or moves would be taken away twice: it is *new* until a thread has
//! taken it, and only one can. All threads see places and turns change in one order (`SeqCst`): who
//! has noted a place and then finds the turn of its range still to come can leave it to that.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use super::batch;
use super::countdown::{self, Countdown};
use super::indexer::{Predecessor, distinct_predecessors};
use super::monitor::{Monitor, Phase, share};
use super::plan::{Child, WdlPlan};
use super::value::Cells;
use super::waiting::Waiting;
use super::wdl::WdlIndexer;
use plyglot_core::game::Rules;
use plyglot_core::memory::prefetch;
use plyglot_parallel as parallel;

/// Places of a range.
const RANGE: u64 = 1 << 14;
/// Places on a stack, which take eight bytes each.
const STACK_MAX: usize = 1 << 17;

/// Solves a table of wins and losses. `None` if the monitor stopped it, or memory is refused.
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
    let pieces = plan.indexer.pieces(plan.table);
    // Pieces leave places out where there is no position.
    let unseen = if pieces.is_some() { Countdown::NOWHERE } else { Countdown::UNSEEN };
    let counted = countdown::all(plan.places(), unseen)?;
    let ranges = (counted.len() as u64).div_ceil(RANGE) as usize;
    let waits = (0..ranges).map(|_| AtomicBool::new(true)).collect();
    let work = Work { plan, counted, waits, stack_max };
    let stays = match pieces {
        Some(pieces) => work.look(pieces, monitor, &|piece| work.look_at_piece(piece)),
        None => work.look(ranges, monitor, &|range| work.look_at_range(range)),
    };
    if monitor.may_go_on() && !stays {
        return countdown::cells(&work.counted);
    }
    let (done, len) = (AtomicU64::new(0), work.counted.len() as u64);
    while monitor.may_go_on() {
        let is_waiting = |range: &usize| work.waits[*range].load(Ordering::SeqCst);
        let turn: Vec<usize> = (0..ranges).filter(is_waiting).collect();
        if turn.is_empty() {
            return countdown::cells(&work.counted);
        }
        parallel::each(turn.len(), &|at| {
            if monitor.may_go_on() {
                work.follow_all(turn[at]);
                let places = work.places(turn[at]).count() as u64;
                let done = done.fetch_add(places, Ordering::Relaxed) + places;
                monitor.progress(Phase::Backwards, done, len);
            }
        });
    }
    None
}

/// A table under way.
struct Work<'a, R: Rules, I: WdlIndexer<R>> {
    plan: &'a WdlPlan<'a, R, I>,
    counted: Vec<AtomicU8>,
    /// The turn of a range is still to come.
    waits: Vec<AtomicBool>,
    stack_max: usize,
}

/// Room for what is looked at, used again and again.
#[derive(Default)]
struct Room {
    predecessors: Vec<Predecessor>,
    stack: Vec<(u64, bool)>,
}

impl<R: Rules, I: WdlIndexer<R>> Work<'_, R, I> {
    fn places(&self, range: usize) -> std::ops::Range<u64> {
        let first = range as u64 * RANGE;
        first..(first + RANGE).min(self.counted.len() as u64)
    }

    /// What places know by themselves: ends, and moves out of the table, of which one part after another
    /// tells. Whether any move stays inside; where none does, this look is all.
    fn look(
        &self,
        parts: usize,
        monitor: &dyn Monitor,
        of: &(dyn Fn(usize) -> bool + Sync),
    ) -> bool {
        let (stays, done) = (AtomicBool::new(false), AtomicUsize::new(0));
        let places = self.counted.len() as u64;
        parallel::each(parts, &|part| {
            if monitor.may_go_on() {
                stays.fetch_or(of(part), Ordering::Relaxed);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                monitor.progress(Phase::Initial, share(places, done, parts), places);
            }
        });
        stays.into_inner()
    }

    fn look_at_range(&self, range: usize) -> bool {
        let mut stays = false;
        batch::each(self.plan, self.places(range), |at, node, children| {
            stays |= stays_inside(children);
            self.note(at, Countdown::first(node, children.iter().copied()));
        });
        stays
    }

    fn look_at_piece(&self, piece: usize) -> bool {
        let WdlPlan { indexer, rules, table, .. } = *self.plan;
        let (mut stays, mut children) = (false, Vec::new());
        let ask = |at| prefetch(&self.counted[at as usize]);
        let mut waiting = Waiting::new(ask, |at, found| self.note(at, found));
        indexer.each_of_piece(rules, table, piece, &mut |at, node, moves| {
            self.plan.children_of(moves, &mut children);
            stays |= stays_inside(&children);
            waiting.note(at, Countdown::first(node, children.iter().copied()));
        });
        waiting.finish();
        stays
    }

    #[inline]
    fn note(&self, at: u64, found: Countdown) {
        self.counted[at as usize].store(found.to_byte(), Ordering::Relaxed);
    }

    /// Follows all that is known in a range backwards. From here on what is found in it goes on a
    /// stack.
    fn follow_all(&self, range: usize) {
        self.waits[range].store(false, Ordering::SeqCst);
        let mut room = Room::default();
        for at in self.places(range) {
            if let Some(is_won) = self.take(at) {
                room.stack.push((at, is_won));
                self.follow(&mut room);
            }
        }
    }

    /// Whether a place is won that has to be told of, which is then up to the caller.
    #[inline]
    fn take(&self, at: u64) -> Option<bool> {
        let counted = &self.counted[at as usize];
        let result = |byte| Countdown::from_byte(byte).new_result();
        result(counted.load(Ordering::SeqCst))?;
        let taken = |byte| result(byte).map(|_| Countdown::from_byte(byte).told_of().to_byte());
        counted.fetch_update(Ordering::SeqCst, Ordering::SeqCst, taken).ok().and_then(result)
    }

    /// Tells what is before the places of a stack, until nothing is left to tell.
    fn follow(&self, room: &mut Room) {
        let WdlPlan { indexer, rules, table, .. } = *self.plan;
        while let Some((at, is_won)) = room.stack.pop() {
            distinct_predecessors(indexer, rules, table, at, &mut room.predecessors);
            for before in &room.predecessors {
                prefetch(&self.counted[before.at as usize]);
            }
            for &Predecessor { at, same_side, .. } in &room.predecessors {
                if self.tell(at, is_won == same_side) {
                    self.remember(at, &mut room.stack);
                }
            }
        }
    }

    /// Says to a place that a move from it wins or loses; whether that decides it.
    #[inline]
    fn tell(&self, at: u64, wins: bool) -> bool {
        let told = |byte| Countdown::from_byte(byte).told(wins);
        let byte = |byte| told(byte).map(Countdown::to_byte);
        let before =
            self.counted[at as usize].fetch_update(Ordering::SeqCst, Ordering::SeqCst, byte);
        before.ok().and_then(told).is_some_and(|now| now.new_result().is_some())
    }

    /// A place was found: whoever goes through its range will come to it, or this thread.
    fn remember(&self, at: u64, stack: &mut Vec<(u64, bool)>) {
        let waits = &self.waits[(at / RANGE) as usize];
        if waits.load(Ordering::SeqCst) {
            return;
        }
        if stack.len() >= self.stack_max {
            waits.store(true, Ordering::SeqCst);
        } else if let Some(is_won) = self.take(at) {
            stack.push((at, is_won));
        }
    }
}

#[inline]
fn stays_inside(children: &[Child<u16>]) -> bool {
    children.iter().any(|child| matches!(child, Child::Internal { .. }))
}
