//! Clients that speak otherwise: their lines as commands of ours, and our replies as lines of theirs.

use crate::Reply;
use crate::hub::{Act, Hub};

/// One side of a conversation in another protocol.
pub trait Translator {
    /// What comes before the client's first line is obeyed.
    fn greet(&mut self) -> Vec<Act> {
        Vec::new()
    }

    /// What is said before anything is heard, to somebody whom we have called.
    fn open(&mut self) -> Vec<Act> {
        Vec::new()
    }

    /// What a line of the client means.
    fn obey(&mut self, line: &str) -> Vec<Act>;

    /// What one of our replies comes to: lines for the client, and what had to wait for it.
    fn reply(&mut self, reply: &Reply) -> Vec<Act>;

    /// The client is gone. Whether what it asked for is still to be done: then the translator leaves by
    /// itself when it is.
    fn is_at_work(&mut self) -> bool {
        false
    }
}

/// Lines for the client.
pub(crate) fn said(lines: Vec<String>) -> Vec<Act> {
    lines.into_iter().map(Act::Say).collect()
}

impl Translator for Hub {
    fn obey(&mut self, line: &str) -> Vec<Act> {
        Self::obey(self, line)
    }

    fn reply(&mut self, reply: &Reply) -> Vec<Act> {
        said(Self::reply(self, reply))
    }
}
