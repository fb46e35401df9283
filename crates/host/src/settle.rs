//! `plyglot solve … --dir`: a proof of what the start is worth that takes hours or days, kept in a folder.

use std::path::Path;
use std::time::Duration;

use plyglot_core::Settings;

use crate::told::Told;

/// How a long proof is to be made.
pub struct SettleJob<'j> {
    /// Where it is kept.
    pub folder: &'j Path,
    /// Threads; all there are if 0.
    pub threads: usize,
    /// MiB for what is found on the way, tables apart.
    pub memory_mib: usize,
    /// The size of its tables, as the game counts it; what suits the game if left out.
    pub tables: Option<u16>,
    /// 0, or what the lots depend on that decide what is tried first.
    pub seed: u64,
    /// Whether to settle every opening by itself, too.
    pub pits: bool,
    /// Whether to find a line of best play, too.
    pub line: bool,
    /// The time between two checkpoints.
    pub every: Duration,
    /// Whether to end, with a checkpoint.
    pub must_stop: &'j (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for SettleJob<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SettleJob").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// Settles the start of a game; whether it is settled in the end. What is proven is told on the way.
pub type Settle =
    fn(&'static str, &Settings, &SettleJob<'_>, &(dyn Fn(Told<'_>) + Sync)) -> Result<bool, String>;
