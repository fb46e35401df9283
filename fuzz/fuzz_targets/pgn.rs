//! Any bytes as a record of a game of chess, standard and Chess960.
#![no_main]

use plyglot::games::chess::Chess;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for chess960 in [false, true] {
        plyglot_fuzz::record(&Chess::new(chess960), bytes);
    }
});
