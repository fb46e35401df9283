//! How much of a lead counts: less where it is hard to win with.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::bits::{count, files, king_distance};

/// Worth of N B R Q in the question whether a lead wins without pawns, cp.
const WORTH: [(Piece, i32); 4] =
    [(Piece::Knight, 305), (Piece::Bishop, 325), (Piece::Rook, 540), (Piece::Queen, 1000)];
/// A lead in pieces, cp, that wins without a pawn: more than a bishop.
const ENOUGH_WITHOUT_PAWNS: i32 = 400;

/// Percent of a lead that is left.
const NO_PAWNS: i32 = 25;
const OPPOSITE_BISHOPS: i32 = 50;
const OPPOSITE_BISHOPS_AND_PIECES: i32 = 80;

/// A lead of White's, cp, as far as it counts.
#[inline]
pub(super) fn scaled(board: &Board, lead: i32) -> i32 {
    match percent(board, lead) {
        100 => lead,
        percent => lead * percent / 100,
    }
}

/// How many percent of this lead of White's count.
pub(super) fn percent(board: &Board, lead: i32) -> i32 {
    let leader = if lead > 0 { Color::White } else { Color::Black };
    let pawns = board.colored_pieces(leader, Piece::Pawn);
    if pawns.is_empty() {
        return if wins_without_pawns(board, leader) { 100 } else { NO_PAWNS };
    }
    if has_wrong_bishop(board, leader, pawns) {
        return 0;
    }
    opposite_bishops(board)
}

/// Without pawns, a lead of a minor piece is rarely enough to win, and two knights never are.
fn wins_without_pawns(board: &Board, leader: Color) -> bool {
    let pieces = |color: Color| -> i32 {
        WORTH.iter().map(|&(piece, worth)| count(board.colored_pieces(color, piece)) * worth).sum()
    };
    let men = board.colors(leader);
    let two_knights = men.len() == 3 && (men & board.pieces(Piece::Knight)).len() == 2;
    pieces(leader) - pieces(!leader) > ENOUGH_WITHOUT_PAWNS && !two_knights
}

/// Pawns on one rook's file, no piece but a bishop that cannot reach the corner they queen in, and
/// the other king is there: nothing drives it out.
fn has_wrong_bishop(board: &Board, leader: Color, pawns: BitBoard) -> bool {
    let bishops = board.colored_pieces(leader, Piece::Bishop);
    let others = board.colors(leader) & !(pawns | bishops | board.pieces(Piece::King));
    if bishops.is_empty() || !others.is_empty() {
        return false;
    }
    let file = match files(pawns) {
        all if all == File::A.bitboard() => File::A,
        all if all == File::H.bitboard() => File::H,
        _ => return false,
    };
    let corner = Square::new(file, Rank::Eighth.relative_to(leader));
    let of_corner = if BitBoard::LIGHT_SQUARES.has(corner) {
        BitBoard::LIGHT_SQUARES
    } else {
        BitBoard::DARK_SQUARES
    };
    bishops.is_disjoint(of_corner) && king_distance(board.king(!leader), corner) <= 1
}

/// One bishop each, on squares of different colours: hard to win, the more so without other pieces.
#[inline]
fn opposite_bishops(board: &Board) -> i32 {
    let bishops = board.pieces(Piece::Bishop);
    let one_each = bishops.len() == 2 && (bishops & board.colors(Color::White)).len() == 1;
    if !one_each || (bishops & BitBoard::LIGHT_SQUARES).len() != 1 {
        return 100;
    }
    let others =
        board.occupied() & !(bishops | board.pieces(Piece::Pawn) | board.pieces(Piece::King));
    if others.is_empty() { OPPOSITE_BISHOPS } else { OPPOSITE_BISHOPS_AND_PIECES }
}
