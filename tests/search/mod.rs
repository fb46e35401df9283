//! The generic search: against plain minimax, what it promises besides the right score, repetition
//! rules one by one, what is remembered, depth by the clock, what is left out, and endgame tables; the
//! tree search, what it proves and what it promises.

pub(crate) mod bounds;
mod clock;
mod lines;
mod mcts;
mod memory;
mod noisy;
mod oracle;
mod pace;
mod promises;
mod repetition;
pub(crate) mod searching;
mod selective;
mod tables;
