//! Any lines of a client that speaks GTP.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::gtp(text));
