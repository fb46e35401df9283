//! `plyglot tb build` and `plyglot tb verify`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::memory::Memory;
use crate::progress::{Progress, Voice};
use crate::tb_report::{Line, Peak, Report};
use crate::tb_site::Site;
use plyglot_core::text::number_of;
use plyglot_tablebase::build::{BuildError, BuildOutcome, BuildRequest, build, verify_files};
use plyglot_tablebase::distributed::{Made, Traffic};
use plyglot_tablebase::store::TableSet;
use plyglot_tablebase::verify::Verified;
use plyglot_tablebase::{Cells, Indexer, Metric, TableId};

pub(super) fn build_tables<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    report_to: Option<&Path>,
    voice: &Voice,
) -> Result<(), String> {
    let site = Site::open::<G>(set, request, report_to)?;
    let progress = Progress::new(voice.clone(), request.metric);
    let memory = Memory::read();
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
    report.memory = Peak::since(memory);
    report.end(voice, site.report)
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
    let mut verification = Verification::new(request.metric);
    let mut each = |table, verified| {
        progress.result(&verification.words(set, table, verified));
    };
    let mut begin = |table: TableId| progress.begin(&set.indexer.name(table));
    let result = verify_files(set, request, &progress, &mut begin, &mut each);
    progress.end();
    result.map_err(|error| error.to_string())?;
    verification.end(&progress, voice)
}

/// What a verification has found so far.
pub(super) struct Verification {
    metric: Metric,
    tables: usize,
    wrong: usize,
    unreadable: usize,
    positions: u64,
}

impl Verification {
    pub(super) const fn new(metric: Metric) -> Self {
        Self { metric, tables: 0, wrong: 0, unreadable: 0, positions: 0 }
    }

    /// What is said of a table.
    pub(super) fn words<G: Game>(
        &mut self,
        set: TableSet<'_, G, G::Indexer>,
        table: TableId,
        verified: Verified,
    ) -> String {
        let name = set.indexer.name(table);
        self.tables += 1;
        match verified {
            Verified::Right(count) => {
                self.positions += count;
                format!("{name} {}: {count} positions are right", self.metric)
            }
            Verified::Wrong(mismatch) => {
                self.wrong += 1;
                let pos = set.indexer.unrank(table, mismatch.at);
                let pos = pos.map_or(String::new(), |pos| set.rules.position_text(&pos));
                format!("WRONG {mismatch}: {pos}")
            }
            Verified::Unreadable(why) => {
                self.unreadable += 1;
                format!("UNREADABLE {name}: {why}")
            }
            Verified::Stopped => format!("{name}: stopped"),
        }
    }

    /// Says what all of it came to.
    pub(super) fn end(&self, progress: &Progress, voice: &Voice) -> Result<(), String> {
        let seconds = progress.used().as_secs_f64();
        let Self { tables, wrong, unreadable, positions, .. } = self;
        let number = |count: usize| number_of(count, "table");
        voice.say(format!("{}, {positions} positions, {seconds:.2} s", number(*tables)));
        match (*wrong, *unreadable) {
            (0, 0) => Ok(()),
            (wrong, 0) => Err(format!("{} found wrong", number(wrong))),
            (0, unreadable) => Err(format!("{} cannot be verified", number(unreadable))),
            (wrong, unreadable) => {
                let wrong = number(wrong);
                Err(format!("{wrong} found wrong, {} cannot be verified", number(unreadable)))
            }
        }
    }
}
