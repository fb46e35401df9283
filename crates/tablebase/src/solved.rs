//! The tables that a build has finished and others lead into.

use std::sync::Arc;

use super::by_table::ByTable;
use super::value::Cells;

/// The tables that have been solved, by what they are of.
pub type SolvedTables = ByTable<Arc<Cells>>;
