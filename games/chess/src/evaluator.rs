//! The evaluation of chess positions.
//!
//! The evaluation itself is in [`super::network`], the formula that it learnt from in
//! [`super::eval`].

use cozy_chess::{Board, Color};

use super::memory::Memory;
use super::rules::{Chess, Position};
use super::tactics::ChessTactics;
use super::{eval, network};
use plyglot_core::Score;
use plyglot_core::game::evaluator::named_terms;
use plyglot_core::game::trainable::{ActiveFeatures, Trainable};
use plyglot_core::game::weights::{Feature, WeightTable};
use plyglot_core::game::{Evaluator, Tunable};

/// A network; or the formula that it learnt from: material, where it stands, what it reaches. See
/// [`Evaluator::explain`] for the terms.
///
/// By the formula it remembers pawn structures and whole positions; a copy begins with an empty
/// memory. What it thinks does not depend on it.
#[derive(Debug, Default)]
pub struct ChessEvaluator {
    origin: Origin,
    pawns: eval::PawnTable,
    evaluations: Memory,
}

/// Where an evaluator has its evaluations from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Origin {
    #[default]
    Network,
    Classical,
}

impl Clone for ChessEvaluator {
    fn clone(&self) -> Self {
        Self { origin: self.origin, ..Self::default() }
    }
}

impl ChessEvaluator {
    /// An evaluator by the formula alone, each term of which has a name.
    pub fn classical() -> Self {
        Self { origin: Origin::Classical, ..Self::default() }
    }

    /// The value for the side to move, cp, formed anew. A lone king is a matter of technique, which
    /// the formula knows: it is driven to the rim.
    pub(super) fn form(&self, board: &Board) -> i32 {
        let is_lone = |color| board.colors(color).len() == 1;
        if self.origin == Origin::Classical || Color::ALL.into_iter().any(is_lone) {
            return eval::evaluate(board, &self.pawns);
        }
        let value = eval::scaled(board, network::evaluate(board));
        value.clamp(-Score::EVAL_MAX.raw(), Score::EVAL_MAX.raw())
    }
}

impl Evaluator<Chess> for ChessEvaluator {
    type Tactics = ChessTactics;

    fn tactics(&self) -> &ChessTactics {
        &ChessTactics
    }

    fn evaluate(&self, _rules: &Chess, pos: &Position) -> Score {
        let board = pos.board();
        // The network has thought again sooner than the memory answers.
        Score::cp(match self.origin {
            Origin::Network => self.form(board),
            Origin::Classical => self.evaluations.recall(board.hash(), || self.form(board)),
        })
    }

    fn prefetch(&self, pos: &Position) {
        if self.origin == Origin::Classical {
            self.evaluations.prefetch(pos.board().hash());
        }
    }

    fn explain(&self, _rules: &Chess, pos: &Position) -> Vec<(&'static str, Score)> {
        let board = pos.board();
        let whole = (self.origin == Origin::Network).then(|| Score::cp(self.form(board)));
        named_terms(eval::TERMS, eval::terms(board), whole)
    }
}

impl Tunable<Chess> for ChessEvaluator {
    fn table(&self) -> WeightTable<'_> {
        eval::TABLE
    }

    fn features(&self, _rules: &Chess, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(pos.board(), out);
    }
}

impl Trainable<Chess> for ChessEvaluator {
    fn weights(&self) -> network::Weights {
        network::weights()
    }

    fn active_features(&self, _rules: &Chess, pos: &Position, features: &mut ActiveFeatures) {
        let board = pos.board();
        let mover = board.side_to_move();
        for (side, inputs) in [(mover, &mut features.mover), (!mover, &mut features.other)] {
            inputs.clear();
            inputs.extend(network::inputs(board, side));
        }
        features.bucket = network::bucket(board);
        features.known = 0;
    }
}
