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

pub use board::{Board, HOUSES, Houses, SEEDS_MAX, Sown};
pub use evaluator::AwariEvaluator;
pub use indexer::AwariIndexer;
pub use rules::{Awari, Move, Position};
pub use variant::{Feeding, GrandSlam, Repeated, RuleSet};

use plyglot_core::game::{Attribution, Tunable};
use plyglot_core::{Opt, OptionError, Scope, Settings};
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{BenchPosition, Game, Variant};
use plyglot_search::{AlphaBeta, PlayerEntry};

const FEEDING: &str = "Oware.Feeding";
const GRAND_SLAM: &str = "Oware.GrandSlam";
const REPETITION: &str = "Oware.Repetition";
const OCCURRENCE: &str = "Oware.Occurrence";
const STOP: &str = "Oware.Stop";

/// The word of an option that leaves a rule as the variant has it.
const BY_VARIANT: &str = "variant";

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
        vec![
            Opt::combo(
                Scope::Rules,
                FEEDING,
                vec![BY_VARIANT, "feed", "leave"],
                "An opponent without seeds must be given some (oware), or no move may leave the \
                 opponent without seeds unless all do (awari).",
            ),
            Opt::combo(
                Scope::Rules,
                GRAND_SLAM,
                vec![
                    BY_VARIANT,
                    "nocapture",
                    "illegal",
                    "capture",
                    "keepfirst",
                    "keeplast",
                    "opponent",
                ],
                "A move that would win all seeds of the opponent wins none (oware), may not be \
                 played, wins them (awari), spares the first or the last house, or wins them and \
                 gives all the rest to the opponent.",
            ),
            Opt::combo(
                Scope::Rules,
                REPETITION,
                vec![BY_VARIANT, "own-side", "split", "none"],
                "When a position has come back, each side takes the seeds on its side (oware), \
                 they are divided evenly (awari), or nothing happens.",
            ),
            Opt::combo(
                Scope::Rules,
                OCCURRENCE,
                vec![BY_VARIANT, "first", "third"],
                "That is when a position comes back for the first time (oware), or at its third \
                 occurrence (awari).",
            ),
            Opt::combo(
                Scope::Rules,
                STOP,
                vec![BY_VARIANT, "half", "never"],
                "More than half of all seeds wins (oware), or the game is played to its end for \
                 the exact margin (awari).",
            ),
        ]
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let set = if variant == "awari" { RuleSet::AWARI } else { RuleSet::OWARE };
        Ok(Self::new(RuleSet {
            feeding: match settings.combo(FEEDING) {
                "feed" => Feeding::MustFeed,
                "leave" => Feeding::MustLeave,
                _ => set.feeding,
            },
            grand_slam: match settings.combo(GRAND_SLAM) {
                "nocapture" => GrandSlam::CapturesNothing,
                "illegal" => GrandSlam::Illegal,
                "capture" => GrandSlam::Captures,
                "keepfirst" => GrandSlam::SparesFirst,
                "keeplast" => GrandSlam::SparesLast,
                "opponent" => GrandSlam::RestToOpponent,
                _ => set.grand_slam,
            },
            repeated: match settings.combo(REPETITION) {
                "own-side" => Repeated::OwnSide,
                "split" => Repeated::Split,
                "none" => Repeated::Nothing,
                _ => set.repeated,
            },
            occurrence: match settings.combo(OCCURRENCE) {
                "first" => 2,
                "third" => 3,
                _ => set.occurrence,
            },
            stop_at_half: match settings.combo(STOP) {
                "half" => true,
                "never" => false,
                _ => set.stop_at_half,
            },
        }))
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
        rules::describe(self.variant)
    }
}
