//! What is left of a match, and of a game against a person, when somebody asks it to end.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Far longer than a process takes to end, far shorter than it would go on.
const SOON: Duration = Duration::from_secs(30);

fn start(arguments: &[&str]) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    program.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    program.spawn().unwrap()
}

fn signal(name: &str, id: u32) {
    assert!(Command::new("kill").args([name, &id.to_string()]).status().unwrap().success());
}

/// What comes of waiting for something, soon.
fn soon<T: Send + 'static>(what: &str, wait: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(wait()));
    receiver.recv_timeout(SOON).unwrap_or_else(|_| panic!("{what} takes longer than {SOON:?}"))
}

fn end(mut child: Child) -> ExitStatus {
    soon("the end", move || child.wait().unwrap())
}

/// Whether a process runs; one that has ended and is not waited for does not.
fn runs(id: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{id}/stat")).ok();
    state.is_some_and(|text| !text.rsplit(')').next().unwrap_or("").starts_with(" Z"))
}

/// A match against a player that never moves and has a child; the numbers of both.
fn begun(file: &Path) -> (Child, Vec<String>) {
    let stub = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/arena/stub.py");
    let player = format!("cmd=python3 {stub} family {},name=family", file.display());
    let arguments = ["--game", "tictactoe", "match", "-p", &player, "-p", "mind=alphabeta"];
    let child = start(&[&arguments[..], &["--nodes", "10", "--games", "2"]].concat());
    let path = file.to_owned();
    let text = soon("the start", move || {
        loop {
            match fs::read_to_string(&path) {
                Ok(text) => return text,
                Err(_) => thread::yield_now(),
            }
        }
    });
    (child, text.split_whitespace().map(str::to_owned).collect())
}

fn end_together(family: &[String]) {
    assert_eq!(family.len(), 2);
    let family = family.to_vec();
    soon("the end of the family", move || while family.iter().any(|id| runs(id)) {});
}

#[test]
fn a_match_that_is_asked_to_end_takes_its_programs_and_theirs_along() {
    let folder = tempfile::tempdir().unwrap();
    let (child, family) = begun(&folder.path().join("ids"));
    assert!(family.iter().all(|id| runs(id)));
    signal("-TERM", child.id());
    assert!(end(child).success());
    end_together(&family);
}

#[test]
fn the_second_interrupt_of_a_match_breaks_its_games_off() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, family) = begun(&folder.path().join("ids"));
    let mut error = BufReader::new(child.stderr.take().unwrap());
    signal("-INT", child.id());
    let mut line = String::new();
    error.read_line(&mut line).unwrap();
    assert!(line.contains("Ctrl-C again breaks them off"), "{line}");
    assert!(family.iter().all(|id| runs(id)));
    signal("-INT", child.id());
    assert!(end(child).success());
    end_together(&family);
}

#[test]
fn an_interrupt_of_a_player_that_thinks_makes_it_move_and_at_the_prompt_it_leaves() {
    let mut child = start(&["play", "chess", "--side", "second", "--movetime", "600000"]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    signal("-INT", child.id());
    let read = move |start: &'static str| {
        let mut output = output;
        loop {
            let mut line = String::new();
            assert_ne!(output.read_line(&mut line).unwrap(), 0, "no `{start}`");
            if line.starts_with(start) {
                return (line, output);
            }
        }
    };
    let (line, mut output) = soon("the move", move || read("I play "));
    assert!(!line.is_empty());
    // It is our turn; the game goes on.
    child.stdin.as_mut().unwrap().write_all(b"e7e5\n").unwrap();
    let mut answer = String::new();
    while !answer.contains("My turn (first side).") {
        assert_ne!(output.read_line(&mut answer).unwrap(), 0, "{answer}");
    }
    assert!(answer.contains("Last move: e7e5"), "{answer}");
    signal("-INT", child.id());
    let mut answer = String::new();
    while !answer.contains("I play ") {
        assert_ne!(output.read_line(&mut answer).unwrap(), 0, "{answer}");
    }
    signal("-INT", child.id());
    let rest = soon("the rest", move || {
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        rest
    });
    assert!(end(child).success(), "{rest}");
}
