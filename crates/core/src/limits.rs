//! What a `go` asks for: any combination of limits, each optional.

use std::time::Duration;

/// The greatest depth, in plies, that a walk through all lines takes (`perft`, `check`). Nobody could
/// wait for its end; it is there because each ply is a frame on the stack.
pub const WALK_DEPTH_MAX: u32 = 1000;

/// The limits of one search, as the client gave them. What is `None` does not limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Think on the opponent's time: the clock starts at `ponderhit`.
    pub ponder: bool,
    /// No answer before `stop`.
    pub infinite: bool,
    /// Time left, by [`crate::Side::index`].
    pub clock: [Option<Duration>; 2],
    /// Time added by each move, by side.
    pub increment: [Duration; 2],
    /// Moves until the clock is topped up.
    pub moves_to_go: Option<u32>,
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Moves played in the search.
    pub nodes: Option<u64>,
    /// Visits of the root of a tree that is kept from search to search, those of earlier searches
    /// among them; of a search that keeps none, its nodes.
    pub visits: Option<u64>,
    /// Look for a forced end in this many moves.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
}

impl Limits {
    /// Nothing was asked that would ever end the search.
    pub fn is_unbounded(&self) -> bool {
        self.infinite || self.ponder || !self.is_limited()
    }

    /// Something other than `stop` can end the search.
    pub fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.visits.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.clock.iter().any(Option::is_some)
    }
}
