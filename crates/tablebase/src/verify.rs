//! The third program: trusts neither builder, and derives every value again from its successors.
//!
//! A table with distances proves itself so. Ended positions are right because the rules say so; a
//! win in d needs a successor lost in d - 1, and a loss in d has only won successors of which the
//! farthest is won in d - 1; so by induction over d every win and loss is right, and a draw is right
//! because it has no lost successor and some successor that is not won. A table of wins and losses
//! alone could be wrong in a circle: it is held to a table with distances that is verified first, the one
//! beside it if there is one, or one of conversions built for the purpose.
//!
//! Margins prove themselves in one pass where no board can come back. Otherwise every margin but 0
//! must be well founded besides: a margin in favour by some move that gets it and leads out of the
//! table or to a board that is well founded itself, a margin against by only such moves. Without
//! that two boards could each be right because of the other. Bounds ([`super::bounds::verify`])
//! likewise.
//!
//! What no such pass can find is a rule misread, since the successors come from the same rules. For
//! that there are published counts and an independent solver in the tests.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_parallel as parallel;

use super::batch;
use super::indexer::NodeKind;
use super::margin::{MarginIndexer, MarginSuccessor};
use super::monitor::{Monitor, Phase};
use super::plan::{Child, MarginPlan, WdlPlan};
use super::retrograde;
use super::span::margin_of;
use super::value::{Metric, Value};
use super::wdl::WdlIndexer;
use super::well_founded::{self, Claims, WellFounded};
use plyglot_core::game::Rules;

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
    /// Its file, or one that it needs, cannot be used: why not.
    Unreadable(String),
    /// The monitor stopped it.
    Stopped,
}

/// The code of a place.
pub type CodeAt<'a> = &'a (dyn Fn(u64) -> u16 + Sync);

/// Verifies the table of a plan: `code_at` gives its codes.
pub fn verify<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    code_at: CodeAt<'_>,
    monitor: &dyn Monitor,
) -> Verified {
    match plan.metric {
        Metric::Dtm | Metric::Dtc => from_successors(plan, code_at, None, monitor),
        Metric::Dtz => {
            let mut codes = vec![0; plan.places() as usize];
            parallel::each_chunk(&mut codes, RANGE as usize, |range, codes| {
                for (at, code) in (range as u64 * RANGE..).zip(codes) {
                    *code = code_at(at);
                }
            });
            from_successors(&WdlPlan { zeroed: Some(&codes), ..*plan }, code_at, None, monitor)
        }
        Metric::Margin => unreachable!("margins are verified by `verify_margins`"),
        Metric::Wdl => {
            let plan = WdlPlan { metric: Metric::Dtc, ..*plan };
            let Some(codes) = retrograde::build(&plan, monitor) else {
                return Verified::Stopped;
            };
            verify_by_distance(&plan, &|at| codes[at as usize], code_at, monitor)
        }
    }
}

/// Verifies a table with distances, that of the plan, and then the same without, `code_at`, by it.
pub fn verify_by_distance<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    distance_at: CodeAt<'_>,
    code_at: CodeAt<'_>,
    monitor: &dyn Monitor,
) -> Verified {
    from_successors(plan, distance_at, Some(code_at), monitor)
}

/// Derives each value of a table from its successors, and holds those of the same table without
/// distances to them, if there is one.
fn from_successors<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    code_at: CodeAt<'_>,
    without: Option<CodeAt<'_>>,
    monitor: &dyn Monitor,
) -> Verified {
    let name = || plan.indexer.name(plan.table);
    walk(plan.places(), monitor, &|range| {
        let mut there = 0;
        batch::try_each(plan, range, |at, node, children| {
            let expected = match node {
                NodeKind::Invalid => return Ok(()),
                NodeKind::Terminal(value) => Some(value.value()),
                NodeKind::Open => derived(children, code_at),
            };
            there += 1;
            let found = Value::from_code(code_at(at));
            if found != expected {
                let metric = without.map_or(String::new(), |_| format!(" {}", plan.metric));
                return Err(Mismatch::new(name() + &metric, at, found, expected));
            }
            let found = without.map(|code_at| Value::from_code(code_at(at)));
            let expected = expected.map(Value::without_distance);
            match found.filter(|found| *found != expected) {
                Some(found) => Err(Mismatch::new(name(), at, found, expected)),
                None => Ok(()),
            }
        })?;
        Ok(there)
    })
}

/// The best of the moves; where the side to move loses, the longest way.
fn derived(children: &[Child<u16>], code_at: CodeAt<'_>) -> Option<Value> {
    let worth = |child: &Child<u16>| match *child {
        Child::Known(code) => Value::from_code(code),
        Child::Internal { at, same_side } => {
            Value::from_code(code_at(at)).map(|value| value.before(same_side))
        }
    };
    children.iter().map(worth).try_fold(None, |best: Option<Value>, value| {
        let value = value?;
        Some(Some(best.filter(|best| best.preference() >= value.preference()).unwrap_or(value)))
    })?
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
    monitor: &dyn Monitor,
    of_range: &(dyn Fn(Range<u64>) -> Result<u64, Mismatch> + Sync),
) -> Verified {
    let (done, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let one_range = |range: usize| {
        let range = range as u64;
        if !monitor.may_go_on() {
            return Some(Verified::Stopped);
        }
        let (first, end) = (range * RANGE, (range * RANGE + RANGE).min(len));
        match of_range(first..end) {
            Ok(there) => positions.fetch_add(there, Ordering::Relaxed),
            Err(mismatch) => return Some(Verified::Wrong(mismatch)),
        };
        let done = done.fetch_add(end - first, Ordering::Relaxed) + (end - first);
        monitor.progress(Phase::Verify, done, len);
        None
    };
    let stopped = parallel::first(len.div_ceil(RANGE) as usize, &one_range);
    stopped.unwrap_or_else(|| Verified::Right(positions.into_inner()))
}

/// Verifies a table of margins: `code_at` gives its codes.
pub fn verify_margins<R: Rules, I: MarginIndexer<R>>(
    plan: &MarginPlan<'_, R, I>,
    code_at: &(impl Fn(u64) -> u8 + Sync),
    monitor: &dyn Monitor,
) -> Verified {
    let name = || plan.indexer.name(plan.table);
    let best = |moves: &[MarginSuccessor]| {
        moves.iter().try_fold(None, |best, step| Some(best.max(Some(plan.worth(step, code_at)?))))
    };
    let right = walk(plan.places(), monitor, &|range| {
        let (mut moves, mut there, mut wrong) = (Vec::new(), 0, None);
        let mut see = |at: u64, node: NodeKind<i16>, moves: &[MarginSuccessor]| {
            let expected = match node {
                NodeKind::Invalid => return true,
                NodeKind::Terminal(margin) => Some(margin),
                NodeKind::Open => best(moves).flatten(),
            };
            there += 1;
            let found = margin_of(code_at(at));
            if found != expected {
                let (found, expected) = (found.map(Ahead), expected.map(Ahead));
                wrong = Some(Mismatch::new(name(), at, found, expected));
            }
            wrong.is_none()
        };
        plan.indexer.each_node(plan.rules, plan.table, range, &mut moves, &mut see);
        wrong.map_or(Ok(there), Err)
    });
    if !I::CYCLES || !matches!(right, Verified::Right(_)) {
        return right;
    }
    let is_claim = |at: u64| !matches!(margin_of(code_at(at)), None | Some(0));
    let follows = |at: u64, is_founded: &dyn Fn(u64) -> bool| {
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        if plan.children(at, &mut moves, &mut children) != NodeKind::Open {
            return true;
        }
        let own = margin_of(code_at(at));
        let holds = |child: &Child<i16>| match *child {
            Child::Known(_) => true,
            Child::Internal { at, .. } => is_founded(at),
        };
        if own > Some(0) {
            children.iter().any(|child| worth(child, code_at) == own && holds(child))
        } else {
            children.iter().all(holds)
        }
    };
    let dependents = |at: u64, found: &mut Vec<u64>| plan.predecessors(at, found);
    let count = plan.places();
    let claims = Claims { count, is_claim: &is_claim, follows: &follows, dependents: &dependents };
    match well_founded::check(&claims, monitor) {
        WellFounded::All => right,
        WellFounded::Stopped => Verified::Stopped,
        WellFounded::AllBut(at) => {
            let found = margin_of(code_at(at)).map(Ahead);
            Verified::Wrong(Mismatch::new(name(), at, found, Some(Ahead(0))))
        }
    }
}

/// A margin with its sign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ahead(pub(super) i16);

impl std::fmt::Display for Ahead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

/// What a move is worth; `None` where the table says nothing of its place.
fn worth(child: &Child<i16>, code_at: &impl Fn(u64) -> u8) -> Option<i16> {
    match *child {
        Child::Known(worth) => Some(worth),
        Child::Internal { at, same_side } => {
            margin_of(code_at(at)).map(|m| if same_side { m } else { -m })
        }
    }
}
