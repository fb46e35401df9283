//! An opinion about positions of the family, and what the search may do on the strength of it.

use super::moves::Move;
use super::rules::{Morris, Position};
use crate::core::Score;
use crate::game::Judge;

/// Men, mills and room to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MorrisJudge;

impl Judge<Morris> for MorrisJudge {
    fn evaluate(&self, _rules: &Morris, pos: &Position) -> Score {
        let (mover, other) = (pos.side(), pos.side().other());
        let men = pos.total(mover).cast_signed() - pos.total(other).cast_signed();
        Score::cp(100 * men)
    }

    fn noisy_moves(&self, rules: &Morris, pos: &Position, out: &mut Vec<Move>) {
        rules.list_captures(pos, out);
    }

    fn is_noisy(&self, _rules: &Morris, _pos: &Position, mv: Move) -> bool {
        mv.takes() || mv.pauses()
    }
}
