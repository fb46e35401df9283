//! `perft N compare`: divides against another move generator and descends to the first position
//! where the two differ.
//!
//! The other side is a file that holds its divide output for the present position, or a command
//! for the shell that prints it, with `{position}` and `{depth}` in place of what it is to count.
//! A file can only be compared where it was made; a command is asked again after each move.
//!
//! A command has the run of the machine, and a client need not be somebody who should: commands are
//! run only where whoever started the program has allowed it, files are always compared.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::event::{self, Event, Finished};
use crate::system::processes;
use plyglot_core::file::read_text;
use plyglot_core::text::shorten;
use plyglot_host::event::{Answer, Listener, PerftOrder, SearchEvent};
use plyglot_host::state::GameState;
use plyglot_protocol::Reply;
use plyglot_search::SearchControl;

/// Lines counted, by first move.
type Divided = BTreeMap<String, u64>;

/// No counts fill a longer file.
const FILE_BYTES_MAX: u64 = 16 << 20;
/// How often a waiting comparison asks whether it is to stop.
const STOP_TICK: Duration = Duration::from_millis(20);
/// So many moves are named where they differ.
const NAMED_MAX: usize = 20;
/// First words of lines that are sums and not moves, in the output of programs.
const NO_MOVES: [&str; 9] =
    ["total", "nodes", "leaves", "moves", "depth", "time", "nps", "sum", "perft"];

/// The other side.
pub(super) enum Other {
    /// What a program has printed.
    File(String),
    /// What prints it, with places for the position and the depth.
    Command(String),
}

impl Other {
    /// A file if there is one that may be meant, else a command if that may be.
    pub(super) fn new(
        text: &str,
        file: Option<String>,
        commands_allowed: bool,
    ) -> Result<Self, String> {
        if let Some(file) = file.filter(|file| Path::new(file).is_file()) {
            Ok(Self::File(file))
        } else if commands_allowed {
            Ok(Self::Command(text.to_owned()))
        } else {
            let found = shorten(text);
            Err(format!(
                "found no file `{found}`; commands are run only by a program started with \
                 --allow-commands"
            ))
        }
    }

    /// What it prints of a position.
    fn ask(&self, position: &str, depth: u32, control: &SearchControl) -> Result<String, String> {
        match self {
            Self::File(path) => {
                let read = read_text(Path::new(path), FILE_BYTES_MAX);
                read.map_err(|error| format!("{path}: {error}"))
            }
            Self::Command(command) => {
                let depth = depth.to_string();
                let command = command.replace("{position}", position).replace("{depth}", &depth);
                run(&command, control)
            }
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::File(text) | Self::Command(text) => text,
        }
    }
}

/// Starts to compare and returns at once; ends with [`Event::Done`].
pub(super) fn start(
    engine: impl FnOnce() -> Result<Box<dyn GameState>, String> + Send + 'static,
    depth: u32,
    with: Other,
    control: Arc<SearchControl>,
    events: Sender<Event>,
) {
    event::run(events, "perft compare", move || {
        let compared =
            engine().and_then(|mut engine| compare(&mut *engine, depth, &with, &control));
        let said = compared.map(|lines| lines.into_iter().map(Reply::Text).collect());
        let said = said.map_err(|error| format!("perft compare: {error}"));
        Finished::saying(said, control.time.used())
    });
}

fn compare(
    engine: &mut dyn GameState,
    depth: u32,
    with: &Other,
    control: &Arc<SearchControl>,
) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for depth in (1..=depth).rev() {
        let position = engine.position_text();
        let ours = ours(engine, depth, control)?;
        let theirs = read(&with.ask(&position, depth, control)?);
        if theirs.is_empty() {
            return Err(format!(
                "found no line `MOVE: NUMBER` in what `{}` says",
                shorten(with.text())
            ));
        }
        // Such a file is about another position, or about something else altogether.
        if !ours.is_empty() && !theirs.keys().any(|mv| ours.contains_key(mv)) {
            let (ours, with) =
                (ours.keys().next().map_or("", String::as_str), shorten(with.text()));
            return Err(format!(
                "found no move of this position, such as `{ours}`, in what `{with}` says"
            ));
        }
        lines.push(format!("depth {depth} {position}"));
        let moves = difference_of_moves(&ours, &theirs);
        if !moves.is_empty() {
            lines.extend(moves);
            return Ok(lines);
        }
        let Some((mv, a, b)) = first_difference(&ours, &theirs) else {
            lines.push(format!("no difference: {} nodes", ours.values().sum::<u64>()));
            return Ok(lines);
        };
        lines.push(format!("{mv}: {a} here, {b} there"));
        if matches!(with, Other::File(_)) {
            lines.push("a file says nothing of what comes after that move".to_owned());
            return Ok(lines);
        }
        engine.play(&[&mv]).map_err(|error| error.to_string())?;
    }
    Ok(lines)
}

/// Our own counts, by the same way as the command `perft`.
fn ours(
    engine: &dyn GameState,
    depth: u32,
    control: &Arc<SearchControl>,
) -> Result<Divided, String> {
    let (listener, inbox) = Listener::channel();
    engine.perft(PerftOrder { depth, memory: 0, control: Arc::clone(control), listener });
    let mut divided = Divided::new();
    for event in inbox {
        match event {
            // As programs are read, who may write moves in capitals.
            SearchEvent::Divided { mv, nodes } => _ = divided.insert(mv.to_lowercase(), nodes),
            SearchEvent::Done(result) => {
                let done = matches!(result.answer, Answer::Divided(_));
                return if done { Ok(divided) } else { Err("stopped".to_owned()) };
            }
            SearchEvent::Info(_)
            | SearchEvent::Notice(_)
            | SearchEvent::Tree(_)
            | SearchEvent::Learned(_) => {}
        }
    }
    Err("the count ended without a word".to_owned())
}

/// What a command of the shell prints. Told to stop, it is ended with all that it has started.
fn run(command: &str, control: &SearchControl) -> Result<String, String> {
    let failed = |error: String| format!("`{}`: {error}", shorten(command));
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).stdin(Stdio::null());
    shell.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        processes::spawn_group(&mut shell).map_err(|error| failed(error.to_string()))?;
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        processes::kill_group(&mut child);
        return Err(failed("no pipes".to_owned()));
    };
    let [output, errors] = [read_all(stdout), read_all(stderr)];
    let said = hear(&output, control).and_then(|output| Ok((output, hear(&errors, control)?)));
    let ended = said.and_then(|said| Ok((said, wait(&mut child, control)?)));
    processes::kill_group(&mut child);
    let ((output, errors), status) = ended.map_err(failed)?;
    if !status.success() {
        let said = shorten(errors.trim());
        return Err(failed(if said.is_empty() {
            status.to_string()
        } else {
            format!("{status}: {said}")
        }));
    }
    Ok(output)
}

/// Everything that can be read, from a thread that waits for it; a cut where it is too much.
fn read_all(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is said all the same.
        let _ = from.take(FILE_BYTES_MAX).read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

/// What a thread has read, unless the clock is told to stop before it has.
fn hear(said: &Receiver<String>, control: &SearchControl) -> Result<String, String> {
    loop {
        match said.recv_timeout(STOP_TICK) {
            Ok(text) => return Ok(text),
            Err(RecvTimeoutError::Timeout) if control.must_stop() => {
                return Err("stopped".to_owned());
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err("cannot be read".to_owned()),
        }
    }
}

/// How the program ends, which has said all it had to say.
fn wait(child: &mut Child, control: &SearchControl) -> Result<ExitStatus, String> {
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status);
        }
        if control.must_stop() {
            return Err("stopped".to_owned());
        }
        thread::park_timeout(STOP_TICK);
    }
}

/// The lines of a divide output that name a move and a number; others are passed over.
fn read(text: &str) -> Divided {
    let line = |line: &str| {
        let mut words = line.split_whitespace().filter(|word| *word != ":" && *word != "-");
        let (mv, count, more) = (words.next()?, words.next()?, words.next());
        let mv = mv.trim_end_matches(':').to_lowercase();
        let is_move = more.is_none() && !NO_MOVES.contains(&mv.as_str());
        is_move.then_some((mv, count.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

/// The moves that only one side has.
fn difference_of_moves(ours: &Divided, theirs: &Divided) -> Vec<String> {
    let only = |one: &Divided, other: &Divided, place: &str| {
        let mut names: Vec<&str> =
            one.keys().filter(|mv| !other.contains_key(*mv)).map(String::as_str).collect();
        let more = names.len().saturating_sub(NAMED_MAX);
        names.truncate(NAMED_MAX);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!names.is_empty()).then(|| format!("only {place}: {}{more}", names.join(" ")))
    };
    only(ours, theirs, "here").into_iter().chain(only(theirs, ours, "there")).collect()
}

fn first_difference(ours: &Divided, theirs: &Divided) -> Option<(String, u64, u64)> {
    let both = ours.iter().filter_map(|(mv, &a)| Some((mv.clone(), a, *theirs.get(mv)?)));
    let mut different = both.filter(|(_, a, b)| a != b);
    different.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_other_programs_is_read() {
        let text =
            "info string hello\na2a3: 20\nB2B3 : 21\nc2c4 22\n\nNodes searched: 63\ntotal 63\n";
        let expected = [("a2a3", 20), ("b2b3", 21), ("c2c4", 22)];
        assert_eq!(read(text), expected.map(|(mv, n)| (mv.to_owned(), n)).into());
    }
}
