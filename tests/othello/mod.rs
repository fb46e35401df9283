//! Othello: the rules against a plain second program.

mod naive;
mod rules;
