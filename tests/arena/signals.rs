//! What is left of a match, and of a game against a person, when somebody asks it to end.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::thread;

use crate::common::program::{Program, soon};

/// Whether a process runs; one that has ended and is not waited for does not.
fn runs(id: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{id}/stat")).ok();
    state.is_some_and(|text| !text.rsplit(')').next().unwrap_or("").starts_with(" Z"))
}

/// A match against a player that never moves and has a child; the numbers of both.
fn begun(file: &Path) -> (Program, Vec<String>) {
    let stub = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/arena/stub.py");
    let player = format!("cmd=python3 {stub} family {},name=family", file.display());
    let arguments = ["--game", "tictactoe", "match", "-p", &player, "-p", "mind=alphabeta"];
    let program = Program::start(&[&arguments[..], &["--nodes", "10", "--games", "2"]].concat());
    let path = file.to_owned();
    let text = soon("the start", move || {
        loop {
            match fs::read_to_string(&path) {
                Ok(text) => return text,
                Err(_) => thread::yield_now(),
            }
        }
    });
    (program, text.split_whitespace().map(str::to_owned).collect())
}

fn end_together(family: &[String]) {
    assert_eq!(family.len(), 2);
    let family = family.to_vec();
    soon("the end of the family", move || while family.iter().any(|id| runs(id)) {});
}

#[test]
fn a_match_that_is_asked_to_end_takes_its_programs_and_theirs_along() {
    let folder = tempfile::tempdir().unwrap();
    let (program, family) = begun(&folder.path().join("ids"));
    assert!(family.iter().all(|id| runs(id)));
    program.signal("-TERM");
    assert_eq!(program.ends_soon().code(), Some(130));
    end_together(&family);
}

#[test]
fn the_second_interrupt_of_a_match_breaks_its_games_off() {
    let folder = tempfile::tempdir().unwrap();
    let (mut program, family) = begun(&folder.path().join("ids"));
    let mut error = BufReader::new(program.child.stderr.take().unwrap());
    program.signal("-INT");
    let mut line = String::new();
    error.read_line(&mut line).unwrap();
    assert!(line.contains("Ctrl-C again breaks them off"), "{line}");
    assert!(family.iter().all(|id| runs(id)));
    program.signal("-INT");
    assert_eq!(program.ends_soon().code(), Some(130));
    end_together(&family);
}

#[test]
fn an_interrupt_of_a_player_that_thinks_makes_it_move_and_at_the_prompt_it_leaves() {
    let arguments = ["play", "chess", "--side", "second", "--movetime", "600000"];
    let mut program = Program::start(&arguments);
    program.wait_for("");
    program.signal("-INT");
    program.wait_for("I play ");
    // It is our turn; the game goes on.
    program.send("e7e5\n");
    let answer = program.wait_for("Last move: e7e5");
    assert!(answer.contains("My turn (first side)."), "{answer}");
    program.signal("-INT");
    program.wait_for("I play ");
    program.signal("-INT");
    let mut rest = String::new();
    program.output.as_mut().unwrap().read_to_string(&mut rest).unwrap();
    assert!(program.ends_soon().success(), "{rest}");
}
