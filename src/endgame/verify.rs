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
//! each be right because of the other. Bounds ([`super::bounds::verify`]) need grounds likewise.
//!
//! What no such pass can find is a rule misread, since the successors come from the same rules. For
//! that there are published counts and an independent solver in the tests.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::index::{Index, Place};
use super::margin::{MarginPlan, Spot, Step, Way, margin_of};
use super::plan::{Link, Pass, Plan, Watcher};
use super::retro;
use super::value::{Metric, Value};
use crate::game::Rules;

/// Places that one thread takes at a time.
const RANGE: u64 = 1 << 14;
/// Claims that have found their ground of which one thread tells those above at a time.
const NEWS: usize = 1 << 10;

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
    walk(plan.len(), watcher, &|range| {
        let (mut edges, mut links, mut there) = (Vec::new(), Vec::new(), 0);
        for at in range {
            let place = plan.look(at, &mut edges, &mut links);
            if place == Place::Nothing {
                continue;
            }
            there += 1;
            let (found, expected) = (Value::from_code(code_at(at)), expect(at, place, &links));
            if found != expected {
                return Err(Mismatch::new(plan.index.name(plan.table), at, found, expected));
            }
        }
        Ok(there)
    })
}

impl Mismatch {
    /// Two things that should be one, as text.
    pub(super) fn new<T: ToString>(
        table: String,
        at: u64,
        found: Option<T>,
        expected: Option<T>,
    ) -> Self {
        let text = |one: Option<T>| one.map_or("nothing".to_owned(), |one| one.to_string());
        Self { table, at, found: text(found), expected: text(expected) }
    }
}

/// Looks at all places of a table, a range at a time, on all threads: `of_range` counts the positions
/// of a range, or finds one that is wrong.
pub(super) fn walk(
    len: u64,
    watcher: &dyn Watcher,
    of_range: &(dyn Fn(Range<u64>) -> Result<u64, Mismatch> + Sync),
) -> Verified {
    let (done, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let one_range = |range: u64| {
        if !watcher.may_go_on() {
            return Some(Verified::Stopped);
        }
        let (first, end) = (range * RANGE, (range * RANGE + RANGE).min(len));
        match of_range(first..end) {
            Ok(there) => positions.fetch_add(there, Ordering::Relaxed),
            Err(mismatch) => return Some(Verified::Wrong(mismatch)),
        };
        let done = done.fetch_add(end - first, Ordering::Relaxed) + (end - first);
        watcher.progress(Pass::Verify, done, len);
        None
    };
    let ranges = (0..len.div_ceil(RANGE)).into_par_iter();
    let stopped = ranges.filter_map(one_range).find_first(|_| true);
    stopped.unwrap_or_else(|| Verified::Right(positions.into_inner()))
}

/// Verifies a table of margins: `code_at` gives its codes.
pub fn verify_margins<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    code_at: &(impl Fn(u64) -> u8 + Sync),
    watcher: &dyn Watcher,
) -> Verified {
    let name = || plan.index.name(plan.table);
    let best = |steps: &[Step]| {
        steps.iter().try_fold(None, |best, step| Some(best.max(Some(plan.worth(step, code_at)?))))
    };
    let right = walk(plan.len(), watcher, &|range| {
        let (mut steps, mut there, mut wrong) = (Vec::new(), 0, None);
        let mut see = |at: u64, spot: Spot, steps: &[Step]| {
            let expected = match spot {
                Spot::Nothing => return true,
                Spot::Ended(margin) => Some(margin),
                Spot::Open => best(steps).flatten(),
            };
            there += 1;
            let found = margin_of(code_at(at));
            if found != expected {
                let (found, expected) = (found.map(Ahead), expected.map(Ahead));
                wrong = Some(Mismatch::new(name(), at, found, expected));
            }
            wrong.is_none()
        };
        plan.index.each_spot(plan.rules, plan.table, range, &mut steps, &mut see);
        wrong.map_or(Ok(there), Err)
    });
    if !I::CYCLES || !matches!(right, Verified::Right(_)) {
        return right;
    }
    let is_claim = |at: u64| !matches!(margin_of(code_at(at)), None | Some(0));
    let holds = |at: u64, is_grounded: &dyn Fn(u64) -> bool| {
        let (mut steps, mut ways) = (Vec::new(), Vec::new());
        if plan.look(at, &mut steps, &mut ways) != Spot::Open {
            return true;
        }
        let own = margin_of(code_at(at));
        let holds = |way: &Way| match *way {
            Way::Fixed(_) => true,
            Way::Inside { at, .. } => is_grounded(at),
        };
        if own > Some(0) {
            ways.iter().any(|way| worth(way, code_at) == own && holds(way))
        } else {
            ways.iter().all(holds)
        }
    };
    let above = |at: u64, above: &mut Vec<u64>| plan.before(at, above);
    let claims = Claims { count: plan.len(), is: &is_claim, holds: &holds, above: &above };
    match ground(&claims, watcher) {
        Ground::All => right,
        Ground::Stopped => Verified::Stopped,
        Ground::Not(at) => {
            let found = margin_of(code_at(at)).map(Ahead);
            Verified::Wrong(Mismatch::new(name(), at, found, Some(Ahead(0))))
        }
    }
}

/// A margin with its sign.
struct Ahead(i16);

impl std::fmt::Display for Ahead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

/// What a move is worth; `None` where the table says nothing of its place.
fn worth(way: &Way, code_at: &impl Fn(u64) -> u8) -> Option<i16> {
    match *way {
        Way::Fixed(worth) => Some(worth),
        Way::Inside { at, same_side } => {
            margin_of(code_at(at)).map(|m| if same_side { m } else { -m })
        }
    }
}

/// Whether all claims of a table have a ground.
pub(super) enum Ground {
    All,
    /// The first that has none.
    Not(u64),
    Stopped,
}

/// What a table claims that nothing outside of it says at once. Claims are numbers below `count`.
pub(super) struct Claims<'a> {
    /// As many numbers there are.
    pub count: u64,
    /// Whether a number is a claim at all.
    pub is: &'a (dyn Fn(u64) -> bool + Sync),
    /// Whether a claim has a ground if those do of which the second argument says so.
    pub holds: &'a Holds<'a>,
    /// Adds the claims that this one may hold up. It comes from the moves backwards, which nothing
    /// has verified: what it leaves out costs time, since whatever is open at the end is asked again.
    pub above: &'a (dyn Fn(u64, &mut Vec<u64>) + Sync),
}

/// Whether a claim has a ground if those do of which the second argument says so.
pub(super) type Holds<'a> = dyn Fn(u64, &dyn Fn(u64) -> bool) -> bool + Sync + 'a;

/// Looks for claims that hold each other up and rest on nothing: every claim is asked once, then
/// those above the ones that have just found their ground, and at the end all that are left until
/// none of them finds one.
pub(super) fn ground(claims: &Claims<'_>, watcher: &dyn Watcher) -> Ground {
    let has_ground: Vec<AtomicBool> = (0..claims.count).map(|_| AtomicBool::new(false)).collect();
    let is_grounded = |claim: u64| has_ground[claim as usize].load(Ordering::Relaxed);
    let is_open = |claim: u64| !is_grounded(claim) && (claims.is)(claim);
    // Whoever has found its ground may hold up others at once. One thread of several is the first.
    let finds = |claim: &u64| {
        is_open(*claim)
            && (claims.holds)(*claim, &is_grounded)
            && !has_ground[*claim as usize].swap(true, Ordering::Relaxed)
    };
    let of_range = |range: u64| {
        let numbers = range * RANGE..(range * RANGE + RANGE).min(claims.count);
        numbers.filter(|_| watcher.may_go_on()).filter(finds).collect::<Vec<_>>()
    };
    let spread = |news: &[u64]| {
        let (mut above, mut found) = (Vec::new(), Vec::new());
        for &claim in news.iter().filter(|_| watcher.may_go_on()) {
            above.clear();
            (claims.above)(claim, &mut above);
            found.extend(above.iter().copied().filter(finds));
        }
        found
    };
    let ranges = (0..claims.count.div_ceil(RANGE)).into_par_iter();
    let mut news: Vec<u64> = ranges.flat_map_iter(of_range).collect();
    while !news.is_empty() {
        news = news.par_chunks(NEWS).flat_map_iter(spread).collect();
    }
    let mut left: Vec<u64> = (0..claims.count).into_par_iter().filter(|&at| is_open(at)).collect();
    loop {
        let before = left.len();
        left = left.into_par_iter().filter(|claim| !finds(claim)).collect();
        match left.first() {
            _ if !watcher.may_go_on() => return Ground::Stopped,
            None => return Ground::All,
            Some(&first) if left.len() == before => return Ground::Not(first),
            Some(_) => (),
        }
    }
}
