//! What has to be known of a match to say what came of it: who met whom, in which games, for which test.
//!
//! It stands in a match's journal, so that shares of it that were played elsewhere can be counted
//! together.

use serde::{Deserialize, Serialize};

use super::schedule::Schedule;
use super::stats::Sprt;

/// A match without the way it is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outline {
    /// Names of the players.
    pub names: Vec<String>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// A test that ends the match, of the first player against the second.
    pub sprt: Option<Sprt>,
}

impl Outline {
    /// Reads what [`Outline::text`] writes; `None` where it is not that.
    pub fn parse(text: &str) -> Option<Self> {
        let outline: Self = serde_json::from_str(text).ok()?;
        outline.schedule.is_sound(outline.names.len()).then_some(outline)
    }

    /// As one line.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("names and finite numbers are JSON")
    }
}
