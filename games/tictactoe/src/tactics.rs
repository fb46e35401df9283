//! What the search may ask about a position: which cell to try first.

use super::rules::{LINES, Position, TicTacToe};
use plyglot_core::game::{NodeTactics, Tactics};

/// Cells by the lines through them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LinesThrough;

impl Tactics<TicTacToe> for LinesThrough {
    type Node<'a> = Self;

    fn node<'a>(&'a self, _rules: &'a TicTacToe, _pos: &'a Position) -> Self {
        Self
    }
}

impl NodeTactics<u8> for LinesThrough {
    /// The middle first, then the corners: the number of lines through the cell.
    fn order_score(&self, mv: u8) -> i32 {
        LINES.iter().map(|line| i32::from(line >> mv & 1)).sum()
    }
}
