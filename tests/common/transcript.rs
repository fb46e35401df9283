//! Conversations as text, played against a session or against the program itself.
//!
//! A line `> …` is sent; the lines after it are the replies expected, in order. In a reply, `#`
//! stands for any whole number and `…` for any text; a line `...` for any number of lines, none of
//! them a `bestmove`, before the next reply that is given. Lines that begin with `//` are comments,
//! `$TMP` is an empty directory, the one in which the client may have files. At the end the input
//! ends too, and nothing may be said that is not expected.

use std::collections::VecDeque;
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use plyglot::registry::GAMES;
use plyglot::search::time::WallTimer;
use plyglot::session::Flow;
use plyglot::session::event::Event;
use plyglot::session::files::Files;
use regex::Regex;

use super::client::Client;
use super::program::Program;

/// Nobody in a transcript thinks so long, even where a sanitizer looks at every access to memory.
const PATIENCE: Duration = Duration::from_mins(2);

/// Somebody to talk to.
trait Peer {
    /// Sends a line.
    fn send(&mut self, line: &str);
    /// The next line said; `None` when there will be no more.
    fn next(&mut self) -> Result<Option<String>, String>;
    /// Sends nothing more.
    fn close(&mut self);
}

/// Plays a transcript against a session in this process; the error is the first difference.
pub(crate) fn run(name: &str, text: &str) -> Result<(), String> {
    let tmp = tempfile::tempdir().unwrap();
    play(name, text, tmp.path(), &mut InProcess::new(tmp.path()))
}

/// Plays a transcript against the program.
pub(crate) fn run_binary(name: &str, text: &str) -> Result<(), String> {
    let tmp = tempfile::tempdir().unwrap();
    let mut peer = Process::start(tmp.path());
    play(name, text, tmp.path(), &mut peer)?;
    let status = peer.program.ends_soon();
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}")) }
}

fn play(name: &str, text: &str, tmp: &Path, peer: &mut dyn Peer) -> Result<(), String> {
    let text = text.replace("$TMP", tmp.to_str().unwrap());
    let mut skipping = false;
    for (number, line) in text.lines().enumerate() {
        let at = format!("{name}:{}", number + 1);
        if line.starts_with("//") || line.is_empty() {
            continue;
        }
        if let Some(sent) = line.strip_prefix("> ") {
            peer.send(sent);
        } else if line == "..." {
            skipping = true;
        } else {
            expect(line, skipping, peer).map_err(|error| format!("{at}: {error}"))?;
            skipping = false;
        }
    }
    peer.close();
    match peer.next()? {
        Some(said) => Err(format!("{name}: expected the end, found `{said}`")),
        None => Ok(()),
    }
}

/// Waits for a reply that is as `wanted`, skipping others if that is allowed.
fn expect(wanted: &str, skipping: bool, peer: &mut dyn Peer) -> Result<(), String> {
    let pattern = regex::escape(wanted).replace("\\#", "-?[0-9]+").replace('…', ".*");
    let pattern = Regex::new(&format!("^{pattern}$")).unwrap();
    loop {
        let said = peer.next().map_err(|late| format!("expected `{wanted}`: {late}"))?;
        let found = said.as_deref().unwrap_or("the end");
        if said.is_some() && pattern.is_match(found) {
            return Ok(());
        }
        if said.is_none() || !skipping || found.starts_with("bestmove") {
            return Err(format!("expected `{wanted}`, found `{found}`"));
        }
    }
}

/// A session without streams.
struct InProcess {
    client: Client,
    said: VecDeque<String>,
    ended: bool,
}

impl InProcess {
    fn new(files: &Path) -> Self {
        let mut client = Client::with(GAMES, Arc::new(WallTimer::default()));
        client.session.open_to_client(false);
        client.session.allow_files(Files::below(files).unwrap());
        Self { client, said: VecDeque::new(), ended: false }
    }

    fn handle(&mut self, event: Event) {
        let (replies, flow) = self.client.event(event);
        self.ended = flow == Flow::Quit;
        // An empty line is part of a diagram; a transcript does not show it.
        let texts = self.client.texts(&replies);
        self.said.extend(texts.into_iter().filter(|text| !text.is_empty()));
    }
}

impl Peer for InProcess {
    fn send(&mut self, line: &str) {
        self.handle(Event::Line(line.to_owned()));
    }

    fn next(&mut self) -> Result<Option<String>, String> {
        while self.said.is_empty() && !self.ended {
            match self.client.inbox.recv_timeout(PATIENCE) {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no reply within {PATIENCE:?}"));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
        Ok(self.said.pop_front())
    }

    fn close(&mut self) {
        if !self.ended {
            self.handle(Event::EndOfInput);
        }
    }
}

/// The program itself, through pipes.
struct Process {
    program: Program,
    lines: Receiver<String>,
}

impl Process {
    fn start(files: &Path) -> Self {
        let mut program = Program::start(&["--files", files.to_str().unwrap()]);
        let output = program.output.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok).filter(|line| !is_idle(line)) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { program, lines }
    }
}

/// Empty lines, and signs of life, which come where the machine has other work.
fn is_idle(line: &str) -> bool {
    let signs = ["info string at work for ", "info nodes "];
    line.is_empty() || signs.iter().any(|sign| line.starts_with(sign))
}

impl Peer for Process {
    fn send(&mut self, line: &str) {
        self.program.send(&format!("{line}\n"));
    }

    fn next(&mut self) -> Result<Option<String>, String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Err(format!("no reply within {PATIENCE:?}")),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
        }
    }

    fn close(&mut self) {
        self.program.input = None;
    }
}
