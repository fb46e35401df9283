//! Kalah: the rules against a second opinion, the minds of 1990 and of today, the solver,
//! records played through.

mod minds;
mod records;
mod replay;
mod rules;
mod solve;
