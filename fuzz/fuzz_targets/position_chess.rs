//! Any text behind `position chess fen`, read by both ways of castling.
#![no_main]

use plyglot::games::chess::Chess;

libfuzzer_sys::fuzz_target!(|text: &str| {
    for chess960 in [false, true] {
        plyglot_fuzz::position(&Chess::new(chess960), text);
    }
});
