//! Laws of what a [`Game`] offers besides rules, text and evaluator, checked on random games: the
//! weights, what places give, and the reference evaluator.

use super::Game;
use plyglot_core::game::laws::{Broken, check_attribution, check_evaluator, check_weights};

/// Random games for each law.
const GAMES: u32 = 10;

/// Checks that everything which explains the evaluation agrees with it, on random games from the
/// start position.
pub fn check_explanations<G: Game>(rules: &G, seed: u64) -> Result<(), Broken> {
    let (evaluator, reference) = (rules.evaluator(), rules.reference_evaluator());
    check_attribution(rules, |pos| rules.attribution(&evaluator, pos), seed, GAMES)?;
    if let Some(reference) = &reference {
        check_evaluator(rules, reference, seed, GAMES)?;
        check_attribution(rules, |pos| rules.attribution(reference, pos), seed, GAMES)?;
    }
    let weighed = reference.unwrap_or(evaluator);
    match rules.tunable() {
        Some(tunable) => check_weights(rules, &weighed, &*tunable, seed, GAMES),
        None => Ok(()),
    }
}
