//! `plyglot solve`: positions with known answers, as EPD writes them.
//!
//! A line is a position string, then operations ended by semicolons: `bm` lists the moves that
//! solve it, `am` moves that do not, `id` names it. Empty lines and lines that begin with `#` are
//! skipped. What a player answers is compared as a move, whatever the spelling.
//!
//! In files that end in `.obf` a line is a position string, a semicolon, and moves with what they are
//! worth, `X; G8:+18; H1:+12;`: those that are worth most solve it [edax-program].

use std::path::Path;
use std::time::Duration;

use super::player::MatchPlayer;
use plyglot_core::file::{LIST_BYTES_MAX, read_text};
use plyglot_core::{Limits, Settings};
use plyglot_host::entry::GameEntry;
use plyglot_host::state::GameState;
use plyglot_protocol::Setup;

/// A position with its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What it is called; its line's number if it has no name.
    pub id: String,
    /// The position string.
    pub position: String,
    /// Moves that solve it, as the engine writes them; any but `avoid` if there are none.
    pub best: Vec<String>,
    /// Moves that do not.
    pub avoid: Vec<String>,
}

impl Problem {
    /// Whether this move solves it.
    pub fn is_solved_by(&self, mv: &str) -> bool {
        let is_best = self.best.is_empty() || self.best.iter().any(|best| best == mv);
        is_best && !self.avoid.iter().any(|avoid| avoid == mv)
    }
}

/// Reads a file of problems of this game.
pub fn read(
    path: &Path,
    game: &GameEntry,
    variant: &'static str,
    settings: &Settings,
) -> Result<Vec<Problem>, String> {
    let shown = path.display();
    let text = read_text(path, LIST_BYTES_MAX).map_err(|error| format!("{shown}: {error}"))?;
    let mut engine = (game.open)(variant, settings).map_err(|error| error.to_string())?;
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let is_obf = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("obf"));
    let read = lines.map(|(i, line)| {
        let line = if is_obf { epd_of_obf(line) } else { Ok(line.to_owned()) };
        line.and_then(|line| problem(&mut *engine, &line, i + 1))
            .map_err(|error| format!("{shown}: line {}: {error}", i + 1))
    });
    let problems: Vec<Problem> = read.collect::<Result<_, String>>()?;
    if problems.is_empty() {
        return Err(format!("{shown}: no positions: expected lines of `POSITION bm MOVE;`"));
    }
    Ok(problems)
}

/// A line of the form of Othello's problems in that of EPD.
fn epd_of_obf(line: &str) -> Result<String, String> {
    let (position, values) = line.split_once(';').unwrap_or((line, ""));
    let mut best: (i32, Vec<&str>) = (i32::MIN, Vec::new());
    for word in values.split(';').map(str::trim).filter(|word| !word.is_empty()) {
        let value = word.split_once(':').and_then(|(mv, value)| Some((mv, value.parse().ok()?)));
        let (mv, value) = value
            .ok_or_else(|| format!("found `{word}`, expected a move and its value as in G8:+18"))?;
        if value > best.0 {
            best = (value, Vec::new());
        }
        if value == best.0 {
            best.1.push(mv);
        }
    }
    Ok(format!("{position} bm {};", best.1.join(" ")))
}

fn problem(engine: &mut dyn GameState, line: &str, number: usize) -> Result<Problem, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.iter().position(|word| ["bm", "am", "id"].contains(word));
    let (position, operations) = words.split_at(first.unwrap_or(words.len()));
    let position = position.join(" ");
    engine.set_position(Some(&position), &[]).map_err(|error| error.to_string())?;
    let mut problem = Problem {
        id: format!("line {number}"),
        position: position.clone(),
        best: Vec::new(),
        avoid: Vec::new(),
    };
    for operation in operations.join(" ").split(';').map(str::trim) {
        let (code, operand) = operation.split_once(' ').unwrap_or((operation, ""));
        match code {
            "bm" => problem.best = moves(engine, &position, operand)?,
            "am" => problem.avoid = moves(engine, &position, operand)?,
            "id" => operand.trim_matches('"').clone_into(&mut problem.id),
            _ => {}
        }
    }
    if problem.best.is_empty() && problem.avoid.is_empty() {
        return Err(format!("found `{}`, expected an operation bm or am", operations.join(" ")));
    }
    Ok(problem)
}

/// The moves of an operand as the engine writes them.
fn moves(engine: &mut dyn GameState, position: &str, operand: &str) -> Result<Vec<String>, String> {
    let canonical = |text: &str| {
        engine
            .set_position(Some(position), &[text])
            .map_err(|error| error.to_string())
            .map(|_| engine.game_text().moves.concat())
    };
    operand.split_whitespace().map(canonical).collect()
}

/// One problem, tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// What was answered.
    pub answer: String,
    /// Whether that is right.
    pub solved: bool,
    /// How long it took.
    pub used: Duration,
}

/// Lets a player try a problem; `go` is what it is told.
pub fn attempt(
    player: &mut MatchPlayer,
    problem: &Problem,
    limits: &Limits,
) -> Result<Attempt, String> {
    let failed = |error| format!("problem {}: {error}", problem.id);
    player.new_game().map_err(failed)?;
    let setup = Setup { game: None, position: Some(&problem.position), moves: Vec::new() };
    let patience = Duration::from_secs(3600);
    let thought = player.think(&setup, limits, patience).map_err(failed)?;
    let answer = thought.best.unwrap_or_default();
    Ok(Attempt { solved: problem.is_solved_by(&answer), answer, used: thought.used })
}
