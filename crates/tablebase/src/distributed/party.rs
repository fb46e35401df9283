//! Who makes tables together, and what becomes of one.

use std::time::Duration;

use super::exchange::{Exchange, Traffic};
use plyglot_ranks::Ranks;

/// Who makes tables together, and how often that is kept.
pub struct Party<'a> {
    /// The ranks.
    pub ranks: &'a dyn Ranks,
    /// The time between two checkpoints of a table under way; none are kept if `None`.
    pub checkpoint: Option<Duration>,
    /// Tables that others lead into are read from their files even where they would fit into memory.
    pub read_needed: bool,
    /// What keeps this rank from building, such as a folder that another job builds in: all say so, and
    /// nothing is built.
    pub obstacle: Option<String>,
    /// The time since the job began.
    pub clock: &'a dyn Fn() -> Duration,
}

impl<'a> Party<'a> {
    /// These ranks, with nothing in their way and nothing asked of them besides.
    pub fn of(ranks: &'a dyn Ranks, clock: &'a dyn Fn() -> Duration) -> Self {
        Self { ranks, checkpoint: None, read_needed: false, obstacle: None, clock }
    }
}

impl std::fmt::Debug for Party<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}, checkpoint {:?}", self.ranks, self.checkpoint)
    }
}

/// What became of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// A sound file was there.
    pub is_found: bool,
    /// Bytes of its file, if it is in one.
    pub bytes: Option<u64>,
    /// Why an older file or a checkpoint was not used.
    pub refused: Vec<String>,
    /// What all ranks have sent for it.
    pub traffic: Traffic,
}

/// The largest of what the ranks have to say, on every rank; to be called by all of them.
pub fn largest(ranks: &dyn Ranks, own: u64) -> u64 {
    Exchange::new(ranks).reduce([own], u64::max)[0]
}
