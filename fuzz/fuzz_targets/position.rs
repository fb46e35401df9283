//! Any text behind `position GAME fen`, and moves on the lines after it, in every variant of the game
//! that the run names; what is taken is played on.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::position(plyglot_fuzz::game(), text));
