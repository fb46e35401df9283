//! `plyglot tb build` and `plyglot tb verify`.

use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::progress::{Progress, Voice};
use plyglot_tablebase::build::{BuildError, BuildOutcome, BuildRequest, build, verify_files};
use plyglot_tablebase::store::TableSet;
use plyglot_tablebase::verify::Verified;
use plyglot_tablebase::{Cells, Indexer, TableId};

pub(super) fn build_tables<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    voice: &Voice,
) -> Result<(), String> {
    let progress = Progress::new(voice.clone(), request.metric);
    let (mut places, mut bytes, mut begun) = (0, 0, Duration::ZERO);
    let mut each = |table: TableId, cells: &Arc<Cells>, made: BuildOutcome| {
        let name = set.indexer.name(table);
        let now = progress.used();
        let seconds = now.saturating_sub(begun).as_secs_f64();
        begun = now;
        places += cells.len();
        let line = match made {
            BuildOutcome::Found { bytes: found } => {
                bytes += found;
                format!("{name} {}: there already, {found} bytes", request.metric)
            }
            BuildOutcome::Built { bytes: written, refused } => {
                let written = written.unwrap_or_default();
                bytes += written;
                let why = refused.map_or(String::new(), |error| format!("{error}; built anew\n"));
                format!(
                    "{why}{name} {}: {} places, {seconds:.2} s, {written} bytes",
                    request.metric,
                    cells.len()
                )
            }
        };
        progress.result(&line);
    };
    let mut begin = |table: TableId| progress.begin(&set.indexer.name(table));
    let result = build(set, request, &progress, &mut begin, &mut each);
    progress.end();
    result.map_err(|error: BuildError| error.to_string())?;
    let seconds = progress.used().as_secs_f64();
    let rate = u128::from(places) * 1000 / progress.used().as_millis().max(1);
    let tables = request.tables.len();
    voice.say(format!(
        "{tables} tables, {places} places, {seconds:.2} s, {rate} places a second, {bytes} bytes{}",
        peak_memory()
    ));
    Ok(())
}

/// `, peak 312 MiB`, where the system says so.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line
        .and_then(|line| line.trim().strip_suffix(" kB"))
        .and_then(|kib| kib.trim().parse::<u64>().ok());
    kib.map_or(String::new(), |kib| format!(", peak {} MiB", kib >> 10))
}

pub(super) fn verify_tables<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    voice: &Voice,
) -> Result<(), String> {
    let progress = Progress::new(voice.clone(), request.metric);
    let (mut wrong, mut unreadable, mut positions) = (0, 0, 0);
    let mut each = |table: TableId, verified: Verified| {
        let name = set.indexer.name(table);
        let line = match verified {
            Verified::Right(count) => {
                positions += count;
                format!("{name} {}: {count} positions are right", request.metric)
            }
            Verified::Wrong(mismatch) => {
                wrong += 1;
                let pos = set.indexer.unrank(table, mismatch.at);
                let pos = pos.map_or(String::new(), |pos| set.rules.position_text(&pos));
                format!("WRONG {mismatch}: {pos}")
            }
            Verified::Unreadable(why) => {
                unreadable += 1;
                format!("UNREADABLE {name}: {why}")
            }
            Verified::Stopped => format!("{name}: stopped"),
        };
        progress.result(&line);
    };
    let mut begin = |table: TableId| progress.begin(&set.indexer.name(table));
    let result = verify_files(set, request, &progress, &mut begin, &mut each);
    progress.end();
    result.map_err(|error| error.to_string())?;
    let seconds = progress.used().as_secs_f64();
    voice.say(format!("{} tables, {positions} positions, {seconds:.2} s", request.tables.len()));
    match (wrong, unreadable) {
        (0, 0) => Ok(()),
        (wrong, 0) => Err(format!("{wrong} tables are wrong")),
        (0, unreadable) => Err(format!("{unreadable} tables cannot be verified")),
        _ => Err(format!("{wrong} tables are wrong, {unreadable} cannot be verified")),
    }
}
