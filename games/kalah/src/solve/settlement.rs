//! A proof that takes hours or days: question after question, each opening pit by itself, kept on disk.
//!
//! The questions are those of [`Solver::settle`], whether the margin is at least some goal; but the
//! first sowing is made here, so that what is proven of each opening pit is known and told by itself.
//! A pit that takes long waits while the others are tried: one may reach the goal soon that nobody thought
//! of, and what was found is remembered.
//! From the first answer on goals rise or fall by one step: every answer is a result.
//! When the margin is settled, those of the other openings can be as well, and a line of best play be
//! found (`line`).
//!
//! Every so often the thread that happens to ask whether it may go on writes a checkpoint
//! ([`super::checkpoint`]) while the others go on. Who is killed loses no more than what was found since
//! then, and what the checkpoint had no room for: results of little work, found again when they are
//! needed.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use super::super::board::Board;
use super::super::rules::Kalah;
use super::checkpoint::{self, Answer, Bounds, Standing};
use super::{Progress, Solver};
use plyglot_core::game::Rules;
use plyglot_host::settle::SettleJob;
use plyglot_host::told::Told;
use plyglot_parallel::pool;
use plyglot_search::Stopped;
use plyglot_search::time::{Timer, WallTimer};

/// The checkpoint's file in the folder of a proof.
const CHECKPOINT: &str = "checkpoint";

/// Half a minute or so.
const SLICE: u64 = 1 << 26;

/// What a settlement needs from outside.
pub struct Surroundings<'s> {
    /// The file of the checkpoint.
    pub path: &'s Path,
    /// The time between two of them.
    pub every: Duration,
    /// The time since some moment.
    pub clock: &'s (dyn Fn() -> Duration + Sync),
    /// Whether to end, with a checkpoint.
    pub must_stop: &'s (dyn Fn() -> bool + Sync),
    /// Hears how it goes, a line at a time.
    pub say: &'s (dyn Fn(&str) + Sync),
}

impl std::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings").field("path", &self.path).finish_non_exhaustive()
    }
}

/// The proof of one board.
#[derive(Debug)]
pub struct Settlement<'s> {
    pub(super) solver: &'s mut Solver,
    pub(super) board: Board,
    about: String,
    pub(super) standing: Standing,
    around: Surroundings<'s>,
    /// Nodes and seconds of the runs before.
    before: (u64, u64),
    started: Duration,
    pub(super) progress: Progress,
    /// When the next checkpoint is due.
    due: Mutex<Duration>,
    /// So many nodes an opening pit gets at first before another is tried; then twice as many, and so
    /// on.
    slice: u64,
}

impl<'s> Settlement<'s> {
    /// Begins with a board that is not over, or goes on from the checkpoint if there is one.
    pub fn begin(
        solver: &'s mut Solver,
        board: Board,
        around: Surroundings<'s>,
    ) -> Result<Self, String> {
        solver.prepare(board)?;
        let (about, fresh) = at_first(solver, board);
        let found = checkpoint::read(around.path, (&about, &fresh), &mut solver.memory)?;
        let is_found = found.is_some();
        let standing = found.unwrap_or(fresh);
        let Bounds { low, high } = standing.margin;
        let progress = Progress { low, high, nodes: 0, tb_hits: 0, fill: 0 };
        let before = (standing.nodes, standing.seconds);
        let started = (around.clock)();
        let due = Mutex::new(started + around.every);
        let settlement = Self {
            solver,
            board,
            about,
            standing,
            around,
            before,
            started,
            progress,
            due,
            slice: SLICE,
        };
        if is_found {
            (settlement.around.say)(&format!("goes on: {}", settlement.proven()));
        }
        Ok(settlement)
    }

    /// So many nodes an opening pit gets at first before another is tried.
    pub const fn set_slice(&mut self, nodes: u64) {
        self.slice = nodes;
    }

    /// What is proven so far.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Asks until the margin is settled, or until it must stop. A checkpoint is written in the end.
    pub fn run(&mut self) -> Result<(), String> {
        while self.standing.margin.low < self.standing.margin.high {
            let goal = self.next_goal();
            let Ok(value) = self.answer(goal) else { break };
            self.standing.margin.learn(goal, value);
            self.count(self.progress.nodes);
            let (nodes, seconds) = (self.standing.nodes, self.standing.seconds);
            self.standing.answers.push(Answer { goal, value, nodes, seconds });
            (self.around.say)(&self.proven());
        }
        self.count(self.progress.nodes);
        self.write(&self.standing)
    }

    /// Whether the side to move gets more than the other; then one step further in that direction.
    fn next_goal(&self) -> i16 {
        let Bounds { low, high } = self.standing.margin;
        let most = self.board.in_play().cast_signed();
        if low > -most {
            low + 2
        } else if high < most {
            high
        } else {
            2 - (most & 1)
        }
    }

    /// Whether the margin is at least this, as a bound of it. All opening pits are tried by turns: the
    /// one that reaches the goal soonest may be any of them.
    fn answer(&mut self, goal: i16) -> Result<i16, Stopped> {
        let mut order: Vec<usize> = (0..self.standing.pits.len()).collect();
        // Who has shown the most may show more; another turn is a good beginning.
        order.sort_by_key(|&at| {
            let (pit, bounds) = self.standing.pits[at];
            let again = self.solver.sowings.sow(self.board, pit).again;
            (-bounds.low, !again, usize::MAX - pit)
        });
        let mut nodes_max = self.slice;
        loop {
            for &at in &order {
                let (pit, known) = self.standing.pits[at];
                let is_open = known.low < goal && known.high >= goal;
                if is_open && let Some(value) = self.ask_opening(pit, goal, nodes_max)? {
                    self.standing.pits[at].1.learn(goal, value);
                }
                let known = self.standing.pits[at].1;
                if known.low >= goal {
                    return Ok(known.low);
                }
            }
            let high = self.standing.pits.iter().map(|(_, known)| known.high).max();
            if let Some(high) = high.filter(|&high| high < goal) {
                return Ok(high);
            }
            nodes_max = nodes_max.saturating_mul(2);
        }
    }

    /// Once the margin is settled, the margin of every opening pit, downwards from what is known.
    /// Whether all are settled in the end.
    pub fn settle_pits(&mut self) -> Result<bool, String> {
        let mut is_stopped = false;
        for at in 0..self.standing.pits.len() {
            while let (pit, Bounds { low, high }) = self.standing.pits[at]
                && low < high
                && !is_stopped
            {
                match self.ask_opening(pit, high, u64::MAX) {
                    Ok(Some(value)) => {
                        self.standing.pits[at].1.learn(high, value);
                        (self.around.say)(&self.proven());
                    }
                    _ => is_stopped = true,
                }
            }
        }
        self.count(self.progress.nodes);
        self.write(&self.standing)?;
        Ok(!is_stopped)
    }

    /// Whether an opening pit reaches the goal, as a bound of its margin; `None` where so many nodes do
    /// not say.
    fn ask_opening(
        &mut self,
        pit: usize,
        goal: i16,
        nodes_max: u64,
    ) -> Result<Option<i16>, Stopped> {
        let what = format!("pit {} gets at least {goal:+}", pit + 1);
        (self.around.say)(&format!("asks whether {what}"));
        self.ask((self.board, pit, goal), nodes_max, &what)
    }

    /// Whether a pit of a board reaches a goal, as a bound of its margin; `None` where so many nodes do
    /// not say. Checkpoints on the way name `what` is asked.
    pub(super) fn ask(
        &mut self,
        (board, pit, goal): (Board, usize, i16),
        nodes_max: u64,
        what: &str,
    ) -> Result<Option<i16>, Stopped> {
        let sown = self.solver.sowings.sow(board, pit);
        let banked = sown.banked.cast_signed();
        let next = if sown.again { sown.board } else { sown.board.turned() };
        let child_goal = if sown.again { goal - banked } else { banked - goal + 2 };
        let mut progress = self.progress;
        let last = progress.nodes.saturating_add(nodes_max);
        let grant = |nodes: u64| {
            if (self.around.must_stop)() {
                return 0;
            }
            if let Ok(mut due) = self.due.try_lock()
                && (self.around.clock)() >= *due
            {
                self.keep(nodes, what);
                *due = (self.around.clock)() + self.around.every;
            }
            last.saturating_sub(nodes)
        };
        let value = self.solver.ask(next, child_goal, &grant, &mut progress);
        self.progress = progress;
        match value {
            Ok(value) => Ok(Some(if sown.again { banked + value } else { banked - value })),
            Err(Stopped) if progress.nodes >= last => Ok(None),
            Err(Stopped) => Err(Stopped),
        }
    }

    /// Writes a checkpoint in the middle of a question, and says how it goes.
    fn keep(&self, nodes: u64, what: &str) {
        let mut standing = self.standing.clone();
        (standing.nodes, standing.seconds) = self.used(nodes);
        if let Err(error) = self.write(&standing) {
            (self.around.say)(&format!("no checkpoint: {error}"));
        }
        let seconds = self.elapsed().max(1);
        let fill = self.solver.memory.fill();
        let told = format!(
            "{}; asks whether {what}; {} nodes in {} s, {} a second in this run; memory {fill} per \
             mille full{}",
            self.proven(),
            standing.nodes,
            standing.seconds,
            nodes / seconds,
            estimate(&standing),
        );
        (self.around.say)(&told);
    }

    fn write(&self, standing: &Standing) -> Result<(), String> {
        let written =
            checkpoint::write(self.around.path, &self.about, standing, &self.solver.memory);
        written.map(drop).map_err(|error| format!("{}: {error}", self.around.path.display()))
    }

    /// All nodes and seconds, so many of the nodes in this run.
    fn used(&self, nodes: u64) -> (u64, u64) {
        (self.before.0 + nodes, self.before.1 + self.elapsed())
    }

    /// Seconds of this run.
    fn elapsed(&self) -> u64 {
        (self.around.clock)().saturating_sub(self.started).as_secs()
    }

    pub(super) fn count(&mut self, nodes: u64) {
        (self.standing.nodes, self.standing.seconds) = self.used(nodes);
    }

    /// What is proven, in words.
    fn proven(&self) -> String {
        let most = self.board.in_play().cast_signed();
        let words = |Bounds { low, high }: Bounds| match (low > -most, high < most) {
            _ if low == high => format!("= {low:+}"),
            (true, true) => format!(">= {low:+}, <= {high:+}"),
            (true, false) => format!(">= {low:+}"),
            (false, true) => format!("<= {high:+}"),
            (false, false) => "open".to_owned(),
        };
        let pits = self.standing.pits.iter();
        let pits: Vec<_> =
            pits.map(|&(pit, bounds)| format!("pit {} {}", pit + 1, words(bounds))).collect();
        format!("margin {} ({})", words(self.standing.margin), pits.join("; "))
    }
}

/// Lines that tell rules and board, and what is known of it at first.
fn at_first(solver: &Solver, board: Board) -> (String, Standing) {
    let most = board.in_play().cast_signed();
    let unknown = Bounds { low: -most, high: most };
    let pits: Vec<_> = board.pits().map(|pit| (pit, unknown)).collect();
    let width = solver.halves.pits();
    let side = |pits: Board| {
        let stones: Vec<_> = (0..width).map(|pit| pits.stones(pit).to_string()).collect();
        stones.join(" ")
    };
    let [own, opposing] = [board, board.turned()].map(side);
    let about = format!("rules {}\nboard {own} / {opposing}\n", solver.rules_text());
    let fresh = Standing { margin: unknown, pits, answers: Vec::new(), nodes: 0, seconds: 0 };
    (about, fresh)
}

/// Tables of so many stones fit into a GiB, for boards with six pits a side.
const TABLES: u16 = 24;

/// Settles the start position with tables and checkpoints in a folder; whether it is settled in the end.
pub(in super::super) fn settle_kept(
    kalah: &Kalah,
    job: &SettleJob<'_>,
    say: &(dyn Fn(Told<'_>) + Sync),
) -> Result<bool, String> {
    let start = kalah.start();
    let mut solver = Solver::new(kalah, job.memory_mib);
    if let Some(why) = solver.refuses(kalah, &start) {
        return Err(format!("solve: {why}"));
    }
    let progress = &|line: &str| say(Told::Progress(line));
    let pool = pool(job.threads)?;
    std::fs::create_dir_all(job.folder)
        .map_err(|error| format!("{}: {error}", job.folder.display()))?;
    let path = &job.folder.join(CHECKPOINT);
    let (about, fresh) = at_first(&solver, start.board);
    // Tables take long, and stay: those of other rules than the checkpoint's would be in its way.
    checkpoint::check(path, (&about, &fresh))?;
    let stones = job.tables.unwrap_or(TABLES).min(start.board.in_play() / 2);
    pool.install(|| solver.keep_tables(job.folder, stones, job.must_stop, progress))?;
    solver.set_threads(pool.threads());
    solver.set_seed(job.seed);
    let timer = WallTimer::default();
    let around = Surroundings {
        path,
        every: job.every,
        clock: &|| Duration::from_micros(timer.now_us()),
        must_stop: job.must_stop,
        say: progress,
    };
    let mut settlement = Settlement::begin(&mut solver, start.board, around)?;
    settlement.run()?;
    let margin = settlement.standing.margin;
    let mut is_settled = margin.low == margin.high;
    if is_settled && job.pits {
        is_settled = settlement.settle_pits()?;
    }
    if is_settled && job.line {
        match settlement.line()? {
            Some(line) => say(Told::Found(&line.to_string())),
            None => is_settled = false,
        }
    }
    let Standing { nodes, seconds, .. } = settlement.standing;
    say(Told::Found(&format!("{}; {nodes} nodes in {seconds} s", settlement.proven())));
    Ok(is_settled)
}

/// When the next question about the margin may be answered, and why; nothing once it is settled.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn estimate(standing: &Standing) -> String {
    let answers = &standing.answers;
    if standing.margin.low == standing.margin.high {
        return String::new();
    }
    let [first, .., last] = &answers[..] else {
        return "; no estimate before two questions are answered".to_owned();
    };
    let steps = answers.len() as f64 - 1.0;
    let growth = (last.nodes as f64 / first.nodes.max(1) as f64).powf(1.0 / steps);
    let rate = standing.nodes as f64 / standing.seconds.max(1) as f64;
    let left = (last.nodes as f64 * growth - standing.nodes as f64) / rate;
    if left < 0.0 {
        return format!(
            "; takes longer than {growth:.1} times what was used until the last answer"
        );
    }
    format!(
        "; the next answer perhaps in {:.0} minutes, if it takes {growth:.1} times the nodes until the \
         last one, as the {} before did on average",
        left / 60.0,
        answers.len()
    )
}
