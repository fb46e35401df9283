//! An opinion about Abalone positions.
//!
//! The evaluation itself is in [`super::eval`].

use super::board::{self, CELLS};
use super::eval;
use super::rules::{Abalone, Position};
use super::tactics::AbaloneTactics;
use plyglot_core::game::weights::{Feature, WeightTable};
use plyglot_core::game::{Attribution, Evaluator, Tunable};
use plyglot_core::{Score, Side};

/// Marbles pushed off, where the others stand, how they hang together, what they can push.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AbaloneEvaluator {
    /// How many fallen marbles win.
    ejections_to_win: u8,
}

impl AbaloneEvaluator {
    /// The evaluator for a game that so many ejections win.
    pub(super) const fn new(ejections_to_win: u8) -> Self {
        Self { ejections_to_win }
    }

    /// What each marble is worth where it stands.
    pub(super) fn attribution(self, rules: &Abalone, pos: &Position) -> Attribution {
        let marbles = Side::BOTH.map(|side| pos.marbles(side));
        let ejected = Side::BOTH.map(|side| pos.ejected(side));
        let held = (0_u8..).take(CELLS).filter(|cell| (marbles[0] | marbles[1]) >> cell & 1 == 1);
        let without = held.map(|cell| {
            let rest = Position::new(marbles.map(|set| set & !(1 << cell)), ejected, pos.side());
            let rest = self.evaluate(rules, &rest.with_counters(pos.quiet(), pos.number()));
            (board::name(cell), Some(rest))
        });
        Attribution::by_removal(self.evaluate(rules, pos), without)
    }
}

impl Evaluator<Abalone> for AbaloneEvaluator {
    type Tactics = AbaloneTactics;

    fn tactics(&self) -> &AbaloneTactics {
        &AbaloneTactics
    }

    fn evaluate(&self, _rules: &Abalone, pos: &Position) -> Score {
        Score::cp(eval::evaluate(pos, self.ejections_to_win))
    }

    fn explain(&self, _rules: &Abalone, pos: &Position) -> Vec<(&'static str, Score)> {
        let terms = eval::terms(pos, self.ejections_to_win).map(Score::cp);
        eval::TERMS.into_iter().zip(terms).collect()
    }
}

impl Tunable<Abalone> for AbaloneEvaluator {
    fn table(&self) -> WeightTable<'_> {
        eval::TABLE
    }

    fn features(&self, _rules: &Abalone, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(pos, self.ejections_to_win, out);
    }
}
