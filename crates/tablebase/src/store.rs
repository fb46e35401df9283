//! Tables that are ready to be asked: built a moment ago, or in files.
//!
//! A [`Store`] holds the tables of one game under any metrics. It answers for positions; what the
//! answer is worth in a game with a history is for [`super::probe`].

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::by_table::ByTable;
use super::file::{Budget, Label, Refused, TableFile, marked_path_of, path_of};
use super::indexer::{Indexer, TableId};
use super::span::Span;
use super::value::{Cells, Metric, Value};
use plyglot_core::game::Rules;

/// Bytes that unpacked blocks of files may take, in MiB.
const BUDGET_MIB: u64 = 512;

/// Where the codes of a table lie.
#[derive(Clone, Debug)]
enum Source {
    Memory(Arc<Cells>),
    File(Arc<TableFile>),
}

/// Tables of one game, by kind and metric.
#[derive(Clone, Debug)]
pub struct Store {
    tables: ByTable<[Option<Source>; Metric::ALL.len()]>,
    budget: Arc<Budget>,
}

impl Default for Store {
    fn default() -> Self {
        Self { tables: ByTable::default(), budget: Arc::new(Budget::new(BUDGET_MIB << 20)) }
    }
}

/// The tables that a game has under some rules.
#[derive(Debug)]
pub struct TableSet<'a, R, I> {
    /// What its files begin with: the name of the game, or the word of [`Indexer::files`].
    pub game: &'a str,
    /// The rules in force.
    pub rules: &'a R,
    /// Its indexer.
    pub indexer: &'a I,
}

impl<R, I> Clone for TableSet<'_, R, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, I> Copy for TableSet<'_, R, I> {}

/// The label that a table of these rules must have.
pub fn label<R: Rules, I: Indexer<R>>(
    tables: TableSet<'_, R, I>,
    table: TableId,
    metric: Metric,
) -> Label {
    let TableSet { game, rules, indexer } = tables;
    Label {
        game: game.to_owned(),
        rules: indexer.rules_text(rules),
        name: indexer.name(table),
        index_version: I::VERSION,
        table,
        metric,
        len: indexer.len(table),
    }
}

/// The files that a table may be in: where it is written, and where an older program wrote it, who
/// gave the tables of all rules one name.
pub fn paths_of<R: Rules, I: Indexer<R>>(
    folder: &Path,
    label: &Label,
) -> (PathBuf, Option<PathBuf>) {
    let plain = path_of(folder, &label.game, &label.name, label.metric);
    if I::RULES_VARY { (marked_path_of(folder, label), Some(plain)) } else { (plain, None) }
}

/// Opens the file of a table, if there is one; gives back which it was. What an older program wrote
/// is taken if it fits.
pub fn open<R: Rules, I: Indexer<R>>(
    folder: &Path,
    wanted: &Label,
) -> Option<(PathBuf, Result<TableFile, Refused>)> {
    let (own, older) = paths_of::<R, I>(folder, wanted);
    let path = [Some(own), older].into_iter().flatten().find(|path| path.exists())?;
    let file = TableFile::open(&path).and_then(|file| file.expect(&path, wanted));
    Some((path, file))
}

impl Store {
    /// Adds a table in memory.
    pub fn insert(&mut self, table: TableId, metric: Metric, cells: Arc<Cells>) {
        *self.slot(table, metric) = Some(Source::Memory(cells));
    }

    fn slot(&mut self, table: TableId, metric: Metric) -> &mut Option<Source> {
        &mut self.tables.entry(table)[metric as usize]
    }

    /// Attaches every file of the folder that belongs to this game and is sound; gives back how many
    /// these are, and what was refused. Tables with more men are left alone.
    pub fn attach<R: Rules, I: Indexer<R>>(
        &mut self,
        tables: TableSet<'_, R, I>,
        men_max: u8,
        folder: &Path,
    ) -> (usize, Vec<Refused>) {
        let (mut attached, mut refused) = (0, Vec::new());
        if let Err(error) = fs::read_dir(folder) {
            refused.push(Refused { path: folder.to_owned(), reason: error.into() });
            return (0, refused);
        }
        for table in tables.indexer.tables(tables.rules, men_max) {
            for metric in Metric::ALL {
                let wanted = label(tables, table, metric);
                match open::<R, I>(folder, &wanted) {
                    None => {}
                    Some((_, Ok(file))) => {
                        *self.slot(table, metric) = Some(Source::File(Arc::new(file)));
                        attached += 1;
                    }
                    Some((_, Err(error))) => refused.push(error),
                }
            }
        }
        (attached, refused)
    }

    /// Lets all tables go but those under this metric.
    pub fn keep_only(&mut self, metric: Metric) {
        let others = |at: &usize| *at != metric as usize;
        for table in self.tables.values_mut() {
            (0..table.len()).filter(others).for_each(|at| table[at] = None);
        }
    }

    /// Bytes of the file that a table is in; `None` if it is in none.
    pub fn bytes(&self, table: TableId, metric: Metric) -> Option<u64> {
        match self.tables.get(table)?[metric as usize].as_ref()? {
            Source::Memory(_) => None,
            Source::File(file) => Some(file.bytes()),
        }
    }

    /// No table is here.
    pub fn is_empty(&self) -> bool {
        self.tables.values().all(|table| table.iter().all(Option::is_none))
    }

    /// Whether the table is here under this metric.
    #[inline]
    pub fn has(&self, table: TableId, metric: Metric) -> bool {
        self.tables.get(table).is_some_and(|found| found[metric as usize].is_some())
    }

    /// What the table says of a place; `metric` is not [`Metric::Margin`].
    #[inline]
    pub fn value(&self, table: TableId, metric: Metric, at: u64) -> Option<Value> {
        debug_assert_ne!(metric, Metric::Margin, "margins are asked for by `Store::margin`");
        self.code(table, metric, at).and_then(Value::from_code)
    }

    /// What the table of margins says of a place, where it is exact: how much more than the other
    /// side the side to move will still get.
    #[inline]
    pub fn margin(&self, table: TableId, at: u64) -> Option<i16> {
        self.span(table, at).and_then(Span::exact)
    }

    /// The same, exact or not.
    #[inline]
    pub fn span(&self, table: TableId, at: u64) -> Option<Span> {
        self.code(table, Metric::Margin, at).and_then(Span::from_code)
    }

    #[inline]
    fn code(&self, table: TableId, metric: Metric, at: u64) -> Option<u16> {
        let source = self.tables.get(table)?[metric as usize].as_ref()?;
        match source {
            Source::Memory(cells) => Some(cells.code(at)),
            Source::File(file) => file.code(at, &self.budget),
        }
    }

    /// All codes of a table in memory, for who asks so often that looking into a file is too slow.
    pub fn cells(&self, table: TableId, metric: Metric) -> Option<Arc<Cells>> {
        match self.tables.get(table)?[metric as usize].as_ref()? {
            Source::Memory(cells) => Some(Arc::clone(cells)),
            Source::File(file) => file.cells().map(Arc::new),
        }
    }
}
