//! When a player claims a draw that it may claim.
//!
//! Some rules end a game, others give a player the right to end it: the third occurrence of a position
//! and fifty quiet moves in chess [fide-2023, 9.2, 9.3], the third occurrence and forty moves in
//! English draughts [wcdf-rules, 1.32]. By both books either player has the right: who is about to
//! bring the position about, and in chess also who then has the move.

use plyglot_core::{Score, Settings};

/// The option that says it.
pub const OPTION: &str = "Claim";

/// What a player does about such a right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Claim {
    /// It uses it.
    #[default]
    Always,
    /// It uses it where its last search says that it stands worse.
    Worse,
    /// It plays on.
    Never,
}

impl Claim {
    /// All, by the words of the option.
    pub const WORDS: [(&'static str, Self); 3] =
        [("always", Self::Always), ("worse", Self::Worse), ("never", Self::Never)];

    /// The one of this name.
    pub fn named(word: &str) -> Option<Self> {
        let found = Self::WORDS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        found.map(|(_, claim)| claim)
    }

    /// What the settings of the program say.
    pub fn of(settings: &Settings) -> Self {
        Self::named(settings.combo(OPTION)).unwrap_or_default()
    }

    /// Whether a player claims that has judged the game so in its last search, from its own side.
    pub fn claims(self, score: Option<Score>) -> bool {
        match self {
            Self::Always => true,
            Self::Worse => score.is_some_and(|score| score < Score::DRAW),
            Self::Never => false,
        }
    }
}
