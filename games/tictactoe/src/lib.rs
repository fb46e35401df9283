//! Tic-tac-toe: three in a row on nine cells.
//!
//! The source is [tictactoe-s2], whose cell numbers and two methods of play are kept; the rules are
//! the ordinary ones. The game is solved at a glance by the generic search, so this folder is the
//! model of a small game with all its parts; `tools/new-game` begins with a smaller one.
//!
//! Reading order: `rules`, `notation`, `evaluator`, [`indexer`]; the players of the text are in
//! `historic`.

mod evaluator;
mod historic;
pub mod indexer;
mod notation;
mod picture;
mod rules;
mod tactics;

pub use evaluator::OpenLines;
pub use rules::{End, LINES, Position, TicTacToe};

use indexer::TicTacToeIndexer;
use plyglot_core::game::Attribution;
use plyglot_core::{Choice, Opt, OptionError, Scope, Settings, Way};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, alphabeta, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::LastingMoves;

/// Whether moves and positions are written as cutechess does.
const NOTATION: Choice<bool> = Choice {
    scope: Scope::Notation,
    option: "TicTacToe.Notation",
    about: "How moves and positions are written: `5` and `3/3/3 x`, or as cutechess does, `P@b2`.",
    unset: None,
    ways: &[Way::unsaid("plain", false), Way::unsaid("drop", true)],
};

/// When a game without a winner ends.
const END: Choice<End> = Choice {
    scope: Scope::Rules,
    option: "TicTacToe.End",
    about: "A game that nobody wins ends on a full board (`full`), or as soon as every line holds \
            both marks, as in [tictactoe-s2] (`fin`).",
    unset: None,
    ways: &[
        Way::new(
            "full",
            End::Full,
            "the game is played on although all lines hold both marks; only the minds `ratings` \
             and `nextstep` call that a draw at once [tictactoe-s2, `Fin`]",
        ),
        Way::new(
            "fin",
            End::Fin,
            "as soon as all lines hold both marks the game is a draw [tictactoe-s2, `Fin`, code 3]",
        ),
    ],
};

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<TicTacToe>();

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const PREFIX: &'static str = "TicTacToe";
    const ABOUT: &'static str = "Three in a row on nine cells.";
    const UNIT: &'static str = "one line still open";
    const OF_VARIANT: &'static [(&'static str, &'static str)] = &[(NOTATION.option, "drop")];
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "tictactoe",
        title: "Tic-tac-toe",
        about: "The ordinary game on 3 by 3 cells, as in [tictactoe-s2]; cutechess knows it too.",
    }];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const SOLVED: &'static str = "a draw";
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        alphabeta("The generic search; it plays without a mistake."),
        historic::RATINGS,
        historic::NEXT_STEP,
        historic::TABLE,
        historic::LEARNING,
        mcts::<Self, LastingMoves>(),
    ];
    type Evaluator = OpenLines;
    type Indexer = TicTacToeIndexer;

    fn options() -> Vec<Opt> {
        let mut options = vec![NOTATION.opt(), END.opt()];
        options.extend(historic::options());
        options
    }

    fn open(_variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        Ok(Self { drop_notation: NOTATION.of(settings, false), end: END.of(settings, End::Full) })
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
            END.rule(self.end),
        ]
        .map(str::to_owned)
        .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::TicTacToe;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<TicTacToe>();
    }
}
