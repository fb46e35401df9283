//! The fast builder of margins: retrograde analysis, from the largest margin down
//! [van-der-goot-2000] [romein-bal-2003].
//!
//! Places are settled in the order of the size of their margin. A place that is settled tells those
//! before it what the move to it is worth: as much as the goal, and they are settled too; the
//! opposite of the goal, and the move is taken away from them; when none is left, they are what
//! their best move is worth. Each move is looked at twice. The work is cut into ranges with
//! outboxes, as in [`super::retrograde`].

use super::indexer::{NodeKind, Predecessor, distinct_predecessors};
use super::margin::MarginIndexer;
use super::monitor::{Monitor, Phase};
use super::plan::{Child, MarginPlan};
use super::span::{NO_BOARD, code_of, margin_of};
use plyglot_core::game::Rules;
use plyglot_parallel as parallel;

/// A margin that is not settled yet; below it the code of the best move so far.
pub(super) const OPEN: u16 = 0x8000;
/// Ranges a table is cut into, if they are neither too small nor too large.
const RANGES: u64 = 64;
/// Smallest and largest range, in places.
const RANGE_PLACES: (u64, u64) = (4096, 1 << 20);

/// What each range knows of its own places.
struct Part {
    first: u64,
    /// A code, or [`OPEN`] with the code of the best move so far.
    codes: Vec<u16>,
    /// Moves inside the table that are not settled.
    counters: Vec<u8>,
    /// Places settled in the last round.
    fresh: Vec<u32>,
}

/// For each range what is said to it: a place, and whether a move from it is worth the goal or its
/// opposite.
type Outboxes = Vec<Vec<u32>>;

/// Solves a table. `None` if the monitor stopped it.
pub fn build<R: Rules, I: MarginIndexer<R>>(
    plan: &MarginPlan<'_, R, I>,
    monitor: &dyn Monitor,
) -> Option<Vec<u8>> {
    let len = plan.places();
    let size = len.div_ceil(RANGES).clamp(RANGE_PLACES.0, RANGE_PLACES.1);
    let done = std::sync::atomic::AtomicU64::new(0);
    let begin = |range: usize| {
        let range = range as u64;
        let part = Part::begin(plan, range * size, (range * size + size).min(len));
        let count = part.codes.len() as u64;
        let before = done.fetch_add(count, std::sync::atomic::Ordering::Relaxed);
        monitor.progress(Phase::Initial, before + count, len);
        monitor.may_go_on().then_some(part)
    };
    let parts = parallel::map(len.div_ceil(size) as usize, begin);
    let mut parts: Vec<Part> = parts.into_iter().collect::<Option<_>>()?;
    let largest = parts.iter().map(Part::largest).max().unwrap_or(0);
    for goal in (1..=largest).rev() {
        parallel::each_chunk(&mut parts, 1, |_, parts| parts[0].settle_due(goal));
        while parts.iter().any(|part| !part.fresh.is_empty()) {
            monitor.progress(Phase::Distance(goal.unsigned_abs()), 0, 0);
            if !monitor.may_go_on() {
                return None;
            }
            let ranges = parts.len();
            let tell = |range: usize| parts[range].tell(plan, size, ranges, goal);
            let outboxes: Vec<Outboxes> = parallel::map(ranges, tell);
            parallel::each_chunk(&mut parts, 1, |range, parts| {
                let part = &mut parts[0];
                part.fresh.clear();
                for boxes in &outboxes {
                    part.hear(&boxes[range], goal);
                }
            });
        }
    }
    Some(parts.into_iter().flat_map(|part| part.codes.into_iter().map(settled)).collect())
}

impl Part {
    /// The first look at a range.
    fn begin<R: Rules, I: MarginIndexer<R>>(
        plan: &MarginPlan<'_, R, I>,
        first: u64,
        end: u64,
    ) -> Self {
        let (mut moves, mut children) = (Vec::new(), Vec::new());
        let (mut codes, mut counters) = (Vec::new(), Vec::new());
        for at in first..end {
            let node = plan.children(at, &mut moves, &mut children);
            let (code, counter) = first_code(node, &children);
            codes.push(code);
            counters.push(counter);
        }
        Self { first, codes, counters, fresh: Vec::new() }
    }

    /// The largest margin that a move out of the table promises, for either side.
    fn largest(&self) -> i16 {
        self.codes.iter().map(|code| size_of(*code)).max().unwrap_or(0)
    }

    /// Settles the places whose turn has come.
    fn settle_due(&mut self, goal: i16) {
        for (place, code) in self.codes.iter_mut().enumerate() {
            if is_due(*code, self.counters[place], goal) {
                *code &= !OPEN;
                self.fresh.push(place as u32);
            }
        }
    }

    /// What the places settled in the last round have to say.
    fn tell<R: Rules, I: MarginIndexer<R>>(
        &self,
        plan: &MarginPlan<'_, R, I>,
        size: u64,
        ranges: usize,
        goal: i16,
    ) -> Outboxes {
        let mut outboxes = vec![Vec::new(); ranges];
        let mut predecessors: Vec<Predecessor> = Vec::new();
        for &place in &self.fresh {
            let is_win = self.codes[place as usize] == u16::from(code_of(goal));
            let at = self.first + u64::from(place);
            distinct_predecessors(plan.indexer, plan.rules, plan.table, at, &mut predecessors);
            for predecessor in &predecessors {
                let wins = is_win == predecessor.same_side;
                let message = ((predecessor.at % size) as u32) << 1 | u32::from(wins);
                outboxes[(predecessor.at / size) as usize].push(message);
            }
        }
        outboxes
    }

    /// Reads what was said.
    fn hear(&mut self, messages: &[u32], goal: i16) {
        for message in messages {
            let place = (message >> 1) as usize;
            let (code, counter) = (&mut self.codes[place], &mut self.counters[place]);
            if is_settled_by(message & 1 == 1, code, counter, goal) {
                self.fresh.push(place as u32);
            }
        }
    }
}

/// What is known of a place at the first look, and how many moves stay inside.
pub(super) fn first_code(node: NodeKind<i16>, children: &[Child<i16>]) -> (u16, u8) {
    let (mut best, mut inside) = (None, 0_usize);
    for child in children {
        match *child {
            Child::Internal { .. } => inside += 1,
            Child::Known(worth) => best = best.max(Some(worth)),
        }
    }
    let code = match node {
        NodeKind::Invalid => NO_BOARD.into(),
        // Nobody who looks back from it finds anything: nothing leads to it but ends.
        NodeKind::Terminal(margin) => code_of(margin).into(),
        NodeKind::Open => OPEN | u16::from(best.map_or(NO_BOARD, code_of)),
    };
    let inside = u8::try_from(inside);
    (code, inside.expect("no board has 256 moves inside its table"))
}

/// How much a move out of the table promises at a place, for either side.
pub(super) fn size_of(code: u16) -> i16 {
    margin_of((code & 0xff) as u8).map_or(0, i16::abs)
}

/// The turn of a place has come.
#[inline]
pub(super) fn is_due(code: u16, counter: u8, goal: i16) -> bool {
    code == OPEN | u16::from(code_of(goal))
        || code == OPEN | u16::from(code_of(-goal)) && counter == 0
}

/// A move from a place is worth the goal or its opposite; whether that settles it.
#[inline]
pub(super) fn is_settled_by(wins: bool, code: &mut u16, counter: &mut u8, goal: i16) -> bool {
    if *code & OPEN == 0 {
        return false;
    }
    let worth = u16::from(code_of(if wins { goal } else { -goal }));
    *counter -= 1;
    *code = (*code).max(OPEN | worth);
    let is_settled = wins || *counter == 0 && *code == OPEN | worth;
    if is_settled {
        *code &= !OPEN;
    }
    is_settled
}

/// The code of a place at the end: whatever is open then is even.
pub(super) fn settled(code: u16) -> u8 {
    if code & OPEN == 0 { code as u8 } else { code_of(0) }
}
