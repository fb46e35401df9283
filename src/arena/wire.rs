//! Lines to and from a player: a program behind pipes, or a session of our own in a thread.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::search::clock::WallTimer;
use crate::server::engine::Event;
use crate::server::files::Files;
use crate::server::registry::GameEntry;
use crate::server::session::{Flow, Session};

/// What comes of listening for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
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

fn receive(lines: &Receiver<String>, deadline: Instant) -> Heard {
    match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        Ok(line) => Heard::Line(line),
        Err(RecvTimeoutError::Timeout) => Heard::Nothing,
        Err(RecvTimeoutError::Disconnected) => Heard::Gone,
    }
}

/// A program behind pipes; it is killed when the wire is dropped.
#[derive(Debug)]
pub struct ProcessWire {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// A program that was told to quit gets so long to do it.
const QUIT_TIME: Duration = Duration::from_millis(200);

impl ProcessWire {
    /// Starts the program: its path and its arguments, with blanks between.
    pub fn start(command: &str) -> std::io::Result<Self> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or(""))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("no pipes"));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while matches!(output.read_until(b'\n', &mut bytes), Ok(1..)) {
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                bytes.clear();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, input, lines })
    }
}

impl Wire for ProcessWire {
    fn send(&mut self, line: &str) -> bool {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).is_ok()
    }

    fn receive(&mut self, deadline: Instant) -> Heard {
        receive(&self.lines, deadline)
    }
}

impl Drop for ProcessWire {
    fn drop(&mut self) {
        self.send("stop");
        self.send("quit");
        let deadline = Instant::now() + QUIT_TIME;
        while matches!(self.receive(deadline), Heard::Line(_)) {}
        // It may be gone already; either way it is not left behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A session of this program, answering from a thread of its own.
#[derive(Debug)]
pub struct SessionWire {
    events: Sender<Event>,
    lines: Receiver<String>,
}

impl SessionWire {
    /// Starts a session about these games.
    pub fn start(games: &'static [GameEntry]) -> Result<Self, String> {
        let (events, inbox) = channel();
        let (said, lines) = channel();
        let timer = Arc::new(WallTimer::default());
        let mut session =
            Session::new(games, timer, events.clone()).map_err(|error| error.to_string())?;
        // What a player of a match is told comes from the command line.
        session.allow_files(Files::anywhere());
        thread::spawn(move || converse(session, &inbox, &said));
        Ok(Self { events, lines })
    }
}

fn converse(mut session: Session, inbox: &Receiver<Event>, said: &Sender<String>) {
    let mut replies = Vec::new();
    while let Ok(event) = inbox.recv() {
        let flow = session.handle(event, &mut replies);
        let dialect = session.dialect();
        for reply in replies.drain(..) {
            // Nobody listening is no reason to stop: the end of input comes next.
            let _ = said.send(reply.in_dialect(dialect).to_string());
        }
        if flow == Flow::Quit {
            return;
        }
    }
}

impl Wire for SessionWire {
    fn send(&mut self, line: &str) -> bool {
        self.events.send(Event::Line(line.to_owned())).is_ok()
    }

    fn receive(&mut self, deadline: Instant) -> Heard {
        receive(&self.lines, deadline)
    }
}

impl Drop for SessionWire {
    fn drop(&mut self) {
        let _ = self.events.send(Event::Terminate);
    }
}
