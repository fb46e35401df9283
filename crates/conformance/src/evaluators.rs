//! Laws of evaluators: what [`Evaluator`] and its [`Tactics`] promise the search, checked on random games.

use crate::laws::{Broken, broken, each_open_position};
use plyglot_core::Score;
use plyglot_core::game::{Evaluator, NodeTactics, Notation, Tactics};

/// Order scores stay within ± this, so that the search can mix them with its own numbers.
const ORDER_SCORE_MAX: i32 = 10_000;

/// Checks the laws of [`Evaluator`] and its [`Tactics`] on `games` random games from the start
/// position.
pub fn check<R: Notation, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    seed: u64,
    games: u32,
) -> Result<(), Broken> {
    each_open_position(rules, seed, games, |pos, moves| {
        check_evaluation(rules, evaluator, pos)?;
        check_tactics(rules, evaluator.tactics(), pos, moves)
    })
}

/// The evaluator's number: within its band, the sum of its terms, the same when asked again.
fn check_evaluation<R: Notation, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
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

/// What the search is told of a node, its moves and of passing.
fn check_tactics<R: Notation>(
    rules: &R,
    tactics: &impl Tactics<R>,
    pos: &R::Position,
    moves: &[R::Move],
) -> Result<(), Broken> {
    let node = tactics.node(rules, pos);
    let mut noisy = Vec::new();
    node.noisy_moves(&mut noisy);
    for (i, mv) in noisy.iter().enumerate() {
        if !moves.contains(mv) || noisy[..i].contains(mv) {
            let law = "noisy moves are legal, each listed once";
            return Err(broken(rules, pos, law, format!("{mv:?}")));
        }
    }
    let in_check = node.in_check();
    if in_check && noisy.len() != moves.len() {
        let detail = format!("{} of {}", noisy.len(), moves.len());
        return Err(broken(rules, pos, "in check every move is noisy", detail));
    }
    for &mv in moves {
        check_scores(rules, &node, pos, mv)?;
        let child = rules.after(pos, mv);
        if node.gives_check(mv) != tactics.node(rules, &child).in_check() {
            let law = "a move gives check where there is check when it has been played";
            return Err(broken(rules, pos, law, format!("{mv:?}")));
        }
        if node.gives_check(mv) && !node.can_give_check() {
            let law = "where a move gives check, one can";
            return Err(broken(rules, pos, law, format!("{mv:?}")));
        }
    }
    let passed = tactics.null_move(rules, pos);
    if passed.as_ref().is_some_and(|p| rules.side_to_move(p) == rules.side_to_move(pos)) {
        return Err(broken(rules, pos, "a pass gives the turn away", format!("{passed:?}")));
    }
    if in_check && passed.is_some() {
        return Err(broken(rules, pos, "nobody passes in check", format!("{passed:?}")));
    }
    Ok(())
}

/// What is told of one move.
fn check_scores<R: Notation>(
    rules: &R,
    node: &impl NodeTactics<R::Move>,
    pos: &R::Position,
    mv: R::Move,
) -> Result<(), Broken> {
    let order_score = node.order_score(mv);
    if order_score.abs() > ORDER_SCORE_MAX {
        let detail = format!("{order_score} for {mv:?}");
        return Err(broken(rules, pos, "an order score is within ±10,000", detail));
    }
    if !node.is_noisy(mv) {
        return Ok(());
    }
    let loss = node.see_loss(mv);
    if !(-ORDER_SCORE_MAX..=0).contains(&loss) {
        let law = "what a noisy move loses is within -10,000 and 0";
        return Err(broken(rules, pos, law, format!("{loss} for {mv:?}")));
    }
    if node.loses_material(mv) != (loss < 0) {
        let law = "a noisy move loses material where it is said how much";
        return Err(broken(rules, pos, law, format!("{loss} for {mv:?}")));
    }
    if node.capture_value(mv).is_some_and(|won| !(0..=ORDER_SCORE_MAX).contains(&won)) {
        let law = "what a move wins at most is within 0 and 10,000";
        return Err(broken(rules, pos, law, format!("{mv:?}")));
    }
    Ok(())
}
