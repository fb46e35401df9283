//! Files of all kinds: what a client may have, and what nobody is made to wait for.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use plyglot::core::RulesInForce;
use plyglot::host::state::GameText;
use plyglot::records::record::Record;
use plyglot::records::tree::Tree;
use plyglot::session::files::Files;

use crate::common::client::Client;

/// Whoever waits longer waits for ever.
const FOR_EVER: Duration = Duration::from_mins(1);
/// What stands in a file that is none of the client's business.
const SECRET: &str = "open sesame";

/// What is said to these lines by a session whose client may have these files.
fn said(files: Files, lines: &[&str]) -> Vec<String> {
    let mut client = Client::new(0);
    client.session.allow_files(files);
    lines.iter().flat_map(|line| client.send(line)).collect()
}

/// The program, told these lines.
fn program(arguments: &[&str], folder: &Path, input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.args(arguments).current_dir(folder).timeout(FOR_EVER).write_stdin(input.to_owned());
    let output = command.output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// Every line of a client that names a file, with `FILE` in its place.
const LINES: [&str; 11] = [
    "save FILE",
    "load FILE",
    "trace FILE",
    "diff FILE",
    "diff FILE FILE",
    "check depth 1 FILE",
    "perft 1 compare FILE",
    "setoption name TbPath value FILE",
    "setoption name Debug Log File value FILE",
    "setoption name TicTacToe.LearningFile value FILE",
    "setoption name LearningFile value FILE",
];

#[cfg(unix)]
fn pipe(folder: &Path) -> PathBuf {
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    pipe
}

#[test]
#[cfg(unix)]
fn a_client_that_names_a_pipe_is_told_so_and_nobody_waits() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe(folder.path());
    for line in LINES {
        let line = line.replace("FILE", pipe.to_str().unwrap());
        let files = Files::below(folder.path()).unwrap();
        let option = "setoption name TicTacToe.Mind value learning";
        let lines = ["setoption name UCI_Variant value tictactoe", option, &line, "go depth 1"];
        let said = said(files, &lines);
        let errors: Vec<&String> = said.iter().filter(|line| line.contains(" error ")).collect();
        assert_eq!(errors.len(), 1, "{line}: {said:?}");
        let reasons = ["is no regular file", "Not a directory", "found no file", "is not written"];
        let reasons = [reasons.as_slice(), &["no search is recorded"]].concat();
        assert!(reasons.iter().any(|reason| errors[0].contains(reason)), "{line}: {said:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
#[cfg(unix)]
fn a_job_of_the_command_line_reads_files_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = pipe(folder.path());
    let own = fs::File::create(folder.path().join("own")).unwrap();
    own.set_len(1 << 40).unwrap();
    let large = folder.path().join("own");
    let jobs: [&[&str]; 8] = [
        &["solve", "FILE"],
        &["bench", "--expect", "FILE"],
        &["replay", "--game", "kalah", "FILE"],
        &["replay", "--game", "tictactoe", "FILE"],
        &["inspect", "FILE"],
        &["tune", "chess", "--positions", "FILE"],
        &["match", "-p", "mind=alphabeta", "-p", "mind=alphabeta", "--openings", "FILE"],
        &["play", "tictactoe", "--load", "FILE"],
    ];
    for job in jobs {
        for (file, reason) in [
            (pipe.as_path(), "is no regular file"),
            (Path::new("/dev/zero"), "is no regular file"),
            (large.as_path(), "bytes, expected at most "),
        ] {
            // `replay` takes its game from before the job.
            let mut words: Vec<&str> = job.to_vec();
            if let ["replay", "--game", game, file] = words[..] {
                words = vec!["--game", game, "replay", file];
            }
            let file = file.to_str().unwrap();
            let words: Vec<&str> =
                words.into_iter().map(|word| if word == "FILE" { file } else { word }).collect();
            let said = program(&words, folder.path(), "");
            assert!(said.contains(reason) && said.contains(file), "{words:?}: {said}");
        }
    }
}

/// Of what lies elsewhere a client learns nothing, not even whether it is there.
#[test]
fn a_client_has_the_files_below_its_folder_and_no_others() {
    let outer = tempfile::tempdir().unwrap();
    let (inner, there) = (outer.path().join("inner"), outer.path().join("there"));
    for folder in [&inner, &there] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("file"), SECRET).unwrap();
    }
    let variant = "setoption name UCI_Variant value tictactoe";
    for files in [Files::below(&inner).unwrap(), Files::none()] {
        for line in LINES {
            for name in ["../there/file", "../there", "ABSOLUTE/there/file", "inner/../../there"] {
                let name = name.replace("ABSOLUTE", outer.path().to_str().unwrap());
                let told = |name: &str| {
                    let replies =
                        said(files.clone(), &[variant, &line.replace("FILE", name), "go depth 1"]);
                    replies.join("\n").replace(name, "FILE")
                };
                let found = told(&name);
                assert_eq!(found.matches(" error ").count(), 1, "{line}: {found}");
                assert!(!found.contains(SECRET), "{line}: {found}");
                // What is not there is told from what is by nothing.
                assert_eq!(told(&name.replace("there", "where")), found, "{line}");
            }
        }
    }
    for folder in [&inner, &there] {
        assert_eq!(fs::read_to_string(folder.join("file")).unwrap(), SECRET);
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
    }
    assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 2);
}

/// A client's own files are not quoted either: they may have been put there by somebody else.
#[test]
fn errors_quote_nothing_of_foreign_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), SECRET).unwrap();
    let writes = |line: &str| ["save", "trace", "Log"].iter().any(|word| line.contains(word));
    for line in LINES.iter().filter(|line| !writes(line)) {
        let lines = [
            "setoption name UCI_Variant value tictactoe",
            "setoption name Mind value learning",
            &line.replace("FILE", "file"),
        ];
        let said = said(Files::below(folder.path()).unwrap(), &lines).join("\n");
        assert!(said.contains(" error ") && !said.contains("sesame"), "{line}: {said}");
        assert!(!said.contains("open"), "{line}: {said}");
    }
}

#[test]
fn who_starts_the_program_says_which_files_its_client_has() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let lines = "position tictactoe startpos moves 5\nsave game\nload game\n";
    let taken = "info string saved game\ninfo string variant tictactoe startpos 3/3/3 x\n\
        info string loaded game: 1 moves\n";
    assert!(program(&[], folder.path(), lines).ends_with(taken));
    assert!(folder.path().join("game").exists());
    assert!(program(&["--files", "inner"], folder.path(), lines).ends_with(taken));
    assert!(inner.join("game").exists());
    let refused = program(&["--no-files"], folder.path(), lines);
    assert_eq!(refused.matches("started with --no-files").count(), 2, "{refused}");
    let error = program(&["--files", "nowhere"], folder.path(), lines);
    assert!(error.starts_with("plyglot: --files: nowhere: "), "{error}");
}

/// What stands on the command line is not the client's, who may repeat it.
#[test]
fn options_of_the_command_line_name_any_folder() {
    let (folder, tables) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let tables = tables.path().to_str().unwrap();
    let option = format!("TbPath={tables}");
    let again = format!("setoption name TbPath value {tables}\n");
    let said = program(&["--no-files", "--option", &option], folder.path(), &again);
    assert!(said.starts_with(&format!("info string tables: 0 attached from {tables}")), "{said}");
    let said = program(&["--no-files"], folder.path(), &again);
    assert!(said.contains("info string error setoption TbPath: found `"), "{said}");
}

/// A file is read and written by a thread of its own, and what is said meanwhile comes after it: a
/// script that leaves at once loses nothing.
#[test]
fn what_follows_a_file_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let input = "position tictactoe startpos moves 5\nsave a\nsave b\nquit\n";
    let said = program(&[], folder.path(), input);
    assert!(said.ends_with("info string saved a\ninfo string saved b\n"), "{said}");
    let input = "load b\nisready\nhelp quit\nmoves 1\nd\nquit\ngo depth 1\n";
    let said = program(&[], folder.path(), input);
    let at = |text: &str| said.find(text).unwrap_or_else(|| panic!("{text}: {said}"));
    let order = ["loaded b: 1 moves", "readyok", "quit", "Moves played: 2"].map(at);
    assert!(order.is_sorted(), "{said}");
    assert!(!said.contains("bestmove"), "{said}");
    let said = program(&[], folder.path(), "load b\ngo infinite\nquit\n");
    assert_eq!(said.matches("bestmove").count(), 1, "{said}");
}

/// As other engines keep it, behind what stands in the file.
#[test]
fn a_client_has_the_conversation_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("talk.log");
    fs::write(&log, "before\n").unwrap();
    let input = "isready\nsetoption name debug log file value talk.log\nisready\nxyzzy\n\
                 setoption name Debug Log File value <empty>\nisready\n";
    let said = program(&[], folder.path(), input);
    assert_eq!(said.matches("readyok").count(), 3, "{said}");
    let kept = fs::read_to_string(&log).unwrap();
    let of = |mark: &str| -> Vec<&str> {
        kept.lines().filter_map(|line| line.strip_prefix(mark)).collect()
    };
    assert_eq!(kept.lines().next(), Some("before"), "{kept}");
    let heard = ["isready", "xyzzy", "setoption name Debug Log File value <empty>"];
    assert_eq!(of(">> ")[..3], heard, "{kept}");
    // While the file is opened the client goes on, so that it may be ahead of its answers.
    for said in ["readyok", "info string error unknown command `xyzzy`, try help"] {
        assert!(of("<< ").contains(&said), "{kept}");
    }
}

/// The session hears everything while a file is opened, and what needs the engine waits for it.
#[test]
fn an_option_that_names_a_file_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("tables")).unwrap();
    fs::write(folder.path().join("plain"), "no table and nothing learnt\n").unwrap();
    let mut client = Client::new(0);
    client.session.allow_files(Files::below(folder.path()).unwrap());
    client.set_up("tictactoe startpos moves 5 1");
    assert!(!client.session.is_busy());
    for (line, answer) in [
        ("setoption name TbPath value tables", "tables: 0 attached"),
        ("setoption name TbPath value nowhere", "error setoption TbPath: "),
        ("setoption name TbPath value <empty>", ""),
        ("setoption name TicTacToe.LearningFile value learnt", ""),
        // The player may open what it has learnt again.
        ("setoption name TicTacToe.Mind value learning", ""),
        ("setoption name LearningFile value plain", "error setoption TicTacToe.LearningFile: "),
        ("setoption name Debug Log File value talk", ""),
        ("setoption name Debug Log File value tables", "error setoption Debug Log File: "),
        ("position kalah startpos moves 1", "kalah startpos"),
        ("setoption name UCI_Variant value tictactoe", "tictactoe startpos"),
        ("moves 5 1", ""),
    ] {
        let mut replies = client.tell(line);
        let is_beside = client.session.is_busy();
        let may_wait = line != "setoption name TbPath value <empty>" && line != "moves 5 1";
        assert_eq!(is_beside, may_wait, "{line}");
        if is_beside {
            assert_eq!(replies, [], "{line}");
            assert_eq!(client.tell("stop"), [], "{line}");
            assert_eq!(client.tell("isready"), [], "{line}");
        }
        replies.extend(client.wait());
        let said = client.texts(&replies);
        assert!(said.iter().any(|said| said.contains(answer)) || answer.is_empty(), "{said:?}");
        assert_eq!(said.iter().filter(|said| *said == "readyok").count(), usize::from(is_beside));
    }
    let shown = client.send("d").join("\n");
    assert!(shown.contains("Moves played: 2"), "{shown}");
}

#[test]
fn a_saved_game_names_no_files() {
    let (folder, outer) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let secret = outer.path().join("secret");
    fs::write(&secret, SECRET).unwrap();
    let option = ("TicTacToe.LearningFile".to_owned(), secret.to_str().unwrap().to_owned());
    let record = Record {
        rules: RulesInForce { variant: "tictactoe".to_owned(), options: vec![option] },
        tags: Vec::new(),
        game: GameText { setup: None, moves: vec!["5".to_owned()], result: None },
        tree: Tree::default(),
    };
    fs::write(folder.path().join("game"), record.to_text()).unwrap();
    let lines = ["setoption name TicTacToe.Mind value learning", "load game"];
    let said = said(Files::below(folder.path()).unwrap(), &lines);
    assert_eq!(said.last().unwrap(), "info string loaded game: 1 moves", "{said:?}");
}
