//! Games of chess for the tests: written down, or played at random from a seed.

use plyglot::core::rng;
use plyglot::game::{Notation, PlayedGame};
use plyglot::games::chess::Chess;
use rand::RngExt;

/// The game that begins with this position, after these moves.
pub(super) fn line_of(chess: &Chess, fen: &str, moves: &str) -> PlayedGame<Chess> {
    let mut played = PlayedGame::new(chess, chess.parse_position(fen).unwrap());
    for text in moves.split_whitespace() {
        let mv = chess.parse_move(&played, text).unwrap();
        played.play(chess, mv);
    }
    played
}

/// Random games from a seed: every position of them, with the line that led there.
pub(super) fn wander(
    chess: &Chess,
    start: &str,
    seed: u64,
    mut visit: impl FnMut(&PlayedGame<Chess>),
) {
    let mut rng = rng::seeded(seed);
    let mut played = line_of(chess, start, "");
    for _ply in 0..150 {
        visit(&played);
        let moves = played.moves(chess);
        if moves.is_empty() {
            return;
        }
        played.play(chess, moves[rng.random_range(0..moves.len())]);
    }
}
