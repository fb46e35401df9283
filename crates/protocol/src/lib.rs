//! The line protocol as typed values: text to [`Command`], [`Reply`] to text, and back.
//!
//! Pure functions: nothing here reads a stream, and nothing here knows a game. The normative text
//! is protocol.md. One program speaks two dialects, UCI and UGI; they differ in a few words and in
//! how a proven win is counted, see [`Dialect`].
#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod ask;
pub mod command;
pub mod dxp;
mod error;
mod grammar;
pub mod gtp;
pub mod hub;
pub mod kgp;
mod listen;
pub mod nboard;
pub mod refereed;
pub mod reply;
pub mod translator;
pub mod words;
pub mod xboard;

pub use ask::{Ask, TraceTo, TraceWish};
pub use command::{Command, Go, Parsed, Query, Setup, Show};
pub use error::ParseError;
pub use grammar::parse;
pub use plyglot_core::Info;
pub use reply::{Dialect, Reply};
