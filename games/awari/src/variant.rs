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

/// What a move must leave to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feeding {
    /// An opponent without seeds must be given some by this move; where no move does, the game is
    /// over [oware-society-rules].
    MustFeed,
    /// No move may leave the opponent without seeds, by capture or otherwise, unless all moves do
    /// [allis-1991] [romein-bal-2003].
    MustLeave,
}

/// What a move does that would capture every seed of the opponent: the five published ways, the
/// fourth in both its forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrandSlam {
    /// It is legal and captures nothing (Mind Sports Olympiad).
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
}
