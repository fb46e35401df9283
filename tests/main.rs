//! All tests from outside, as one program: it is linked once, and no processor waits for the last test
//! of one subject before the next begins. `cargo test --test all kalah::` runs those of one subject.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod abalone;
mod arena;
mod bench;
mod books;
mod chess;
mod classic;
mod cli;
mod common;
mod docs;
mod draughts;
mod endgame;
mod engine;
mod facade;
mod files;
mod inspect;
mod kalah;
mod laws;
mod manual;
mod morris;
mod new_game;
mod options;
mod othello;
mod oware;
mod perft;
mod play;
mod positions;
mod process;
mod protocol;
mod records;
mod search;
mod session;
mod sources;
#[cfg(unix)]
mod terminal;
mod tictactoe;
mod tidy;
mod tune;
mod web;
