//! Any lines of a client that speaks Hub.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::hub(text));
