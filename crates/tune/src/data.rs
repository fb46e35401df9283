//! Positions with the results of their games, as text, and as features of an evaluator.
//!
//! ```text
//! 0.5 r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
//! ```
//!
//! A line is the score of the first side (`1`, `0.5`, `0`, or what is expected, between them) and
//! the game's position string. A file is appended to game by game, so a last line without an end is
//! one whose writer was killed; it is left out.

use std::fmt::Write as _;

use plyglot_core::Score;
use plyglot_core::game::weights::Feature;
use plyglot_core::game::{Evaluator, NodeTactics, Notation, Rules, Tactics, Tunable};
use plyglot_search::window::Window;

/// The features of all positions of a set, one after another.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    weights: Vec<u32>,
    times: Vec<f32>,
    ends: Vec<usize>,
    results: Vec<f32>,
}

/// One position: its features and how its game ended.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Which weights count.
    pub weights: &'a [u32],
    /// How often, beside them.
    pub times: &'a [f32],
    /// The score of the first side, 0 to 1.
    pub result: f32,
}

impl Sample<'_> {
    /// What these weights make of the position, cp for the first side.
    pub fn evaluate(&self, values: &[f64]) -> f64 {
        let each = self.weights.iter().zip(self.times);
        each.map(|(&weight, &times)| values[weight as usize] * f64::from(times)).sum()
    }
}

impl Samples {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The position of this number.
    pub fn get(&self, number: usize) -> Sample<'_> {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let range = begin..self.ends[number];
        Sample {
            weights: &self.weights[range.clone()],
            times: &self.times[range],
            result: self.results[number],
        }
    }

    /// Adds a position; features of the same weight are added up.
    pub fn push(&mut self, features: &mut [Feature], result: f32) {
        features.sort_by_key(|feature| feature.weight);
        for same in features.chunk_by(|a, b| a.weight == b.weight) {
            let times: f32 = same.iter().map(|feature| feature.times).sum();
            if times != 0.0 {
                self.weights.push(same[0].weight);
                self.times.push(times);
            }
        }
        self.ends.push(self.weights.len());
        self.results.push(result);
    }
}

/// What has become of the lines of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Lines read.
    pub read: usize,
    /// Positions kept.
    pub kept: usize,
    /// Left out: something is going on there, so that an evaluator is not to blame.
    pub restless: usize,
}

/// Reads positions and adds the quiet ones to `samples`.
///
/// # Errors
///
/// The first line that is not a result and a position, by its number.
pub fn load<R: Notation, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    tunable: &dyn Tunable<R>,
    text: &str,
    samples: &mut Samples,
) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let mut features = Vec::new();
    each_line(rules, text, |result, pos| {
        counts.read += 1;
        if !is_quiet(rules, evaluator, &pos) {
            counts.restless += 1;
            return;
        }
        features.clear();
        tunable.features(rules, &pos, &mut features);
        samples.push(&mut features, result);
        counts.kept += 1;
    })?;
    Ok(counts)
}

/// Hands over each position of a file and the score of the first side there, up to the last line
/// that has an end.
///
/// # Errors
///
/// The first line that is not a result and a position, by its number.
pub(super) fn each_line<R: Notation>(
    rules: &R,
    text: &str,
    mut each: impl FnMut(f32, R::Position),
) -> Result<(), String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    for (number, line) in whole.lines().enumerate() {
        if !line.trim().is_empty() {
            let (score, pos) =
                parse(rules, line).map_err(|error| format!("line {}: {error}", number + 1))?;
            each(score, pos);
        }
    }
    Ok(())
}

/// A result and a position.
fn parse<R: Notation>(rules: &R, line: &str) -> Result<(f32, R::Position), String> {
    let (result, position) = line.split_once(' ').unwrap_or((line, ""));
    let score = result.parse().ok().filter(|score| (0.0..=1.0).contains(score));
    let score =
        score.ok_or_else(|| format!("result: found `{result}`, expected a number from 0 to 1"))?;
    let pos = rules.parse_position(position).map_err(|error| error.to_string())?;
    Ok((score, pos))
}

/// The line of a position in which the first side scores so much, in thousandths.
pub fn write<R: Notation>(rules: &R, pos: &R::Position, score: f64, text: &mut String) {
    let length = text.len();
    let _ = write!(text, "{} ", (score * 1000.0).round() / 1000.0);
    if rules.write_position(pos, text).is_ok() {
        let _ = writeln!(text);
    } else {
        text.truncate(length);
    }
}

/// Whether the evaluator can be held to its word here: the game goes on, the side to move may
/// stand, and no exchange of noisy moves changes the value.
pub fn is_quiet<R: Rules, E: Evaluator<R>>(rules: &R, evaluator: &E, pos: &R::Position) -> bool {
    if rules.outcome(pos).is_some() || evaluator.tactics().node(rules, pos).in_check() {
        return false;
    }
    let stand = evaluator.evaluate(rules, pos);
    let (alpha, beta) = (stand.prev(), stand.next());
    resolve(rules, evaluator, pos, Window { alpha, beta }, EXCHANGES_MAX) == stand
}

/// Noisy moves in a row after which a position is taken as it stands.
const EXCHANGES_MAX: u32 = 24;

/// The value once nothing noisy is left, fail-hard, for the side to move.
fn resolve<R: Rules, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    pos: &R::Position,
    window: Window,
    left: u32,
) -> Score {
    let Window { mut alpha, beta } = window;
    let side = rules.side_to_move(pos);
    if let Some(outcome) = rules.outcome(pos) {
        return outcome.score(side, 0).clamp(alpha, beta);
    }
    let node = evaluator.tactics().node(rules, pos);
    if left == 0 || !node.in_check() {
        alpha = evaluator.evaluate(rules, pos).clamp(alpha, beta);
        if alpha >= beta || left == 0 {
            return alpha;
        }
    }
    let mut moves = Vec::new();
    node.quiescence_moves(&mut moves);
    for mv in moves {
        let child = rules.after(pos, mv);
        let score = if rules.side_to_move(&child) == side {
            resolve(rules, evaluator, &child, Window { alpha, beta }, left - 1)
        } else {
            -resolve(rules, evaluator, &child, Window { alpha: -beta, beta: -alpha }, left - 1)
        };
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}
