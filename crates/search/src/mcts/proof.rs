//! What is proven of a node: two scores between which the value of the game lies.
//!
//! A position that ends the game has the same score twice. From there on proofs are backed up as the
//! averages are: where the first side is to move, the value is at least the best of the lower ends
//! below and at most the best of the upper ends. That is MCTS-Solver [winands-2008] for wins and
//! losses, and its form with two bounds [cazenave-saffidine-2011] for draws and for margins. The tree
//! is no graph: every node has one path from the set-up of the game, so what a rule of repetition
//! makes of that path is proven as well.
//!
//! All scores here are the first side's, and distances count from the node itself.

use std::sync::atomic::{AtomicU32, Ordering};

use plyglot_core::{Score, Side};

/// The value of a position lies between these scores, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    /// The first side comes to this at least.
    pub(super) low: Score,
    /// It comes to no more than this.
    pub(super) high: Score,
}

impl Proof {
    /// Nothing is proven.
    pub(super) const NONE: Self = Self { low: Score::MINUS_INFINITE, high: Score::INFINITE };

    /// The value itself, for the side named.
    pub(super) fn exact(side: Side, score: Score) -> Self {
        let score = first(side, score);
        Self { low: score, high: score }
    }

    /// Whether there is nothing more to find out: who wins is known, or the margin.
    pub(super) fn is_closed(self) -> bool {
        self.low == self.high || self.low > Score::EVAL_MAX || self.high < -Score::EVAL_MAX
    }

    /// Whether the value is known.
    pub(super) fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// As a side sees it.
    #[must_use]
    pub(super) fn seen_by(self, side: Side) -> Self {
        match side {
            Side::First => self,
            Side::Second => Self { low: -self.high, high: -self.low },
        }
    }

    /// What a move proves for the position it was played in, if this is proven of the position after
    /// it: ends are a ply farther away.
    #[must_use]
    pub(super) fn one_ply_back(self) -> Self {
        let back = |score: Score| match score {
            Score::INFINITE | Score::MINUS_INFINITE => score,
            score => Score::from_table(score.to_table(0), 1),
        };
        Self { low: back(self.low), high: back(self.high) }
    }

    /// Both are proven.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// What its moves prove of a position with this side to move. `None` among them: nothing is
    /// known of one.
    pub(super) fn of_moves(side: Side, moves: impl Iterator<Item = Self>) -> Self {
        let mut best = Self { low: Score::MINUS_INFINITE, high: Score::MINUS_INFINITE };
        for proof in moves.map(|proof| proof.seen_by(side)) {
            best = Self { low: best.low.max(proof.low), high: best.high.max(proof.high) };
        }
        best.seen_by(side)
    }

    /// The score nearest to an evaluation of this side that the proof allows; the score of the end
    /// where that is proven. A loss is as far away, and a win as near, as has been shown.
    pub(super) fn score(self, side: Side, mean: Score) -> Score {
        let Self { low, high } = self.seen_by(side);
        if high < -Score::EVAL_MAX { high } else { mean.min(high).max(low) }
    }
}

/// A score of this side as the first side has it.
pub(super) fn first(side: Side, score: Score) -> Score {
    match side {
        Side::First => score,
        Side::Second => -score,
    }
}

/// A proof that several threads add to.
#[derive(Debug)]
pub(super) struct SharedProof(AtomicU32);

impl Default for SharedProof {
    fn default() -> Self {
        Self(AtomicU32::new(pack(Proof::NONE)))
    }
}

impl SharedProof {
    /// What is proven.
    #[inline]
    pub(super) fn get(&self) -> Proof {
        unpack(self.0.load(Ordering::Relaxed))
    }

    /// This is proven as well; whether that is news.
    pub(super) fn add(&self, more: Proof) -> bool {
        let narrow = |old| {
            let narrowed = pack(unpack(old).and(more));
            (narrowed != old).then_some(narrowed)
        };
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, narrow).is_ok()
    }

    /// Forgets what was proven, and takes this for it.
    pub(super) fn set(&mut self, proof: Proof) {
        *self.0.get_mut() = pack(proof);
    }
}

/// Two scores of 16 bits each.
fn pack(proof: Proof) -> u32 {
    let half = |score: Score| u32::from(score.to_table(0).cast_unsigned());
    half(proof.high) << 16 | half(proof.low)
}

fn unpack(bits: u32) -> Proof {
    let half = |bits: u32| {
        let low = u16::try_from(bits & 0xffff).unwrap_or_default();
        Score::from_table(low.cast_signed(), 0)
    };
    Proof { low: half(bits), high: half(bits >> 16) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::Side::{First, Second};

    #[test]
    fn proofs_are_kept_as_they_are() {
        for proof in [
            Proof::NONE,
            Proof::exact(First, Score::win_in(3)),
            Proof::exact(Second, Score::win_in(0)),
            Proof { low: Score::cp(-1200), high: Score::INFINITE },
        ] {
            assert_eq!(unpack(pack(proof)), proof);
            let shared = SharedProof::default();
            assert_eq!(shared.add(proof), proof != Proof::NONE);
            assert!(!shared.add(proof), "no news");
            assert_eq!(shared.get(), proof);
        }
    }

    #[test]
    fn a_move_that_wins_is_enough_and_a_loss_takes_all() {
        let lost = Proof::exact(First, Score::loss_in(2)).one_ply_back();
        let drawn = Proof::exact(First, Score::DRAW);
        let of = |side, moves: &[Proof]| Proof::of_moves(side, moves.iter().copied());
        assert!(of(Second, &[lost, Proof::NONE]).is_closed(), "the second side has won");
        assert_eq!(of(First, &[lost, drawn]), drawn);
        assert_eq!(of(First, &[drawn, Proof::NONE]).low, Score::DRAW);
        assert!(!of(First, &[lost, Proof::NONE]).is_closed());
        assert_eq!(of(First, &[lost, lost]).high, Score::loss_in(3));
        assert_eq!(Proof::NONE.one_ply_back(), Proof::NONE);
    }

    #[test]
    fn a_mean_stays_within_what_is_proven() {
        let proof = Proof { low: Score::DRAW, high: Score::cp(400) };
        assert_eq!(proof.score(First, Score::cp(900)), Score::cp(400));
        assert_eq!(proof.score(First, Score::cp(-20)), Score::DRAW);
        assert_eq!(proof.score(Second, Score::cp(-20)), Score::cp(-20));
        let won = Proof { low: Score::win_in(5), high: Score::INFINITE };
        assert_eq!(won.score(First, Score::cp(100)), Score::win_in(5));
        assert_eq!(won.score(Second, Score::cp(100)), Score::loss_in(5));
    }
}
