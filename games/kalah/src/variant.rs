//! What books and programs disagree about, one field each, and the rule sets that have names.
//!
//! The numbers are those of the text this game began with [dubner-1990, section 2]: 1.1 sowing, 1.2
//! another turn, 1.3 capture, 1.4 the end, 3 the winner. Sowing and the other turn are the same
//! everywhere; the rest is here.

use super::rules::Kalah;
use plyglot_core::{Choice, Scope, Settings, Way};

/// When the last stone falls into an empty pit of the player's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// Captured only if the opposite pit holds stones.
    Opposite,
    /// The lone last stone is banked even if the opposite pit is empty.
    Lone,
}

pub(super) const CAPTURE: Choice<Capture> = Choice {
    scope: Scope::Rules,
    option: "Kalah.Capture",
    about: "A last stone in an own empty pit captures if the opposite pit holds stones, or goes to \
            the store in any case.",
    unset: BY_RULES,
    ways: &[
        Way::new(
            "opposite",
            Capture::Opposite,
            "capture: the last stone falls into an empty pit of the player's and the opposite pit \
             holds stones; both go to the store [dubner-1990, 1.3]",
        ),
        Way::new(
            "lone",
            Capture::Lone,
            "capture: the last stone falls into an empty pit of the player's; it goes to the store \
             with what lies opposite, even nothing [irving-2000]",
        ),
    ],
};

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// As soon as either side has no stones, after any sowing.
    Either,
    /// When the player to move has none, in the middle of a chain too.
    Mover,
}

pub(super) const END: Choice<End> = Choice {
    scope: Scope::Rules,
    option: "Kalah.End",
    about: "The game ends when either side has no stones, or when the player to move has none.",
    unset: BY_RULES,
    ways: &[
        Way::new(
            "either",
            End::Either,
            "end: as soon as a side has no stones, after any sowing [dubner-1990, 1.4]",
        ),
        Way::new("mover", End::Mover, "end: when the player to move has no stones, in a chain too"),
    ],
};

/// Whose are the stones that lie in the pits at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// The player's in whose pits they lie.
    Owner,
    /// The other player's.
    Opponent,
}

pub(super) const REST: Choice<Rest> = Choice {
    scope: Scope::Rules,
    option: "Kalah.Rest",
    about: "Stones left in the pits at the end go to their owner or to the opponent.",
    unset: BY_RULES,
    ways: &[
        Way::new(
            "owner",
            Rest::Owner,
            "the rest: stones left in the pits go to their owner [dubner-1990, 1.4]",
        ),
        Way::new(
            "opponent",
            Rest::Opponent,
            "the rest: stones left in the pits go to the opponent of their owner",
        ),
    ],
};

/// Whether the game stops at more than half of the stones.
pub(super) const STOP: Choice<bool> = Choice {
    scope: Scope::Rules,
    option: "Kalah.Stop",
    about: "The game is played to the end for the exact margin, or won with more than half of the \
            stones.",
    unset: None,
    ways: &[
        Way::new(
            "never",
            false,
            "the game is played to the end and decided by the margin [dubner-1990, section 2 and \
             rule 3]",
        ),
        Way::new(
            "half",
            true,
            "more than half of all stones in a store wins at once; margins do not count",
        ),
    ],
};

/// The word of an option that leaves a rule as [`RULES`] has it.
const BY_RULES: Option<&str> = Some("rules");

/// The rule sets that have names.
pub(super) const RULES: Choice<RuleSet> = Choice {
    scope: Scope::Rules,
    option: "Kalah.Rules",
    about: "The rule set: `standard` as [dubner-1990], `mover` ends when the player to move has no \
            stones, `mover-empty` and `irving` are these two with the lone last stone banked.",
    unset: None,
    ways: RuleSet::PRESETS,
};

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
    pub const PRESETS: &[Way<Self>] = &[
        Way::unsaid("standard", Self::STANDARD),
        Way::unsaid("mover", Self::MOVER),
        Way::unsaid("mover-empty", Self::MOVER_EMPTY),
        Way::unsaid("irving", Self::IRVING),
    ];

    /// What the options ask for.
    pub(super) fn of(settings: &Settings, pie: bool) -> Self {
        let set = RULES.of(settings, Self::STANDARD);
        Self {
            capture: CAPTURE.of(settings, set.capture),
            end: END.of(settings, set.end),
            rest: REST.of(settings, set.rest),
            stop_at_half: STOP.of(settings, set.stop_at_half),
            pie,
        }
    }
}

/// The rules in force, a rule a line, each with where it comes from.
pub(super) fn describe(kalah: &Kalah) -> Vec<String> {
    let RuleSet { capture, end, rest, stop_at_half, pie } = kalah.variant;
    let name = RULES.word(kalah.variant).unwrap_or("mixed");
    let (pits, stones) = (kalah.pits(), kalah.stones);
    let head = format!("rule set {name}: {pits} pits a side, {stones} stones in each at the start");
    let lines = [
        "sowing: one stone a pit, own pits, own store, the other's pits, own pits again; the \
         other's store is passed, the emptied pit is not [dubner-1990, 1.1]",
        "another turn: the last stone falls into the own store [dubner-1990, 1.2]; the whole chain \
         is one move",
        CAPTURE.rule(capture),
        END.rule(end),
        REST.rule(rest),
        STOP.rule(stop_at_half),
        if pie {
            "pie rule: instead of the first move the second player may `swap` sides"
        } else {
            "no pie rule"
        },
    ];
    std::iter::once(head).chain(lines.map(str::to_owned)).collect()
}
