//! Nine men's morris and its relatives: the rules against a plain second program and published
//! counts, repeated mills, options, endgame tables.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod endgame;
mod naive;
mod options;
mod perft;
mod repeat;
mod rules;
