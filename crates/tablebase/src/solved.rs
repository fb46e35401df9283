//! The tables that a build has finished and others lead into.

use std::sync::Arc;

use super::indexer::TableId;
use super::value::Cells;

/// The tables that have been solved, by what they are of.
#[derive(Clone, Default, Debug)]
pub struct SolvedTables {
    /// By [`TableId`].
    tables: Vec<Option<Arc<Cells>>>,
}

impl SolvedTables {
    /// Adds a table.
    pub fn insert(&mut self, table: TableId, cells: Arc<Cells>) {
        let at = table.0 as usize;
        if self.tables.len() <= at {
            self.tables.resize(at + 1, None);
        }
        self.tables[at] = Some(cells);
    }

    /// The table, if it is here.
    #[inline]
    pub fn get(&self, table: TableId) -> Option<&Arc<Cells>> {
        self.tables.get(table.0 as usize)?.as_ref()
    }

    /// Forgets the tables that are not among these.
    pub fn retain(&mut self, wanted: &[TableId]) {
        for (solved, slot) in (0..).map(TableId).zip(&mut self.tables) {
            if !wanted.contains(&solved) {
                *slot = None;
            }
        }
    }
}
