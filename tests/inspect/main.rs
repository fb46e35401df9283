//! Searches under the microscope: what is recorded is what was searched, and what is answered
//! follows from it.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod desk;
mod files;
mod golden;
mod minds;
mod shown;
mod tree;
