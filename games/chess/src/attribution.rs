//! What each man is worth where he stands, for people: the evaluation with him, less the evaluation
//! without him.
//!
//! A board without a man may not be a position: the king of the side that is not to move may then
//! stand in check. The other side is to move there, and the move itself, which is a term of the
//! evaluation, is left out of both values.

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Square};

use super::{ChessEvaluator, eval};
use plyglot_core::Score;
use plyglot_core::game::Attribution;

/// What every man but the kings is worth, for the side to move.
pub(super) fn attribution(evaluator: &ChessEvaluator, board: &Board) -> Attribution {
    let mover = board.side_to_move();
    let men = board.occupied() & !board.pieces(Piece::King);
    let without = men.into_iter().map(|square| {
        let rest = emptied(board, square, mover).or_else(|| emptied(board, square, !mover));
        (square.to_string(), rest.map(|rest| standing(evaluator, &rest, mover)))
    });
    Attribution::by_removal(standing(evaluator, board, mover), without)
}

/// The evaluation for a side without what the move is worth, as the formula has it.
fn standing(evaluator: &ChessEvaluator, board: &Board, side: Color) -> Score {
    let terms = eval::TERMS.into_iter().zip(eval::terms(board));
    let tempo: i32 = terms.filter(|(name, _)| *name == "tempo").map(|(_, cp)| cp).sum();
    let value = evaluator.form(board) - tempo;
    Score::cp(if board.side_to_move() == side { value } else { -value })
}

/// The board without what stands on a square, this side to move; `None` if that is no position.
fn emptied(board: &Board, square: Square, mover: Color) -> Option<Board> {
    let mut builder = BoardBuilder::from_board(board);
    *builder.square_mut(square) = None;
    builder.side_to_move = mover;
    builder.en_passant = None;
    if board.piece_on(square) == Some(Piece::Rook) {
        let rights = builder.castle_rights_mut(board.color_on(square)?);
        let keep = |side: &mut Option<File>| *side = side.filter(|file| *file != square.file());
        keep(&mut rights.short);
        keep(&mut rights.long);
    }
    builder.build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chess;
    use plyglot_core::game::Notation;

    fn share(fen: &str, place: &str) -> Option<i32> {
        let pos = Chess::default().parse_position(fen).unwrap();
        let values = attribution(&ChessEvaluator::classical(), pos.board()).values;
        values.into_iter().find(|(name, _)| name == place).map(|(_, score)| score.raw())
    }

    #[test]
    fn a_man_of_the_mover_is_worth_something_to_it_and_one_of_the_other_side_costs_as_much() {
        let white = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1";
        let black = white.replace(" w ", " b ");
        for (place, least) in [("d1", 700), ("a1", 300), ("h1", 300), ("c3", 200), ("a2", 20)] {
            let own = share(white, place).unwrap();
            assert!(own > least, "{place} {own}");
            assert_eq!(share(&black, place), Some(-own), "{place}");
        }
        assert_eq!(share(white, "e1"), None, "a king cannot be missing");
        assert_eq!(share(white, "e5"), share(white, "e4").map(|own| -own), "both stand alike");
    }

    #[test]
    fn a_man_that_shields_the_other_king_has_a_value_too() {
        // Without the knight, Black's king would stand in check with White to move.
        // The pawns keep the ending alive: without them a rook against a knight is nearly a draw,
        // and what either man adds is scaled down.
        let fen = "4k3/ppp5/8/4n3/8/8/PPP1R3/4K3 w - - 0 1";
        assert!(share(fen, "e5").unwrap() < -100);
        assert!(share(fen, "e2").unwrap() > 300);
    }
}
