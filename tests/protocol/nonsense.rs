//! A hundred thousand lines of nonsense: the session takes each calmly and still says `readyok`.
//!
//! The lines are good ones, damaged: characters changed, words doubled, dropped, swapped between
//! lines. The seed is fixed; a failing line is printed with what led to it.

use std::collections::VecDeque;

use plyglot::core::Settings;
use plyglot::core::rng::{self, Rng};
use plyglot::protocol::Reply;
use plyglot::protocol::hub::{Act, Told};
use plyglot::protocol::translator::Translator;
use plyglot::registry::GAMES;
use plyglot::session::Flow;
use plyglot::session::event::Event;
use plyglot::session::files::Files;
use plyglot::{gtp, options};
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

/// The same in GTP.
const GOOD_GTP: &[&str] = &[
    "1 protocol_version",
    "boardsize 3",
    "boardsize 19",
    "clear_board",
    "komi 6.5",
    "komi -400",
    "play b A1",
    "play w B2",
    "play white C3",
    "play b pass",
    "7 genmove w",
    "reg_genmove b",
    "lz-analyze b 50 maxmoves 3",
    "kata-genmove_analyze w interval 10",
    "fixed_handicap 4",
    "place_free_handicap 9",
    "set_free_handicap A1 B2 C3",
    "undo",
    "final_score",
    "final_status_list dead",
    "showboard",
    "printsgf",
    "loadsgf /nowhere 3",
    "time_settings 60 30 5",
    "time_left w 9 3",
    "kgs-time_settings canadian 60 30 5",
    "plyglot-option Hash 1",
    "plyglot-nodes 20",
    "plyglot-position",
    "stop",
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

pub(super) fn damaged(rng: &mut Rng, good: &[&'static str]) -> String {
    let pick = |rng: &mut Rng| good[rng.random_range(0..good.len())];
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
        let line = damaged(&mut rng, GOOD);
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

/// A board of GTP takes damaged lines: whatever is told to the session is one line, each position that is
/// to be searched is one, and an answer that ends comes to every line with a command.
#[test]
fn damaged_lines_of_gtp_are_taken_calmly() {
    let mut rng = rng::seeded(SEED);
    let mut gtp = gtp::open(Files::none(), Settings::defaults(&options::all(GAMES)));
    for _ in 0..LINES / 10 {
        let line = damaged(&mut rng, GOOD_GTP);
        let mut acts = VecDeque::from(gtp.obey(&line));
        let mut answers = 0;
        while let Some(act) = acts.pop_front() {
            let told = match act {
                Act::Say(said) => {
                    assert!(!said.trim_end().contains("\n\n"), "{line:?}: {said:?}");
                    answers += 1;
                    continue;
                }
                Act::Tell(told) => told,
            };
            let text = told.command().to_string();
            assert!(!text.contains('\n'), "{line:?}: {text:?}");
            let pass = Reply::BestMove { best: Some("pass".to_owned()), ponder: None };
            let reply = match told {
                Told::IsReady => Reply::ReadyOk,
                Told::Go(limits) if !limits.infinite => pass,
                Told::Go(_) => {
                    acts.extend(gtp.obey(""));
                    continue;
                }
                Told::Stop => pass,
                Told::Position(Some(position), moves) => {
                    assert!(position.contains('/') && moves.len() < LINES, "{line:?}: {text}");
                    continue;
                }
                Told::Position(None, _)
                | Told::SetOption(..)
                | Told::NewGame
                | Told::PonderHit
                | Told::Quit => continue,
            };
            acts.extend(gtp.reply(&reply));
        }
        let is_empty = line.split('#').next().is_none_or(|line| {
            line.chars().all(|letter| letter.is_whitespace() || letter.is_control())
        });
        assert!(answers > 0 || is_empty, "{line:?}");
    }
}
