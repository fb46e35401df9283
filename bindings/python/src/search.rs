//! Searches: begun, waited for, stopped, and what they come to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use crate::count::whole;
use crate::error::{MoveError, OptionError, refused};
use crate::game::Shared;
use crate::state::State;
use crate::trace::Trace;
use crate::values::{Info, Score};
use crate::wait::INTERVAL;
use plyglot::core::{Limits, Score as Number};
use plyglot::engine::{Engine, Search as Running};
use plyglot::host::event::{Answer, JobResult, Notice, SearchEvent};
use plyglot::host::job::running_clock;
use plyglot::inspect::Scope;
use plyglot::search::SearchControl;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// What is asked of a search.
pub(crate) struct Wish {
    pub(crate) limits: Limits,
    pub(crate) multipv: Option<u32>,
    pub(crate) moves: Vec<String>,
    pub(crate) scope: Option<Scope>,
    pub(crate) callback: Option<Py<PyAny>>,
    /// Somebody will wait for its end, so there must be one.
    pub(crate) is_bounded: bool,
}

/// The limits that keywords name.
pub(crate) fn limits(
    time: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
) -> PyResult<Limits> {
    let move_time = time.map(|seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            refused(format!("search: found time `{seconds:?}`, expected seconds from 0 to 1e19"))
        })
    });
    let limits =
        Limits { move_time: move_time.transpose()?, depth, nodes, mate, ..Limits::default() };
    Ok(Limits { infinite: !limits.is_limited(), ..limits })
}

/// What is to be recorded: nothing, all that has room, or so many visits.
pub(crate) fn scope(trace: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Scope>> {
    let Some(trace) = trace else { return Ok(None) };
    if let Ok(is_on) = trace.cast::<PyBool>() {
        return Ok(is_on.is_true().then(Scope::default));
    }
    let text = "search: expected True, False or a number of visits as trace";
    let is_type = |error: &PyErr| error.is_instance_of::<PyTypeError>(trace.py());
    let nodes: usize = whole(trace)
        .map_err(|error| if is_type(&error) { PyTypeError::new_err(text) } else { error })?;
    let nodes = nodes.clamp(Scope::NODES_MIN, Scope::NODES_MAX);
    Ok(Some(Scope { nodes, ..Scope::default() }))
}

/// Begins a search.
pub(crate) fn begin(engine: &mut Engine, wish: Wish) -> PyResult<Search> {
    let Wish { mut limits, multipv, moves, scope, callback, is_bounded } = wish;
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    for mv in &moves {
        engine
            .state()
            .numbered()
            .number(mv)
            .map_err(|error| MoveError::new_err(format!("search: {error}")))?;
    }
    if is_bounded && limits.infinite {
        if !engine.state().ends_by_itself(!moves.is_empty()) {
            return Err(refused("search: expected a limit: time, depth, nodes or mate"));
        }
        limits.infinite = false;
    }
    let before = engine.settings().spin("MultiPV").to_string();
    let lines = multipv.map_or_else(|| before.clone(), |lines| lines.to_string());
    engine.set_option("MultiPV", &lines).map_err(OptionError::new_err)?;
    let (events, inbox) = channel();
    let held = Arc::new(());
    let alive = Arc::downgrade(&held);
    let running = engine.search_among(limits, &moves, scope, move |event| {
        debug_assert!(
            Arc::strong_count(&held) > 0,
            "it is held as long as there is something to hear"
        );
        // Whoever heard it may have gone.
        drop(events.send(event));
    });
    engine.set_option("MultiPV", &before).map_err(OptionError::new_err)?;
    let control = Arc::clone(running.control());
    let inner = Inner { running, inbox, heard: Heard::default() };
    Ok(Search {
        control,
        alive,
        inner: Mutex::new(Some(inner)),
        turn: Condvar::new(),
        callback,
        ended: Arc::default(),
        result: OnceLock::new(),
    })
}

/// What a search has told so far.
#[derive(Default)]
struct Heard {
    infos: Vec<Info>,
    notes: Vec<String>,
}

struct Inner {
    running: Running,
    inbox: Receiver<SearchEvent>,
    heard: Heard,
}

/// A search under way.
///
/// Made by ``State.start_search``. It is stopped when it is dropped; the state that began it may go on
/// meanwhile.
#[pyclass(frozen, module = "plyglot")]
pub(crate) struct Search {
    control: Arc<SearchControl>,
    /// Something that the search holds while it runs.
    alive: Weak<()>,
    /// Taken by whoever looks after it for the moment.
    inner: Mutex<Option<Inner>>,
    /// It is there again, or has ended.
    turn: Condvar,
    callback: Option<Py<PyAny>>,
    /// Its result is there.
    ended: Arc<AtomicBool>,
    result: OnceLock<Py<SearchResult>>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop.set();
    }
}

/// What is known elsewhere of a search that has begun.
pub(crate) struct Begun {
    control: Arc<SearchControl>,
    alive: Weak<()>,
    ended: Arc<AtomicBool>,
}

impl Begun {
    /// It runs, and nobody has told it to stop.
    pub(crate) fn is_under_way(&self) -> bool {
        let is_told = self.control.stop.is_set() || self.ended.load(Ordering::SeqCst);
        !is_told && self.alive.strong_count() > 0
    }
}

impl Search {
    /// For who must not ask its engine meanwhile.
    pub(crate) fn begun(&self) -> Begun {
        let (control, alive) = (Arc::clone(&self.control), Weak::clone(&self.alive));
        Begun { control, alive, ended: Arc::clone(&self.ended) }
    }

    fn inner(&self) -> MutexGuard<'_, Option<Inner>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks after it for a moment: what it comes to, if it has ended.
    fn look(&self, py: Python<'_>, time: Duration) -> PyResult<Option<Py<SearchResult>>> {
        if let Some(result) = self.result.get() {
            return Ok(Some(result.clone_ref(py)));
        }
        let Some(mut inner) = self.inner().take() else {
            // Another thread looks after it.
            py.detach(|| drop(self.turn.wait_timeout(self.inner(), time)));
            return Ok(self.result.get().map(|result| result.clone_ref(py)));
        };
        let (ended, back) = py.detach(move || (inner.running.wait_for(time), inner));
        inner = back;
        let told = self.hear(py, &mut inner);
        let Some(ended) = ended else {
            *self.inner() = Some(inner);
            self.turn.notify_all();
            return told.map(|()| None);
        };
        self.ended.store(true, Ordering::SeqCst);
        let result = Py::new(py, SearchResult::of(py, ended, inner.heard)?)?;
        let result = self.result.get_or_init(|| result).clone_ref(py);
        self.turn.notify_all();
        told.map(|()| Some(result))
    }

    /// Takes down what it has told, and tells it; the search stops where nobody wants it any more.
    fn hear(&self, py: Python<'_>, inner: &mut Inner) -> PyResult<()> {
        while let Ok(event) = inner.inbox.try_recv() {
            match event {
                SearchEvent::Info(info) => {
                    let info = Info::of(info);
                    if let Some(callback) = &self.callback {
                        let said = callback.call1(py, (info.clone(),));
                        let is_enough = match said {
                            Ok(said) => said.bind(py).is(&*PyBool::new(py, false)),
                            Err(error) => {
                                self.control.stop.set();
                                return Err(error);
                            }
                        };
                        if is_enough {
                            self.control.stop.set();
                        }
                    }
                    inner.heard.infos.push(info);
                }
                SearchEvent::Notice(Notice::Note(text) | Notice::Error(text)) => {
                    inner.heard.notes.push(text);
                }
                SearchEvent::Tree(_)
                | SearchEvent::Learned(_)
                | SearchEvent::Divided { .. }
                | SearchEvent::Done(_) => {}
            }
        }
        Ok(())
    }
}

#[pymethods]
impl Search {
    /// Tells it to end soon; what it has found is its result.
    fn stop(&self) {
        self.control.stop.set();
    }

    /// Whether it has ended.
    #[getter]
    fn done(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.look(py, Duration::ZERO)?.is_some())
    }

    /// Waits for its end. Ctrl-C ends it.
    ///
    /// Parameters
    /// ----------
    /// time : float, optional
    ///     Seconds to wait at most.
    ///
    /// Returns
    /// -------
    /// SearchResult or None
    ///     None where the time was over before.
    #[pyo3(signature = (time = None))]
    fn wait(&self, py: Python<'_>, time: Option<f64>) -> PyResult<Option<Py<SearchResult>>> {
        let clock = running_clock();
        let end = time.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default());
        let mut failed: Option<PyErr> = None;
        loop {
            let used = clock.time.used().unwrap_or_default();
            let left = end.map_or(INTERVAL, |end| end.saturating_sub(used).min(INTERVAL));
            match self.look(py, left) {
                Ok(None) => {}
                Ok(Some(result)) => return failed.map_or(Ok(Some(result)), Err),
                Err(error) if self.result.get().is_some() => return Err(failed.unwrap_or(error)),
                Err(error) => {
                    failed.get_or_insert(error);
                }
            }
            if let Err(error) = py.check_signals() {
                self.control.stop.set();
                failed.get_or_insert(error);
            }
            if failed.is_none()
                && end.is_some_and(|end| clock.time.used().unwrap_or_default() >= end)
            {
                return Ok(None);
            }
        }
    }

    /// Waits for its end and says what it has come to.
    pub(crate) fn result(&self, py: Python<'_>) -> PyResult<Py<SearchResult>> {
        let result = self.wait(py, None)?;
        result.ok_or_else(|| refused("search: it has no end"))
    }
}

/// Waits for the end of other work of an engine. Ctrl-C ends it.
pub(crate) fn finish(py: Python<'_>, running: Running) -> PyResult<JobResult> {
    let control = Arc::clone(running.control());
    let mut running = Some(running);
    let mut failed = None;
    while let Some(mut inner) = running.take() {
        let result;
        (result, inner) = py.detach(move || (inner.wait_for(INTERVAL), inner));
        if let Some(result) = result {
            return failed.map_or(Ok(result), Err);
        }
        if let Err(error) = py.check_signals() {
            control.stop.set();
            failed.get_or_insert(error);
        }
        running = Some(inner);
    }
    Err(refused("the work has no end"))
}

/// What a search has come to.
///
/// Attributes
/// ----------
/// best : str or None
///     The best move; None where there is none.
/// ponder : str or None
///     The reply that is expected.
/// lines : list of Info
///     The last report of each line, best first.
/// infos : list of Info
///     All reports.
/// notes : list of str
///     What else there was to say.
/// time : float
///     Seconds.
/// score, depth, nodes, pv
///     Those of the best line.
/// exact : bool
///     The score of the best line is proven.
/// trace : Trace or None
///     What was recorded, where that was asked.
#[pyclass(frozen, get_all, module = "plyglot")]
pub(crate) struct SearchResult {
    best: Option<String>,
    ponder: Option<String>,
    lines: Vec<Info>,
    infos: Vec<Info>,
    notes: Vec<String>,
    time: f64,
    score: Option<Score>,
    depth: Option<u32>,
    nodes: u64,
    pv: Vec<String>,
    exact: bool,
    trace: Option<Py<Trace>>,
}

impl SearchResult {
    fn of(py: Python<'_>, ended: JobResult, heard: Heard) -> PyResult<Self> {
        let Heard { infos, mut notes } = heard;
        let rest = ended.notices.into_iter();
        notes.extend(rest.map(|(Notice::Note(text) | Notice::Error(text))| text));
        let (best, ponder) = match ended.answer {
            Answer::Move { best, ponder } => (best, ponder),
            _ => (None, None),
        };
        let mut lines: Vec<Info> = Vec::new();
        for info in infos.iter().filter(|info| info.is_line()) {
            let rank = info.multipv.unwrap_or(1).max(1) as usize;
            if rank <= lines.len() {
                lines[rank - 1] = info.clone();
            } else if rank == lines.len() + 1 {
                lines.push(info.clone());
            }
        }
        let first = lines.first();
        let nodes = infos.iter().filter_map(|info| info.nodes).max().unwrap_or(0);
        let trace = ended.recording.map(|recording| Py::new(py, Trace::of(*recording)));
        Ok(Self {
            score: first.and_then(|line| line.score),
            depth: first.and_then(|line| line.depth),
            pv: first.map_or_else(Vec::new, |line| line.pv.clone()),
            exact: first.is_some_and(|line| line.exact),
            trace: trace.transpose()?,
            time: ended.used.as_secs_f64(),
            best,
            ponder,
            lines,
            infos,
            notes,
            nodes,
        })
    }
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("none");
        let score = self.score.map_or_else(String::new, |score| format!(", {score}"));
        format!("<SearchResult {best}{score}, {} nodes>", self.nodes)
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

/// What a position is worth by proof.
///
/// Attributes
/// ----------
/// score : Score
///     From the side to move.
/// value : int
///     1 if the side to move wins, 0 for a draw, -1 if it loses.
/// margin : float or None
///     How far it ends ahead, in units of the game, in games that are decided by a margin.
/// best : str or None
///     A move that keeps it.
/// pv : list of str
///     A line to the end, as far as it is known.
/// nodes : int
/// time : float
///     Seconds.
#[pyclass(frozen, get_all, module = "plyglot")]
pub(crate) struct Solution {
    score: Score,
    value: i32,
    margin: Option<f64>,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    time: f64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("<Solution {}, {}>", self.score, self.best.as_deref().unwrap_or("none"))
    }
}

/// The name of the players that prove what they say.
const SOLVER: &str = "solve";

/// Searches until the worth of a position is proven.
pub(crate) fn solve(
    py: Python<'_>,
    state: &State,
    shared: &Shared,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Option<Solution>> {
    let entry = shared.entry;
    let has_solver = (entry.players)().iter().any(|(name, _)| *name == SOLVER);
    let mut options = shared.options.clone();
    if has_solver {
        options.push((entry.player_option(), SOLVER.to_owned()));
    }
    let solver = state.with_options(options)?;
    let limits = limits(time, None, nodes, None)?;
    let wish = Wish {
        limits,
        multipv: Some(1),
        moves: Vec::new(),
        scope: None,
        callback: None,
        is_bounded: false,
    };
    let search = solver.begin(py, wish)?;
    loop {
        let ended = search.wait(py, Some(INTERVAL.as_secs_f64()))?;
        let is_proven = |info: &Info| {
            info.is_line() && (info.exact || info.score.is_some_and(|it| it.number().is_proven()))
        };
        let Some(result) = ended else {
            let found =
                search.inner().as_ref().is_some_and(|i| i.heard.infos.iter().any(is_proven));
            if found {
                search.stop();
            }
            continue;
        };
        let result = result.get();
        let is_end = |info: &Info| result.best.is_none() && info.is_line();
        let proven = result.infos.iter().rev().find(|info| is_proven(info) || is_end(info));
        return Ok(proven.and_then(|info| solution(info, result)));
    }
}

fn solution(info: &Info, result: &SearchResult) -> Option<Solution> {
    let score = info.score?;
    Some(Solution {
        score,
        value: score.number().cmp(&Number::DRAW) as i32,
        margin: score.units(),
        best: info.pv.first().cloned().or_else(|| result.best.clone()),
        pv: info.pv.clone(),
        nodes: result.nodes,
        time: result.time,
    })
}
