//! Sets of squares moved as a whole.

use cozy_chess::{BitBoard, Color, File, Square};

/// One rank ahead, as this colour goes.
#[inline]
pub(super) fn ahead(set: BitBoard, color: Color) -> BitBoard {
    BitBoard(match color {
        Color::White => set.0 << 8,
        Color::Black => set.0 >> 8,
    })
}

/// The squares themselves and all ahead of them on their files.
#[inline]
pub(super) fn fill_ahead(set: BitBoard, color: Color) -> BitBoard {
    let mut all = set.0;
    for shift in [8, 16, 32] {
        all |= match color {
            Color::White => all << shift,
            Color::Black => all >> shift,
        };
    }
    BitBoard(all)
}

/// The files these squares stand on, whole.
#[inline]
pub(super) fn files(set: BitBoard) -> BitBoard {
    fill_ahead(set, Color::White) | fill_ahead(set, Color::Black)
}

/// The squares to the left and right of these.
#[inline]
pub(super) fn beside(set: BitBoard) -> BitBoard {
    let (a, h) = (File::A.bitboard().0, File::H.bitboard().0);
    BitBoard((set.0 & !a) >> 1 | (set.0 & !h) << 1)
}

/// What pawns on these squares attack.
#[inline]
pub(super) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    beside(ahead(pawns, color))
}

/// How many moves a king needs from one square to the other.
#[inline]
pub(super) fn king_distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// How many squares.
#[inline]
pub(super) fn count(set: BitBoard) -> i32 {
    set.len().cast_signed()
}
