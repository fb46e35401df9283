//! What a game is: rules, text, an evaluation, and the history that some rules look back on.
//!
//! Five traits, because they have five kinds of reader and of test: [`Rules`] say what may be
//! played, [`Notation`] reads and writes it, an [`Evaluator`] says what it is worth at sight, [`Tactics`]
//! say which moves and positions are not quiet, and `Game` names it and ties the parts together. A
//! position is data; what lies behind it is a [`PlayedGame`]; whether a repetition forbids, draws or
//! loses is one value, the [`Repetition`] policy.
#![deny(missing_docs)]

pub mod account;
pub mod attribution;
pub mod draw_rule;
pub mod evaluator;
pub mod key_board;
pub mod notation;
pub mod outcome;
pub mod params;
pub mod perft;
pub mod picture;
pub mod pits;
pub mod played_game;
pub mod record_tree;
pub mod records;
pub mod repetition;
pub mod repetition_options;
pub mod rows;
pub mod rules;
pub mod search_numbers;
pub mod sowing;
pub mod tactics;
pub mod tags;
pub mod tokens;
pub mod trainable;
pub mod tunable;
pub mod weights;

pub use account::Account;
pub use attribution::Attribution;
pub use draw_rule::{DrawPreset, DrawRule};
pub use evaluator::Evaluator;
pub use notation::{MoveError, Notation, PositionError};
pub use outcome::{Ending, Outcome};
pub use params::{
    LateMoveReduction, MovePruning, NullMove, ProbCut, QsearchPruning, Razoring, ReverseFutility,
    SearchParams,
};
pub use picture::Picture;
pub use played_game::PlayedGame;
pub use repetition::{KeyHistory, Repetition};
pub use rules::{Rules, key_when_played};
pub use tactics::{Forecast, NoTactics, NodeTactics, Tactics};
pub use trainable::Trainable;
pub use tunable::Tunable;
