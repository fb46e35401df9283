//! What the search may ask about a position: which column to try first.

use super::rules::{Connect4, Position};
use plyglot_core::game::{NodeTactics, Tactics};

/// Columns by the fours they make, prevent and threaten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threats;

/// What may be asked about one position.
#[derive(Clone, Copy, Debug)]
pub struct ThreatsNode<'a> {
    rules: &'a Connect4,
    pos: &'a Position,
}

/// A move that wins.
const WIN: i32 = 10_000;
/// A move that keeps the other side from winning with its next.
const BLOCK: i32 = 9_000;
/// A move above which the other side wins.
const GIFT: i32 = -9_000;
/// For each cell in which four could be made afterwards.
const THREAT: i32 = 100;
/// For each line of four that runs through the cell.
const LINE: i32 = 5;

impl Tactics<Connect4> for Threats {
    type Node<'a> = ThreatsNode<'a>;

    fn node<'a>(&'a self, rules: &'a Connect4, pos: &'a Position) -> ThreatsNode<'a> {
        ThreatsNode { rules, pos }
    }
}

impl NodeTactics<u8> for ThreatsNode<'_> {
    fn order_score(&self, mv: u8) -> i32 {
        let (geometry, pos) = (self.rules.geometry, self.pos);
        let (own, filled) = (pos.own(), pos.filled());
        let cell = geometry.drops(filled) & geometry.column(mv);
        let theirs = geometry.winning(own ^ filled, filled);
        if geometry.winning(own, filled) & cell != 0 {
            return WIN;
        }
        if theirs & cell != 0 {
            return BLOCK;
        }
        if theirs & cell << 1 != 0 {
            return GIFT;
        }
        let board = geometry.board();
        let threats = geometry.winning(own | cell, filled | cell).count_ones().cast_signed();
        let lines = (geometry.lines(board) - geometry.lines(board ^ cell)).cast_signed();
        THREAT * threats + LINE * lines
    }
}
