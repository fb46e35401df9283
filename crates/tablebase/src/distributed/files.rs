//! Tables in files verified and counted by all ranks.

use super::check::Check;
use super::exchange::Exchange;
use super::found::{found, outline};
use super::needs::{Source, source_for, supply, take_up};
use super::party::Party;
use super::spread;
use crate::build::{BuildError, BuildRequest};
use crate::contents::{Contents, TableIndexer};
use crate::indexer::TableId;
use crate::monitor::Monitor;
use crate::stats::{Counts, count_places};
use crate::store::{TableSet, label};
use crate::value::Value;
use crate::verify::Verified;
use plyglot_core::game::Rules;

/// Bits that a place takes while its table is verified: its code, and what is derived of it.
const BITS: u64 = 40;

/// Verifies tables in files one after the other, as [`crate::build::verify_files`] does by itself.
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
        exchange.retain(&set.indexer.needs(table));
        let source = source_for(party, set, request, (table, BITS));
        let source = source.unwrap_or(Source::Shares);
        let mut taken = supply(&mut exchange, set, request, (table, source))?;
        if taken.is_ok() {
            taken = take_up(&mut exchange, set, request, (table, Source::Shares))?;
        }
        if let Err(why) = taken {
            each(table, Verified::Unreadable(why));
            continue;
        }
        let (of, name) = (outline(set, request, table), set.indexer.name(table));
        let mut check = Check { exchange: &mut exchange, of, name, monitor };
        let verified = check.verify(&I::Contents::nodes(set, table));
        let verified = verified.map_err(BuildError::Rank)?;
        exchange.has_read(|table| set.indexer.name(table)).map_err(BuildError::Rank)?;
        each(table, verified);
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
    // What is damaged is found before anything is told of others.
    let mut there = Vec::new();
    for &table in &request.tables {
        let label = label(set, table, request.metric);
        let (known, refused) = found::<R, I>(&mut exchange, request, &label)?;
        if let Some(why) = refused.into_iter().next() {
            return Err(BuildError::Rank(why));
        }
        there.extend(known.bytes.map(|bytes| (table, label.len, bytes, known.file)));
    }
    for (table, places, bytes, file) in there {
        exchange.retain(&[]);
        let share = spread::read(&mut exchange, places, file.as_ref());
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
