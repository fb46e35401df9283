//! The players of [tictactoe-s2]; nothing of the game itself needs them.
//!
//! Reading order: `fin` (what the two methods stand on), `ratings`, `nextstep`, `table`, `learning`
//! and its file, `ratings_file`.

mod account;
mod fin;
mod learning;
mod learning_file;
mod nextstep;
mod ratings;
mod ratings_file;
mod table;

use super::rules::TicTacToe;
use learning::Learning;
use nextstep::NextStep;
use plyglot_core::{Opt, Scope, Settings};
use plyglot_search::PlayerEntry;
use ratings::{Level, Ratings};
use table::Table;

/// The text's `lvl`.
const LEVEL: &str = "TicTacToe.Level";
/// The text's `glub`.
const GLUB: &str = "TicTacToe.Glub";
const TABLE_FILE: &str = "TicTacToe.TableFile";
const LEARNING_FILE: &str = "TicTacToe.LearningFile";
const LEARNING_FORCE: &str = "TicTacToe.LearningForce";
const EXPLORE: &str = "TicTacToe.Explore";

/// The first method.
pub(super) const RATINGS: PlayerEntry<TicTacToe> = PlayerEntry {
    name: "ratings",
    about: "The first method of [tictactoe-s2]: a rating for each cell. It can be beaten.",
    make: |_, settings| Ok(Box::new(Ratings { level: level(settings) })),
};

/// The second method.
pub(super) const NEXT_STEP: PlayerEntry<TicTacToe> = PlayerEntry {
    name: "nextstep",
    about: "The second method of [tictactoe-s2]: looking ahead by TicTacToe.Glub plies.",
    make: |_, settings| Ok(Box::new(NextStep { glub: spin(settings, GLUB) })),
};

/// The first method, worked out beforehand.
pub(super) const TABLE: PlayerEntry<TicTacToe> = PlayerEntry {
    name: "table",
    about: "The ratings of all boards, worked out beforehand; plays as `ratings` does.",
    make: |_, settings| Ok(Box::new(Table::open(level(settings), settings.text(TABLE_FILE))?)),
};

/// The table of the last section.
pub(super) const LEARNING: PlayerEntry<TicTacToe> = PlayerEntry {
    name: "learning",
    about: "A table corrected after each game; it begins knowing nothing.",
    make: |_, settings| {
        let (file, force) = (settings.text(LEARNING_FILE), settings.check(LEARNING_FORCE));
        let player = Learning::open(file, force, spin(settings, EXPLORE))?;
        Ok(Box::new(player))
    },
};

/// Their options.
pub(super) fn options() -> [Opt; 6] {
    [
        Opt::spin(
            Scope::Player,
            LEVEL,
            1,
            (0, 1),
            "The minds `ratings` and `table` choose a cell of the highest rating (1), or any \
             cell with a chance in proportion to its rating (0).",
        )
        .heeded_by(&["ratings", "table"]),
        Opt::spin(
            Scope::Player,
            GLUB,
            9,
            (1, 9),
            "How many plies the mind `nextstep` looks ahead.",
        )
        .heeded_by(&["nextstep"]),
        Opt::path(
            Scope::Player,
            TABLE_FILE,
            "Ratings that the mind `table` plays by, as `plyglot export` writes them; those of \
             [tictactoe-s2] if empty.",
        )
        .heeded_by(&["table"]),
        Opt::path(
            Scope::Player,
            LEARNING_FILE,
            "Where the mind `learning` keeps what it has learnt; nowhere if empty.",
        )
        .heeded_by(&["learning"]),
        Opt::check(
            Scope::Player,
            LEARNING_FORCE,
            false,
            "A learning file that was edited is taken although its checksum is wrong, and gets the \
             right one.",
        )
        .heeded_by(&["learning"]),
        Opt::spin(
            Scope::Player,
            EXPLORE,
            0,
            (0, 100),
            "Of a hundred moves of the mind `learning`, how many are drawn from all moves.",
        )
        .heeded_by(&["learning"]),
    ]
}

/// The text's `lvl`.
fn level(settings: &Settings) -> Level {
    if settings.spin(LEVEL) == 0 { Level::Proportional } else { Level::Highest }
}

/// A spin whose range fits a byte.
fn spin(settings: &Settings, name: &str) -> u8 {
    u8::try_from(settings.spin(name)).expect("the option's range has been checked")
}
