//! Any text behind `position abalone fen`.
#![no_main]

use plyglot::games::abalone::Abalone;

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::position(&Abalone::default(), text));
