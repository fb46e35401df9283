//! A client who may have files, and searches to look into.

use plyglot::session::files::Files;

pub(crate) use crate::common::client::Client;

/// A client whose clock stands still.
pub(crate) fn client() -> Client {
    let mut client = Client::new(0);
    client.session.allow_files(Files::below(&std::env::temp_dir()).unwrap());
    // What endgame tables know is not searched, and leaves nothing to record.
    client.send("setoption name TbEmbedded value false");
    client
}

/// Small searches of every game, the deeper ones where the tree stays small.
pub(crate) const SEARCHES: [(&str, &str, &str); 10] = [
    ("tictactoe", "position tictactoe startpos moves 5 1", "go depth 4"),
    ("kalah", "position kalah startpos", "go depth 3"),
    ("abalone", "position abalone startpos", "go depth 3"),
    // A mate in one: what the evaluator of chess thinks hardly matters.
    ("chess", "position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "go depth 4"),
    ("chess-start", "position startpos", "go depth 8"),
    // The game has stood here before.
    (
        "chess-repeated",
        "position fen 6k1/8/8/8/8/8/8/K6R w - - 0 1 moves h1h2 g8g7 h2h1 g7f7 h1h2 f7g7 h2h1 g7g8 h1h2",
        "go depth 5",
    ),
    ("checkers", "position checkers", "go depth 4"),
    ("draughts", "position draughts", "go depth 3"),
    ("morris", "position threemorris", "go depth 3"),
    ("awari", "position awari", "go depth 3"),
];
