//! The tables of a user, which who plays finds unasked.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::program::Program;

/// Six seeds on the board.
const POSITION: &str = "position fen 1-0-1-0-1-1-1-0-0-1-0-0-19-23-S";

fn run(home: &Path, words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    program.env("PLYGLOT_TABLES", home).args(words).output().unwrap()
}

fn said(home: &Path, words: &[&str]) -> String {
    String::from_utf8(run(home, words).stdout).unwrap()
}

#[test]
fn who_plays_has_the_tables_of_the_user_unless_told_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    // Not there yet, and that is no matter.
    let home = folder.path().join("data").join("tables");
    assert_eq!(said(&home, &["--game", "oware", "serve"]), "");
    let made = said(&home, &["tb", "build", "oware", "--max-men", "6", "--home"]);
    assert!(made.contains("7 tables, "), "{made}");
    assert_eq!(home.read_dir().unwrap().count(), 7);
    let verified = said(&home, &["tb", "verify", "oware", "--max-men", "2", "--home"]);
    assert!(verified.contains(" are right"), "{verified}");

    let asked = |options: &[&str]| {
        let mut words = vec!["--game", "oware"];
        words.extend(options);
        let mut program = Program::with_tables(&home, &words);
        program.send(&format!("{POSITION}\ntb\n"));
        program.end().0
    };
    assert!(asked(&[]).starts_with("06 margin: "), "{}", asked(&[]));
    // A page that is written for others has nothing of it.
    let exported = run(&home, &["web", "--export", "no folder", "--wasm", "no folder"]);
    let error = String::from_utf8(exported.stderr).unwrap();
    assert!(!exported.status.success() && !error.contains("TbPath"), "{error}");
    for other in ["TbPath=", "tbpath="] {
        assert!(asked(&["--option", other]).starts_with("06: not built"), "{other}");
    }
}

#[test]
fn a_home_that_nobody_has_is_an_error() {
    let said = run(Path::new(""), &["tb", "list", "oware", "--home"]);
    assert_eq!(said.status.code(), Some(2));
    let error = String::from_utf8(said.stderr).unwrap();
    assert!(
        error.contains("--home: found no folder") && error.contains("PLYGLOT_TABLES"),
        "{error}"
    );
}
