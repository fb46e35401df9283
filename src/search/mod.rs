//! Choosing a move: what a mind is, the clock it lives under, and the generic search.
#![deny(missing_docs)]

pub mod clock;
pub mod mind;
pub mod table;

pub use clock::Clock;
pub use mind::{Answer, Mind, MindEntry, Report, Saying, SearchOptions, Task};
pub use table::Table;
