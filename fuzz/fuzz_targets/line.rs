//! Any line that a client or an engine may send.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::line(text));
