//! Kalah with any number of pits and stones, by the text of 1990 and by the other rule sets
//! that have been played and solved.
//!
//! The source is P. Dubner's text [dubner-1990]: its rules, its notation, its records of games and
//! its player are kept. Reading order: `variant` (what books disagree about), `board` (packed,
//! fast), `chain` (a move), `rules`, `notation`, `klh` (records); `evaluator`;
//! then the players: `sowing` (the search by single sowings), `solve` (the exact margin), and that
//! of the text in `historic`; last `indexer`, the endgame tables as files.

mod board;
mod chain;
mod evaluator;
mod historic;
mod indexer;
mod klh;
mod network;
mod notation;
mod picture;
mod rules;
mod solve;
mod sowing;
mod tactics;
mod variant;

pub use board::{Board, PITS_MAX, Pits, STONES_MAX, Sowings, Sown};
pub use chain::{Chain, SOWINGS_MAX};
pub use evaluator::KalahEvaluator;
pub use indexer::KalahIndexer;
pub use rules::{Kalah, Numbers, Pie, Position, Refused};
pub use solve::{Answer, Bounds, Line, Progress, Settlement, Solver, Standing, Surroundings, Turn};
pub use variant::{Capture, End, Rest, RuleSet};

use plyglot_core::game::perft::{Counter, Uncounted};
use plyglot_core::game::trainable::Trainable;
use plyglot_core::game::{Attribution, PlayedGame, SearchParams, Tunable};
use plyglot_core::{Opt, OptionError, Scope, Settings};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, mcts};
use plyglot_host::readings::{Hypothesis, ReadingAnswer};
use plyglot_host::settle::SettleJob;
use plyglot_host::told::Told;
use plyglot_search::mcts::UsualPlayouts;
use plyglot_search::{AlphaBeta, Player, PlayerEntry};
use solve::SolverMind;
use sowing::Sower;

const PITS: &str = "Kalah.Pits";
const STONES: &str = "Kalah.Stones";
const PIE: &str = "Kalah.Pie";

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Kalah>();

impl Game for Kalah {
    const NAME: &'static str = "kalah";
    const PREFIX: &'static str = "Kalah";
    const ABOUT: &'static str = "Sow stones round the board; more in the store wins.";
    const UNIT: &'static str = "one stone";
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "kalah",
        title: "Kalah",
        about: "Six pits and six stones, as in [dubner-1990]; options change rules and board.",
    }];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const SIZES: &'static [&'static str] = &["Pits", "Stones"];
    const PROTOCOLS: &'static [&'static str] = &["KGP"];
    const SOLVED: &'static str = "up to six pits and six stones, where the first side wins by 4";
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        PlayerEntry {
            name: "alphabeta",
            about: "The generic search, by single sowings inside.",
            make: |kalah, settings| {
                Ok(Box::new(Sower::new(kalah, settings, KalahEvaluator::new(kalah))))
            },
        },
        PlayerEntry {
            name: "classical",
            about: "The same, judging by a formula whose terms have names.",
            make: |kalah, settings| {
                Ok(Box::new(Sower::new(kalah, settings, KalahEvaluator::classical())))
            },
        },
        PlayerEntry {
            name: "chains",
            about: "The generic search with a whole chain as one step, for comparison.",
            make: |kalah, _| {
                Ok(Box::new(AlphaBeta::new(KalahEvaluator::new(kalah), SearchParams::NONE)))
            },
        },
        historic::F2,
        PlayerEntry {
            name: "solve",
            about: "The solver: the exact final margin with proof, and a best move.",
            make: |kalah, settings| Ok(Box::new(SolverMind::new(kalah, settings))),
        },
        mcts::<Self, UsualPlayouts>(),
    ];
    const COUNTINGS: &'static [&'static str] = &["sowings"];
    const CLASSIC: &'static [&'static str] = &["Numbers=desk", "Mind=f2"];
    type Evaluator = KalahEvaluator;
    type Indexer = KalahIndexer;

    fn options() -> Vec<Opt> {
        let mut options = vec![
            variant::RULES.opt(),
            Opt::spin(Scope::Rules, PITS, 6, (1, 8), "Pits a side."),
            Opt::spin(Scope::Rules, STONES, 6, (1, 12), "Stones in each pit at the start."),
            variant::CAPTURE.opt(),
            variant::END.opt(),
            variant::REST.opt(),
            variant::STOP.opt(),
        ];
        options.extend(historic::options());
        options.extend([
            Opt::check(
                Scope::Rules,
                PIE,
                false,
                "The second player may swap sides instead of his first move.",
            ),
            rules::NUMBERS.opt(),
        ]);
        options.extend(solver_options());
        options
    }

    fn open(_variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let set = RuleSet::of(settings, settings.check(PIE));
        let number = |name: &str| u8::try_from(settings.spin(name)).unwrap_or(1).max(1);
        let numbers = rules::NUMBERS.of(settings, Numbers::Own);
        Ok(Self { numbers, ..Self::new(set, number(PITS).into(), number(STONES)) })
    }

    fn evaluator(&self) -> KalahEvaluator {
        KalahEvaluator::new(self)
    }

    fn player_params(&self) -> SearchParams {
        sowing::PARAMS
    }

    fn player_with(&self, params: SearchParams) -> Box<dyn Player<Self>> {
        Box::new(Sower::with(self, self.evaluator(), params))
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(KalahEvaluator::classical()))
    }

    fn trainable(&self) -> Option<Box<dyn Trainable<Self>>> {
        let evaluator = KalahEvaluator::new(self);
        evaluator.asks_network.then(|| Box::new(evaluator) as _)
    }

    fn reference_evaluator(&self) -> Option<KalahEvaluator> {
        Some(KalahEvaluator::classical())
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

    fn settle(&self, job: &SettleJob<'_>, say: &(dyn Fn(Told<'_>) + Sync)) -> Result<bool, String> {
        solve::settle_kept(self, job, say)
    }

    fn describe(&self) -> Vec<String> {
        variant::describe(self)
    }

    fn readings(&self) -> Vec<Hypothesis> {
        historic::hypotheses::readings()
    }

    fn reading_answers(&self, played: &PlayedGame<Self>, mv: Chain) -> Vec<ReadingAnswer<Chain>> {
        historic::hypotheses::answers(self, played, mv)
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
             no tables. They are made in memory before `readyok`, or by searches without a clock \
             and without a limit on depth: no move pays for them.",
        ),
        Opt::spin(
            Scope::Player,
            solve::MEMORY,
            512,
            (1, 65_536),
            "Most MiB in which the mind `solve` remembers positions; a small board takes less.",
        )
        .heeded_by(&["solve"]),
    ]
}

#[cfg(test)]
mod tests {
    use super::Kalah;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Kalah>();
    }
}
