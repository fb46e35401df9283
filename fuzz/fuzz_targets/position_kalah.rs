//! Any text behind `position kalah fen`; what is taken is played on.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::position("kalah", text));
