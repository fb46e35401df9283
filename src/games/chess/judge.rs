//! An opinion about chess positions.

use cozy_chess::{BitBoard, Color, Piece};

use super::rules::{Chess, Move, Position};
use crate::core::Score;
use crate::game::{Judge, Rules, Selectivity};

/// Counts material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChessJudge;

impl Judge<Chess> for ChessJudge {
    fn evaluate(&self, _rules: &Chess, pos: &Position) -> Score {
        let board = pos.board();
        let worth = [100, 320, 330, 500, 950, 0];
        let count = |color: Color| -> i32 {
            let men = Piece::ALL.into_iter().zip(worth);
            men.map(|(piece, worth)| worth * board.colored_pieces(color, piece).len().cast_signed())
                .sum()
        };
        let side = board.side_to_move();
        Score::cp(count(side) - count(!side))
    }

    fn noisy_moves(&self, rules: &Chess, pos: &Position, out: &mut Vec<Move>) {
        let first = out.len();
        rules.legal_moves(pos, out);
        if !self.is_loud(rules, pos) {
            let mut kept = first;
            for i in first..out.len() {
                if self.is_noisy(rules, pos, out[i]) {
                    out[kept] = out[i];
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
    }

    fn is_loud(&self, _rules: &Chess, pos: &Position) -> bool {
        !pos.board().checkers().is_empty()
    }

    fn is_noisy(&self, _rules: &Chess, pos: &Position, mv: Move) -> bool {
        let board = pos.board();
        board.colors(!board.side_to_move()).has(mv.to) || mv.promotion == Some(Piece::Queen)
    }

    fn null_move(&self, _rules: &Chess, pos: &Position) -> Option<Position> {
        let board = pos.board();
        let kings_and_pawns = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let pieces = board.colors(board.side_to_move()) & !kings_and_pawns;
        if pieces == BitBoard::EMPTY { None } else { pos.pass() }
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity { null_move: true, late_moves: true, futility: Some(90), extend_loud: true }
    }
}
