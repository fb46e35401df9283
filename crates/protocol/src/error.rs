//! Why a line of a client was not understood: what was read, where, and what was expected.

/// Why a line was not understood. Nothing of it has been done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// No word of the line is a command.
    #[error("unknown command `{found}`, try help{meant}")]
    UnknownCommand {
        /// The line, shortened.
        found: String,
        /// The command it may have been, as the end of a sentence.
        meant: String,
    },
    /// A command's argument is missing or is not what belongs there.
    #[error("{place}: found {}, expected {expected}", quote(found))]
    Argument {
        /// The command and, where it takes several, the argument: `go depth`.
        place: String,
        /// What was read, shortened; empty at the end of the line.
        found: String,
        /// What would have been taken.
        expected: &'static str,
    },
}

/// For errors: the text in backquotes, or the fact that there was none.
fn quote(found: &str) -> String {
    if found.is_empty() { "nothing".to_owned() } else { format!("`{found}`") }
}
