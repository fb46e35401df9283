//! Builds tables in order, each after those it leads into, and keeps them in files.
//!
//! A file is in place only when it is finished, so a build that was killed goes on where it stopped:
//! tables whose files are sound are read, not built. Tables that no later one needs are forgotten.

use std::path::Path;
use std::sync::Arc;

use super::contents::{Builder, Contents, Solved, TableIndexer, TableTask};
use super::file::{self, Reason, Refused};
use super::indexer::TableId;
use super::monitor::Monitor;
use super::solved::SolvedTables;
use super::store::{self, TableSet, label, paths_of};
use super::value::{Cells, Metric};
use super::verify::Verified;
use plyglot_core::game::Rules;

/// What is to be built.
#[derive(Clone, Debug)]
pub struct BuildRequest<'a> {
    /// Which tables, in order of dependency.
    pub tables: Vec<TableId>,
    /// What is counted.
    pub metric: Metric,
    /// Where files are; nowhere if `None`.
    pub folder: Option<&'a Path>,
    /// Bytes the build may take; tables that need more are refused.
    pub memory: u64,
    /// Which algorithm.
    pub builder: Builder,
}

/// Why a build ended early.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file could not be written.
    #[error("{0}")]
    File(#[from] Refused),
    /// A table does not fit.
    #[error("{table}: building takes {needed} MiB, allowed are {allowed}")]
    Memory {
        /// Its name.
        table: String,
        /// What it would take.
        needed: u64,
        /// What is allowed.
        allowed: u64,
    },
    /// The system refused memory in the middle of it.
    #[error("{0}: the system refuses the memory to build it with")]
    NoRoom(String),
    /// The rules do not allow tables.
    #[error("{0}")]
    Unsound(&'static str),
    /// Some rank of a job could not go on, or all of them: why.
    #[error("{0}")]
    Rank(String),
    /// The monitor said so.
    #[error("stopped")]
    Stopped,
}

/// What became of one table.
#[derive(Debug)]
pub enum BuildOutcome {
    /// A sound file was there.
    Found {
        /// Its length.
        bytes: u64,
    },
    /// Built; the length of the file if one was written, and what was wrong with the one before.
    Built {
        /// Bytes of the file.
        bytes: Option<u64>,
        /// Why an old file was not used.
        refused: Option<Refused>,
    },
}

/// These tables, and all that they need, in order.
pub fn with_needs<R: Rules, I: TableIndexer<R>>(
    indexer: &I,
    rules: &R,
    wanted: &[TableId],
) -> Vec<TableId> {
    with_needs_of(wanted, &|table| indexer.needs(table), indexer.tables(rules, u8::MAX))
}

/// [`with_needs`], compiled once for all games; the tables of the game are in order.
fn with_needs_of(
    wanted: &[TableId],
    needs: &dyn Fn(TableId) -> Vec<TableId>,
    mut tables: Vec<TableId>,
) -> Vec<TableId> {
    let mut all = wanted.to_vec();
    let mut open = wanted.to_vec();
    while let Some(table) = open.pop() {
        for need in needs(table) {
            if !all.contains(&need) {
                all.push(need);
                open.push(need);
            }
        }
    }
    tables.retain(|table| all.contains(table));
    tables
}

/// What tables that are to be built lead into.
pub(super) fn needed_by(
    tables: &[TableId],
    needs: &dyn Fn(TableId) -> Vec<TableId>,
) -> Vec<TableId> {
    tables.iter().flat_map(|table| needs(*table)).collect()
}

/// Builds tables one after the other; `begin` is told of each before, `each` after.
pub fn build<R: Rules, I: TableIndexer<R>>(
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    monitor: &dyn Monitor,
    begin: &mut dyn FnMut(TableId),
    each: &mut dyn FnMut(TableId, &Arc<Cells>, BuildOutcome),
) -> Result<(), BuildError> {
    set.indexer.is_sound(set.rules).map_err(BuildError::Unsound)?;
    // What will not fit is said before hours are spent on what it needs.
    let is_there = |table| {
        let wanted = label(set, table, request.metric);
        request.folder.is_some_and(|folder| {
            let (own, older) = paths_of::<R, I>(folder, &wanted);
            own.exists() || older.is_some_and(|older| older.exists())
        })
    };
    for &table in &request.tables {
        if !is_there(table) {
            fits(set, request, table)?;
        }
    }
    let mut solved = SolvedTables::default();
    for (i, &table) in request.tables.iter().enumerate() {
        begin(table);
        let needed = needed_by(&request.tables[i..], &|table| set.indexer.needs(table));
        solved.retain(&needed);
        let (cells, made) = one(set, request, table, &solved, monitor)?;
        if needed.contains(&table) || request.folder.is_none() {
            solved.insert(table, Arc::clone(&cells));
        }
        each(table, &cells, made);
    }
    Ok(())
}

fn one<R: Rules, I: TableIndexer<R>>(
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    table: TableId,
    solved: &SolvedTables,
    monitor: &dyn Monitor,
) -> Result<(Arc<Cells>, BuildOutcome), BuildError> {
    let wanted = label(set, table, request.metric);
    let path = request.folder.map(|folder| paths_of::<R, I>(folder, &wanted).0);
    let mut refused = None;
    match request.folder.and_then(|folder| store::open::<R, I>(folder, &wanted)) {
        Some((_, Ok(file))) => {
            let bytes = file.bytes();
            if let Some(cells) = file.cells() {
                path.as_deref().inspect(|path| file::forget_checkpoint(path));
                return Ok((Arc::new(cells), BuildOutcome::Found { bytes }));
            }
        }
        Some((found, Err(error))) if path.as_ref() == Some(&found) => {
            if let Reason::Other { what: "game" | "rules", .. } = error.reason {
                return Err(error.into());
            }
            refused = Some(error);
        }
        // What an older program wrote under other rules stays where it is.
        None | Some((_, Err(_))) => {}
    }
    fits(set, request, table)?;
    let task = TableTask { of: set, table, metric: request.metric, solved };
    // Who was not told to stop had no room.
    let ended = || {
        let name = || set.indexer.name(table);
        if monitor.may_go_on() { BuildError::NoRoom(name()) } else { BuildError::Stopped }
    };
    let cells = I::Contents::build(task, request.builder, monitor).ok_or_else(ended)?;
    let bytes = path.as_ref().map(|path| file::write(path, &wanted, &cells)).transpose()?;
    path.as_deref().inspect(|path| file::forget_checkpoint(path));
    Ok((Arc::new(cells), BuildOutcome::Built { bytes, refused }))
}

/// Whether there is memory enough to build a table.
fn fits<R: Rules, I: TableIndexer<R>>(
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    table: TableId,
) -> Result<(), BuildError> {
    let TableSet { rules, indexer, .. } = set;
    // The tables it leads into have a byte a place as a rule.
    let bits_each = I::Contents::building_bits(rules, indexer, table, request.metric);
    let bits_of_others = if request.metric == Metric::Wdl { 2 } else { 8 };
    let others: u64 = indexer.needs(table).into_iter().map(|need| indexer.len(need)).sum();
    let bits = indexer.len(table) * bits_each + others * bits_of_others;
    let needed = bits / 8 + (64 << 20);
    if needed <= request.memory {
        return Ok(());
    }
    // Rounded so that what is said to be needed is more than what is said to be allowed.
    let (needed, allowed) = (needed.div_ceil(1 << 20), request.memory >> 20);
    Err(BuildError::Memory { table: indexer.name(table), needed, allowed })
}

/// The tables of a folder under one metric, each read when it is needed.
struct Folder<'a, R, I> {
    set: TableSet<'a, R, I>,
    path: &'a Path,
    metric: Metric,
    kept: SolvedTables,
}

impl<'a, R: Rules, I: TableIndexer<R>> Folder<'a, R, I> {
    fn new(set: TableSet<'a, R, I>, path: &'a Path, metric: Metric) -> Self {
        Self { set, path, metric, kept: SolvedTables::default() }
    }

    /// A table with those that it needs; what was read for others is forgotten.
    fn table(&mut self, table: TableId) -> Result<Solved<'_, R, I>, Refused> {
        let mut wanted = self.set.indexer.needs(table);
        wanted.push(table);
        self.kept.retain(&wanted);
        for need in wanted {
            self.read(need)?;
        }
        let cells = self.read(table)?;
        let Self { set, metric, ref kept, .. } = *self;
        Ok(Solved(TableTask { of: set, table, metric, solved: kept }, cells))
    }

    fn read(&mut self, table: TableId) -> Result<Arc<Cells>, Refused> {
        if let Some(cells) = self.kept.get(table) {
            return Ok(Arc::clone(cells));
        }
        let wanted = label(self.set, table, self.metric);
        let missing =
            || Refused { path: paths_of::<R, I>(self.path, &wanted).0, reason: Reason::Missing };
        let (path, file) = store::open::<R, I>(self.path, &wanted).ok_or_else(missing)?;
        let damaged = || Refused { path, reason: Reason::Damaged };
        let cells = file?.cells().map(Arc::new).ok_or_else(damaged)?;
        self.kept.insert(table, Arc::clone(&cells));
        Ok(cells)
    }
}

/// Verifies tables in files one after the other; `begin` is told of each before, `each` what was
/// found. A file that cannot be used keeps no other from being verified. A table of wins and losses is
/// held to the one that counts plies to the end, where the folder has it and those it needs.
pub fn verify_files<R: Rules, I: TableIndexer<R>>(
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    monitor: &dyn Monitor,
    begin: &mut dyn FnMut(TableId),
    each: &mut dyn FnMut(TableId, Verified),
) -> Result<(), BuildError> {
    let Some(folder) = request.folder else { return Ok(()) };
    let mut files = Folder::new(set, folder, request.metric);
    let mut by_distance = Folder::new(set, folder, Metric::Dtm);
    for &table in &request.tables {
        begin(table);
        let verified = match files.table(table) {
            Ok(solved) => {
                let has_none = request.metric == Metric::Wdl;
                let distances = has_none.then(|| by_distance.table(table).ok()).flatten();
                I::Contents::verify(solved, distances, monitor)
            }
            Err(refused) => Verified::Unreadable(refused.to_string()),
        };
        if verified == Verified::Stopped {
            return Err(BuildError::Stopped);
        }
        each(table, verified);
    }
    Ok(())
}
