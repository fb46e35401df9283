//! Oware and awari: seeds are sown round two rows of six houses, and twos and threes are won.
//!
//! Two rule sets of one game: oware as it is played in tournaments (abapa), and awari as it was
//! solved (it is a draw [romein-bal-2003]). What they and other books disagree about are options.
//!
//! Reading order: `variant` (what books disagree about), `board` (packed, fast), `rules`,
//! `notation` and `picture`; `evaluator`; `indexer` (endgame tables).

mod board;
mod evaluator;
mod indexer;
mod network;
mod notation;
mod picture;
mod rules;
mod tactics;
mod variant;

pub use board::{Board, HOUSES, Houses, Pits, SEEDS_MAX, Sown};
pub use evaluator::OwareEvaluator;
pub use indexer::OwareIndexer;
pub use rules::{Move, Oware, Position};
pub use variant::{Feeding, GrandSlam, Repeated, RuleSet};

use network::Goal;
use plyglot_core::game::trainable::Trainable;
use plyglot_core::game::{Attribution, DrawPreset, Repetition, Rules, SearchParams, Tunable};
use plyglot_core::{Opt, OptionError, Settings};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, alphabeta, classical, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::UsualPlayouts;

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Oware>();

impl Game for Oware {
    const NAME: &'static str = "oware";
    const PREFIX: &'static str = "Oware";
    const ABOUT: &'static str = "Sow seeds round two rows of houses; twos and threes are won.";
    const UNIT: &'static str = "one seed";
    const VARIANTS: &'static [Variant] = &[
        Variant {
            name: "oware",
            title: "Oware",
            about: "Abapa, the tournament rules: an empty opponent is fed, a grand slam wins \
                    nothing.",
        },
        Variant {
            name: "awari",
            title: "Awari",
            about: "The rules under which the game was solved [romein-bal-2003].",
        },
    ];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const DRAW_PRESETS: &'static [DrawPreset] = &[
        DrawPreset {
            name: "oware",
            options: &[("Repetition", "own-side"), ("Occurrence", "first")],
        },
        DrawPreset { name: "awari", options: &[("Repetition", "split"), ("Occurrence", "third")] },
    ];
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        alphabeta("Iterative deepening alpha-beta."),
        classical("The same, judging by a formula instead of a network."),
        mcts::<Self, UsualPlayouts>(),
    ];
    type Evaluator = OwareEvaluator;
    type Indexer = OwareIndexer;

    fn options() -> Vec<Opt> {
        RuleSet::options()
    }

    fn draw_options() -> Vec<Opt> {
        RuleSet::draw_options()
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let set = if variant == "awari" { RuleSet::AWARI } else { RuleSet::OWARE };
        Ok(Self::new(set.with(settings)))
    }

    fn evaluator(&self) -> OwareEvaluator {
        OwareEvaluator::new(*self)
    }

    fn search_params(&self) -> SearchParams {
        tactics::PARAMS
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(OwareEvaluator::classical()))
    }

    fn trainable(&self) -> Option<Box<dyn Trainable<Self>>> {
        Some(Box::new(Goal::of(*self)))
    }

    fn reference_evaluator(&self) -> Option<OwareEvaluator> {
        Some(OwareEvaluator::classical())
    }

    fn attribution(&self, _evaluator: &OwareEvaluator, pos: &Position) -> Attribution {
        OwareEvaluator::attribution(*self, pos)
    }

    fn indexer(&self) -> OwareIndexer {
        OwareIndexer::new(*self)
    }

    fn repetition_book(&self) -> (Repetition, Vec<&'static str>) {
        let of = |set| Self::new(set).repetition();
        if self.repetition() == of(RuleSet::AWARI) {
            (of(RuleSet::AWARI), vec!["[romein-bal-2003]"])
        } else {
            (of(RuleSet::OWARE), Vec::new())
        }
    }

    fn describe(&self) -> Vec<String> {
        self.variant.describe()
    }
}

#[cfg(test)]
mod tests {
    use super::Oware;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Oware>();
    }
}
