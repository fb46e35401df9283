//! Tables made by several processes, each with its own memory [romein-bal-2003]
//! [lake-schaeffer-lu-1994].
//!
//! All ranks go through the same list of tables. Of each a rank has the places of its chunks and
//! nothing else (`layout`): what is known of them while the table is made (`kind`, one for each
//! thing that tables hold), and of finished tables their codes. What leads from a place of one rank
//! to one of another is a message (`exchange`), sent when there are enough of them or nothing else
//! to do; nobody waits for anybody within a round (`solver`). So memory, and all work but the
//! writing of files, is shared out evenly, whatever the number of ranks; the tables are, byte for
//! byte, those of a single process.
//!
//! Files in the order of reading; each names only those above it: `layout` and `share` (who has
//! which places, and what of them), `exchange` (messages), `kind` with `distances`, `wins`, `margins`
//! and `spans` (what is known of a place), `look` (every place seen once), `checkpoint` (kept on
//! disk), `solver` (rounds), `make` (a table), `spread` (files); `derive`, `founded` and `check` (a
//! table verified).

mod check;
mod checkpoint;
mod derive;
mod distances;
mod exchange;
mod founded;
mod kind;
mod layout;
mod look;
mod make;
mod margins;
mod share;
mod solver;
mod spans;
mod spread;
mod wins;

use std::path::{Path, PathBuf};
use std::time::Duration;

use self::check::Check;
use self::checkpoint::Keeper;
use self::exchange::Exchange;
pub use self::exchange::Traffic;
use self::layout::{Layout, OWN_PLACES_MAX};
use self::make::{building_bits, make};
use super::build::{BuildError, BuildRequest};
use super::contents::{Contents, TableIndexer};
use super::file::{Label, Reason, Refused, TableFile};
use super::indexer::TableId;
use super::monitor::Monitor;
use super::nodes::Outline;
use super::stats::{Counts, count_places};
use super::store::{self, TableSet, label, paths_of};
use super::value::Value;
use super::verify::Verified;
use plyglot_core::game::Rules;
use plyglot_ranks::Ranks;

/// Who makes tables together, and how often that is kept.
pub struct Party<'a> {
    /// The ranks.
    pub ranks: &'a dyn Ranks,
    /// The time between two checkpoints of a table under way; none are kept if `None`.
    pub checkpoint: Option<Duration>,
    /// The time since the job began.
    pub clock: &'a dyn Fn() -> Duration,
}

impl std::fmt::Debug for Party<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}, checkpoint {:?}", self.ranks, self.checkpoint)
    }
}

/// What became of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// A sound file was there.
    pub is_found: bool,
    /// Bytes of its file, if it is in one.
    pub bytes: Option<u64>,
    /// Why an older file or a checkpoint was not used.
    pub refused: Vec<String>,
    /// What all ranks have sent for it.
    pub traffic: Traffic,
}

/// What rank 0 has found in the folder.
enum Found {
    Nothing,
    /// A file that cannot be used.
    Refused(String),
    File(TableFile),
    /// A file that must not be touched.
    Error(String),
}

/// Builds tables one after the other, as [`super::build::build`] does by itself. Every rank calls
/// this with the same request; all are told the same.
pub fn build<R: Rules, I: TableIndexer<R>>(
    party: &Party<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    monitor: &dyn Monitor,
    begin: &mut dyn FnMut(TableId),
    each: &mut dyn FnMut(TableId, &Made),
) -> Result<(), BuildError> {
    set.indexer.is_sound(set.rules).map_err(BuildError::Unsound)?;
    let mut exchange = Exchange::new(party.ranks);
    // What will not fit is said before hours are spent on what it needs.
    let is_there = |table| {
        let file = request
            .folder
            .map(|folder| paths_of::<R, I>(folder, &label(set, table, request.metric)).0);
        u8::from(file.is_some_and(|file| file.exists()))
    };
    let there = exchange.broadcast(request.tables.iter().map(|table| is_there(*table)).collect());
    for (&table, _) in request.tables.iter().zip(there).filter(|(_, there)| *there == 0) {
        fits(&exchange, set, request, table)?;
    }
    for (i, &table) in request.tables.iter().enumerate() {
        begin(table);
        let later = request.tables[i..].iter();
        let needed: Vec<TableId> = later.flat_map(|later| set.indexer.needs(*later)).collect();
        exchange.retain(&needed);
        let made = one(party, &mut exchange, set, request, table, monitor)?;
        each(table, &made);
    }
    Ok(())
}

fn one<R: Rules, I: TableIndexer<R>>(
    party: &Party<'_>,
    exchange: &mut Exchange<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    table: TableId,
    monitor: &dyn Monitor,
) -> Result<Made, BuildError> {
    let before = exchange.traffic;
    let label = label(set, table, request.metric);
    let path = request.folder.map(|folder| paths_of::<R, I>(folder, &label).0);
    let (file, mut refused) = found::<R, I>(exchange, request, &label)?;
    if let Some(bytes) = file.bytes {
        let share = spread::read(exchange, label.len, file.file.as_ref());
        exchange.keep(table, share.map_err(BuildError::Rank)?);
        let traffic = traffic_since(exchange, before);
        return Ok(Made { is_found: true, bytes: Some(bytes), refused, traffic });
    }
    let nodes = I::Contents::nodes(set, table);
    let of = outline(set, request, table);
    let about = about(&label);
    let mut keeper =
        Keeper::new(path.as_deref().map(folder_of), party.checkpoint, party.clock, about);
    let share = make(exchange, &nodes, of, &mut keeper, monitor).map_err(BuildError::Rank)?;
    let bytes = path.map(|path| spread::write(exchange, &path, &label, &share)).transpose();
    let bytes = bytes.map_err(BuildError::Rank)?;
    keeper.done(exchange);
    refused.extend(keeper.refused);
    exchange.keep(table, share);
    let traffic = traffic_since(exchange, before);
    Ok(Made { is_found: false, bytes, refused, traffic })
}

/// Where checkpoints of the table in this file stand.
fn folder_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// What a checkpoint must be of.
fn about(label: &Label) -> String {
    let Label { game, rules, name, index_version, metric, len, .. } = label;
    format!("{game}, {rules}, {name} {metric}, numbering {index_version}, {len} places")
}

/// A table's file as all ranks know of it.
struct Known {
    /// Its length, if there is a sound one.
    bytes: Option<u64>,
    /// The file itself, on rank 0.
    file: Option<TableFile>,
}

/// What rank 0 finds in the folder, told to all.
fn found<R: Rules, I: TableIndexer<R>>(
    exchange: &mut Exchange<'_>,
    request: &BuildRequest<'_>,
    label: &Label,
) -> Result<(Known, Vec<String>), BuildError> {
    let found =
        if exchange.rank() == 0 { look_for::<R, I>(request, label) } else { Found::Nothing };
    let (kind, text) = match &found {
        Found::Nothing => (b'-', String::new()),
        Found::Refused(why) => (b'?', why.clone()),
        Found::File(file) => (b'+', file.bytes().to_string()),
        Found::Error(why) => (b'!', why.clone()),
    };
    let word = exchange.broadcast([&[kind], text.as_bytes()].concat());
    let text = String::from_utf8_lossy(&word[1..]).into_owned();
    let file = if let Found::File(file) = found { Some(file) } else { None };
    let known = |bytes| Known { bytes, file };
    match word[0] {
        b'+' => Ok((known(text.parse().ok()), Vec::new())),
        b'?' => Ok((known(None), vec![text])),
        b'!' => Err(BuildError::Rank(text)),
        _ => Ok((known(None), Vec::new())),
    }
}

fn look_for<R: Rules, I: TableIndexer<R>>(request: &BuildRequest<'_>, label: &Label) -> Found {
    let Some(folder) = request.folder else { return Found::Nothing };
    let own = paths_of::<R, I>(folder, label).0;
    match store::open::<R, I>(folder, label) {
        Some((_, Ok(file))) => Found::File(file),
        Some((path, Err(error))) if path == own => match error.reason {
            Reason::Other { what: "game" | "rules", .. } => Found::Error(error.to_string()),
            _ => Found::Refused(error.to_string()),
        },
        None | Some((_, Err(_))) => Found::Nothing,
    }
}

/// The largest of what the ranks have to say, on every rank; to be called by all of them.
pub fn largest(ranks: &dyn Ranks, own: u64) -> u64 {
    Exchange::new(ranks).reduce([own], u64::max)[0]
}

/// Verifies tables in files one after the other, as [`super::build::verify_files`] does by itself.
pub fn verify_files<R: Rules, I: TableIndexer<R>>(
    party: &Party<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    monitor: &dyn Monitor,
    begin: &mut dyn FnMut(TableId),
    each: &mut dyn FnMut(TableId, Verified),
) -> Result<(), BuildError> {
    let mut exchange = Exchange::new(party.ranks);
    for &table in &request.tables {
        begin(table);
        let needs = set.indexer.needs(table);
        exchange.retain(&needs);
        let mut unreadable = None;
        for one in needs.into_iter().chain([table]) {
            if exchange.share(one).is_none() && unreadable.is_none() {
                unreadable = spread_file(&mut exchange, set, request, one)?;
            }
        }
        if let Some(why) = unreadable {
            each(table, Verified::Unreadable(why));
            continue;
        }
        let (of, name) = (outline(set, request, table), set.indexer.name(table));
        let mut check = Check { exchange: &mut exchange, of, name, monitor };
        let verified = check.verify(&I::Contents::nodes(set, table));
        each(table, verified.map_err(BuildError::Rank)?);
    }
    Ok(())
}

/// Counts what tables in files hold, each side to move by itself; `each` is told of every table that
/// has a file, with the bytes of it.
pub fn count_files<R: Rules, I: TableIndexer<R>>(
    party: &Party<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    value_of: &(dyn Fn(u16) -> Option<Value> + Sync),
    each: &mut dyn FnMut(TableId, u64, [Counts; 2]),
) -> Result<(), BuildError> {
    let mut exchange = Exchange::new(party.ranks);
    for &table in &request.tables {
        exchange.retain(&[]);
        let label = label(set, table, request.metric);
        let (known, refused) = found::<R, I>(&mut exchange, request, &label)?;
        if let Some(why) = refused.into_iter().next() {
            return Err(BuildError::Rank(why));
        }
        let Some(bytes) = known.bytes else { continue };
        let share = spread::read(&mut exchange, label.len, known.file.as_ref());
        let share = share.map_err(BuildError::Rank)?;
        let own = 0..share.cells.len();
        let places =
            own.map(|own| (share.layout.at(exchange.rank(), own), value_of(share.cells.code(own))));
        let counts = count_places(set.rules, set.indexer, table, places);
        each(table, bytes, merged(&mut exchange, &counts));
    }
    Ok(())
}

/// The counts of all ranks together.
fn merged(exchange: &mut Exchange<'_>, own: &[Counts; 2]) -> [Counts; 2] {
    let rows = own.iter().map(|side| side.by_distance.len() as u64).max().unwrap_or(0);
    let [rows] = exchange.reduce([rows], u64::max);
    [&own[0], &own[1]].map(|side| {
        let sums = exchange.reduce_list(side.numbers(rows as usize), |a, b| a + b);
        let mut all = Counts::from_numbers(&sums);
        let farthest = all.by_distance.iter().rposition(|row| row[0] + row[1] > 0);
        if let Some(plies) = farthest {
            let first = side.longest.filter(|longest| usize::from(longest.plies) == plies);
            let [at] = exchange.reduce([first.map_or(u64::MAX, |first| first.at)], u64::min);
            all.set_longest(plies as u16, at);
        }
        all
    })
}

/// Spreads the file of a table; why that cannot be done, if so.
fn spread_file<R: Rules, I: TableIndexer<R>>(
    exchange: &mut Exchange<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    table: TableId,
) -> Result<Option<String>, BuildError> {
    let label = label(set, table, request.metric);
    let known = match found::<R, I>(exchange, request, &label) {
        Ok((Known { bytes: None, .. }, refused)) => {
            let path = request.folder.map(|folder| paths_of::<R, I>(folder, &label).0);
            let path = path.unwrap_or_default();
            let missing = || Refused { path, reason: Reason::Missing }.to_string();
            return Ok(Some(refused.into_iter().next().unwrap_or_else(missing)));
        }
        Ok((known, _)) => known,
        Err(error) => return Ok(Some(error.to_string())),
    };
    let share = spread::read(exchange, label.len, known.file.as_ref());
    exchange.keep(table, share.map_err(BuildError::Rank)?);
    exchange.reduce([], u64::max);
    Ok(None)
}

fn outline<R: Rules, I: TableIndexer<R>>(
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    table: TableId,
) -> Outline {
    Outline {
        table,
        places: set.indexer.len(table),
        metric: request.metric,
        limit: I::Contents::counter_limit(set.indexer),
        merges: set.indexer.may_coincide(table),
    }
}

/// What all ranks have sent since then.
fn traffic_since(exchange: &mut Exchange<'_>, before: Traffic) -> Traffic {
    let Traffic { messages, bytes } = exchange.traffic;
    let own = [messages - before.messages, bytes - before.bytes];
    let [messages, bytes] = exchange.reduce(own, |a, b| a + b);
    Traffic { messages, bytes }
}

/// Whether every rank has memory enough for its places of a table.
fn fits<R: Rules, I: TableIndexer<R>>(
    exchange: &Exchange<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    table: TableId,
) -> Result<(), BuildError> {
    let indexer = set.indexer;
    let len = indexer.len(table);
    // The first rank has no fewer chunks than any other.
    let own = |len| Layout::new(len, exchange.size()).own_places(0);
    let bits = building_bits(&I::Contents::nodes(set, table), request.metric);
    let bits_of_others = if request.metric == super::value::Metric::Wdl { 2 } else { 8 };
    let others: u64 = indexer.needs(table).into_iter().map(|need| own(indexer.len(need))).sum();
    let needed = (own(len) * bits + others * bits_of_others) / 8 + (64 << 20);
    let name = indexer.name(table);
    if own(len) > OWN_PLACES_MAX {
        let least = len.div_ceil(OWN_PLACES_MAX);
        return Err(BuildError::Rank(format!(
            "{name}: found {} ranks, expected at least {least}: a rank has at most {OWN_PLACES_MAX} \
             places",
            exchange.size()
        )));
    }
    if needed <= request.memory {
        return Ok(());
    }
    let (needed, allowed) = (needed.div_ceil(1 << 20), request.memory >> 20);
    Err(BuildError::Memory { table: name, needed, allowed })
}
