//! Pairs of kings up to the symmetries of the board.
//!
//! Without pawns the board may be turned and reflected in eight ways, with pawns it may only be
//! reflected left to right. Of the placements of two kings that do not touch, 462 and 1806 remain:
//!
//! ```text
//! without pawns, the white king on x,            with pawns, the white king on x
//! and the black king not above the diagonal
//! where the white king stands on it
//!
//! . . . . . . . .                                x x x x . . . .
//! . . . . . . . .                                x x x x . . . .
//! . . . . . . . .                                x x x x . . . .
//! . . . . . . . .                                x x x x . . . .
//! . . . x . . . .                                x x x x . . . .
//! . . x x . . . .                                x x x x . . . .
//! . x x x . . . .                                x x x x . . . .
//! x x x x . . . .                                x x x x . . . .
//! ```
//!
//! A symmetry is three bits: 1 reflects left to right, 2 top to bottom, then 4 in the diagonal a1-h8.

use cozy_chess::{Square, get_king_moves};

use plyglot_tablebase::rank::Orbits;

/// Reflection in the diagonal a1-h8.
pub(super) const DIAGONAL: u8 = 4;

/// Where a symmetry takes each square.
pub(super) const IMAGE: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut g = 0;
    while g < 8 {
        let mut square = 0;
        while square < 64 {
            let file = (square % 8) ^ (if g & 1 != 0 { 7 } else { 0 });
            let rank = (square / 8) ^ (if g & 2 != 0 { 7 } else { 0 });
            let image = if g & 4 != 0 { file * 8 + rank } else { rank * 8 + file };
            images[g][square] = image as u8;
            square += 1;
        }
        g += 1;
    }
    images
};

/// The pairs of kings, numbered.
#[derive(Debug)]
pub(super) struct Kings {
    orbits: Orbits,
    /// By number: both kings stand on the diagonal, which leaves a symmetry over.
    on_diagonal: Vec<bool>,
}

impl Kings {
    /// The pairs under eight symmetries, or under the first two.
    pub(super) fn new(has_pawns: bool) -> Self {
        let apart = |pair: u32| {
            let (white, black) = squares(pair);
            let near = get_king_moves(Square::index(white.into()));
            white != black && !near.has(Square::index(black.into()))
        };
        let image = |g: u8, pair: u32| {
            let (white, black) = squares(pair);
            let image = &IMAGE[usize::from(g)];
            pair_of(image[usize::from(white)], image[usize::from(black)])
        };
        let orbits = Orbits::new(64 * 64, if has_pawns { 2 } else { 8 }, apart, image);
        let lies_on = |orbit| {
            let pair = orbits.unrank(orbit);
            !has_pawns && image(DIAGONAL, pair) == pair
        };
        let on_diagonal = (0..orbits.len()).map(lies_on).collect();
        Self { orbits, on_diagonal }
    }

    /// How many pairs there are.
    pub(super) fn len(&self) -> usize {
        self.orbits.len() as usize
    }

    /// The number of a pair, and the symmetry that takes it to its representative; `None` where the
    /// kings touch.
    #[inline]
    pub(super) fn rank(&self, white: u8, black: u8) -> Option<(usize, usize)> {
        let (orbit, by) = self.orbits.rank(pair_of(white, black))?;
        Some((orbit as usize, by.into()))
    }

    /// The squares of the white and the black king in the representative of a pair.
    #[inline]
    pub(super) fn unrank(&self, pair: usize) -> (u8, u8) {
        squares(self.orbits.unrank(pair as u32))
    }

    /// Whether the pair is the same after reflection in the diagonal.
    #[inline]
    pub(super) fn is_on_diagonal(&self, pair: usize) -> bool {
        self.on_diagonal[pair]
    }
}

#[inline]
fn pair_of(white: u8, black: u8) -> u32 {
    u32::from(white) << 6 | u32::from(black)
}

#[inline]
fn squares(pair: u32) -> (u8, u8) {
    ((pair >> 6) as u8, (pair & 63) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_462_pairs_without_pawns_and_1806_with() {
        assert_eq!(Kings::new(false).len(), 462);
        assert_eq!(Kings::new(true).len(), 1806);
    }

    #[test]
    fn every_pair_of_kings_apart_is_taken_to_a_pair_of_its_number() {
        for kings in [Kings::new(false), Kings::new(true)] {
            let pairs = (0..64).flat_map(|white| (0..64).map(move |black| (white, black)));
            let apart = pairs.filter(|&(white, black)| {
                let Some((pair, by)) = kings.rank(white, black) else { return false };
                let image = IMAGE[by].map(|square| square);
                let there = (image[usize::from(white)], image[usize::from(black)]);
                assert_eq!(kings.unrank(pair), there, "{white} {black}");
                true
            });
            assert_eq!(apart.count(), 3612);
        }
    }
}
