//! What books, clubs and programs disagree about, one field each, and the two rule sets that have
//! names.
//!
//! | rule | `oware` (abapa, tournament rules) | `awari` [romein-bal-2003] |
//! |---|---|---|
//! | feeding | an opponent without seeds must be given some; if that cannot be, the game ends | no move may leave the opponent without seeds, unless all do |
//! | grand slam | captures nothing | captures, where it may be played at all |
//! | a position comes back | the game ends at once, each side takes the seeds on its side | at the third occurrence they are divided evenly |
//! | more than half of the seeds | wins | the game goes on for the exact margin |
//!
//! Sowing and capturing are the same everywhere.

use plyglot_core::{Choice, Opt, Scope, Settings, Way};

/// What a move must leave to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feeding {
    /// An opponent without seeds must be given some by this move.
    MustFeed,
    /// No move may leave the opponent without seeds, by capture or otherwise.
    MustLeave,
}

pub(super) const FEEDING: Choice<Feeding> = Choice {
    scope: Scope::Rules,
    option: "Oware.Feeding",
    about: "An opponent without seeds must be given some (oware), or no move may leave the \
            opponent without seeds unless all do (awari).",
    unset: BY_VARIANT,
    ways: &[
        Way::new(
            "feed",
            Feeding::MustFeed,
            "feeding: an opponent without seeds must be given some; where no move can, the game is \
             over [oware-society-rules]",
        ),
        Way::new(
            "leave",
            Feeding::MustLeave,
            "feeding: no move may leave the opponent without seeds, unless all do [allis-1991] \
             [romein-bal-2003]",
        ),
    ],
};

/// What a move does that would capture every seed of the opponent: the five published ways, the
/// fourth in both its forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrandSlam {
    /// It is legal and captures nothing.
    CapturesNothing,
    /// It may not be played.
    Illegal,
    /// It captures like any other move.
    Captures,
    /// The first of the houses that would be emptied, in the order of sowing, is spared.
    SparesFirst,
    /// The last of them is spared.
    SparesLast,
    /// It captures, and all seeds left on the board go to the opponent.
    RestToOpponent,
}

pub(super) const GRAND_SLAM: Choice<GrandSlam> = Choice {
    scope: Scope::Rules,
    option: "Oware.GrandSlam",
    about: "A move that would win all seeds of the opponent wins none (oware), may not be played, \
            wins them (awari), spares the first or the last house, or wins them and gives all the \
            rest to the opponent.",
    unset: BY_VARIANT,
    ways: &[
        Way::new(
            "nocapture",
            GrandSlam::CapturesNothing,
            "grand slam: a move that would win every seed of the opponent wins none \
             [mind-sports-olympiad]",
        ),
        Way::new(
            "illegal",
            GrandSlam::Illegal,
            "grand slam: a move that would win every seed of the opponent may not be played",
        ),
        Way::new(
            "capture",
            GrandSlam::Captures,
            "grand slam: a move may win every seed of the opponent",
        ),
        Way::new(
            "keepfirst",
            GrandSlam::SparesFirst,
            "grand slam: of the houses that would be emptied the first in the order of sowing is \
             spared",
        ),
        Way::new(
            "keeplast",
            GrandSlam::SparesLast,
            "grand slam: of the houses that would be emptied the last in the order of sowing is \
             spared",
        ),
        Way::new(
            "opponent",
            GrandSlam::RestToOpponent,
            "grand slam: a move may win every seed of the opponent, who then gets all that are \
             left on the board",
        ),
    ],
};

/// What happens to the seeds on the board when a position has come back often enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeated {
    /// Each side takes those on its own side.
    OwnSide,
    /// They are divided evenly, half seeds if need be.
    Split,
    /// Nothing: the game goes on, for ever if the players like.
    Nothing,
}

/// The rules are what comes after [`OCCURRENCE`].
pub(super) const REPETITION: Choice<Repeated> = Choice {
    scope: Scope::Rules,
    option: "Oware.Repetition",
    about: "When a position has come back, each side takes the seeds on its side (oware), they are \
            divided evenly (awari), or nothing happens.",
    unset: BY_VARIANT,
    ways: &[
        Way::new("own-side", Repeated::OwnSide, "each side takes the seeds on its own side"),
        Way::new("split", Repeated::Split, "the seeds on the board are divided evenly"),
        Way::new("none", Repeated::Nothing, "means nothing"),
    ],
};

/// At which occurrence of a position [`REPETITION`] counts.
pub(super) const OCCURRENCE: Choice<u8> = Choice {
    scope: Scope::Rules,
    option: "Oware.Occurrence",
    about: "That is when a position comes back for the first time (oware), or at its third \
            occurrence (awari).",
    unset: BY_VARIANT,
    ways: &[
        Way::new("first", 2, "when a position comes back, "),
        Way::new("third", 3, "at the third occurrence "),
    ],
};

/// Whether the game stops at more than half of the seeds.
pub(super) const STOP: Choice<bool> = Choice {
    scope: Scope::Rules,
    option: "Oware.Stop",
    about: "More than half of all seeds wins (oware), or the game is played to its end for the \
            exact margin (awari).",
    unset: BY_VARIANT,
    ways: &[
        Way::new(
            "half",
            true,
            "more than half of all seeds wins at once; margins do not count [oware-society-rules]",
        ),
        Way::new(
            "never",
            false,
            "the game is played to its end and decided by the margin [romein-bal-2003]",
        ),
    ],
};

/// The word of an option that leaves a rule as the variant has it.
const BY_VARIANT: Option<&str> = Some("variant");

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// What a move must leave.
    pub feeding: Feeding,
    /// What a grand slam is.
    pub grand_slam: GrandSlam,
    /// What a repetition means.
    pub repeated: Repeated,
    /// At which occurrence it does: 2, the first time that a position comes back, or 3.
    pub occurrence: u8,
    /// More than half of all seeds wins at once, and margins do not count; otherwise the game is
    /// played to its end for the exact margin.
    pub stop_at_half: bool,
}

impl RuleSet {
    /// Abapa, as it is played in tournaments.
    pub const OWARE: Self = Self {
        feeding: Feeding::MustFeed,
        grand_slam: GrandSlam::CapturesNothing,
        repeated: Repeated::OwnSide,
        occurrence: 2,
        stop_at_half: true,
    };
    /// Awari, as it was solved.
    pub const AWARI: Self = Self {
        feeding: Feeding::MustLeave,
        grand_slam: GrandSlam::Captures,
        repeated: Repeated::Split,
        occurrence: 3,
        stop_at_half: false,
    };

    /// The options, a rule each.
    pub(super) fn options() -> Vec<Opt> {
        vec![FEEDING.opt(), GRAND_SLAM.opt(), REPETITION.opt(), OCCURRENCE.opt(), STOP.opt()]
    }

    /// Those of them that end a game that goes on for ever.
    pub(super) fn draw_options() -> Vec<Opt> {
        vec![REPETITION.opt(), OCCURRENCE.opt()]
    }

    /// These rules, but for what the options ask for.
    pub(super) fn with(self, settings: &Settings) -> Self {
        Self {
            feeding: FEEDING.of(settings, self.feeding),
            grand_slam: GRAND_SLAM.of(settings, self.grand_slam),
            repeated: REPETITION.of(settings, self.repeated),
            occurrence: OCCURRENCE.of(settings, self.occurrence),
            stop_at_half: STOP.of(settings, self.stop_at_half),
        }
    }

    /// The rules, one a line, each with where it comes from.
    pub(super) fn describe(self) -> Vec<String> {
        let name = match self {
            Self::OWARE => "oware (abapa)",
            Self::AWARI => "awari",
            _ => "mixed",
        };
        let when =
            if self.repeated == Repeated::Nothing { "" } else { OCCURRENCE.rule(self.occurrence) };
        let source = match (self.repeated, self.occurrence) {
            (Repeated::Split, 3) => " [romein-bal-2003]",
            _ => "",
        };
        let repetition = format!("repetition: {when}{}{source}", REPETITION.rule(self.repeated));
        let head = format!("rule set {name}");
        [
            &head,
            "six houses a side, four seeds in each at the start; sowing goes counter-clockwise, \
             one seed a house, and passes over the emptied house",
            "capture: where the last seed makes two or three in a house of the opponent, these are \
             won, and those of the houses before it that hold two or three as well, back to the \
             first that does not",
            FEEDING.rule(self.feeding),
            GRAND_SLAM.rule(self.grand_slam),
            "who has no move ends the game; each side takes the seeds on its own side",
            &repetition,
            STOP.rule(self.stop_at_half),
        ]
        .map(str::to_owned)
        .into()
    }
}
