//! Blocks of files compressed with Zstandard. A browser has no files, and the library no way into it.

use std::io;

/// A block as it stands in a file.
#[cfg(not(target_family = "wasm"))]
pub(super) fn pack(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, level)
}

/// The bytes of a block, at most so many.
#[cfg(not(target_family = "wasm"))]
pub(super) fn unpack(packed: &[u8], bytes_max: usize) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(packed, bytes_max)
}

#[cfg(target_family = "wasm")]
pub(super) fn pack(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, NO_ZSTANDARD))
}

#[cfg(target_family = "wasm")]
pub(super) fn unpack(_: &[u8], _: usize) -> io::Result<Vec<u8>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, NO_ZSTANDARD))
}

#[cfg(target_family = "wasm")]
const NO_ZSTANDARD: &str = "is compressed with Zstandard, which the browser build does not read";
