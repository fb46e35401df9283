//! The generic search: against plain minimax, what it promises besides the right score, repetition
//! rules one by one, what is remembered, depth by the clock.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod memory;
mod oracle;
mod pace;
mod promises;
mod repetition;
mod searching;
