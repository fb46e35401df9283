//! The evaluation: lines still open.
//!
//! A line is open to a side while the other has no mark on it. On an empty board all eight are open
//! to both; a mark in the middle closes four of them to the other side. The search reaches the end
//! of this game from the start, so the evaluation only matters where it is told to stop early.

use super::rules::{LINES, Position, TicTacToe};
use super::tactics::LinesThrough;
use plyglot_core::game::{Attribution, Evaluator, Rules};
use plyglot_core::{Score, Side};

/// Counts the lines still open to each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenLines;

/// What an open line is worth: the unit of the game.
const LINE_CP: i32 = 100;

impl OpenLines {
    /// The lines on which `side` can still make three in a row, in cp.
    fn open_to(pos: Position, side: Side) -> i32 {
        let closed = pos.marks(side.other());
        LINES.iter().map(|line| if line & closed == 0 { LINE_CP } else { 0 }).sum()
    }

    /// What each mark is worth.
    pub(super) fn attribution(self, rules: TicTacToe, pos: Position) -> Attribution {
        let marked = (0..9_u8).filter(|cell| pos.empty() >> cell & 1 == 0);
        let without = marked.map(|cell| {
            let marks = pos.marks.map(|marks| marks & !(1 << cell));
            let rest = self.evaluate(&rules, &Position { marks, ..pos });
            ((cell + 1).to_string(), Some(rest))
        });
        Attribution::by_removal(self.evaluate(&rules, &pos), without)
    }
}

impl Evaluator<TicTacToe> for OpenLines {
    type Tactics = LinesThrough;

    fn tactics(&self) -> &LinesThrough {
        &LinesThrough
    }

    fn evaluate(&self, rules: &TicTacToe, pos: &Position) -> Score {
        let side = rules.side_to_move(pos);
        Score::cp(Self::open_to(*pos, side) - Self::open_to(*pos, side.other()))
    }

    fn explain(&self, rules: &TicTacToe, pos: &Position) -> Vec<(&'static str, Score)> {
        let side = rules.side_to_move(pos);
        vec![
            ("lines open to the mover", Score::cp(Self::open_to(*pos, side))),
            ("lines open to the opponent", -Score::cp(Self::open_to(*pos, side.other()))),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Notation;

    fn check(text: &str, cp: i32) {
        let rules = TicTacToe::default();
        let pos = rules.parse_position(text).unwrap();
        assert_eq!(OpenLines.evaluate(&rules, &pos), Score::cp(cp), "{text}");
        let sum: i32 = OpenLines.explain(&rules, &pos).iter().map(|(_, term)| term.raw()).sum();
        assert_eq!(sum, cp, "{text}: the terms add up");
    }

    #[test]
    fn a_mark_is_worth_the_lines_it_closes_less_those_that_stay_closed() {
        let rules = TicTacToe::default();
        let pos = rules.parse_position("x2/1o1/3 x").unwrap();
        let found = OpenLines.attribution(rules, pos);
        // X closes three lines, of which the diagonal is closed to X; O closes four.
        let values = [("1", 300), ("5", -400)].map(|(cell, cp)| (cell.to_owned(), Score::cp(cp)));
        assert_eq!(found.values, values);
    }

    #[test]
    fn a_mark_closes_the_lines_through_its_cell_to_the_other_side() {
        check("3/3/3 x", 0);
        check("3/1x1/3 o", -400);
        check("x2/3/3 o", -300);
        check("x2/1o1/3 x", -100);
    }
}
