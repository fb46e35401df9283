//! Traces compressed with Zstandard: by the library in C, or in a browser, which has no way into it, by
//! one in Rust. What is packed ends with a checksum [rfc-8878, 3.1.1], which the library in C holds what it
//! has unpacked to; a plain file is for whoever wants to read or write it with other tools, and has none.

use std::io::{self, BufRead, Read, Write};

/// How hard Zstandard tries: beyond this it takes longer than it saves.
#[cfg(not(target_family = "wasm"))]
const LEVEL: i32 = 3;

/// What is written, compressed.
#[cfg(not(target_family = "wasm"))]
pub(super) fn packed(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Vec<u8>> {
    let mut packed = zstd::Encoder::new(Vec::new(), LEVEL)?;
    packed.include_checksum(true)?;
    write(&mut packed)?;
    packed.finish()
}

/// What was compressed, as it is read.
#[cfg(not(target_family = "wasm"))]
pub(super) fn unpacked(packed: impl BufRead) -> io::Result<impl Read> {
    zstd::Decoder::with_buffer(packed)
}

#[cfg(target_family = "wasm")]
pub(super) fn packed(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Vec<u8>> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    let mut plain = Vec::new();
    write(&mut plain)?;
    Ok(compress_to_vec(plain.as_slice(), CompressionLevel::Fastest))
}

#[cfg(target_family = "wasm")]
pub(super) fn unpacked(packed: impl BufRead) -> io::Result<impl Read> {
    ruzstd::decoding::StreamingDecoder::new(packed).map_err(io::Error::other)
}
