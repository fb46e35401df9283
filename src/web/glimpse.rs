//! Boards besides the one of the game: along a line that a reader points at, and set up by hand. The
//! game stays where it is, and so does a search of it.

use super::board::{scene, state_of};
use super::message::SideWord;
use super::reply::{Glimpse, Reply};
use super::room::Room;
use plyglot_core::Side;
use plyglot_core::text::shorten;

/// A line is shown so far.
const MOVES_MAX: usize = 64;

/// How the game stands after these moves from its set-up: at another place of a reader's tree.
///
/// # Errors
/// A move cannot be played.
pub(super) fn look(room: &Room, moves: &[String]) -> Result<Reply, String> {
    let there = room.engine.copy_after(moves).map_err(|error| format!("look: {error}"))?;
    let mut known = Some(there.board().picture);
    Ok(Reply::State(Box::new(state_of(&room.engine, &*there, &mut known))))
}

/// The boards along a line from where the game stands.
///
/// # Errors
/// A move cannot be played.
pub(super) fn peek(room: &Room, moves: &[String]) -> Result<Reply, String> {
    if moves.len() > MOVES_MAX {
        return Err(format!("peek: {} moves, expected at most {MOVES_MAX}", moves.len()));
    }
    let state = room.engine.state();
    let named = state.board().picture.places;
    let mut cursor = state.cursor();
    let mut before = cursor.scene();
    let mut plies = Vec::new();
    for mv in moves {
        if !cursor.play(Some(mv)) {
            return Err(format!("peek: `{}` is no move there", shorten(mv)));
        }
        let after = cursor.scene();
        let is_changed = |at: &usize| {
            before.get(*at) != after.get(*at)
                && named.get(*at).is_some_and(|it| !it.name.is_empty())
        };
        let changed = (0..after.len()).filter(is_changed).collect();
        plies.push(Glimpse { scene: scene(&after), changed });
        before = after;
    }
    Ok(Reply::Peeked { plies })
}

/// The position string of a board that was set up by hand. Whether it is a position, `position` says.
///
/// # Errors
/// There are more or fewer words than places, or the game is not set up so.
pub(super) fn edit(room: &Room, words: &[String], side: SideWord) -> Result<Reply, String> {
    let state = room.engine.state();
    let places = state.board().scene.len();
    if words.len() != places {
        return Err(format!(
            "edit: {} words, expected one for each of {places} places",
            words.len()
        ));
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let side = match side {
        SideWord::First => Side::First,
        SideWord::Second => Side::Second,
    };
    let position = state.set_up(&words, side);
    let position = position.ok_or("edit: this board is not set up by hand; write the position")?;
    Ok(Reply::Edited { position })
}
