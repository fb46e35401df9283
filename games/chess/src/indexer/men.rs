//! A few men on the board, as the builders move them: squares by slot, and who attacks what.

use cozy_chess::{
    BitBoard, Color, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use super::material::{Kind, MEN_MAX, Man};

/// No pawn has just made a double step that could be answered en passant.
pub(super) const NO_FILE: u8 = 8;
/// Steps that a pawn can make before it is on its seventh rank.
pub(super) const PAWN_STEPS: u32 = 5;

/// The squares of the men of a kind, by slot; who moves; and the file of the pawn that may be taken
/// en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Men {
    pub(super) squares: [u8; MEN_MAX],
    pub(super) side: u8,
    pub(super) passant: u8,
}

#[inline]
pub(super) fn square(index: u8) -> Square {
    Square::index_const(index as usize)
}

#[inline]
pub(super) fn color(side: u8) -> Color {
    if side == 0 { Color::White } else { Color::Black }
}

/// The squares a man attacks.
#[inline]
pub(super) fn attacks((side, piece): Man, from: u8, occupied: u64) -> u64 {
    let (from, occupied) = (square(from), BitBoard(occupied));
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color(side)).0,
        Piece::Knight => get_knight_moves(from).0,
        Piece::Bishop => get_bishop_moves(from, occupied).0,
        Piece::Rook => get_rook_moves(from, occupied).0,
        Piece::Queen => (get_bishop_moves(from, occupied) | get_rook_moves(from, occupied)).0,
        Piece::King => get_king_moves(from).0,
    }
}

/// Whether a man attacks a square.
#[inline]
pub(super) fn hits((side, piece): Man, from: u8, to: u8, occupied: u64) -> bool {
    let start = square(from);
    let rays = match piece {
        Piece::Pawn => return get_pawn_attacks(start, color(side)).0 >> to & 1 == 1,
        Piece::Knight => return get_knight_moves(start).0 >> to & 1 == 1,
        Piece::King => return get_king_moves(start).0 >> to & 1 == 1,
        Piece::Bishop => get_bishop_rays(start).0,
        Piece::Rook => get_rook_rays(start).0,
        Piece::Queen => get_bishop_rays(start).0 | get_rook_rays(start).0,
    };
    rays >> to & 1 == 1 && get_between_rays(start, square(to)).0 & occupied == 0
}

impl Men {
    /// The squares the men stand on.
    #[inline]
    pub(super) fn occupied(&self, kind: &Kind) -> u64 {
        self.squares[..kind.men.len()].iter().fold(0, |set, square| set | 1 << square)
    }

    /// Whether a man of `by`, the one in slot `except` apart, attacks the square.
    #[inline]
    pub(super) fn is_attacked(
        &self,
        kind: &Kind,
        to: u8,
        by: u8,
        occupied: u64,
        except: usize,
    ) -> bool {
        let men = kind.men.iter().zip(self.squares).enumerate();
        men.into_iter().any(|(slot, (man, from))| {
            man.0 == by && slot != except && hits(*man, from, to, occupied)
        })
    }

    /// How many men of the other side attack the king of the side to move.
    pub(super) fn checkers(&self, kind: &Kind) -> usize {
        let (king, occupied) = (self.squares[usize::from(self.side)], self.occupied(kind));
        let men = kind.men.iter().zip(self.squares);
        men.filter(|(man, from)| man.0 != self.side && hits(**man, *from, king, occupied)).count()
    }

    /// The side that has moved does not stand in check, and no more than two men give check: this is
    /// what every position of a game keeps, and all that the move generator asks.
    #[inline]
    pub(super) fn is_position(&self, kind: &Kind) -> bool {
        let king = self.squares[usize::from(1 - self.side)];
        !self.is_attacked(kind, king, self.side, self.occupied(kind), MEN_MAX)
            && (kind.men.len() < 5 || self.checkers(kind) < 3)
    }

    /// Where a pawn of `side` stands that has made a double step on this file, where it passed, and
    /// whence it came.
    #[inline]
    pub(super) fn double_step(side: u8, file: u8) -> [u8; 3] {
        if side == 0 { [24 + file, 16 + file, 8 + file] } else { [32 + file, 40 + file, 48 + file] }
    }

    /// The slot of the man of this colour and piece on a square.
    #[inline]
    pub(super) fn slot_of(&self, kind: &Kind, man: Man, on: u8) -> Option<usize> {
        (0..kind.men.len()).find(|&slot| kind.men[slot] == man && self.squares[slot] == on)
    }

    /// Whether the pawn of the other side that came to this file by a double step may be taken
    /// legally. The answer is meant for positions in which that double step was possible.
    pub(super) fn may_take(&self, kind: &Kind, file: u8) -> bool {
        let [stands, passed, _] = Self::double_step(1 - self.side, file);
        let Some(victim) = self.slot_of(kind, (1 - self.side, Piece::Pawn), stands) else {
            return false;
        };
        (2..kind.men.len()).any(|slot| {
            let man = (self.side, Piece::Pawn);
            if kind.men[slot] != man || !hits(man, self.squares[slot], passed, 0) {
                return false;
            }
            let occupied =
                self.occupied(kind) ^ 1 << stands ^ 1 << passed ^ 1 << self.squares[slot];
            let king = self.squares[usize::from(self.side)];
            !self.is_attacked(kind, king, 1 - self.side, occupied, victim)
        })
    }

    /// Whether the pawn of the other side on this file can have made a double step just now, in a
    /// legal game, and may be taken for it.
    pub(super) fn has_passant(&self, kind: &Kind, file: u8) -> bool {
        let other = 1 - self.side;
        let [stands, passed, origin] = Self::double_step(other, file);
        let occupied = self.occupied(kind);
        if occupied >> passed & 1 == 1 || occupied >> origin & 1 == 1 {
            return false;
        }
        let Some(slot) = self.slot_of(kind, (other, Piece::Pawn), stands) else { return false };
        let mut before = *self;
        before.squares[slot] = origin;
        before.side = other;
        before.is_position(kind) && self.may_take(kind, file)
    }

    /// How many steps all pawns together can still make before they are on their seventh rank.
    pub(super) fn steps_left(&self, kind: &Kind) -> u32 {
        let pawns = kind.men.iter().zip(self.squares).filter(|(man, _)| man.1 == Piece::Pawn);
        let left = |side: u8, rank: u32| if side == 0 { PAWN_STEPS + 1 - rank } else { rank - 1 };
        pawns.map(|(man, square)| left(man.0, u32::from(square / 8))).sum()
    }

    /// The same position with colours exchanged and the board turned over, for kinds whose sides are
    /// alike.
    #[inline]
    pub(super) fn exchanged(&self, kind: &Kind) -> Self {
        let mut squares = [0; MEN_MAX];
        for slot in 0..kind.men.len() {
            squares[kind.mirror[slot]] = self.squares[slot] ^ 0o70;
        }
        Self { squares, side: 1 - self.side, passant: self.passant }
    }

    /// The men after a symmetry.
    #[inline]
    pub(super) fn image(&self, image: &[u8; 64]) -> Self {
        Self { squares: self.squares.map(|square| image[square as usize & 63]), ..*self }
    }
}
