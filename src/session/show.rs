//! What a person may ask to see of a game, in words: the board, the evaluator's terms, the moves,
//! the rules.

use std::borrow::Cow;
use std::fmt::Write;

use crate::records::claim::side_word;
use plyglot_core::Score;
use plyglot_core::game::Attribution;
use plyglot_core::game::account::Grid;
use plyglot_core::game::picture::Place;
use plyglot_host::state::GameState;
use plyglot_host::view::{
    BoardView, Explanation, NoBook, PlayerAccount, WeightShare, outcome_text,
};

/// `d` shows this many moves at the end of the game so far.
const MOVES_SHOWN: usize = 8;
/// `moves` lists so many: Go never has more than 362, but a turn of Kalah may have thousands.
const MOVES_LISTED: usize = 400;
/// One field of the board is so many letters wide in [`by_place`], of which a value fills eight.
const FIELD_LETTERS: u8 = 8;
const VALUE_WIDTH: usize = FIELD_LETTERS as usize;

/// The board and all that decides how the game goes on.
pub(crate) fn board(state: &dyn GameState) -> Vec<String> {
    let view = state.board();
    let mut lines = view.diagram;
    lines.push(String::new());
    lines.push(format!("Fen: {}", view.position));
    lines.push(format!("Key: {:016X}", view.key));
    lines.push(format!("Side to move: {}", side_word(view.side)));
    lines.push(format!("Moves played: {}", last_moves(&state.game_text().moves)));
    if let Some((times, most)) = view.occurrences {
        lines.push(format!("Occurrences of this position: {times} of {most}"));
    }
    for (name, value, limit) in view.counters {
        lines.push(format!("Counter of the {name}: {value} of {limit}"));
    }
    if let Some(outcome) = &view.outcome {
        lines.push(format!("Result: {}", outcome_text(outcome)));
    }
    lines
}

/// `12, the last: e2e4 e7e5`.
fn last_moves(played: &[String]) -> String {
    let last = &played[played.len().saturating_sub(MOVES_SHOWN)..];
    if last.is_empty() {
        "0".to_owned()
    } else {
        format!("{}, the last: {}", played.len(), last.join(" "))
    }
}

/// What the opening book says of the position and its moves.
pub(crate) fn book(state: &dyn GameState) -> Vec<String> {
    match state.book() {
        Ok(view) => view.lines(),
        Err(NoBook { comes_with_game }) => {
            let own = if comes_with_game {
                ", `setoption name OwnBook value true` that of the game"
            } else {
                ""
            };
            let by_file = "`setoption name Book value FILE` opens one";
            vec![format!("no book of these rules is open: {by_file}{own}")]
        }
    }
}

/// The end of the game, where it has come: nothing is evaluated any more.
fn over(state: &dyn GameState) -> Option<String> {
    let outcome = state.outcome().filter(|outcome| !outcome.claim)?;
    Some(format!("the game is over: {}", outcome_text(&outcome)))
}

/// What these players think of the position, the one in force where none is named: the terms of
/// each, for the side to move, and what they come to. Several stand side by side.
pub(crate) fn eval(state: &dyn GameState, players: &[&str]) -> Result<Vec<String>, String> {
    if let Some(over) = over(state) {
        return Ok(vec![over]);
    }
    let said = state.accounts(players)?;
    let mut lines = columns(&said);
    let board = state.board();
    for one in &said {
        for grid in &one.account.grids {
            let whose = if said.len() > 1 { format!("{}: ", one.player) } else { String::new() };
            lines.extend(drawn(
                &Grid { about: whose + &grid.about, cells: grid.cells.clone() },
                &board,
            ));
        }
    }
    Ok(lines)
}

/// The terms of players, a column each with a head where there are several, and what they come to.
fn columns(said: &[PlayerAccount]) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    for term in said.iter().flat_map(|one| &one.account.terms) {
        if !names.contains(&&*term.name) {
            names.push(&term.name);
        }
    }
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0).max(5);
    let wide = |player: &str| player.len().max(VALUE_WIDTH + 1);
    let row = |name: &str, of: &dyn Fn(&PlayerAccount) -> Option<f64>| {
        let mut line = format!("{name:width$}");
        for one in said {
            let value = of(one).map_or(String::new(), |value| format!("{value:+.2}"));
            let _ = write!(line, " {value:>0$}", wide(one.player));
        }
        line.trim_end().to_owned()
    };
    let mut lines = Vec::new();
    if let [_, _, ..] = said {
        let heads = said.iter().map(|one| format!(" {:>1$}", one.player, wide(one.player)));
        lines.push(format!("{:width$}{}", "", heads.collect::<String>()));
    }
    lines.extend(names.into_iter().map(|name| {
        row(name, &|one| one.account.terms.iter().find(|it| it.name == name).map(|it| it.value))
    }));
    if said.iter().any(|one| one.account.total.is_some()) {
        lines.push(row("total", &|one| one.account.total));
    }
    let mut units: Vec<&str> = counted(said).map(|one| one.unit).collect();
    units.dedup();
    match units[..] {
        [] => {}
        [unit] => lines.push(format!("for the side to move; 1.00 is {unit}")),
        _ => lines.extend(
            counted(said)
                .map(|one| format!("{}: for the side to move; 1.00 is {}", one.player, one.unit)),
        ),
    }
    lines
}

/// Those that say numbers.
fn counted(said: &[PlayerAccount]) -> impl Iterator<Item = &PlayerAccount> {
    said.iter().filter(|one| !one.account.terms.is_empty() || one.account.total.is_some())
}

/// What these players think of the position and everything it is made of, one player after the other,
/// the one in force where none is named. Of the evaluator of the game: each weight that counts here,
/// how often, and what it comes to; its terms; and what each place gives.
pub(crate) fn explain(state: &dyn GameState, players: &[&str]) -> Result<Vec<String>, String> {
    if let Some(over) = over(state) {
        return Ok(vec![over]);
    }
    let said = state.accounts(players)?;
    let board = state.board();
    let mut lines = Vec::new();
    for one in &said {
        if said.len() > 1 {
            lines.push(format!("{}:", one.player));
        }
        if one.is_evaluator {
            let Explanation { weights, attribution } = state.explanation();
            lines.extend(weights.map_or_else(Vec::new, |weights| table(&weights)));
            lines.extend(columns(std::slice::from_ref(one)));
            lines.extend(by_place(&attribution, &board));
        } else {
            lines.extend(columns(std::slice::from_ref(one)));
            lines.extend(one.account.grids.iter().flat_map(|grid| drawn(grid, &board)));
        }
    }
    Ok(lines)
}

fn table(weights: &[WeightShare]) -> Vec<String> {
    let width = weights.iter().map(|weight| weight.name.len()).max().unwrap_or(0).max(6);
    let head = format!("{:width$} {:>9} {:>9} {:>9}", "weight", "times", "cp", "sum");
    let row = |WeightShare { name, times, value }: &WeightShare| {
        format!("{name:width$} {times:+9.2} {value:+9.2} {:+9.2}", times * value)
    };
    std::iter::once(head).chain(weights.iter().map(row)).collect()
}

/// What single places give to the evaluator's value.
fn by_place(attribution: &Attribution, board: &BoardView) -> Vec<String> {
    let Attribution { about, values } = attribution;
    if values.is_empty() {
        return Vec::new();
    }
    let cells = values.iter().map(|(name, score)| (name.clone(), in_units(*score))).collect();
    drawn(&Grid { about: (*about).to_owned(), cells }, board)
}

/// Texts of places, drawn as the board is: what stands there, and the text below.
fn drawn(Grid { about, cells: texts }: &Grid, board: &BoardView) -> Vec<String> {
    let cell = |(place, word): (&Place, &Cow<'static, str>)| {
        let text = texts.iter().find(|(name, _)| *name == place.name);
        let text = text.map_or(String::new(), |(_, text)| text.clone());
        let word = if word.is_empty() { "." } else { word };
        (place.x, place.y, word.to_owned(), text)
    };
    let places = board.picture.places.iter().zip(&board.scene);
    let named = places.filter(|(place, _)| !place.name.is_empty());
    let mut cells: Vec<(f32, f32, String, String)> = named.map(cell).collect();
    cells.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    let left = cells.iter().map(|cell| cell.0).fold(f32::INFINITY, f32::min);
    let mut lines = vec![format!("by place: {about}")];
    for row in cells.chunk_by(|a, b| a.1.total_cmp(&b.1).is_eq()) {
        let mut texts = [String::new(), String::new()];
        for (x, _, word, value) in row {
            let middle = VALUE_WIDTH / 2 + fields((x - left) * f32::from(FIELD_LETTERS));
            for (line, text) in texts.iter_mut().zip([word, value]) {
                let from = (middle - text.len() / 2).saturating_sub(line.len());
                let _ = write!(line, "{:from$}{text}", "");
            }
        }
        lines.extend(texts.map(|line| line.trim_end().to_owned()));
    }
    lines
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "columns of a board")]
fn fields(letters: f32) -> usize {
    letters.round().max(0.0) as usize
}

/// `+1.25`.
pub(super) fn in_units(score: Score) -> String {
    format!("{:+.2}", f64::from(score.raw()) / 100.0)
}

/// The legal moves on one line, so many at most, and how many there are.
pub(super) fn moves(state: &dyn GameState) -> Vec<String> {
    let texts = state.legal_moves();
    let listed = &texts[..texts.len().min(MOVES_LISTED)];
    let mut all = listed.join(" ");
    if listed.len() < texts.len() {
        let _ = write!(all, " … {} more", texts.len() - listed.len());
    }
    vec![all, format!("Legal moves: {}", texts.len())]
}

/// `variant NAME startpos …`: what a client must know about the variant chosen.
pub(super) fn introduction(state: &dyn GameState) -> String {
    format!("variant {} startpos {}", state.variant(), state.start_text())
}
