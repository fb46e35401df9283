//! Recorded searches: questions about them, and their visits as a table.

use std::sync::{Mutex, PoisonError};

use crate::count::whole;
use crate::error::refused;
use crate::values::{Score, word};
use plyglot::core::Score as Number;
use plyglot::inspect::query::{self, Walk};
use plyglot::inspect::{Recording, file, render};
use plyglot::protocol::{Command, parse};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A recorded search: a tree of visits, and questions about it.
///
/// Made by ``State.search(..., trace=True)`` (``SearchResult.trace``), or read by ``Trace.load``.
///
/// Attributes
/// ----------
/// visits : int
///     Visits of the whole search, recorded or not; ``len()`` is how many were recorded.
/// position : str
///     The position string of the root.
/// player : str
///     Who searched.
/// best : str or None
///     The move that was played.
#[pyclass(frozen, module = "plyglot")]
pub(crate) struct Trace {
    recording: Recording,
    walk: Mutex<Walk>,
}

impl Trace {
    pub(crate) fn of(recording: Recording) -> Self {
        Self { recording, walk: Mutex::default() }
    }
}

#[pymethods]
impl Trace {
    /// Reads a trace file.
    #[staticmethod]
    fn load(path: &str) -> PyResult<Self> {
        file::load(path).map(Self::of).map_err(refused)
    }

    /// Writes it into a file, packed where its name ends in ``.zst``.
    fn save(&self, path: &str) -> PyResult<()> {
        file::save(&self.recording, path).map_err(refused)
    }

    #[getter]
    fn visits(&self) -> u64 {
        self.recording.visits
    }

    #[getter]
    fn position(&self) -> &str {
        &self.recording.about.position
    }

    #[getter]
    fn player(&self) -> &str {
        &self.recording.about.player
    }

    #[getter]
    fn best(&self) -> Option<&str> {
        self.recording.about.played.as_deref()
    }

    fn __len__(&self) -> usize {
        self.recording.nodes.len()
    }

    fn __repr__(&self) -> String {
        let (rows, visits) = (self.recording.nodes.len(), self.recording.visits);
        format!("<Trace {rows} of {visits} visits>")
    }

    /// Asks a question in the words of the protocol.
    ///
    /// Parameters
    /// ----------
    /// question : str
    ///     ``why``, ``why e2e4``, ``why not e2e4``, ``tree``, ``best 3``, ``hot``, ``iterations``,
    ///     ``down e2e4``, ``up``; each of the last two moves where the others are asked from.
    ///
    /// Returns
    /// -------
    /// list of str
    fn ask(&self, question: &str) -> PyResult<Vec<String>> {
        let parsed = parse(question).map_err(refused)?;
        let Some(Command::Ask(ask)) = parsed.map(|parsed| parsed.command) else {
            let text = format!("ask: `{question}` is no question about a recorded search");
            return Err(refused(text));
        };
        let mut walk = self.walk.lock().unwrap_or_else(PoisonError::into_inner);
        query::answer(Some(&self.recording), &mut walk, &ask).map_err(refused)
    }

    /// The visits as a table, column by column: ``pandas.DataFrame(trace.nodes())``.
    ///
    /// Returns
    /// -------
    /// dict of str to list
    ///     A row for each visit, a parent before its children: ``parent`` (its row, -1 for the root),
    ///     ``thread``, ``ply``, ``iteration``, ``move``, ``depth``, ``extension``, ``reduction`` (plies),
    ///     ``alpha``, ``beta``, ``static_eval``, ``score`` (raw numbers of :class:`Score`, for the side to
    ///     move at the node; None where there is none), ``bound``, ``end`` (why it was left), ``text``
    ///     (the move that cut or was best, or the rule that ended the game), ``visits`` (below it,
    ///     recorded or not), ``skipped`` (moves left out) and ``key``.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let nodes = &self.recording.nodes;
        let text = |id| self.recording.text(id);
        let dict = PyDict::new(py);
        let parents = nodes.iter().map(|node| node.parent.map_or(-1, i64::from));
        dict.set_item("parent", PyList::new(py, parents.collect::<Vec<_>>())?)?;
        dict.set_item("thread", nodes.iter().map(|node| node.thread).collect::<Vec<_>>())?;
        dict.set_item("ply", nodes.iter().map(|node| node.ply).collect::<Vec<_>>())?;
        dict.set_item("iteration", nodes.iter().map(|node| node.iteration).collect::<Vec<_>>())?;
        dict.set_item("move", nodes.iter().map(|node| text(node.mv)).collect::<Vec<_>>())?;
        dict.set_item("depth", nodes.iter().map(|node| node.depth).collect::<Vec<_>>())?;
        dict.set_item("extension", nodes.iter().map(|node| node.extension).collect::<Vec<_>>())?;
        dict.set_item("reduction", nodes.iter().map(|node| node.reduction).collect::<Vec<_>>())?;
        dict.set_item("alpha", nodes.iter().map(|node| node.alpha.raw()).collect::<Vec<_>>())?;
        dict.set_item("beta", nodes.iter().map(|node| node.beta.raw()).collect::<Vec<_>>())?;
        let evals = nodes.iter().map(|node| node.static_eval.map(Number::raw));
        dict.set_item("static_eval", evals.collect::<Vec<_>>())?;
        let scores = nodes.iter().map(|node| node.score.map(Number::raw));
        dict.set_item("score", scores.collect::<Vec<_>>())?;
        let bounds = nodes.iter().map(|node| node.bound().map(word));
        dict.set_item("bound", bounds.collect::<Vec<_>>())?;
        dict.set_item("end", nodes.iter().map(|node| node.end.word()).collect::<Vec<_>>())?;
        dict.set_item("text", nodes.iter().map(|node| text(node.text)).collect::<Vec<_>>())?;
        dict.set_item("visits", nodes.iter().map(|node| node.visits).collect::<Vec<_>>())?;
        dict.set_item("skipped", nodes.iter().map(|node| node.skipped.len()).collect::<Vec<_>>())?;
        dict.set_item("key", nodes.iter().map(|node| node.key).collect::<Vec<_>>())?;
        Ok(dict)
    }

    /// The iterations as they were reported.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     ``depth`` (plies), ``score``, ``nodes``, ``time`` (seconds) and ``pv``.
    fn iterations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for iteration in &self.recording.about.iterations {
            let dict = PyDict::new(py);
            dict.set_item("depth", iteration.depth)?;
            dict.set_item("score", Py::new(py, Score::of(iteration.score))?)?;
            dict.set_item("nodes", iteration.nodes)?;
            #[expect(clippy::cast_precision_loss, reason = "no search takes 2^53 µs")]
            dict.set_item("time", iteration.time_us as f64 / 1e6)?;
            dict.set_item("pv", &iteration.pv)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// The tree as a graph for Graphviz, to so many plies.
    #[pyo3(signature = (plies = 2))]
    fn dot(&self, #[pyo3(from_py_with = whole)] plies: u32) -> String {
        render::dot(&self.recording, plies)
    }

    /// Every visit as comma-separated values.
    fn csv(&self) -> String {
        render::csv(&self.recording)
    }
}
