//! Choosing a move: the search, the player that uses it, and what they need.
//!
//! Reading order: [`player`] (what is asked and answered), `search` (one node, with `node`,
//! [`window`], `selectivity`, `qsearch`, `movepick`, `sort` and [`history`]), `root` (iterative
//! deepening) and `root_moves`, [`threads`] (lazy SMP, by the workers of a [`team`]), [`tt`], [`tb`]
//! (tablebases in the search), [`mcts`] (a tree of averages instead), [`pns`] (proofs instead),
//! [`ranking`] and [`fallback`] (several best moves for solvers, and none), [`time`] and [`adaptive`]
//! (how long), `traced` and [`tracer`] (watching), [`skill`] (weaker play), [`selfplay`] (training).
#![deny(missing_docs)]

pub mod adaptive;
pub mod fallback;
pub mod history;
pub mod mcts;
mod movepick;
mod node;
pub mod player;
pub mod pns;
mod qsearch;
pub mod ranking;
mod root;
mod root_moves;
mod search;
mod selectivity;
pub mod selfplay;
pub mod skill;
mod sort;
pub mod tb;
pub mod team;
pub mod threads;
pub mod time;
mod traced;
pub mod tracer;
pub mod tt;
pub mod window;
pub mod worker;

pub use adaptive::AdaptiveDepth;
pub use fallback::Fallback;
pub use mcts::{Mcts, PlayoutPolicy};
pub use player::{
    Player, PlayerEntry, PvInfo, SearchInfo, SearchOptions, SearchRequest, SearchResult, TbAccess,
};
pub use pns::ProofSearch;
pub use ranking::Ranking;
pub use skill::Skill;
pub use threads::AlphaBeta;
pub use time::SearchControl;
pub use tt::TranspositionTable;
pub use worker::{Config, Stopped, TtMode};
