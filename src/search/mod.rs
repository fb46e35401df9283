//! Choosing a move: what a mind is, the clock it lives under, and the generic search.
//!
//! Reading order: [`mind`] (what is asked and answered), [`clock`] and [`pace`] (how long),
//! [`table`], [`order`], [`watch`] (what a search carries), `searcher`, `node`, `prune`, `quiesce`,
//! `deepen` (the search itself), [`endgame`] (tables in it), [`alphabeta`] (threads, the mind), [`skill`] (weaker play),
//! [`selfplay`] (training).
#![deny(missing_docs)]

pub mod alphabeta;
pub mod clock;
mod deepen;
pub mod endgame;
pub(crate) mod memory;
pub mod mind;
mod node;
pub mod order;
pub mod pace;
mod picker;
mod prune;
mod quiesce;
pub mod searcher;
pub mod selfplay;
pub mod skill;
pub mod table;
pub mod watch;

pub use alphabeta::AlphaBeta;
pub use clock::Clock;
pub use endgame::Tables;
pub use mind::{Mind, MindEntry, PvInfo, SearchInfo, SearchOptions, SearchRequest, SearchResult};
pub use pace::Pace;
pub use searcher::{Config, TableMode};
pub use skill::Skill;
pub use table::Table;
