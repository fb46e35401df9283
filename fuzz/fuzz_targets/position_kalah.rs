//! Any text behind `position kalah fen`.
#![no_main]

use plyglot::games::kalah::Kalah;

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::position(&Kalah::default(), text));
