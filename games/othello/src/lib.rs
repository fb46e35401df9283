//! Othello: discs that enclose others turn them over; more discs at the end win.
//!
//! On boards of eight, six and four squares a side. Reading order: `board` (flips and mobility by
//! words of bits), `variant` (what books disagree about), `rules`, `squares`, `notation`, `ggf` (records), `picture`; `stability`
//! (discs that stay), `terms`, `patterns`, `weights`, `evaluator`, `forecasts` (what shallow searches
//! foretell), `tactics`; `solve` (the exact margin).

mod board;
mod evaluator;
mod forecasts;
mod ggf;
mod notation;
mod patterns;
mod picture;
mod rules;
mod solve;
mod squares;
mod stability;
mod tactics;
mod terms;
mod variant;
mod weights;

pub use board::{Board, Set};
pub use evaluator::OthelloEvaluator;
pub use rules::{Move, Othello, Position};
pub use solve::{Progress, Solver};
pub use variant::Empties;

use plyglot_core::game::perft::{Counter, Uncounted};
use plyglot_core::game::{Attribution, SearchParams, Tunable};
use plyglot_core::{Opt, OptionError, Scope, Settings};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::UsualPlayouts;
use plyglot_tablebase::NoIndexer;
use solve::{EndgamePlayer, SolverMind};
use variant::EMPTIES;

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Othello>();

impl Game for Othello {
    const NAME: &'static str = "othello";
    const PREFIX: &'static str = "Othello";
    const ABOUT: &'static str = "Enclosed discs change sides; more discs at the end win.";
    const UNIT: &'static str = "one disc of the final margin";
    const VARIANTS: &'static [Variant] = &[
        Variant {
            name: "othello",
            title: "Othello",
            about: "Eight by eight squares, as in [wof-rules].",
        },
        Variant {
            name: "othello6",
            title: "Othello 6x6",
            about: "Six by six squares; the second player wins by four [feinstein-1993].",
        },
        Variant {
            name: "othello4",
            title: "Othello 4x4",
            about: "Four by four squares; the second player wins, 11 to 3.",
        },
    ];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const PROTOCOLS: &'static [&'static str] = &["NBoard"];
    const SOLVED: &'static str = "4x4: the second side wins by 10";
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        PlayerEntry {
            name: "alphabeta",
            about: "The generic search, and near the end the solver.",
            make: |rules, _| Ok(Box::new(EndgamePlayer::new(rules))),
        },
        PlayerEntry {
            name: "solve",
            about: "The solver: who wins, and the exact final margin, with proof.",
            make: |rules, settings| Ok(Box::new(SolverMind::new(rules, settings))),
        },
        mcts::<Self, UsualPlayouts>(),
    ];
    const COUNTINGS: &'static [&'static str] = &["ended"];
    type Evaluator = OthelloEvaluator;
    type Indexer = NoIndexer;

    fn options() -> Vec<Opt> {
        let about = "Most MiB in which the mind `solve` remembers positions; a position near the end \
                     takes less.";
        vec![EMPTIES.opt(), Opt::spin(Scope::Player, solve::MEMORY, 256, (1, 65_536), about)]
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let size = variant::SIZES.iter().find(|(name, _)| *name == variant);
        let size = size.map_or(variant::SIZES[0].1, |(_, size)| *size);
        Ok(Self::new(size, EMPTIES.of(settings, Empties::Winner)))
    }

    fn evaluator(&self) -> OthelloEvaluator {
        OthelloEvaluator::default()
    }

    fn search_params(&self) -> SearchParams {
        tactics::PARAMS
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(OthelloEvaluator::default()))
    }

    fn attribution(&self, evaluator: &OthelloEvaluator, pos: &Position) -> Attribution {
        evaluator.attribution(self, pos)
    }

    fn indexer(&self) -> NoIndexer {
        NoIndexer
    }

    /// Lines of moves, those that end before counted once.
    fn count(
        &self,
        _counting: &str,
        pos: &Position,
        depth: u32,
        counter: &mut Counter<'_>,
    ) -> Result<u64, Uncounted> {
        self.count_ended(pos.board, depth, &|| counter.must_stop())
    }

    fn describe(&self) -> Vec<String> {
        let size = self.size();
        let board = format!("{size} by {size} squares, two discs of each side in the middle");
        [
            &board,
            "a disc that is placed encloses opposing ones in at least one direction, and all that \
             it encloses are turned over [wof-rules]",
            "a side without such a move passes, and nobody else may [wof-rules]",
            "the game is over when neither side can move; more discs win [wof-rules]",
            EMPTIES.rule(self.empties),
        ]
        .map(str::to_owned)
        .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::Othello;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Othello>();
    }
}
