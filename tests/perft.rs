//! Perft: published counts from `tests/perft/<game>.csv` against the move generators.
//!
//! Lines above the node limit are skipped in the default run; `PLYGLOT_LONG=1` runs them all.

use plyglot::game::perft::{Leaves, perft};
use plyglot::game::{Notation, Rules};
use plyglot::games::abalone::Abalone;
use plyglot::games::chess::Chess;
use plyglot::games::kalah::{Kalah, RuleSet};
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
