//! The rules that end a game by counting, as they stand in a position: for people who want to know
//! what would end their game, when, and by which paragraph.

use super::repetition::Then;

/// A rule that counts, and how far its counter has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// What is counted: `plies without a capture or pawn move`.
    pub counts: &'static str,
    /// How far it has come; `None` where the rule does not count in this position.
    pub value: Option<u32>,
    /// Where the game ends.
    pub limit: u32,
    /// What happens there.
    pub then: Then,
    /// Its place in the rule book, in brackets; the name of an option where somebody has set it.
    pub source: String,
}

impl DrawRule {
    /// A draw at this limit, of which the source is a paragraph.
    pub fn new(counts: &'static str, (value, limit): (u32, u32), source: &str) -> Self {
        let (value, then) = (Some(value), Then::Draw);
        Self { counts, value, limit, then, source: source.to_owned() }
    }

    /// The same for a player to claim.
    #[must_use]
    pub fn on_claim(self) -> Self {
        Self { then: Then::Claim, ..self }
    }
}

/// A choice of rules that has a name, and the options that make it, `Name` and value without the
/// prefix of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawPreset {
    /// The word that people know it by.
    pub name: &'static str,
    /// What to set.
    pub options: &'static [(&'static str, &'static str)],
}
