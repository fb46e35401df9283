//! Laws that hold in every game, checked on random games by the tests.
//!
//! The machinery believes much about a game that no type can say: that a key names a position,
//! that text is read back as it was written, that an irreversible move really is one. A game that
//! breaks such a promise plays on, and wrongly. So each promise of [`Rules`], [`Notation`] and
//! [`Evaluator`] is a law here, and a new game has them all tested before it has a test of its own.
//! The laws of an endgame index stand with the index.
//!
//! A law that is broken names itself, the position and what it saw; the same seed shows it again.

use std::collections::HashMap;

use rand::RngExt;

use super::picture::Place;
use super::repetition::Same;
use super::tunable::Weight;
use super::{Ending, Evaluator, Line, Notation, Outcome, Rules, Tunable};
use crate::core::rng::{Rng, seeded};
use crate::core::{Score, Side};

/// A law that a game has broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law}: {detail}, in position `{position}`")]
pub struct Broken {
    /// The law, as a sentence that should have been true.
    pub law: &'static str,
    /// What was seen instead.
    pub detail: String,
    /// The position, as the game writes it.
    pub position: String,
}

/// No random game is followed farther than this.
const PLIES_MAX: usize = 150;
/// Positions are copied at every node of a search; more than two cache lines need a measurement.
const POSITION_BYTES_MAX: usize = 128;
/// Hints stay within ± this, so that the search can mix them with its own numbers.
const HINT_MAX: i32 = 10_000;
/// What an evaluation may lose by rounding on the way, cp.
const ROUNDING_CP: f64 = 2.5;

/// Checks the laws of [`Rules`] and [`Notation`] on `games` random games from the start position.
/// The same seed gives the same games.
pub fn check<R: Notation>(rules: &R, seed: u64, games: u32) -> Result<(), Broken> {
    let size = size_of::<R::Position>();
    if size > POSITION_BYTES_MAX {
        let detail = format!("it has {size}");
        return Err(broken(rules, &rules.start(), "a position has at most 128 bytes", detail));
    }
    let mut known = HashMap::new();
    let places = rules.picture().places;
    for game in 0..games {
        let mut past = Past::default();
        each_position(rules, seed.wrapping_add(game.into()), |line| {
            check_moves(rules, line)?;
            check_undo(rules, line)?;
            check_text(rules, line)?;
            check_scene(rules, line.position(), places.len())?;
            check_end(rules, line)?;
            check_key(rules, line.position(), &mut known)?;
            past.check(rules, line)
        })?;
    }
    Ok(())
}

/// Checks the laws of [`Evaluator`] on `games` random games from the start position, and those of
/// its teacher.
pub fn check_judge<R: Notation, J: Evaluator<R>>(
    rules: &R,
    evaluator: &J,
    seed: u64,
    games: u32,
) -> Result<(), Broken> {
    let places = rules.picture().places;
    let weights = evaluator.tunable().map_or_else(Vec::new, Tunable::weights);
    for game in 0..games {
        each_position(rules, seed.wrapping_add(game.into()), |line| {
            let pos = line.position();
            let mut moves = Vec::new();
            rules.legal_moves(pos, &mut moves);
            if rules.outcome(pos).is_some() || moves.is_empty() {
                return Ok(());
            }
            check_evaluation(rules, evaluator, pos)?;
            check_weights(rules, evaluator, pos, &weights)?;
            check_shares(rules, evaluator, pos, &places)?;
            check_noise(rules, evaluator, pos, &moves)
        })?;
    }
    evaluator.teacher().map_or(Ok(()), |teacher| check_judge(rules, &teacher, seed, games))
}

/// How many legal moves share their slot with an earlier one of the same position, over `games`
/// random games: each costs some move ordering. Games that promise distinct slots have none.
pub fn slot_collisions<R: Rules>(rules: &R, seed: u64, games: u32) -> usize {
    let mut collisions = 0;
    for game in 0..games {
        let Ok(()) = each_position(rules, seed.wrapping_add(game.into()), |line| {
            let mut slots: Vec<u16> = line.moves(rules).into_iter().map(R::slot).collect();
            let all = slots.len();
            slots.sort_unstable();
            slots.dedup();
            collisions += all - slots.len();
            Ok::<(), std::convert::Infallible>(())
        });
    }
    collisions
}

/// Plays one random game and shows every position of it, the last included.
pub fn each_position<R: Rules, E>(
    rules: &R,
    seed: u64,
    mut visit: impl FnMut(&mut Line<R>) -> Result<(), E>,
) -> Result<(), E> {
    let mut rng: Rng = seeded(seed);
    let mut line = Line::new(rules, rules.start());
    visit(&mut line)?;
    while line.played().len() < PLIES_MAX {
        let moves = line.moves(rules);
        let is_over = line.outcome(rules).is_some_and(|outcome| !outcome.claim);
        if moves.is_empty() || is_over {
            break;
        }
        line.play(rules, moves[rng.random_range(0..moves.len())]);
        visit(&mut line)?;
    }
    Ok(())
}

/// The error of a law that `pos` breaks.
pub fn broken<R: Notation>(
    rules: &R,
    pos: &R::Position,
    law: &'static str,
    detail: impl Into<String>,
) -> Broken {
    Broken { law, detail: detail.into(), position: rules.position_text(pos) }
}

/// The generator: deterministic, appending, without duplicates, counted rightly, undone rightly.
fn check_moves<R: Notation>(rules: &R, line: &Line<R>) -> Result<(), Broken> {
    let pos = line.position();
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let count = moves.len();
    rules.legal_moves(pos, &mut moves);
    if moves[..count] != moves[count..] {
        let law = "moves are appended, the same in the same order each time";
        return Err(broken(rules, pos, law, format!("{moves:?}")));
    }
    moves.truncate(count);
    if let Some(twice) = (1..count).find(|&i| moves[..i].contains(&moves[i])) {
        let detail = format!("{:?} is there twice", moves[twice]);
        return Err(broken(rules, pos, "no move is listed twice", detail));
    }
    let strange =
        |mv: &&R::Move| rules.move_of_slot(pos, R::slot(**mv)).is_some_and(|of| of != **mv);
    if let Some(mv) = moves.iter().find(strange) {
        let law = "a move that is found by the slot of another is that move";
        return Err(broken(rules, pos, law, format!("{mv:?}")));
    }
    if rules.count_moves(pos) != count as u64 {
        let detail = format!("{} counted, {count} listed", rules.count_moves(pos));
        return Err(broken(rules, pos, "as many moves are counted as listed", detail));
    }
    check_counts_after(rules, pos, &moves)
}

/// Moves are counted a move ahead as they are after it.
fn check_counts_after<R: Notation>(
    rules: &R,
    pos: &R::Position,
    moves: &[R::Move],
) -> Result<(), Broken> {
    let mut spare = moves.to_vec();
    for &mv in moves {
        let mut after = pos.clone();
        rules.play(&mut after, mv);
        let (ahead, there) = (rules.count_after(pos, mv, &mut spare), rules.count_moves(&after));
        if ahead != there || spare != moves {
            let detail = format!("{ahead} after {mv:?}, {there} there");
            return Err(broken(rules, pos, "moves are counted a move ahead as after it", detail));
        }
    }
    Ok(())
}

/// Playing changes the position; taking back restores all of the line.
fn check_undo<R: Notation>(rules: &R, line: &mut Line<R>) -> Result<(), Broken> {
    let (pos, key_history) = (line.position().clone(), line.key_history().clone());
    let plies = line.played().len();
    for mv in line.moves(rules) {
        line.play(rules, mv);
        let is_changed = *line.position() != pos;
        let is_back = line.undo() && *line.position() == pos && *line.key_history() == key_history;
        if !is_changed {
            return Err(broken(rules, &pos, "a move changes the position", format!("{mv:?}")));
        }
        if !is_back || line.played().len() != plies {
            let law = "a move taken back was never played";
            return Err(broken(rules, &pos, law, format!("{mv:?}")));
        }
    }
    Ok(())
}

/// Text: what is written is read back, in one form only.
fn check_text<R: Notation>(rules: &R, line: &Line<R>) -> Result<(), Broken> {
    let pos = line.position();
    let text = rules.position_text(pos);
    match rules.parse_position(&text) {
        Ok(read) if read == *pos && rules.key(&read) == rules.key(pos) => {}
        other => {
            let detail = format!("it came back as {other:?}, it was {pos:?}");
            return Err(broken(rules, pos, "a position is read back as it was written", detail));
        }
    }
    for mv in line.moves(rules) {
        let text = rules.move_text(pos, mv);
        if text.is_empty() || text.contains(char::is_whitespace) {
            let detail = format!("`{text}`");
            return Err(broken(rules, pos, "a move is one token without white space", detail));
        }
        let read = rules.parse_move(line, &text);
        if read != Ok(mv) {
            let detail = format!("`{text}` came back as {read:?}, it was {mv:?}");
            return Err(broken(rules, pos, "a move is read back as it was written", detail));
        }
    }
    let diagram = rules.diagram_text(pos);
    let has_control = diagram.chars().any(|c| c.is_control() && c != '\n');
    if !diagram.ends_with('\n') || has_control {
        let law = "a diagram is lines that each end with a newline";
        return Err(broken(rules, pos, law, format!("{diagram:?}")));
    }
    Ok(())
}

/// A scene has a word for every place.
fn check_scene<R: Notation>(rules: &R, pos: &R::Position, places: usize) -> Result<(), Broken> {
    let words = rules.scene(pos).len();
    if words != places {
        let detail = format!("{words} words for {places} places");
        return Err(broken(rules, pos, "a scene has a word for every place", detail));
    }
    Ok(())
}

/// The end: a game goes on exactly while there is a move, and says why it has ended.
fn check_end<R: Notation>(rules: &R, line: &Line<R>) -> Result<(), Broken> {
    let pos = line.position();
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    match rules.outcome(pos) {
        None if moves.is_empty() => {
            Err(broken(rules, pos, "a position without a move is finished", "it has no outcome"))
        }
        // Draws and margins may come of a count, and then the board still has its moves.
        Some(Outcome { ending: Ending::Win(_), claim: false, .. }) if !moves.is_empty() => {
            let law = "a position won on the board has no moves";
            Err(broken(rules, pos, law, format!("{} moves", moves.len())))
        }
        _ => match line.outcome(rules) {
            Some(outcome) if outcome.reason.trim().is_empty() => {
                let detail = format!("{outcome:?}");
                Err(broken(rules, pos, "an outcome has a reason", detail))
            }
            _ => Ok(()),
        },
    }
}

/// What was seen under a key.
struct Seen<R: Rules> {
    pos: R::Position,
    side: Side,
    board: u64,
    moves: Vec<R::Move>,
}

/// Keys: a key names one position, counters apart, and knows whose turn it is.
fn check_key<R: Notation>(
    rules: &R,
    pos: &R::Position,
    known: &mut HashMap<u64, Seen<R>>,
) -> Result<(), Broken> {
    let key = rules.key(pos);
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let (side, board) = (rules.side_to_move(pos), rules.board_key(pos));
    if rules.key(&pos.clone()) != key {
        return Err(broken(rules, pos, "equal positions have equal keys", format!("{key:016x}")));
    }
    let seen = known.entry(key).or_insert_with(|| Seen {
        pos: pos.clone(),
        side,
        board,
        moves: moves.clone(),
    });
    if seen.side != side || seen.board != board || seen.moves != moves {
        let detail = format!("`{}` has it too", rules.position_text(&seen.pos));
        let law = "positions of one key have side, board and moves in common";
        return Err(broken(rules, pos, law, detail));
    }
    Ok(())
}

/// The keys that no later position may have, and those it may.
#[derive(Default)]
struct Past {
    gone: Vec<u64>,
    recent: Vec<u64>,
}

impl Past {
    /// No position from before an irreversible move comes back after it.
    fn check<R: Notation>(&mut self, rules: &R, line: &Line<R>) -> Result<(), Broken> {
        let pos = line.position();
        let before = line.positions().iter().rev().nth(1).zip(line.played().last());
        if before.is_some_and(|(before, &mv)| rules.is_irreversible(before, mv)) {
            self.gone.append(&mut self.recent);
        }
        let key = match rules.repetition().same {
            Same::Situation => rules.key(pos),
            Same::Position => rules.board_key(pos),
        };
        if self.gone.contains(&key) {
            let law = "no position comes back across an irreversible move";
            let detail = format!("this one did, after {} plies", line.played().len());
            return Err(broken(rules, pos, law, detail));
        }
        self.recent.push(key);
        Ok(())
    }
}

/// The evaluator's number: within its band, the sum of its terms, the same when asked again.
fn check_evaluation<R: Notation, J: Evaluator<R>>(
    rules: &R,
    evaluator: &J,
    pos: &R::Position,
) -> Result<(), Broken> {
    let value = evaluator.evaluate(rules, pos);
    if value > Score::EVAL_MAX || value < -Score::EVAL_MAX {
        return Err(broken(rules, pos, "an evaluation is no proof", value.to_string()));
    }
    if evaluator.evaluate(rules, pos) != value {
        let law = "the same position is worth the same when asked again";
        return Err(broken(rules, pos, law, value.to_string()));
    }
    let sum: i32 = evaluator.explain(rules, pos).iter().map(|(_, term)| term.raw()).sum();
    if Score::cp(sum) != value {
        let detail = format!("{sum}, not {value}");
        return Err(broken(rules, pos, "the terms add up to the evaluation", detail));
    }
    Ok(())
}

fn check_weights<R: Notation, J: Evaluator<R>>(
    rules: &R,
    evaluator: &J,
    pos: &R::Position,
    weights: &[Weight],
) -> Result<(), Broken> {
    let Some(tunable) = evaluator.tunable() else { return Ok(()) };
    let mut features = Vec::new();
    tunable.features(rules, pos, &mut features);
    let law = "the weights times the features are the evaluation, seen by the first side";
    let mut sum = 0.0;
    for feature in features {
        let Some(weight) = weights.get(feature.weight as usize) else {
            let detail = format!("there is no weight {}", feature.weight);
            return Err(broken(rules, pos, law, detail));
        };
        sum += weight.value * f64::from(feature.times);
    }
    let value = evaluator.evaluate(rules, pos);
    let seen = if rules.side_to_move(pos) == Side::First { value } else { -value };
    if (sum - f64::from(seen.raw())).abs() < ROUNDING_CP {
        return Ok(());
    }
    Err(broken(rules, pos, law, format!("{sum}, not {seen}")))
}

/// What the evaluator gives for single places.
fn check_shares<R: Notation, J: Evaluator<R>>(
    rules: &R,
    evaluator: &J,
    pos: &R::Position,
    places: &[Place],
) -> Result<(), Broken> {
    for (name, _) in evaluator.shares(rules, pos).values {
        if !places.iter().any(|place| place.name == name) {
            return Err(broken(rules, pos, "a share belongs to a place of the picture", name));
        }
    }
    Ok(())
}

/// What the evaluator says of moves and of passing.
fn check_noise<R: Notation, J: Evaluator<R>>(
    rules: &R,
    evaluator: &J,
    pos: &R::Position,
    moves: &[R::Move],
) -> Result<(), Broken> {
    let mut noisy = Vec::new();
    evaluator.noisy_moves(rules, pos, &mut noisy);
    for (i, mv) in noisy.iter().enumerate() {
        if !moves.contains(mv) || noisy[..i].contains(mv) {
            let law = "noisy moves are legal, each listed once";
            return Err(broken(rules, pos, law, format!("{mv:?}")));
        }
    }
    let mut candidates = Vec::new();
    evaluator.noisy_candidates(rules, pos, &mut candidates);
    candidates.retain(|&mv| evaluator.is_worthwhile(rules, pos, mv));
    if candidates != noisy {
        let law = "worthwhile candidates are the noisy moves";
        return Err(broken(rules, pos, law, format!("{candidates:?}, not {noisy:?}")));
    }
    let loud = evaluator.in_check(rules, pos);
    if loud && noisy.len() != moves.len() {
        let detail = format!("{} of {}", noisy.len(), moves.len());
        return Err(broken(rules, pos, "in a loud position every move is noisy", detail));
    }
    let gives_check = evaluator.check_givers(rules, pos);
    let noisy_hint = evaluator.noisy_order_scores(rules, pos);
    for &mv in moves {
        let order_score = evaluator.order_score(rules, pos, mv);
        if order_score.abs() > HINT_MAX {
            let detail = format!("{order_score} for {mv:?}");
            return Err(broken(rules, pos, "a hint is within ±10,000", detail));
        }
        let sight = evaluator.order_score_at_sight(rules, pos, mv);
        if sight < order_score || (sight != order_score && order_score >= 0) {
            let detail = format!("{sight}, then {order_score} for {mv:?}");
            return Err(broken(rules, pos, "the first sight of a move is not too low", detail));
        }
        let noisy = evaluator.is_noisy(rules, pos, mv);
        if noisy_hint(mv) != noisy.then_some(sight) {
            let law = "the hint of a noisy move is that of its first sight, a quiet one has none";
            return Err(broken(rules, pos, law, format!("{mv:?}")));
        }
        if !noisy && evaluator.quiet_order_score(rules, pos, mv) != order_score {
            let law = "a quiet move has one hint";
            return Err(broken(rules, pos, law, format!("{mv:?}")));
        }
        if evaluator.capture_value(rules, pos, mv).is_some_and(|won| !(0..=HINT_MAX).contains(&won))
        {
            let law = "what a move wins at most is within 0 and 10,000";
            return Err(broken(rules, pos, law, format!("{mv:?}")));
        }
        let mut child = pos.clone();
        rules.play(&mut child, mv);
        let in_check = evaluator.in_check(rules, &child);
        if evaluator.gives_check(rules, pos, mv) != in_check || gives_check(mv) != in_check {
            let law = "a move makes loud what is loud when it has been played";
            return Err(broken(rules, pos, law, format!("{mv:?}")));
        }
    }
    let louds = moves.iter().filter(|&&mv| gives_check(mv)).count();
    if evaluator.can_give_check(rules, pos) != (louds > 0) {
        let law = "some move can make loud where one does";
        return Err(broken(rules, pos, law, format!("{louds} do")));
    }
    let passed = evaluator.null_move(rules, pos);
    if passed.as_ref().is_some_and(|p| rules.side_to_move(p) == rules.side_to_move(pos)) {
        return Err(broken(rules, pos, "a pass gives the turn away", format!("{passed:?}")));
    }
    if loud && passed.is_some() {
        return Err(broken(rules, pos, "who cannot stand cannot pass", format!("{passed:?}")));
    }
    Ok(())
}
