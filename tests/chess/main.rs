//! Chess: draws, text, and what the judge and the search make of positions.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod games;
mod judge;
mod rules;
