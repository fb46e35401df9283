//! How far the work on endgame tables has come: a bar on a terminal; elsewhere a line every ten
//! seconds, so that who reads a log sees that it goes on.
//!
//! Bar and results share a terminal, but not a thread. Each table has a bar of its own, which is
//! gone before the line about the table is said; the next is drawn after that line is out.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::told::Told;
use plyglot_search::SearchControl;
use plyglot_tablebase::Metric;
use plyglot_tablebase::monitor::{Monitor, Phase};

/// The time between two lines where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// A line that is to be said, and who waits until it is out: dropping it releases them.
pub(super) struct Said {
    line: String,
    is_progress: bool,
    _out: Option<Sender<()>>,
}

impl Said {
    fn told(&self) -> Told<'_> {
        if self.is_progress { Told::Progress(&self.line) } else { Told::Found(&self.line) }
    }
}

/// Says the lines as they come, until nobody says any more.
pub(super) fn hand_on(heard: &Receiver<Said>, say: &mut dyn FnMut(Told<'_>)) {
    for said in heard {
        say(said.told());
    }
}

/// Another program that follows the work on tables, and may stop it.
pub trait TbWatcher: Send + Sync {
    /// So many of the places of this phase of a table are done. Told from any thread, and often.
    fn progress(&self, table: &str, phase: Phase, done: u64, total: u64);

    /// Asked between pieces of work; `false` gives the work up.
    fn may_go_on(&self) -> bool;
}

/// Who follows the work instead of a terminal.
#[derive(Clone)]
pub struct TbWatch(pub Arc<dyn TbWatcher>);

impl std::fmt::Debug for TbWatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TbWatch")
    }
}

/// Where lines go: the thread that owns the output hands them on.
#[derive(Clone, Debug)]
pub(super) struct Voice {
    lines: Sender<Said>,
    watch: Option<TbWatch>,
}

impl Voice {
    pub(super) const fn new(lines: Sender<Said>) -> Self {
        Self { lines, watch: None }
    }

    /// The same, the work itself followed by somebody else.
    pub(super) const fn watched(lines: Sender<Said>, watch: Option<TbWatch>) -> Self {
        Self { lines, watch }
    }

    /// Says a line. Nobody may hear it any more, which is no matter.
    pub(super) fn say(&self, line: impl Into<String>) {
        self.send(line.into(), false, None);
    }

    /// Says how far the work has come.
    fn say_progress(&self, line: String) {
        self.send(line, true, None);
    }

    fn send(&self, line: String, is_progress: bool, out: Option<Sender<()>>) {
        drop(self.lines.send(Said { line, is_progress, _out: out }));
    }

    /// Says a line and waits until it is out.
    fn say_and_wait(&self, line: &str) {
        let (out, done) = channel();
        self.send(line.to_owned(), false, Some(out));
        // An error is the good news: the sender is gone, and with it the line.
        let _ = done.recv();
    }
}

/// Follows the work on one table after the other.
pub(super) struct Progress {
    voice: Voice,
    metric: Metric,
    control: SearchControl,
    /// Where bars are drawn.
    target: fn() -> ProgressDrawTarget,
    now: Mutex<Now>,
}

/// The table at hand.
struct Now {
    name: String,
    bar: ProgressBar,
    begun: Duration,
    /// What was told last.
    phase: Option<Phase>,
    /// How many places were done, and when, as that phase began: some tables are gone through twice.
    phase_begun: (u64, Duration),
    /// When the next line is due.
    due: Duration,
    /// Messages and bytes that this rank of several has sent, for all tables.
    sent: Option<[u64; 2]>,
}

impl Now {
    fn new(name: String, bar: ProgressBar, begun: Duration, sent: Option<[u64; 2]>) -> Self {
        let (phase, phase_begun, due) = (None, (0, begun), begun + INTERVAL);
        Self { name, bar, begun, phase, phase_begun, due, sent }
    }

    /// Notes the phase; whether it is another than before.
    fn enters(&mut self, phase: Phase, done: u64, used: Duration) -> bool {
        let is_new = self.phase.is_some_and(|before| before != phase);
        if is_new {
            self.phase_begun = (done, used);
        }
        self.phase = Some(phase);
        is_new
    }

    /// Places a second in this phase.
    fn rate(&self, done: u64, used: Duration) -> u64 {
        let (before, begun) = self.phase_begun;
        done.saturating_sub(before) / used.saturating_sub(begun).as_secs().max(1)
    }
}

impl Progress {
    pub(super) fn new(voice: Voice, metric: Metric) -> Self {
        let is_watched = voice.watch.is_some();
        let target =
            if is_watched { ProgressDrawTarget::hidden } else { ProgressDrawTarget::stderr };
        Self::drawn_on(target, voice, metric)
    }

    /// A clock alone: nothing is said or drawn.
    pub(super) fn silent(metric: Metric) -> Self {
        Self::drawn_on(ProgressDrawTarget::hidden, Voice::new(channel().0), metric)
    }

    fn drawn_on(target: fn() -> ProgressDrawTarget, voice: Voice, metric: Metric) -> Self {
        let control = SearchControl::unlimited();
        control.time.start();
        let bar = ProgressBar::hidden();
        let now = Mutex::new(Now::new(String::new(), bar, Duration::ZERO, None));
        Self { voice, metric, control, target, now }
    }

    /// The time since the work began.
    pub(super) fn used(&self) -> Duration {
        self.control.time.used().unwrap_or_default()
    }

    /// The next table.
    pub(super) fn begin(&self, name: &str) {
        let bar = ProgressBar::with_draw_target(None, (self.target)());
        bar.set_style(style());
        bar.set_message(name.to_owned());
        let begun = self.used();
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = Now::new(name.to_owned(), bar, begun, now.sent);
    }

    /// The lines about the table at hand, which stay.
    pub(super) fn result(&self, lines: &str) {
        self.end();
        lines.lines().for_each(|line| self.voice.say_and_wait(line));
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).bar.finish_and_clear();
    }

    /// What is done in a phase that does not go through the places once; `None` in those that do.
    fn task(&self, phase: Phase, done: u64) -> Option<String> {
        match phase {
            Phase::Distance(plies) if self.metric == Metric::Margin => {
                Some(format!("margin {plies}"))
            }
            Phase::Distance(plies) => Some(format!("distance {plies}")),
            Phase::Founded => Some(format!("{done} values follow from others")),
            Phase::Initial | Phase::Backwards | Phase::Verify => None,
        }
    }

    /// A line where there is no bar, if one is due.
    fn tell(&self, now: &mut Now, phase: Phase, done: u64, total: u64, used: Duration) {
        if used < now.due {
            return;
        }
        now.due = used + INTERVAL;
        let name = &now.name;
        let seconds = used.saturating_sub(now.begun).as_secs();
        let what = self.task(phase, done).unwrap_or_else(|| {
            let rate = now.rate(done, used);
            let left = total.saturating_sub(done) / rate.max(1);
            format!("{done} of {total} places, {rate} a second, {left} s left")
        });
        let sent = now.sent.filter(|[messages, _]| *messages > 0);
        let sent = sent.map_or(String::new(), |[messages, bytes]| {
            format!(", {messages} messages of {bytes} bytes sent by this rank")
        });
        self.voice.say_progress(format!("{name}: {what}, {seconds} s so far{sent}"));
    }
}

impl Monitor for Progress {
    fn may_go_on(&self) -> bool {
        self.voice.watch.as_ref().is_none_or(|TbWatch(watcher)| watcher.may_go_on())
    }

    fn sent(&self, messages: u64, bytes: u64) {
        if let Ok(mut now) = self.now.try_lock() {
            now.sent = Some([messages, bytes]);
        }
    }

    fn progress(&self, phase: Phase, done: u64, total: u64) {
        // Who finds another telling need not wait.
        let Ok(mut now) = self.now.try_lock() else { return };
        if let Some(TbWatch(watcher)) = &self.voice.watch {
            watcher.progress(&now.name, phase, done, total);
            return;
        }
        let used = self.used();
        let is_new = now.enters(phase, done, used);
        if now.bar.is_hidden() {
            self.tell(&mut now, phase, done, total, used);
            return;
        }
        let name = &now.name;
        if let Some(task) = self.task(phase, done) {
            now.bar.set_message(format!("{name}, {task}"));
            return;
        }
        if is_new {
            now.bar.set_message(name.clone());
            now.bar.reset_eta();
        }
        now.bar.set_length(total);
        now.bar.set_position(done);
    }
}

/// `KRK ██████░░░░ 1200/2048 600/s 1s`: a rate in whole places.
fn style() -> ProgressStyle {
    ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} {rate} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // A text that is not taken is drawn again soon.
            let _ = write!(text, "{:.0}/s", state.per_sec());
        })
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::thread;

    use indicatif::{InMemoryTerm, TermLike};

    use super::*;

    thread_local! {
        static TERMINAL: RefCell<InMemoryTerm> = RefCell::new(InMemoryTerm::new(8, 80));
    }

    fn terminal() -> InMemoryTerm {
        TERMINAL.with_borrow(Clone::clone)
    }

    fn target() -> ProgressDrawTarget {
        ProgressDrawTarget::term_like(Box::new(terminal()))
    }

    #[test]
    fn a_second_way_through_a_table_has_a_rate_of_its_own() {
        let at = Duration::from_secs;
        let mut now = Now::new("KPK".to_owned(), ProgressBar::hidden(), at(2), None);
        now.enters(Phase::Initial, 100, at(3));
        assert_eq!(now.rate(800, at(10)), 100, "from the beginning of the table");
        now.enters(Phase::Distance(1), 1, at(12));
        now.enters(Phase::Initial, 50, at(90));
        now.enters(Phase::Initial, 450, at(100));
        assert_eq!(now.rate(450, at(100)), 40);
    }

    #[test]
    fn how_far_it_has_come_is_told_apart_from_what_was_asked_for() {
        let (lines, heard) = channel::<Said>();
        let progress =
            Progress::drawn_on(ProgressDrawTarget::hidden, Voice::new(lines), Metric::Dtm);
        let mut now = Now::new("KRK".to_owned(), ProgressBar::hidden(), Duration::ZERO, None);
        for seconds in [9, 10, 19, 20] {
            let used = Duration::from_secs(seconds);
            progress.tell(&mut now, Phase::Initial, 50 * seconds, 2000, used);
        }
        progress.voice.say("KRK dtm: 2000 places");
        drop(progress);
        let mut said = Vec::new();
        hand_on(&heard, &mut |told| said.push(format!("{told:?}")));
        let expected = [
            "Progress(\"KRK: 500 of 2000 places, 50 a second, 30 s left, 10 s so far\")",
            "Progress(\"KRK: 1000 of 2000 places, 50 a second, 20 s left, 20 s so far\")",
            "Found(\"KRK dtm: 2000 places\")",
        ];
        assert_eq!(said, expected);
    }

    #[test]
    fn no_bar_is_left_above_a_line_that_stays() {
        let (lines, heard) = channel::<Said>();
        let out = terminal();
        let writer = thread::spawn(move || {
            for said in heard {
                out.write_line(said.told().line()).expect("a terminal in memory takes lines");
            }
        });
        let progress = Progress::drawn_on(target, Voice::new(lines), Metric::Dtm);
        for (name, places) in [("KRK", 2048_u64), ("KQK", 1024)] {
            progress.begin(name);
            for done in [0, places / 2, places] {
                progress.progress(Phase::Initial, done, places);
                let bar = terminal().contents();
                let bar = bar.lines().last().expect("a bar is drawn").to_owned();
                assert!(bar.starts_with(name), "the bar of {name}: {bar}");
                assert!(bar.contains(&format!("/{places} ")), "the places of {name}: {bar}");
                assert!(!bar.contains('.'), "a rate in whole places: {bar}");
            }
            progress.result(&format!("{name} DTM: {places} places"));
        }
        progress.end();
        drop(progress);
        writer.join().expect("the writer ends with the last line");
        assert_eq!(terminal().contents(), "KRK DTM: 2048 places\nKQK DTM: 1024 places");
    }
}
