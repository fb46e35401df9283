//! Kalah: the rules against a second opinion, the players of 1990 and of today, the solver,
//! what is made before a clock runs, records played through.

mod hypotheses;
mod naive;
mod players;
mod prepared;
mod records;
mod replay;
mod rules;
mod settle;
mod solve;
mod sowings;
