//! Any text as a saved game, before its checksum.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| plyglot_fuzz::saved(text));
