//! The men on a board, and where two boards differ.

use cozy_chess::{BitBoard, Board, Color, Piece};

/// A man on its square, all by number.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Man {
    pub(super) color: u8,
    pub(super) kind: u8,
    pub(super) square: u8,
}

/// Where the men stand, by kind and by colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Men {
    kinds: [u64; Piece::NUM],
    colors: [u64; Color::NUM],
}

impl Men {
    /// Nobody.
    pub(super) const NONE: Self = Self { kinds: [0; Piece::NUM], colors: [0; Color::NUM] };

    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        Self {
            kinds: Piece::ALL.map(|piece| board.pieces(piece).0),
            colors: Color::ALL.map(|color| board.colors(color).0),
        }
    }

    /// The squares on which not the same stands here and there.
    #[inline]
    pub(super) fn differ(&self, other: &Self) -> BitBoard {
        let kinds = self.kinds.iter().zip(&other.kinds);
        let colors = self.colors.iter().zip(&other.colors);
        BitBoard(kinds.chain(colors).fold(0, |all, (here, there)| all | (here ^ there)))
    }

    /// The men on these squares; empty ones are passed over.
    #[inline]
    pub(super) fn on(self, squares: BitBoard) -> impl Iterator<Item = Man> {
        let occupied = BitBoard(self.colors[0] | self.colors[1]);
        (squares & occupied).into_iter().map(move |square| {
            let is_in = |set: u64| u8::from(set >> square as u32 & 1 == 1);
            let kinds = self.kinds.map(is_in);
            let kind = (0..).zip(kinds).map(|(number, is_one)| number * is_one).sum();
            Man { color: is_in(self.colors[Color::Black as usize]), kind, square: square as u8 }
        })
    }
}
