//! A number of centipawns that changes from the middlegame to the endgame, and sums of them.

use std::ops::{Add, AddAssign, Mul, Sub};

use cozy_chess::{Color, Piece, Square};

use super::layout::{COUNT, MATERIAL, PLACEMENT, VALUES};
use super::placement;

/// Two 16-bit numbers in one word, so that both are added and multiplied at once: the endgame above
/// the middlegame. A negative middlegame borrows one from the endgame, which reading gives back.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Weight(i32);

/// Game phase of a full board.
pub(super) const PHASE_MAX: i32 = 24;

impl Weight {
    pub(super) const fn new(middlegame: i16, endgame: i16) -> Self {
        Self(((endgame as i32) << 16) + middlegame as i32)
    }

    /// From the inside of a [`Weight`], as tables of sums keep it.
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits.cast_signed())
    }

    pub(super) const fn bits(self) -> u32 {
        self.0.cast_unsigned()
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    pub(super) const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(super) const fn endgame(self) -> i32 {
        (self.0 - self.middlegame()) >> 16
    }

    /// What it is worth in this phase, [`PHASE_MAX`]ths of a centipawn.
    pub(super) const fn tapered(self, phase: i32) -> i32 {
        self.middlegame() * phase + self.endgame() * (PHASE_MAX - phase)
    }
}

impl Add for Weight {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Weight {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Weight {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Weight {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

/// The weights, ready to be added.
pub(super) static WEIGHTS: [Weight; COUNT] = {
    let mut weights = [Weight(0); COUNT];
    let mut i = 0;
    while i < COUNT {
        weights[i] = Weight::new(VALUES[2 * i], VALUES[2 * i + 1]);
        i += 1;
    }
    weights
};

/// What a man is worth where it stands, by colour, piece and square: material and placement, of
/// which there are so many that they are added up beforehand.
static MEN: [[[Weight; Square::NUM]; Piece::NUM]; Color::NUM] = {
    let mut men = [[[Weight(0); Square::NUM]; Piece::NUM]; Color::NUM];
    let mut i = 0;
    while i < Color::NUM * Piece::NUM * Square::NUM {
        let (square, man) = (i % Square::NUM, i / Square::NUM);
        let (piece, color) = (man % Piece::NUM, man / Piece::NUM);
        let placed = WEIGHTS[PLACEMENT.first + placement(piece, square, color)].0;
        let material = if piece < MATERIAL.len { WEIGHTS[MATERIAL.first + piece].0 } else { 0 };
        men[color][piece][square] = Weight(material + placed);
        i += 1;
    }
    men
};

/// What a man of this colour is worth on this square.
#[inline]
pub(super) fn worth(color: Color, piece: Piece, square: Square) -> Weight {
    MEN[color as usize][piece as usize][square as usize]
}

/// Whoever is told how often each weight counts.
pub(super) trait Tally {
    /// The weight of this index counts so many times more for this colour.
    fn add(&mut self, color: Color, index: usize, times: i32);

    /// A man stands on this square: its material, but for a king, and its placement.
    fn add_man(&mut self, color: Color, piece: Piece, square: Square) {
        if (piece as usize) < MATERIAL.len {
            self.add(color, MATERIAL.first + piece as usize, 1);
        }
        let place = placement(piece as usize, square as usize, color as usize);
        self.add(color, PLACEMENT.first + place, 1);
    }
}

/// Adds up, and remembers nothing else: what the search uses. By colour.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sum([Weight; Color::NUM]);

impl Sum {
    /// What White has more than Black.
    pub(super) fn lead(self) -> Weight {
        self.0[0] - self.0[1]
    }

    /// Adds what has been summed up elsewhere, for White.
    pub(super) fn add_lead(&mut self, lead: Weight) {
        self.0[0] += lead;
    }
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, color: Color, index: usize, times: i32) {
        self.0[color as usize] += WEIGHTS[index] * times;
    }

    #[inline]
    fn add_man(&mut self, color: Color, piece: Piece, square: Square) {
        self.0[color as usize] += worth(color, piece, square);
    }
}

/// Remembers how often each weight counts for White more than for Black.
#[derive(Clone, Debug)]
pub(super) struct Trace(pub(super) Vec<i32>);

impl Default for Trace {
    fn default() -> Self {
        Self(vec![0; COUNT])
    }
}

impl Tally for Trace {
    fn add(&mut self, color: Color, index: usize, times: i32) {
        self.0[index] += if color == Color::White { times } else { -times };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_come_back_from_a_sum() {
        for (middlegame, endgame) in [(0, 0), (-1, 0), (-300, 400), (7000, -9000), (-1, -1)] {
            let weight = Weight::new(middlegame, endgame);
            for times in [-3, -1, 1, 2] {
                let product = weight * times;
                assert_eq!(product.middlegame(), i32::from(middlegame) * times);
                assert_eq!(product.endgame(), i32::from(endgame) * times);
                assert_eq!(Weight::from_bits(product.bits()), product);
            }
        }
    }
}
