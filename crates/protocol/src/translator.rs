//! Clients that speak otherwise: their lines as commands of ours, and our replies as lines of theirs.

use crate::Reply;
use crate::hub::{Act, Hub};

/// One side of a conversation in another protocol.
pub trait Translator {
    /// What a line of the client means.
    fn obey(&mut self, line: &str) -> Vec<Act>;

    /// One of our replies as the client is told it, if it is.
    fn reply(&mut self, reply: &Reply) -> Vec<String>;
}

impl Translator for Hub {
    fn obey(&mut self, line: &str) -> Vec<Act> {
        Self::obey(self, line)
    }

    fn reply(&mut self, reply: &Reply) -> Vec<String> {
        Self::reply(self, reply)
    }
}
