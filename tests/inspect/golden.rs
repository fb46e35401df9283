//! Answers for small searches of every game, to the letter: one thread, a clock that stands still.
//! `PLYGLOT_BLESS=1 cargo test --test all inspect::golden` writes them anew; a change of a search or a
//! judge changes them, and the difference is worth reading.

use std::fs;

use super::desk::{Client, SEARCHES};

/// Asked of every search. `best` moves on, so that the last questions are about another node.
const QUESTIONS: [&str; 8] =
    ["why", "tree", "best 3", "hot", "iterations", "why not zz", "up", "explain eval"];

fn answers(position: &str, go: &str) -> String {
    let mut client = Client::new();
    let mut text = String::new();
    for line in [position, "trace on", go].into_iter().chain(QUESTIONS) {
        text.extend(["> ", line, "\n"]);
        for reply in client.send(line) {
            text.extend([reply.as_str(), "\n"]);
        }
    }
    text
}

#[test]
fn golden_answers_stay_as_they_are() {
    // The start position of chess is left out: its tree changes with every change of the evaluator.
    for (name, position, go) in SEARCHES.into_iter().filter(|(name, ..)| *name != "chess-start") {
        let path = format!("{}/tests/inspect/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let found = answers(position, go);
        if std::env::var_os("PLYGLOT_BLESS").is_some() {
            fs::write(&path, &found).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap();
        let first = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
        assert_eq!(first, None, "{name}");
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn a_walk_goes_down_and_up_and_asks_from_where_it_is() {
    let mut client = Client::new();
    client.send("position tictactoe startpos moves 5 1");
    client.send("trace on");
    client.send("go depth 4");
    let root = client.send("tree");
    let down = client.send("down 3");
    assert!(down[0].starts_with("info string 3: depth "), "{down:?}");
    assert_eq!(client.send("tree"), down);
    assert!(client.send("down 7")[0].starts_with("info string 3 7: depth "));
    assert_eq!(client.send("up"), down);
    assert_eq!(client.send("up"), root);
    assert_eq!(client.send("up"), ["info string error up: this is the root"]);
    assert_eq!(client.send("tree 3"), down);
    let error = "info string error down: found `5`, expected a recorded move: ";
    assert!(client.send("down 5")[0].starts_with(error));
    assert_eq!(client.send("tree"), root, "an error leads nowhere");
}

#[test]
fn why_not_tells_the_refutation() {
    let mut client = Client::new();
    client.send("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    client.send("trace on");
    let best = client.send("go depth 4").pop().unwrap();
    let best = best.split_whitespace().nth(1).unwrap().to_owned();
    let chosen = client.send(&format!("why {best}"));
    assert!(chosen[0].contains(" is the move: "), "{chosen:?}");
    // Stalemate, or the queen is lost: never the best.
    let refused = client.send("why not g5g6");
    assert!(refused[0].starts_with("info string g5g6 "), "{refused:?}");
    assert!(refused[0].contains(", to beat "), "{refused:?}");
    assert!(refused.last().unwrap().contains("g5g6 was the best move"), "{refused:?}");
}
