//! `plyglot solve`: positions with known answers, as EPD writes them.
//!
//! A line is a position string, then operations ended by semicolons: `bm` lists the moves that
//! solve it, `am` moves that do not, `id` names it. Empty lines and lines that begin with `#` are
//! skipped. What a player answers is compared as a move, whatever the spelling.
//!
//! In files that end as problems of the game's field do ([`GameEntry::problem_extension`], `.obf` for
//! Othello) a line is a position string, a semicolon, and moves with what they are worth in units of
//! the game, `X; G8:+18; H1:+12; % 40`: those that are worth most solve it, and what the player says
//! of its move is held against their value. Behind `%` is a comment, which may be a whole line
//! [edax-program].

use std::path::Path;
use std::time::Duration;

use super::player::MatchPlayer;
use plyglot_core::file::{LIST_BYTES_MAX, read_text};
use plyglot_core::{Limits, Score, Settings};
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
    /// What the best moves are worth, units of the game, where the file says so.
    pub value: Option<i32>,
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
    let is_own = is_own_form(path, game);
    let bare = |line| if is_own { without_comment(line) } else { line };
    let lines = text.lines().map(|line| bare(line).trim()).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = lines.map(|(i, line)| {
        let form = if is_own { of_own_form } else { of_epd };
        form(&mut *engine, line, i + 1).map_err(|error| format!("{shown}: line {}: {error}", i + 1))
    });
    let problems: Vec<Problem> = read.collect::<Result<_, String>>()?;
    if problems.is_empty() {
        let form = if is_own { "POSITION; MOVE:VALUE;" } else { "POSITION bm MOVE;" };
        return Err(format!("{shown}: no positions: expected lines of `{form}`"));
    }
    Ok(problems)
}

/// Whether a file with this name holds problems of this game in the form of its field.
pub fn is_own_form(path: &Path, game: &GameEntry) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or("");
    !end.is_empty() && end.eq_ignore_ascii_case(game.problem_extension)
}

/// What stands before `%`.
fn without_comment(line: &str) -> &str {
    line.split('%').next().unwrap_or("")
}

/// A problem as the game's field writes it.
fn of_own_form(engine: &mut dyn GameState, line: &str, number: usize) -> Result<Problem, String> {
    let (position, values) = line.split_once(';').unwrap_or((line, ""));
    set_up(engine, position)?;
    let mut best: Option<(i32, Vec<String>)> = None;
    for word in values.split(';').map(str::trim).filter(|word| !word.is_empty()) {
        let value = word
            .split_once(':')
            .and_then(|(mv, value)| Some((mv.trim(), value.trim().parse::<i32>().ok()?)));
        let (mv, value) = value
            .ok_or_else(|| format!("found `{word}`, expected a move and its value as in G8:+18"))?;
        let named = moves(engine, position, mv)?;
        match &mut best {
            Some((most, moves)) if value == *most => moves.extend(named),
            Some((most, _)) if value < *most => {}
            _ => best = Some((value, named)),
        }
    }
    let Some((value, best)) = best else {
        return Err("found no moves, expected some with their values as in G8:+18;".to_owned());
    };
    let (id, position) = (format!("line {number}"), position.trim().to_owned());
    Ok(Problem { id, position, best, avoid: Vec::new(), value: Some(value) })
}

fn set_up(engine: &mut dyn GameState, position: &str) -> Result<(), String> {
    engine.set_position(Some(position), &[]).map(drop).map_err(|error| error.to_string())
}

/// A problem as EPD writes it.
fn of_epd(engine: &mut dyn GameState, line: &str, number: usize) -> Result<Problem, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.iter().position(|word| ["bm", "am", "id"].contains(word));
    let (position, operations) = words.split_at(first.unwrap_or(words.len()));
    let position = position.join(" ");
    set_up(engine, &position)?;
    let mut problem = Problem {
        id: format!("line {number}"),
        position: position.clone(),
        best: Vec::new(),
        avoid: Vec::new(),
        value: None,
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
    /// What it was said to be worth, where that was no bound.
    pub score: Option<Score>,
    /// How long it took.
    pub used: Duration,
}

/// What a unit of a game is in a score.
const UNIT_CP: i32 = 100;

impl Attempt {
    /// Whether the player says what the file does of the value, which it does say.
    pub fn has_value_of(&self, problem: &Problem) -> bool {
        let score = self.score.filter(|score| !score.is_proven());
        problem.value.is_some_and(|value| {
            score.is_some_and(|it| i64::from(it.raw()) == i64::from(value) * i64::from(UNIT_CP))
        })
    }

    /// Both values, to be read behind the moves.
    pub fn values(&self, problem: &Problem) -> Option<String> {
        let value = problem.value?;
        let found = match self.score {
            Some(score) if score.is_proven() => score.to_string(),
            Some(score) => format!("{:+}", f64::from(score.raw()) / f64::from(UNIT_CP)),
            None => "no value".to_owned(),
        };
        Some(format!(", {found} for {value:+}"))
    }
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
    let patience = Duration::from_hours(1);
    let thought = player.think(&setup, limits, patience).map_err(failed)?;
    let answer = thought.best.unwrap_or_default();
    let solved = problem.is_solved_by(&answer);
    Ok(Attempt { solved, answer, score: thought.score, used: thought.used })
}
