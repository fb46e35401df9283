//! The two players, by the order in which they move at the start of the game.
//!
//! Colours differ from game to game (Black begins in Go, White in chess), the order of moving does
//! not. Outside a game's own folder nobody says "white" or "black".

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    /// The side that makes the first move from the game's start position.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, first mover first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second: for tables with one row a side.
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// A lead of the first side as this side sees it.
    #[inline]
    #[must_use]
    pub const fn relative(self, lead: i32) -> i32 {
        match self {
            Self::First => lead,
            Self::Second => -lead,
        }
    }
}
