//! Arguments that would hang the program, or stop it by a panic, are refused in one line.

use std::fs;
use std::time::Duration;

use assert_cmd::Command;

/// Far longer than a refusal takes.
const SOON: Duration = Duration::from_mins(1);

/// What the program says on standard error when it refuses these arguments.
fn refused(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    let done = command.args(arguments).timeout(SOON).assert().failure().code(2);
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

const HUGE: &str = "18446744073709551615";

#[test]
fn numbers_beyond_all_measure_are_refused_with_their_range() {
    let two = ["match", "-p", "mind=alphabeta", "-p", "mind=ratings"];
    for (job, option, range) in [
        (&two[..], "--patience", "from 1 to 86400"),
        (&two, "--concurrency", "from 1 to 256"),
        (&two, "--margin", "from 0 to 4294967295"),
        (&two, "--movetime", "from 1 to 4294967295"),
        (&two, "--games", "from 1 to 1000000000"),
        (&["tb", "list", "tictactoe"], "--threads", "from 0 to 256"),
        (&["tune", "chess", "--positions", "x"], "--threads", "from 1 to 256"),
        (&["play"], "--movetime", "1..=86400000"),
        (&["play"], "--seed", "too large"),
    ] {
        let error = refused(&[&["--game", "tictactoe"], job, &[option, HUGE]].concat());
        assert!(error.contains(&format!("invalid value '{HUGE}' for '{option}")), "{error}");
        assert!(error.contains(range), "{error}");
    }
    for player in ["mind=alphabeta,movetime=18446744073709551615", "mind=alphabeta,tc=1e18"] {
        let error = refused(&["match", "-p", player, "-p", "mind=alphabeta"]);
        assert!(error.starts_with("plyglot: ") && error.contains("found `"), "{error}");
    }
}

#[test]
fn a_search_without_an_end_is_refused_where_nobody_can_stop_it() {
    let folder = tempfile::tempdir().unwrap();
    let problems = folder.path().join("problems");
    fs::write(&problems, "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8;\n").unwrap();
    let problems = problems.display().to_string();
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kalah/sample.klh");
    for go in ["infinite", "depth 3 infinite", "ponder", "deph 3"] {
        let expected = format!(
            "plyglot: go: found `{go}`, expected limits such as movetime 1000, depth 10 or nodes \
             5000\n"
        );
        assert_eq!(refused(&["solve", &problems, "--go", go]), expected);
        assert_eq!(refused(&["replay", record, "--analyse", "--go", go]), expected);
    }
}

#[test]
fn problems_without_a_position_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems");
    for text in ["", "\n# nothing here\n"] {
        fs::write(&file, text).unwrap();
        let path = file.display().to_string();
        let error = refused(&["solve", &path]);
        assert!(error.contains("problems: no positions: expected lines of"), "{error}");
    }
    // The ending says which game it is.
    let file = folder.path().join("problems.obf");
    fs::write(&file, "% nothing\n").unwrap();
    let error = refused(&["solve", &file.display().to_string()]);
    assert!(error.contains("expected lines of `POSITION; MOVE:VALUE;`"), "{error}");
    let error = refused(&["solve", "/dev/null"]);
    assert_eq!(error, "plyglot: /dev/null: is no regular file\n");
}
