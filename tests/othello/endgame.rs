//! The usual player near the end of a game: it asks the solver where a proof may be had.

use crate::common::client::Client;

/// Problem 13 of the FFO test, sixteen empty squares: b7 wins by 14.
const SIXTEEN: &str = "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X";

/// What the usual player says to these limits.
fn said(limits: &str) -> Vec<String> {
    let mut client = Client::new(0);
    client.set_up(&format!("othello fen {SIXTEEN}"));
    let replies = client.go(limits);
    client.texts(&replies)
}

#[test]
fn what_can_be_proven_is() {
    for limits in ["depth 16", "depth 30", "nodes 2000000"] {
        let said = said(limits);
        let last = said.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        assert!(last.starts_with("info depth 16 ") && last.contains(" score cp 1400 "), "{last}");
        assert!(said.iter().any(|line| line.contains("win, margin +14 proven")), "{limits}");
        assert!(said.last().unwrap().starts_with("bestmove b7"), "{said:?}");
    }
    for limits in ["depth 8", "nodes 20000", "mate 3"] {
        assert!(!said(limits).iter().any(|line| line.contains("proven")), "{limits}");
    }
}

#[test]
fn a_new_game_begins_with_an_empty_memory() {
    let mut client = Client::new(0);
    client.ask("setoption name Othello.Mind value solve");
    let mut nodes = || {
        client.tell("ucinewgame");
        client.set_up(&format!("othello fen {SIXTEEN}"));
        let replies = client.go("nodes 1000000000");
        let said = client.texts(&replies).join(" ");
        said.split("+14 proven, ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    assert_eq!(nodes(), nodes());
}
