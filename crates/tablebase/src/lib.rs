//! Endgame tables (tablebases): perfect values of all positions with few men.
//!
//! A table needs a bijection between its positions and `0..len` ([`indexer::Indexer`]), gapless,
//! with its inverse [fierz-egdb, index function]. From it two builders that share nothing but the
//! [`plan`] make the same table: [`iterative`], by sweeps in five steps, and [`retrograde`],
//! backwards with counters [thompson-1986]. [`verify`] trusts neither. Games that are decided by
//! how far one is ahead have tables of [`margin`]s, and two builders likewise.
//!
//! Files in the order of reading; each names only those above it.
//!
//! - [`rank`]: what an indexer is put together from; [`value`] and [`span`]: what tables say;
//! - [`indexer`]: positions as numbers; [`wdl`] and [`margin`]: what moves do;
//! - [`monitor`], [`solved`], [`plan`]: what a builder needs;
//! - [`wdl_sweeps`], [`wdl_backwards`]: the builders of wins and losses alone, at two bits or a byte a
//!   place; [`iterative`], [`retrograde`] those of distances; [`margin_iterative`],
//!   [`margin_retrograde`] of margins;
//! - [`verify`], with what is well founded; [`bounds`]: margins that cycles leave open;
//! - [`mod@file`] and [`store`]: kept; [`probe`], [`wdl_probe`], [`margin_probe`]: asked, and
//!   [`demand`]: what a move asks of the other side;
//! - [`contents`]: wins and losses told from margins; [`build`]: tables in order; [`stats`] and
//!   [`mine`]: what there is in them.
#![deny(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "places are counted in 64 bits and kept in slices: a table fits its memory, and codes their width"
)]

mod batch;
mod blocks;
pub mod bounds;
pub mod build;
pub mod by_table;
mod child;
pub mod contents;
mod countdown;
pub mod demand;
mod distinct;
pub mod distributed;
pub mod file;
pub mod indexer;
pub mod iterative;
pub mod joined;
pub mod margin;
pub mod margin_iterative;
pub mod margin_probe;
pub mod margin_retrograde;
pub mod mine;
pub mod monitor;
pub mod nodes;
mod packing;
pub mod plan;
pub mod probe;
pub mod rank;
pub mod retrograde;
pub mod solved;
pub mod span;
mod stages;
pub mod stats;
pub mod store;
mod two_bits;
pub mod value;
pub mod verify;
mod waiting;
pub mod wdl;
pub mod wdl_backwards;
pub mod wdl_probe;
pub mod wdl_sweeps;
mod well_founded;

pub use contents::TableIndexer;
pub use indexer::{Indexer, TableId};
pub use joined::{AtDepth, Joined};
pub use margin::{MarginIndexer, Margins};
pub use probe::{MoveValues, Probe};
pub use value::{Cells, Metric, Value};
pub use wdl::{NoIndexer, Wdl, WdlIndexer};
