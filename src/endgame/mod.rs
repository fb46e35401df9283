//! Endgame tables: so far the index they stand on.
//!
//! A table needs a bijection between its positions and `0..len` ([`index::Index`]), gapless, with
//! its inverse (document 3, "index function"). Tic-tac-toe's is in use already: its table of
//! ratings and its learning table are arrays ranked by it.
#![deny(missing_docs)]

pub mod index;
pub mod laws;
pub mod rank;

pub use index::{Index, NoIndex, TableId};
