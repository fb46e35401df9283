//! The evaluation of positions of the family: by a network for nine men's morris, or by a formula, which the
//! network learnt from first.
//!
//! The evaluation itself is in [`super::network`] and [`super::eval`].

use super::eval;
use super::layout;
use super::network;
use super::position::Position;
use super::rules::Morris;
use super::tactics::MorrisTactics;
use super::variant::RuleSet;
use plyglot_core::bits::bits;
use plyglot_core::game::evaluator::named_terms;
use plyglot_core::game::trainable::{ActiveFeatures, Trainable};
use plyglot_core::game::weights::{Feature, WeightTable};
use plyglot_core::game::{Attribution, Evaluator, Tunable};
use plyglot_core::{Score, Side};

/// A network; or men, mills, open lines and room to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MorrisEvaluator {
    pub(super) asks_network: bool,
}

impl MorrisEvaluator {
    /// The best evaluator for these rules: the network knows nine men's morris alone.
    pub(super) fn new(rules: &Morris) -> Self {
        Self { asks_network: rules.set == RuleSet::NINE }
    }

    /// An evaluator by the formula alone, each term of which has a name.
    pub const fn classical() -> Self {
        Self { asks_network: false }
    }

    /// What each man is worth where it stands.
    pub(super) fn attribution(self, rules: &Morris, pos: &Position) -> Attribution {
        let (men, hand) =
            (Side::BOTH.map(|side| pos.men(side)), Side::BOTH.map(|side| pos.hand(side)));
        let without = bits(men[0] | men[1]).map(|point| {
            let rest = Position::new(men.map(|set| set & !(1 << point)), hand, pos.side())
                .with_memory(pos.pending(), Side::BOTH.map(|side| pos.last(side)));
            // A side with too few men has lost.
            let is_asked = rules.winner(&rest).is_none();
            (rules.set.board.name(point), is_asked.then(|| self.evaluate(rules, &rest)))
        });
        Attribution::by_removal(self.evaluate(rules, pos), without)
    }
}

impl Evaluator<Morris> for MorrisEvaluator {
    type Tactics = MorrisTactics;

    fn tactics(&self) -> &MorrisTactics {
        &MorrisTactics
    }

    #[inline]
    fn evaluate(&self, rules: &Morris, pos: &Position) -> Score {
        // The network has not seen positions in the middle of a turn.
        Score::cp(if self.asks_network && pos.pending() == 0 {
            network::evaluate(pos)
        } else {
            eval::evaluate(rules, pos)
        })
    }

    fn explain(&self, rules: &Morris, pos: &Position) -> Vec<(&'static str, Score)> {
        let whole = self.asks_network.then(|| self.evaluate(rules, pos));
        named_terms(layout::TERMS, eval::terms(rules, pos), whole)
    }
}

impl Trainable<Morris> for MorrisEvaluator {
    fn weights(&self) -> network::Weights {
        network::weights()
    }

    fn active_features(&self, _rules: &Morris, pos: &Position, features: &mut ActiveFeatures) {
        [features.mover, features.other] = network::inputs(pos).map(Vec::from);
        features.bucket = network::bucket(pos);
        features.known = 0;
    }
}

impl Tunable<Morris> for MorrisEvaluator {
    fn table(&self) -> WeightTable<'_> {
        layout::TABLE
    }

    fn features(&self, rules: &Morris, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(rules, pos, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Notation;

    #[test]
    fn a_man_of_a_mill_is_worth_more_than_one_that_stands_alone() {
        let rules = Morris::default();
        let text = "*OOO****/@**@*O@*/****@*O@ w m s 5 0 5 0 0 0 -1 -1 -1 -1 0 4 9 ids:nodes";
        let pos = rules.parse_position(text).unwrap();
        let evaluators = [MorrisEvaluator::classical(), MorrisEvaluator::new(&rules)];
        let [values, by_network] =
            evaluators.map(|evaluator| evaluator.attribution(&rules, &pos).values);
        assert_eq!((values.len(), by_network.len()), (10, 10), "{values:?}");
        let worth = |point: &str| {
            let found = values.iter().find(|(name, _)| name == point);
            found.map(|(_, score)| score.raw()).unwrap()
        };
        // e5, e4 and e3 are a mill; the formula says so.
        assert!(worth("e4") > worth("b2") && worth("b2") > 0, "{values:?}");
        assert!(worth("d6") < 0, "{values:?}");
        let last = "*OOO****/@**@**@*/****@**@ w m s 3 0 5 0 0 0 -1 -1 -1 -1 0 4 9 ids:nodes";
        let last = rules.parse_position(last).unwrap();
        for evaluator in evaluators {
            assert_eq!(evaluator.attribution(&rules, &last).values.len(), 5, "two men have lost");
        }
    }
}
