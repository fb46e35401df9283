//! How long work on endgame tables comes along: a bar on a terminal; elsewhere a line every ten
//! seconds, so that who reads a log sees that it goes on.

use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::endgame::Metric;
use crate::endgame::plan::{Pass, Watcher};
use crate::search::Clock;

/// The time between two lines where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// Where lines go: the thread that owns the output hands them on.
#[derive(Clone, Debug)]
pub(super) struct Voice(Sender<String>);

impl Voice {
    pub(super) const fn new(lines: Sender<String>) -> Self {
        Self(lines)
    }

    /// Says a line. Nobody may hear it any more, which is no matter.
    pub(super) fn say(&self, line: impl Into<String>) {
        drop(self.0.send(line.into()));
    }
}

/// Follows the work on one table after the other.
pub(super) struct Progress {
    bar: ProgressBar,
    voice: Voice,
    metric: Metric,
    clock: Clock,
    now: Mutex<Now>,
}

/// The table at hand.
#[derive(Default)]
struct Now {
    name: String,
    begun: Duration,
    /// When the next line is due.
    due: Duration,
}

impl Progress {
    pub(super) fn new(voice: Voice, metric: Metric) -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) =
            ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {per_sec} {eta}")
        {
            bar.set_style(style);
        }
        let clock = Clock::unlimited();
        clock.start();
        Self { bar, voice, metric, clock, now: Mutex::default() }
    }

    /// The time since the work began.
    pub(super) fn used(&self) -> Duration {
        self.clock.used().unwrap_or_default()
    }

    /// The next table.
    pub(super) fn begin(&self, name: &str) {
        self.bar.set_message(name.to_owned());
        self.bar.reset();
        let begun = self.used();
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = Now { name: name.to_owned(), begun, due: begun + INTERVAL };
    }

    /// A line that stays.
    pub(super) fn above(&self, line: &str) {
        self.bar.suspend(|| line.lines().for_each(|line| self.voice.say(line)));
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// A line where there is no bar, if one is due.
    fn tell(&self, pass: Pass, done: u64, total: u64) {
        // Who finds another telling need not wait.
        let Ok(mut now) = self.now.try_lock() else { return };
        let used = self.used();
        if used < now.due {
            return;
        }
        now.due = used + INTERVAL;
        let name = &now.name;
        let seconds = used.saturating_sub(now.begun).as_secs();
        let what = match pass {
            Pass::Distance(plies) if self.metric == Metric::Margin => format!("margin {plies}"),
            Pass::Distance(plies) => format!("distance {plies}"),
            Pass::Look | Pass::Verify => {
                let rate = done / seconds.max(1);
                let left = total.saturating_sub(done) / rate.max(1);
                format!("{done} of {total} places, {rate} a second, {left} s left")
            }
        };
        self.voice.say(format!("{name}: {what}, {seconds} s so far"));
    }
}

impl Watcher for Progress {
    fn progress(&self, pass: Pass, done: u64, total: u64) {
        if self.bar.is_hidden() {
            self.tell(pass, done, total);
            return;
        }
        match pass {
            Pass::Distance(_) => (),
            Pass::Look | Pass::Verify => {
                self.bar.set_length(total);
                self.bar.set_position(done);
            }
        }
    }
}
