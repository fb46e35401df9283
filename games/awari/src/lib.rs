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
mod notation;
mod picture;
mod rules;
mod tactics;
mod variant;

pub use board::{Board, HOUSES, Houses, Pits, SEEDS_MAX, Sown};
pub use evaluator::AwariEvaluator;
pub use indexer::AwariIndexer;
pub use rules::{Awari, Move, Position};
pub use variant::{Feeding, GrandSlam, Repeated, RuleSet};

use plyglot_core::game::{Attribution, Tunable};
use plyglot_core::{Opt, OptionError, Settings};
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{BenchPosition, Game, Variant};
use plyglot_search::{AlphaBeta, PlayerEntry};

/// The game without its type.
pub static ENTRY: GameEntry = entry::<Awari>();

impl Game for Awari {
    const NAME: &'static str = "oware";
    const PREFIX: &'static str = "Oware";
    const ABOUT: &'static str = "Sow seeds round two rows of houses; twos and threes are won.";
    const UNIT: &'static str = "one seed";
    const VARIANTS: &'static [Variant] = &[
        Variant {
            name: "oware",
            about: "Abapa, the tournament rules: an empty opponent is fed, a grand slam wins \
                    nothing.",
        },
        Variant {
            name: "awari",
            about: "The rules under which the game was solved [romein-bal-2003].",
        },
    ];
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { position: "startpos", depth: 12 },
        BenchPosition { position: "startpos moves FeDbBd", depth: 12 },
        BenchPosition { position: "fen 0-3-9-0-2-1-2-0-1-8-0-1-11-10-N", depth: 14 },
        BenchPosition { position: "fen 1-0-2-0-1-0-0-3-0-0-14-1-13-13-S", depth: 16 },
        BenchPosition { position: "fen 2-0-0-1-0-3-0-1-0-2-0-0-20-19-S", depth: 18 },
    ];
    const PLAYERS: &'static [PlayerEntry<Self>] = &[PlayerEntry {
        name: "alphabeta",
        about: "Iterative deepening alpha-beta.",
        make: |rules, _settings| {
            Ok(Box::new(AlphaBeta::new(rules.evaluator(), rules.search_params())))
        },
    }];
    type Evaluator = AwariEvaluator;
    type Indexer = AwariIndexer;

    fn options() -> Vec<Opt> {
        RuleSet::options()
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let set = if variant == "awari" { RuleSet::AWARI } else { RuleSet::OWARE };
        Ok(Self::new(set.with(settings)))
    }

    fn evaluator(&self) -> AwariEvaluator {
        AwariEvaluator
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(AwariEvaluator))
    }

    fn attribution(&self, _evaluator: &AwariEvaluator, pos: &Position) -> Attribution {
        AwariEvaluator::attribution(*self, pos)
    }

    fn indexer(&self) -> AwariIndexer {
        AwariIndexer::new(*self)
    }

    fn describe(&self) -> Vec<String> {
        self.variant.describe()
    }
}

#[cfg(test)]
mod tests {
    use super::Awari;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Awari>();
    }
}
