//! plyglot: one engine for the classic two-player board games.
//!
//! The layers, each naming only those before it (see ARCHITECTURE.md):
//! `core`, `protocol`, `game`, `endgame`, `search`, `games`, `server`, and the binary.

pub mod core;
pub mod endgame;
pub mod game;
pub mod games;
pub mod protocol;
pub mod search;
pub mod server;
