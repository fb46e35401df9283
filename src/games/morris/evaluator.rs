//! An opinion about positions of the family, and what the search may do on the strength of it.
//!
//! The evaluation itself is in [`super::eval`].

use super::board::{Set, halves, pair, points};
use super::eval;
use super::layout;
use super::moves::Move;
use super::position::Position;
use super::rules::Morris;
use crate::core::{Score, Side};
use crate::game::tunable::{Feature, Weight};
use crate::game::{Evaluator, Rules, Selectivity, Shares, Tunable};

/// Men, mills, open lines and room to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MorrisEvaluator;

/// Futility margin, cp a ply: a man is 100, and a mill may be closed at any time.
const FUTILITY_CP: i32 = 80;
/// What takes a man is tried before any other move.
const CAPTURE: i32 = 4000;
/// Taking a man out of a line that would have become a mill, or stopping one; hundredths.
const SPOILS: i32 = 600;
/// Beginning or widening a line.
const OPENS: i32 = 200;

impl Evaluator<Morris> for MorrisEvaluator {
    #[inline]
    fn evaluate(&self, rules: &Morris, pos: &Position) -> Score {
        Score::cp(eval::evaluate(rules, pos))
    }

    /// What closes a mill.
    fn noisy_moves(&self, rules: &Morris, pos: &Position, out: &mut Vec<Move>) {
        rules.list_captures(pos, out);
    }

    /// A man is to be taken.
    #[inline]
    fn in_check(&self, _rules: &Morris, pos: &Position) -> bool {
        pos.pending() > 0
    }

    /// A step that pauses; and a removal where more are due.
    #[inline]
    fn gives_check(&self, rules: &Morris, pos: &Position, mv: Move) -> bool {
        if mv.to().is_some() {
            return mv.pauses();
        }
        let mut child = *pos;
        rules.play(&mut child, mv);
        self.in_check(rules, &child)
    }

    /// Mills first, and of these the ones that break an opposing line; then what stops a mill, then
    /// what opens lines of one's own.
    fn order_score(&self, rules: &Morris, pos: &Position, mv: Move) -> i32 {
        let board = rules.set.board;
        let (own, other) = (pos.men(pos.side()), pos.men(pos.side().other()));
        let empty = rules.empty(pos);
        let left = mv.from().map_or(own, |from| own ^ 1 << from);
        let own_after = mv.to().map_or(own, |to| left | 1 << to);
        let other_after = other & !mv.taken_set();
        // Where each side closes a mill, before and after.
        let [own, other] = halves(board.closers(pair([own, other])));
        let [own_after, other_after] = halves(board.closers(pair([own_after, other_after])));
        let count = |set: Set| set.count_ones().cast_signed();
        let mut order_score = 0;
        if mv.takes() {
            order_score += CAPTURE + SPOILS * (count(other) - count(other_after));
        } else if mv.pauses() {
            order_score += CAPTURE;
        }
        let Some(to) = mv.to() else { return order_score };
        if other >> to & 1 == 1 {
            order_score += SPOILS;
        }
        order_score + OPENS * (count(own_after & empty) - count(own & empty))
    }

    #[inline]
    fn is_noisy(&self, _rules: &Morris, _pos: &Position, mv: Move) -> bool {
        mv.takes() || mv.pauses()
    }

    /// Whoever still places loses by passing; later, having to move may be what loses.
    fn null_move(&self, _rules: &Morris, pos: &Position) -> Option<Position> {
        (pos.hand(pos.side()) > 0 && pos.pending() == 0).then(|| pos.passed())
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            null_move: true,
            late_moves: true,
            futility: Some(FUTILITY_CP),
            ..Selectivity::NONE
        }
    }

    fn explain(&self, rules: &Morris, pos: &Position) -> Vec<(&'static str, Score)> {
        layout::TERMS.into_iter().zip(eval::terms(rules, pos).map(Score::cp)).collect()
    }

    fn shares(&self, rules: &Morris, pos: &Position) -> Shares {
        let (men, hand) =
            (Side::BOTH.map(|side| pos.men(side)), Side::BOTH.map(|side| pos.hand(side)));
        let without = points(men[0] | men[1]).map(|point| {
            let rest = Position::new(men.map(|set| set & !(1 << point)), hand, pos.side())
                .with_memory(pos.pending(), Side::BOTH.map(|side| pos.last(side)));
            // A side with too few men has lost.
            let is_asked = rules.winner(&rest).is_none();
            (rules.set.board.name(point), is_asked.then(|| self.evaluate(rules, &rest)))
        });
        Shares::by_removal(self.evaluate(rules, pos), without)
    }

    fn tunable(&self) -> Option<&dyn Tunable<Morris>> {
        Some(self)
    }
}

impl Tunable<Morris> for MorrisEvaluator {
    fn weights(&self) -> Vec<Weight> {
        layout::listed()
    }

    fn features(&self, rules: &Morris, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(rules, pos, out);
    }

    fn source(&self, values: &[f64]) -> String {
        layout::source(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    #[test]
    fn a_man_of_a_mill_is_worth_more_than_one_that_stands_alone() {
        let rules = Morris::default();
        let text = "*OOO****/@**@*O@*/****@*O@ w m s 5 0 5 0 0 0 -1 -1 -1 -1 0 4 9 ids:nodes";
        let pos = rules.parse_position(text).unwrap();
        let values = MorrisEvaluator.shares(&rules, &pos).values;
        assert_eq!(values.len(), 10, "{values:?}");
        let worth = |point: &str| {
            let share = values.iter().find(|(name, _)| name == point);
            share.map(|(_, score)| score.raw()).unwrap()
        };
        // e5, e4 and e3 are a mill.
        assert!(worth("e4") > worth("b2") && worth("b2") > 0, "{values:?}");
        assert!(worth("d6") < 0, "{values:?}");
        let last = "*OOO****/@**@**@*/****@**@ w m s 3 0 5 0 0 0 -1 -1 -1 -1 0 4 9 ids:nodes";
        let last = rules.parse_position(last).unwrap();
        assert_eq!(MorrisEvaluator.shares(&rules, &last).values.len(), 5, "two men have lost");
    }
}
