//! Questions about a position: what endgame tables, players and rule books say of it.

use super::reply::Reply;
use super::room::Room;
use super::thinking::text;
use super::verdict::{self, GridView, Tables, TermView, VerdictView};
use crate::engine::words;
use plyglot_core::game::Attribution;
use plyglot_core::game::picture::Picture;
use plyglot_core::text::shorten;
use plyglot_host::event::{Answer, JobResult, Listener, SearchEvent};
use plyglot_host::job;
use plyglot_host::state::GameState;
use plyglot_host::view::{PlayerAccount, TablesView, Verdict};
use plyglot_tablebase::{Metric, Value};

/// No line of best play is followed for longer: where margins are kept, boards may come back for
/// ever.
const LINE_MAX: usize = 600;
/// So many players say what they think at once.
const PLAYERS_MAX: usize = 8;

/// Asks the endgame tables; they answer beside the room.
pub(super) fn probe(room: &Room, id: u64) {
    let listener = beside(room, id, |result| {
        let notices: Vec<String> = result.notices.iter().map(|it| text(it).to_owned()).collect();
        match result.answer {
            Answer::Tables(view) => Reply::Tables(tables(&view, notices)),
            _ => Reply::Tables(Tables { notices, ..Tables::default() }),
        }
    });
    room.engine.ask_tables(listener);
}

/// Looks for the longest win of a table, beside the room.
pub(super) fn longest(room: &Room, id: u64, table: Option<String>) {
    let listener = beside(room, id, |result| {
        if let Answer::Longest(win) = result.answer {
            let text = match win.metric {
                Metric::Margin => format!("{}: the largest margin, {}", win.table, win.distance),
                metric => {
                    format!("{}: the longest win, {} plies ({metric})", win.table, win.distance)
                }
            };
            return Reply::Position { position: win.position, text };
        }
        let first = result.notices.first().map(text);
        Reply::Refused { what: format!("longest: {}", first.unwrap_or("nothing found")) }
    });
    room.engine.state().ask_longest(table, job::running_clock(), listener);
}

/// Who hears a job that runs beside the room and makes a reply of its end.
fn beside(
    room: &Room,
    id: u64,
    reply: impl Fn(JobResult) -> Reply + Send + Sync + 'static,
) -> Listener {
    let handle = room.handle();
    Listener::new(move |event| {
        if let SearchEvent::Done(result) = event {
            handle.tell(super::event::Event::Said(id, Box::new(reply(result))));
        }
    })
}

/// What tables say, for a page.
fn tables(view: &TablesView, mut notices: Vec<String>) -> Tables {
    if view.verdicts.is_empty() {
        notices.extend(view.heading());
    }
    notices.extend(view.lateness.map(|lateness| lateness.to_string()));
    let moves = view.moves.iter().map(|mv| verdict::MoveVerdicts {
        mv: mv.text.clone(),
        verdicts: mv.verdicts.iter().map(|it| it.map(verdict)).collect(),
        demand: mv.demand_text(),
    });
    Tables {
        table: view.table.clone(),
        verdicts: view.verdicts.iter().copied().map(verdict).collect(),
        moves: moves.collect(),
        notices,
    }
}

fn verdict(verdict: Verdict) -> VerdictView {
    let wdl = |value: Value| match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    };
    let (wdl, plies, margin) = match verdict {
        Verdict::Value(metric, value) => {
            let plies = value.distance().filter(|_| metric.has_distance()).map(u32::from);
            (Some(wdl(value)), plies, None)
        }
        Verdict::Span(span) => {
            (span.verdict().map(wdl), None, Some([span.low.into(), span.high.into()]))
        }
    };
    let metric = verdict.metric().word().to_owned();
    VerdictView { metric, text: verdict.to_string(), wdl, plies, margin }
}

/// The line of best play by the tables, as far as they know it. The move that ends it is played on a
/// copy alone: the player in force would take it for the end of its game.
pub(super) fn perfect(room: &mut Room) -> Result<Reply, String> {
    let mut ahead = copy_of(room)?;
    let mut moves = Vec::new();
    while moves.len() < LINE_MAX && !is_over(&*ahead) {
        let Some(best) = best_by_tables(&room.engine.probe()) else { break };
        if ahead.play(&[&best]).is_err() {
            break;
        }
        moves.push(best);
        if !is_over(&*ahead) && room.engine.play(&[&moves[moves.len() - 1]]).is_err() {
            break;
        }
    }
    let played = room.engine.state().game_text().moves.len();
    let before = ahead.game_text().moves.len() - moves.len();
    let plies = u32::try_from(played - before).unwrap_or(u32::MAX);
    room.engine.undo(plies).map_err(|error| error.to_string())?;
    if moves.is_empty() {
        return Err("perfect: no table knows the moves of this position".to_owned());
    }
    Ok(Reply::Line { moves })
}

/// Whether nobody may go on.
fn is_over(state: &dyn GameState) -> bool {
    state.outcome().is_some_and(|outcome| !outcome.claim)
}

/// The best move where the tables know what each is worth.
fn best_by_tables(view: &TablesView) -> Option<String> {
    let is_known = |it: &&plyglot_host::view::MoveVerdicts| it.verdicts.iter().any(Option::is_some);
    view.moves.first().filter(is_known).map(|it| it.text.clone())
}

/// What players think of the position. A search that is under way has the player: another one like
/// it is asked.
pub(super) fn accounts(room: &Room, players: &[String]) -> Result<Reply, String> {
    if players.len() > PLAYERS_MAX {
        let found = players.len();
        return Err(format!("accounts: found {found} players, expected at most {PLAYERS_MAX}"));
    }
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut beside = None;
    let state: &dyn GameState = if room.has_player_at_work() {
        &**beside.insert(copy_of(room)?)
    } else {
        room.engine.state()
    };
    if let Some(outcome) = state.outcome().filter(|outcome| !outcome.claim) {
        let text = plyglot_host::view::outcome_text(&outcome);
        return Err(format!("accounts: the game is over: {text}"));
    }
    let said = state.accounts(&names)?;
    let picture = state.board().picture;
    let attribution = state.explanation().attribution;
    let players = said.into_iter().map(|one| account(one, &picture, &attribution)).collect();
    Ok(Reply::Accounts { players })
}

fn account(one: PlayerAccount, picture: &Picture, attribution: &Attribution) -> verdict::Account {
    let PlayerAccount { player, account, unit, is_evaluator } = one;
    let places = |cells: &[(String, String)]| {
        let cell = |(name, text): &(String, String)| Some((picture.place(name)?, text.clone()));
        cells.iter().filter_map(cell).collect()
    };
    let mut grids: Vec<GridView> = account
        .grids
        .iter()
        .map(|grid| GridView { about: grid.about.clone(), places: places(&grid.cells) })
        .collect();
    if is_evaluator && !attribution.values.is_empty() {
        let cell = |(name, score): &(String, plyglot_core::Score)| {
            (name.clone(), format!("{:+.2}", f64::from(score.raw()) / 100.0))
        };
        let cells: Vec<(String, String)> = attribution.values.iter().map(cell).collect();
        grids.push(GridView { about: attribution.about.to_owned(), places: places(&cells) });
    }
    let term = |term: &plyglot_core::game::account::Term| TermView {
        name: term.name.to_string(),
        value: term.value,
    };
    verdict::Account {
        player,
        unit,
        terms: account.terms.iter().map(term).collect(),
        total: account.total,
        grids,
        is_evaluator,
    }
}

/// The same game with a player of its own.
pub(super) fn copy_of(room: &Room) -> Result<Box<dyn GameState>, String> {
    room.engine.copy_after(&room.engine.state().game_text().moves)
}

/// The best move that the player knows without thinking.
pub(super) fn hint(room: &Room) -> Result<Reply, String> {
    let mv =
        if room.has_player_at_work() { copy_of(room)?.hint() } else { room.engine.state().hint() };
    Ok(Reply::Hint { mv })
}

/// Whether a draw may be claimed, of the position or with a move about to be played.
pub(super) fn claim(room: &Room, mv: Option<&str>) -> Result<Reply, String> {
    let mut outcome = room.engine.state().outcome();
    if let (None, Some(mv)) = (outcome, mv) {
        let mut state = copy_of(room)?;
        state.play(&[mv]).map_err(|error| error.to_string())?;
        outcome = state.outcome();
    }
    let outcome = outcome.filter(|outcome| outcome.claim);
    let outcome = outcome.ok_or("claim: nothing here gives the right to claim a draw")?;
    Ok(Reply::Claimed { outcome: super::board::outcome(&outcome) })
}

/// What would end the game.
pub(super) fn draws(room: &Room) -> Reply {
    Reply::Draws { lines: words::draws(room.engine.state()) }
}

/// The rules in force.
pub(super) fn rules(room: &Room) -> Reply {
    Reply::Text { lines: words::rules(room.engine.game, room.engine.state()) }
}

/// Why a move is not legal, or what it would repeat.
pub(super) fn why(room: &Room, mv: &str) -> Result<Reply, String> {
    let mut state = copy_of(room)?;
    let repeats = state.repeats(mv).map(|it| it.sentence());
    let lines = match state.play(&[mv]) {
        Ok(_) => vec![repeats.unwrap_or_else(|| format!("{} is legal", shorten(mv)))],
        Err(error) => std::iter::once(of_one_move(&error.to_string())).chain(repeats).collect(),
    };
    Ok(Reply::Text { lines })
}

/// What is wrong with the one move there was.
pub(super) fn of_one_move(text: &str) -> String {
    text.strip_prefix("move 1: ").unwrap_or(text).to_owned()
}
