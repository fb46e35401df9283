//! The only place that reads standard input and writes standard output.
//!
//! A reader thread turns bytes into [`Event::Line`]s and interprets nothing; the calling thread
//! owns the session, writes what it says and flushes after every event. Waiting is always on the
//! one channel that both reader and searches send to; who does not read is not read either.

pub mod ahead;
mod foreign;
pub mod keys;
pub mod lines;
pub mod lost;
pub mod once;
#[cfg(unix)]
mod raw;
pub mod socket;
mod terminal;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use rustyline::ExternalPrinter;
use rustyline::error::ReadlineError;

use self::ahead::Ahead;
use self::foreign::{greet, translated, translator_for};
use self::keys::KeyDialogue;
use self::lines::read_lines;
use self::lost::has_no_reader;
use self::terminal::Typist;
use crate::session::event::{Event, LINE_BYTES_MAX};
use crate::session::files::{Files, Permissions};
use crate::session::{Flow, Session};
use crate::system::interrupts::Interrupts;
use plyglot_host::entry::GameEntry;
use plyglot_host::told::Told;
use plyglot_protocol::translator::Translator;
use plyglot_protocol::words::same_words;
use plyglot_protocol::{Command, Reply};
use plyglot_search::time::WallTimer;

/// So long without an event, the session is asked for a sign of life.
const TICK: Duration = Duration::from_millis(500);
/// A person who waits longer than this is told that something is being done.
const SILENCE_MAX: Duration = Duration::from_secs(2);

/// A conversation with a person, as a machine over lines: it neither reads nor writes.
pub trait Dialogue {
    /// What stands before the line that is being typed.
    fn prompt(&self) -> String;

    /// Takes a line and answers at once.
    fn answer(&mut self, line: &str) -> Vec<String>;

    /// Something that takes its time is to be done before the next line.
    fn has_work(&self) -> bool;

    /// Does it, and says what came of it.
    fn work(&mut self) -> Vec<String>;

    /// There is nothing more to say.
    fn is_over(&self) -> bool;

    /// The person leaves without a word; gives back what there is to say to that.
    fn leave(&mut self) -> Vec<String>;

    /// What is shown while something is being done.
    fn thinking(&self) -> &'static str {
        "thinking …"
    }

    /// Whether what has just been said is a screen of its own: at a terminal it takes the place of
    /// the last one.
    fn is_screen(&self, _said: &[String]) -> bool {
        false
    }

    /// At a terminal, Escape leaves.
    fn leaves_at_escape(&self) -> bool {
        false
    }
}

/// Why the server could not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A game or option given at the start was refused.
    #[error("{0}")]
    Preset(String),
    /// Standard input or output failed.
    #[error("standard input or output: {0}")]
    Io(#[from] io::Error),
    /// What was to be done was not.
    #[error("{0}")]
    Refused(String),
    /// A signal came before the end.
    #[error("stopped")]
    Stopped,
    /// The terminal could not be used.
    #[error("terminal: {0}")]
    Terminal(#[from] ReadlineError),
}

/// Serves one client on standard input and output until it leaves. `presets` are obeyed before,
/// whatever files they name; `first` is the client's first line, `allowed` what it may do.
pub fn serve(
    games: &'static [&'static GameEntry],
    presets: &[Command<'_>],
    first: Option<&str>,
    allowed: Permissions,
) -> Result<(), ServeError> {
    let (mut session, events, inbox) = open(games, presets)?;
    if let Some(line) = first {
        let _ = events.send(Event::Line(line.to_owned()));
    }
    session.allow_files(allowed.files);
    session.open_to_client(presets.iter().any(chooses_game));
    if allowed.commands {
        session.allow_commands();
    }
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let mut typist = Typist::new(false)?;
        // A terminal that cannot move its cursor (TERM=dumb) has lines as a pipe has.
        if let Ok(printer) = typist.printer() {
            return serve_terminal(&mut session, typist, printer, events, &inbox);
        }
    }
    let ahead = Arc::new(Ahead::default());
    let read = Arc::clone(&ahead);
    thread::spawn(move || read_lines(io::stdin().lock(), &events, &read));
    attend(&mut session, &inbox, &ahead, &mut write_out)
}

/// Whether a command of the command line says which game is meant.
fn chooses_game(command: &Command<'_>) -> bool {
    matches!(command, Command::SetOption { name, .. } if same_words(name, "UCI_Variant"))
}

/// What comes next, or a sign that nothing has for a while; `None` where nothing can come any more.
fn next_event(inbox: &Receiver<Event>) -> Option<Event> {
    match inbox.recv_timeout(TICK) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => Some(Event::Tick),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

/// Greets and holds a dialogue over standard input and output, at a terminal or through a pipe, until
/// it is over, the input ends, nobody listens any more, or Ctrl-C says that the person leaves.
pub fn converse(
    dialogue: &mut dyn Dialogue,
    greeting: &[String],
    interrupts: &Interrupts,
) -> Result<(), ServeError> {
    let (events, inbox) = channel();
    let interrupt = events.clone();
    let heard = interrupts.clone();
    let _ = ctrlc::set_handler(move || {
        if heard.typed() {
            let _ = interrupt.send(Event::Interrupt);
        }
    });
    for line in greeting {
        say(line);
    }
    let held = if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let mut typist = Typist::new(dialogue.leaves_at_escape())?;
        let mut next = |prompt: &str| interrupts.turn(|| typist.next(prompt));
        hold(dialogue, &mut next, &mut write_out, &Manners { work: with_blinking, clear: CLEAR })
    } else {
        let ahead = Arc::new(Ahead::default());
        let told = Arc::clone(&ahead);
        thread::spawn(move || read_lines(io::stdin().lock(), &events, &told));
        let read = || {
            let event = inbox.recv().unwrap_or(Event::EndOfInput);
            if let Event::Line(line) = &event {
                ahead.remove(line.len());
            }
            event
        };
        let mut next = |_: &str| interrupts.turn(read);
        hold(dialogue, &mut next, &mut write_out, &Manners { work: with_notice, clear: "" })
    };
    match held {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        held => Ok(held?),
    }
}

/// Holds a dialogue that may be held by keys: so at a terminal, by lines elsewhere.
pub fn converse_by_keys<D: Dialogue + KeyDialogue>(
    dialogue: &mut D,
    greeting: &[String],
    interrupts: &Interrupts,
) -> Result<(), ServeError> {
    #[cfg(unix)]
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let heard = interrupts.clone();
        let _ = ctrlc::set_handler(move || _ = heard.typed());
        return Ok(raw::hold(&io::stdin(), dialogue, interrupts, &mut write_out)?);
    }
    converse(dialogue, greeting, interrupts)
}

/// To the first line, and everything erased.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

/// What differs between a terminal and a pipe.
struct Manners {
    /// Does the work that a dialogue has, and shows that something is being done.
    work: fn(&mut dyn Dialogue) -> Vec<String>,
    /// Said before a screen that takes the place of the last one.
    clear: &'static str,
}

/// Turn by turn: what is to be done is done before the next line is read.
fn hold(
    dialogue: &mut dyn Dialogue,
    next: &mut dyn FnMut(&str) -> Event,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
    manners: &Manners,
) -> io::Result<()> {
    let mut say = |dialogue: &dyn Dialogue, lines: Vec<String>| {
        let clear = if dialogue.is_screen(&lines) { manners.clear } else { "" };
        let text: String = lines.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect();
        write(&format!("{clear}{text}"))
    };
    loop {
        while dialogue.has_work() {
            let said = (manners.work)(dialogue);
            say(dialogue, said)?;
        }
        if dialogue.is_over() {
            return Ok(());
        }
        let said = match next(&dialogue.prompt()) {
            Event::Line(line) => dialogue.answer(&line),
            Event::TooLong(bytes) => vec![too_long(bytes)],
            _ => {
                let said = dialogue.leave();
                return say(dialogue, said);
            }
        };
        say(dialogue, said)?;
    }
}

fn too_long(bytes: usize) -> String {
    format!("found a line of {bytes} bytes, expected at most {LINE_BYTES_MAX}")
}

/// At a terminal a word blinks, and goes again [dubner-1990, section 3].
fn with_blinking(dialogue: &mut dyn Dialogue) -> Vec<String> {
    /// Blinking on and off again.
    const BLINKING: [&str; 2] = ["\u{1b}[5m", "\u{1b}[25m"];
    /// Back to the beginning of the line, and the rest of it erased.
    const GONE: &str = "\r\u{1b}[K";
    // Where it cannot be shown the answer cannot either, and says so.
    let [on, off] = BLINKING;
    let _ = write_out(&format!("{on}{}{off}", dialogue.thinking()));
    let said = dialogue.work();
    let _ = write_out(GONE);
    said
}

/// Elsewhere it is said on standard error, if it takes long.
fn with_notice(dialogue: &mut dyn Dialogue) -> Vec<String> {
    let (done, waiting) = channel::<()>();
    let word = dialogue.thinking();
    thread::spawn(move || {
        if waiting.recv_timeout(SILENCE_MAX) == Err(RecvTimeoutError::Timeout) {
            notice(word);
        }
    });
    let said = dialogue.work();
    drop(done);
    said
}

/// Says a line on standard output. If that fails the work is done all the same, and [`lost::check`]
/// tells it at the end.
pub fn say(line: &str) {
    let _ = write_out(&format!("{line}\n"));
}

/// Says these lines on standard output.
pub fn say_all(lines: &[String]) {
    for line in lines {
        say(line);
    }
}

/// Whether standard output is a terminal that shows colours and nobody has asked for none (`NO_COLOR`,
/// no-color.org).
pub fn shows_colours() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// A line in this style, where colours are shown.
pub fn painted(line: &str, style: anstyle::Style) -> String {
    if shows_colours() { format!("{style}{line}{style:#}") } else { line.to_owned() }
}

/// Says a line beside the result, on standard error.
pub fn notice(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Says what a job has to say, each kind of line where it belongs.
pub fn tell(told: Told<'_>) {
    match told {
        Told::Found(line) => say(line),
        Told::Progress(line) => notice(line),
    }
}

fn write_out(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let open = if text.is_empty() { Ok(()) } else { lost::expect_open() };
    let written = open.and_then(|()| out.write_all(text.as_bytes())).and_then(|()| out.flush());
    written.inspect_err(lost::note)
}

/// A session that has obeyed its presets, its inbox and the way there.
fn open(
    games: &'static [&'static GameEntry],
    presets: &[Command<'_>],
) -> Result<(Session, Sender<Event>, Receiver<Event>), ServeError> {
    let (events, inbox) = channel();
    let timer = Arc::new(WallTimer::default());
    let refused = |error: &dyn std::fmt::Display| ServeError::Preset(error.to_string());
    let mut session =
        Session::new(games, timer, events.clone()).map_err(|error| refused(&error))?;
    session.allow_files(Files::anywhere());
    for command in presets {
        let mut replies = Vec::new();
        session.obey(command.clone(), &mut replies);
        while session.is_busy() {
            let Ok(event) = inbox.recv() else { break };
            session.handle(event, &mut replies);
        }
        let error = replies.iter().find(|reply| matches!(reply, Reply::Error(_)));
        if let Some(Reply::Error(text)) = error {
            return Err(refused(text));
        }
    }
    let interrupt = events.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || _ = interrupt.send(Event::Terminate));
    Ok((session, events, inbox))
}

/// Hands events to the session and writes its replies until it ends or nobody listens any more.
fn attend(
    session: &mut Session,
    inbox: &Receiver<Event>,
    ahead: &Ahead,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), ServeError> {
    let mut translator: Option<Box<dyn Translator>> = None;
    let mut is_first = true;
    loop {
        let event = match next_event(inbox) {
            None => return Ok(()),
            // What is searched for nobody would go on until there is something to say.
            Some(Event::Tick) if has_no_reader(&io::stdout()) => Event::Terminate,
            Some(event) => event,
        };
        if let Event::Line(line) = &event {
            session.note_heard(line);
            ahead.remove(line.len());
            if std::mem::take(&mut is_first) {
                translator = translator_for(line, session);
                if let Some(translator) = &mut translator {
                    greet(session, &mut **translator);
                }
            }
        }
        let (flow, text) = match &mut translator {
            Some(translator) => translated(session, &mut **translator, event),
            None => turn(session, event),
        };
        session.note_said(&text);
        match write(&text) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
        if flow == Flow::Quit {
            return Ok(());
        }
    }
}

/// One event, and what there is to write about it.
fn turn(session: &mut Session, event: Event) -> (Flow, String) {
    let mut replies = Vec::new();
    let flow = session.handle(event, &mut replies);
    (flow, written(session, &replies))
}

/// Replies as the client is told them, a line each.
fn written(session: &Session, replies: &[Reply]) -> String {
    let line = |reply: &Reply| [reply.in_dialect(session.dialect()).to_string(), "\n".to_owned()];
    replies.iter().flat_map(line).collect()
}

/// At a terminal: line editing and history, replies printed above the line that is being typed.
fn serve_terminal(
    session: &mut Session,
    typist: Typist,
    mut printer: impl ExternalPrinter,
    events: Sender<Event>,
    inbox: &Receiver<Event>,
) -> Result<(), ServeError> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(io::stderr(), "plyglot {version}: `help` lists the commands, `quit` leaves.")?;
    let (handled, may_read) = channel();
    thread::spawn(move || typist.read(&events, &may_read));
    handled.send(()).ok();
    let mut replies = Vec::new();
    loop {
        let event = match inbox.recv_timeout(TICK) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        let typed = matches!(event, Event::Line(_) | Event::Interrupt);
        let flow = session.handle(event, &mut replies);
        for reply in replies.drain(..).filter(Reply::is_for_people) {
            printer.print(format!("{}\n", reply.for_people(session.dialect())))?;
        }
        if flow == Flow::Quit {
            return Ok(());
        }
        if typed && !session.is_leaving() {
            // The editor owns the terminal only while there is something left to type.
            handled.send(()).ok();
        }
    }
}
