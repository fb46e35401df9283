//! Choosing a move: what a mind is, the clock it lives under, and the generic search.
//!
//! Reading order: [`mind`] (what is asked and answered), [`clock`], [`pace`], [`table`], [`order`],
//! [`watch`], [`node`], [`quiesce`], [`deepen`], [`alphabeta`].

pub mod clock;
pub mod mind;
pub mod table;

pub use clock::Clock;
pub use mind::{Answer, Bound, Mind, MindEntry, Report, Saying, SearchOptions, Task};
pub use table::Table;
