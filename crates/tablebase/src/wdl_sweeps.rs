//! The plain builder of wins and losses: the sweeps of [fierz-egdb] on the result array alone.
//!
//! "If you want only WLD, you can leave out the DTC counters." Then the steps of
//! [`iterative`](super::iterative) need no order any more: what a sweep finds, it uses at once, so
//! that there are fewer sweeps than plies. A place takes two bits, and a sweep looks at every place
//! that is still UNKNOWN, which takes its time.

use std::sync::atomic::{AtomicBool, Ordering};

use super::indexer::{NodeKind, TerminalValue};
use super::monitor::{Monitor, Phase};
use super::plan::{Child, WdlPlan};
use super::two_bits::{Known, TwoBits};
use super::value::Cells;
use super::wdl::{Successor, WdlIndexer};
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// Places that one thread takes at a time; several of them never share a byte.
const RANGE: u64 = 1 << 14;

/// Solves a table of wins and losses. `None` if the monitor stopped it, or memory is refused.
pub fn build<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Cells> {
    // (1)
    let results = TwoBits::new(plan.places())?;
    let ranges = results.len().div_ceil(RANGE) as usize;
    let mut sweep = 0;
    loop {
        // (2) and (3)
        monitor.progress(Phase::Distance(sweep), u64::from(sweep), u64::from(sweep));
        let is_set = AtomicBool::new(false);
        parallel::each(ranges, &|range| {
            if monitor.may_go_on() && one_sweep(plan, &results, range as u64 * RANGE) {
                is_set.store(true, Ordering::Relaxed);
            }
        });
        if !monitor.may_go_on() {
            return None;
        }
        if !is_set.into_inner() {
            break;
        }
        sweep += 1;
    }
    // (5)
    Some(results.into_cells())
}

/// Looks at the unknown places of a range; says whether one was set.
fn one_sweep<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    results: &TwoBits,
    first: u64,
) -> bool {
    let (mut moves, mut children): (Vec<Successor>, Vec<Child<u16>>) = (Vec::new(), Vec::new());
    let mut is_set = false;
    for at in first..(first + RANGE).min(results.len()) {
        if results.get(at) != Known::Unknown {
            continue;
        }
        let found = match plan.children(at, &mut moves, &mut children) {
            NodeKind::Invalid => Some(Known::Nothing),
            NodeKind::Terminal(TerminalValue::Loss) => Some(Known::Loss),
            NodeKind::Terminal(TerminalValue::Win) => Some(Known::Win),
            NodeKind::Terminal(TerminalValue::Draw) => None,
            NodeKind::Open => results.settled(&children),
        };
        is_set |= found.is_some_and(|known| results.set(at, known));
    }
    is_set
}
