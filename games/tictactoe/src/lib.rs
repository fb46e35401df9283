//! Tic-tac-toe: three in a row on nine cells.
//!
//! The source is [tictactoe-s2], whose cell numbers and two methods of play are kept; the rules are
//! the ordinary ones. The game is solved at a glance by the generic search, so this folder is the
//! model of a small game with all its parts; `tools/new-game` begins with a smaller one.
//!
//! Reading order: `rules`, `notation`, `evaluator`, [`indexer`]; then the players of the text:
//! `fin` (what they stand on), `ratings`, `nextstep`, `table`, `learning` and its file.

mod evaluator;
mod fin;
pub mod indexer;
mod learning;
mod learning_file;
mod nextstep;
mod notation;
mod picture;
mod ratings;
mod rules;
mod table;
mod tactics;

pub use evaluator::OpenLines;
pub use rules::{LINES, Position, TicTacToe};

use indexer::TicTacToeIndexer;
use learning::Learning;
use nextstep::NextStep;
use plyglot_core::game::Attribution;
use plyglot_core::{Opt, OptionError, Scope, Settings};
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, alphabeta};
use plyglot_search::PlayerEntry;
use ratings::{Level, Ratings};
use table::Table;

const NOTATION: &str = "TicTacToe.Notation";
const LEVEL: &str = "TicTacToe.Level";
const GLUB: &str = "TicTacToe.Glub";
const LEARNING_FILE: &str = "TicTacToe.LearningFile";
const EXPLORE: &str = "TicTacToe.Explore";

/// The game without its type.
pub static ENTRY: GameEntry = entry::<TicTacToe>();

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const PREFIX: &'static str = "TicTacToe";
    const ABOUT: &'static str = "Three in a row on nine cells.";
    const UNIT: &'static str = "one line still open";
    const OF_VARIANT: &'static [(&'static str, &'static str)] = &[(NOTATION, "drop")];
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "tictactoe",
        about: "The ordinary game on 3 by 3 cells, as in [tictactoe-s2]; cutechess knows it too.",
    }];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        alphabeta("The generic search; it plays without a mistake."),
        PlayerEntry {
            name: "ratings",
            about: "The first method of [tictactoe-s2]: a rating for each cell. It can be beaten.",
            make: |_, settings| Ok(Box::new(Ratings { level: level(settings) })),
        },
        PlayerEntry {
            name: "nextstep",
            about: "The second method of [tictactoe-s2]: looking ahead by TicTacToe.Glub plies.",
            make: |_, settings| Ok(Box::new(NextStep { glub: spin(settings, GLUB) })),
        },
        PlayerEntry {
            name: "table",
            about: "The ratings of all boards, worked out beforehand; plays as `ratings` does.",
            make: |_, settings| Ok(Box::new(Table::new(level(settings)))),
        },
        PlayerEntry {
            name: "learning",
            about: "A table corrected after each game; it begins knowing nothing.",
            make: |_, settings| {
                let player = Learning::open(settings.text(LEARNING_FILE), spin(settings, EXPLORE))?;
                Ok(Box::new(player))
            },
        },
    ];
    type Evaluator = OpenLines;
    type Indexer = TicTacToeIndexer;

    fn options() -> Vec<Opt> {
        vec![
            Opt::combo(
                Scope::Notation,
                NOTATION,
                vec!["plain", "drop"],
                "How moves and positions are written: `5` and `3/3/3 x`, or as cutechess does, \
                 `P@b2`.",
            ),
            Opt::spin(
                Scope::Player,
                LEVEL,
                1,
                (0, 1),
                "The minds `ratings` and `table` choose a cell of the highest rating (1), or any \
                 cell with a chance in proportion to its rating (0).",
            ),
            Opt::spin(
                Scope::Player,
                GLUB,
                9,
                (1, 9),
                "How many plies the mind `nextstep` looks ahead.",
            ),
            Opt::path(
                Scope::Player,
                LEARNING_FILE,
                "Where the mind `learning` keeps what it has learnt; nowhere if empty.",
            ),
            Opt::spin(
                Scope::Player,
                EXPLORE,
                0,
                (0, 100),
                "Of a hundred moves of the mind `learning`, how many are drawn from all moves.",
            ),
        ]
    }

    fn open(_variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        Ok(Self { drop_notation: settings.combo(NOTATION) == "drop" })
    }

    fn evaluator(&self) -> OpenLines {
        OpenLines
    }

    fn attribution(&self, evaluator: &OpenLines, pos: &Position) -> Attribution {
        evaluator.attribution(*self, *pos)
    }

    fn indexer(&self) -> TicTacToeIndexer {
        TicTacToeIndexer
    }

    fn describe(&self) -> Vec<String> {
        [
            "X (the first side) and O put a mark in an empty cell by turns [tictactoe-s2]",
            "three of a side's marks in a row, a column or a diagonal win [tictactoe-s2, `lin`]",
            "a full board without such a line is a draw",
            "the game is played on although all lines hold both marks; only the minds `ratings` \
             and `nextstep` call that a draw at once [tictactoe-s2, `Fin`]",
        ]
        .map(str::to_owned)
        .to_vec()
    }
}

/// The text's `lvl`.
fn level(settings: &Settings) -> Level {
    if settings.spin(LEVEL) == 0 { Level::Proportional } else { Level::Highest }
}

/// A spin whose range fits a byte.
fn spin(settings: &Settings, name: &str) -> u8 {
    u8::try_from(settings.spin(name)).expect("the option's range has been checked")
}
