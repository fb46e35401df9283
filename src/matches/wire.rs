//! Lines to and from a program behind pipes.
//!
//! A program may write whatever it likes, and must not harm the match by it: a line has a longest
//! length, only so many lines wait to be read (then the program waits, its pipe being full), and
//! what is sent to it is written by a thread of its own, so that one that does not read keeps nobody
//! waiting. It is started in a process group of its own, which ends with it: nothing that it has
//! started itself is left behind, and a Ctrl-C at the terminal is for the match alone.

use std::io::{BufRead as _, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::system::processes;
use plyglot_ranks::launch::{is_of_launcher, launched};

/// No player needs a longer line.
pub const LINE_BYTES_MAX: u64 = 1 << 20;
/// So many lines wait to be read; then the program that wrote them waits.
const LINES_WAITING_MAX: usize = 16;
/// A program that was told to quit gets so long to do it.
const QUIT_TIME: Duration = Duration::from_millis(200);

/// What comes of listening for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line of more than [`LINE_BYTES_MAX`]; nothing is read any more.
    TooLong,
    /// Nothing within the time given.
    Nothing,
    /// Nothing, and there will be nothing any more.
    Gone,
}

/// A way to a player and back.
pub trait Wire: Send {
    /// Sends a line; `false` when nobody is there to read it.
    fn send(&mut self, line: &str) -> bool;

    /// Waits for a line until then.
    fn receive(&mut self, deadline: Instant) -> Heard;
}

fn receive<T>(lines: &Receiver<T>, deadline: Instant) -> Result<T, Heard> {
    let left = deadline.saturating_duration_since(Instant::now());
    lines.recv_timeout(left).map_err(|error| match error {
        RecvTimeoutError::Timeout => Heard::Nothing,
        RecvTimeoutError::Disconnected => Heard::Gone,
    })
}

/// A program behind pipes; it is killed when the wire is dropped, and all that it has started.
#[derive(Debug)]
pub struct ProcessWire {
    child: Child,
    input: Sender<String>,
    lines: Receiver<Heard>,
}

impl ProcessWire {
    /// Starts the program: its path and its arguments, with blanks between.
    pub fn start(command: &str) -> std::io::Result<Self> {
        let mut words = command.split_whitespace();
        let mut program = Command::new(words.next().unwrap_or(""));
        program.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if launched().is_some() {
            let names = std::env::vars_os().map(|(name, _)| name);
            for name in names.filter(|name| is_of_launcher(&name.to_string_lossy())) {
                program.env_remove(name);
            }
        }
        let mut child = processes::spawn_group(&mut program)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("no pipes"));
        };
        let (said, lines) = sync_channel(LINES_WAITING_MAX);
        let (input, to_send) = channel();
        thread::spawn(move || read_lines(stdout, &said));
        thread::spawn(move || write_lines(stdin, &to_send));
        Ok(Self { child, input, lines })
    }
}

fn read_lines(output: impl Read, said: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // One more than fits tells a line that is too long.
        let mut line = (&mut output).take(LINE_BYTES_MAX + 1);
        if !matches!(line.read_until(b'\n', &mut bytes), Ok(1..)) {
            return;
        }
        if bytes.len() as u64 > LINE_BYTES_MAX {
            let _ = said.send(Heard::TooLong);
            return;
        }
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if said.send(Heard::Line(line)).is_err() {
            return;
        }
    }
}

fn write_lines(mut input: impl Write, to_send: &Receiver<String>) {
    for line in to_send {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

impl Wire for ProcessWire {
    fn send(&mut self, line: &str) -> bool {
        self.input.send(line.to_owned()).is_ok()
    }

    fn receive(&mut self, deadline: Instant) -> Heard {
        receive(&self.lines, deadline).unwrap_or_else(|nothing| nothing)
    }
}

impl Drop for ProcessWire {
    fn drop(&mut self) {
        self.send("stop");
        self.send("quit");
        let deadline = Instant::now() + QUIT_TIME;
        // Until it hangs up, but not for as long as it talks.
        while Instant::now() < deadline && matches!(self.receive(deadline), Heard::Line(_)) {}
        processes::kill_group(&mut self.child);
    }
}
