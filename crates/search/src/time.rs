//! When a search ends: three objects for three things, [`StopFlag`], [`TimeManager`] and
//! [`NodeCounter`]. Together ([`SearchControl`]) they are all that the session and a running search
//! share besides the transposition table; a second search has its own.
//!
//! Pondering is not a mode of the search; it is a clock that has not started. The session starts
//! it (`go`, `ponderhit`) and sets the flag (`stop`); the search asks. What was thought before it started
//! counts as thinking, but not as time: it is reported, and shortens what is aimed for, but no hard
//! limit counts it. Times come from a [`Timer`], so that a test can script them; nothing else in the
//! program looks at the wall.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

use plyglot_core::{Limits, Side};
#[cfg(target_family = "wasm")]
use web_time::Instant;

/// Where the time comes from.
pub trait Timer: Send + Sync + Debug {
    /// Microseconds since some fixed moment; never decreases.
    fn now_us(&self) -> u64;
}

/// The machine's own monotonic clock.
#[derive(Debug)]
pub struct WallTimer(Instant);

impl Default for WallTimer {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Timer for WallTimer {
    fn now_us(&self) -> u64 {
        micros(self.0.elapsed())
    }
}

/// A timer for tests: every look at it takes the same number of microseconds, so that time is
/// proportional to the number of looks, hence to nodes.
#[derive(Debug)]
pub struct ScriptedTimer {
    now_us: AtomicU64,
    step_us: u64,
}

impl ScriptedTimer {
    /// A timer that advances by `step_us` at each look.
    pub fn new(step_us: u64) -> Self {
        Self { now_us: AtomicU64::new(0), step_us }
    }
}

impl Timer for ScriptedTimer {
    fn now_us(&self) -> u64 {
        self.now_us.fetch_add(self.step_us, Ordering::Relaxed)
    }
}

/// How long to think: aim for `soft`, never go beyond `hard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Do not begin another iteration after this; stretched or shrunk by how the search goes.
    pub soft: Option<Duration>,
    /// Stop in the middle of whatever is going on.
    pub hard: Option<Duration>,
}

impl Budget {
    /// Nobody has more time, in all (136 years).
    const TIME_MAX: Duration = Duration::from_secs(u32::MAX as u64);
    /// Moves a game without a time control by moves is assumed to last from here.
    const MOVES_LEFT: u32 = 28;
    /// The same where each move brings time back: what is used now decides more games than what is
    /// kept. Chess at 1 s + 0.01 s, 200 games each, Elo over 28: for 18 +16 [-22, +53], for 15 +30
    /// [-5, +64]. With 16 and half of each increment saved, an eighth of all time was left over when
    /// games of 68 moves at 2 s + 0.02 s ended.
    const MOVES_LEFT_WITH_INCREMENT: u32 = 13;

    /// Shares out the time of `side`; `overhead` is what the way to the client and back may cost.
    /// A client that gives only the other side's clock means that one: better than no limit.
    pub fn new(limits: &Limits, side: Side, overhead: Duration) -> Self {
        let own = limits.clock[side.index()].or(limits.clock[side.other().index()]);
        let clock = own.map(|left| {
            let left = left.min(Self::TIME_MAX).saturating_sub(overhead);
            let increment = limits.increment[side.index()].min(Self::TIME_MAX);
            let expected = if increment.is_zero() {
                Self::MOVES_LEFT
            } else {
                Self::MOVES_LEFT_WITH_INCREMENT
            };
            let moves = limits.moves_to_go.unwrap_or(expected).clamp(1, Self::MOVES_LEFT);
            // A quarter of the increment is saved: in a long game the clock then settles at a
            // reserve, and a hiccup of a busy machine does not lose the game.
            let soft = left / moves + increment * 3 / 4;
            // One move must never starve the rest: at most a third of what is left, unless the
            // clock is topped up after it.
            let ceiling = if moves == 1 { left * 9 / 10 } else { left / 3 };
            (soft.min(ceiling), (soft * 4).min(ceiling))
        });
        let fixed = limits.move_time.map(|time| time.saturating_sub(overhead.min(time / 2)));
        Self {
            soft: clock.map(|(soft, _)| soft),
            hard: match (clock.map(|(_, hard)| hard), fixed) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }
}

const NOT_STARTED: u64 = u64::MAX;

/// Tells some work that it is to end. Whoever holds a copy may set it; nobody can take that back.
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    own: Arc<AtomicBool>,
    /// That of the work this is a part of: when that is told to stop, so is this.
    whole: Option<Arc<Self>>,
}

impl StopFlag {
    /// The work is to end as soon as it can.
    pub fn set(&self) {
        self.own.store(true, Ordering::Release);
    }

    /// Whether somebody has asked the work to end, or that which it is a part of.
    #[inline]
    pub fn is_set(&self) -> bool {
        #[cfg(target_family = "wasm")]
        look_up();
        self.own.load(Ordering::Acquire) || self.whole.as_deref().is_some_and(Self::is_set)
    }

    /// The flag of a part of this work. Setting it stops nothing else.
    #[must_use]
    pub fn part(&self) -> Self {
        Self { own: Arc::default(), whole: Some(Arc::new(self.clone())) }
    }
}

#[cfg(target_family = "wasm")]
thread_local! {
    static LOOK_UP: std::cell::Cell<fn()> = const { std::cell::Cell::new(|| ()) };
}

/// From now on a search does this before it looks at its flag: on a host without threads nobody else
/// could set one. It is asked for often, and has to be quick.
#[cfg(target_family = "wasm")]
pub fn look_up_by(look: fn()) {
    LOOK_UP.set(look);
}

#[cfg(target_family = "wasm")]
fn look_up() {
    LOOK_UP.get()();
}

/// How long one search may take: its budget, and the time since it began. The first worker asks; the
/// session starts it.
#[derive(Debug)]
pub struct TimeManager {
    timer: Arc<dyn Timer>,
    started_us: AtomicU64,
    /// When the thinking began, where that was before the clock was started.
    begun_us: AtomicU64,
    budget: Budget,
}

impl TimeManager {
    /// A clock that stands still until [`TimeManager::start`].
    pub fn new(timer: Arc<dyn Timer>, budget: Budget) -> Self {
        let not_started = || AtomicU64::new(NOT_STARTED);
        Self { timer, started_us: not_started(), begun_us: not_started(), budget }
    }

    /// Thinking begins on the opponent's time: at `go ponder`. The clock stands still.
    pub fn ponder(&self) {
        self.begun_us.store(self.timer.now_us(), Ordering::Release);
    }

    /// Time begins to count: at `go`, or at `ponderhit`.
    pub fn start(&self) {
        self.started_us.store(self.timer.now_us(), Ordering::Release);
    }

    /// Time since [`TimeManager::start`]; `None` before it, when no limit can bite.
    pub fn used(&self) -> Option<Duration> {
        match self.started_us.load(Ordering::Acquire) {
            NOT_STARTED => None,
            started => Some(Duration::from_micros(self.timer.now_us().saturating_sub(started))),
        }
    }

    /// Time since the thinking began, on whoever's time: what is reported.
    pub fn thought(&self) -> Duration {
        let begun = match self.begun_us.load(Ordering::Acquire) {
            NOT_STARTED => self.started_us.load(Ordering::Acquire),
            begun => begun,
        };
        match begun {
            NOT_STARTED => Duration::ZERO,
            begun => Duration::from_micros(self.timer.now_us().saturating_sub(begun)),
        }
    }

    /// Whether time counts at all.
    pub const fn is_limited(&self) -> bool {
        self.budget.soft.is_some() || self.budget.hard.is_some()
    }

    /// The time that is aimed for, or the limit where there is only that; `None` without any.
    pub fn aim(&self) -> Option<Duration> {
        self.budget.soft.or(self.budget.hard)
    }

    /// Whether the hard limit is reached.
    pub fn is_out(&self) -> bool {
        self.budget.hard.is_some_and(|hard| self.used().is_some_and(|used| used >= hard))
    }

    /// Whether the soft limit leaves time for another iteration. `percent` stretches it when the search
    /// is in trouble and shrinks it when all is clear. What was thought before the clock started is
    /// credited.
    fn has_time(&self, percent: u32) -> bool {
        match (self.budget.soft, self.used()) {
            (Some(soft), Some(_)) => self.thought() < soft.saturating_mul(percent) / 100,
            _ => true,
        }
    }

    /// Whether so many hundredths of the time for this move are used: of the soft limit, or of the
    /// hard one where there is no other.
    fn has_used(&self, percent: u32) -> bool {
        let limit = self.aim();
        limit.is_some_and(|limit| {
            self.used().is_some_and(|used| used >= limit.saturating_mul(percent) / 100)
        })
    }
}

/// The nodes of one search: moves played by all its workers, as far as they have told, and how many
/// they may be.
#[derive(Debug)]
pub struct NodeCounter {
    count: AtomicU64,
    max: Option<u64>,
}

impl NodeCounter {
    /// None yet.
    pub const fn new(max: Option<u64>) -> Self {
        Self { count: AtomicU64::new(0), max }
    }

    /// Nodes so far.
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// A worker has played `more` moves.
    pub fn add(&self, more: u64) {
        self.count.fetch_add(more, Ordering::Relaxed);
    }

    /// The limit, if there is one.
    pub const fn max(&self) -> Option<u64> {
        self.max
    }

    /// Whether so many hundredths of the nodes that there may be are used.
    pub fn has_used(&self, percent: u32) -> bool {
        self.max.is_some_and(|max| self.count() >= part_of(max, percent))
    }
}

/// What the session and a running search share: when to stop, how long to think, how many nodes.
#[derive(Debug)]
pub struct SearchControl {
    /// Ends it.
    pub stop: StopFlag,
    /// Its clock.
    pub time: TimeManager,
    /// Its nodes.
    pub nodes: NodeCounter,
}

impl SearchControl {
    /// Of a search whose clock stands still until [`TimeManager::start`].
    pub fn new(timer: Arc<dyn Timer>, budget: Budget, nodes_max: Option<u64>) -> Self {
        let (time, nodes) = (TimeManager::new(timer, budget), NodeCounter::new(nodes_max));
        Self { stop: StopFlag::default(), time, nodes }
    }

    /// Of a search that nothing but its flag stops; its clock runs.
    pub fn unlimited() -> Self {
        let control = Self::new(Arc::new(WallTimer::default()), Budget::default(), None);
        control.time.start();
        control
    }

    /// Of a part of the work, by the same timer, with a clock that runs and nodes of its own: whoever
    /// stops the work stops all its parts, and a part that ends stops nothing else. No other limit
    /// holds there.
    #[must_use]
    pub fn part(&self) -> Self {
        Self { stop: self.stop.part(), ..self.afterwards(None) }
    }

    /// Of the little that is still to be found out when a search has ended, whoever or whatever ended
    /// it: so many nodes and no other limit.
    #[must_use]
    pub fn afterwards(&self, nodes_max: impl Into<Option<u64>>) -> Self {
        let timer = Arc::clone(&self.time.timer);
        let control = Self::new(timer, Budget::default(), nodes_max.into());
        control.time.start();
        control
    }

    /// Asked every thousand nodes or so: is it told to stop, or has it reached its hard limit?
    pub fn must_stop(&self) -> bool {
        self.stop.is_set() || self.time.is_out()
    }

    /// Asked between iterations: may there be another one? `percent` scales the soft limit.
    pub fn may_deepen(&self, percent: u32) -> bool {
        !self.must_stop() && self.time.has_time(percent)
    }

    /// Whether it must stop or so many hundredths of the time for this move are used: of the soft
    /// limit, or of the hard one where there is no other.
    pub fn has_used(&self, percent: u32) -> bool {
        self.must_stop() || self.time.has_used(percent)
    }
}

/// So many hundredths of all nodes.
pub fn part_of(nodes: u64, percent: u32) -> u64 {
    let percent = u64::from(percent);
    (nodes / 100).saturating_mul(percent).saturating_add(nodes % 100 * percent / 100)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocked(ms: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let limits = Limits {
            clock: [Some(Duration::from_millis(ms)), None],
            increment: [Duration::from_millis(increment), Duration::ZERO],
            moves_to_go,
            ..Limits::default()
        };
        Budget::new(&limits, Side::First, Duration::from_millis(30))
    }

    #[test]
    fn the_hard_limit_leaves_the_overhead_at_every_clock() {
        for left in [1, 10, 31, 40, 100, 1000, 60_000] {
            for (increment, moves) in [(0, None), (10, None), (1000, None), (0, Some(1))] {
                let hard = clocked(left, increment, moves).hard.unwrap();
                let usable = Duration::from_millis(left.saturating_sub(30));
                assert!(hard <= usable, "{left}+{increment} {moves:?}: {hard:?}");
            }
        }
    }

    #[test]
    fn no_clock_shows_too_much_time() {
        let most = Some(Duration::MAX);
        let (clock, increment) = ([most; 2], [Duration::MAX; 2]);
        let limits = Limits { clock, increment, move_time: most, ..Limits::default() };
        let last = Limits { moves_to_go: Some(1), ..limits.clone() };
        let shared = [limits, last].map(|all| Budget::new(&all, Side::First, Duration::ZERO));
        for budget in shared.into_iter().chain([Budget { soft: most, hard: most }]) {
            let control = SearchControl::new(Arc::new(ScriptedTimer::new(1)), budget, None);
            control.time.start();
            assert!(control.may_deepen(u32::MAX) && !control.has_used(u32::MAX));
        }
    }

    #[test]
    fn a_clock_that_has_not_started_never_runs_out() {
        let timer = Arc::new(ScriptedTimer::new(1000));
        let budget = Budget { soft: None, hard: Some(Duration::from_millis(5)) };
        let control = SearchControl::new(timer, budget, None);
        assert!((0..100).all(|_| !control.must_stop()));
        control.time.start();
        assert!((0..100).any(|_| control.must_stop()));
    }

    #[test]
    fn what_was_pondered_is_reported_and_shortens_what_is_aimed_for_but_no_hard_limit() {
        let timer = Arc::new(ScriptedTimer::new(0));
        let ms = Duration::from_millis;
        let budget = Budget { soft: Some(ms(50)), hard: Some(ms(200)) };
        let control = SearchControl::new(Arc::clone(&timer) as Arc<dyn Timer>, budget, None);
        control.time.ponder();
        timer.now_us.store(1_000_000, Ordering::Relaxed);
        assert_eq!((control.time.used(), control.time.thought()), (None, ms(1000)));
        assert!(control.may_deepen(100), "it is the opponent's time");
        control.time.start();
        assert_eq!((control.time.used(), control.time.thought()), (Some(ms(0)), ms(1000)));
        assert!(!control.must_stop(), "no time is used yet");
        assert!(!control.may_deepen(100), "more is thought than was aimed for");
        timer.now_us.store(1_200_000, Ordering::Relaxed);
        assert_eq!((control.time.used(), control.time.thought()), (Some(ms(200)), ms(1200)));
        assert!(control.must_stop());
    }

    #[test]
    fn what_comes_afterwards_has_nodes_of_its_own() {
        let control =
            SearchControl::new(Arc::new(WallTimer::default()), Budget::default(), Some(1000));
        control.time.start();
        control.nodes.add(1000);
        control.stop.set();
        let rest = control.afterwards(50);
        assert_eq!((rest.nodes.count(), rest.nodes.max()), (0, Some(50)));
        assert!(!rest.must_stop());
    }

    #[test]
    fn a_part_ends_with_the_whole_and_the_whole_goes_on_without_it() {
        let whole = SearchControl::unlimited();
        let part = whole.part();
        part.stop.set();
        assert!(part.stop.is_set() && !whole.stop.is_set());
        let part = whole.part();
        assert!(!part.stop.is_set());
        whole.stop.set();
        assert!(part.stop.is_set() && part.must_stop());
    }

    #[test]
    fn a_share_of_a_fixed_time_is_less_than_all_of_it() {
        let timer = Arc::new(ScriptedTimer::new(1000));
        let budget = Budget { soft: None, hard: Some(Duration::from_millis(100)) };
        let control = SearchControl::new(timer, budget, None);
        control.time.start();
        let asked = (0..1000).position(|_| control.has_used(25)).unwrap();
        assert!(!control.must_stop(), "after {asked} looks");
        assert!((0..1000).any(|_| control.must_stop()));
    }

    #[test]
    fn the_other_sides_clock_matters_only_where_it_is_the_only_one() {
        let both = |own, other| Limits {
            clock: [own, other].map(|ms: Option<u64>| ms.map(Duration::from_millis)),
            ..Limits::default()
        };
        let budget = |limits| Budget::new(&limits, Side::First, Duration::ZERO);
        assert_eq!(budget(both(Some(500), Some(100))), budget(both(Some(500), None)));
        assert_eq!(budget(both(None, Some(100))), budget(both(Some(100), None)));
    }
}
