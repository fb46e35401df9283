//! The conversation with a client, kept in a file: what it sent after `>> `, what it was told after
//! `<< `, as other engines keep it. The file grows; what stood in it stays.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use crate::core::file;

/// A conversation that is written down.
#[derive(Debug)]
pub(super) struct DebugLog(File);

impl DebugLog {
    /// Goes on behind what stands in this file, or makes it.
    pub(super) fn open(path: &str) -> io::Result<Self> {
        file::open_to_append(Path::new(path)).map(Self)
    }

    /// Writes down a line of the client.
    pub(super) fn heard(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.0, ">> {line}")
    }

    /// Writes down what it was told.
    pub(super) fn said(&mut self, text: &str) -> io::Result<()> {
        let lines: String = text.lines().flat_map(|line| ["<< ", line, "\n"]).collect();
        self.0.write_all(lines.as_bytes())
    }
}
