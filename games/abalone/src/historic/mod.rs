//! The program of [bojar-1998]; nothing of the game itself needs it.
//!
//! `bojar` is its evaluator, `wave` its player. The evaluator is lent to the generic search as well,
//! so that the two searches can be compared.

mod bojar;
mod wave;

pub use bojar::{BojarEvaluator, Count};

use super::rules::Abalone;
use bojar::{EDGE, RISK};
use plyglot_core::Opt;
use plyglot_core::game::SearchParams;
use plyglot_search::{AlphaBeta, PlayerEntry};
use wave::Wave;

/// The generic search with the evaluator of the text.
pub(super) const ALPHABETA: PlayerEntry<Abalone> = PlayerEntry {
    name: "alphabeta-bojar",
    about: "The same search with the evaluator of [bojar-1998].",
    make: |_rules, settings| {
        Ok(Box::new(AlphaBeta::new(BojarEvaluator::new(settings), SearchParams::NONE)))
    },
};

/// The player of the text.
pub(super) const WAVE: PlayerEntry<Abalone> = PlayerEntry {
    name: "wave",
    about: "The player of [bojar-1998]: a tree grown breadth-first on the opponent's time, and \
            alpha-beta over it.",
    make: |rules, settings| Ok(Box::new(Wave::new(rules, settings))),
};

/// The options of evaluator and player.
pub(super) fn options() -> Vec<Opt> {
    let mut options = vec![EDGE.opt(), RISK.opt()];
    options.extend(wave::options());
    options
}
