//! The draughts family: move generation against published counts and a naive generator, draws by
//! counting, text.

mod draws;
mod games;
mod naive;
mod perft;
mod text;
