//! Chess: draws, text, and what the judge and the search make of positions.

mod games;
mod judge;
mod pgn;
mod rules;
mod valid;
