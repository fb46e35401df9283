//! Files as memory: the one place of this layer that the compiler cannot check.
#![expect(unsafe_code, reason = "mapping a file cannot be checked; see the sentence below")]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// A file mapped into memory, read only.
#[derive(Debug)]
pub(super) struct Mapped(Mmap);

impl Mapped {
    /// Maps a file.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: tables are written whole under another name and put in place by renaming
        // (`core::file`), so nobody who keeps to that changes the bytes of an open one; its length and
        // checksum are compared before anything is believed.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self(map))
    }

    /// The bytes.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
