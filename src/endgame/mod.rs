//! Endgame tables: perfect values of all positions with few men.
//!
//! A table needs a bijection between its positions and `0..len` ([`index::Index`]), gapless, with
//! its inverse [fierz-egdb, index function]. From it two builders that share nothing but the
//! [`plan`] make the same table: [`sweep`], its five steps, and [`retro`], backwards with
//! counters. [`verify`] trusts neither.
//!
//! Reading order: [`rank`] (what an index is put together from), [`index`], [`value`], [`plan`],
//! [`sweep`], [`retro`], [`margin`] (games decided by how far one is ahead), [`verify`], [`mod@file`] and [`store`] (kept and asked), [`build`], [`stats`],
//! [`probe`] (what a search asks), [`laws`].
#![deny(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "places are counted in 64 bits and kept in slices: a table fits its memory, and codes their width"
)]

mod blocks;
pub mod bounds;
pub mod build;
pub mod file;
pub mod index;
pub mod laws;
pub mod margin;
pub mod plan;
pub mod probe;
pub mod rank;
pub mod retro;
pub mod stats;
pub mod store;
pub mod sweep;
pub mod value;
pub mod verify;

pub use index::{Index, NoIndex, TableId};
pub use probe::Probe;
pub use value::{Cells, Metric, Value};
