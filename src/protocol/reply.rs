//! What the engine may say: one [`Reply`], one line.

use crate::core::{Bound, Score};

/// The two dialects.
///
/// | | UCI | UGI |
/// |---|---|---|
/// | no move | `bestmove (none)` | `bestmove 0000` |
/// | expected reply | `bestmove X ponder Y` | `bestmove X` |
/// | proven win | `mate` in moves of the winner | `mate` in plies |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Universal Chess Interface, April 2006.
    #[default]
    Uci,
    /// Universal Game Interface (kz04px).
    Ugi,
}

/// One line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`.
    IdName(String),
    /// `id author …`.
    IdAuthor(String),
    /// `option …`, as [`crate::core::Opt`] writes itself.
    Option(String),
    /// `uciok`.
    UciOk,
    /// `ugiok`.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`.
    Info(Info),
    /// `info string …`.
    Note(String),
    /// `info string error …`.
    Error(String),
    /// `bestmove …`.
    BestMove {
        /// The move, `None` where there is none.
        best: Option<String>,
        /// The reply expected; UCI only.
        ponder: Option<String>,
    },
    /// `response …` to a query: `true`, `false`, `p1win`, `p2win`, `draw`, `none`.
    Response(&'static str),
    /// A line for people, answering `d`, `eval`, `moves`, `rules`, `perft`, `bench`, `help`.
    Text(String),
}

/// The fields of an `info` line; what is `None` is not written.
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
    /// Chances in thousandths: win, draw, loss.
    pub wdl: Option<[u16; 3]>,
    /// Moves played.
    pub nodes: Option<u64>,
    /// Moves played a second.
    pub nps: Option<u64>,
    /// Fill of the transposition table, thousandths.
    pub hashfull: Option<u32>,
    /// Endgame table hits.
    pub table_hits: Option<u64>,
    /// Milliseconds.
    pub time_ms: Option<u64>,
    /// The move now searched at the root, and its number from 1.
    pub current: Option<(String, u32)>,
    /// The line, best move first.
    pub pv: Vec<String>,
}
