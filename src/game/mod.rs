//! What a game is: rules, text, an opinion, and the history that some rules look back on.
//!
//! Four traits, because they have four kinds of reader and four kinds of test: [`Rules`] say what
//! may be played, [`Notation`] reads and writes it, a [`Evaluator`] has an opinion about it, and
//! `Game` names it and ties the parts together. A position is data; what lies
//! behind it is a [`Line`]; whether a repetition forbids, draws or loses is one value, the
//! [`Repetition`] policy.
#![deny(missing_docs)]

pub mod evaluator;
pub mod graph;
pub mod laws;
pub mod line;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod picture;
pub mod pits;
pub mod repetition;
pub mod rules;
pub mod tags;
pub mod tokens;
pub mod trainable;
pub mod tunable;

pub use evaluator::{Evaluator, Selectivity, Shares};
pub use line::Line;
pub use notation::{MoveError, Notation, PositionError};
pub use outcome::{Ending, Outcome};
pub use picture::Picture;
pub use repetition::{KeyHistory, Repetition};
pub use rules::Rules;
pub use trainable::Trainable;
pub use tunable::Tunable;
