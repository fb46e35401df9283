//! The men on a board, and where two boards differ.

use cozy_chess::{BitBoard, Board, Color, Piece};

/// A man on its square: `512 · (Black's) + 64 · (P N B R Q K) + square`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Man(pub(super) u16);

/// Binary digits of a kind of man.
const DIGITS: usize = 3;

/// Where the men stand: by colour, and by the digits of the kind's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Men {
    digits: [u64; DIGITS],
    colors: [u64; Color::NUM],
}

impl Men {
    /// Nobody.
    pub(super) const NONE: Self = Self { digits: [0; DIGITS], colors: [0; Color::NUM] };

    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        let [_, knights, bishops, rooks, queens, kings] =
            Piece::ALL.map(|piece| board.pieces(piece).0);
        Self {
            digits: [knights | rooks | kings, bishops | rooks, queens | kings],
            colors: Color::ALL.map(|color| board.colors(color).0),
        }
    }

    /// The squares on which not the same stands here and there.
    #[inline]
    pub(super) fn differ(&self, other: &Self) -> BitBoard {
        let digits = self.digits.iter().zip(&other.digits);
        let colors = self.colors.iter().zip(&other.colors);
        BitBoard(digits.chain(colors).fold(0, |all, (here, there)| all | (here ^ there)))
    }

    /// The men on these squares; empty ones are passed over.
    #[inline]
    pub(super) fn on(self, squares: BitBoard) -> impl Iterator<Item = Man> {
        let Self { digits: [ones, twos, fours], colors: [white, black] } = self;
        (squares & BitBoard(white | black)).into_iter().map(move |square| {
            let square = square as u16;
            let digit = |set: u64| (set >> square & 1) as u16;
            let kind = digit(ones) | digit(twos) << 1 | digit(fours) << 2;
            Man(digit(black) << 9 | kind << 6 | square)
        })
    }
}
