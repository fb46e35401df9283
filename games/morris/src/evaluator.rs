//! An opinion about positions of the family.
//!
//! The evaluation itself is in [`super::eval`].

use super::eval;
use super::layout;
use super::position::Position;
use super::rules::Morris;
use super::tactics::MorrisTactics;
use plyglot_core::bits::bits;
use plyglot_core::game::weights::{Feature, WeightTable};
use plyglot_core::game::{Attribution, Evaluator, Tunable};
use plyglot_core::{Score, Side};

/// Men, mills, open lines and room to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MorrisEvaluator;

impl MorrisEvaluator {
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
        Score::cp(eval::evaluate(rules, pos))
    }

    fn explain(&self, rules: &Morris, pos: &Position) -> Vec<(&'static str, Score)> {
        layout::TERMS.into_iter().zip(eval::terms(rules, pos).map(Score::cp)).collect()
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
        let values = MorrisEvaluator.attribution(&rules, &pos).values;
        assert_eq!(values.len(), 10, "{values:?}");
        let worth = |point: &str| {
            let found = values.iter().find(|(name, _)| name == point);
            found.map(|(_, score)| score.raw()).unwrap()
        };
        // e5, e4 and e3 are a mill.
        assert!(worth("e4") > worth("b2") && worth("b2") > 0, "{values:?}");
        assert!(worth("d6") < 0, "{values:?}");
        let last = "*OOO****/@**@**@*/****@**@ w m s 3 0 5 0 0 0 -1 -1 -1 -1 0 4 9 ids:nodes";
        let last = rules.parse_position(last).unwrap();
        assert_eq!(MorrisEvaluator.attribution(&rules, &last).values.len(), 5, "two men have lost");
    }
}
