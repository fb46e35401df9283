//! The evaluation of a position: by a network on the usual board, or by a formula, which the network learnt
//! from first.
//!
//! The evaluation itself is in [`super::network`] and [`super::eval`].

use super::eval;
use super::network;
use super::rules::{Connect4, Position};
use super::tactics::Threats;
use plyglot_core::Score;
use plyglot_core::game::Evaluator;
use plyglot_core::game::evaluator::named_terms;
use plyglot_core::game::trainable::{ActiveFeatures, Trainable};

/// A network; or threats and open lines, with weights chosen by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4Evaluator {
    pub(super) asks_network: bool,
}

impl Connect4Evaluator {
    /// The best evaluator for these rules: the network knows one size of board alone.
    pub(super) fn new(rules: &Connect4) -> Self {
        Self { asks_network: rules.geometry == network::BOARD }
    }

    /// An evaluator by the formula alone, each term of which has a name.
    pub const fn classical() -> Self {
        Self { asks_network: false }
    }
}

impl Evaluator<Connect4> for Connect4Evaluator {
    type Tactics = Threats;

    fn tactics(&self) -> &Threats {
        &Threats
    }

    fn evaluate(&self, rules: &Connect4, pos: &Position) -> Score {
        Score::cp(if self.asks_network {
            network::evaluate(pos)
        } else {
            eval::terms(rules, pos).iter().sum()
        })
    }

    fn explain(&self, rules: &Connect4, pos: &Position) -> Vec<(&'static str, Score)> {
        let whole = self.asks_network.then(|| self.evaluate(rules, pos));
        named_terms(eval::TERMS, eval::terms(rules, pos), whole)
    }
}

impl Trainable<Connect4> for Connect4Evaluator {
    fn weights(&self) -> network::Weights {
        network::weights()
    }

    fn active_features(&self, _rules: &Connect4, pos: &Position, features: &mut ActiveFeatures) {
        [features.mover, features.other] = network::inputs(pos).map(Vec::from_iter);
        features.bucket = network::bucket(pos);
        features.known = 0;
    }
}
