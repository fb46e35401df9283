//! Searches under the microscope: what is recorded is what was searched, and what is answered
//! follows from it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod check;
mod desk;
mod divide;
mod files;
mod golden;
mod killed;
mod minds;
mod playthroughs;
mod questions;
#[cfg(unix)]
mod showcase;
mod shown;
mod tree;
