//! An opinion about Abalone positions.

use super::moves::Move;
use super::rules::{Abalone, Position};
use crate::core::Score;
use crate::game::{Judge, Rules};

/// Marbles pushed off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AbaloneJudge;

impl Judge<Abalone> for AbaloneJudge {
    fn evaluate(&self, rules: &Abalone, pos: &Position) -> Score {
        let side = rules.side_to_move(pos);
        let lead = i32::from(pos.ejected(side)) - i32::from(pos.ejected(side.other()));
        Score::cp(100 * lead)
    }

    fn noisy_moves(&self, rules: &Abalone, pos: &Position, out: &mut Vec<Move>) {
        rules.pushes(pos, out);
        out.retain(|mv| mv.ejects());
    }

    fn is_noisy(&self, _rules: &Abalone, _pos: &Position, mv: Move) -> bool {
        mv.is_push()
    }

    fn null_move(&self, _rules: &Abalone, pos: &Position) -> Option<Position> {
        Some(pos.passed())
    }
}
