//! Files that jobs write at their end: begun before there is work that could be lost.

use std::path::Path;

use plyglot_core::file::WholeFile;

/// A file that is not there before it is filled; an error that names it where it never could be.
pub(super) fn begun(path: &Path) -> Result<WholeFile, String> {
    WholeFile::create(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes all of a file, or nothing; an error names it.
pub(super) fn filled(file: WholeFile, bytes: &[u8]) -> Result<(), String> {
    let path = file.path().display().to_string();
    file.fill(bytes).map_err(|error| format!("{path}: {error}"))
}
