//! Words as moves, played one after the other, and the moves of a game as words.

use crate::game::Game;
use crate::state::{GameText, SetupError};
use crate::view::outcome_text;
use plyglot_core::game::{MoveError, Outcome, PlayedGame};
use plyglot_core::text::shorten;

/// Plays the moves that words mean; the end of a game does not bind.
pub(super) fn play_all<'a, G: Game>(
    rules: &G,
    played: &mut PlayedGame<G>,
    moves: impl Iterator<Item = &'a str>,
) -> Result<(), SetupError> {
    play_each(rules, played, moves, false)
}

/// [`play_all`]; where the end `binds`, no move is played after one, also where the board would still
/// have some. A client that sends a whole game may have another opinion of its end.
pub(super) fn play_each<'a, G: Game>(
    rules: &G,
    played: &mut PlayedGame<G>,
    moves: impl Iterator<Item = &'a str>,
    binds: bool,
) -> Result<(), SetupError> {
    let words: Vec<&str> = moves.collect();
    for (i, text) in rules.moves_in(&words).into_iter().enumerate() {
        let refused = |error| SetupError::Move { index: i + 1, error };
        let over = binds.then(|| played.outcome(rules)).flatten().filter(|outcome| !outcome.claim);
        if let Some(Outcome { reason, .. }) = over {
            return Err(refused(MoveError::Over { found: shorten(&text), reason }));
        }
        let mv = rules.parse_move(played, &text).map_err(refused)?;
        played.play(rules, mv);
    }
    Ok(())
}

/// The moves of a game as people write them.
pub(super) fn texts<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<String> {
    let moves = played.positions().iter().zip(played.moves_played());
    moves.map(|(pos, &mv)| rules.move_text(pos, mv)).collect()
}

/// A game as text.
pub(super) fn game_text<G: Game>(rules: &G, played: &PlayedGame<G>) -> GameText {
    let setup = played.setup();
    let is_start = *setup == rules.start();
    GameText {
        setup: (!is_start).then(|| rules.position_text(setup)),
        moves: texts(rules, played),
        result: played.outcome(rules).as_ref().map(outcome_text),
    }
}
