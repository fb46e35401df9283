//! Static evaluation: what a search thinks of positions where it looks no further.
//!
//! None of it is a rule of the game, so none of it is in [`Rules`]; a game may have several
//! evaluators. Each names the [`Tactics`] that belong to it: which positions are quiet enough to be
//! evaluated, and which moves have to be looked at before, depends on what the evaluator sees
//! itself.

use super::tactics::Tactics;
use super::{Account, Rules};
use crate::Score;

/// The terms of a formula by their names, for [`Evaluator::explain`]; and where a network says something
/// else, `whole`, what it sees beyond what can be named.
pub fn named_terms<const N: usize>(
    names: [&'static str; N],
    terms: [i32; N],
    whole: Option<Score>,
) -> Vec<(&'static str, Score)> {
    let rest = whole.map(|whole| ("network", Score::cp(whole.raw() - terms.iter().sum::<i32>())));
    names.into_iter().zip(terms.map(Score::cp)).chain(rest).collect()
}

/// Evaluates the positions of one game.
pub trait Evaluator<R: Rules>: Clone + Send + Sync + 'static {
    /// What the search may ask about nodes besides; [`NoTactics`](super::NoTactics) for nothing.
    type Tactics: Tactics<R>;

    /// The tactics that go with this evaluator.
    fn tactics(&self) -> &Self::Tactics;

    /// The value of the position for the side to move, within ±[`Score::EVAL_MAX`]. Never called
    /// on a finished position.
    fn evaluate(&self, rules: &R, pos: &R::Position) -> Score;

    /// Is told that [`Evaluator::evaluate`] will soon be asked about a position: an evaluator who
    /// remembers evaluations brings its memory near.
    fn prefetch(&self, _pos: &R::Position) {}

    /// Each term of [`Evaluator::evaluate`], for people: name and value for the side to move,
    /// adding up to the whole.
    fn explain(&self, rules: &R, pos: &R::Position) -> Vec<(&'static str, Score)> {
        vec![("evaluation", self.evaluate(rules, pos))]
    }

    /// The same with whatever else there is to show of its ways; without that, the terms.
    fn account(&self, rules: &R, pos: &R::Position) -> Account {
        Account::of_terms(&self.explain(rules, pos), self.evaluate(rules, pos))
    }
}
