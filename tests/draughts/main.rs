//! The draughts family: move generation against published counts and a naive generator, draws by
//! counting, text.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod draws;
mod endgame;
mod games;
mod naive;
mod perft;
mod text;
