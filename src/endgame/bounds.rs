//! Bounds: tables of margins where play that never leaves a table has no value of its own.
//!
//! In some games a position that comes back ends the game, and what lies where decides then. What a
//! cycle is worth depends on where it is cut, which no table can know; but what a side can bring
//! about whatever its opponent does, cycles or not, it can know. So a place has a *span*: the side to
//! move can force `low` in finite play, and the other can hold it to `high`. Where the two meet, the
//! margin is exact; elsewhere they are bounds, and whoever asks has to heed the difference. An
//! endless play is taken to be worth as little as can be to whoever wants something
//! ([`Index::endless`]).
//!
//! ```text
//! code   0        below 256                        256 and above
//!        nothing  exact, as in a table of margins  (low + 128) · 256 + high + 128
//! ```
//!
//! A table uses few of these codes: in oware every margin has the parity of the seeds on the board, so
//! that with up to 21 seeds there are no more than 253 spans, and a byte can name them
//! ([`super::value::Palette`]).
//!
//! The builder lets a goal fall from the largest margin to the smallest. A side to move *has* the
//! goal if some move is worth it, or leads to a place that is *held* to its opposite; a place is held
//! to the opposite of the goal if every move out of the table is worth no more, and every other leads
//! to a place whose mover has the goal. The first goal that a place has is its low, the first it is
//! held to its high; each is settled once, and tells those before it.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use super::index::{Back, Index};
use super::margin::{MarginPlan, Spot, Step, code_of, margin_of};
use super::plan::{Known, Pass, Watcher};
use super::value::{NOTHING, Value};
use super::verify::{Claims, Ground, Mismatch, Verified, ground, walk};
use crate::game::Rules;

/// What a side can force, and what it can be held to; margins from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// At least this.
    pub low: i16,
    /// At most this.
    pub high: i16,
}

impl Span {
    /// A margin that is known.
    pub const fn exactly(margin: i16) -> Self {
        Self { low: margin, high: margin }
    }

    /// The margin, where it is known.
    pub const fn exact(self) -> Option<i16> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// Seen by the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// With so much won already.
    #[must_use]
    pub const fn plus(self, gain: i16) -> Self {
        Self { low: self.low + gain, high: self.high + gain }
    }

    /// Who ends ahead, where that is settled, and by how much at least.
    pub const fn verdict(self) -> Option<Value> {
        match (self.low, self.high) {
            (1.., _) => Some(Value::of_margin(self.low)),
            (_, ..=-1) => Some(Value::of_margin(self.high)),
            (0, 0) => Some(Value::Draw),
            _ => None,
        }
    }

    /// What the choice between two moves is worth.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// As a code.
    pub const fn code(self) -> u16 {
        if self.low == self.high {
            return code_of(self.low) as u16;
        }
        (code_of(self.low) as u16) << 8 | code_of(self.high) as u16
    }

    /// What is kept as this code, in a table of bounds or of margins; `None` where there is nothing.
    #[inline]
    pub fn from_code(code: u16) -> Option<Self> {
        let [low, high] = [code >> 8, code & 0xff].map(|part| margin_of(part as u8));
        let high = high?;
        Some(Self { low: low.unwrap_or(high), high })
    }
}

/// `+3`, or `-1 to +5`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(margin) => write!(f, "{margin:+}"),
            None => write!(f, "{:+} to {:+}", self.low, self.high),
        }
    }
}

/// Places that one thread takes at a time.
const RANGE: usize = 1 << 14;
/// A bound that is not settled, and what no move is worth.
const UNSET: u8 = 0;
/// The counter of a place that holds no board.
const NOWHERE: u8 = u8::MAX;

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
fn look<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    at: u64,
    steps: &mut Vec<Step>,
    inside: &mut Vec<u64>,
) -> (Spot, Option<Span>) {
    steps.clear();
    inside.clear();
    let spot = plan.index.steps(plan.rules, plan.table, at, steps);
    let mut best: Option<Span> = None;
    for step in steps {
        assert!(!step.same_side || step.to.is_none(), "the turn passes in tables of bounds");
        let worth = match step.to {
            None => Span::exactly(step.gain),
            Some((table, at)) if table == plan.table => {
                inside.push(at);
                continue;
            }
            Some((table, at)) => span_in(plan.known, table, at).flipped().plus(step.gain),
        };
        best = Some(best.map_or(worth, |best| best.or(worth)));
    }
    (spot, best)
}

fn span_in(known: &Known, table: super::TableId, at: u64) -> Span {
    let cells = known.get(table).unwrap_or_else(|| panic!("{table:?} is needed"));
    Span::from_code(cells.code(at)).unwrap_or_else(|| panic!("{table:?} says nothing at {at}"))
}

/// The codes of a table of bounds. `None` if the watcher stopped it.
pub fn build<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    watcher: &dyn Watcher,
) -> Option<Vec<u16>> {
    let places = Places::begin(plan, watcher)?;
    let most = plan.index.endless(plan.rules, plan.table);
    for goal in (1 - most..=most).rev() {
        watcher.progress(Pass::Distance(goal.unsigned_abs()), 0, 0);
        let mut news = places.due(goal);
        while !news.is_empty() {
            if !watcher.may_go_on() {
                return None;
            }
            news = news
                .par_chunks(RANGE)
                .map(|told| places.spread(plan, told, goal))
                .collect::<Vec<_>>()
                .concat();
        }
    }
    Some(places.codes(most))
}

impl Places {
    fn begin<R: Rules, I: Index<R>>(
        plan: &MarginPlan<'_, R, I>,
        watcher: &dyn Watcher,
    ) -> Option<Self> {
        let len = plan.len();
        let ranges: Option<Vec<Vec<First>>> = (0..len.div_ceil(RANGE as u64))
            .into_par_iter()
            .map(|range| {
                let first = range * RANGE as u64;
                let end = (first + RANGE as u64).min(len);
                let (mut steps, mut inside) = (Vec::new(), Vec::new());
                let mut one = |at| {
                    let (spot, best) = look(plan, at, &mut steps, &mut inside);
                    let codes = |span: Span| [code_of(span.low), code_of(span.high)];
                    let known = match spot {
                        Spot::Ended(margin) => codes(Span::exactly(margin)),
                        Spot::Open | Spot::Nothing => [UNSET; 2],
                    };
                    let count = match spot {
                        Spot::Nothing => NOWHERE,
                        Spot::Ended(_) | Spot::Open => inside.len() as u8,
                    };
                    (known, best.map_or([UNSET; 2], codes), count)
                };
                watcher.may_go_on().then(|| (first..end).map(&mut one).collect())
            })
            .collect();
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
        let ranges = 0..self.exits.len().div_ceil(RANGE);
        ranges.into_par_iter().map(of_range).collect::<Vec<_>>().concat()
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
    fn spread<R: Rules, I: Index<R>>(
        &self,
        plan: &MarginPlan<'_, R, I>,
        told: &[News],
        goal: i16,
    ) -> Vec<News> {
        let (mut before, mut news): (Vec<Back>, Vec<News>) = (Vec::new(), Vec::new());
        for &one in told {
            let (News::Has(at) | News::Held(at)) = one;
            before.clear();
            plan.index.predecessors(plan.rules, plan.table, at, &mut before);
            for back in &before {
                let place = back.at as usize;
                match one {
                    News::Held(_) => {
                        if self.has(place, goal) {
                            news.push(News::Has(back.at));
                        }
                    }
                    News::Has(_) => {
                        self.counters[place].fetch_sub(1, Ordering::Relaxed);
                        if self.may_be_held(place, goal) && self.is_held(place, goal) {
                            news.push(News::Held(back.at));
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
/// circle: so what is claimed, a low above the least there is or a high below the most, needs a
/// ground besides, as margins do ([`super::verify`]). It cannot claim too little: what can be forced
/// in so many plies follows from what can be in fewer.
pub fn verify<R: Rules, I: Index<R>>(
    plan: &MarginPlan<'_, R, I>,
    code_at: &(dyn Fn(u64) -> u16 + Sync),
    watcher: &dyn Watcher,
) -> Verified {
    let name = || plan.index.name(plan.table);
    let span_at = |at: u64| Span::from_code(code_at(at));
    let right = walk(plan.len(), watcher, &|range| {
        let (mut steps, mut inside, mut there) = (Vec::new(), Vec::new(), 0);
        for at in range {
            let (spot, best) = look(plan, at, &mut steps, &mut inside);
            let expected = match spot {
                Spot::Nothing => continue,
                Spot::Ended(margin) => Some(Some(Span::exactly(margin))),
                Spot::Open => inside.iter().try_fold(best, |best, &child| {
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
    let most = plan.index.endless(plan.rules, plan.table);
    let is_claim = |claim: u64| {
        let span = span_at(claim / 2);
        span.is_some_and(|span| if is_low(claim) { span.low > -most } else { span.high < most })
    };
    let holds = |claim: u64, is_grounded: &dyn Fn(u64) -> bool| {
        let (mut steps, mut inside) = (Vec::new(), Vec::new());
        let (spot, best) = look(plan, claim / 2, &mut steps, &mut inside);
        let Some(own) = span_at(claim / 2).filter(|_| spot == Spot::Open) else { return true };
        if is_low(claim) {
            best.is_some_and(|best| best.low == own.low)
                || inside.iter().any(|&child| {
                    let is_held = span_at(child).is_some_and(|span| span.high == -own.low);
                    is_held && is_grounded(2 * child + 1)
                })
        } else {
            inside.iter().all(|&child| is_grounded(2 * child))
        }
    };
    // A low holds up the highs of those before, a high their lows.
    let above = |claim: u64, above: &mut Vec<u64>| {
        plan.before(claim / 2, above);
        for at in above {
            *at = 2 * *at + u64::from(is_low(claim));
        }
    };
    let claims = Claims { count: 2 * plan.len(), is: &is_claim, holds: &holds, above: &above };
    match ground(&claims, watcher) {
        Ground::All => right,
        Ground::Stopped => Verified::Stopped,
        Ground::Not(claim) => {
            let (found, nothing) = (span_at(claim / 2), Span { low: -most, high: most });
            Verified::Wrong(Mismatch::new(name(), claim / 2, found, Some(nothing)))
        }
    }
}

/// Of the two claims of a place the even one is about its low.
const fn is_low(claim: u64) -> bool {
    claim.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_codes_correspond_and_exact_ones_are_margins() {
        for low in -20..=20 {
            for high in low..=20 {
                let span = Span { low, high };
                assert_eq!(Span::from_code(span.code()), Some(span));
                assert_eq!(span.code() < 256, span.exact().is_some());
            }
            assert_eq!(Span::exactly(low).code(), u16::from(code_of(low)));
        }
        assert_eq!(Span::from_code(0), None);
        let span = Span { low: -3, high: 5 };
        assert_eq!(span.flipped().plus(1), Span { low: -4, high: 4 });
    }
}
