//! Any text behind `position tictactoe fen`.
#![no_main]

use plyglot::games::tictactoe::TicTacToe;

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::position(&TicTacToe::default(), text));
