//! The generic search: against plain minimax, what it promises besides the right score, repetition
//! rules one by one, what is remembered, depth by the clock.

mod bounds;
mod clock;
mod memory;
mod oracle;
mod pace;
mod promises;
mod repetition;
pub(crate) mod searching;
