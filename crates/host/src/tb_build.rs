//! `plyglot tb build` and `plyglot tb verify`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::progress::{Progress, Voice};
use crate::tb_report::{Line, Report};
use plyglot_tablebase::build::{BuildError, BuildOutcome, BuildRequest, build, verify_files};
use plyglot_tablebase::distributed::{Made, Traffic};
use plyglot_tablebase::store::TableSet;
use plyglot_tablebase::verify::Verified;
use plyglot_tablebase::{Cells, Indexer, TableId};

pub(super) fn build_tables<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    report_to: Option<&Path>,
    voice: &Voice,
) -> Result<(), String> {
    let progress = Progress::new(voice.clone(), request.metric);
    let mut report = Report::new(1, request.metric);
    let mut begun = Duration::ZERO;
    let mut each = |table: TableId, cells: &Arc<Cells>, outcome: BuildOutcome| {
        let now = progress.used();
        let seconds = now.saturating_sub(begun).as_secs_f64();
        begun = now;
        let (name, places) = (set.indexer.name(table), cells.len());
        let line = Line { name, places, seconds, made: made(outcome) };
        progress.result(&report.words(&line));
        report.lines.push(line);
    };
    let mut begin = |table: TableId| progress.begin(&set.indexer.name(table));
    let result = build(set, request, &progress, &mut begin, &mut each);
    progress.end();
    result.map_err(|error: BuildError| error.to_string())?;
    report.seconds = progress.used().as_secs_f64();
    report.end(voice, report_to)
}

fn made(outcome: BuildOutcome) -> Made {
    let traffic = Traffic::default();
    match outcome {
        BuildOutcome::Found { bytes } => {
            Made { is_found: true, bytes: Some(bytes), refused: Vec::new(), traffic }
        }
        BuildOutcome::Built { bytes, refused } => {
            let refused = refused.iter().map(ToString::to_string).collect();
            Made { is_found: false, bytes, refused, traffic }
        }
    }
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
