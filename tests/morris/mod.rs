//! Nine men's morris and its relatives: the rules against a plain second program and published
//! counts, repeated mills, options, endgame tables.

mod endgame;
mod options;
mod repeat;
mod rules;
