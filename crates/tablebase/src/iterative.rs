//! The plain builder: iterative sweeps, the algorithm of [fierz-egdb] step by step.
//!
//! [fierz-egdb, generating an endgame database], in five steps; the numbers stand again in the
//! code.
//!
//! 1. Make two arrays of length N, one for the result (WIN, LOSS, DRAW, UNKNOWN) and one for the
//!    counter. All results are UNKNOWN, all counters 0. Places without a position are set apart.
//! 2. Look at every position: is it mate, it is LOSS for the side to move; is it stalemate, DRAW.
//!    Add one to the counter of every UNKNOWN position.
//! 3. For every UNKNOWN position, generate all successors. Is one of them LOSS, this one is WIN. Are
//!    all of them WIN, this one is LOSS. If nothing could be set, go to step 5.
//! 4. Add one to the counter of every UNKNOWN position, and go back to step 3.
//! 5. Every UNKNOWN position is DRAW.
//!
//! "When a capture happens in step 3, look into the database with one man less." There are no
//! unmoves here, and no counting of successors: it is the reference for the builder that has both.
//!
//! The counters of all UNKNOWN positions are equal, so one number `sweep` stands for them, and result
//! and counter are kept as one code. Where values are carried over from other tables, the text's
//! "nothing could be set" is not the end yet: a mate that a smaller table promises in ten plies has
//! its turn in sweep eleven.

use super::indexer::NodeKind;
use super::monitor::{Monitor, Phase};
use super::plan::{Child, WdlPlan};
use super::value::{Metric, NOTHING, Value};
use super::wdl::{Successor, WdlIndexer};
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// The text's UNKNOWN. No code is so large.
const UNKNOWN: u16 = u16::MAX;
/// Places that one thread takes at a time.
const RANGE: usize = 1 << 14;

/// Solves a table. `None` if the monitor stopped it.
pub fn build<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u16>> {
    if plan.metric != Metric::Dtz {
        return Some(plan.finish(five_steps(plan, monitor)?));
    }
    // Which zeroing moves win is asked of the table itself, until it gives the answers it was
    // given: first by the board alone, then under the counter's limit.
    let on_board = WdlPlan { metric: Metric::Wdl, zeroed: None, ..*plan };
    let mut answers = on_board.finish(five_steps(&on_board, monitor)?);
    loop {
        let codes = five_steps(&WdlPlan { zeroed: Some(&answers), ..*plan }, monitor)?;
        let again = five_steps(&WdlPlan { zeroed: Some(&codes), ..*plan }, monitor)?;
        if codes == again {
            return Some(codes);
        }
        answers = again;
    }
}

fn five_steps<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u16>> {
    // (1)
    let mut codes = vec![UNKNOWN; usize::try_from(plan.places()).ok()?];
    // (2)
    parallel::each_chunk(&mut codes, RANGE, |range, codes| {
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        for (i, code) in codes.iter_mut().enumerate() {
            match plan.children((range * RANGE + i) as u64, &mut moves, &mut children) {
                NodeKind::Invalid => *code = NOTHING,
                NodeKind::Terminal(value) => *code = value.value().code(),
                NodeKind::Open => (),
            }
        }
    });
    let mut sweep = 1;
    loop {
        // (3)
        let found = one_sweep(plan, &codes, sweep, monitor)?;
        let waits = found.iter().any(|found| found.waits);
        let nothing_set = found.iter().all(|found| found.set.is_empty());
        for (at, code) in found.into_iter().flat_map(|found| found.set) {
            codes[at as usize] = code;
        }
        if nothing_set && !waits {
            break;
        }
        // (4)
        sweep += 1;
    }
    // (5)
    let drawn = |code: &mut u16| {
        if *code == UNKNOWN {
            *code = Value::Draw.code();
        }
    };
    codes.iter_mut().for_each(drawn);
    Some(codes)
}

/// What a range of a sweep has found.
struct Found {
    /// Places and their codes.
    set: Vec<(u64, u16)>,
    /// Some successor is solved farther from the end than this sweep looks.
    waits: bool,
}

/// Step 3 for all places, on the results of the sweeps before.
fn one_sweep<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    codes: &[u16],
    sweep: u16,
    monitor: &dyn Monitor,
) -> Option<Vec<Found>> {
    monitor.progress(Phase::Distance(sweep), u64::from(sweep), u64::from(sweep));
    let of_range = |range: usize| {
        if !monitor.may_go_on() {
            return None;
        }
        let (mut moves, mut children): (Vec<Successor>, Vec<Child<u16>>) = (Vec::new(), Vec::new());
        let mut found = Found { set: Vec::new(), waits: false };
        let first = range * RANGE;
        let chunk = &codes[first..(first + RANGE).min(codes.len())];
        let unknown = chunk.iter().enumerate().filter(|(_, code)| **code == UNKNOWN);
        for (i, _) in unknown {
            let at = (first + i) as u64;
            plan.children(at, &mut moves, &mut children);
            let (mut won, mut all_lost) = (false, true);
            for child in &children {
                match worth(codes, *child) {
                    Some(Value::Win(plies) | Value::Loss(plies)) if plies > sweep => {
                        found.waits = true;
                        all_lost = false;
                    }
                    Some(Value::Win(_)) => won = true,
                    Some(Value::Loss(_)) => (),
                    Some(Value::Draw) | None => all_lost = false,
                }
            }
            if won {
                found.set.push((at, Value::Win(sweep).code()));
            } else if all_lost {
                found.set.push((at, Value::Loss(sweep).code()));
            }
        }
        Some(found)
    };
    parallel::map(codes.len().div_ceil(RANGE), of_range).into_iter().collect()
}

/// What a move is worth so far; `None` while its successor is UNKNOWN.
fn worth(codes: &[u16], child: Child<u16>) -> Option<Value> {
    match child {
        Child::Known(code) => Value::from_code(code),
        Child::Internal { at, same_side } => match codes[at as usize] {
            UNKNOWN => None,
            code => Value::from_code(code).map(|value| value.before(same_side)),
        },
    }
}
