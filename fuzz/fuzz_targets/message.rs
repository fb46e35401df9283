//! Any message of a page to `plyglot web`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::message(text));
