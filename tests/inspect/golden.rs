//! Answers about a small search, to the letter: one thread, a clock that stands still. The game is
//! the smallest: searches of the others change with every change of an evaluator.

use super::desk::client;
use crate::common::golden;

/// Asked of every search. `best` moves on, so that the last questions are about another node.
const QUESTIONS: [&str; 8] =
    ["why", "tree", "best 3", "hot", "iterations", "why not zz", "up", "explain eval"];

#[test]
fn golden_answers_stay_as_they_are() {
    let mut client = client();
    let mut text = String::new();
    let search = ["position tictactoe startpos moves 5 1", "trace on", "go depth 4"];
    for line in search.into_iter().chain(QUESTIONS) {
        text.extend(["> ", line, "\n"]);
        for reply in client.send(line) {
            text.extend([reply.as_str(), "\n"]);
        }
    }
    golden::check("tests/inspect/tictactoe.txt", &text);
}

#[test]
fn a_walk_goes_down_and_up_and_asks_from_where_it_is() {
    let mut client = client();
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
    let mut client = client();
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
