//! `plyglot tb` by several processes: tables built, verified and counted by all ranks of a job.
//!
//! Every rank runs this with the same arguments; rank 0 says what there is to say.

use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::game::Game;
use crate::progress::{Progress, Said, Voice};
use crate::tb::{TbJob, TbTask, metric_of, wanted_tables};
use crate::tb_report::{Line, Report};
use plyglot_core::Settings;
use plyglot_ranks::Ranks;
use plyglot_tablebase::build::BuildRequest;
use plyglot_tablebase::contents::Builder;
use plyglot_tablebase::distributed::{Made, Party, build};
use plyglot_tablebase::monitor::{Monitor, NoMonitor};
use plyglot_tablebase::store::TableSet;
use plyglot_tablebase::{Indexer, TableId};

/// Does a job with tables on all ranks of a job, and says on rank 0 what happens, line by line.
pub type TbOver =
    fn(&'static str, &Settings, &TbJob, &dyn Ranks, &(dyn Fn(&str) + Sync)) -> Result<(), String>;

pub(super) fn tb_over<G: Game>(
    variant: &'static str,
    settings: &Settings,
    job: &TbJob,
    ranks: &dyn Ranks,
    say: &(dyn Fn(&str) + Sync),
) -> Result<(), String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    let indexer = rules.indexer();
    let game = indexer.files(&rules).unwrap_or(G::NAME);
    let set = TableSet { game, rules: &rules, indexer: &indexer };
    let request = BuildRequest {
        tables: wanted_tables::<G>(set, job)?,
        metric: metric_of::<G>(job)?,
        folder: Some(&job.folder),
        memory: job.memory_mib << 20,
        builder: Builder::Retrograde,
    };
    let (lines, heard) = channel::<Said>();
    thread::scope(|scope| {
        scope.spawn(move || {
            for said in heard {
                say(&said.line);
            }
        });
        let voice = Voice::new(lines);
        match job.task {
            TbTask::Build(Builder::Retrograde) => {
                build_over::<G>(set, &request, job, ranks, &voice)
            }
            TbTask::Build(Builder::Iterative) => {
                Err("--sweep: the plain builder works in one process".to_owned())
            }
            _ => Err("tb: several processes build, verify and count; ask in one".to_owned()),
        }
    })
}

fn build_over<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    job: &TbJob,
    ranks: &dyn Ranks,
    voice: &Voice,
) -> Result<(), String> {
    let progress = (ranks.rank() == 0).then(|| Progress::new(voice.clone(), request.metric));
    let quiet = Progress::silent(request.metric);
    let clock = progress.as_ref().unwrap_or(&quiet);
    let monitor: &dyn Monitor = progress.as_ref().map_or(&NoMonitor, |progress| progress);
    let used = || clock.used();
    let party = Party { ranks, checkpoint: job.checkpoint, clock: &used };
    let mut report = Report::new(ranks.size(), request.metric);
    let mut begun = Duration::ZERO;
    let mut each = |table: TableId, made: &Made| {
        let now = clock.used();
        let seconds = now.saturating_sub(begun).as_secs_f64();
        begun = now;
        let (name, places) = (set.indexer.name(table), set.indexer.len(table));
        let line = Line { name, places, seconds, made: made.clone() };
        if let Some(progress) = &progress {
            progress.result(&report.words(&line));
        }
        report.lines.push(line);
    };
    let mut begin = |table: TableId| {
        if let Some(progress) = &progress {
            progress.begin(&set.indexer.name(table));
        }
    };
    let result = build(&party, set, request, monitor, &mut begin, &mut each);
    clock.end();
    result.map_err(|error| error.to_string())?;
    report.seconds = used().as_secs_f64();
    if progress.is_some() {
        report.end(voice, job.report.as_deref())?;
    }
    Ok(())
}
