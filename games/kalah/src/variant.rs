//! What books and programs disagree about, one field each, and the rule sets that have names.
//!
//! The numbers are those of the text this game began with [dubner-1990, section 2]: 1.1 sowing, 1.2
//! another turn, 1.3 capture, 1.4 the end, 3 the winner. Sowing and the other turn are the same
//! everywhere; the rest is here.

/// When the last stone falls into an empty pit of the player's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// Captured only if the opposite pit holds stones [dubner-1990, 1.3].
    Opposite,
    /// The lone last stone is banked even if the opposite pit is empty [irving-2000].
    Lone,
}

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// As soon as either side has no stones, after any sowing [dubner-1990, 1.4].
    Either,
    /// When the player to move has none, in the middle of a chain too.
    Mover,
}

/// Whose are the stones that lie in the pits at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// The player's in whose pits they lie [dubner-1990, 1.4].
    Owner,
    /// The other player's.
    Opponent,
}

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// Rule 1.3.
    pub capture: Capture,
    /// Rule 1.4, first half.
    pub end: End,
    /// Rule 1.4, second half.
    pub rest: Rest,
    /// The game is won as soon as a store holds more than half of all stones; otherwise it is
    /// played on for the exact margin, as [dubner-1990] suggests.
    pub stop_at_half: bool,
    /// Instead of his first move the second player may take over the first player's side.
    pub pie: bool,
}

impl RuleSet {
    /// As the prose of [dubner-1990] reads.
    pub const STANDARD: Self = Self {
        capture: Capture::Opposite,
        end: End::Either,
        rest: Rest::Owner,
        stop_at_half: false,
        pie: false,
    };
    /// The game ends only when the player to move has no stones.
    pub const MOVER: Self = Self { end: End::Mover, ..Self::STANDARD };
    /// The same, and the lone last stone is banked.
    pub const MOVER_EMPTY: Self = Self { capture: Capture::Lone, ..Self::MOVER };
    /// The rules of Irving, Donkers and Uiterwijk [irving-2000].
    pub const IRVING: Self = Self { capture: Capture::Lone, ..Self::STANDARD };
    /// The named rule sets, the default first.
    pub const PRESETS: [(&'static str, Self); 4] = [
        ("standard", Self::STANDARD),
        ("mover", Self::MOVER),
        ("mover-empty", Self::MOVER_EMPTY),
        ("irving", Self::IRVING),
    ];
}
