//! The plain builder of margins: iterative sweeps.
//!
//! What is known of the moves settles a place where all of them are known, or where one reaches the
//! goal: the largest margin that is still open. When nothing more can be set, the goal falls by
//! one; at 0 all that are left are even. This needs neither unmoves nor counters, and is the
//! reference for [`super::margin_retrograde`].

use super::indexer::NodeKind;
use super::margin::MarginIndexer;
use super::monitor::{Monitor, Phase};
use super::plan::{Child, MarginPlan};
use super::span::{NO_BOARD, code_of, margin_of};
use plyglot_core::game::Rules;
use plyglot_core::memory::vec_of;
use plyglot_parallel as parallel;

/// Places that one thread takes at a time.
const RANGE: usize = 1 << 14;

/// Solves a table. `None` if the monitor stopped it, or memory is refused.
pub fn build<R: Rules, I: MarginIndexer<R>>(
    plan: &MarginPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u8>> {
    let mut codes = vec_of(usize::try_from(plan.places()).ok()?, || NO_BOARD)?;
    let mut open: Vec<u64> = Vec::new();
    let mut goal = 0;
    let (mut moves, mut children) = (Vec::new(), Vec::new());
    for at in 0..plan.places() {
        match plan.children(at, &mut moves, &mut children) {
            NodeKind::Invalid => (),
            NodeKind::Terminal(margin) => {
                codes[at as usize] = code_of(margin);
                goal = goal.max(margin.abs());
            }
            NodeKind::Open => {
                let fixed = children.iter().filter_map(|child| match child {
                    Child::Known(worth) => Some(worth.abs()),
                    Child::Internal { .. } => None,
                });
                goal = fixed.fold(goal, i16::max);
                open.push(at);
            }
        }
    }
    while goal > 0 {
        monitor.progress(Phase::Distance(goal.unsigned_abs()), codes.len() as u64, plan.places());
        let ranges: Vec<&[u64]> = open.chunks(RANGE).collect();
        let sweep = |range: &[u64]| one_sweep(plan, &codes, range, goal);
        let set =
            parallel::map(ranges.len(), |range| monitor.may_go_on().then(|| sweep(ranges[range])));
        let set: Vec<Vec<(u64, u8)>> = set.into_iter().collect::<Option<_>>()?;
        if set.iter().all(Vec::is_empty) {
            goal -= 1;
            continue;
        }
        for (at, code) in set.into_iter().flatten() {
            codes[at as usize] = code;
        }
        open.retain(|at| codes[*at as usize] == NO_BOARD);
    }
    for at in open {
        codes[at as usize] = code_of(0);
    }
    Some(codes)
}

/// The places of a range that are settled by what is known.
fn one_sweep<R: Rules, I: MarginIndexer<R>>(
    plan: &MarginPlan<'_, R, I>,
    codes: &[u8],
    range: &[u64],
    goal: i16,
) -> Vec<(u64, u8)> {
    let (mut moves, mut children) = (Vec::new(), Vec::new());
    let mut set = Vec::new();
    for &at in range {
        plan.children(at, &mut moves, &mut children);
        let worth = |child: &Child<i16>| match *child {
            Child::Known(worth) => Some(worth),
            Child::Internal { at, same_side } => {
                margin_of(codes[at as usize]).map(|m| if same_side { m } else { -m })
            }
        };
        let best = children.iter().filter_map(worth).max();
        let all_known = children.iter().all(|child| worth(child).is_some());
        if let Some(best) = best.filter(|best| all_known || *best >= goal) {
            set.push((at, code_of(best)));
        }
    }
    set
}
