//! Finished tables as a rank has them: of each its own part, or the file, which stands where all ranks see it.

use super::share::Share;
use crate::file::{Budget, TableFile};
use crate::indexer::TableId;

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

/// The finished tables that a rank has. They are found by number at every move out of a table, and numbers
/// may be far apart (draughts has places for 65,000), so that what stands at a number is short.
#[derive(Default, Debug)]
pub(super) struct HeldTables {
    /// By [`TableId`]: one more than where in `tables`, or nothing.
    slots: Vec<u32>,
    tables: Vec<Option<Held>>,
}

impl HeldTables {
    #[inline]
    pub(super) fn get(&self, table: TableId) -> Option<&Held> {
        let slot = self.slots.get(table.0 as usize)?.checked_sub(1)?;
        self.tables[slot as usize].as_ref()
    }

    pub(super) fn keep(&mut self, table: TableId, held: Held) {
        let at = table.0 as usize;
        if self.slots.len() <= at {
            self.slots.resize(at + 1, 0);
        }
        if self.slots[at] == 0 {
            let empty = self.tables.iter().position(Option::is_none);
            let slot = empty.unwrap_or_else(|| {
                self.tables.push(None);
                self.tables.len() - 1
            });
            self.slots[at] = slot as u32 + 1;
        }
        self.tables[self.slots[at] as usize - 1] = Some(held);
    }

    /// Forgets all but these.
    pub(super) fn retain(&mut self, wanted: &[TableId]) {
        for (table, slot) in (0..).map(TableId).zip(&mut self.slots) {
            if *slot > 0 && !wanted.contains(&table) {
                self.tables[*slot as usize - 1] = None;
                *slot = 0;
            }
        }
    }
}
