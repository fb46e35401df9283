//! The program as a process, its three streams in the hands of a test.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Far longer than a process takes to end, far shorter than its search would.
const SOON: Duration = Duration::from_secs(30);

pub(crate) struct Program {
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) output: Option<BufReader<ChildStdout>>,
}

impl Program {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        // Whoever runs the tests may have tables.
        Self::with_tables(Path::new(""), arguments)
    }

    /// With these tables of the user.
    pub(crate) fn with_tables(home: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
            .args(arguments)
            .env("PLYGLOT_TABLES", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().map(BufReader::new));
        Self { child, input, output }
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Reads up to a line that begins so.
    pub(crate) fn wait_for(&mut self, start: &str) -> String {
        wait_for(self.output.as_mut().unwrap(), start)
    }

    /// Everything still to be said, and how the process ended.
    pub(crate) fn end(mut self) -> (String, ExitStatus) {
        self.input = None;
        let mut text = String::new();
        if let Some(mut output) = self.output.take() {
            output.read_to_string(&mut text).unwrap();
        }
        (text, self.ends_soon())
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    pub(crate) fn ends_soon(mut self) -> ExitStatus {
        soon("the end of the program", move || self.child.wait().unwrap())
    }
}

/// Reads up to a line that begins so.
pub(crate) fn wait_for(lines: &mut impl BufRead, start: &str) -> String {
    loop {
        let mut line = String::new();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "no `{start}`");
        if line.starts_with(start) {
            return line;
        }
    }
}

/// What comes of waiting for something, soon.
pub(crate) fn soon<T: Send + 'static>(what: &str, wait: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(wait()));
    receiver.recv_timeout(SOON).unwrap_or_else(|_| panic!("{what} takes longer than {SOON:?}"))
}
