//! Any text behind `position chess fen`, read by both ways of castling; what is taken is played on.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::position("chess", text));
