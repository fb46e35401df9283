//! `plyglot tb`: builds endgame tables, verifies them, counts what they hold, and asks them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::progress::{Progress, Said, Voice};
use crate::tb_view::view;
use plyglot_core::game::PlayedGame;
use plyglot_core::{Settings, Side};
use plyglot_tablebase::build::{
    BuildError, BuildOutcome, BuildRequest, build, verify_files, with_needs,
};
use plyglot_tablebase::contents::{Builder, metrics};
use plyglot_tablebase::monitor::NoMonitor;
use plyglot_tablebase::span::Span;
use plyglot_tablebase::stats::{Counts, count};
use plyglot_tablebase::store::{Store, TableSet};
use plyglot_tablebase::verify::Verified;
use plyglot_tablebase::{Cells, Indexer, Metric, TableId};

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
        /// As CSV.
        csv: bool,
    },
    /// Say what a position and its moves are worth.
    Probe {
        /// The position string.
        position: String,
    },
    /// Say which tables there are, and which are built.
    List,
}

/// Does a job with tables, and says what happens line by line.
pub type Tb = fn(&'static str, &Settings, &TbJob, &mut dyn FnMut(&str)) -> Result<(), String>;

pub(super) fn tb<G: Game>(
    variant: &'static str,
    settings: &Settings,
    job: &TbJob,
    say: &mut dyn FnMut(&str),
) -> Result<(), String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    let indexer = rules.indexer();
    let game = indexer.files(&rules).unwrap_or(G::NAME);
    let set = TableSet { game, rules: &rules, indexer: &indexer };
    let wanted = wanted_tables::<G>(set, job)?;
    let metric = metric_of::<G>(job)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build();
    let pool = pool.map_err(|error| format!("threads: {error}"))?;
    let request = BuildRequest {
        tables: wanted,
        metric,
        folder: Some(&job.folder),
        memory: job.memory_mib << 20,
        builder: if let TbTask::Build(builder) = job.task { builder } else { Builder::Retrograde },
    };
    // The pool's threads do the work; what is said is said from this one.
    let (lines, heard) = std::sync::mpsc::channel::<Said>();
    let mut result = Ok(());
    std::thread::scope(|scope| {
        let done = scope.spawn(|| {
            let voice = Voice::new(lines);
            pool.install(|| obey::<G>(set, job, &request, &voice))
        });
        for said in &heard {
            say(&said.line);
        }
        result = done.join().unwrap_or_else(|_| Err("the build failed".to_owned()));
    });
    result
}

fn obey<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    job: &TbJob,
    request: &BuildRequest<'_>,
    voice: &Voice,
) -> Result<(), String> {
    match &job.task {
        TbTask::Build(_) => build_tables::<G>(set, request, voice),
        TbTask::Verify => verify_tables::<G>(set, request, voice),
        TbTask::Stats { csv } => stats::<G>(set, request, *csv, voice),
        TbTask::Probe { position } => probe::<G>(set, request, position, job.metric, voice),
        TbTask::List => {
            list::<G>(set, request, voice);
            Ok(())
        }
    }
}

/// What a job counts.
fn metric_of<G: Game>(job: &TbJob) -> Result<Metric, String> {
    let metrics = metrics::<G, G::Indexer>();
    let metric = job.metric.unwrap_or(metrics[0]);
    if metrics.contains(&metric) {
        return Ok(metric);
    }
    let words: Vec<&str> = metrics.iter().map(|metric| metric.word()).collect();
    let words = words.join(", ");
    Err(format!("metric: found `{metric}`, tables of {} count {words}", G::NAME))
}

/// The tables a job is about, in order of dependency.
fn wanted_tables<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    job: &TbJob,
) -> Result<Vec<TableId>, String> {
    let TableSet { game, rules, indexer } = set;
    let all = indexer.tables(rules, u8::MAX);
    if all.is_empty() {
        return Err(format!("{game}: has no endgame tables"));
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
            (true, Some(men)) => Err(format!("{game}: has no tables with {men} men or fewer")),
            (false, _) => Ok(some),
        };
    }
    let mut found = Vec::new();
    for name in &job.only {
        let named = all.iter().find(|table| indexer.name(**table).eq_ignore_ascii_case(name));
        found.push(*named.ok_or_else(|| {
            format!("{game}: found table `{name}`, expected one that `tb list --max-men N` names")
        })?);
    }
    if matches!(job.task, TbTask::Build(_)) {
        found = with_needs(indexer, rules, &found);
    }
    Ok(found)
}

fn build_tables<G: Game>(
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

fn verify_tables<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    voice: &Voice,
) -> Result<(), String> {
    let progress = Progress::new(voice.clone(), request.metric);
    let (mut wrong, mut positions) = (0, 0);
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
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} tables are wrong")) }
}

fn stats<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    csv: bool,
    voice: &Voice,
) -> Result<(), String> {
    let TableSet { rules, indexer, .. } = set;
    let store = attached::<G>(set, request)?;
    if csv {
        voice.say(
            "table,metric,to_move,places,positions,wins,draws,losses,open,longest,\
             longest_positions,bytes,example",
        );
    }
    for &table in request.tables.iter().filter(|table| store.has(**table, request.metric)) {
        let value_at = |at| match request.metric {
            Metric::Margin => store.span(table, at).and_then(Span::verdict),
            metric => store.value(table, metric, at),
        };
        let counts = count(rules, indexer, table, &value_at);
        let (name, len) = (indexer.name(table), indexer.len(table));
        let bytes = store.bytes(table, request.metric).unwrap_or_default();
        for (side, counts) in Side::BOTH.into_iter().zip(counts) {
            if counts.positions() == 0 {
                continue;
            }
            let who = if side == Side::First { "first" } else { "second" };
            let Counts { wins, draws, losses, open, .. } = counts;
            let has_longest = request.metric != Metric::Wdl;
            let longest = counts.longest.filter(|_| has_longest);
            let example = longest.and_then(|longest| indexer.unrank(table, longest.at));
            let example = example.map_or(String::new(), |pos| rules.position_text(&pos));
            let (plies, many) = longest.map_or((0, 0), |found| (found.plies, found.positions));
            if csv {
                voice.say(format!(
                    "{name},{},{who},{len},{},{wins},{draws},{losses},{open},{plies},{many},\
                     {bytes},{example}",
                    request.metric,
                    counts.positions()
                ));
                continue;
            }
            let mut line = format!(
                "{name} {} {who}: {wins} won, {draws} drawn, {losses} lost",
                request.metric
            );
            if open > 0 {
                let _ = write!(line, ", {open} left open by bounds");
            }
            if longest.is_some() {
                let _ = match request.metric {
                    Metric::Margin => {
                        write!(line, "; largest margin {plies}, {many} positions, {example}")
                    }
                    _ => write!(line, "; longest {plies} plies, {many} positions, {example}"),
                };
            }
            voice.say(line);
        }
    }
    Ok(())
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

fn attached<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
) -> Result<Store, String> {
    let game = set.game;
    let mut store = Store::default();
    let folder = request.folder.unwrap_or(Path::new("."));
    let (count, refused) = store.attach(set, u8::MAX, folder);
    match refused.first() {
        Some(error) => Err(error.to_string()),
        None if count == 0 => Err(format!("{}: holds no tables of {game}", folder.display())),
        None => Ok(store),
    }
}

fn probe<G: Game>(
    set: TableSet<'_, G, G::Indexer>,
    request: &BuildRequest<'_>,
    position: &str,
    asked: Option<Metric>,
    voice: &Voice,
) -> Result<(), String> {
    let TableSet { game, rules, indexer } = set;
    let pos = rules.parse_position(position).map_err(|error| error.to_string())?;
    let (table, _) = indexer
        .locate(rules, &pos)
        .ok_or_else(|| format!("{game}: no table holds `{position}`"))?;
    let mut store = Store::default();
    let mut refused = Vec::new();
    if let Some(folder) = request.folder.filter(|folder| folder.exists()) {
        refused = store.attach(set, u8::MAX, folder).1;
    }
    for error in &refused {
        voice.say(format!("refused: {error}"));
    }
    if let Some(metric) = asked {
        store.keep_only(metric);
    }
    if Metric::ALL.into_iter().all(|metric| !store.has(table, metric)) {
        // No file: the tables of this position are built here and now.
        let tables = with_needs(indexer, rules, &[table]);
        let request = BuildRequest { tables, folder: None, ..request.clone() };
        let mut keep = |table, cells: &Arc<Cells>, _| {
            store.insert(table, request.metric, Arc::clone(cells));
        };
        build(set, &request, &NoMonitor, &mut |_| (), &mut keep).map_err(|e| e.to_string())?;
    }
    for played in view(rules, indexer, store, &PlayedGame::new(rules, pos)).lines() {
        voice.say(played);
    }
    Ok(())
}
