//! Evaluators that show their sums: what a tuner has to know of an evaluation.
//!
//! An evaluation that adds up weights, each taken some number of times, is a product of two
//! vectors: the weights, which are the same for all positions, and the *features* of a position,
//! which say how often each weight counts there. Whoever knows both can ask which weights would
//! have foretold the results of many games best, and need know nothing of the game.
//!
//! ```text
//! evaluate(pos)  =  Σ weight[i] · feature(pos)[i]        cp, for the first side
//! ```

use super::Rules;
use super::weights::{Feature, WeightTable};

/// An evaluator whose evaluation is linear in its weights.
pub trait Tunable<R: Rules> {
    /// The weights, always in the same order.
    fn table(&self) -> WeightTable<'_>;

    /// Appends the features of a position, in any order, a weight more than once if that is
    /// easier. The sum of `times * weight` is [`super::Evaluator::evaluate`] seen by the first
    /// side, but for rounding.
    fn features(&self, rules: &R, pos: &R::Position, out: &mut Vec<Feature>);
}
