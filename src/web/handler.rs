//! What a page asks of a game that stands: another game, options, moves, questions.

use super::message::{Go, Request};
use super::reply::Reply;
use super::room::Room;
use super::{ask, board, files, glimpse, setup, theatre, traces};
use plyglot_core::text::shorten;
use plyglot_host::event::Notice;
use plyglot_host::state::{GameState, SetupError};

/// Answers a message that needs no search, at once or later.
///
/// # Errors
/// Says what was found and expected; then nothing has changed.
pub(super) fn answer(room: &mut Room, id: u64, request: Request) -> Result<Option<Reply>, String> {
    let answered = match request {
        Request::New { variant, options } => {
            let told = setup::open(room, &variant, &options)?;
            told_and_state(room, &told)
        }
        Request::Set { options } => {
            let told = setup::set(room, &options)?;
            told_and_state(room, &told)
        }
        Request::Position { position, moves } => {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            end_search_for(room, |game| game.set_position(position.as_deref(), &moves).map(drop))?;
            let told = room.engine.set_position(position.as_deref(), &moves);
            let told = told.map_err(|error| error.to_string())?;
            told_and_state(room, &told)
        }
        Request::Look { moves } => glimpse::look(room, &moves)?,
        Request::Peek { moves } => glimpse::peek(room, &moves)?,
        Request::Edit { scene, side } => glimpse::edit(room, &scene, side)?,
        Request::Play { mv } => play(room, &mv)?,
        Request::Undo { plies } => {
            end_search_for(room, |game| game.undo(plies))?;
            room.engine.undo(plies).map_err(|error| error.to_string())?;
            room.state()
        }
        Request::Why { mv } => ask::why(room, &mv)?,
        Request::Probe {} => {
            ask::probe(room, id);
            return Ok(None);
        }
        Request::Longest { table } => {
            ask::longest(room, id, table);
            return Ok(None);
        }
        Request::Perfect {} => ask::perfect(room)?,
        Request::Accounts { players } => ask::accounts(room, &players)?,
        Request::Draws {} => ask::draws(room),
        Request::Rules {} => ask::rules(room),
        Request::Claim { mv } => ask::claim(room, mv.as_deref())?,
        Request::Hint {} => ask::hint(room)?,
        Request::Whynot { mv } => theatre::whynot(room, &mv)?,
        Request::Node { path } => theatre::node(room, path)?,
        Request::Record { form, tags, tree } => files::record(room, form, &tags, tree)?,
        Request::Savetrace {} => traces::save(room)?,
        Request::Opentrace(upload) => traces::open(room, upload)?,
        Request::Load(upload) => files::load(room, upload)?,
        Request::Learn { games, against, seed } => {
            room.learn(id, games, against, seed)?;
            return Ok(None);
        }
        Request::Watch {} => {
            room.watch(id)?;
            return Ok(None);
        }
        Request::Hello { .. } | Request::Ping {} | Request::Go(_) | Request::Stop {} => {
            return Err("this is answered elsewhere".to_owned());
        }
    };
    Ok(Some(answered))
}

fn told_and_state(room: &mut Room, told: &[Notice]) -> Reply {
    room.note_all(told);
    room.state()
}

/// Ends a search that is under way for what changes the game, unless that will be refused: tried on
/// a copy.
fn end_search_for(
    room: &mut Room,
    change: impl FnOnce(&mut dyn GameState) -> Result<(), SetupError>,
) -> Result<(), String> {
    if room.is_searching() {
        change(&mut *ask::copy_of(room)?).map_err(|error| error.to_string())?;
        room.end_search();
    }
    Ok(())
}

fn play(room: &mut Room, mv: &str) -> Result<Reply, String> {
    end_search_for(room, |game| game.play(&[mv]).map(drop))
        .map_err(|text| ask::of_one_move(&text))?;
    let mut frames = room.engine.state().frames(mv);
    frames.dedup();
    let told = room.engine.play(&[mv]).map_err(|error| ask::of_one_move(&error.to_string()))?;
    let mut reply = told_and_state(room, &told);
    if let Reply::State(state) = &mut reply {
        state.frames = Some(frames.iter().map(|scene| board::scene(scene)).collect());
    }
    Ok(reply)
}

/// Whether a search can begin so, before another is ended for it.
///
/// # Errors
/// There is no such player, or one of the moves is none here.
pub(super) fn check_go(room: &Room, go: &Go) -> Result<(), String> {
    if let Some(player) = &go.player {
        let opt = room.engine.option(&room.engine.game.player_option())?;
        opt.parse(player).map_err(|error| format!("go: player: {error}"))?;
    }
    let mut cursor = room.engine.state().cursor();
    for mv in &go.moves {
        if !cursor.play(Some(mv)) {
            return Err(format!("go: moves: `{}` is no move here", shorten(mv)));
        }
        cursor.back();
    }
    Ok(())
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
