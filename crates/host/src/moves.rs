//! Words as moves, played one after the other.

use crate::game::Game;
use crate::state::SetupError;
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
