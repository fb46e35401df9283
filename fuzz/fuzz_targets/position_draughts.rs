//! Any text behind `position draughts fen`; what is taken is played on.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::position("draughts", text));
