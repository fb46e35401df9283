//! Kalah with any number of pits and stones, by the document of 1990 and by the other rule sets
//! that have been played and solved.

mod board;
mod variant;

pub use board::{Board, PITS_MAX, Pits, STONES_MAX, Sowings, Sown};
pub use variant::{Capture, End, Rest, RuleSet};
