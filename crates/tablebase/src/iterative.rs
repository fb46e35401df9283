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
use plyglot_core::memory::vec_of;
use plyglot_parallel as parallel;

/// The text's UNKNOWN. No code is so large.
const UNKNOWN: u16 = u16::MAX;
/// Places that one thread takes at a time.
const RANGE: usize = 1 << 14;

/// Solves a table. `None` if the monitor stopped it, or memory is refused.
pub fn build<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u16>> {
    if plan.metric != Metric::Dtz {
        return Some(plan.finish(five_steps(plan, plan.places(), monitor)?));
    }
    // Which zeroing moves win is asked of the table itself, until it gives the answers it was
    // given: first by the board alone, then under the counter's limit.
    let on_board = WdlPlan { metric: Metric::Wdl, zeroed: None, ..*plan };
    let steps = |plan: &WdlPlan<'_, R, I>| five_steps(plan, plan.places(), monitor);
    let mut answers = on_board.finish(steps(&on_board)?);
    loop {
        let codes = steps(&WdlPlan { zeroed: Some(&answers), ..*plan })?;
        let again = steps(&WdlPlan { zeroed: Some(&codes), ..*plan })?;
        if codes == again {
            return Some(codes);
        }
        answers = again;
    }
}

/// What the five steps ask of a game, a range of places by each call. The steps themselves are compiled once
/// for all games.
trait Ranges: Sync {
    /// Step 2: the codes of places from `first` on that need no successor.
    fn begin(&self, first: u64, codes: &mut [u16]);

    /// Step 3 for the unknown places of `range`, on the results of the sweeps before.
    fn sweep(&self, codes: &[u16], range: std::ops::Range<usize>, sweep: u16) -> Found;
}

impl<R: Rules, I: WdlIndexer<R>> Ranges for WdlPlan<'_, R, I> {
    fn begin(&self, first: u64, codes: &mut [u16]) {
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        for (i, code) in codes.iter_mut().enumerate() {
            match self.children(first + i as u64, &mut moves, &mut children) {
                NodeKind::Invalid => *code = NOTHING,
                NodeKind::Terminal(value) => *code = value.value().code(),
                NodeKind::Open => (),
            }
        }
    }

    fn sweep(&self, codes: &[u16], range: std::ops::Range<usize>, sweep: u16) -> Found {
        let (mut moves, mut children): (Vec<Successor>, Vec<Child<u16>>) = (Vec::new(), Vec::new());
        let mut found = Found { set: Vec::new(), waits: false };
        for at in range {
            if codes[at] == UNKNOWN {
                self.children(at as u64, &mut moves, &mut children);
                found.add(codes, at as u64, &children, sweep);
            }
        }
        found
    }
}

fn five_steps(plan: &dyn Ranges, places: u64, monitor: &dyn Monitor) -> Option<Vec<u16>> {
    // (1)
    let mut codes = vec_of(usize::try_from(places).ok()?, || UNKNOWN)?;
    // (2)
    parallel::each_chunk(&mut codes, RANGE, |range, codes| {
        plan.begin((range * RANGE) as u64, codes);
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

impl Found {
    /// Takes up what the moves of a place say of it.
    fn add(&mut self, codes: &[u16], at: u64, children: &[Child<u16>], sweep: u16) {
        let (mut won, mut all_lost) = (false, true);
        for child in children {
            match worth(codes, *child) {
                Some(Value::Win(plies) | Value::Loss(plies)) if plies > sweep => {
                    self.waits = true;
                    all_lost = false;
                }
                Some(Value::Win(_)) => won = true,
                Some(Value::Loss(_)) => (),
                Some(Value::Draw) | None => all_lost = false,
            }
        }
        if won {
            self.set.push((at, Value::Win(sweep).code()));
        } else if all_lost {
            self.set.push((at, Value::Loss(sweep).code()));
        }
    }
}

/// Step 3 for all places.
fn one_sweep(
    plan: &dyn Ranges,
    codes: &[u16],
    sweep: u16,
    monitor: &dyn Monitor,
) -> Option<Vec<Found>> {
    monitor.progress(Phase::Distance(sweep), u64::from(sweep), u64::from(sweep));
    let of_range = |range: usize| {
        let first = range * RANGE;
        let range = first..(first + RANGE).min(codes.len());
        monitor.may_go_on().then(|| plan.sweep(codes, range, sweep))
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
