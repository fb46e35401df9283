//! A hundred thousand lines of nonsense: the session takes each calmly and still says `readyok`.
//!
//! The lines are good ones, damaged: characters changed, words doubled, dropped, swapped between
//! lines. The seed is fixed; a failing line is printed with what led to it.

use plyglot::core::rng::{self, Rng};
use plyglot::protocol::Reply;
use plyglot::session::Flow;
use plyglot::session::event::Event;
use rand::RngExt;

use crate::common::client::Client;

const SEED: u64 = 20_261_121;
const LINES: usize = 100_000;
/// Every session takes so many lines, then another begins.
const LINES_A_SESSION: usize = 2_000;

const GOOD: &[&str] = &[
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "uginewgame",
    "debug on",
    "register name x code y",
    "setoption name UCI_Variant value tictactoe",
    "setoption name UCI_Variant value chess960",
    "setoption name UCI_Variant value abalone",
    "setoption name Abalone.Start value belgian_daisy",
    "setoption name Hash value 1",
    "setoption name MultiPV value 3",
    "setoption name TicTacToe.Notation value drop",
    "setoption name Clear Hash",
    "setoption name Depth Policy value adaptive",
    "setoption name TicTacToe.Mind value ratings",
    "setoption name UCI_ShowWDL value true",
    "setoption name Skill value 3",
    "position startpos moves e2e4 e7e5 g1f3",
    "position tictactoe startpos moves 5 1 9",
    "position chess startpos",
    "position abalone startpos moves a1b2 i9h9 c3:ne",
    "position abalone fen s4/S5/S6/8/S7s/8/7/6/5 5 2 b 0 30 moves g3h4",
    "setoption name Morris.MillRepeat value forbidden",
    "position morris startpos moves d6 g7 d7 g4 d5xg7",
    "position morris fen O****@*O/O**@****/O****@@* w m s 4 0 4 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen x2/1o1/3 x",
    "position tictactoe fen 3/3/3[PPPPPpppp] w - - 0 1 moves P@a1",
    "moves e2e4",
    "moves 5",
    "moves",
    "go depth 2",
    "go nodes 100 searchmoves e2e4 5",
    "go wtime 10 btime 10 winc 1 binc 1 movestogo 3",
    "go p1time 10 p2time 10 p1inc 1 p2inc 1",
    "go movetime 1",
    "go infinite",
    "go ponder depth 1",
    "go mate 1",
    "go perft 2",
    "perft 2",
    "stop",
    "ponderhit",
    "query p1turn",
    "query gameover",
    "query result",
    "d",
    "eval",
    "rules",
    "undo 2",
    "why",
    "why not e2e4",
    "tree e2e4 depth 2",
    "down e2e4",
    "up",
    "best 3",
    "hot",
    "iterations",
    "diff /nowhere /nowhere",
    "explain eval",
    "help go",
];

/// Words that would write files, or keep a machine busy, however they came about.
fn is_harmless(line: &str) -> bool {
    let line = line.to_lowercase();
    let big = line
        .split_whitespace()
        .filter_map(|word| word.parse::<i128>().ok())
        .any(|number| number.abs() > 300);
    !["save", "load", "bench", "file", "threads", "trace", "compare"]
        .iter()
        .any(|word| line.contains(word))
        && !big
}

fn damaged(rng: &mut Rng) -> String {
    let pick = |rng: &mut Rng| GOOD[rng.random_range(0..GOOD.len())];
    let mut words: Vec<&str> = pick(rng).split(' ').collect();
    let other: Vec<&str> = pick(rng).split(' ').collect();
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..=words.len());
        match rng.random_range(0..4) {
            0 if at < words.len() => _ = words.remove(at),
            1 if at < words.len() => words.insert(at, words[at]),
            2 => words.insert(at, other[rng.random_range(0..other.len())]),
            _ => words.truncate(at.max(1)),
        }
    }
    let mut text: Vec<char> = words.join(" ").chars().collect();
    for _ in 0..rng.random_range(0..3) {
        let strange = ['\t', '\0', 'ß', '🂡', '-', '9', '/', ' ', '\u{7f}', 'x', '@', '='];
        let c = strange[rng.random_range(0..strange.len())];
        let at = rng.random_range(0..=text.len());
        match rng.random_range(0..3) {
            0 if at < text.len() => text[at] = c,
            1 if at < text.len() => _ = text.remove(at),
            _ => text.insert(at, c),
        }
    }
    text.into_iter().collect()
}

/// Time flies: a look at the clock takes a tenth of a millisecond, so nothing lasts long.
const LOOK_US: u64 = 100;

/// What is said to an event, each reply a line.
fn heard(client: &mut Client, event: Event) -> (Vec<Reply>, Flow) {
    let (replies, flow) = client.event(event);
    let texts = client.texts(&replies);
    assert!(texts.iter().all(|text| !text.contains(['\n', '\r'])), "{texts:?}");
    (replies, flow)
}

/// Lets what runs come to its end, by itself or by `stop`.
fn settle(client: &mut Client) -> Vec<Reply> {
    let mut all = Vec::new();
    while client.session.is_busy() {
        all.extend(heard(client, Event::Line("stop".to_owned())).0);
        if client.session.is_busy() {
            let event = client.inbox.recv().unwrap();
            all.extend(heard(client, event).0);
        }
    }
    all
}

#[test]
fn a_hundred_thousand_damaged_lines_are_taken_calmly() {
    let mut rng = rng::seeded(SEED);
    let mut client = Client::new(LOOK_US);
    let mut taken = 0;
    let mut in_session = 0;
    while taken < LINES {
        let line = damaged(&mut rng);
        if !is_harmless(&line) {
            continue;
        }
        taken += 1;
        in_session += 1;
        let (_, flow) = heard(&mut client, Event::Line(line.clone()));
        let (replies, _) = heard(&mut client, Event::Line("isready".to_owned()));
        if !replies.contains(&Reply::ReadyOk) {
            // It waits for a search that was told to stop, or until tables are made.
            let replies = settle(&mut client);
            assert!(replies.contains(&Reply::ReadyOk), "after {line:?}: {replies:?}");
        }
        // Now and then commands pile up behind a search; mostly it is stopped at once.
        if rng.random_range(0..8) > 0 {
            settle(&mut client);
        }
        if flow == Flow::Quit || in_session == LINES_A_SESSION {
            settle(&mut client);
            client = Client::new(LOOK_US);
            in_session = 0;
        }
    }
}
