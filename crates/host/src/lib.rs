//! A game without its type: what a program asks of it.
//!
//! A [`Game`] ties the parts of a game together; a [`host`] holds one with its position behind the
//! trait [`engine::Engine`], by text alone; a [`GameEntry`](entry::GameEntry) is all that may be
//! asked of a whole game: to be opened, searched, tabulated, tuned. What is generic over games ends
//! here; the crate of a game compiles it.

pub mod bench;
mod cursor;
pub mod engine;
pub mod entry;
pub mod game;
pub mod host;
pub mod job;
pub mod laws;
pub mod learn;
mod moves;
mod players;
mod progress;
mod show;
mod tables;
pub mod tb;
mod tb_report;
mod tracer;
pub mod tune;
mod wdl;

pub use game::{BenchPosition, Game, Variant};
