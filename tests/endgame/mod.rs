//! Endgame tables: builders, the verifier, published counts, independent solvers, files.
//!
//! What takes long is built under `PLYGLOT_LONG=1` only.
#![expect(clippy::cast_possible_truncation, reason = "places of small tables are indices")]

mod abalone;
mod altered;
mod asked;
mod checkpoints;
mod chess;
mod cursed;
mod en_passant;
mod files;
mod independent;
mod margins;
mod ranks;
mod sharing;
mod two_bits;

fn is_long() -> bool {
    std::env::var_os("PLYGLOT_LONG").is_some()
}
