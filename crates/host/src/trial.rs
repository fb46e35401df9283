//! Readings of a source text tried on a game, see [`crate::readings`].

use crate::game::Game;
use crate::readings::{Group, ReadingAnswer, groups};
use plyglot_core::game::PlayedGame;

/// Puts all moves of a game to all readings: groups, those that explain most before the others; of
/// two that explain as many, the one that misses less. Empty where the game has no such readings.
pub(super) fn try_readings<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<Group> {
    let moves = played.moves_played();
    groups(rules.readings(), moves.len(), &|ply| {
        let mut line = PlayedGame::new(rules, played.setup().clone());
        for &mv in &moves[..ply] {
            line.play(rules, mv);
        }
        let mut answers = Vec::new();
        for ReadingAnswer { chosen, verdict } in rules.reading_answers(&line, moves[ply]) {
            let chosen = chosen.map(|mv| rules.move_text(line.position(), mv));
            answers.push(ReadingAnswer { chosen, verdict });
        }
        answers
    })
}
