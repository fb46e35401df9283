//! How much of a search is recorded.

/// What is to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// So many visits at most.
    pub nodes: usize,
    /// Iterations below this depth with their root moves only.
    pub depth: u32,
    /// No deeper than this ply.
    pub ply: u32,
    /// Below these moves only; of the rest, the root moves.
    pub moves: Vec<String>,
    /// What is below that ply is not even looked at, so that the search is hardly slower; and of
    /// iterations but the last two no more than the root moves are kept.
    pub is_light: bool,
}

impl Scope {
    /// A visit takes about 120 bytes.
    pub const NODES_DEFAULT: usize = 1_000_000;
    /// Fewer would not hold the root moves of all iterations.
    pub const NODES_MIN: usize = 1_000;
    /// More would not fit into the memory of most machines.
    pub const NODES_MAX: usize = 50_000_000;
}

impl Default for Scope {
    fn default() -> Self {
        Self {
            nodes: Self::NODES_DEFAULT,
            depth: 0,
            ply: u32::MAX,
            moves: Vec::new(),
            is_light: false,
        }
    }
}
