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
    /// Whether what was read of a file can be one.
    pub fn is_sound(&self) -> bool {
        self.schedule.is_sound(self.names.len())
    }
}
