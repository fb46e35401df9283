//! The program as a process: what happens when clients vanish, interrupt or send nonsense.
//!
//! "Soon" is generous here, since the machine may be busy: what a test wants to see is that the
//! process ends by itself long before its search would.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};

use plyglot::registry::GAMES;
use regex::{Captures, Regex};

use crate::common::program::Program;

/// A search that nobody waits for.
const LONG_SEARCH: &str = "position startpos\ngo movetime 600000\n";

fn answers(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("bestmove")).count()
}

#[test]
fn a_client_that_vanishes_in_mid_search_leaves_no_orphan() {
    let mut program = Program::start(&[]);
    program.send(LONG_SEARCH);
    program.wait_for("info depth 1 ");
    (program.input, program.output) = (None, None);
    assert!(program.ends_soon().success());
}

#[test]
fn a_broken_pipe_is_a_clean_end() {
    let mut program = Program::start(&[]);
    program.send("uci\n");
    program.wait_for("uciok");
    program.output = None;
    program.send("isready\nisready\ngo infinite\n");
    let mut error = program.child.stderr.take().unwrap();
    assert!(program.ends_soon().success());
    let mut text = String::new();
    error.read_to_string(&mut text).unwrap();
    assert_eq!(text, "");
}

/// A game that is gone through for longer than anybody waits: the search of its last position but one has
/// hardly anything to say.
const LONG_ANALYSIS: &str = "set game (;GM[Othello]PB[A]PW[B]TY[8]BO[8 -------- -------- -------- ---O*--- \
    ---*O--- -------- -------- -------- *]B[f5]W[d6];)\nset depth 60\nanalyze\n";

#[test]
fn an_analysis_ends_with_the_conversation() {
    type End = fn(&mut Program);
    let quit: End = |program| program.send("quit\n");
    let mut ends = vec![quit];
    #[cfg(unix)]
    ends.extend([(|program| program.signal("-TERM")) as End, |program| {
        (program.input, program.output) = (None, None);
    }]);
    for end in ends {
        let mut program = Program::start(&["nboard"]);
        program.send(LONG_ANALYSIS);
        program.wait_for("status analyzing");
        end(&mut program);
        assert!(program.ends_soon().success());
    }
}

#[test]
fn quit_in_mid_search_answers_and_ends() {
    for go in ["go infinite\n", "go movetime 600000\n", "go ponder wtime 1000\n", "go\n"] {
        let mut program = Program::start(&[]);
        program.send("position startpos\n");
        program.send(go);
        program.wait_for("info depth 2 ");
        program.send("quit\n");
        let mut output = program.output.take().unwrap();
        assert!(program.ends_soon().success(), "{go}");
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        assert_eq!(answers(&text), 1, "{go}");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_in_mid_search_answers_and_ends() {
    let mut program = Program::start(&[]);
    program.send(LONG_SEARCH);
    program.wait_for("info depth 2 ");
    program.signal("-INT");
    let mut output = program.output.take().unwrap();
    assert!(program.ends_soon().success());
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    assert_eq!(answers(&text), 1);
}

#[test]
fn at_the_end_of_input_what_was_asked_is_finished() {
    let mut program = Program::start(&[]);
    program.send("position startpos\ngo depth 6\nposition tictactoe startpos\ngo depth 9\nd");
    let (text, status) = program.end();
    assert!(status.success());
    assert_eq!(answers(&text), 2);
    assert!(text.contains("info depth 6 "), "{text}");
    assert!(text.contains("Fen: 3/3/3 x"), "{text}");
}

#[test]
fn at_the_end_of_input_an_unbounded_search_is_stopped_and_answered() {
    for go in ["go infinite", "go", "go ponder movetime 600000"] {
        let mut program = Program::start(&[]);
        program.send(go);
        let (text, status) = program.end();
        assert!(status.success(), "{go}");
        assert_eq!(answers(&text), 1, "{go}: {text}");
    }
}

#[test]
fn line_ends_of_windows_a_megabyte_of_nonsense_and_bytes_that_are_no_text_are_taken_calmly() {
    let mut program = Program::start(&[]);
    program.send("isready\r\n");
    assert_eq!(program.wait_for("readyok"), "readyok\n");
    program.send(&format!("position fen {}\nisready\n", "x".repeat(2 << 20)));
    let error = program.wait_for("info string error line: ");
    assert_eq!(error, "info string error line: found 2097166 bytes, expected at most 1048576\n");
    program.wait_for("readyok");
    program.input.as_mut().unwrap().write_all(b"\xff\xfe\x00\nisready\n").unwrap();
    program.wait_for("readyok");
    assert!(program.end().1.success());
}

#[test]
fn two_programs_at_once_do_not_know_of_each_other() {
    let mut programs = [Program::start(&[]), Program::start(&[])];
    for program in &mut programs {
        program.send("position startpos moves e2e4\ngo depth 7\n");
    }
    let said = programs.map(Program::end);
    let lines = |text: &str| {
        let text = text.lines().last().unwrap().to_owned();
        assert!(text.starts_with("bestmove "), "{text}");
        text
    };
    assert_eq!(lines(&said[0].0), lines(&said[1].0));
}

/// Under `ThreadSanitizer` (`tools/long-run threads`) this is what shows that threads which share a
/// table, a clock and a channel share nothing else.
#[test]
fn four_threads_of_every_variant_answer_every_search() {
    let mut program = Program::start(&["--option", "Threads=4", "--option", "Hash=1"]);
    for variant in GAMES.iter().flat_map(|game| game.variants) {
        program.send(&format!("position {} startpos\ngo movetime 20\n", variant.name));
        program.wait_for("bestmove ");
        program.send("go infinite\nisready\n");
        program.wait_for("readyok");
        program.send("stop\n");
        program.wait_for("bestmove ");
        program.send("go ponder movetime 20\nponderhit\n");
        program.wait_for("bestmove ");
        program.send("go ponder movetime 20\nsetoption name Clear Hash\nstop\nucinewgame\n");
        program.wait_for("bestmove ");
    }
    assert!(program.end().1.success());
}

#[test]
fn the_command_line_chooses_the_game_and_sets_options() {
    let mut program = Program::start(&["--game", "tictactoe", "--option", "Notation=drop"]);
    program.send("d\n");
    assert_eq!(program.wait_for("Fen: "), "Fen: 3/3/3[PPPPPpppp] w - - 0 1\n");
    assert!(program.end().1.success());
}

#[test]
fn a_bad_command_line_is_one_line_and_an_error() {
    for (arguments, expected) in [
        (["--game", "hexagon"], "found game `hexagon`, expected one of chess, "),
        (["--option", "Hash=banana"], "`banana` is not a whole number"),
        (["learn", "chess"], "expected one of alphabeta"),
    ] {
        let mut program = Program::start(&arguments);
        let mut error = program.child.stderr.take().unwrap();
        assert_eq!(program.end().1.code(), Some(2), "{arguments:?}");
        let mut text = String::new();
        error.read_to_string(&mut text).unwrap();
        assert!(text.starts_with("plyglot: ") && text.contains(expected), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn perft_from_the_command_line() {
    let (text, status) = Program::start(&["perft", "3"]).end();
    assert!(status.success());
    assert_eq!(text.lines().last(), Some("Nodes searched: 8902"));
    assert_eq!(text.lines().next(), Some("a2a3: 380"));
}

#[test]
fn a_line_of_the_protocol_stands_for_a_job_as_users_of_other_engines_expect() {
    let run = |arguments: &[&str], input: &str| {
        let mut program = Program::start(arguments);
        program.send(input);
        program.end()
    };
    let (text, status) = run(&["uci"], "isready\n");
    assert!(text.contains("uciok") && text.ends_with("readyok\n") && status.success(), "{text}");
    for arguments in [&["go depth 3"][..], &["go", "depth", "3"]] {
        let (text, status) = run(arguments, "");
        assert!(text.contains("info depth 3 ") && text.contains("bestmove "), "{text}");
        assert!(status.success());
    }
    let (text, status) = run(&["nonsense"], "");
    assert!(text.is_empty() && !status.success(), "{text}");
}

#[test]
fn every_protocol_has_help_on_the_command_line() {
    for (word, expected) in [
        ("uci", "speaks UCI"),
        ("ugi", "speaks UGI"),
        ("gtp", "Size, komi and handicap are the client's"),
        ("nboard", "[VERSION]"),
        ("hub", "speaks Hub"),
        ("serve", "the default"),
        ("go", "[movetime MS]"),
    ] {
        let (text, status) = Program::start(&[word, "--help"]).end();
        assert!(status.success() && text.contains(expected), "{word}: {text}");
    }
    for arguments in [&["nboard"][..], &["nboard", "2"], &["nboard 2"]] {
        let mut program = Program::start(arguments);
        program.send("nboard 2\nping 1\n");
        let (text, status) = program.end();
        assert_eq!((text.as_str(), status.success()), ("set myname plyglot\npong 1\n", true));
    }
    let mut program = Program::start(&["hub"]);
    program.wait_for("wait");
    assert!(program.end().1.success());
}

/// What is kept of a job that is told to stop: its words, when to tell it (a line of its output, or its
/// first line beside it), how, and what it says.
#[test]
#[cfg(unix)]
fn a_job_that_is_told_to_stop_says_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("game.pgn"), "1. e4 e5 *\n").unwrap();
    let cases = [
        (
            "learn tictactoe --games 100000000 --file {learnt}",
            "games 1-100:",
            "-INT",
            "{learnt} holds what the finished games have taught",
        ),
        (
            "tb build chess --max-men 4 --threads 1 --dir {tables}",
            "K",
            "-INT",
            "{tables} holds the tables that are finished; the same command makes the others",
        ),
        (
            "tune othello --generate 1000000 --nodes 10 --positions {games}",
            "othello: 1000000",
            "-TERM",
            "{games} holds the positions of the games that are finished; --resume goes on",
        ),
        (
            "replay {game.pgn} --analyse --go nodes\u{a0}100000000000",
            "",
            "-INT",
            "the record is as it was",
        ),
        ("perft chess 6", "", "-INT", "there is no sum"),
        ("bench", "", "-TERM", "there is no sum"),
        ("solve chess", "stderr", "-INT", "that was known until then"),
        ("best chess --depth 200", "stderr", "-TERM", "that was the best until then"),
        ("analyse {game.pgn} --depth 200", "stderr", "-INT", "what was judged until then is said"),
        ("dxp --listen 0", "stderr", "-TERM", "a game that runs is left, and nothing of it kept"),
    ];
    let named = Regex::new(r"\{([a-z.]+)\}").unwrap();
    let named =
        |text: &str| named.replace_all(text, |name: &Captures<'_>| at(&name[1])).into_owned();
    for (words, line, signal, kept) in cases {
        let words: Vec<_> =
            words.split(' ').map(|word| named(word).replace('\u{a0}', " ")).collect();
        let mut program = Program::start(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let mut error = BufReader::new(program.child.stderr.take().unwrap());
        if line == "stderr" {
            error.read_line(&mut String::new()).unwrap();
        } else {
            program.wait_for(line);
        }
        program.signal(signal);
        let mut said = String::new();
        program.output.take().unwrap().read_to_string(&mut String::new()).unwrap();
        error.read_to_string(&mut said).unwrap();
        assert_eq!(said.lines().last(), Some(&*format!("plyglot: stopped; {}", named(kept))));
        assert_eq!(program.ends_soon().code(), Some(130), "{words:?}");
    }
    let left = fs::read_dir(folder.path()).unwrap().chain(fs::read_dir(at("tables")).unwrap());
    let mut left = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(left.all(|name| !name.contains(".tmp")));
    // What was kept is whole.
    let learnt = Program::start(&["learn", "tictactoe", "--games", "1", "--file", &at("learnt")]);
    assert!(learnt.end().1.success());
}
