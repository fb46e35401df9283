//! Tic-tac-toe: three in a row on nine cells.
//!
//! The source is document 2, whose cell numbers and two methods of play are kept; the rules are
//! the ordinary ones. The game is solved at a glance by the generic search, so this folder is the
//! model for a small game: copy it to begin a new one.

mod notation;
mod rules;

pub use rules::{LINES, Position, TicTacToe};
