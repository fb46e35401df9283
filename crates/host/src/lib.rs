//! A game without its type: what a program asks of it.
//!
//! A [`Game`] ties the parts of a game together; a [`host`] holds one with its position behind the
//! trait [`state::GameState`]; a [`GameEntry`](entry::GameEntry) is all that may be
//! asked of a whole game: to be opened, searched, tabulated, tuned. What is generic over games ends
//! here; the crate of a game compiles it.

mod barn;
pub mod bench;
pub mod beside;
pub mod book;
mod cursor;
pub mod draws;
pub mod entry;
pub mod event;
pub mod export;
pub mod game;
pub mod host;
pub mod job;
pub mod learn;
mod memory;
mod moves;
mod numbered;
mod output;
mod players;
mod progress;
pub mod readings;
pub mod settle;
mod shelf;
pub mod state;
mod tables;
pub mod tb;
mod tb_ask;
mod tb_build;
mod tb_export;
pub mod tb_ranks;
mod tb_report;
mod tb_site;
mod tb_stats;
mod tb_sweeps;
mod tb_view;
pub mod told;
mod tracer;
mod trial;
pub mod tune;
pub mod view;
mod wdl;

pub use game::{BenchPosition, Game, Variant};
