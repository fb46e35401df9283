//! Chess: draws, text, and what the evaluator and the search make of positions.

mod evaluator;
mod games;
mod pgn;
mod repetition;
mod rules;
mod valid;
