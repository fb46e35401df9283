//! Kalah: the rules against a second opinion, the minds of the document and of today, the solver,
//! records played through.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod minds;
mod replay;
mod rules;
mod solve;
