//! A finished table as a rank has it: its own part, or the file, which stands where all ranks see it.

use super::share::Share;
use crate::file::{Budget, TableFile};

/// A finished table as a rank has it.
#[derive(Debug)]
pub(super) enum Held {
    /// The whole of it, in a file.
    File(TableFile),
    /// The places that are this rank's.
    Share(Share),
}

impl Held {
    /// Who is asked about a place, and which of its own this is: a file is asked by its reader.
    #[inline]
    pub(super) const fn owner(&self, rank: usize, at: u64) -> (usize, u64) {
        match self {
            Self::File(_) => (rank, at),
            Self::Share(share) => share.layout.owner(at),
        }
    }

    /// The code of a place that is this rank's own; `None` if the file cannot be read any more.
    #[inline]
    pub(super) fn code(&self, own: u64, budget: &Budget) -> Option<u16> {
        match self {
            Self::File(file) => file.code(own, budget),
            Self::Share(share) => Some(share.cells.code(own)),
        }
    }
}
