//! What a job has to say on its way: what it was asked for, or how far it has come.

/// A line that a job says. Both kinds come in the order in which they became true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told<'l> {
    /// Some of what the job was asked for, which belongs on standard output.
    Found(&'l str),
    /// How far it has come, which belongs beside that: on standard error.
    Progress(&'l str),
}

impl<'l> Told<'l> {
    /// The line of either kind.
    pub const fn line(self) -> &'l str {
        match self {
            Self::Found(line) | Self::Progress(line) => line,
        }
    }
}
