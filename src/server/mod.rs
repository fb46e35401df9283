//! The server: from lines to replies, for any number of games.
//!
//! [`io`] moves lines, [`session`] decides what happens when, `handler` does it, a `host` knows
//! one game, and [`registry`] knows them all.

mod ahead;
pub mod bench;
mod change;
mod check;
pub mod cli;
mod debug_log;
mod divide;
pub mod event;
pub mod files;
mod filing;
pub mod form;
mod handler;
pub mod help;
pub mod hub;
mod hub_level;
mod hub_variants;
pub mod inspect;
pub mod interrupts;
pub mod io;
pub mod lines;
pub mod options;
pub mod processes;
pub mod record;
pub mod registry;
mod running;
pub mod session;
mod setup;
pub mod show;
mod trace;
mod waiting;

pub use plyglot_host::{host, job, learn, state, tb, tune, view};
