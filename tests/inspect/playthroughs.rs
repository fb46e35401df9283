//! A random game of every game as text, `tests/playthroughs/NAME.txt`: boards, position strings, keys,
//! counters, legal moves and how it ended, as the session says them. What the rules make of a whole
//! game cannot change unseen.

use std::fmt::Write;

use plyglot::registry::GAMES;
use rand::RngExt;

use super::desk::{Client, client};
use crate::common::golden;

/// All is shown at each of so many plies, and at the end; between them the key and the move.
const SHOWN_EVERY: usize = 10;
/// A random game that will not end is left here.
const PLIES_MAX: usize = 300;
const SEED: u64 = 7;

/// The legal moves, as the session lists them.
fn legal_moves(client: &mut Client) -> Vec<String> {
    let replies = client.send("moves");
    let listed = replies.iter().take_while(|line| !line.starts_with("Legal moves: "));
    listed.flat_map(|line| line.split_whitespace()).map(str::to_owned).collect()
}

/// One game of moves drawn by lot.
fn played(name: &str) -> String {
    let (mut client, mut rng) = (client(), plyglot::core::rng::seeded(SEED));
    let (mut moves, mut text) = (Vec::new(), String::new());
    client.send(&format!("position {name} startpos"));
    text += &(client.send("rules").join("\n") + "\n");
    loop {
        let (shown, legal) = (client.send("d"), legal_moves(&mut client));
        let is_over = client.send("query gameover") == ["response true"];
        let ends = is_over || legal.is_empty() || moves.len() == PLIES_MAX;
        let key = shown.iter().find(|line| line.starts_with("Key: ")).unwrap();
        if ends || moves.len() % SHOWN_EVERY == 0 {
            writeln!(text, "\n{}\nmoves: {}", shown.join("\n"), legal.join(" ")).unwrap();
        } else {
            writeln!(text, "{key}, {} moves", legal.len()).unwrap();
        }
        if ends {
            break;
        }
        moves.push(legal[rng.random_range(0..legal.len())].clone());
        writeln!(text, "{}. {}", moves.len(), moves[moves.len() - 1]).unwrap();
        client.send(&format!("position {name} startpos moves {}", moves.join(" ")));
    }
    text + &client.send("query result").join("\n") + "\n"
}

#[test]
fn playthroughs_are_as_they_were() {
    for game in GAMES {
        golden::check(&format!("tests/playthroughs/{}.txt", game.name), &played(game.name));
    }
}
