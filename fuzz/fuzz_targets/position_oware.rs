//! Any text behind `position oware fen`, in each of its variants; what is taken is played on.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::position("oware", text));
