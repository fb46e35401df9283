//! The program at a terminal, which is a pseudo-terminal here: lines that are typed, sent in one piece, or
//! pasted.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::openpty;

use crate::common::program::soon;

/// Far longer than an answer takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a terminal shows when these pieces are sent, each once what stands before it has been said since
/// the last, and then `quit`.
fn shown(arguments: &[&str], pieces: &[(&str, &str)]) -> String {
    let terminal = openpty(None, None).unwrap();
    // A copy is closed in a child: nobody but us holds the keyboard.
    let (master, slave) =
        (terminal.master.try_clone().unwrap(), terminal.slave.try_clone().unwrap());
    drop(terminal);
    let end = || Stdio::from(slave.try_clone().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(arguments)
        .env("TERM", "xterm")
        .env("PLYGLOT_TABLES", "")
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap();
    drop(slave);
    let mut keyboard = File::from(master);
    let mut screen = keyboard.try_clone().unwrap();
    let shown = Arc::new(Mutex::new(String::new()));
    let seen = Arc::clone(&shown);
    let reader = thread::spawn(move || {
        let mut bytes = [0; 1024];
        // A terminal that nobody holds any more is an error in some systems, the end in others.
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            seen.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    });
    let mut read = 0;
    for (wanted, piece) in pieces.iter().chain(&[("bestmove ", "quit\r")]) {
        let begin = Instant::now();
        read += loop {
            let text = shown.lock().unwrap()[read..].to_owned();
            if let Some(at) = text.find(wanted) {
                break at + wanted.len();
            }
            assert!(begin.elapsed() < PATIENCE, "no `{wanted}` in {text:?}");
            thread::yield_now();
        };
        keyboard.write_all(piece.as_bytes()).unwrap();
    }
    let status = soon("the end of the program", move || child.wait().unwrap());
    assert!(status.success(), "{status}");
    reader.join().unwrap();
    Arc::into_inner(shown).unwrap().into_inner().unwrap()
}

#[test]
fn lines_at_a_terminal_are_obeyed_however_they_come() {
    let begin = "> ";
    let pieces: [&[(&str, &str)]; 4] = [
        &[(begin, "position checkers startpos\r"), ("variant checkers", "go depth 3\r")],
        // Faster than anybody types, or pasted where a terminal does not say so.
        &[(begin, "position checkers startpos\rgo depth 3\r")],
        &[(begin, "position checkers startpos\ngo depth 3\n")],
        // Pasted, and then Enter.
        &[(begin, "\x1b[200~position checkers startpos\ngo depth 3\n\x1b[201~\r")],
    ];
    for pieces in pieces {
        let shown = shown(&[], pieces);
        assert!(shown.contains("bestmove 11-15"), "{pieces:?}: {shown}");
        assert!(!shown.contains("unknown word"), "{pieces:?}: {shown}");
    }
}
