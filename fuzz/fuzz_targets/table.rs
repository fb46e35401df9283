//! Any bytes as a file of an endgame table.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plyglot_fuzz::table(bytes));
