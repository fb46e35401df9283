//! The evaluation of positions: by a network, or by patterns and terms, from which the network learnt first.
//!
//! The evaluation itself is in [`super::network`] and [`super::eval`].

use super::board::{Board, set_of};
use super::eval::{self, WeightSet};
use super::network;
use super::rules::{Draughts, Position};
use super::tactics::DraughtsTactics;
use plyglot_core::Score;
use plyglot_core::bits::bits;
use plyglot_core::game::evaluator::named_terms;
use plyglot_core::game::trainable::{ActiveFeatures, Trainable};
use plyglot_core::game::weights::{Feature, WeightTable};
use plyglot_core::game::{Attribution, Evaluator, Tunable};

/// A network; or material, squares, kings, formation, mobility, and what stands unprotected.
#[derive(Clone, Copy, Debug)]
pub struct DraughtsEvaluator {
    pub(super) tactics: DraughtsTactics,
    asks_network: bool,
}

impl DraughtsEvaluator {
    /// The evaluator for these rules.
    pub fn new<B: Board>(rules: &Draughts<B>) -> Self {
        let kit = match (B::ROW, rules.rules.flying_kings) {
            (4, false) => WeightSet::English,
            (4, true) => WeightSet::Flying,
            _ => WeightSet::Board10x10,
        };
        let tactics = DraughtsTactics { table: kit.table() };
        Self { tactics, asks_network: true }
    }

    /// The evaluator for these rules by patterns and terms alone.
    pub fn classical<B: Board>(rules: &Draughts<B>) -> Self {
        Self { asks_network: false, ..Self::new(rules) }
    }

    /// What each piece is worth where it stands.
    pub(super) fn attribution<B: Board>(self, rules: &Draughts<B>, pos: &Position) -> Attribution {
        let without = bits(pos.pieces[0] | pos.pieces[1]).map(|bit| {
            let rest = pos.pieces.map(|set| set & !set_of(bit));
            let mut left = Position::new(rest, pos.kings & !set_of(bit), pos.side);
            left.counts = pos.counts;
            // A side without a piece has lost.
            let is_asked = rest.iter().all(|set| *set != 0);
            (rules.square_text(bit), is_asked.then(|| self.evaluate(rules, &left)))
        });
        Attribution::by_removal(self.evaluate(rules, pos), without)
    }
}

impl<B: Board> Evaluator<Draughts<B>> for DraughtsEvaluator {
    type Tactics = DraughtsTactics;

    fn tactics(&self) -> &DraughtsTactics {
        &self.tactics
    }

    fn evaluate(&self, rules: &Draughts<B>, pos: &Position) -> Score {
        let table = self.tactics.table;
        Score::cp(if self.asks_network {
            network::evaluate(table, rules, pos)
        } else {
            eval::evaluate(table, rules, pos)
        })
    }

    fn explain(&self, rules: &Draughts<B>, pos: &Position) -> Vec<(&'static str, Score)> {
        let whole = self.asks_network.then(|| self.evaluate(rules, pos));
        named_terms(eval::TERMS, eval::terms(self.tactics.table, rules, pos), whole)
    }
}

impl<B: Board> Trainable<Draughts<B>> for DraughtsEvaluator {
    fn weights(&self) -> network::Weights {
        network::weights(self.tactics.table.kit())
    }

    fn active_features(&self, rules: &Draughts<B>, pos: &Position, features: &mut ActiveFeatures) {
        let sides = [pos.side, pos.side.other()];
        [features.mover, features.other] =
            sides.map(|side| network::inputs(rules, pos, side).collect());
        features.bucket = network::bucket::<B>(pos);
        features.known = network::known(self.tactics.table, rules, pos);
    }
}

impl<B: Board> Tunable<Draughts<B>> for DraughtsEvaluator {
    fn table(&self) -> WeightTable<'_> {
        self.tactics.table.weights()
    }

    fn features(&self, rules: &Draughts<B>, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(self.tactics.table, rules, pos, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{International, RuleSet};
    use plyglot_core::game::Notation;

    #[test]
    fn a_king_is_worth_more_than_a_man_and_what_the_other_side_has_counts_against() {
        let game = International::new(RuleSet::INTERNATIONAL);
        let pos = game.parse_position("W:W32,33,K5:B18,19,K46").unwrap();
        let evaluator = DraughtsEvaluator::new(&game);
        let values = evaluator.attribution(&game, &pos).values;
        assert_eq!(values.len(), 6);
        let worth = |square: &str| {
            let worth = values.iter().find(|(name, _)| name == square);
            worth.map(|(_, score)| score.raw()).unwrap()
        };
        assert!(worth("5") > worth("32") && worth("32") > 0, "{values:?}");
        assert!(worth("46") < worth("19") && worth("19") < 0, "{values:?}");
        let last = game.parse_position("W:W32:B18,19").unwrap();
        assert_eq!(evaluator.attribution(&game, &last).values.len(), 2, "not of the last man");
    }
}
