//! Kalah with any number of pits and stones, by the text of 1990 and by the other rule sets
//! that have been played and solved.
//!
//! The source is P. Dubner's text [dubner-1990]: its rules, its notation, its records of games and
//! its player are kept. Reading order: `variant` (what books disagree about), `board` (packed,
//! fast), `chain` (a move), `rules`, `notation`, `klh` (records); `evaluator` and its `weights`;
//! then the players: `sowing` (the search by single sowings), `solve` (the exact margin), and that
//! of the text in `historic`; last `indexer`, the endgame tables as files.

mod board;
mod chain;
mod evaluator;
mod historic;
mod indexer;
mod klh;
mod notation;
mod picture;
mod rules;
mod solve;
mod sowing;
mod tactics;
mod variant;
mod weights;

pub use board::{Board, PITS_MAX, Pits, STONES_MAX, Sowings, Sown};
pub use chain::{Chain, SOWINGS_MAX};
pub use evaluator::KalahEvaluator;
pub use indexer::KalahIndexer;
pub use rules::{Kalah, Numbers, Pie, Position, Refused};
pub use solve::{Progress, Solver};
pub use variant::{Capture, End, Rest, RuleSet};

use plyglot_core::game::perft::{Counter, Uncounted};
use plyglot_core::game::{Attribution, SearchParams, Tunable};
use plyglot_core::{Opt, OptionError, Scope, Settings};
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{BenchPosition, Game, Variant};
use plyglot_search::{AlphaBeta, PlayerEntry};
use solve::SolverMind;
use sowing::Sower;

const RULES: &str = "Kalah.Rules";
const PITS: &str = "Kalah.Pits";
const STONES: &str = "Kalah.Stones";
const CAPTURE: &str = "Kalah.Capture";
const END: &str = "Kalah.End";
const REST: &str = "Kalah.Rest";
const STOP: &str = "Kalah.Stop";
const PIE: &str = "Kalah.Pie";
const NUMBERS: &str = "Kalah.Numbers";

/// The word of an option that leaves a rule as `Kalah.Rules` has it.
const BY_RULES: &str = "rules";

/// The game without its type.
pub static ENTRY: GameEntry = entry::<Kalah>();

impl Game for Kalah {
    const NAME: &'static str = "kalah";
    const PREFIX: &'static str = "Kalah";
    const ABOUT: &'static str = "Sow stones round the board; more in the store wins.";
    const UNIT: &'static str = "one stone";
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "kalah",
        about: "Six pits and six stones, as in [dubner-1990]; options change rules and board.",
    }];
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { position: "startpos", depth: 10 },
        BenchPosition { position: "startpos moves 1,2 1 1", depth: 9 },
        BenchPosition { position: "fen <6,20,18,0,1,3,0,9,2,1,0,4,2,0,12> s", depth: 12 },
    ];
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        PlayerEntry {
            name: "alphabeta",
            about: "The generic search, by single sowings inside.",
            make: |kalah, settings| Ok(Box::new(Sower::new(kalah, settings))),
        },
        PlayerEntry {
            name: "chains",
            about: "The generic search with a whole chain as one step, for comparison.",
            make: |_, _| Ok(Box::new(AlphaBeta::new(KalahEvaluator, SearchParams::NONE))),
        },
        historic::F2,
        PlayerEntry {
            name: "solve",
            about: "The solver: the exact final margin with proof, and a best move.",
            make: |kalah, settings| Ok(Box::new(SolverMind::new(kalah, settings))),
        },
    ];
    const COUNTINGS: &'static [&'static str] = &["sowings"];
    const CLASSIC: &'static [&'static str] = &["Numbers=desk"];
    type Evaluator = KalahEvaluator;
    type Indexer = KalahIndexer;

    fn options() -> Vec<Opt> {
        let mut options = vec![
            Opt::combo(
                Scope::Rules,
                RULES,
                RuleSet::PRESETS.map(|(name, _)| name).to_vec(),
                "The rule set: `standard` as [dubner-1990], `mover` ends when the player to move \
                 has no stones, `mover-empty` and `irving` are these two with the lone last stone \
                 banked.",
            ),
            Opt::spin(Scope::Rules, PITS, 6, (1, 8), "Pits a side."),
            Opt::spin(Scope::Rules, STONES, 6, (1, 12), "Stones in each pit at the start."),
            Opt::combo(
                Scope::Rules,
                CAPTURE,
                vec![BY_RULES, "opposite", "lone"],
                "A last stone in an own empty pit captures if the opposite pit holds stones, or \
                 goes to the store in any case.",
            ),
            Opt::combo(
                Scope::Rules,
                END,
                vec![BY_RULES, "either", "mover"],
                "The game ends when either side has no stones, or when the player to move has \
                 none.",
            ),
            Opt::combo(
                Scope::Rules,
                REST,
                vec![BY_RULES, "owner", "opponent"],
                "Stones left in the pits at the end go to their owner or to the opponent.",
            ),
            Opt::combo(
                Scope::Rules,
                STOP,
                vec!["never", "half"],
                "The game is played to the end for the exact margin, or won with more than half \
                 of the stones.",
            ),
        ];
        options.extend(historic::options());
        options.extend([
            Opt::check(
                Scope::Rules,
                PIE,
                false,
                "The second player may swap sides instead of his first move.",
            ),
            Opt::combo(
                Scope::Notation,
                NUMBERS,
                vec!["own", "desk"],
                "Moves and the drawn board name pits from 1, as their owner counts them, or as the \
                 screen of [dubner-1990]: with six pits 0 to 5 are A's and 7 to 12 B's.",
            ),
        ]);
        options.extend(solver_options());
        options
    }

    fn open(_variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let preset = settings.combo(RULES);
        let preset = RuleSet::PRESETS.into_iter().find(|(name, _)| *name == preset);
        let set = preset.map_or(RuleSet::STANDARD, |(_, set)| set);
        let set = RuleSet {
            capture: match settings.combo(CAPTURE) {
                "opposite" => Capture::Opposite,
                "lone" => Capture::Lone,
                _ => set.capture,
            },
            end: match settings.combo(END) {
                "either" => End::Either,
                "mover" => End::Mover,
                _ => set.end,
            },
            rest: match settings.combo(REST) {
                "owner" => Rest::Owner,
                "opponent" => Rest::Opponent,
                _ => set.rest,
            },
            stop_at_half: settings.combo(STOP) == "half",
            pie: settings.check(PIE),
        };
        let number = |name: &str| u8::try_from(settings.spin(name)).unwrap_or(1).max(1);
        let numbers = if settings.combo(NUMBERS) == "desk" { Numbers::Desk } else { Numbers::Own };
        Ok(Self { numbers, ..Self::new(set, number(PITS).into(), number(STONES)) })
    }

    fn evaluator(&self) -> KalahEvaluator {
        KalahEvaluator
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(KalahEvaluator))
    }

    fn attribution(&self, _evaluator: &KalahEvaluator, pos: &Position) -> Attribution {
        KalahEvaluator::attribution(self, pos)
    }

    fn indexer(&self) -> KalahIndexer {
        KalahIndexer::new(self.pits(), self.variant.end)
    }

    fn count(
        &self,
        _counting: &str,
        pos: &Position,
        depth: u32,
        counter: &mut Counter<'_>,
    ) -> Result<u64, Uncounted> {
        self.perft_sowings(pos, depth, &|| counter.must_stop())
    }

    fn describe(&self) -> Vec<String> {
        rules::describe(self)
    }
}

/// The options of the endgame tables and the solver.
fn solver_options() -> [Opt; 2] {
    [
        Opt::spin(
            Scope::Player,
            sowing::TABLES,
            14,
            (0, 24),
            "Most stones in play that the endgame tables of the mind `alphabeta` go up to; 0 is \
             no tables. They are made in memory before `readyok`, or little by little by searches \
             without a limit on depth.",
        ),
        Opt::spin(
            Scope::Player,
            solve::MEMORY,
            512,
            (1, 65_536),
            "Most MiB in which the mind `solve` remembers positions; a small board takes less.",
        ),
    ]
}
