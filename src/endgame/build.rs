//! Builds tables in order, each after those it leads into, and keeps them in files.
//!
//! A file is in place only when it is finished, so a build that was killed goes on where it stopped:
//! tables whose files are sound are read, not built. Tables that no later one needs are forgotten.

use std::path::Path;
use std::sync::Arc;

use super::file::{self, Reason, Refused};
use super::margin::{self, MarginPlan};
use super::plan::{Known, Plan, Watcher};
use super::store::{self, label, paths_of};
use super::value::{Cells, Metric};
use super::verify::{Verified, verify, verify_margins};
use super::{Index, TableId, bounds, retro, sweep};
use crate::game::Rules;
use crate::game::repetition::Then;

/// The game a build is for.
#[derive(Debug)]
pub struct Subject<'a, R, I> {
    /// Its name.
    pub game: &'a str,
    /// The rules in force.
    pub rules: &'a R,
    /// Its index.
    pub index: &'a I,
}

impl<R, I> Clone for Subject<'_, R, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, I> Copy for Subject<'_, R, I> {}

/// Which algorithm makes a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builder {
    /// Backwards with counters: fast.
    Retrograde,
    /// The sweeps of [fierz-egdb]: plain.
    Sweep,
}

/// What is to be built.
#[derive(Clone, Debug)]
pub struct Order<'a> {
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
    /// The rules do not allow tables.
    #[error("{0}")]
    Unsound(&'static str),
    /// The watcher said so.
    #[error("stopped")]
    Stopped,
}

/// What became of one table.
#[derive(Debug)]
pub enum Made {
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

/// Whether values without a history are right under these rules: a cycle must be a draw. Fails
/// closed: whatever is not known to be right is not.
pub fn is_sound_for<R: Rules>(rules: &R) -> Result<(), &'static str> {
    let repetition = rules.repetition();
    match repetition.then {
        _ if !repetition.is_on() => Ok(()),
        Then::Draw => Ok(()),
        Then::Settled => Err("tables of wins and losses do not know what a repeated board settles"),
        Then::Forbidden => {
            Err("tables know no history, and these rules forbid what has been before")
        }
        Then::RepeaterLoses => {
            Err("tables know no history, and under these rules who repeats has lost")
        }
    }
}

/// These tables, and all that they need, in order.
pub fn with_needs<R: Rules, I: Index<R>>(index: &I, rules: &R, wanted: &[TableId]) -> Vec<TableId> {
    let mut all = wanted.to_vec();
    let mut open = wanted.to_vec();
    while let Some(table) = open.pop() {
        for need in index.needs(table) {
            if !all.contains(&need) {
                all.push(need);
                open.push(need);
            }
        }
    }
    let order = index.tables(rules, u8::MAX);
    order.into_iter().filter(|table| all.contains(table)).collect()
}

/// Builds tables one after the other; `begin` is told of each before, `each` after.
pub fn build<R: Rules, I: Index<R>>(
    subject: Subject<'_, R, I>,
    order: &Order<'_>,
    watcher: &dyn Watcher,
    begin: &mut dyn FnMut(TableId),
    each: &mut dyn FnMut(TableId, &Arc<Cells>, Made),
) -> Result<(), BuildError> {
    subject.index.is_sound(subject.rules).map_err(BuildError::Unsound)?;
    // What will not fit is said before hours are spent on what it needs.
    let is_there = |table| {
        let Subject { game, rules, index } = subject;
        let wanted = label((game, rules, index), table, order.metric);
        order.folder.is_some_and(|folder| {
            let (own, older) = paths_of::<R, I>(folder, &wanted);
            own.exists() || older.is_some_and(|older| older.exists())
        })
    };
    for &table in &order.tables {
        if !is_there(table) {
            fits(subject, order, table)?;
        }
    }
    let mut known = Known::default();
    for (i, &table) in order.tables.iter().enumerate() {
        begin(table);
        let later = &order.tables[i..];
        let needed: Vec<TableId> =
            later.iter().flat_map(|later| subject.index.needs(*later)).collect();
        known.retain(&needed);
        let (cells, made) = one(subject, order, table, &known, watcher)?;
        if needed.contains(&table) || order.folder.is_none() {
            known.insert(table, Arc::clone(&cells));
        }
        each(table, &cells, made);
    }
    Ok(())
}

fn one<R: Rules, I: Index<R>>(
    subject: Subject<'_, R, I>,
    order: &Order<'_>,
    table: TableId,
    known: &Known,
    watcher: &dyn Watcher,
) -> Result<(Arc<Cells>, Made), BuildError> {
    let Subject { game, rules, index } = subject;
    let wanted = label((game, rules, index), table, order.metric);
    let path = order.folder.map(|folder| paths_of::<R, I>(folder, &wanted).0);
    let mut refused = None;
    match order.folder.and_then(|folder| store::open::<R, I>(folder, &wanted)) {
        Some((_, Ok(file))) => {
            let bytes = file.bytes();
            if let Some(cells) = file.cells() {
                return Ok((Arc::new(cells), Made::Found { bytes }));
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
    fits(subject, order, table)?;
    let cells = solved(subject, order, table, known, watcher).ok_or(BuildError::Stopped)?;
    let bytes = path.map(|path| file::write(&path, &wanted, &cells)).transpose()?;
    Ok((Arc::new(cells), Made::Built { bytes, refused }))
}

/// Whether there is memory enough to build a table.
fn fits<R: Rules, I: Index<R>>(
    subject: Subject<'_, R, I>,
    order: &Order<'_>,
    table: TableId,
) -> Result<(), BuildError> {
    let Subject { rules, index, .. } = subject;
    // Two bytes for the code and one for the counter, twice the codes when they are packed, and the
    // outboxes of a batch; the tables it leads into have a byte a place as a rule.
    let bytes_each = if index.endless(rules, table) > 0 { 16 } else { 6 };
    let others: u64 = index.needs(table).into_iter().map(|need| index.len(need)).sum();
    let needed = index.len(table) * bytes_each + others + (64 << 20);
    if needed <= order.memory {
        return Ok(());
    }
    // Rounded so that what is said to be needed is more than what is said to be allowed.
    let (needed, allowed) = (needed.div_ceil(1 << 20), order.memory >> 20);
    Err(BuildError::Memory { table: index.name(table), needed, allowed })
}

/// One table by the builder asked for; `None` if the watcher stopped it.
fn solved<R: Rules, I: Index<R>>(
    subject: Subject<'_, R, I>,
    order: &Order<'_>,
    table: TableId,
    known: &Known,
    watcher: &dyn Watcher,
) -> Option<Cells> {
    let Subject { rules, index, .. } = subject;
    if I::MARGINS {
        let plan = MarginPlan { rules, index, table, known };
        if index.endless(rules, table) > 0 {
            return bounds::build(&plan, watcher).map(|codes| Cells::pack(order.metric, codes));
        }
        let codes = match order.builder {
            Builder::Sweep => margin::sweep(&plan, watcher),
            Builder::Retrograde => index
                .margins_in_order(rules, table, known, watcher)
                .unwrap_or_else(|| margin::backwards(&plan, watcher)),
        };
        return codes.map(Cells::Bytes);
    }
    let plan = Plan { rules, index, table, metric: order.metric, known, zeroed: None };
    let codes = match order.builder {
        Builder::Retrograde => retro::build(&plan, watcher),
        Builder::Sweep => sweep::build(&plan, watcher),
    };
    codes.map(|codes| Cells::pack(order.metric, codes))
}

/// Verifies tables in files one after the other; `begin` is told of each before, `each` what was
/// found.
pub fn verify_files<R: Rules, I: Index<R>>(
    subject: Subject<'_, R, I>,
    order: &Order<'_>,
    watcher: &dyn Watcher,
    begin: &mut dyn FnMut(TableId),
    each: &mut dyn FnMut(TableId, Verified),
) -> Result<(), BuildError> {
    let Subject { game, rules, index } = subject;
    let Some(folder) = order.folder else { return Ok(()) };
    let mut known = Known::default();
    let read = |table: TableId| {
        let wanted = label((game, rules, index), table, order.metric);
        let missing = || {
            let reason = std::io::Error::from(std::io::ErrorKind::NotFound).into();
            Refused { path: paths_of::<R, I>(folder, &wanted).0, reason }
        };
        let (path, file) = store::open::<R, I>(folder, &wanted).ok_or_else(missing)?;
        let damaged = || Refused { path, reason: Reason::Damaged };
        file?.cells().map(Arc::new).ok_or_else(damaged)
    };
    for &table in &order.tables {
        begin(table);
        let needs = index.needs(table);
        known.retain(&needs);
        for need in needs {
            if known.get(need).is_none() {
                known.insert(need, read(need)?);
            }
        }
        let cells = read(table)?;
        let code_at = |at| cells.code(at);
        let verified = if I::MARGINS {
            let plan = MarginPlan { rules, index, table, known: &known };
            if index.endless(rules, table) > 0 {
                bounds::verify(&plan, &code_at, watcher)
            } else {
                verify_margins(&plan, &|at| code_at(at) as u8, watcher)
            }
        } else {
            let metric = order.metric;
            let plan = Plan { rules, index, table, metric, known: &known, zeroed: None };
            verify(&plan, &code_at, watcher)
        };
        if verified == Verified::Stopped {
            return Err(BuildError::Stopped);
        }
        known.insert(table, cells);
        each(table, verified);
    }
    Ok(())
}
