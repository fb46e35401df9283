//! `perft N compare`: files for everybody, commands for whoever started the program.

use std::fs;

use assert_cmd::Command;

use super::desk::client;
use crate::common::program::Program;

const POSITION: &str = "position tictactoe startpos moves 1 5 9";

#[test]
fn a_file_is_compared_and_a_command_is_not_run_unless_that_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let (counts, mark) = (folder.path().join("counts"), folder.path().join("mark"));
    fs::write(&counts, "2: 1\n3: 1\n4: 1\n6: 1\n7: 1\n8: 2\n").unwrap();
    let mut client = client();
    client.send(POSITION);
    let compared = client.send(&format!("perft 1 compare {}", counts.display()));
    let expected = [
        "depth 1 x2/1o1/2x o",
        "8: 1 here, 2 there",
        "a file says nothing of what comes after that move",
    ];
    assert_eq!(compared, expected);
    fs::write(&counts, "root: 0\nnobody: 65534\n").unwrap();
    let foreign = client.send(&format!("perft 1 compare {}", counts.display()));
    let said =
        "info string error perft compare: found no move of this position, such as `2`, in what";
    assert!(foreign[0].starts_with(said) && !foreign[0].contains("nobody"), "{foreign:?}");
    let command = format!("perft 1 compare touch {}", mark.display());
    let refused = client.send(&command);
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].starts_with("info string error perft compare: found no file `touch "));
    assert!(refused[0].ends_with("--allow-commands"), "{refused:?}");
    assert!(!mark.exists(), "nothing was run");
    client.session.allow_commands();
    client.send(&command);
    assert!(mark.exists(), "it was run");
}

#[test]
fn a_command_is_asked_again_where_the_counts_differ() {
    let mut client = client();
    client.session.allow_commands();
    client.send(POSITION);
    let echo = |counts: &str| format!("perft 2 compare case {{depth}} in {counts} esac");
    // The other program counts a move too many after 2, and names it.
    let found = client.send(&echo(
        "2) echo '2: 6'; for i in 3 4 6 7 8; do echo $i: 5; done;; \
         1) for i in 1 3 4 6 7 8; do echo $i: 1; done;;",
    ));
    let expected =
        ["depth 2 x2/1o1/2x o", "2: 5 here, 6 there", "depth 1 xo1/1o1/2x x", "only there: 1"];
    assert_eq!(found, expected);
    let same = client.send(&echo("2) for i in 2 3 4 6 7 8; do echo $i: 5; done;;"));
    assert_eq!(same, ["depth 2 x2/1o1/2x o", "no difference: 30 nodes"]);
    let failed = client.send("perft 2 compare false");
    assert!(failed[0].starts_with("info string error perft compare: `false`: exit status: 1"));
    let silent = client.send("perft 2 compare true");
    assert!(silent[0].contains("found no line `MOVE: NUMBER`"), "{silent:?}");
}

#[test]
fn the_command_line_allows_what_it_names_itself() {
    let plyglot = |arguments: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
        let done = command.args(arguments).write_stdin(input.to_owned()).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let five = "for i in 2 3 4 6 7; do echo $i: 1; done";
    let expected = "depth 1 x2/1o1/2x o\nonly here: 8\n";
    let position = "x2/1o1/2x o";
    let job = ["--game", "tictactoe", "perft", "1", position, "--compare", five];
    assert!(plyglot(&job, "").ends_with(expected));
    let lines = format!("{POSITION}\nperft 1 compare {five}\n");
    assert!(plyglot(&["--allow-commands"], &lines).ends_with(expected));
    assert!(plyglot(&[], &lines).contains("info string error perft compare: found no file"));
    // Nor does another flag open the door.
    let preset = ["--game", "tictactoe", "--option", "Hash=1", "serve"];
    assert!(plyglot(&preset, &lines).contains("info string error perft compare: found no file"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_command_that_does_not_end_is_stopped_with_all_that_it_has_started() {
    let folder = tempfile::tempdir().unwrap();
    for (number, end) in ["stop\nisready\nquit\n", "quit\n"].into_iter().enumerate() {
        let file = folder.path().join(number.to_string());
        let command = format!("sleep 1000 & echo $! > {}; wait", file.display());
        // The command has begun when it has written; then the rest is said.
        let mut program = Program::start(&["--allow-commands"]);
        program.send(&format!("perft 2 compare {command}\n"));
        let id = loop {
            match fs::read_to_string(&file) {
                Ok(id) if id.ends_with('\n') => break id.trim().to_owned(),
                _ => std::thread::yield_now(),
            }
        };
        program.send(end);
        let (said, status) = program.end();
        assert!(status.success(), "{said}");
        assert!(said.contains("stopped") || number == 1, "{said}");
        // Killed is not gone yet, on a machine that has other things to do.
        let state = || fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let is_gone = |state: &str| state.is_empty() || state.contains(") Z");
        let mut patience = 100_000;
        while !is_gone(&state()) && patience > 0 {
            std::thread::yield_now();
            patience -= 1;
        }
        assert!(is_gone(&state()), "{}", state());
    }
}
