//! What a state asks its engine: counts, searches, proofs, tables, evaluations; and games in files.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::count::{maybe, whole};
use crate::error::{GameError, PlyglotError, refused};
use crate::game::Shared;
use crate::search::{self, Search, SearchResult, Solution, Wish};
use crate::state::State;
use crate::tables::Probe;
use plyglot::core::{Settings, WALK_DEPTH_MAX};
use plyglot::host::event::{Answer, SearchEvent};
use plyglot::host::view::outcome_text;
use plyglot::options;
use plyglot::records::form::{GameFile, Saved, Wanted};
use plyglot::registry::GAMES;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl State {
    /// Counts the lines of so many plies from here.
    ///
    /// Parameters
    /// ----------
    /// depth : int
    ///     Plies.
    /// divide : bool
    ///     By the first move.
    ///
    /// Returns
    /// -------
    /// int, or dict of str to int
    #[pyo3(signature = (depth, divide = false))]
    fn perft<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] depth: u32,
        divide: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        if depth > WALK_DEPTH_MAX {
            let text = format!("perft: found depth {depth}, expected at most {WALK_DEPTH_MAX}");
            return Err(refused(text));
        }
        let divided = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&divided);
        let search = self.with_engine(py, |engine| {
            Ok(engine.start_perft(depth, move |event| {
                if let SearchEvent::Divided { mv, nodes } = event {
                    told.lock().unwrap_or_else(PoisonError::into_inner).push((mv, nodes));
                }
            }))
        })?;
        let result = search::finish(py, search)?;
        let Answer::Divided(nodes) = result.answer else {
            return Err(refused("perft: the count has no end"));
        };
        if !divide {
            return Ok(nodes.into_pyobject(py)?.into_any());
        }
        let divided = std::mem::take(&mut *divided.lock().unwrap_or_else(PoisonError::into_inner));
        let dict = PyDict::new(py);
        for (mv, nodes) in divided {
            dict.set_item(mv, nodes)?;
        }
        Ok(dict.into_any())
    }

    /// Searches for the best move and waits for it. Ctrl-C ends it.
    ///
    /// Parameters
    /// ----------
    /// time : float, optional
    ///     Seconds.
    /// depth : int, optional
    ///     Plies.
    /// nodes : int, optional
    ///     Moves played in the search.
    /// mate : int, optional
    ///     A forced end in so many moves.
    /// multipv : int, optional
    ///     So many best lines.
    /// moves : sequence of str, optional
    ///     The only moves to look at.
    /// trace : bool or int, optional
    ///     Record the search; at most so many visits.
    /// callback : callable, optional
    ///     Called with each ``Info``; the search stops where it returns False.
    ///
    /// Returns
    /// -------
    /// SearchResult
    #[pyo3(signature = (time = None, depth = None, nodes = None, *, mate = None, multipv = None,
        moves = None, trace = None, callback = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords, each for itself")]
    fn search(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        #[pyo3(from_py_with = maybe)] depth: Option<u32>,
        #[pyo3(from_py_with = maybe)] nodes: Option<u64>,
        #[pyo3(from_py_with = maybe)] mate: Option<u32>,
        #[pyo3(from_py_with = maybe)] multipv: Option<u32>,
        moves: Option<Vec<String>>,
        trace: Option<&Bound<'_, PyAny>>,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<Py<SearchResult>> {
        let limits = search::limits(time, depth, nodes, mate)?;
        let scope = search::scope(trace)?;
        let moves = moves.unwrap_or_default();
        let wish = Wish { limits, multipv, moves, scope, callback, is_bounded: true };
        self.begin(py, wish)?.result(py)
    }

    /// Starts a search and returns at once; without a limit it goes on until it is stopped.
    ///
    /// The parameters are those of :meth:`search`.
    ///
    /// Returns
    /// -------
    /// Search
    ///     It is stopped when it is dropped.
    #[pyo3(signature = (time = None, depth = None, nodes = None, *, mate = None, multipv = None,
        moves = None, trace = None, callback = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords, each for itself")]
    fn start_search(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        #[pyo3(from_py_with = maybe)] depth: Option<u32>,
        #[pyo3(from_py_with = maybe)] nodes: Option<u64>,
        #[pyo3(from_py_with = maybe)] mate: Option<u32>,
        #[pyo3(from_py_with = maybe)] multipv: Option<u32>,
        moves: Option<Vec<String>>,
        trace: Option<&Bound<'_, PyAny>>,
        callback: Option<Py<PyAny>>,
    ) -> PyResult<Search> {
        let limits = search::limits(time, depth, nodes, mate)?;
        let scope = search::scope(trace)?;
        let moves = moves.unwrap_or_default();
        let wish = Wish { limits, multipv, moves, scope, callback, is_bounded: false };
        let search = self.begin(py, wish)?;
        self.note(&search);
        Ok(search)
    }

    /// Searches until the worth of the position is proven, by the solver of the game where it has one.
    ///
    /// Parameters
    /// ----------
    /// time : float, optional
    ///     Seconds at most.
    /// nodes : int, optional
    ///     Moves played at most.
    ///
    /// Returns
    /// -------
    /// Solution or None
    ///     None where it was not proven within these limits.
    #[pyo3(signature = (time = None, nodes = None))]
    fn solve(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        #[pyo3(from_py_with = maybe)] nodes: Option<u64>,
    ) -> PyResult<Option<Solution>> {
        search::solve(py, self, &self.shared, time, nodes)
    }

    /// What endgame tables know of this position and of its moves.
    ///
    /// Tables are those of the option ``TbPath``, and small ones that are built in memory.
    ///
    /// Returns
    /// -------
    /// Probe
    fn probe(&self, py: Python<'_>) -> PyResult<Probe> {
        let search = self.with_engine(py, |engine| Ok(engine.start_probe()))?;
        match search::finish(py, search)?.answer {
            Answer::Tables(view) => Ok(Probe::of(view)),
            _ => Err(refused("probe: the tables gave no answer")),
        }
    }

    /// What the player of the game thinks of the position without searching.
    ///
    /// Returns
    /// -------
    /// dict
    ///     ``player``, ``unit``, ``value`` for the side to move in units of the game, and ``terms``: a dict
    ///     of what it is made of.
    fn evaluate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        if self.is_over() {
            return Err(refused("evaluate: the game is over"));
        }
        self.expect_idle("evaluate")?;
        let accounts =
            self.with_engine(py, |engine| engine.state().accounts(&[]).map_err(refused))?;
        let account = accounts.into_iter().next();
        let account = account.ok_or_else(|| refused("evaluate: this game has no evaluator"))?;
        let terms = PyDict::new(py);
        for term in &account.account.terms {
            terms.set_item(term.name.to_string(), term.value)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("player", account.player)?;
        dict.set_item("unit", account.unit)?;
        dict.set_item("value", account.account.total)?;
        dict.set_item("terms", terms)?;
        Ok(dict)
    }

    /// The rules in force, each with its source.
    ///
    /// Returns
    /// -------
    /// list of str
    fn rules(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with_engine(py, |engine| Ok(engine.state().describe()))
    }

    /// Writes the game into a file, in the form that its name asks for (``.pgn``, ``.pdn``, ``.klh``,
    /// ``.ggf``, ``.sgf``, or the program's own).
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let entry = self.shared.entry;
        self.with_engine(py, |engine| {
            let state = engine.state();
            let outcome = state.outcome().filter(|outcome| !outcome.claim);
            let result = outcome.map(|outcome| {
                let words = outcome_text(&outcome);
                (outcome.winner(), words)
            });
            let saved = Saved { game: entry, engine: state, tags: &[], result, tree: None };
            saved.write(GAMES, &path).map(drop).map_err(refused)
        })
    }
}

/// Reads the games of a file.
///
/// Parameters
/// ----------
/// path : str or path
///     Records (``.pgn``, ``.pdn``, ``.klh``, ``.ggf``, ``.sgf``) or games saved by plyglot.
/// game : str, optional
///     The game that records are of, where their form is that of several.
///
/// Returns
/// -------
/// list of State
///     Each with its moves played.
#[pyfunction]
#[pyo3(signature = (path, game = None))]
pub(crate) fn load(path: PathBuf, game: Option<&str>) -> PyResult<Vec<State>> {
    let all = options::all(GAMES);
    let settings = Settings::defaults(&all);
    let named = game.map(|name| options::find_game(GAMES, "load", name)).transpose();
    let named = named.map_err(GameError::new_err)?;
    let shown = path.display().to_string();
    let file = GameFile::read_all(GAMES, &path, &shown, named.map(|(game, _)| game));
    let file = file.map_err(PlyglotError::new_err)?;
    let (entry, variant) = named
        .map(|(game, variant)| (game, variant.name))
        .or_else(|| file.first_reader(GAMES).map(|game| (game, game.variants[0].name)))
        .unwrap_or((GAMES[0], GAMES[0].variants[0].name));
    let is_said = named.is_some();
    let wanted = Wanted { game: entry, variant, is_said, settings: &settings, options: &[] };
    let mut states = Vec::new();
    for index in 0..file.count() {
        let mut kept = file.open(GAMES, index, &wanted).map_err(PlyglotError::new_err)?;
        kept.play_all().map_err(|error| refused(format!("{shown}: {error}")))?;
        let rules = kept.engine.rules_in_force();
        let shared = Shared::open(&rules.variant, rules.options)?;
        states.push(State::new(&shared, kept.engine.numbered()));
    }
    Ok(states)
}
