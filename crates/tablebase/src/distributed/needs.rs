//! What a table leads into, on every rank: tables that are finished.
//!
//! As a rule each rank has its part of them, and answers the others. Where that would not fit and all
//! ranks see the folder, or where whoever began the job wants it so, every rank reads the files by itself,
//! with what is left of its memory for their blocks. Places are looked at in order, so their moves lead to
//! few blocks at a time, and nothing is sent; but blocks are to be unpacked: awari to 18 seeds took one
//! rank 29 s of processor time from memory, 37 with 16 MiB of blocks, and 57 with 4.

use std::fs;
use std::path::{Path, PathBuf};

use super::exchange::Exchange;
use super::found::{Known, found};
use super::held::Held;
use super::layout::Layout;
use super::party::Party;
use super::spread;
use crate::build::{BuildError, BuildRequest};
use crate::contents::TableIndexer;
use crate::file::{Label, Reason, Refused};
use crate::indexer::TableId;
use crate::store::{TableSet, label, paths_of};
use crate::value::Metric;
use plyglot_core::game::Rules;

/// Bytes of a rank that are neither places nor blocks.
const SPARE: u64 = 64 << 20;
/// Bytes of blocks with which files are still read at all.
const BLOCK_BYTES_MIN: u64 = 4 << 20;

/// Where a rank finds what a table leads into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// In its part, and in those of others.
    Shares,
    /// In the files, with so many bytes for their blocks.
    Files(u64),
}

/// Where to find what a table leads into if the rank's own places take so many bits each; what it would
/// take if there is too little memory.
pub(super) fn source_for<R: Rules, I: TableIndexer<R>>(
    party: &Party<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    (table, bits): (TableId, u64),
) -> Result<Source, u64> {
    let indexer = set.indexer;
    // The first rank has no fewer chunks than any other.
    let own = |table| Layout::new(indexer.len(table), party.ranks.size()).own_places(0);
    let bits_of_others = if request.metric == Metric::Wdl { 2 } else { 8 };
    let needs = indexer.needs(table);
    let others = needs.iter().map(|need| own(*need)).sum::<u64>() * bits_of_others / 8;
    let least = own(table) * bits / 8 + SPARE;
    let left = request.memory.saturating_sub(least);
    let may_read = left >= BLOCK_BYTES_MIN && !needs.is_empty() && request.folder.is_some();
    let fits = least + others <= request.memory;
    if fits && !(party.read_needed && may_read) {
        Ok(Source::Shares)
    } else if may_read {
        Ok(Source::Files(left))
    } else {
        Err(least + others)
    }
}

/// Whether what rank 0 writes into the folder is there for all.
pub(super) fn is_seen_by_all(exchange: &mut Exchange<'_>, folder: Option<&Path>) -> bool {
    let name = format!(".ranks-{}", std::process::id());
    let name = exchange.broadcast(name.into_bytes());
    let path = folder.map(|folder| folder.join(String::from_utf8_lossy(&name).as_ref()));
    let is_first = exchange.rank() == 0;
    let write = |path: &Path| {
        let parent = path.parent().unwrap_or(path);
        fs::create_dir_all(parent).and_then(|()| fs::write(path, [])).is_ok()
    };
    let is_written = path.as_deref().is_some_and(|path| is_first && write(path));
    exchange.broadcast(Vec::new());
    let is_seen = path.as_deref().is_some_and(Path::exists);
    let [seen] = exchange.reduce([is_seen.into()], u64::min);
    if let Some(path) = path.filter(|_| is_written) {
        // Nobody takes it for a table if it stays.
        let _ = fs::remove_file(path);
    }
    seen == 1
}

/// Takes up what a table leads into; the inner error says why a file cannot be read.
pub(super) fn supply<R: Rules, I: TableIndexer<R>>(
    exchange: &mut Exchange<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    (table, source): (TableId, Source),
) -> Result<Result<(), String>, BuildError> {
    if let Source::Files(bytes) = source {
        exchange.set_block_bytes(bytes);
    }
    for need in set.indexer.needs(table) {
        let is_held = match exchange.held(need) {
            Some(Held::Share(_)) => source == Source::Shares,
            Some(Held::File(_)) => source != Source::Shares,
            None => false,
        };
        if !is_held && let Err(why) = take_up(exchange, set, request, (need, source))? {
            return Ok(Err(why));
        }
    }
    Ok(Ok(()))
}

/// Takes up the table in a file, in parts where not all see it; the inner error says why it cannot be
/// read.
pub(super) fn take_up<R: Rules, I: TableIndexer<R>>(
    exchange: &mut Exchange<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    (table, source): (TableId, Source),
) -> Result<Result<(), String>, BuildError> {
    let label = label(set, table, request.metric);
    let paths = request.folder.map(|folder| paths_of::<R, I>(folder, &label));
    let paths: Vec<PathBuf> =
        paths.into_iter().flat_map(|(own, older)| [Some(own), older]).flatten().collect();
    let known = match readable::<R, I>(exchange, request, &label, &paths) {
        Ok(known) => known,
        Err(why) => return Ok(Err(why)),
    };
    let mut file = known.file;
    let is_read =
        source != Source::Shares && spread::open_on_all(exchange, &paths, &label, &mut file);
    let held = match file {
        Some(file) if is_read => Held::File(file),
        file => {
            let share = spread::read(exchange, label.len, file.as_ref());
            Held::Share(share.map_err(BuildError::Rank)?)
        }
    };
    exchange.keep(table, held);
    exchange.reduce([], u64::max);
    Ok(Ok(()))
}

/// A table's file, or why it cannot be read.
fn readable<R: Rules, I: TableIndexer<R>>(
    exchange: &mut Exchange<'_>,
    request: &BuildRequest<'_>,
    label: &Label,
    paths: &[PathBuf],
) -> Result<Known, String> {
    match found::<R, I>(exchange, request, label) {
        Ok((Known { bytes: None, .. }, refused)) => {
            let path = paths.first().cloned().unwrap_or_default();
            let missing = Refused { path, reason: Reason::Missing };
            Err(refused.into_iter().next().unwrap_or_else(|| missing.to_string()))
        }
        Ok((known, _)) => Ok(known),
        Err(error) => Err(error.to_string()),
    }
}
