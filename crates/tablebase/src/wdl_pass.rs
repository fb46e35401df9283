//! The builder of tables that no move stays inside: one look at each place, in the order the game likes best.
//!
//! Where every move leads to another table nothing has to be told to anybody, and any order will do. What takes
//! time is memory, which is asked about all moves of all places: a game that knows in which order they
//! lead to the same few places says so ([`WdlIndexer::pieces`]). What is found belongs anywhere in the
//! table then, and waits beside it until its place is at hand.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use super::countdown::{self, Countdown};
use super::monitor::{Monitor, Phase};
use super::plan::WdlPlan;
use super::value::Cells;
use super::wdl::WdlIndexer;
use plyglot_core::game::Rules;
use plyglot_core::memory::prefetch;
use plyglot_parallel as parallel;

/// So many places are noted together.
const NOTED: usize = 64;

/// Solves a table of wins and losses that has so many pieces. `None` if the monitor stopped it.
pub fn build<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    pieces: usize,
    monitor: &dyn Monitor,
) -> Option<Cells> {
    let counted = countdown::all(plan.places(), Countdown::NOWHERE)?;
    let done = AtomicUsize::new(0);
    parallel::each(pieces, &|piece| {
        if !monitor.may_go_on() {
            return;
        }
        let mut notes = Notes { of: &counted, waiting: Vec::with_capacity(NOTED) };
        plan.indexer.each_of_piece(plan.rules, plan.table, piece, &mut |at, node, moves| {
            let children = moves.iter().map(|mv| plan.child(mv));
            notes.note(at, Countdown::first(node, children));
        });
        notes.write();
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        // All pieces count alike; what is told is places.
        let places = u128::from(plan.places()) * done as u128 / pieces as u128;
        monitor.progress(Phase::Initial, places as u64, plan.places());
    });
    if monitor.may_go_on() { countdown::cells(&counted) } else { None }
}

/// What was found and is not written yet.
struct Notes<'a> {
    of: &'a [AtomicU8],
    waiting: Vec<(u64, Countdown)>,
}

impl Notes<'_> {
    #[inline]
    fn note(&mut self, at: u64, found: Countdown) {
        prefetch(&self.of[at as usize]);
        self.waiting.push((at, found));
        if self.waiting.len() == NOTED {
            self.write();
        }
    }

    fn write(&mut self) {
        for (at, found) in self.waiting.drain(..) {
            self.of[at as usize].store(found.to_byte(), Ordering::Relaxed);
        }
    }
}
