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
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use plyglot_parallel as parallel;

use super::batch;
use super::indexer::{NodeKind, TerminalValue};
use super::margin::{MarginIndexer, MarginSuccessor};
use super::monitor::{Monitor, Phase, share};
use super::plan::{Child, MarginPlan, WdlPlan};
use super::retrograde;
use super::span::margin_of;
use super::value::{Cells, Metric, Value};
use super::waiting::Waiting;
use super::wdl::{Successor, WdlIndexer};
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

/// The codes of a table that is to be verified.
pub trait Codes: Sync {
    /// The code of a place.
    fn code(&self, at: u64) -> u16;

    /// Asks memory for it, which will be needed.
    fn prefetch(&self, _at: u64) {}
}

impl<F: Fn(u64) -> u16 + Sync> Codes for F {
    fn code(&self, at: u64) -> u16 {
        self(at)
    }
}

impl Codes for Cells {
    fn code(&self, at: u64) -> u16 {
        Self::code(self, at)
    }

    fn prefetch(&self, at: u64) {
        Self::prefetch(self, at);
    }
}

/// Verifies the table of a plan, which has these codes.
pub fn verify<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    codes: &dyn Codes,
    monitor: &dyn Monitor,
) -> Verified {
    match plan.metric {
        Metric::Dtm | Metric::Dtc => Look { plan, codes, without: None }.at_all(monitor),
        Metric::Dtz => {
            let mut zeroed = vec![0; plan.places() as usize];
            parallel::each_chunk(&mut zeroed, RANGE as usize, |range, zeroed| {
                for (at, code) in (range as u64 * RANGE..).zip(zeroed) {
                    *code = codes.code(at);
                }
            });
            let plan = &WdlPlan { zeroed: Some(&zeroed), ..*plan };
            Look { plan, codes, without: None }.at_all(monitor)
        }
        Metric::Margin => unreachable!("margins are verified by `verify_margins`"),
        Metric::Wdl => {
            let plan = WdlPlan { metric: Metric::Dtc, ..*plan };
            let Some(built) = retrograde::build(&plan, monitor) else {
                return Verified::Stopped;
            };
            verify_by_distance(&plan, &|at: u64| built[at as usize], codes, monitor)
        }
    }
}

/// Verifies a table with distances, that of the plan, and then the same without, by it.
pub fn verify_by_distance<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    distances: &dyn Codes,
    codes: &dyn Codes,
    monitor: &dyn Monitor,
) -> Verified {
    Look { plan, codes: distances, without: Some(codes) }.at_all(monitor)
}

/// Derives each value of a table from its successors, and holds those of the same table without
/// distances to them, if there is one.
struct Look<'a, R: Rules, I: WdlIndexer<R>> {
    plan: &'a WdlPlan<'a, R, I>,
    codes: &'a dyn Codes,
    without: Option<&'a dyn Codes>,
}

impl<R: Rules, I: WdlIndexer<R>> Look<'_, R, I> {
    /// In the order that the game likes best.
    fn at_all(&self, monitor: &dyn Monitor) -> Verified {
        match self.plan.indexer.pieces(self.plan.table) {
            Some(pieces) => {
                walk_parts(pieces, self.plan.places(), monitor, &|at| self.at_piece(at))
            }
            None => walk(self.plan.places(), monitor, &|range| self.at_range(range)),
        }
    }

    fn at_range(&self, range: Range<u64>) -> Result<u64, Mismatch> {
        let mut there = 0;
        batch::try_each(
            self.plan,
            range,
            |at| self.codes.prefetch(at),
            |at, node, moves| {
                if node != NodeKind::Invalid {
                    there += 1;
                    self.hold(at, self.derived(node, moves))?;
                }
                Ok(())
            },
        )?;
        Ok(there)
    }

    fn at_piece(&self, piece: usize) -> Result<u64, Mismatch> {
        let WdlPlan { indexer, rules, table, .. } = *self.plan;
        let (mut there, mut right) = (0, Ok(()));
        let ask = |at| {
            self.codes.prefetch(at);
            self.without.into_iter().for_each(|codes| codes.prefetch(at));
        };
        let hold = |at, expected| {
            if right.is_ok() {
                right = self.hold(at, expected);
            }
        };
        let mut waiting = Waiting::new(ask, hold);
        indexer.each_of_piece(rules, table, piece, &mut |at, node, moves| {
            there += 1;
            waiting.note(at, self.derived(node, moves));
        });
        waiting.finish();
        right.map(|()| there)
    }

    /// What follows from the moves of a place; `None` where the table says nothing about one of them.
    #[inline]
    fn derived(&self, node: NodeKind<TerminalValue>, moves: &[Successor]) -> Option<Value> {
        match node {
            NodeKind::Invalid => None,
            NodeKind::Terminal(value) => Some(value.value()),
            NodeKind::Open => best(moves.iter().map(|mv| match self.plan.child(mv) {
                Child::Known(code) => Value::from_code(code),
                Child::Internal { at, same_side } => {
                    Value::from_code(self.codes.code(at)).map(|value| value.before(same_side))
                }
            })),
        }
    }

    /// Holds what the tables say about a place to what follows.
    #[inline]
    fn hold(&self, at: u64, expected: Option<Value>) -> Result<(), Mismatch> {
        let name = || self.plan.indexer.name(self.plan.table);
        let found = Value::from_code(self.codes.code(at));
        if found != expected {
            let metric = self.without.map_or(String::new(), |_| format!(" {}", self.plan.metric));
            return Err(Mismatch::new(name() + &metric, at, found, expected));
        }
        let found = self.without.map(|codes| Value::from_code(codes.code(at)));
        let expected = expected.map(Value::without_distance);
        match found.filter(|found| *found != expected) {
            Some(found) => Err(Mismatch::new(name(), at, found, expected)),
            None => Ok(()),
        }
    }
}

/// The best of the moves; where the side to move loses, the longest way. `None` where nothing is said of
/// one of them.
#[inline]
fn best(mut values: impl Iterator<Item = Option<Value>>) -> Option<Value> {
    values.try_fold(None, |best: Option<Value>, value| {
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
    let ranges = len.div_ceil(RANGE) as usize;
    walk_parts(ranges, len, monitor, &|range| {
        let first = range as u64 * RANGE;
        of_range(first..(first + RANGE).min(len))
    })
}

/// The same, one part of the table after another, however it is divided.
fn walk_parts(
    parts: usize,
    places: u64,
    monitor: &dyn Monitor,
    of_part: &(dyn Fn(usize) -> Result<u64, Mismatch> + Sync),
) -> Verified {
    let (done, positions) = (AtomicUsize::new(0), AtomicU64::new(0));
    let one_part = |part: usize| {
        if !monitor.may_go_on() {
            return Some(Verified::Stopped);
        }
        match of_part(part) {
            Ok(there) => positions.fetch_add(there, Ordering::Relaxed),
            Err(mismatch) => return Some(Verified::Wrong(mismatch)),
        };
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        monitor.progress(Phase::Verify, share(places, done, parts), places);
        None
    };
    let stopped = parallel::first(parts, &one_part);
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
