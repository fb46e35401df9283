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
    play_each(rules, played, &moves.collect::<Vec<_>>(), false)
}

/// [`play_all`]; where the end `binds`, no move is played after one, also where the board would still
/// have some. A client that sends a whole game may have another opinion of its end.
pub(super) fn play_each<G: Game>(
    rules: &G,
    played: &mut PlayedGame<G>,
    words: &[&str],
    binds: bool,
) -> Result<(), SetupError> {
    for (index, text) in (1..).zip(rules.moves_in(words)) {
        let over = if binds { played.outcome(rules) } else { None };
        let mv = match over.filter(|outcome| !outcome.claim) {
            Some(Outcome { reason, .. }) => Err(MoveError::Over { found: shorten(&text), reason }),
            None => rules.parse_move(played, &text),
        };
        played.play(rules, mv.map_err(|error| SetupError::Move { index, error })?);
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
