//! Ends of games on one line of numbers, as the first side sees them.

use plyglot_core::game::Outcome;
use plyglot_core::game::outcome::Ending;
use plyglot_core::{Score, Side};

/// What an end is worth to the first side: its margin, or more than any margin where it has won.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Grade(i32);

impl Grade {
    /// Better than any margin.
    pub(super) const WIN: Self = Self(i16::MAX as i32 + 1);
    /// Worse than any margin.
    pub(super) const LOSS: Self = Self(-Self::WIN.0);

    /// What this end is worth.
    pub(super) fn of(outcome: &Outcome) -> Self {
        match outcome.ending {
            Ending::Draw => Self(0),
            Ending::Margin(units) => Self::margin(units),
            Ending::Win(Side::First) => Self::WIN,
            Ending::Win(Side::Second) => Self::LOSS,
        }
    }

    /// The first side ends so far ahead.
    pub(super) fn margin(units: i16) -> Self {
        Self(units.into())
    }

    /// What is a little better for the first side.
    pub(super) fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The same as `side` counts: the more the better for it.
    pub(super) fn seen_by(self, side: Side) -> i32 {
        match side {
            Side::First => self.0,
            Side::Second => -self.0,
        }
    }

    /// The grade that `side` counts so.
    pub(super) fn as_seen_by(side: Side, value: i32) -> Self {
        match side {
            Side::First => Self(value),
            Side::Second => Self(-value),
        }
    }

    /// As a score of `side`. How far away a win is, no proof of this kind says.
    pub(super) fn score(self, side: Side) -> Score {
        let units = self.seen_by(side);
        match self {
            Self::WIN | Self::LOSS if units > 0 => Score::table_win(0),
            Self::WIN | Self::LOSS => -Score::table_win(0),
            _ => Score::cp(100 * units),
        }
    }
}

/// A question about a position: does the first side reach this grade, or does the second keep it below?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Goal(pub(super) Grade);

impl Goal {
    /// Who has what it wants where the game ends so.
    pub(super) fn winner(self, grade: Grade) -> Side {
        if grade >= self.0 { Side::First } else { Side::Second }
    }
}
