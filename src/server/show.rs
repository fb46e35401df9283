//! What a person may ask to see of a game: the board, the judge's terms, the moves, the rules.

use std::fmt::Write;

use crate::core::{Score, Side};
use crate::game::{Ending, Judge, Line, Outcome};
use crate::games::Game;

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
        let times = repetition.occurrences(line.trail());
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

/// Each term of the judge for the side to move, and their sum.
pub(super) fn eval<G: Game>(rules: &G, line: &Line<G>) -> Vec<String> {
    let pos = line.position();
    if let Some(outcome) = line.outcome(rules).filter(|outcome| !outcome.claim) {
        return vec![format!("the game is over: {}", outcome_text(&outcome))];
    }
    let judge = rules.judge();
    let terms = judge.explain(rules, pos);
    let width = terms.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(5);
    let row =
        |name: &str, score: Score| format!("{name:width$} {:+9.2}", f64::from(score.raw()) / 100.0);
    let mut lines: Vec<String> = terms.iter().map(|&(name, score)| row(name, score)).collect();
    lines.push(row("total", judge.evaluate(rules, pos)));
    lines.push(format!("for the side to move; 1.00 is {}", G::UNIT));
    lines
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

/// The legal moves as text.
pub(super) fn move_texts<G: Game>(rules: &G, line: &Line<G>) -> Vec<String> {
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
