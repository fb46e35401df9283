//! The server: from lines to replies, for any number of games.
//!
//! [`io`] moves lines, [`session`] decides what happens when, `desk` does it, a [`host`] knows
//! one game, and [`registry`] knows them all.

pub mod bench;
mod busy;
mod check;
pub mod cli;
mod desk;
mod divide;
pub mod engine;
pub mod files;
mod filing;
pub mod form;
pub mod help;
pub mod host;
pub mod hub;
pub mod inspect;
pub mod io;
mod job;
pub mod learn;
pub mod options;
mod progress;
pub mod record;
pub mod registry;
pub mod session;
mod show;
mod stage;
mod tables;
pub mod tb;
mod tb_report;
mod trace;
pub mod tune;
mod wdl;
