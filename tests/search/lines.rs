//! Several lines at once: solvers settle each of them, and the generic search goes on until each is
//! proven.

use std::collections::BTreeMap;

use crate::common::client::Client;
use plyglot::core::{Bound, Info, Score};
use plyglot::protocol::Reply;

/// The last `info` of each line.
fn lines(replies: &[Reply]) -> BTreeMap<u32, &Info> {
    let infos = replies.iter().filter_map(|reply| match reply {
        Reply::Info(info) if info.score.is_some() => Some(info),
        _ => None,
    });
    infos.map(|info| (info.multi_pv.unwrap_or(1), info)).collect()
}

fn exact(info: &Info) -> Score {
    match info.score {
        Some((score, Bound::Exact)) => score,
        other => panic!("{other:?}: {info:?}"),
    }
}

/// The same from the side that has moved here.
fn before_a_move(score: Score) -> Score {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => Score::loss_in(plies.unsigned_abs() + 1),
        Some(plies) => Score::win_in(plies.unsigned_abs() + 1),
        None => Score::cp(-score.raw()),
    }
}

/// The mind `solve` says of all moves at once what it says of each by itself.
fn check(options: &[&str], position: &str) {
    let mut client = Client::new(1);
    for option in options.iter().chain(&["name MultiPV value 100"]) {
        assert!(client.tell(&format!("setoption {option}")).is_empty(), "{option}");
    }
    client.set_up(position);
    let moves = client.send("moves").concat();
    let replies = client.go("");
    let found = lines(&replies);
    let scores: Vec<Score> = found.values().map(|info| exact(info)).collect();
    assert!(moves.ends_with(&format!("Legal moves: {}", scores.len())), "{moves}: {replies:?}");
    assert!(scores.is_sorted_by(|a, b| a >= b), "{position}: {scores:?}");
    client.tell("setoption name MultiPV value 1");
    for (info, score) in found.values().zip(scores) {
        let joint = if position.contains(" moves ") { "" } else { " moves" };
        client.set_up(&format!("{position}{joint} {}", info.pv[0]));
        let after = client.go("");
        let after = lines(&after)[&1];
        assert_eq!(before_a_move(exact(after)), score, "{position} {:?}", info.pv);
    }
}

#[test]
fn the_solver_of_connect_four_settles_every_line() {
    let mind = ["name Connect4.Mind value solve"];
    check(&mind, "connect4 startpos moves 44444471623262");
    // Two columns win at once.
    check(&mind, "connect4 startpos moves 223344");
    // A stone has to be answered.
    check(&mind, "connect4 startpos moves 171727");
    let small = ["name Connect4.Width value 4", "name Connect4.Height value 4"];
    check(&[small[0], small[1], mind[0]], "connect4 startpos");
}

#[test]
fn the_solver_of_othello_settles_every_line() {
    let mind = ["name Othello.Mind value solve"];
    check(&mind, "othello4 startpos");
    check(&mind, "othello4 startpos moves b1");
    let position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    check(&mind, &format!("othello fen {position}"));
}

#[test]
fn the_solver_of_kalah_settles_every_line() {
    let mind =
        ["name Kalah.Mind value solve", "name Kalah.Pits value 4", "name Kalah.Stones value 2"];
    check(&mind, "kalah startpos");
}

#[test]
fn the_usual_player_of_connect_four_goes_on_until_every_line_is_settled() {
    let mut client = Client::new(1);
    client.tell("setoption name MultiPV value 3");
    client.set_up("connect4 startpos moves 44444471623262");
    let replies = client.go("movetime 1000000");
    let found = lines(&replies);
    assert_eq!(found.len(), 3);
    assert!(found.values().all(|info| exact(info).is_proven()), "{found:?}");
}

#[test]
fn the_generic_search_goes_on_until_every_line_is_proven() {
    let mut client = Client::new(1);
    client.tell("setoption name TbEmbedded value false");
    client.tell("setoption name MultiPV value 2");
    // A mate at once, and one a move later.
    client.set_up("chess fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    let replies = client.go("movetime 1000000");
    let found: Vec<Score> = lines(&replies).values().map(|info| exact(info)).collect();
    assert_eq!(found, [Score::win_in(1), Score::win_in(3)]);
}
