//! Traces compressed with Zstandard. A browser has no files, and the library no way into it.

use std::io::{self, BufRead, Write};

/// How hard Zstandard tries: beyond this it takes longer than it saves.
#[cfg(not(target_family = "wasm"))]
const LEVEL: i32 = 3;

/// What is written, compressed.
#[cfg(not(target_family = "wasm"))]
pub(super) fn packed(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut packed = zstd::Encoder::new(Vec::new(), LEVEL)?;
    write(&mut packed)?;
    packed.finish()
}

/// What was compressed, as it is read.
#[cfg(not(target_family = "wasm"))]
pub(super) fn unpacked(packed: impl BufRead) -> io::Result<impl io::Read> {
    zstd::Decoder::with_buffer(packed)
}

#[cfg(target_family = "wasm")]
pub(super) fn packed(_: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Vec<u8>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, NO_ZSTANDARD))
}

#[cfg(target_family = "wasm")]
pub(super) fn unpacked(_: impl BufRead) -> io::Result<io::Empty> {
    Err(io::Error::new(io::ErrorKind::Unsupported, NO_ZSTANDARD))
}

#[cfg(target_family = "wasm")]
const NO_ZSTANDARD: &str = "is compressed with Zstandard, which the browser build does not read";
