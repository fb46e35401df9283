//! What a page asks of a game that stands: another game, options, moves, questions.

use super::message::{Go, Options, Request};
use super::reply::Reply;
use super::room::Room;
use super::setup;
use plyglot_host::event::Notice;

/// Answers a message that needs no search.
///
/// # Errors
/// Says what was found and expected; then nothing has changed.
pub(super) fn answer(room: &mut Room, id: u64, request: Request) -> Result<Reply, String> {
    match request {
        Request::New { variant, options } => {
            room.end_search();
            let told = setup::open(room, &variant, &options)?;
            told_and_state(room, &told)
        }
        Request::Set { options } => set(room, &options),
        Request::Position { position, moves } => {
            room.end_search();
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let told = room.engine.set_position(position.as_deref(), &moves);
            let told = told.map_err(|error| error.to_string())?;
            told_and_state(room, &told)
        }
        Request::Play { mv } => play(room, &mv),
        Request::Undo { plies } => {
            room.end_search();
            room.engine.undo(plies).map_err(|error| error.to_string())?;
            Ok(room.state())
        }
        Request::Why { mv } => Ok(Reply::Text { lines: why(room, &mv) }),
        _ => Err(format!("{id}: not answered yet")),
    }
}

fn told_and_state(room: &mut Room, told: &[Notice]) -> Result<Reply, String> {
    told.iter().for_each(|notice| room.note(super::thinking::text(notice).to_owned()));
    Ok(room.state())
}

fn set(room: &mut Room, options: &Options) -> Result<Reply, String> {
    room.end_search();
    let told = setup::set(room, options)?;
    told_and_state(room, &told)
}

fn play(room: &mut Room, mv: &str) -> Result<Reply, String> {
    room.end_search();
    let frames = room.engine.state().frames(mv);
    let told = room.engine.play(&[mv]).map_err(|error| error.to_string())?;
    let Reply::State(mut state) = told_and_state(room, &told)? else {
        return Err("play: no state".to_owned());
    };
    state.frames = Some(frames.iter().map(|scene| super::board::scene(scene)).collect());
    Ok(Reply::State(state))
}

/// Why a move is not legal, or what it would repeat.
fn why(room: &mut Room, mv: &str) -> Vec<String> {
    let state = &mut *room.engine.state;
    let repeats = state.repeats(mv).map(|it| it.sentence());
    if state.frames(mv).is_empty() {
        let error = state.play(&[mv]).err().map(|error| error.to_string());
        return error.into_iter().chain(repeats).collect();
    }
    vec![repeats.unwrap_or_else(|| format!("{mv} is legal"))]
}

/// Lets the player that a search names be the one in force.
///
/// # Errors
/// There is none of this name.
pub(super) fn choose_player(room: &mut Room, go: &Go) -> Result<(), String> {
    let Some(player) = &go.player else { return Ok(()) };
    let name = room.engine.game.player_option();
    if room.engine.settings.combo(&name).eq_ignore_ascii_case(player) {
        return Ok(());
    }
    room.engine.set_option(&name, player).map(|_| ())
}
