//! Connect Four: stones dropped into columns; four in a row win.
//!
//! The rules are those of [allis-1988], on boards of any size that fits into a word of 64 bits. Reading
//! order: `board` (sets of cells), `rules`, `notation`, `eval`, `network`, `evaluator`, `tactics`; then
//! [`solve`], the exact value of a position as a player, and books of true values.

mod board;
mod eval;
mod evaluator;
mod network;
mod notation;
mod picture;
mod rules;
pub mod solve;
mod tactics;

pub use board::Geometry;
pub use evaluator::Connect4Evaluator;
pub use rules::{Connect4, Position};

use plyglot_core::game::SearchParams;
use plyglot_core::game::trainable::Trainable;
use plyglot_core::{Choice, Opt, OptionError, Scope, Settings, Way};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::UsualPlayouts;
use plyglot_tablebase::NoIndexer;
use solve::{Mixed, Solver, SolverMind, book};

const WIDTH: &str = "Connect4.Width";
const HEIGHT: &str = "Connect4.Height";
/// The variant as cutechess and Fairy-Stockfish name it.
const CFOUR: &str = "cfour";

/// Whether moves and positions are written as cutechess does.
const NOTATION: Choice<bool> = Choice {
    scope: Scope::Notation,
    option: "Connect4.Notation",
    about: "How moves and positions are written: `4` and `7/7/7/7/7/7 x` (`plain`), as cutechess \
            does, `P@d1` (`drop`), or as the variant has it: `drop` in `cfour`.",
    unset: Some("variant"),
    ways: &[Way::unsaid("plain", false), Way::unsaid("drop", true)],
};

/// The book of true values that comes with the game: `data/opening.toml` says how it came about.
const OPENING: &str = include_str!("../data/opening.book");

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Connect4>();

impl Game for Connect4 {
    const NAME: &'static str = "connect4";
    const PREFIX: &'static str = "Connect4";
    const ABOUT: &'static str = "Drop stones into columns; four in a row win.";
    const UNIT: &'static str = "a threat that will be carried out";
    const VARIANTS: &'static [Variant] = &[
        Variant {
            name: "connect4",
            title: "Connect Four",
            about: "Seven columns of six cells, as in [allis-1988]; options change the size.",
        },
        Variant {
            name: CFOUR,
            title: "Connect Four (cfour)",
            about: "The same in the notation of [fairy-stockfish] and [cutechess-program].",
        },
    ];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const SIZES: &'static [&'static str] = &["Width", "Height"];
    const SOLVED: &'static str = "7x6: the first side wins in 41 plies";
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        PlayerEntry {
            name: "alphabeta",
            about: "The solver for half of the time of a move; where that does not settle it, or \
                    no clock is running, the generic search.",
            make: |rules, settings| {
                Ok(Box::new(Mixed::new(rules, settings, Connect4Evaluator::new(rules))?))
            },
        },
        PlayerEntry {
            name: "classical",
            about: "The same, judging by a formula whose terms have names.",
            make: |rules, settings| {
                Ok(Box::new(Mixed::new(rules, settings, Connect4Evaluator::classical())?))
            },
        },
        PlayerEntry {
            name: "solve",
            about: "The solver: who wins and how soon, with proof, and a best move.",
            make: |rules, settings| Ok(Box::new(SolverMind::new(rules, settings)?)),
        },
        mcts::<Self, UsualPlayouts>(),
    ];
    type Evaluator = Connect4Evaluator;
    type Indexer = NoIndexer;

    fn options() -> Vec<Opt> {
        vec![
            NOTATION.opt(),
            Opt::spin(Scope::Rules, WIDTH, 7, (4, 9), "Columns."),
            Opt::spin(
                Scope::Rules,
                HEIGHT,
                6,
                (4, 8),
                "Rows. Columns times rows and one more are at most 64.",
            ),
            Opt::spin(
                Scope::Player,
                solve::MEMORY,
                512,
                (1, 65_536),
                "Most MiB in which the solver remembers positions; a small board takes less.",
            ),
            Opt::path(
                Scope::Player,
                solve::BOOK,
                "An opening book of this size of board, as `plyglot book` makes it; none if empty.",
            ),
        ]
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let [width, height] =
            [WIDTH, HEIGHT].map(|name| u8::try_from(settings.spin(name)).unwrap_or(u8::MAX));
        let geometry = Geometry::new(width, height).ok_or_else(|| {
            let expected = "expected columns times rows and one more to be at most 64";
            OptionError::Refused(format!("{WIDTH} {width} with {HEIGHT} {height}: {expected}"))
        })?;
        Ok(Self { geometry, drop_notation: NOTATION.of(settings, variant == CFOUR) })
    }

    fn evaluator(&self) -> Connect4Evaluator {
        Connect4Evaluator::new(self)
    }

    fn search_params(&self) -> SearchParams {
        tactics::PARAMS
    }

    fn trainable(&self) -> Option<Box<dyn Trainable<Self>>> {
        let evaluator = Connect4Evaluator::new(self);
        evaluator.asks_network.then(|| Box::new(evaluator) as _)
    }

    fn reference_evaluator(&self) -> Option<Connect4Evaluator> {
        Some(Connect4Evaluator::classical())
    }

    fn indexer(&self) -> NoIndexer {
        NoIndexer
    }

    fn book(
        &self,
        settings: &Settings,
        ply: u32,
        each: &mut dyn FnMut(usize, usize),
    ) -> Result<Vec<u8>, String> {
        let mib = usize::try_from(settings.spin(solve::MEMORY)).unwrap_or(1);
        book::build(self.geometry, &mut Solver::new(self.geometry, mib), ply, each)
    }

    fn opening_book(&self) -> Option<(&'static str, &'static str)> {
        (self.geometry == Geometry::USUAL).then_some((Self::NAME, OPENING))
    }

    fn describe(&self) -> Vec<String> {
        let Geometry { width, height, .. } = self.geometry;
        vec![
            format!("{width} columns of {height} cells [allis-1988]"),
            "each side drops a stone by turns, which falls to the lowest empty cell of its column \
             [allis-1988]"
                .to_owned(),
            "four of a side's stones in a row, a column or a diagonal win [allis-1988]".to_owned(),
            "a full board without such a line is a draw [allis-1988]".to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::Connect4;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Connect4>();
    }
}
