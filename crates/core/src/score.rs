//! Scores: an evaluation or a proof, always from the point of view of the side to move.
//!
//! One number line holds five kinds of score, so that comparing integers ranks them rightly:
//!
//! ```text
//!  0          20000                  25000          30000  31000     32000
//!  | evaluation / margin | likely table win | table win |     | win in p |
//! ```
//!
//! and the same below nought for losses.
//!
//! Units: hundredths of the game's own unit ("cp": centipawns in chess, hundredths of a stone in
//! Kalah). Every game says in protocol.md what its unit is. A win in `p` plies is `32000 - p`.
//! All values fit in 16 bits: that is how the transposition table stores them.

use std::fmt;
use std::ops::Neg;

/// The score of a position or a move, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Score(i32);

/// The longest line anybody may search, and the farthest a proven end may be away, in plies.
pub const PLY_MAX: u32 = 1000;

/// Which side of the truth a score is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

impl Score {
    /// A drawn game, or an even position.
    pub const DRAW: Self = Self(0);
    /// Above every score: the upper end of a full window.
    pub const INFINITE: Self = Self(32_001);
    /// Below every score: the lower end of a full window.
    pub const MINUS_INFINITE: Self = Self(-32_001);
    /// Evaluations stay within ±`EVAL_MAX`.
    pub const EVAL_MAX: Self = Self(20_000);
    const WIN: i32 = 32_000;
    /// A win that tables know of, where they are reached.
    const TABLE_WIN: i32 = 30_000;
    /// The same where a rule may come before.
    const LIKELY_WIN: i32 = 25_000;
    const WIN_MIN: i32 = Self::WIN - PLY_MAX.cast_signed();

    /// An evaluation in hundredths of the game's unit, cut off at ±[`Score::EVAL_MAX`].
    #[must_use]
    pub const fn cp(hundredths: i32) -> Self {
        let max = Self::EVAL_MAX.0;
        if hundredths > max {
            Self(max)
        } else if hundredths < -max {
            Self(-max)
        } else {
            Self(hundredths)
        }
    }

    /// The side to move wins after `ply` more plies. `ply <= PLY_MAX`.
    #[must_use]
    pub const fn win_in(ply: u32) -> Self {
        debug_assert!(ply <= PLY_MAX);
        Self(Self::WIN - ply.cast_signed())
    }

    /// The side to move has lost after `ply` more plies. `ply <= PLY_MAX`.
    #[must_use]
    pub const fn loss_in(ply: u32) -> Self {
        debug_assert!(ply <= PLY_MAX);
        Self(ply.cast_signed() - Self::WIN)
    }

    /// Endgame tables say that the side to move wins, `ply` plies from here at the earliest or the
    /// latest: below every win proven on the board, above every evaluation.
    #[must_use]
    pub const fn table_win(ply: u32) -> Self {
        Self(Self::sooner(Self::TABLE_WIN, Self::LIKELY_WIN, ply))
    }

    /// Endgame tables say that the side to move would win, `ply` plies from here, if no rule ended the
    /// game for want of progress before, which nobody knows: below every win that is certain, above every
    /// evaluation.
    #[must_use]
    pub const fn likely_win(ply: u32) -> Self {
        Self(Self::sooner(Self::LIKELY_WIN, Self::EVAL_MAX.0, ply))
    }

    /// The best of a band of scores less the plies, above the next band.
    const fn sooner(best: i32, below: i32, ply: u32) -> i32 {
        let (ply, last) = (ply.cast_signed(), best - below - 1);
        best - if ply < last { ply } else { last }
    }

    /// The number itself, -32001..=32001.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// A proven win on the board, with a known distance.
    pub const fn is_win(self) -> bool {
        self.0 >= Self::WIN_MIN
    }

    /// A proven loss on the board, with a known distance.
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::WIN_MIN
    }

    /// A win or a loss that has been proven on the board.
    pub const fn is_proven(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Endgame tables say that one side would win, if no rule ended the game before
    /// ([`Score::likely_win`]).
    pub const fn is_likely(self) -> bool {
        let size = self.0.abs();
        size > Self::EVAL_MAX.0 && size <= Self::LIKELY_WIN
    }

    /// Plies to the end of a proven win (positive) or loss (zero or negative); `None` otherwise.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::WIN - self.0)
        } else if self.is_loss() {
            Some(-Self::WIN - self.0)
        } else {
            None
        }
    }

    /// The next higher score: the upper end of a null window.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next lower score: the lower end of a null window.
    #[must_use]
    pub const fn prev(self) -> Self {
        Self(self.0 - 1)
    }

    /// Moves the score by a margin, inside the whole window.
    #[must_use]
    pub const fn offset(self, margin: i32) -> Self {
        let max = Self::INFINITE.0;
        let sum = self.0 + margin;
        if sum > max {
            Self(max)
        } else if sum < -max {
            Self(-max)
        } else {
            Self(sum)
        }
    }

    /// As the transposition table keeps it: an end, proven or known to the endgame tables, counts from
    /// the node, not from the root.
    #[expect(clippy::cast_possible_truncation, reason = "bands end at ±32001, see the drawing")]
    pub const fn to_table(self, ply: u32) -> i16 {
        (if self.0 > Self::EVAL_MAX.0 {
            self.0 + ply.cast_signed()
        } else if self.0 < -Self::EVAL_MAX.0 {
            self.0 - ply.cast_signed()
        } else {
            self.0
        }) as i16
    }

    /// The inverse of [`Score::to_table`].
    #[must_use]
    pub const fn from_table(stored: i16, ply: u32) -> Self {
        let score = Self(stored as i32);
        if score.0 > Self::EVAL_MAX.0 {
            Self(score.0 - ply.cast_signed())
        } else if score.0 < -Self::EVAL_MAX.0 {
            Self(score.0 + ply.cast_signed())
        } else {
            score
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// `cp 12`, or for a proven end the distance in plies: `win 3`, `loss 4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if plies > 0 => write!(f, "win {plies}"),
            Some(plies) => write!(f, "loss {}", -plies),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_ordered() {
        let up = [
            Score::loss_in(0),
            Score::loss_in(PLY_MAX),
            -Score::EVAL_MAX,
            Score::DRAW,
            Score::EVAL_MAX,
            Score::likely_win(u32::MAX >> 1),
            Score::likely_win(0),
            Score::table_win(u32::MAX >> 1),
            Score::table_win(0),
            Score::win_in(PLY_MAX),
            Score::win_in(1),
            Score::INFINITE,
        ];
        assert!(up.windows(2).all(|pair| pair[0] < pair[1]), "{up:?}");
    }

    #[test]
    fn the_table_form_is_taken_back_at_every_ply() {
        let (table, likely) = (Score::table_win(9), -Score::likely_win(8));
        let others = [Score::win_in(7), Score::loss_in(8), Score::cp(-123), Score::DRAW];
        for score in others.into_iter().chain([table, likely]) {
            for ply in [0, 1, 5] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
    }

    #[test]
    fn distances_to_the_end_carry_the_sign_of_the_result() {
        assert_eq!(Score::win_in(3).plies_to_end(), Some(3));
        assert_eq!(Score::loss_in(4).plies_to_end(), Some(-4));
        assert_eq!(Score::loss_in(0).plies_to_end(), Some(0));
        assert_eq!(Score::cp(500).plies_to_end(), None);
    }
}
