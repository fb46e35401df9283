//! The server: from lines to replies, for any number of games.
//!
//! [`io`] moves lines, [`session`] decides what happens when, `desk` does it, a [`host`] knows
//! one game, and [`registry`] knows them all.

mod ahead;
pub mod bench;
mod busy;
mod change;
mod check;
pub mod cli;
mod debug_log;
mod desk;
mod divide;
pub mod engine;
pub mod files;
mod filing;
pub mod form;
pub mod help;
pub mod host;
pub mod hub;
mod hub_level;
mod hub_variants;
pub mod inspect;
pub mod interrupts;
pub mod io;
pub mod job;
pub mod learn;
pub mod lines;
pub mod options;
pub mod processes;
mod progress;
mod readiness;
pub mod record;
pub mod registry;
pub mod session;
mod setup;
mod show;
mod stage;
mod tables;
pub mod tb;
mod tb_report;
mod trace;
pub mod tune;
mod waiting;
mod wdl;
