//! Judges that show their sums: what a tuner has to know of an evaluation.
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

/// One number of an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight {
    /// What it is, for people.
    pub name: String,
    /// Its present value, cp.
    pub value: f64,
    /// A tuner leaves it as it is: a term that is not linear, or a matter of principle.
    pub fixed: bool,
}

/// How often one weight counts in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feature {
    /// Index into [`Tunable::weights`].
    pub weight: u16,
    /// For the first side positive, for the second negative.
    pub times: f32,
}

/// A judge whose evaluation is linear in its weights.
pub trait Tunable<R: Rules> {
    /// The weights, always in the same order.
    fn weights(&self) -> Vec<Weight>;

    /// Appends the features of a position, in any order, a weight more than once if that is
    /// easier. The sum of `times * weight` is [`super::Judge::evaluate`] seen by the first side,
    /// but for rounding.
    fn features(&self, rules: &R, pos: &R::Position, out: &mut Vec<Feature>);

    /// The source file that holds the weights, with these values in it; as `cargo fmt` leaves it.
    fn source(&self, values: &[f64]) -> String;
}
