//! Endgame tables as a user meets them: files, checkpoints, jobs of several processes, and what is asked.
//!
//! What they hold is tried in `crates/conformance/tests/tables`.
#![expect(clippy::cast_possible_truncation, reason = "places of small tables are indices")]

mod asked;
mod checkpoints;
mod files;
mod home;
mod ranks;
