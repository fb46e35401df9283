//! `plyglot tb`: builds endgame tables, verifies them, counts what they hold, and asks them.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::game::{Game, OtherTables};
use crate::progress::{Said, Voice, hand_on};
pub use crate::progress::{TbWatch, TbWatcher};
use crate::tb_ask::{line, mine, probe};
use crate::tb_build::{build_tables, verify_tables};
use crate::tb_export::export;
pub use crate::tb_stats::StatsForm;
use crate::tb_stats::stats;
use crate::tb_sweeps::sweeps;
use crate::told::Told;
use plyglot_core::Settings;
use plyglot_parallel::{Pool, pool};
use plyglot_tablebase::build::{BuildRequest, with_needs};
use plyglot_tablebase::contents::{Builder, metrics};
use plyglot_tablebase::store::{Store, TableSet};
use plyglot_tablebase::{Indexer, Metric, TableId};

/// What `plyglot tb` was asked.
#[derive(Clone, Debug)]
pub struct TbJob {
    /// What to do.
    pub task: TbTask,
    /// At most so many men on the board; the game's own measure if `None`.
    pub men_max: Option<u8>,
    /// Only these tables, by name, and what they need.
    pub only: Vec<String>,
    /// What is counted; what the game usually counts if `None`.
    pub metric: Option<Metric>,
    /// Where the files are.
    pub folder: PathBuf,
    /// MiB a build may take.
    pub memory_mib: u64,
    /// Threads; 0 for all there are.
    pub threads: usize,
    /// The time between two checkpoints of a table under way, which one thread, or one for each rank,
    /// makes then; none if `None`.
    pub checkpoint: Option<Duration>,
    /// Tables that others lead into are read from their files, by one thread or one for each rank,
    /// instead of being kept in memory.
    pub read_needed: bool,
    /// Where a report of the build is written, as JSON.
    pub report: Option<PathBuf>,
    /// Who follows the work, and may stop it; a terminal if `None`.
    pub watch: Option<TbWatch>,
}

impl TbJob {
    /// MiB a build may take if nobody says otherwise.
    pub const MEMORY_MIB: u64 = 1024;

    /// A job with all tables of a game's own measure in a folder, by all threads there are.
    pub fn new(task: TbTask, folder: impl Into<PathBuf>) -> Self {
        Self {
            task,
            men_max: None,
            only: Vec::new(),
            metric: None,
            folder: folder.into(),
            memory_mib: Self::MEMORY_MIB,
            threads: 0,
            checkpoint: None,
            read_needed: false,
            report: None,
            watch: None,
        }
    }
}

/// What is to be done with tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TbTask {
    /// Build those that are missing.
    Build(Builder),
    /// Derive every value again.
    Verify,
    /// Count wins, draws and losses.
    Stats {
        /// In which form.
        form: StatsForm,
    },
    /// Say what a position and its moves are worth.
    Probe {
        /// The position string.
        position: String,
    },
    /// Say how a game goes from a position to its end if nobody errs.
    Line {
        /// The position string.
        position: String,
    },
    /// Look for the longest wins, and for zugzwangs.
    Mine {
        /// How many of each are said.
        count: NonZeroUsize,
    },
    /// Say what each sweep of the plain builder finds, and what it has to do with a position.
    Sweeps {
        /// The position string.
        position: String,
    },
    /// Write tables of another form.
    Export {
        /// Where they are written.
        folder: PathBuf,
    },
    /// Say which tables there are, and which are built.
    List,
}

/// Does a job with tables, and tells what happens line by line.
pub type Tb = fn(&'static str, &Settings, &TbJob, &mut dyn FnMut(Told<'_>)) -> Result<(), String>;

pub(super) fn tb<G: Game>(
    variant: &'static str,
    settings: &Settings,
    job: &TbJob,
    say: &mut dyn FnMut(Told<'_>),
) -> Result<(), String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    let indexer = rules.indexer();
    let game = indexer.files(&rules).unwrap_or(G::NAME);
    let set = TableSet { game, rules: &rules, indexer: &indexer };
    let wanted = wanted_tables::<G>(variant, set, job)?;
    let metric = metric_of::<G>(job)?;
    let other = rules.other_tables(settings)?;
    let pool = pool(job.threads)?;
    let request = BuildRequest {
        tables: wanted,
        metric,
        folder: Some(&job.folder),
        memory: job.memory_mib << 20,
        builder: if let TbTask::Build(builder) = job.task { builder } else { Builder::Retrograde },
    };
    by_threads(&pool, job, &|voice| obey::<G>(set, job, &request, &other, voice), say)
}

/// The pool's threads do the work; what is said is said from this one.
fn by_threads(
    pool: &Pool,
    job: &TbJob,
    work: &(dyn Fn(&Voice) -> Result<(), String> + Sync),
    say: &mut dyn FnMut(Told<'_>),
) -> Result<(), String> {
    let (lines, heard) = std::sync::mpsc::channel::<Said>();
    std::thread::scope(|scope| {
        let done = scope.spawn(|| {
            let voice = Voice::watched(lines, job.watch.clone());
            pool.install(|| work(&voice))
        });
        hand_on(&heard, say);
        done.join().unwrap_or_else(|_| Err("the build failed".to_owned()))
    })
}

fn obey<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    job: &TbJob,
    request: &BuildRequest<'_>,
    other: &OtherTables<G>,
    voice: &Voice,
) -> Result<(), String> {
    match &job.task {
        TbTask::Build(_) => build_tables::<G>(set, request, job.report.as_deref(), voice),
        TbTask::Verify => verify_tables::<G>(set, request, voice),
        TbTask::Stats { form } => stats::<G>(set, request, (*form, !job.only.is_empty()), voice),
        TbTask::Probe { position } => {
            probe::<G>(set, request, (position, job.metric, other), voice)
        }
        TbTask::Line { position } => line::<G>(set, request, position, job.metric, voice),
        TbTask::Mine { count } => mine::<G>(set, request, count.get(), voice),
        TbTask::Sweeps { .. } if job.metric.is_some_and(|metric| metric != Metric::Dtc) => {
            Err("metric: the sweeps of the plain builder count dtc and nothing else".to_owned())
        }
        TbTask::Sweeps { position } => sweeps::<G>(set, position, voice),
        TbTask::Export { folder } => export::<G>(set, request, folder, voice),
        TbTask::List => {
            list::<G>(set, request, voice);
            Ok(())
        }
    }
}

/// What a job counts.
pub(super) fn metric_of<G: Game>(job: &TbJob) -> Result<Metric, String> {
    let metrics = metrics::<G, G::Indexer>();
    let metric = job.metric.unwrap_or(metrics[0]);
    if metrics.contains(&metric) {
        return Ok(metric);
    }
    let words: Vec<&str> = metrics.iter().map(|metric| metric.word()).collect();
    let words = words.join(", ");
    Err(format!("metric: found `{metric}`, tables of {} count {words}", G::NAME))
}

/// The tables of a variant that a job is about, in order of dependency.
pub(super) fn wanted_tables<G: Game>(
    variant: &str,
    set: TableSet<'_, G, G::Indexer>,
    job: &TbJob,
) -> Result<Vec<TableId>, String> {
    let TableSet { rules, indexer, .. } = set;
    let all = indexer.tables(rules, u8::MAX);
    if all.is_empty() {
        return Err(format!("{variant}: has no endgame tables under these rules"));
    }
    if let (true, None, Some(usual)) = (job.only.is_empty(), job.men_max, indexer.usual(rules)) {
        return Ok(with_needs(indexer, rules, &usual));
    }
    if job.only.is_empty() {
        let men = job.men_max.unwrap_or(<G::Indexer as Indexer<G>>::USUAL_MEN);
        let some = indexer.tables(rules, men);
        // Where few men are not fewer positions, the whole game is one.
        return match (some.is_empty(), job.men_max) {
            (true, None) => Ok(all),
            (true, Some(men)) => Err(format!("{variant}: has no tables with {men} men or fewer")),
            (false, _) => Ok(some),
        };
    }
    let mut found = Vec::new();
    for name in &job.only {
        let named = all.iter().find(|table| indexer.name(**table).eq_ignore_ascii_case(name));
        found.push(*named.ok_or_else(|| {
            format!(
                "{variant}: found table `{name}`, expected one that `tb list --max-men N` names"
            )
        })?);
    }
    if matches!(job.task, TbTask::Build(_) | TbTask::Export { .. }) {
        found = with_needs(indexer, rules, &found);
    }
    Ok(found)
}

fn list<G: Game>(set: TableSet<'_, G, G::Indexer>, request: &BuildRequest<'_>, voice: &Voice) {
    let indexer = set.indexer;
    let mut store = Store::default();
    let folder = request.folder.unwrap_or(Path::new("."));
    // A folder that is not there yet is no mistake: nothing has been built.
    let refused = if folder.exists() { store.attach(set, u8::MAX, folder).1 } else { Vec::new() };
    for &table in &request.tables {
        let there: Vec<&str> = Metric::ALL
            .into_iter()
            .filter(|metric| store.has(table, *metric))
            .map(Metric::word)
            .collect();
        let there = if there.is_empty() { "not built".to_owned() } else { there.join(" ") };
        voice.say(format!("{}: {} places, {there}", indexer.name(table), indexer.len(table)));
    }
    for error in &refused {
        voice.say(format!("refused: {error}"));
    }
}
