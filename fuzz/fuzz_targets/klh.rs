//! Any bytes as a record of a game of Kalah.
#![no_main]

use plyglot::games::kalah::Kalah;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plyglot_fuzz::record(&Kalah::default(), bytes));
