//! The third program: trusts neither builder, and derives every value again from its successors.
//!
//! A table with distances proves itself so. Ended positions are right because the rules say so; a
//! win in d needs a successor lost in d - 1, and a loss in d has only won successors of which the
//! farthest is won in d - 1; so by induction over d every win and loss is right, and a draw is right
//! because it has no lost successor and some successor that is not won. A table of wins and losses
//! alone could be wrong in a circle: it is compared with a table of conversions built for the purpose
//! and verified first.
//!
//! Margins prove themselves in one pass where no board can come back. Otherwise every margin but 0
//! needs a ground besides: a margin in favour some move that gets it and leads out of the table or to
//! a board that has a ground itself, a margin against only such moves. Without that two boards could
//! each be right because of the other.
//!
//! What no such pass can find is a rule misread, since the successors come from the same rules. For
//! that there are published counts and an independent solver in the tests.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::index::{Index, Place};
use super::margin::{MarginPlan, Spot, Way, margin_of};
use super::plan::{Link, Pass, Plan, Watcher};
use super::retro;
use super::value::{Metric, Value};
use crate::game::Rules;

/// Places that one thread takes at a time.
const RANGE: u64 = 1 << 14;

/// A place whose value does not follow from its successors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{table} {at}: found {found}, its successors say {expected}")]
pub struct Mismatch {
    /// The name of the table.
    pub table: String,
    /// The place.
    pub at: u64,
    /// What the table says.
    pub found: String,
    /// What follows from the successors.
    pub expected: String,
}

/// How a verification ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verified {
    /// Every value is right; so many positions there are.
    Right(u64),
    /// The first that is not.
    Wrong(Mismatch),
    /// The watcher stopped it.
    Stopped,
}

/// Verifies the table of a plan: `code_at` gives its codes.
pub fn verify<R: Rules, I: Index<R>>(
    plan: &Plan<'_, R, I>,
    code_at: &(dyn Fn(u64) -> u16 + Sync),
    watcher: &dyn Watcher,
) -> Verified {
    match plan.metric {
        Metric::Dtm | Metric::Dtc => from_successors(plan, code_at, watcher),
        Metric::Dtz => {
            let codes: Vec<u16> = (0..plan.len()).into_par_iter().map(code_at).collect();
            from_successors(&Plan { zeroed: Some(&codes), ..*plan }, code_at, watcher)
        }
        Metric::Margin => unreachable!("margins are verified by `verify_margins`"),
        Metric::Wld => {
            let by_distance = Plan { metric: Metric::Dtc, ..*plan };
            let Some(codes) = retro::build(&by_distance, watcher) else { return Verified::Stopped };
            match from_successors(&by_distance, &|at| codes[at as usize], watcher) {
                Verified::Right(_) => {
                    let expected = plan.finish(codes);
                    let expect = |at: u64| Value::from_code(expected[at as usize]);
                    compare(plan, code_at, &|at, _, _| expect(at), watcher)
                }
                wrong => wrong,
            }
        }
    }
}

fn from_successors<R: Rules, I: Index<R>>(
    plan: &Plan<'_, R, I>,
    code_at: &(dyn Fn(u64) -> u16 + Sync),
    watcher: &dyn Watcher,
) -> Verified {
    let derive = |_, place: Place, links: &[Link]| match place {
        Place::Nothing => None,
        Place::Ended(ended) => Some(ended.value()),
        Place::Open => derived(links, code_at),
    };
    compare(plan, code_at, &derive, watcher)
}

/// The best of the moves; where the side to move loses, the longest way.
fn derived(links: &[Link], code_at: &(dyn Fn(u64) -> u16 + Sync)) -> Option<Value> {
    let worth = |link: &Link| match *link {
        Link::Fixed(code) => Value::from_code(code),
        Link::Inside { at, same_side } => {
            Value::from_code(code_at(at)).map(|value| value.before(same_side))
        }
    };
    links.iter().map(worth).try_fold(None, |best: Option<Value>, value| {
        let value = value?;
        Some(Some(best.filter(|best| best.wish() >= value.wish()).unwrap_or(value)))
    })?
}

/// What a place should hold, by its number, what is there, and its moves.
type Expect<'a> = dyn Fn(u64, Place, &[Link]) -> Option<Value> + Sync + 'a;

/// Compares every value with what `expect` makes of the place and its moves.
fn compare<R: Rules, I: Index<R>>(
    plan: &Plan<'_, R, I>,
    code_at: &(dyn Fn(u64) -> u16 + Sync),
    expect: &Expect<'_>,
    watcher: &dyn Watcher,
) -> Verified {
    let (done, positions, len) = (AtomicU64::new(0), AtomicU64::new(0), plan.len());
    let one_range = |range: u64| {
        if !watcher.may_go_on() {
            return Some(Verified::Stopped);
        }
        let (mut edges, mut links, mut there) = (Vec::new(), Vec::new(), 0);
        let (first, end) = (range * RANGE, (range * RANGE + RANGE).min(len));
        for at in first..end {
            let place = plan.look(at, &mut edges, &mut links);
            if place == Place::Nothing {
                continue;
            }
            there += 1;
            let (found, expected) = (Value::from_code(code_at(at)), expect(at, place, &links));
            if found != expected {
                let text = |value: Option<Value>| {
                    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
                };
                let table = plan.index.name(plan.table);
                let (found, expected) = (text(found), text(expected));
                return Some(Verified::Wrong(Mismatch { table, at, found, expected }));
            }
        }
        positions.fetch_add(there, Ordering::Relaxed);
        let done = done.fetch_add(end - first, Ordering::Relaxed) + (end - first);
        watcher.progress(Pass::Verify, done, len);
        None
    };
    let stopped =
        (0..len.div_ceil(RANGE)).into_par_iter().filter_map(one_range).find_first(|_| true);
    stopped.unwrap_or_else(|| Verified::Right(positions.into_inner()))
}

/// Verifies a table of margins: `code_at` gives its codes.
pub fn verify_margins<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    code_at: &(dyn Fn(u64) -> u8 + Sync),
    watcher: &dyn Watcher,
) -> Verified {
    let (done, positions, len) = (AtomicU64::new(0), AtomicU64::new(0), plan.len());
    let one_range = |range: u64| {
        if !watcher.may_go_on() {
            return Some(Verified::Stopped);
        }
        let (mut steps, mut ways, mut there) = (Vec::new(), Vec::new(), 0);
        let (first, end) = (range * RANGE, (range * RANGE + RANGE).min(len));
        for at in first..end {
            let expected = match plan.look(at, &mut steps, &mut ways) {
                Spot::Nothing => continue,
                Spot::Ended(margin) => Some(margin),
                Spot::Open => ways.iter().map(|way| worth(way, code_at)).max().flatten(),
            };
            there += 1;
            let found = margin_of(code_at(at));
            if found != expected {
                return Some(Verified::Wrong(mismatch(plan, at, found, expected)));
            }
        }
        positions.fetch_add(there, Ordering::Relaxed);
        let done = done.fetch_add(end - first, Ordering::Relaxed) + (end - first);
        watcher.progress(Pass::Verify, done, len);
        None
    };
    let stopped =
        (0..len.div_ceil(RANGE)).into_par_iter().filter_map(one_range).find_first(|_| true);
    let ungrounded = || I::CYCLES.then(|| ungrounded(plan, code_at, watcher)).flatten();
    stopped.or_else(ungrounded).unwrap_or_else(|| Verified::Right(positions.into_inner()))
}

fn mismatch<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    at: u64,
    found: Option<i16>,
    expected: Option<i16>,
) -> Mismatch {
    let text = |margin: Option<i16>| margin.map_or("nothing".to_owned(), |m| format!("{m:+}"));
    let table = plan.index.name(plan.table);
    Mismatch { table, at, found: text(found), expected: text(expected) }
}

/// What a move is worth; `None` where the table says nothing of its place.
fn worth(way: &Way, code_at: &(dyn Fn(u64) -> u8 + Sync)) -> Option<i16> {
    match *way {
        Way::Fixed(worth) => Some(worth),
        Way::Inside { at, same_side } => {
            margin_of(code_at(at)).map(|m| if same_side { m } else { -m })
        }
    }
}

/// Looks for margins that hold each other up; the values are known to follow from their successors.
fn ungrounded<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    code_at: &(dyn Fn(u64) -> u8 + Sync),
    watcher: &dyn Watcher,
) -> Option<Verified> {
    let len = plan.len();
    let has_ground: Vec<AtomicBool> = (0..len).map(|_| AtomicBool::new(false)).collect();
    let is_open = |at: &u64| !matches!(margin_of(code_at(*at)), None | Some(0));
    let mut open: Vec<u64> = (0..len).filter(is_open).collect();
    while !open.is_empty() {
        if !watcher.may_go_on() {
            return Some(Verified::Stopped);
        }
        let before = open.len();
        let grounded = |at: u64| {
            let (mut steps, mut ways) = (Vec::new(), Vec::new());
            if plan.look(at, &mut steps, &mut ways) != Spot::Open {
                return true;
            }
            let own = margin_of(code_at(at));
            let holds = |way: &Way| match *way {
                Way::Fixed(_) => true,
                Way::Inside { at, .. } => has_ground[at as usize].load(Ordering::Relaxed),
            };
            if own > Some(0) {
                ways.iter().any(|way| worth(way, code_at) == own && holds(way))
            } else {
                ways.iter().all(holds)
            }
        };
        // Whoever has found its ground may hold up others in the same round.
        open = open
            .into_par_iter()
            .filter(|&at| {
                let found = grounded(at);
                has_ground[at as usize].store(found, Ordering::Relaxed);
                !found
            })
            .collect();
        if open.len() == before {
            let found = margin_of(code_at(open[0]));
            return Some(Verified::Wrong(mismatch(plan, open[0], found, Some(0))));
        }
    }
    None
}
