//! Any lines of a client as one session.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::session(text));
