//! The plain builder: the algorithm of [fierz-egdb], step by step.
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

use rayon::prelude::*;

use super::index::{Edge, Index, Place};
use super::plan::{Link, Pass, Plan, Watcher};
use super::value::{Metric, NOTHING, Value};
use crate::game::Rules;

/// The text's UNKNOWN. No code is so large.
const UNKNOWN: u16 = u16::MAX;
/// Places that one thread takes at a time.
const RANGE: usize = 1 << 14;

/// Solves a table. `None` if the watcher stopped it.
pub fn build<R: Rules, I: Index<R>>(
    plan: &Plan<'_, R, I>,
    watcher: &dyn Watcher,
) -> Option<Vec<u16>> {
    if plan.metric != Metric::Dtz {
        return Some(plan.finish(five_steps(plan, watcher)?));
    }
    // Which zeroing moves win is asked of the table itself, until it gives the answers it was
    // given: first by the board alone, then under the counter's limit.
    let on_board = Plan { metric: Metric::Wld, zeroed: None, ..*plan };
    let mut answers = on_board.finish(five_steps(&on_board, watcher)?);
    loop {
        let codes = five_steps(&Plan { zeroed: Some(&answers), ..*plan }, watcher)?;
        let again = five_steps(&Plan { zeroed: Some(&codes), ..*plan }, watcher)?;
        if codes == again {
            return Some(codes);
        }
        answers = again;
    }
}

fn five_steps<R: Rules, I: Index<R>>(
    plan: &Plan<'_, R, I>,
    watcher: &dyn Watcher,
) -> Option<Vec<u16>> {
    // (1)
    let mut codes = vec![UNKNOWN; usize::try_from(plan.len()).ok()?];
    // (2)
    codes.par_chunks_mut(RANGE).enumerate().for_each(|(range, codes)| {
        let (mut edges, mut links) = (Vec::new(), Vec::new());
        for (i, code) in codes.iter_mut().enumerate() {
            match plan.look((range * RANGE + i) as u64, &mut edges, &mut links) {
                Place::Nothing => *code = NOTHING,
                Place::Ended(ended) => *code = ended.value().code(),
                Place::Open => (),
            }
        }
    });
    let mut sweep = 1;
    loop {
        // (3)
        let found = one_sweep(plan, &codes, sweep, watcher)?;
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
fn one_sweep<R: Rules, I: Index<R>>(
    plan: &Plan<'_, R, I>,
    codes: &[u16],
    sweep: u16,
    watcher: &dyn Watcher,
) -> Option<Vec<Found>> {
    watcher.progress(Pass::Distance(sweep), u64::from(sweep), u64::from(sweep));
    let ranges = codes.par_chunks(RANGE).enumerate();
    ranges
        .map(|(range, chunk)| {
            if !watcher.may_go_on() {
                return None;
            }
            let (mut edges, mut links): (Vec<Edge>, Vec<Link>) = (Vec::new(), Vec::new());
            let mut found = Found { set: Vec::new(), waits: false };
            let unknown = chunk.iter().enumerate().filter(|(_, code)| **code == UNKNOWN);
            for (i, _) in unknown {
                let at = (range * RANGE + i) as u64;
                plan.look(at, &mut edges, &mut links);
                let (mut won, mut all_lost) = (false, true);
                for link in &links {
                    match worth(codes, *link) {
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
        })
        .collect()
}

/// What a move is worth so far; `None` while its successor is UNKNOWN.
fn worth(codes: &[u16], link: Link) -> Option<Value> {
    match link {
        Link::Fixed(code) => Value::from_code(code),
        Link::Inside { at, same_side } => match codes[at as usize] {
            UNKNOWN => None,
            code => Value::from_code(code).map(|value| value.before(same_side)),
        },
    }
}
