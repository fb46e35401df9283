//! Perft: published counts from `tests/perft/<game>.csv` against the move generators.
//!
//! Lines above the node limit are skipped in the default run; `PLYGLOT_LONG=1` runs them all.

use plyglot::core::WALK_DEPTH_MAX;
use plyglot::game::perft::{Counter, Leaves, Uncounted, perft};
use plyglot::game::{Notation, Rules};
use plyglot::games::abalone::Abalone;
use plyglot::games::chess::Chess;
use plyglot::games::kalah::{Kalah, RuleSet};
use plyglot::games::morris::{Morris, RuleSet as MorrisRules};
use plyglot::games::tictactoe::TicTacToe;

/// Lines with more nodes than this wait for the long run.
const NODES_MAX: u64 = 3_000_000;

fn check_file<R: Rules>(rules: &R, file: &str, parse: impl Fn(&str) -> R::Position) {
    let long = std::env::var_os("PLYGLOT_LONG").is_some();
    let path = format!("{}/tests/perft/{file}.csv", env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for record in csv::Reader::from_path(&path).unwrap().records() {
        let record = record.unwrap();
        let (position, depth, nodes) = (&record[2], &record[3], &record[4]);
        let (depth, nodes) = (depth.parse::<u32>().unwrap(), nodes.parse::<u64>().unwrap());
        if nodes > NODES_MAX && !long {
            continue;
        }
        let pos = parse(position);
        assert_eq!(perft(rules, &pos, depth, Leaves::Bulk), nodes, "{position} depth {depth}");
        checked += 1;
    }
    assert!(checked > 0, "{path} holds no line below the limit");
}

#[test]
fn tictactoe_agrees_with_the_published_counts() {
    check_file(&TicTacToe::default(), "tictactoe", |_| TicTacToe::default().start());
}

#[test]
fn chess_agrees_with_the_published_counts() {
    let chess = Chess::default();
    check_file(&chess, "chess", |fen| chess.parse_position(fen).unwrap());
}

/// One megabyte is far too little for what meets here: most counts are given up for others.
#[test]
fn lines_that_meet_are_as_many_when_they_are_walked_once() {
    let chess = Chess::default();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let abalone = Abalone::default();
    let count = |fen, depth| {
        let mut counter = Counter::remembering(1, &|| false).unwrap();
        counter.count(&chess, &chess.parse_position(fen).unwrap(), depth)
    };
    assert_eq!(count(kiwipete, 4), Ok(4_085_603));
    assert_eq!(count("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6), Ok(11_030_083));
    let mut counter = Counter::remembering(1, &|| false).unwrap();
    let walked = perft(&abalone, &abalone.start(), 4, Leaves::Bulk);
    assert_eq!(counter.count(&abalone, &abalone.start(), 4), Ok(walked));
    assert_eq!(counter.count(&abalone, &abalone.start(), 3), Ok(walked_by(&abalone, 3)));
}

fn walked_by<R: Rules>(rules: &R, depth: u32) -> u64 {
    perft(rules, &rules.start(), depth, Leaves::Each)
}

#[test]
fn chess960_agrees_with_the_published_counts() {
    let chess = Chess::new(true);
    check_file(&chess, "chess960", |fen| chess.parse_position(fen).unwrap());
}

/// Kalah's published counts are of single sowings; the position is pits and stones.
#[test]
fn kalah_agrees_with_the_published_counts() {
    let path = format!("{}/tests/perft/kalah.csv", env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for record in csv::Reader::from_path(&path).unwrap().records() {
        let record = record.unwrap();
        let set =
            RuleSet::PRESETS.iter().find(|(name, _)| record[1].split(' ').next() == Some(name));
        let (pits, stones) = record[2].split_once(' ').unwrap();
        let kalah = Kalah::new(set.unwrap().1, pits.parse().unwrap(), stones.parse().unwrap());
        let (depth, nodes) = (record[3].parse().unwrap(), record[4].parse().unwrap());
        let found = kalah.perft_sowings(&kalah.start(), depth, &|| false);
        assert_eq!(found, Ok(nodes), "{record:?}");
        checked += 1;
    }
    assert_eq!(checked, 48);
}

#[test]
fn abalone_agrees_with_two_independent_generators() {
    let abalone = Abalone::default();
    check_file(&abalone, "abalone", |fen| abalone.parse_position(fen).unwrap());
}

/// The frames of the deepest walk that is taken fit into the stack of a search.
#[test]
fn the_deepest_walk_ends_when_it_is_told_to() {
    let chess = Chess::new(false);
    let deepest = std::cell::Cell::new(WALK_DEPTH_MAX);
    // Asked once a ply on the way down, and by then at the bottom of the first line.
    let must_stop = || {
        deepest.set(deepest.get().saturating_sub(1));
        deepest.get() == 0
    };
    let counted = Counter::new(&must_stop).count(&chess, &chess.start(), WALK_DEPTH_MAX);
    assert_eq!(counted, Err(Uncounted::Stopped));
}

/// Three men's morris has more than 2^64 lines of 23 plies.
#[test]
fn more_lines_than_can_be_counted_are_no_number() {
    let morris = Morris::new(MorrisRules::THREE);
    let never = || false;
    let mut counter = Counter::remembering(64, &never).unwrap();
    let counted = counter.count(&morris, &morris.start(), 23);
    assert_eq!(counted, Err(Uncounted::TooMany));
}
