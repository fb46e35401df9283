//! What tells a match from others: a fingerprint of each thing that its result depends on, besides
//! its seed and who meets whom, which its journal has as they are.
//!
//! Whoever would go on with a match, or count a share of it, under other conditions is told which
//! these are. A fingerprint for each is enough for that, and a list of openings of any length
//! stays one number.

use std::fmt::{Debug, Display};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The conditions of a match, each by its name, in the order in which they were added.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Conditions(Vec<(String, u64)>);

impl Conditions {
    /// These, and one more. Its name is what a person reads who has changed it.
    #[must_use]
    pub fn with(mut self, name: impl Display, value: &impl Debug) -> Self {
        self.0.push((name.to_string(), xxh3_64(format!("{value:?}").as_bytes())));
        self
    }

    /// The names of those that the other match has otherwise, or has not, or has alone.
    pub fn differences<'a>(&'a self, other: &'a Self) -> Vec<&'a str> {
        let changed = self.0.iter().filter(|one| !other.0.contains(one));
        let more = other.0.iter().filter(|(name, _)| self.0.iter().all(|(own, _)| own != name));
        changed.chain(more).map(|(name, _)| name.as_str()).collect()
    }
}
