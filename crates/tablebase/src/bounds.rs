//! Bounds: tables of margins where play that never leaves a table has no value of its own.
//!
//! In some games a position that comes back ends the game, and what lies where decides then. What a
//! cycle is worth depends on where it is cut, which no table can know; but what a side can bring
//! about whatever its opponent does, cycles or not, it can know. So a place has a *span*: the side to
//! move can force `low` in finite play, and the other can hold it to `high`. Where the two meet, the
//! margin is exact; elsewhere they are bounds, and whoever asks has to heed the difference. An
//! endless play is taken to be worth as little as can be to whoever wants something
//! ([`MarginIndexer::cycle_margin_max`]).
//!
//! A table of bounds uses few of the codes of [`super::span`]: in oware every margin has the parity
//! of the seeds on the board, so that with up to 21 seeds there are no more than 253 spans, and a
//! byte can name them ([`super::value::Palette`]).
//!
//! The builder lets a goal fall from the largest margin to the smallest. A side to move *has* the
//! goal if some move is worth it, or leads to a place that is *held* to its opposite; a place is held
//! to the opposite of the goal if every move out of the table is worth no more, and every other leads
//! to a place whose mover has the goal. The first goal that a place has is its low, the first it is
//! held to its high; each is settled once, and tells those before it.

use std::sync::atomic::{AtomicU8, Ordering};

use super::indexer::{NodeKind, Predecessor, TableId};
use super::margin::{MarginIndexer, MarginSuccessor};
use super::monitor::{Monitor, Phase};
use super::plan::MarginPlan;
use super::solved::SolvedTables;
use super::span::{Span, code_of, margin_of};
use super::value::NOTHING;
use super::verify::{Mismatch, Verified, walk};
use super::well_founded::{self, Claims, WellFounded};
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// Places that one thread takes at a time.
const RANGE: usize = 1 << 14;
/// A bound that is not settled, and what no move is worth.
pub(super) const UNSET: u8 = 0;
/// The counter of a place that holds no board.
pub(super) const NOWHERE: u8 = u8::MAX;

/// What is known of every place; margins as codes.
struct Places {
    low: Vec<AtomicU8>,
    high: Vec<AtomicU8>,
    /// The best move out of the table at its lowest, and at its highest.
    exits: Vec<[u8; 2]>,
    /// Moves inside the table whose mover is not known to have the goal.
    counters: Vec<AtomicU8>,
}

/// What the first look at a place finds: its bounds if the game is over there, the best move out of
/// the table, and how many moves stay inside.
type First = ([u8; 2], [u8; 2], u8);

/// Something settled: the place has the goal, or is held to its opposite.
#[derive(Clone, Copy)]
enum News {
    Has(u64),
    Held(u64),
}

/// What the moves of a place are worth: those out of the table together, those inside by place.
fn children<R: Rules, I: MarginIndexer<R>>(
    plan: &MarginPlan<'_, R, I>,
    at: u64,
    moves: &mut Vec<MarginSuccessor>,
    inside: &mut Vec<u64>,
) -> (NodeKind<i16>, Option<Span>) {
    moves.clear();
    inside.clear();
    let node = plan.indexer.successors(plan.rules, plan.table, at, moves);
    let span_at = |table, at| span_in(plan.solved, table, at);
    (node, best_exit(plan.table, moves, span_at, |at| inside.push(at)))
}

/// What the moves out of a table are worth together; `inside` is told the places of the others.
pub(super) fn best_exit(
    table: TableId,
    moves: &[MarginSuccessor],
    mut span_at: impl FnMut(TableId, u64) -> Span,
    mut inside: impl FnMut(u64),
) -> Option<Span> {
    let mut best: Option<Span> = None;
    for mv in moves {
        assert!(!mv.same_side || mv.to.is_none(), "the turn passes in tables of bounds");
        let worth = match mv.to {
            None => Span::exactly(mv.gain),
            Some((to, at)) if to == table => {
                inside(at);
                continue;
            }
            Some((to, at)) => span_at(to, at).flipped().plus(mv.gain),
        };
        best = Some(best.map_or(worth, |best| best.or(worth)));
    }
    best
}

fn span_in(solved: &SolvedTables, table: TableId, at: u64) -> Span {
    let cells = solved.get(table).unwrap_or_else(|| panic!("{table:?} is needed"));
    Span::from_code(cells.code(at)).unwrap_or_else(|| panic!("{table:?} says nothing at {at}"))
}

/// The codes of a table of bounds. `None` if the monitor stopped it.
pub fn build<R: Rules, I: MarginIndexer<R>>(
    plan: &MarginPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u16>> {
    let places = Places::begin(plan, monitor)?;
    let most = plan.indexer.cycle_margin_max(plan.rules, plan.table);
    for goal in (1 - most..=most).rev() {
        let mut news = places.due(goal);
        while !news.is_empty() {
            monitor.progress(Phase::Distance(goal.unsigned_abs()), 0, 0);
            if !monitor.may_go_on() {
                return None;
            }
            let told: Vec<&[News]> = news.chunks(RANGE).collect();
            let spread = |range: usize| places.spread(plan, told[range], goal);
            news = parallel::map(told.len(), spread).concat();
        }
    }
    Some(places.codes(most))
}

impl Places {
    fn begin<R: Rules, I: MarginIndexer<R>>(
        plan: &MarginPlan<'_, R, I>,
        monitor: &dyn Monitor,
    ) -> Option<Self> {
        let len = plan.places();
        let of_range = |range: usize| {
            let first = (range * RANGE) as u64;
            let end = (first + RANGE as u64).min(len);
            let (mut moves, mut inside) = (Vec::new(), Vec::new());
            let mut one = |at| {
                let (node, best) = children(plan, at, &mut moves, &mut inside);
                let codes = |span: Span| [code_of(span.low), code_of(span.high)];
                let known = match node {
                    NodeKind::Terminal(margin) => codes(Span::exactly(margin)),
                    NodeKind::Open | NodeKind::Invalid => [UNSET; 2],
                };
                let count = match node {
                    NodeKind::Invalid => NOWHERE,
                    NodeKind::Terminal(_) | NodeKind::Open => inside.len() as u8,
                };
                (known, best.map_or([UNSET; 2], codes), count)
            };
            monitor.may_go_on().then(|| (first..end).map(&mut one).collect())
        };
        let ranges: Vec<Option<Vec<First>>> =
            parallel::map(len.div_ceil(RANGE as u64) as usize, of_range);
        let ranges: Option<Vec<Vec<First>>> = ranges.into_iter().collect();
        let all = || ranges.iter().flatten().flatten();
        let places = Self {
            low: all().map(|(known, ..)| AtomicU8::new(known[0])).collect(),
            high: all().map(|(known, ..)| AtomicU8::new(known[1])).collect(),
            exits: all().map(|(_, exits, _)| *exits).collect(),
            counters: all().map(|(.., count)| AtomicU8::new(*count)).collect(),
        };
        ranges.is_some().then_some(places)
    }

    /// What moves out of the table settle now.
    fn due(&self, goal: i16) -> Vec<News> {
        let of_range = |range: usize| {
            let end = (range * RANGE + RANGE).min(self.exits.len());
            let mut news = Vec::new();
            for at in range * RANGE..end {
                let exit = margin_of(self.exits[at][0]);
                if exit.is_some_and(|low| low >= goal) && self.has(at, goal) {
                    news.push(News::Has(at as u64));
                }
                if self.may_be_held(at, goal) && self.is_held(at, goal) {
                    news.push(News::Held(at as u64));
                }
            }
            news
        };
        parallel::map(self.exits.len().div_ceil(RANGE), of_range).concat()
    }

    fn may_be_held(&self, at: usize, goal: i16) -> bool {
        self.counters[at].load(Ordering::Relaxed) == 0
            && margin_of(self.exits[at][1]).is_none_or(|high| high <= -goal)
    }

    /// Settles what a place has; whether it was not known.
    fn has(&self, at: usize, goal: i16) -> bool {
        let code = code_of(goal);
        let low = &self.low[at];
        low.compare_exchange(UNSET, code, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Settles what a place is held to; whether it was not known.
    fn is_held(&self, at: usize, goal: i16) -> bool {
        let code = code_of(-goal);
        let high = &self.high[at];
        high.compare_exchange(UNSET, code, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// What follows from news for the places before.
    fn spread<R: Rules, I: MarginIndexer<R>>(
        &self,
        plan: &MarginPlan<'_, R, I>,
        told: &[News],
        goal: i16,
    ) -> Vec<News> {
        let (mut predecessors, mut news): (Vec<Predecessor>, Vec<News>) = (Vec::new(), Vec::new());
        for &one in told {
            let (News::Has(at) | News::Held(at)) = one;
            predecessors.clear();
            plan.indexer.predecessors(plan.rules, plan.table, at, &mut predecessors);
            for predecessor in &predecessors {
                let place = predecessor.at as usize;
                match one {
                    News::Held(_) => {
                        if self.has(place, goal) {
                            news.push(News::Has(predecessor.at));
                        }
                    }
                    News::Has(_) => {
                        self.counters[place].fetch_sub(1, Ordering::Relaxed);
                        if self.may_be_held(place, goal) && self.is_held(place, goal) {
                            news.push(News::Held(predecessor.at));
                        }
                    }
                }
            }
        }
        news
    }

    fn codes(&self, most: i16) -> Vec<u16> {
        let one = |((low, high), counter): ((&AtomicU8, &AtomicU8), &AtomicU8)| {
            if counter.load(Ordering::Relaxed) == NOWHERE {
                return NOTHING;
            }
            let low = margin_of(low.load(Ordering::Relaxed)).unwrap_or(-most);
            let high = margin_of(high.load(Ordering::Relaxed)).unwrap_or(most);
            Span { low, high }.code()
        };
        self.low.iter().zip(&self.high).zip(&self.counters).map(one).collect()
    }
}

/// Derives every span from its successors. That alone would let bounds hold each other up in a
/// circle: so what is claimed, a low above the least there is or a high below the most, must be
/// well founded besides, as margins must ([`super::verify`]). It cannot claim too little: what can
/// be forced in so many plies follows from what can be in fewer.
pub fn verify<R: Rules, I: MarginIndexer<R>>(
    plan: &MarginPlan<'_, R, I>,
    code_at: &(dyn Fn(u64) -> u16 + Sync),
    monitor: &dyn Monitor,
) -> Verified {
    let name = || plan.indexer.name(plan.table);
    let span_at = |at: u64| Span::from_code(code_at(at));
    let right = walk(plan.places(), monitor, &|range| {
        let (mut moves, mut inside, mut there) = (Vec::new(), Vec::new(), 0);
        for at in range {
            let (node, best) = children(plan, at, &mut moves, &mut inside);
            let expected = match node {
                NodeKind::Invalid => continue,
                NodeKind::Terminal(margin) => Some(Some(Span::exactly(margin))),
                NodeKind::Open => inside.iter().try_fold(best, |best, &child| {
                    let worth = span_at(child)?.flipped();
                    Some(Some(best.map_or(worth, |best| best.or(worth))))
                }),
            };
            there += 1;
            let (found, expected) = (span_at(at), expected.flatten());
            if found != expected {
                return Err(Mismatch::new(name(), at, found, expected));
            }
        }
        Ok(there)
    });
    if !matches!(right, Verified::Right(_)) {
        return right;
    }
    let most = plan.indexer.cycle_margin_max(plan.rules, plan.table);
    let is_claim = |claim: u64| {
        let span = span_at(claim / 2);
        span.is_some_and(|span| if is_low(claim) { span.low > -most } else { span.high < most })
    };
    let follows = |claim: u64, is_founded: &dyn Fn(u64) -> bool| {
        let (mut moves, mut inside) = (Vec::new(), Vec::new());
        let (node, best) = children(plan, claim / 2, &mut moves, &mut inside);
        let Some(own) = span_at(claim / 2).filter(|_| node == NodeKind::Open) else { return true };
        if is_low(claim) {
            best.is_some_and(|best| best.low == own.low)
                || inside.iter().any(|&child| {
                    let is_held = span_at(child).is_some_and(|span| span.high == -own.low);
                    is_held && is_founded(2 * child + 1)
                })
        } else {
            inside.iter().all(|&child| is_founded(2 * child))
        }
    };
    // From a low follow the highs of the predecessors, from a high their lows.
    let dependents = |claim: u64, found: &mut Vec<u64>| {
        plan.predecessors(claim / 2, found);
        for at in found {
            *at = 2 * *at + u64::from(is_low(claim));
        }
    };
    let count = 2 * plan.places();
    let claims = Claims { count, is_claim: &is_claim, follows: &follows, dependents: &dependents };
    match well_founded::check(&claims, monitor) {
        WellFounded::All => right,
        WellFounded::Stopped => Verified::Stopped,
        WellFounded::AllBut(claim) => {
            let (found, nothing) = (span_at(claim / 2), Span { low: -most, high: most });
            Verified::Wrong(Mismatch::new(name(), claim / 2, found, Some(nothing)))
        }
    }
}

/// Of the two claims of a place the even one is about its low.
const fn is_low(claim: u64) -> bool {
    claim.is_multiple_of(2)
}
