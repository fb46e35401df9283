//! What a person may ask to see of a game: the board, the evaluator's terms, the moves, the rules.

use std::borrow::Cow;
use std::fmt::Write;

use crate::game::Game;
use plyglot_core::game::picture::Place;
use plyglot_core::game::tunable::{Feature, Weight};
use plyglot_core::game::{Attribution, Ending, Evaluator, Line, Outcome};
use plyglot_core::{Score, Side};

/// `d` shows this many moves at the end of the game so far.
const MOVES_SHOWN: usize = 8;
/// `moves` lists so many: chess never has more than 218, but a turn of Kalah may have thousands.
const MOVES_LISTED: usize = 300;

/// The board and all that decides how the game goes on.
pub(super) fn diagram<G: Game>(rules: &G, line: &Line<G>) -> Vec<String> {
    let pos = line.position();
    let mut lines: Vec<String> = rules.diagram_text(pos).lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.push(format!("Fen: {}", rules.position_text(pos)));
    lines.push(format!("Key: {:016X}", rules.key(pos)));
    lines.push(format!("Side to move: {}", side_name(rules.side_to_move(pos))));
    lines.push(format!("Moves played: {}", last_moves(rules, line)));
    let repetition = rules.repetition();
    if repetition.is_on() {
        let times = repetition.occurrences(line.key_history());
        lines.push(format!("Occurrences of this position: {times} of {}", repetition.count));
    }
    for (name, value, limit) in rules.counters(pos) {
        lines.push(format!("Counter of the {name}: {value} of {limit}"));
    }
    if let Some(outcome) = line.outcome(rules) {
        lines.push(format!("Result: {}", outcome_text(&outcome)));
    }
    lines
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// `12, the last: e2e4 e7e5`.
fn last_moves<G: Game>(rules: &G, line: &Line<G>) -> String {
    let played = line.played().len();
    let from = played.saturating_sub(MOVES_SHOWN);
    let moves = line.positions().iter().zip(line.played()).skip(from);
    let texts: Vec<String> = moves.map(|(pos, &mv)| rules.move_text(pos, mv)).collect();
    if texts.is_empty() {
        "0".to_owned()
    } else {
        format!("{played}, the last: {}", texts.join(" "))
    }
}

/// Each term of the evaluator for the side to move, and their sum.
pub(super) fn eval<G: Game>(rules: &G, line: &Line<G>) -> Vec<String> {
    let pos = line.position();
    if let Some(outcome) = line.outcome(rules).filter(|outcome| !outcome.claim) {
        return vec![format!("the game is over: {}", outcome_text(&outcome))];
    }
    let evaluator = rules.evaluator();
    let terms = evaluator.explain(rules, pos);
    let width = terms.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(5);
    let row =
        |name: &str, score: Score| format!("{name:width$} {:+9.2}", f64::from(score.raw()) / 100.0);
    let mut lines: Vec<String> = terms.iter().map(|&(name, score)| row(name, score)).collect();
    lines.push(row("total", evaluator.evaluate(rules, pos)));
    lines.push(format!("for the side to move; 1.00 is {}", G::UNIT));
    lines
}

/// Each weight of the evaluator that counts here, how often, and what it comes to, for the side to
/// move (of a network, those of the evaluator it was distilled from); the terms alone where the
/// evaluator does not show its sums; and what each place gives.
pub(super) fn explain<G: Game>(rules: &G, line: &Line<G>) -> Vec<String> {
    let pos = line.position();
    let over = line.outcome(rules).is_some_and(|outcome| !outcome.claim);
    if over {
        return eval(rules, line);
    }
    let Some(tunable) = rules.tunable() else {
        return eval(rules, line).into_iter().chain(by_place(rules, pos)).collect();
    };
    let weights = tunable.weights();
    let mut features = Vec::new();
    tunable.features(rules, pos, &mut features);
    let sign = if rules.side_to_move(pos) == Side::First { 1.0 } else { -1.0 };
    let mut times = vec![0.0; weights.len()];
    for Feature { weight, times: more } in features {
        times[weight as usize] += sign * f64::from(more);
    }
    let counts = weights.iter().zip(&times).filter(|(_, times)| times.abs() > 1e-6);
    let counts: Vec<_> = counts.collect();
    let width = counts.iter().map(|(weight, _)| weight.name.len()).max().unwrap_or(0).max(6);
    let mut lines = vec![format!("{:width$} {:>9} {:>9} {:>9}", "weight", "times", "cp", "sum")];
    lines.extend(counts.iter().map(|(Weight { name, value, .. }, times)| {
        format!("{name:width$} {times:+9.2} {value:+9.2} {:+9.2}", *times * value)
    }));
    lines.extend(eval(rules, line));
    lines.extend(by_place(rules, pos));
    lines
}

/// What single places give to the evaluator's value, drawn as the board is: a word and its value
/// below.
fn by_place<G: Game>(rules: &G, pos: &G::Position) -> Vec<String> {
    let Attribution { about, values } = rules.attribution(&rules.evaluator(), pos);
    if values.is_empty() {
        return Vec::new();
    }
    let (picture, scene) = (rules.picture(), rules.scene(pos));
    let cell = |(place, word): (&Place, &Cow<'static, str>)| {
        let value = values.iter().find(|(name, _)| *name == place.name);
        let value = value.map_or(String::new(), |(_, score)| in_units(*score));
        let word = if word.is_empty() { "." } else { word };
        (place.x, place.y, word.to_owned(), value)
    };
    let named = picture.places.iter().zip(&scene).filter(|(place, _)| !place.name.is_empty());
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

/// One field of the board is so many letters wide in [`by_place`], of which a value fills eight.
const FIELD_LETTERS: u8 = 8;
const VALUE_WIDTH: usize = FIELD_LETTERS as usize;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "columns of a board")]
fn fields(letters: f32) -> usize {
    letters.round().max(0.0) as usize
}

/// `+1.25`.
fn in_units(score: Score) -> String {
    format!("{:+.2}", f64::from(score.raw()) / 100.0)
}

/// The legal moves on one line, so many at most, and how many there are.
pub(super) fn moves<G: Game>(rules: &G, line: &Line<G>) -> Vec<String> {
    let texts = move_texts(rules, line);
    let listed = &texts[..texts.len().min(MOVES_LISTED)];
    let mut all = listed.join(" ");
    if listed.len() < texts.len() {
        let _ = write!(all, " … {} more", texts.len() - listed.len());
    }
    vec![all, format!("Legal moves: {}", texts.len())]
}

/// The legal moves as text; none when the game is over, also where the board would still have some.
pub(super) fn move_texts<G: Game>(rules: &G, line: &Line<G>) -> Vec<String> {
    if line.outcome(rules).is_some_and(|outcome| !outcome.claim) {
        return Vec::new();
    }
    let pos = line.position();
    line.moves(rules).into_iter().map(|mv| rules.move_text(pos, mv)).collect()
}

/// The rule set in force, a rule a line.
pub(super) fn rules<G: Game>(variant: &str, rules: &G) -> Vec<String> {
    let mut lines = vec![format!("{variant}: {}", G::ABOUT)];
    lines.extend(rules.describe());
    lines
}

/// `draw (full board)`, `first side wins by 8 (no stones left)`, `… (may be claimed)`.
pub(super) fn outcome_text(outcome: &Outcome) -> String {
    let Outcome { ending, reason, claim } = *outcome;
    let may = if claim { ", may be claimed" } else { "" };
    let who = match outcome.winner() {
        None => "draw".to_owned(),
        Some(side) => format!("{} side wins", side_name(side)),
    };
    let by = match ending {
        Ending::Margin(units) if units != 0 => format!(" by {}", units.unsigned_abs()),
        _ => String::new(),
    };
    format!("{who}{by} ({reason}{may})")
}
