//! What a simulation comes to: a chance between 0 and 1, and the score it stands for.
//!
//! A tree of averages needs numbers that may be averaged. A score of 20 pawns is not ten times as
//! good as one of two, so scores are squashed: a score `s` becomes `(1 + s / √(s² + k²)) / 2`, where
//! the game names `k`, and proven ends become 0 and 1. The curve is one of the usual form, taken
//! because it has an inverse without a logarithm, and because roots and quotients are the same on
//! every machine, which exponentials are not.
//!
//! Chances are whole numbers of [`WHOLE`]ths, so that their sums do not depend on their order.

use super::proof::Proof;
use plyglot_core::{Score, Side};

/// A chance of one.
pub(super) const WHOLE: u32 = 1 << 16;
/// The chances nearest to certainty that an evaluation comes to.
const OPINION_MARGIN: u32 = 16;

/// How scores of a game and chances hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Squash {
    /// The score, cp, whose chance is 85 of a hundred: `(1 + √½) / 2`.
    scale_cp: i32,
}

impl Squash {
    /// By the score that is as good as 85 of a hundred; at least one cp.
    pub(super) fn new(scale_cp: i32) -> Self {
        Self { scale_cp: scale_cp.max(1) }
    }

    /// The chance of whoever has this score.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the curve lies between 0 and 1"
    )]
    pub(super) fn chance(self, score: Score) -> u32 {
        if score > Score::EVAL_MAX {
            return WHOLE;
        }
        if score < -Score::EVAL_MAX {
            return 0;
        }
        let (cp, scale) = (f64::from(score.raw()), f64::from(self.scale_cp));
        let lead = cp / (cp * cp + scale * scale).sqrt();
        let chance = (1.0_f64.midpoint(lead) * f64::from(WHOLE)).round() as u32;
        chance.clamp(OPINION_MARGIN, WHOLE - OPINION_MARGIN)
    }

    /// The chances between which the value lies for a side; `None` where nothing is proven.
    #[inline]
    pub(super) fn bounds(self, proof: Proof, side: Side) -> Option<[u32; 2]> {
        if proof == Proof::NONE {
            return None;
        }
        let Proof { low, high } = proof.seen_by(side);
        Some([self.chance(low), self.chance(high)])
    }

    /// The score of this mean of chances, between 0 and 1: always an evaluation, and less than the last of
    /// these, which stands for all margins that are too large to be told.
    #[expect(clippy::cast_possible_truncation, reason = "clamped to ±20,000 before")]
    pub(super) fn score(self, chance: f64) -> Score {
        let lead = 2.0 * chance - 1.0;
        let cp = f64::from(self.scale_cp) * lead / (1.0 - lead * lead).max(1e-12).sqrt();
        let max = f64::from(Score::EVAL_MAX.raw() - 1);
        Score::cp(cp.clamp(-max, max).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_with_scores_and_add_up_to_one() {
        let squash = Squash::new(300);
        let mut last = 0;
        for cp in (-20_000..=20_000).step_by(250) {
            let chance = squash.chance(Score::cp(cp));
            assert!(chance >= last, "{cp}");
            assert_eq!(chance + squash.chance(Score::cp(-cp)), WHOLE, "{cp}");
            last = chance;
        }
        assert_eq!(squash.chance(Score::win_in(9)), WHOLE);
        assert_eq!(squash.chance(Score::loss_in(9)), 0);
        assert!(last < WHOLE, "an evaluation is not certain");
    }

    #[test]
    fn the_score_of_a_chance_is_the_one_it_came_from() {
        for scale in [50, 300, 2000] {
            let squash = Squash::new(scale);
            for cp in (-4 * scale..=4 * scale).step_by(25) {
                let chance = f64::from(squash.chance(Score::cp(cp))) / f64::from(WHOLE);
                let again = squash.score(chance).raw();
                // The curve is flat where one side is far ahead.
                assert!((again - cp).abs() <= 1 + cp.abs() / 50, "{cp} of {scale}: {again}");
            }
        }
    }
}
