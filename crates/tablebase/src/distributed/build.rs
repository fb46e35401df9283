//! Tables built by all ranks, one after the other.

use super::checkpoint::Keeper;
use super::exchange::{Exchange, Traffic};
use super::found::{found, outline};
use super::held::Held;
use super::layout::{Layout, OWN_PLACES_MAX};
use super::make::{building_bits, make};
use super::needs::{Source, is_seen_by_all, source_for, supply};
use super::party::{Made, Party};
use super::spread;
use crate::build::{BuildError, BuildRequest, needed_by};
use crate::contents::{Contents, TableIndexer};
use crate::file::{Label, checkpoint_of, forget_checkpoint};
use crate::indexer::TableId;
use crate::monitor::Monitor;
use crate::store::{TableSet, label, paths_of};
use plyglot_core::game::Rules;

/// Builds tables one after the other, as [`crate::build::build`] does by itself. Every rank calls
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
    let begins = party.obstacle.clone().map_or(Ok(()), Err);
    exchange.agree(begins).map_err(BuildError::Rank)?;
    // What will not fit is said before hours are spent on what it needs.
    let missing = missing(&mut exchange, &request.tables, &|table| {
        let label = label(set, table, request.metric);
        request.folder.is_some_and(|folder| paths_of::<R, I>(folder, &label).0.exists())
    });
    let mut reads = None;
    for &table in &missing {
        let is_read = fits(party, set, request, table)? != Source::Shares;
        reads = reads.or_else(|| is_read.then(|| set.indexer.name(table)));
    }
    let keeps = party.checkpoint.is_some() && !missing.is_empty();
    if (reads.is_some() || keeps) && !is_seen_by_all(&mut exchange, request.folder) {
        let what = reads.map_or("checkpoints are kept in".to_owned(), |name| {
            format!("{name}: the tables it needs are to be read in")
        });
        return Err(BuildError::Rank(format!("{what} the folder, which not all ranks see")));
    }
    for (i, &table) in request.tables.iter().enumerate() {
        begin(table);
        let needed = needed_by(&request.tables[i..], &|table| set.indexer.needs(table));
        exchange.retain(&needed);
        let made = one(party, &mut exchange, set, request, table, monitor)?;
        each(table, &made);
    }
    Ok(())
}

/// The tables that rank 0 finds no file of.
fn missing(
    exchange: &mut Exchange<'_>,
    tables: &[TableId],
    is_there: &dyn Fn(TableId) -> bool,
) -> Vec<TableId> {
    let there = exchange.broadcast(tables.iter().map(|at| u8::from(is_there(*at))).collect());
    let missing = tables.iter().zip(there).filter(|(_, there)| *there == 0);
    missing.map(|(table, _)| *table).collect()
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
        if exchange.rank() == 0
            && let Some(path) = &path
        {
            forget_checkpoint(path);
        }
        let traffic = traffic_since(exchange, before);
        return Ok(Made { is_found: true, bytes: Some(bytes), refused, traffic });
    }
    let source = fits(party, set, request, table)?;
    supply(exchange, set, request, (table, source))?.map_err(BuildError::Rank)?;
    let nodes = I::Contents::nodes(set, table);
    let of = outline(set, request, table);
    let about = about(&label);
    let mut keeper =
        Keeper::new(path.as_deref().map(checkpoint_of), party.checkpoint, party.clock, about);
    let share = make(exchange, &nodes, of, &mut keeper, monitor).map_err(BuildError::Rank)?;
    exchange.has_read(|table| set.indexer.name(table)).map_err(BuildError::Rank)?;
    let written = path.as_deref().map(|path| spread::write(exchange, path, &label, &share));
    let bytes = written.transpose().map_err(BuildError::Rank)?;
    keeper.done(exchange);
    refused.extend(keeper.refused);
    exchange.keep(table, Held::Share(share));
    let traffic = traffic_since(exchange, before);
    Ok(Made { is_found: false, bytes, refused, traffic })
}

/// What a checkpoint must be of.
fn about(label: &Label) -> String {
    let Label { game, rules, name, index_version, metric, len, .. } = label;
    format!("{game}, {rules}, {name} {metric}, numbering {index_version}, {len} places")
}

/// What all ranks have sent since then.
fn traffic_since(exchange: &mut Exchange<'_>, before: Traffic) -> Traffic {
    let Traffic { messages, bytes } = exchange.traffic;
    let own = [messages - before.messages, bytes - before.bytes];
    let [messages, bytes] = exchange.reduce(own, |a, b| a + b);
    Traffic { messages, bytes }
}

/// Where every rank finds what a table needs, if it has memory enough.
fn fits<R: Rules, I: TableIndexer<R>>(
    party: &Party<'_>,
    set: TableSet<'_, R, I>,
    request: &BuildRequest<'_>,
    table: TableId,
) -> Result<Source, BuildError> {
    let (name, len) = (set.indexer.name(table), set.indexer.len(table));
    if Layout::new(len, party.ranks.size()).own_places(0) > OWN_PLACES_MAX {
        let least = len.div_ceil(OWN_PLACES_MAX);
        return Err(BuildError::Rank(format!(
            "{name}: found {} ranks, expected at least {least}: a rank has at most {OWN_PLACES_MAX} \
             places",
            party.ranks.size()
        )));
    }
    let bits = building_bits(&I::Contents::nodes(set, table), request.metric);
    source_for(party, set, request, (table, bits)).map_err(|needed| BuildError::Memory {
        table: name,
        needed: needed.div_ceil(1 << 20),
        allowed: request.memory >> 20,
    })
}
