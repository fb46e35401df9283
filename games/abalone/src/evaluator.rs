//! The evaluation of Abalone positions: a formula, and for the table game a network that adds to it.
//!
//! The evaluation itself is in [`super::eval`] and [`super::network`].

use super::board::{self, CELLS};
use super::eval;
use super::network;
use super::rules::{Abalone, Position};
use super::tactics::AbaloneTactics;
use plyglot_core::game::evaluator::named_terms;
use plyglot_core::game::trainable::{ActiveFeatures, Trainable};
use plyglot_core::game::weights::{Feature, WeightTable};
use plyglot_core::game::{Attribution, Evaluator, Tunable};
use plyglot_core::{Score, Side};

/// Marbles pushed off, where the others stand, how they hang together, what they can push.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbaloneEvaluator {
    /// How many fallen marbles win.
    ejections_to_win: u8,
    pub(super) asks_network: bool,
}

impl AbaloneEvaluator {
    /// The best evaluator for these rules: the network knows the table game alone.
    pub(super) const fn new(rules: &Abalone) -> Self {
        let asks_network = rules.broadside && rules.ejections_to_win == network::EJECTIONS;
        Self { asks_network, ..Self::classical(rules) }
    }

    /// The evaluator for these rules by the formula alone, each term of which has a name.
    pub(super) const fn classical(rules: &Abalone) -> Self {
        Self { ejections_to_win: rules.ejections_to_win, asks_network: false }
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
        Score::cp(if self.asks_network {
            network::evaluate(pos)
        } else {
            eval::evaluate(pos, self.ejections_to_win)
        })
    }

    fn explain(&self, rules: &Abalone, pos: &Position) -> Vec<(&'static str, Score)> {
        let whole = self.asks_network.then(|| self.evaluate(rules, pos));
        named_terms(eval::TERMS, eval::terms(pos, self.ejections_to_win), whole)
    }
}

impl Trainable<Abalone> for AbaloneEvaluator {
    fn weights(&self) -> network::Weights {
        network::weights()
    }

    fn active_features(&self, _rules: &Abalone, pos: &Position, features: &mut ActiveFeatures) {
        let sides = [pos.side(), pos.side().other()];
        [features.mover, features.other] = sides.map(|side| network::inputs(pos, side).collect());
        features.bucket = network::bucket(pos);
        features.known = eval::lead(pos, self.ejections_to_win);
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
