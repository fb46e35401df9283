//! The session: a state machine from events to replies, without threads of its own and without
//! input or output, so that it is tested as a table.
//!
//! | state \ event | `isready` | `stop` | `ponderhit` | needs an idle engine | search done | end of input |
//! |---|---|---|---|---|---|---|
//! | idle | make ready, readyok | – | – | do it | – | quit |
//! | at a file | wait its turn | – | – | wait its turn | say so, next in turn | finish all, quit |
//! | making ready | wait its turn | end it | – | wait its turn | readyok, next in turn | finish all, quit |
//! | asking tables | wait its turn | stop | – | wait its turn | answer, next in turn | finish all, quit |
//! | searching, bounded | readyok | stop | – | wait its turn | answer, next in turn | finish all, quit |
//! | searching, unbounded | readyok | stop | start the clock | error | answer | stop, answer, quit |
//! | withholding an answer | readyok | answer | start the clock; answer if pondering | error | – | answer, quit |
//! | told to stop | wait its turn | – | – | wait its turn | answer, next in turn | finish all, quit |
//! | thinking ahead | readyok | stop | – | stop, then do it | idle | stop, quit |
//!
//! A search that was told to stop is as good as ended: what a client sends between its `stop` and
//! the `bestmove` waits its turn, `isready` too, and is never refused. `stop` means everything asked
//! for up to now, also a search that still waits its turn: that one answers as soon as it has begun.
//! `ponderhit` means the search asked for last, whether it runs or waits.
//!
//! With `Ponder` on, a player that thinks ahead does so whenever the session is idle and there is
//! something new to think about. Nobody waits for it: nothing is answered when it ends, and after
//! a command it goes on.
//!
//! A search is unbounded under `infinite`, while it ponders, and when nothing was asked that would
//! end it. `infinite` and `ponder` withhold the answer until `stop` or `ponderhit`, however early
//! the search is done. The `CommandHandler` does what needs an idle engine.

mod change;
pub mod check;
mod command;
mod debug_log;
mod divide;
pub mod event;
pub mod files;
mod filing;
pub mod help;
mod running;
mod setup;
pub mod show;
pub(crate) mod trace;
mod waiting;

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use self::command::CommandHandler;
use self::event::{Event, Finished};
use self::files::Files;
use self::running::RunningJob;
use self::waiting::{Kind, Waiting, first_word};
use plyglot_core::text::shorten;
use plyglot_core::{OptionError, Settings};
use plyglot_host::entry::GameEntry;
use plyglot_host::job::nodes_per_second;
use plyglot_protocol::{Command, Dialect, Info, Parsed, Reply};
use plyglot_search::time::Timer;

/// Whether to go on after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// There is more to come.
    Continue,
    /// Everything has been answered.
    Quit,
}

/// When the session ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leaving {
    /// Not yet.
    No,
    /// When everything asked has been answered.
    WhenDone,
    /// As soon as the running search has answered.
    Now,
}

/// So many unknown words of one line are named.
const UNKNOWN_NAMED_MAX: usize = 10;
/// A search that has been silent says that it lives, from this time on.
const SIGN_OF_LIFE_AFTER: Duration = Duration::from_secs(1);

/// One client's conversation.
pub struct Session {
    handler: CommandHandler,
    running: Option<RunningJob>,
    /// Commands that came while something ran that will end, in order.
    waiting: Waiting,
    leaving: Leaving,
    debug: bool,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (running, leaving) = (&self.running, &self.leaving);
        f.debug_struct("Session")
            .field("busy", running)
            .field("leaving", leaving)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A conversation about these games; the first is set up. Searches send to `events` what is to
    /// be handed to [`Session::handle`], and measure time by `timer`.
    pub fn new(
        games: &'static [&'static GameEntry],
        timer: Arc<dyn Timer>,
        events: Sender<Event>,
    ) -> Result<Self, OptionError> {
        let handler = CommandHandler::new(games, timer, events)?;
        let waiting = Waiting::default();
        Ok(Self { handler, running: None, waiting, leaving: Leaving::No, debug: false })
    }

    /// Lets the client run commands of the shell, by `perft N compare COMMAND`. Not so from the start:
    /// who may ask an engine for a move need not have the run of its machine.
    pub fn allow_commands(&mut self) {
        self.handler.commands_allowed = true;
    }

    /// Notes a line of the client in the log, and in the file that `Debug Log File` names.
    pub(super) fn note_heard(&mut self, line: &str) {
        log::debug!("in: {line}");
        self.handler.log.heard(line);
    }

    /// The same of what the client is told.
    pub(super) fn note_said(&mut self, text: &str) {
        log::debug!("out: {}", text.trim_end());
        self.handler.log.said(text);
    }

    /// The files that the client may have.
    pub(super) fn files(&self) -> &Files {
        &self.handler.files
    }

    /// The settings in force.
    pub(super) fn settings(&self) -> &Settings {
        &self.handler.engine.settings
    }

    /// Lets the client have these files; from the start, those below the folder that the program was
    /// started in.
    pub fn allow_files(&mut self, files: Files) {
        self.handler.files = files;
    }

    /// What comes now is the client's; if the command line has chosen a game, no other is meant.
    pub fn open_to_client(&mut self, is_for_one_game: bool) {
        self.handler.open_to_client(is_for_one_game);
    }

    /// In which dialect replies are to be written.
    pub fn dialect(&self) -> Dialect {
        self.handler.dialect
    }

    /// Whether something that was asked for is still to be done: a search, a count or a bench runs,
    /// or commands wait.
    pub fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_ahead() || !self.waiting.is_empty())
    }

    /// Whether the session will end when what runs has answered.
    pub fn is_leaving(&self) -> bool {
        self.leaving != Leaving::No
    }

    /// Takes one event; appends to `out` what is to be said.
    pub fn handle(&mut self, event: Event, out: &mut Vec<Reply>) -> Flow {
        match event {
            Event::Line(line) => self.line(&line, out),
            Event::TooLong(bytes) => {
                let expected = event::LINE_BYTES_MAX;
                let text = format!("line: found {bytes} bytes, expected at most {expected}");
                out.push(Reply::Error(text));
            }
            Event::EndOfInput => self.leave(Leaving::WhenDone, out),
            Event::Interrupt if self.is_busy() => self.stop(out),
            Event::Interrupt | Event::Terminate => self.leave(Leaving::Now, out),
            Event::Tick => out.extend(self.sign_of_life()),
            Event::Said(reply) => out.push(reply),
            Event::Done(finish) => self.done(finish, out),
        }
        self.settle(out)
    }

    /// Takes a command of a client that speaks other words than ours.
    pub fn obey(&mut self, command: Command<'_>, out: &mut Vec<Reply>) -> Flow {
        let line = command.to_string();
        self.take(Parsed { command, unknown: Vec::new() }, &line, out);
        self.settle(out)
    }

    /// Begins what nobody has to ask for, and says whether there is more to come.
    fn settle(&mut self, out: &mut Vec<Reply>) -> Flow {
        if self.running.is_none() && self.leaving == Leaving::No {
            self.running = self.handler.think_ahead(out);
        }
        match (self.leaving, &self.running) {
            (Leaving::WhenDone | Leaving::Now, None) => {
                out.extend(self.handler.farewell());
                Flow::Quit
            }
            _ => Flow::Continue,
        }
    }

    fn line(&mut self, line: &str, out: &mut Vec<Reply>) {
        match plyglot_protocol::parse(line) {
            Err(error) => out.push(Reply::Error(error.to_string())),
            Ok(None) => {}
            Ok(Some(parsed)) => self.take(parsed, line, out),
        }
    }

    /// Obeys what was said in these words, now or in its turn.
    fn take(&mut self, parsed: Parsed<'_>, line: &str, out: &mut Vec<Reply>) {
        let Parsed { command, unknown } = parsed;
        let is_go = matches!(command, Command::Go(_));
        if !self.is_at_once(&command) && self.must_wait(line, is_go, out) {
            return;
        }
        out.extend(unknown_words(&unknown));
        self.command(command, out);
    }

    /// Whether a command is obeyed at this moment, whatever runs.
    fn is_at_once(&self, command: &Command<'_>) -> bool {
        let running = self.running.as_ref();
        match command {
            Command::Stop | Command::PonderHit => true,
            // Nothing is said, and nobody leaves, before a file is read or written.
            _ if running.is_some_and(RunningJob::is_filing) => false,
            Command::IsReady => !running.is_some_and(RunningJob::is_ending),
            other => is_always_at_once(other),
        }
    }

    /// Whether a command that needs an idle engine has been put off or refused.
    fn must_wait(&mut self, line: &str, is_go: bool, out: &mut Vec<Reply>) -> bool {
        let Some(running) = &mut self.running else { return false };
        if running.is_ahead() {
            running.stop();
        } else if running.is_unbounded() {
            let word = first_word(line);
            out.push(Reply::Error(format!(
                "{word}: a search without limit is running, send stop first"
            )));
            return true;
        }
        out.extend(self.waiting.push(line, is_go).err().map(Reply::Error));
        true
    }

    fn command(&mut self, command: Command<'_>, out: &mut Vec<Reply>) {
        match command {
            Command::IsReady => self.make_ready(out),
            Command::Stop => self.stop(out),
            Command::PonderHit => self.ponder_hit(out),
            Command::Quit => self.leave(Leaving::Now, out),
            Command::Debug(on) => (self.debug, self.handler.debug) = (on, on),
            Command::Register => {}
            Command::Help(topic) => {
                let engine = &self.handler.engine;
                match help::lines(engine.games, engine.game, topic) {
                    Ok(lines) => out.extend(lines.into_iter().map(Reply::Text)),
                    Err(error) => out.push(Reply::Error(error)),
                }
            }
            other => self.running = self.handler.execute(other, out),
        }
    }

    /// `isready`: at once while something runs, else when searches have all they need.
    fn make_ready(&mut self, out: &mut Vec<Reply>) {
        if self.running.is_none() {
            self.running = self.handler.prepare(out);
        }
        if !self.running.as_ref().is_some_and(RunningJob::prepares) {
            out.push(Reply::ReadyOk);
        }
    }

    fn stop(&mut self, out: &mut Vec<Reply>) {
        self.waiting.stop_all();
        if let Some(running) = &mut self.running {
            running.stop();
            if running.is_ahead() && self.waiting.is_empty() {
                self.handler.engine.rest();
            }
            self.release(out);
        }
    }

    fn ponder_hit(&mut self, out: &mut Vec<Reply>) {
        if self.waiting.ponder_hit() {
            return;
        }
        if let Some(running) = &mut self.running {
            running.ponder_hit();
            self.release(out);
        }
    }

    fn leave(&mut self, how: Leaving, out: &mut Vec<Reply>) {
        if self.leaving != Leaving::Now {
            self.leaving = how;
        }
        if how == Leaving::Now {
            self.waiting.clear();
        }
        let ends = |running: &RunningJob| {
            how == Leaving::Now || running.is_unbounded() || running.is_ahead()
        };
        if self.running.as_ref().is_some_and(ends) {
            self.stop(out);
        }
    }

    fn done(&mut self, finish: Finished, out: &mut Vec<Reply>) {
        if let Some(running) = &mut self.running {
            running.answer = Some(finish);
            self.release(out);
        }
    }

    /// Gives the answer, if there is one and it may be given, and turns to what is waiting.
    fn release(&mut self, out: &mut Vec<Reply>) {
        let Some(mut finish) = self.running.as_mut().and_then(RunningJob::released) else { return };
        self.handler.keep_recording(finish.recording.take());
        let Some(running) = self.running.take() else { return };
        if let Some(changes) = &running.changes {
            self.handler.take(changes);
        }
        out.extend(self.handler.keep_adaptive_depth(&running, &finish));
        self.handler.look_ahead(&running, &finish);
        out.extend(finish.replies);
        self.next_in_turn(out);
    }

    /// Takes what waits, as if it came now, until something runs for which the rest has to wait.
    fn next_in_turn(&mut self, out: &mut Vec<Reply>) {
        while let Some(next) = self.waiting.front() {
            let waits = match &self.running {
                None => false,
                Some(running) if running.is_filing() => true,
                Some(running) => match next.kind {
                    Kind::IsReady => running.is_ending(),
                    Kind::AtOnce => false,
                    Kind::Idle => !running.is_unbounded(),
                },
            };
            if waits {
                return;
            }
            let Some(next) = self.waiting.pop() else { return };
            let was_idle = self.running.is_none();
            self.line(&next.line, out);
            let Some(running) = self.running.as_mut().filter(|_| was_idle) else { continue };
            if next.is_hit {
                running.ponder_hit();
            }
            if next.is_stopped || self.leaving == Leaving::WhenDone && running.is_unbounded() {
                running.stop();
            }
        }
    }

    /// A line for clients that watch for silence; it also finds out whether anybody still listens.
    fn sign_of_life(&self) -> Option<Reply> {
        let running = self.running.as_ref().filter(|running| !running.is_ahead())?;
        let used = running.control.time.used().filter(|used| *used >= SIGN_OF_LIFE_AFTER)?;
        let nodes = running.control.nodes.count();
        if nodes == 0 {
            // It makes tables, or counts, or waits for tables.
            return Some(Reply::Note(format!("at work for {} s", used.as_secs())));
        }
        Some(Reply::Info(Info {
            nodes: Some(nodes),
            nps: nodes_per_second(nodes, used),
            time_ms: Some(u64::try_from(used.as_millis()).unwrap_or(u64::MAX)),
            ..Info::default()
        }))
    }
}

/// What runs beside a session ends with it.
impl Drop for Session {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop.set();
        }
    }
}

/// Says which words meant nothing, the first of them by name.
fn unknown_words(words: &[&str]) -> Vec<Reply> {
    let named = words.iter().take(UNKNOWN_NAMED_MAX);
    let mut notes: Vec<Reply> =
        named.map(|word| Reply::Note(format!("unknown word: {}", shorten(word)))).collect();
    if let Some(more) = words.len().checked_sub(UNKNOWN_NAMED_MAX + 1) {
        notes.push(Reply::Note(format!("and {} more unknown words", more + 1)));
    }
    notes
}

/// Commands that are obeyed at any moment.
fn is_always_at_once(command: &Command<'_>) -> bool {
    matches!(command, Command::Quit | Command::Debug(_) | Command::Register | Command::Help(_))
}
