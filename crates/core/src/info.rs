//! What a search tells whoever waits for it, its moves as text.

use crate::{Bound, Score};

/// What a search has found so far; what is `None` it does not say.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Info {
    /// Iteration, plies.
    pub depth: Option<u32>,
    /// Longest line looked at, plies.
    pub seldepth: Option<u32>,
    /// Rank of the line, from 1.
    pub multi_pv: Option<u32>,
    /// The score and what it is a bound of.
    pub score: Option<(Score, Bound)>,
    /// The score is what the position is worth by proof; our own protocol says so in a note.
    pub exact: bool,
    /// The chance of the side to move in thousandths, where the search thinks in chances; it is not
    /// part of a line of UCI.
    pub chance: Option<u16>,
    /// How often the first move of the line was tried, where the search counts that; it is not part of
    /// a line of UCI.
    pub visits: Option<u64>,
    /// Chances in thousandths: win, draw, loss.
    pub wdl: Option<[u16; 3]>,
    /// Moves played.
    pub nodes: Option<u64>,
    /// Moves played a second.
    pub nps: Option<u64>,
    /// Fill of the transposition table, thousandths.
    pub hashfull: Option<u32>,
    /// Endgame table hits.
    pub tb_hits: Option<u64>,
    /// Milliseconds.
    pub time_ms: Option<u64>,
    /// The move now searched at the root, and its number from 1 (0: not said).
    pub current: Option<(String, u32)>,
    /// The line, best move first.
    pub pv: Vec<String>,
}
