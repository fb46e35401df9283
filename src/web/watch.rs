//! A match that is played, as a page shows it.

use serde::Serialize;

/// News of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Report {
    /// How it stands, a line each.
    pub lines: Vec<String>,
}
