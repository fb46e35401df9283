//! An opinion about positions.

use super::board::Board;
use super::moves::Move;
use super::rules::{Draughts, Position};
use crate::core::{Score, Side};
use crate::game::{Judge, Rules, Selectivity};

/// The judge of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DraughtsJudge;

impl<B: Board> Judge<Draughts<B>> for DraughtsJudge {
    fn evaluate(&self, _rules: &Draughts<B>, pos: &Position) -> Score {
        let worth = |side: Side| {
            let force = pos.force(side);
            100 * i32::from(force.men) + 300 * i32::from(force.kings)
        };
        Score::cp(worth(pos.side) - worth(pos.side.other()))
    }

    fn noisy_moves(&self, rules: &Draughts<B>, pos: &Position, out: &mut Vec<Move>) {
        if rules.must_capture(pos) {
            rules.legal_moves(pos, out);
        }
    }

    fn is_loud(&self, rules: &Draughts<B>, pos: &Position) -> bool {
        rules.must_capture(pos)
    }

    fn is_noisy(&self, _rules: &Draughts<B>, _pos: &Position, mv: Move) -> bool {
        mv.is_capture()
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity { late_moves: true, ..Selectivity::NONE }
    }
}
