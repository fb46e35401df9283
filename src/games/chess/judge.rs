//! An opinion about chess positions, and what the search may do on the strength of it.
//!
//! The evaluation itself is in [`super::eval`], exchanges on one square in [`super::see`].

use cozy_chess::{BitBoard, Piece, PieceMoves, Rank, Square};

use super::memory::Memory;
use super::rules::{Chess, Move, Position};
use super::{eval, see, shares};
use crate::core::Score;
use crate::game::tunable::{Feature, Weight};
use crate::game::{Judge, Rules, Selectivity, Shares, Tunable};

/// Material, where it stands, what it reaches: see [`Judge::explain`] for the terms.
///
/// It remembers pawn structures and whole positions; a copy begins with an empty memory. What it
/// thinks does not depend on it.
#[derive(Debug, Default)]
pub struct ChessJudge {
    pawns: eval::PawnTable,
    opinions: Memory,
}

impl Clone for ChessJudge {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Futility margin, cp a ply: about a pawn.
const FUTILITY_CP: i32 = 90;
/// Promoting to less than a queen is tried after all other quiet moves.
const UNDERPROMOTION: i32 = -500;
/// Hints stay within this, as [`Judge::hint`] asks.
const HINT_MAX: i32 = 10_000;

impl Judge<Chess> for ChessJudge {
    fn evaluate(&self, _rules: &Chess, pos: &Position) -> Score {
        let board = pos.board();
        Score::cp(self.opinions.recall(board.hash(), || eval::evaluate(board, &self.pawns)))
    }

    /// Captures that do not lose material by static exchange evaluation (`see`), and promotions to
    /// a queen; in check, every move.
    fn noisy_moves(&self, rules: &Chess, pos: &Position, out: &mut Vec<Move>) {
        let board = pos.board();
        if self.is_loud(rules, pos) {
            rules.legal_moves(pos, out);
            return;
        }
        let theirs = board.colors(!board.side_to_move());
        let last_rank = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        let en_passant = pos.en_passant().map_or(BitBoard::EMPTY, Square::bitboard);
        board.generate_moves(|moves| {
            let pawn = moves.piece == Piece::Pawn;
            let targets = if pawn { theirs | last_rank | en_passant } else { theirs };
            for mv in (PieceMoves { to: moves.to & targets, ..moves }) {
                let wanted = matches!(mv.promotion, None | Some(Piece::Queen));
                // A pawn straight ahead of the en passant square goes to it, and takes nothing.
                let quiet = pawn && mv.promotion.is_none() && mv.from.file() == mv.to.file();
                if wanted && !quiet && !see::loses(board, mv) {
                    out.push(mv);
                }
            }
            false
        });
    }

    fn is_loud(&self, _rules: &Chess, pos: &Position) -> bool {
        !pos.board().checkers().is_empty()
    }

    /// Captures by victim first and taker second (MVV-LVA), those that lose material below zero;
    /// quiet moves by how much better the piece stands.
    fn hint(&self, rules: &Chess, pos: &Position, mv: Move) -> i32 {
        let board = pos.board();
        let Some(moved) = board.piece_on(mv.from) else { return 0 };
        if !self.is_noisy(rules, pos, mv) {
            return match mv.promotion {
                Some(_) => UNDERPROMOTION,
                None => eval::improvement(board.side_to_move(), moved, mv),
            };
        }
        if see::loses(board, mv) {
            return see::exchange(board, mv).max(-HINT_MAX);
        }
        let victim = see::captured(board, mv).map_or(0, see::worth);
        let promoted = mv.promotion.map_or(0, see::worth);
        (8 * victim + promoted - moved as i32).clamp(0, HINT_MAX)
    }

    fn is_noisy(&self, _rules: &Chess, pos: &Position, mv: Move) -> bool {
        let board = pos.board();
        match mv.promotion {
            Some(piece) => piece == Piece::Queen,
            None => board.colors(!board.side_to_move()).has(mv.to) || see::is_en_passant(board, mv),
        }
    }

    /// With nothing but pawns, having to move is often a misfortune (zugzwang): no null move.
    fn null_move(&self, _rules: &Chess, pos: &Position) -> Option<Position> {
        let board = pos.board();
        let kings_and_pawns = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let pieces = board.colors(board.side_to_move()) & !kings_and_pawns;
        if pieces.is_empty() { None } else { pos.pass() }
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            null_move: true,
            late_moves: true,
            futility: Some(FUTILITY_CP),
            extend_loud: true,
            skip_moves: true,
        }
    }

    fn explain(&self, _rules: &Chess, pos: &Position) -> Vec<(&'static str, Score)> {
        eval::TERMS.into_iter().zip(eval::terms(pos.board()).map(Score::cp)).collect()
    }

    fn shares(&self, _rules: &Chess, pos: &Position) -> Shares {
        shares::shares(pos.board())
    }

    fn tunable(&self) -> Option<&dyn Tunable<Chess>> {
        Some(self)
    }
}

impl Tunable<Chess> for ChessJudge {
    fn weights(&self) -> Vec<Weight> {
        eval::weights()
    }

    fn features(&self, _rules: &Chess, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(pos.board(), out);
    }

    fn source(&self, values: &[f64]) -> String {
        eval::source(values)
    }
}
