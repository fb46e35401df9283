//! Kalah: the rules against a second opinion, the minds of the document and of today, the solver,
//! records played through.

mod minds;
mod records;
mod replay;
mod rules;
mod solve;
