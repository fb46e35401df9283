//! Searches under the microscope: what is recorded is what was searched, and what is answered
//! follows from it.

mod check;
pub(crate) mod desk;
mod divide;
mod files;
mod golden;
mod killed;
mod players;
mod playthroughs;
pub(crate) mod questions;
#[cfg(unix)]
mod showcase;
mod shown;
mod tree;
