//! `plyglot tb` by several processes: tables built, verified and counted by all ranks of a job.
//!
//! Every rank runs this with the same arguments; rank 0 says what there is to say.

use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::game::Game;
use crate::memory::Memory;
use crate::progress::{Progress, Said, Voice, hand_on};
use crate::tb::{TbJob, TbTask, metric_of, wanted_tables};
use crate::tb_ask::value_of;
use crate::tb_build::Verification;
use crate::tb_report::{Line, Peak, Report};
use crate::tb_site::Site;
use crate::tb_stats::{StatsForm, head, say_counts};
use crate::told::Told;
use plyglot_core::Settings;
use plyglot_ranks::Ranks;
use plyglot_tablebase::build::BuildRequest;
use plyglot_tablebase::contents::Builder;
use plyglot_tablebase::distributed::{Made, Party, build, count_files, verify_files};
use plyglot_tablebase::monitor::{Monitor, NoMonitor};
use plyglot_tablebase::stats::Counts;
use plyglot_tablebase::store::TableSet;
use plyglot_tablebase::{Indexer, TableId};

/// Does a job with tables on all ranks of a job, and tells on rank 0 what happens, line by line.
pub type TbOver = fn(
    &'static str,
    &Settings,
    &TbJob,
    &dyn Ranks,
    &(dyn Fn(Told<'_>) + Sync),
) -> Result<(), String>;

pub(super) fn tb_over<G: Game>(
    variant: &'static str,
    settings: &Settings,
    job: &TbJob,
    ranks: &dyn Ranks,
    say: &(dyn Fn(Told<'_>) + Sync),
) -> Result<(), String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    let indexer = rules.indexer();
    let game = indexer.files(&rules).unwrap_or(G::NAME);
    let set = TableSet { game, rules: &rules, indexer: &indexer };
    let request = BuildRequest {
        tables: wanted_tables::<G>(variant, set, job)?,
        metric: metric_of::<G>(job)?,
        folder: Some(&job.folder),
        memory: job.memory_mib << 20,
        builder: Builder::Retrograde,
    };
    let (lines, heard) = channel::<Said>();
    let is_first = ranks.rank() == 0;
    thread::scope(|scope| {
        scope.spawn(move || {
            hand_on(&heard, &mut |told| {
                if is_first {
                    say(told);
                }
            });
        });
        let voice = Voice::new(lines);
        match &job.task {
            TbTask::Build(Builder::Retrograde) => {
                build_over::<G>(set, &request, job, ranks, &voice)
            }
            TbTask::Build(Builder::Iterative) => {
                Err("--sweep: the plain builder works in one process".to_owned())
            }
            TbTask::Verify => verify_over::<G>(set, &request, job, ranks, &voice),
            TbTask::Stats { form } => stats_over::<G>(set, &request, *form, ranks, &voice),
            _ => Err("tb: several processes build, verify and count; ask in one".to_owned()),
        }
    })
}

/// Rank 0 shows how far the work has come.
fn progress_of(ranks: &dyn Ranks, request: &BuildRequest<'_>, voice: &Voice) -> Progress {
    match ranks.rank() {
        0 => Progress::new(voice.clone(), request.metric),
        _ => Progress::silent(request.metric),
    }
}

fn build_over<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    job: &TbJob,
    ranks: &dyn Ranks,
    voice: &Voice,
) -> Result<(), String> {
    let is_first = ranks.rank() == 0;
    let site = is_first.then(|| Site::open::<G>(set, request, job.report.as_deref())).transpose();
    let progress = progress_of(ranks, request, voice);
    let monitor: &dyn Monitor = if is_first { &progress } else { &NoMonitor };
    let used = || progress.used();
    let TbJob { checkpoint, read_needed, .. } = *job;
    let obstacle = site.as_ref().err().cloned();
    let party = Party { ranks, checkpoint, read_needed, obstacle, clock: &used };
    let memory = Memory::read();
    let mut report = Report::new(ranks.size(), request.metric);
    let mut begun = Duration::ZERO;
    let mut each = |table: TableId, made: &Made| {
        let now = progress.used();
        let seconds = now.saturating_sub(begun).as_secs_f64();
        begun = now;
        let (name, places) = (set.indexer.name(table), set.indexer.len(table));
        let line = Line { name, places, seconds, made: made.clone() };
        if is_first {
            progress.result(&report.words(&line));
        }
        report.lines.push(line);
    };
    let mut begin = |table: TableId| progress.begin(&set.indexer.name(table));
    let result = build(&party, set, request, monitor, &mut begin, &mut each);
    progress.end();
    result.map_err(|error| error.to_string())?;
    report.seconds = used().as_secs_f64();
    report.memory = Peak::of_all(Peak::since(memory), ranks);
    match site? {
        Some(site) => report.end(voice, site.report),
        None => Ok(()),
    }
}

fn verify_over<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    job: &TbJob,
    ranks: &dyn Ranks,
    voice: &Voice,
) -> Result<(), String> {
    let is_first = ranks.rank() == 0;
    let progress = progress_of(ranks, request, voice);
    let used = || progress.used();
    let party = Party { read_needed: job.read_needed, ..Party::of(ranks, &used) };
    let mut verification = Verification::new(request.metric);
    let mut each = |table, verified| {
        let words = verification.words(set, table, verified);
        if is_first {
            progress.result(&words);
        }
    };
    let mut begin = |table: TableId| progress.begin(&set.indexer.name(table));
    let monitor: &dyn Monitor = if is_first { &progress } else { &NoMonitor };
    let result = verify_files(&party, set, request, monitor, &mut begin, &mut each);
    progress.end();
    result.map_err(|error| error.to_string())?;
    verification.end(&progress, voice)
}

fn stats_over<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    form: StatsForm,
    ranks: &dyn Ranks,
    voice: &Voice,
) -> Result<(), String> {
    let clock = || Duration::ZERO;
    let party = Party::of(ranks, &clock);
    let (is_first, metric) = (ranks.rank() == 0, request.metric);
    let mut tables = 0;
    let mut each = |table, bytes, counts: [Counts; 2]| {
        if is_first && tables == 0 {
            head(form, voice);
        }
        tables += 1;
        if is_first {
            say_counts(set, (table, metric, bytes), &counts, form, voice);
        }
    };
    let value = |code| value_of(metric, code);
    let counted = count_files(&party, set, request, &value, &mut each);
    counted.map_err(|error| error.to_string())?;
    let folder = request.folder.unwrap_or(Path::new("."));
    match tables {
        0 => Err(format!("{}: holds no tables of {}", folder.display(), set.game)),
        _ => Ok(()),
    }
}
