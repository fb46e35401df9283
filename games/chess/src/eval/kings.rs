//! Kings: the pawns around them, the danger they are in, and passed pawns, which are a matter of
//! kings as well.

use cozy_chess::{
    BitBoard, Color, File, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves,
};

use super::bits::{ahead, count, fill_ahead, king_distance};
use super::layout::{
    DANGER, DANGER_LEN, LONE_KING, PASSED_BLOCKED, PASSED_FREE, PASSED_OWN_KING, PASSED_STOPPED,
    PASSED_THEIR_KING, SHELTER, STORM,
};
use super::pieces::Survey;
use super::weight::Tally;

/// A king farther away than this is as good as nowhere.
const DISTANCE_MAX: i32 = 5;
/// How much a check the defender cannot answer by taking counts, by piece.
const SAFE_CHECK: [i32; Piece::NUM] = [0, 3, 2, 4, 3, 0];
/// How far a square is from the middle of the board, by file or rank.
const CENTRE: [i32; 8] = [0, 1, 2, 3, 3, 2, 1, 0];

impl Survey<'_> {
    /// The king of this colour: its shelter, and what the other colour does to it.
    pub(super) fn tell_king<T: Tally>(&self, color: Color, tally: &mut T) {
        let king = self.board.king(color);
        self.tell_shelter(color, king, tally);
        let attack = self.reach[!color as usize].danger;
        if attack > 0 {
            let danger = attack + self.weak_squares(color, king);
            let queen = !self.board.colored_pieces(!color, Piece::Queen).is_empty();
            let danger = usize::try_from(danger).unwrap_or(0).min(DANGER_LEN - 1);
            tally.add(!color, DANGER.first + usize::from(queen) * DANGER_LEN + danger, 1);
        }
        if self.board.colors(color) == king.bitboard() {
            tally.add(!color, LONE_KING.first, self.drive(king, color));
        }
    }

    /// Squares by the king that it alone defends, and checks from where nobody can take.
    fn weak_squares(&self, color: Color, king: Square) -> i32 {
        let (ours, theirs) = (&self.reach[color as usize], &self.reach[!color as usize]);
        let ring = ours.by[Piece::King as usize];
        let weak = theirs.all & !ours.twice & (!ours.all | ring | ours.by[Piece::Queen as usize]);
        let mut danger = count(ring & weak);
        let safe = !self.board.colors(!color) & (!ours.all | (weak & theirs.twice));
        let occupied = self.board.occupied() & !self.board.colored_pieces(color, Piece::Queen);
        let knight = get_knight_moves(king);
        let diagonals = get_bishop_moves(king, occupied);
        let lines = get_rook_moves(king, occupied);
        for (piece, from) in [
            (Piece::Knight, knight),
            (Piece::Bishop, diagonals),
            (Piece::Rook, lines),
            (Piece::Queen, diagonals | lines),
        ] {
            let checks = from & safe & theirs.by[piece as usize];
            danger += if checks.is_empty() { 0 } else { SAFE_CHECK[piece as usize] };
        }
        danger
    }

    /// On the king's file and those beside it: the nearest own pawn and the nearest other pawn.
    fn tell_shelter<T: Tally>(&self, color: Color, king: Square, tally: &mut T) {
        let rank = king.rank().bitboard();
        let at_or_ahead = fill_ahead(rank, color);
        let ours = self.pawns[color as usize] & at_or_ahead;
        let theirs = self.pawns[!color as usize] & at_or_ahead;
        let middle = (king.file() as usize).clamp(1, 6);
        for number in middle - 1..=middle + 1 {
            let file = File::index(number);
            let own = nearest(ours & file.bitboard(), color);
            let other = nearest(theirs & file.bitboard(), color);
            let is_beside = usize::from(file != king.file());
            tally.add(color, SHELTER.first + 8 * is_beside + own, 1);
            let is_met = usize::from(own != 0 && own + 1 == other);
            tally.add(color, STORM.first + 8 * is_met + other, 1);
        }
    }

    /// Against a lone king: drive it to the rim and bring the own king near.
    fn drive(&self, king: Square, color: Color) -> i32 {
        let centre = CENTRE[king.file() as usize] + CENTRE[king.rank() as usize];
        let apart = king_distance(king, self.board.king(!color));
        12 * (6 - centre) + 6 * (7 - apart)
    }

    /// Passed pawns as far as they are not a matter of pawns alone.
    pub(super) fn tell_passed<T: Tally>(&self, color: Color, tally: &mut T) {
        let (occupied, attacked) = (self.board.occupied(), self.reach[!color as usize].all);
        for square in self.passed & self.pawns[color as usize] {
            let rank = square.rank().relative_to(color) as usize;
            let stop = ahead(square.bitboard(), color);
            if !stop.is_disjoint(occupied) {
                tally.add(color, PASSED_BLOCKED.first + rank, 1);
            }
            if !stop.is_disjoint(attacked) {
                tally.add(color, PASSED_STOPPED.first + rank, 1);
            }
            if fill_ahead(stop, color).is_disjoint(occupied | attacked) {
                tally.add(color, PASSED_FREE.first + rank, 1);
            }
            let Some(stop) = stop.next_square() else { continue };
            let distance = |of| king_distance(self.board.king(of), stop).min(DISTANCE_MAX);
            tally.add(color, PASSED_OWN_KING.first + rank, distance(color));
            tally.add(color, PASSED_THEIR_KING.first + rank, distance(!color));
        }
    }
}

/// The rank of the nearest of these pawns of one file, as this colour counts; 0 if there is none.
#[inline]
fn nearest(pawns: BitBoard, color: Color) -> usize {
    if pawns.is_empty() {
        return 0;
    }
    let square = match color {
        Color::White => pawns.0.trailing_zeros() / 8,
        Color::Black => pawns.0.leading_zeros() / 8,
    };
    square as usize
}
