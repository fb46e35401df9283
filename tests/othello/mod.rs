//! Othello: the rules against a plain second program, and how games are ended.

mod endgame;
mod naive;
mod rules;
