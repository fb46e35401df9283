//! Any bytes as a record of a game, in every variant of the game that the run names; what is read is
//! played.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plyglot_fuzz::record(plyglot_fuzz::game(), bytes));
