//! Playing weaker on purpose.
//!
//! A level from 0 to 20 limits the depth, has at least four lines compared, and takes one of them by
//! lot: the weaker, the more a worse score is forgiven. The lot comes from the seed and the position,
//! so the same game can be played again. A level may have a fraction, which is the chance that a move
//! is made at the next one; so strength has no steps, and a rating can be asked for.
//!
//! What a level is worth was measured in chess, where others have a scale to compare with:
//! [`RATINGS`].

use rand::RngExt;

use plyglot_core::{Score, rng};

/// Weak players choose among this many lines.
pub(super) const LINES: usize = 4;
/// What is forgiven at most, in cp for each level that is wanting.
const FORGIVEN_CP: i32 = 20;
const HUNDRED: u16 = 100;

/// Levels and the Elo they come to in chess, on the scale of Stockfish's `UCI_Elo`:
/// docs/strength.md has the matches. A level between two of these is worth what a straight line says.
pub const RATINGS: [(u16, u16); 8] =
    [(0, 1140), (3, 1360), (6, 1600), (9, 1680), (12, 1870), (15, 1950), (17, 2060), (19, 2230)];

/// A playing strength: a level from 0 to 20, in hundredths. At 20 nothing is held back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u16);

impl Skill {
    /// All there is.
    pub const FULL: Self = Self(20 * HUNDRED);

    /// A whole level; what is above 20 is 20.
    pub fn level(level: u16) -> Self {
        Self(level.saturating_mul(HUNDRED)).min(Self::FULL)
    }

    /// The strength of this Elo in chess; the weakest or strongest measured if it is beyond these.
    pub fn of_elo(elo: u16) -> Self {
        let above = RATINGS.iter().position(|&(_, rating)| rating >= elo);
        let Some(above) = above else { return Self::level(RATINGS[RATINGS.len() - 1].0) };
        let (high, high_elo) = RATINGS[above];
        let Some(&(low, low_elo)) = above.checked_sub(1).and_then(|below| RATINGS.get(below))
        else {
            return Self::level(high);
        };
        let part = u32::from(elo - low_elo) * u32::from((high - low) * HUNDRED);
        let part = u16::try_from(part / u32::from(high_elo - low_elo)).unwrap_or(0);
        Self(low * HUNDRED + part)
    }

    /// Whether nothing is held back.
    pub fn is_full(self) -> bool {
        self >= Self::FULL
    }

    /// The level at which the move with this lot is made: the fraction is a chance.
    pub(super) fn drawn(self, lot: u64) -> u32 {
        let (level, fraction) = (self.0 / HUNDRED, self.0 % HUNDRED);
        // Another lot than the one that chooses the line.
        let mut rng = rng::seeded(!lot);
        u32::from(level + u16::from(fraction > 0 && rng.random_range(0..HUNDRED) < fraction))
    }

    /// How deep the move with this lot looks, in plies.
    pub(super) fn depth(self, lot: u64) -> Option<u32> {
        (!self.is_full()).then(|| 1 + self.drawn(lot) / 2)
    }
}

/// The index of the line to play at this level: a choice by lot among these scores, best first.
pub(super) fn choose(level: u32, lot: u64, scores: &mut dyn Iterator<Item = Score>) -> usize {
    let wanting = i32::from(Skill::FULL.0 / HUNDRED).saturating_sub_unsigned(level);
    let mut rng = rng::seeded(lot);
    let lines = scores.enumerate().take(LINES);
    lines
        .filter(|&(_, score)| score > Score::MINUS_INFINITE)
        .map(|(i, score)| {
            let wish = score.raw() + rng.random_range(0..=FORGIVEN_CP * wanting);
            (wish, std::cmp::Reverse(i))
        })
        .max()
        .map_or(0, |(_, std::cmp::Reverse(i))| i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_a_level_that_rises_with_it() {
        for (level, elo) in RATINGS {
            assert_eq!(Skill::of_elo(elo), Skill::level(level), "{elo}");
        }
        let (least, most) = (RATINGS[0].1, RATINGS[RATINGS.len() - 1].1);
        let skills: Vec<Skill> = (least..=most).map(Skill::of_elo).collect();
        assert!(skills.is_sorted());
        assert_eq!(Skill::of_elo(0), Skill::level(RATINGS[0].0));
        assert_eq!(Skill::of_elo(u16::MAX), Skill::level(RATINGS[RATINGS.len() - 1].0));
        assert!(!Skill::of_elo(most).is_full(), "a limit is a limit");
    }
}
