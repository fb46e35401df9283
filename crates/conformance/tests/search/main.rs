//! The generic search: against plain minimax, what it promises besides the right score, repetition
//! rules one by one, depth by the clock, what is left out, and endgame tables; the tree search, what it
//! proves and what it promises; proofs by numbers.
//!
//! They are here, and not with the tests from outside, because they search games on paper: the search
//! that is compiled for these is theirs alone, and compiled as well as that of a game.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod clock;
mod mcts;
mod noisy;
mod oracle;
mod pns;
mod promises;
mod repetition;
mod selective;
mod tables;
