//! `plyglot tb`: builds endgame tables, verifies them, counts what they hold, and asks them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::progress::{Progress, Said, Voice};
use super::tb_report::report;
use crate::core::{Settings, Side};
use crate::endgame::bounds::Span;
use crate::endgame::build::{
    BuildError, Builder, Made, Order, Subject, build, verify_files, with_needs,
};
use crate::endgame::index::metrics;
use crate::endgame::plan::Unwatched;
use crate::endgame::stats::{Counts, count};
use crate::endgame::store::Store;
use crate::endgame::verify::Verified;
use crate::endgame::{Cells, Index, Metric, TableId};
use crate::game::Line;
use crate::games::Game;

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
    let index = rules.index();
    let game = index.files(&rules).unwrap_or(G::NAME);
    let subject = Subject { game, rules: &rules, index: &index };
    let wanted = wanted_tables::<G>(subject, job)?;
    let metric = metric_of::<G>(job)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build();
    let pool = pool.map_err(|error| format!("threads: {error}"))?;
    let order = Order {
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
            pool.install(|| obey::<G>(subject, job, &order, &voice))
        });
        for said in &heard {
            say(&said.line);
        }
        result = done.join().unwrap_or_else(|_| Err("the build failed".to_owned()));
    });
    result
}

fn obey<G: Game>(
    subject: Subject<'_, G, G::Index>,
    job: &TbJob,
    order: &Order<'_>,
    voice: &Voice,
) -> Result<(), String> {
    match &job.task {
        TbTask::Build(_) => build_tables::<G>(subject, order, voice),
        TbTask::Verify => verify_tables::<G>(subject, order, voice),
        TbTask::Stats { csv } => stats::<G>(subject, order, *csv, voice),
        TbTask::Probe { position } => probe::<G>(subject, order, (position, job.metric), voice),
        TbTask::List => {
            list::<G>(subject, order, voice);
            Ok(())
        }
    }
}

/// What a job counts.
fn metric_of<G: Game>(job: &TbJob) -> Result<Metric, String> {
    let metrics = metrics::<G, G::Index>();
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
    subject: Subject<'_, G, G::Index>,
    job: &TbJob,
) -> Result<Vec<TableId>, String> {
    let Subject { game, rules, index } = subject;
    let all = index.tables(rules, u8::MAX);
    if all.is_empty() {
        return Err(format!("{game}: has no endgame tables"));
    }
    if let (true, None, Some(usual)) = (job.only.is_empty(), job.men_max, index.usual(rules)) {
        return Ok(with_needs(index, rules, &usual));
    }
    if job.only.is_empty() {
        let men = job.men_max.unwrap_or(<G::Index as Index<G>>::USUAL_MEN);
        let some = index.tables(rules, men);
        // Where few men are not fewer positions, the whole game is one.
        return match (some.is_empty(), job.men_max) {
            (true, None) => Ok(all),
            (true, Some(men)) => Err(format!("{game}: has no tables with {men} men or fewer")),
            (false, _) => Ok(some),
        };
    }
    let mut found = Vec::new();
    for name in &job.only {
        let named = all.iter().find(|table| index.name(**table).eq_ignore_ascii_case(name));
        found.push(*named.ok_or_else(|| {
            format!("{game}: found table `{name}`, expected one that `tb list --max-men N` names")
        })?);
    }
    if matches!(job.task, TbTask::Build(_)) {
        found = with_needs(index, rules, &found);
    }
    Ok(found)
}

fn build_tables<G: Game>(
    subject: Subject<'_, G, G::Index>,
    order: &Order<'_>,
    voice: &Voice,
) -> Result<(), String> {
    let progress = Progress::new(voice.clone(), order.metric);
    let (mut places, mut bytes, mut begun) = (0, 0, Duration::ZERO);
    let mut each = |table: TableId, cells: &Arc<Cells>, made: Made| {
        let name = subject.index.name(table);
        let now = progress.used();
        let seconds = now.saturating_sub(begun).as_secs_f64();
        begun = now;
        places += cells.len();
        let line = match made {
            Made::Found { bytes: found } => {
                bytes += found;
                format!("{name} {}: there already, {found} bytes", order.metric)
            }
            Made::Built { bytes: written, refused } => {
                let written = written.unwrap_or_default();
                bytes += written;
                let why = refused.map_or(String::new(), |error| format!("{error}; built anew\n"));
                format!(
                    "{why}{name} {}: {} places, {seconds:.2} s, {written} bytes",
                    order.metric,
                    cells.len()
                )
            }
        };
        progress.result(&line);
    };
    let mut begin = |table: TableId| progress.begin(&subject.index.name(table));
    let result = build(subject, order, &progress, &mut begin, &mut each);
    progress.end();
    result.map_err(|error: BuildError| error.to_string())?;
    let seconds = progress.used().as_secs_f64();
    let rate = u128::from(places) * 1000 / progress.used().as_millis().max(1);
    let tables = order.tables.len();
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
    subject: Subject<'_, G, G::Index>,
    order: &Order<'_>,
    voice: &Voice,
) -> Result<(), String> {
    let progress = Progress::new(voice.clone(), order.metric);
    let (mut wrong, mut positions) = (0, 0);
    let mut each = |table: TableId, verified: Verified| {
        let name = subject.index.name(table);
        let line = match verified {
            Verified::Right(count) => {
                positions += count;
                format!("{name} {}: {count} positions are right", order.metric)
            }
            Verified::Wrong(mismatch) => {
                wrong += 1;
                let pos = subject.index.unrank(table, mismatch.at);
                let pos = pos.map_or(String::new(), |pos| subject.rules.position_text(&pos));
                format!("WRONG {mismatch}: {pos}")
            }
            Verified::Stopped => format!("{name}: stopped"),
        };
        progress.result(&line);
    };
    let mut begin = |table: TableId| progress.begin(&subject.index.name(table));
    let result = verify_files(subject, order, &progress, &mut begin, &mut each);
    progress.end();
    result.map_err(|error| error.to_string())?;
    let seconds = progress.used().as_secs_f64();
    voice.say(format!("{} tables, {positions} positions, {seconds:.2} s", order.tables.len()));
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} tables are wrong")) }
}

fn stats<G: Game>(
    subject: Subject<'_, G, G::Index>,
    order: &Order<'_>,
    csv: bool,
    voice: &Voice,
) -> Result<(), String> {
    let Subject { rules, index, .. } = subject;
    let store = attached::<G>(subject, order)?;
    if csv {
        voice.say(
            "table,metric,to_move,places,positions,wins,draws,losses,open,longest,\
             longest_positions,bytes,example",
        );
    }
    for &table in order.tables.iter().filter(|table| store.has(**table, order.metric)) {
        let value_at = |at| match order.metric {
            Metric::Margin => store.span(table, at).and_then(Span::verdict),
            metric => store.value(table, metric, at),
        };
        let counts = count((rules, index), table, &value_at);
        let (name, len) = (index.name(table), index.len(table));
        let bytes = store.bytes(table, order.metric).unwrap_or_default();
        for (side, counts) in Side::BOTH.into_iter().zip(counts) {
            if counts.positions() == 0 {
                continue;
            }
            let who = if side == Side::First { "first" } else { "second" };
            let Counts { wins, draws, losses, open, .. } = counts;
            let has_longest = order.metric != Metric::Wld;
            let longest = counts.longest.filter(|_| has_longest);
            let example = longest.and_then(|longest| index.unrank(table, longest.at));
            let example = example.map_or(String::new(), |pos| rules.position_text(&pos));
            let (plies, many) = longest.map_or((0, 0), |found| (found.plies, found.positions));
            if csv {
                voice.say(format!(
                    "{name},{},{who},{len},{},{wins},{draws},{losses},{open},{plies},{many},\
                     {bytes},{example}",
                    order.metric,
                    counts.positions()
                ));
                continue;
            }
            let mut line =
                format!("{name} {} {who}: {wins} won, {draws} drawn, {losses} lost", order.metric);
            if open > 0 {
                let _ = write!(line, ", {open} left open by bounds");
            }
            if longest.is_some() {
                let _ = match order.metric {
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

fn list<G: Game>(subject: Subject<'_, G, G::Index>, order: &Order<'_>, voice: &Voice) {
    let Subject { game, rules, index } = subject;
    let mut store = Store::default();
    let folder = order.folder.unwrap_or(Path::new("."));
    // A folder that is not there yet is no mistake: nothing has been built.
    let refused = if folder.exists() {
        store.attach((game, rules, index), u8::MAX, folder).1
    } else {
        Vec::new()
    };
    for &table in &order.tables {
        let there: Vec<&str> = Metric::ALL
            .into_iter()
            .filter(|metric| store.has(table, *metric))
            .map(Metric::word)
            .collect();
        let there = if there.is_empty() { "not built".to_owned() } else { there.join(" ") };
        voice.say(format!("{}: {} places, {there}", index.name(table), index.len(table)));
    }
    for error in &refused {
        voice.say(format!("refused: {error}"));
    }
}

fn attached<G: Game>(
    subject: Subject<'_, G, G::Index>,
    order: &Order<'_>,
) -> Result<Store, String> {
    let Subject { game, rules, index } = subject;
    let mut store = Store::default();
    let folder = order.folder.unwrap_or(Path::new("."));
    let (count, refused) = store.attach((game, rules, index), u8::MAX, folder);
    match refused.first() {
        Some(error) => Err(error.to_string()),
        None if count == 0 => Err(format!("{}: holds no tables of {game}", folder.display())),
        None => Ok(store),
    }
}

fn probe<G: Game>(
    subject: Subject<'_, G, G::Index>,
    order: &Order<'_>,
    (position, asked): (&str, Option<Metric>),
    voice: &Voice,
) -> Result<(), String> {
    let Subject { game, rules, index } = subject;
    let pos = rules.parse_position(position).map_err(|error| error.to_string())?;
    let (table, _) =
        index.place(rules, &pos).ok_or_else(|| format!("{game}: no table holds `{position}`"))?;
    let mut store = Store::default();
    let mut refused = Vec::new();
    if let Some(folder) = order.folder.filter(|folder| folder.exists()) {
        refused = store.attach((game, rules, index), u8::MAX, folder).1;
    }
    for error in &refused {
        voice.say(format!("refused: {error}"));
    }
    if let Some(metric) = asked {
        store.keep_only(metric);
    }
    if Metric::ALL.into_iter().all(|metric| !store.has(table, metric)) {
        // No file: the tables of this position are built here and now.
        let tables = with_needs(index, rules, &[table]);
        let order = Order { tables, folder: None, ..order.clone() };
        let mut keep = |table, cells: &Arc<Cells>, _| {
            store.insert(table, order.metric, Arc::clone(cells));
        };
        build(subject, &order, &Unwatched, &mut |_| (), &mut keep).map_err(|e| e.to_string())?;
    }
    for line in report(rules, index, store, &Line::new(rules, pos)) {
        voice.say(line);
    }
    Ok(())
}
