//! How a game ended, and by which rule.

use crate::{Score, Side};

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Nobody won.
    Draw,
    /// This side won.
    Win(Side),
    /// The game is decided by a margin: how far the first side is ahead, in the game's unit
    /// (stones, say); zero is a draw.
    Margin(i16),
}

/// How a game ended, and the rule that ended it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won.
    pub ending: Ending,
    /// The rule that ended the game, in two or three words: `checkmate`, `threefold repetition`.
    pub reason: &'static str,
    /// The rule gives a right to claim: play may go on if nobody does.
    pub claim: bool,
}

impl Outcome {
    /// A draw by `reason`, without anybody having to claim it.
    pub const fn draw(reason: &'static str) -> Self {
        Self { ending: Ending::Draw, reason, claim: false }
    }

    /// A draw that a player may claim by `reason`.
    pub const fn claimable_draw(reason: &'static str) -> Self {
        Self { ending: Ending::Draw, reason, claim: true }
    }

    /// A win of `side` by `reason`.
    pub const fn win(side: Side, reason: &'static str) -> Self {
        Self { ending: Ending::Win(side), reason, claim: false }
    }

    /// The first side ends `units` ahead (negative: behind), by `reason`.
    pub const fn margin(units: i16, reason: &'static str) -> Self {
        Self { ending: Ending::Margin(units), reason, claim: false }
    }

    /// Who won, `None` for a draw.
    pub const fn winner(&self) -> Option<Side> {
        match self.ending {
            Ending::Draw | Ending::Margin(0) => None,
            Ending::Win(side) => Some(side),
            Ending::Margin(units) if units > 0 => Some(Side::First),
            Ending::Margin(_) => Some(Side::Second),
        }
    }

    /// The score of this end for `side`, reached `ply` plies from the root. A margin counts 100 a
    /// unit and does not care how long it took; a win does.
    pub const fn score(&self, side: Side, ply: u32) -> Score {
        match self.ending {
            Ending::Draw => Score::DRAW,
            Ending::Win(winner) if winner.index() == side.index() => Score::win_in(ply),
            Ending::Win(_) => Score::loss_in(ply),
            Ending::Margin(units) => {
                let ahead = 100 * units as i32;
                Score::cp(if side.index() == 0 { ahead } else { -ahead })
            }
        }
    }
}
