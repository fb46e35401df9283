//! The conversation with a client, kept in a file: what it sent after `>> `, what it was told after
//! `<< `, as other engines keep it. The file grows; what stood in it stays.
//!
//! The file is opened beside the session. What is said meanwhile is written when it is open.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use plyglot_core::file;

/// A file in which a conversation is written down.
#[derive(Debug)]
pub(super) struct DebugLog(File);

impl DebugLog {
    /// Goes on behind what stands in this file, or makes it.
    pub(super) fn open(path: &str) -> io::Result<Self> {
        file::open_to_append(Path::new(path)).map(Self)
    }
}

/// What becomes of the conversation.
#[derive(Debug, Default)]
pub(super) enum Log {
    /// Nobody writes it down.
    #[default]
    Closed,
    /// The file is being opened; this will stand in it.
    Opening(String),
    /// It is written down here.
    Open(DebugLog),
    /// Here as well, but only what is still to be said in this turn.
    Closing(DebugLog),
}

impl Log {
    /// A file is being opened.
    pub(super) fn begin(&mut self) {
        *self = Self::Opening(String::new());
    }

    /// The file is open.
    pub(super) fn go_on(&mut self, mut log: DebugLog) {
        let said = match self {
            Self::Opening(said) => std::mem::take(said),
            Self::Closed | Self::Open(_) | Self::Closing(_) => String::new(),
        };
        *self = match log.0.write_all(said.as_bytes()) {
            Ok(()) => Self::Open(log),
            Err(error) => refused(&error),
        };
    }

    /// If a file was being opened, there is none.
    pub(super) fn give_up(&mut self) {
        if matches!(self, Self::Opening(_)) {
            *self = Self::Closed;
        }
    }

    /// Nothing that the client says from now on is written down.
    pub(super) fn close(&mut self) {
        *self = match std::mem::take(self) {
            Self::Open(log) => Self::Closing(log),
            Self::Closed | Self::Opening(_) | Self::Closing(_) => Self::Closed,
        };
    }

    /// Writes down a line of the client.
    pub(super) fn heard(&mut self, line: &str) {
        self.end();
        self.write(">> ", line);
    }

    /// Writes down what it was told, which ends a turn.
    pub(super) fn said(&mut self, text: &str) {
        self.write("<< ", text);
        self.end();
    }

    fn end(&mut self) {
        if matches!(self, Self::Closing(_)) {
            *self = Self::Closed;
        }
    }

    /// A file that takes no more is left alone.
    fn write(&mut self, mark: &str, text: &str) {
        let lines = || text.lines().flat_map(|line| [mark, line, "\n"]).collect::<String>();
        match self {
            Self::Closed => (),
            Self::Opening(said) => *said += &lines(),
            Self::Open(log) | Self::Closing(log) => {
                if let Err(error) = log.0.write_all(lines().as_bytes()) {
                    *self = refused(&error);
                }
            }
        }
    }
}

fn refused(error: &io::Error) -> Log {
    log::warn!("Debug Log File: {error}");
    Log::Closed
}
