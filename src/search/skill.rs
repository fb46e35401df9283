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

use super::deepen::{Deepened, RootMove};
use super::mind::{SearchInfo, SearchRequest};
use crate::core::{Score, rng};
use crate::game::Rules;

/// Weak players choose among this many lines.
pub(super) const LINES: usize = 4;
/// What is forgiven at most, in cp for each level that is wanting.
const FORGIVEN_CP: i32 = 20;
const HUNDRED: u16 = 100;

/// Levels and the Elo they come to in chess, on the scale of Stockfish's `UCI_Elo`:
/// docs/strength.md has the matches. A level between two of these is worth what a straight line says.
pub const RATINGS: [(u16, u16); 8] =
    [(0, 1150), (3, 1350), (6, 1550), (9, 1700), (12, 1900), (15, 2050), (17, 2200), (19, 2350)];

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

    /// The level at which this move is made: the fraction is a chance.
    pub(super) fn drawn<R: Rules>(self, request: &SearchRequest<'_, R>) -> u32 {
        let (level, fraction) = (self.0 / HUNDRED, self.0 % HUNDRED);
        // Another lot than the one that chooses the line.
        let mut rng = rng::seeded(!seed(request));
        u32::from(level + u16::from(fraction > 0 && rng.random_range(0..HUNDRED) < fraction))
    }

    /// How deep a move of this level looks, in plies.
    pub(super) fn depth<R: Rules>(self, request: &SearchRequest<'_, R>) -> Option<u32> {
        (!self.is_full()).then(|| 1 + self.drawn(request) / 2)
    }
}

/// The index of the root move to play: the best at full strength, a choice by lot among the lines
/// below it.
pub(super) fn choose<R: Rules>(
    request: &SearchRequest<'_, R>,
    state: &Deepened<R::Move>,
    say: &mut dyn FnMut(SearchInfo<R::Move>),
) -> usize {
    if request.options.skill.is_full() || state.depth == 0 {
        return 0;
    }
    let level = request.options.skill.drawn(request);
    let wanting = i32::from(Skill::FULL.0 / HUNDRED).saturating_sub_unsigned(level);
    let mut rng = rng::seeded(seed(request));
    let is_known = |root: &RootMove<R::Move>| root.score > Score::MINUS_INFINITE;
    let wish = |root: &RootMove<R::Move>, rng: &mut rng::Rng| {
        root.score.raw() + rng.random_range(0..=FORGIVEN_CP * wanting)
    };
    let lines = state.roots.iter().enumerate().take(LINES);
    let best = lines
        .filter(|(_, root)| is_known(root))
        .map(|(i, root)| (wish(root, &mut rng), std::cmp::Reverse(i)))
        .max()
        .map_or(0, |(_, std::cmp::Reverse(i))| i);
    let seed = request.options.seed;
    say(SearchInfo::Note(format!("skill {level}, seed {seed}: chose line {}", best + 1)));
    best
}

fn seed<R: Rules>(request: &SearchRequest<'_, R>) -> u64 {
    request.options.seed ^ request.rules.key(request.line.position())
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
