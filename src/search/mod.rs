//! Choosing a move: the search, the player that uses it, and what they need.
//!
//! Reading order: [`player`] (what is asked and answered), `search` (one node, with `selectivity`,
//! `qsearch`, `movepick` and [`history`]), `root` (iterative deepening), [`threads`] (lazy SMP),
//! [`tt`], [`tb`] (tablebases in the search), [`time`] and [`adaptive`] (how long), [`tracer`] (watching),
//! [`skill`] (weaker play), [`selfplay`] (training).
#![deny(missing_docs)]

pub mod adaptive;
pub mod history;
pub(crate) mod memory;
mod movepick;
pub mod player;
mod qsearch;
mod root;
#[expect(clippy::module_inception, reason = "the field knows the algorithm by this name")]
mod search;
mod selectivity;
pub mod selfplay;
pub mod skill;
pub mod tb;
pub mod threads;
pub mod time;
pub mod tracer;
pub mod tt;
pub mod worker;

pub use adaptive::Pace;
pub use player::{Mind, MindEntry, PvInfo, SearchInfo, SearchOptions, SearchRequest, SearchResult};
pub use skill::Skill;
pub use tb::Tables;
pub use threads::AlphaBeta;
pub use time::SearchControl;
pub use tt::Table;
pub use worker::{Config, TtMode};
