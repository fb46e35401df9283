//! Endgame tables: built, verified, listed and asked.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::count::{maybe, whole};
use crate::error::{GameError, OptionError, refused};
use crate::game::Game;
use crate::wait;
use plyglot::endgame::contents::Builder;
use plyglot::endgame::monitor::Phase;
use plyglot::endgame::{Metric, Value};
use plyglot::host::tb::{TbJob, TbTask, TbWatch, TbWatcher};
use plyglot::host::told::Told;
use plyglot::host::view::{Lateness, TablesView, Verdict as Said};
use plyglot::options::{self, Chosen};
use plyglot::registry::GAMES;
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// What a table says of a position.
///
/// Attributes
/// ----------
/// metric : str
///     ``wld``, ``dtm``, ``dtc``, ``dtz`` or ``margin``.
/// value : int or None
///     1 if the side to move wins, 0 for a draw, -1 if it loses; None where bounds leave it open.
/// distance : int or None
///     Plies, as the metric counts.
/// low, high : int or None
///     Between what margins the side to move ends ahead, for the metric ``margin``.
#[pyclass(frozen, get_all, module = "plyglot")]
#[derive(Clone)]
pub(crate) struct Verdict {
    metric: &'static str,
    value: Option<i32>,
    distance: Option<u16>,
    low: Option<i16>,
    high: Option<i16>,
    text: String,
}

impl Verdict {
    fn of(said: Said) -> Self {
        let sign = |value: Value| match value {
            Value::Win(_) => 1,
            Value::Draw => 0,
            Value::Loss(_) => -1,
        };
        let (metric, text) = (said.metric().word(), said.to_string());
        match said {
            Said::Value(_, value) => {
                let distance = value.distance().filter(|_| said.metric().has_distance());
                Self { metric, value: Some(sign(value)), distance, low: None, high: None, text }
            }
            Said::Span(span) => {
                let value = span.verdict().map(sign);
                let (low, high) = (Some(span.low), Some(span.high));
                Self { metric, value, distance: None, low, high, text }
            }
        }
    }
}

#[pymethods]
impl Verdict {
    fn __str__(&self) -> String {
        self.text.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Verdict {} {}>", self.metric, self.text)
    }
}

/// What endgame tables know of a position and of its moves.
///
/// Attributes
/// ----------
/// table : str or None
///     The table that holds the position.
/// verdicts : list of Verdict
///     What it says, by each metric at hand; nothing where it is not built.
/// may_come_late : bool
///     A no-progress rule may end the game before what the best of these promises.
/// is_cursed : bool
///     It will, if nobody errs: the win is cursed, and the game is drawn.
/// moves : list of tuple (str, list of Verdict or None)
///     Moves, best first, with what they are worth to who makes them, in the order of ``verdicts``; None
///     where a move leads out of the tables.
#[pyclass(frozen, get_all, module = "plyglot")]
pub(crate) struct Probe {
    table: Option<String>,
    verdicts: Vec<Verdict>,
    may_come_late: bool,
    is_cursed: bool,
    moves: Vec<(String, Vec<Option<Verdict>>)>,
}

impl Probe {
    pub(crate) fn of(view: TablesView) -> Self {
        let each = |said: &Option<Said>| said.map(Verdict::of);
        let moves = view.moves.into_iter();
        Self {
            table: view.table,
            verdicts: view.verdicts.iter().copied().map(Verdict::of).collect(),
            may_come_late: view.lateness.is_some(),
            is_cursed: view.lateness == Some(Lateness::Cursed),
            moves: moves.map(|mv| (mv.text, mv.verdicts.iter().map(each).collect())).collect(),
        }
    }
}

#[pymethods]
impl Probe {
    fn __repr__(&self) -> String {
        let table = self.table.as_deref().unwrap_or("no table");
        let verdicts: Vec<String> =
            self.verdicts.iter().map(|it| format!("{} {}", it.metric, it.text)).collect();
        format!("<Probe {table}: {}>", verdicts.join(", "))
    }
}

/// How far the work has come, and whether it is to go on.
#[derive(Default)]
struct Follower {
    now: Mutex<Option<Now>>,
    is_stopped: AtomicBool,
}

/// The table, the phase, and how many places of it are done.
type Now = (String, String, u64, u64);

impl TbWatcher for Follower {
    fn progress(&self, table: &str, phase: Phase, done: u64, total: u64) {
        let phase = match phase {
            Phase::Initial => "initial".to_owned(),
            Phase::Distance(plies) => format!("distance {plies}"),
            Phase::Backwards => "backwards".to_owned(),
            Phase::Verify => "verify".to_owned(),
            Phase::Founded => "founded".to_owned(),
        };
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = Some((table.to_owned(), phase, done, total));
    }

    fn may_go_on(&self) -> bool {
        !self.is_stopped.load(Ordering::Relaxed)
    }
}

/// Which tables.
#[derive(FromPyObject)]
pub(crate) enum Names {
    One(String),
    Many(Vec<String>),
}

/// A job with the tables of a game.
fn job(
    task: TbTask,
    folder: PathBuf,
    men_max: Option<u8>,
    only: Option<Names>,
    metric: Option<&str>,
) -> PyResult<TbJob> {
    let metric = metric.map(|word| {
        Metric::parse(word).ok_or_else(|| {
            let words = Metric::ALL.map(Metric::word).join(", ");
            refused(format!("metric: found `{word}`, expected one of {words}"))
        })
    });
    Ok(TbJob {
        men_max,
        only: match only {
            None => Vec::new(),
            Some(Names::One(name)) => vec![name],
            Some(Names::Many(names)) => names,
        },
        metric: metric.transpose()?,
        ..TbJob::new(task, folder)
    })
}

/// A game by its name, or one that is open.
#[derive(FromPyObject)]
pub(crate) enum Which {
    Name(String),
    Game(Py<Game>),
}

/// Does it; gives the lines that were said.
fn done(
    py: Python<'_>,
    game: &Which,
    job: TbJob,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let (name, given): (&str, &[(String, String)]) = match game {
        Which::Name(name) => (name, &[]),
        Which::Game(game) => (game.get().shared.variant, &game.get().shared.options),
    };
    let mut chosen = Chosen::new(GAMES, "tables", name).map_err(GameError::new_err)?;
    for (name, value) in given {
        options::set_value(&mut chosen.settings, GAMES, chosen.game, name, value)
            .map_err(OptionError::new_err)?;
    }
    let follower = Arc::new(Follower::default());
    let watch = Some(TbWatch(Arc::clone(&follower) as Arc<dyn TbWatcher>));
    let job = TbJob { watch, ..job };
    let Chosen { game, variant, settings, .. } = chosen;
    let work = move || {
        let mut lines = Vec::new();
        let mut hear = |told: Told<'_>| lines.push(told.line().to_owned());
        let done = (game.tb)(variant.name, &settings, &job, &mut hear);
        done.map(|()| lines)
    };
    let stop = || follower.is_stopped.store(true, Ordering::Relaxed);
    let look = || {
        let now = follower.now.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (Some(progress), Some(now)) = (&progress, now) else { return Ok(()) };
        if progress.call1(py, now)?.bind(py).is(&*PyBool::new(py, false)) {
            stop();
        }
        Ok(())
    };
    wait::work(py, work, stop, look)?.map_err(refused)
}

/// Builds endgame tables that are missing. Ctrl-C stops it; tables that are finished stay, and the next
/// build goes on after them.
///
/// Parameters
/// ----------
/// game : str or Game
/// folder : str or path
///     Where the files are; the option ``TbPath`` attaches them to a game.
/// max_men : int, optional
///     At most so many men (in games of sowing: stones in play).
/// only : str or sequence of str, optional
///     Only these tables and what they need, such as ``KRPKR``.
/// metric : str, optional
///     What is counted: ``wld``, ``dtm``, ``dtc``, ``dtz``, or ``margin``.
/// memory : int
///     MiB that the build may take.
/// threads : int
///     All there are if 0.
/// progress : callable, optional
///     Called now and then with the table, the phase (``initial``, ``distance 5``, ...), and how many
///     places of how many are done; the build stops where it returns False.
///
/// Returns
/// -------
/// list of str
///     A line for each table.
#[pyfunction]
#[pyo3(signature = (game, folder, *, max_men = None, only = None, metric = None, memory = 1024,
    threads = 0, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords, each for itself")]
pub(crate) fn build(
    py: Python<'_>,
    game: Which,
    folder: PathBuf,
    #[pyo3(from_py_with = maybe)] max_men: Option<u8>,
    only: Option<Names>,
    metric: Option<&str>,
    #[pyo3(from_py_with = whole)] memory: u64,
    #[pyo3(from_py_with = whole)] threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let job = job(TbTask::Build(Builder::Retrograde), folder, max_men, only, metric)?;
    done(py, &game, TbJob { memory_mib: memory, threads, ..job }, progress)
}

/// Derives every value of tables again from its successors. The parameters are those of :func:`build`.
///
/// Returns
/// -------
/// list of str
///     A line for each table.
///
/// Raises
/// ------
/// PlyglotError
///     Tables are wrong, or cannot be read.
#[pyfunction]
#[pyo3(signature = (game, folder, *, max_men = None, only = None, metric = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords, each for itself")]
pub(crate) fn verify(
    py: Python<'_>,
    game: Which,
    folder: PathBuf,
    #[pyo3(from_py_with = maybe)] max_men: Option<u8>,
    only: Option<Names>,
    metric: Option<&str>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    done(py, &game, job(TbTask::Verify, folder, max_men, only, metric)?, progress)
}

/// Says which tables there are, and which are built in a folder.
///
/// Returns
/// -------
/// list of str
///     A line for each table: its name, its places, and the metrics that are built.
#[pyfunction]
#[pyo3(signature = (game, folder, *, max_men = None, only = None))]
pub(crate) fn list_tables(
    py: Python<'_>,
    game: Which,
    folder: PathBuf,
    #[pyo3(from_py_with = maybe)] max_men: Option<u8>,
    only: Option<Names>,
) -> PyResult<Vec<String>> {
    done(py, &game, job(TbTask::List, folder, max_men, only, None)?, None)
}
