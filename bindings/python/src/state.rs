//! A game as it stands: moves by text and by number, the board, and what an engine is asked.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

use crate::count::whole;
use crate::error::{MoveError, refused, setup};
use crate::game::{Game, Shared};
use crate::search::{self, Begun, Search, Wish};
use crate::values::Outcome;
use crate::walk::{Walk, Walks};
use plyglot::engine::Engine;
use plyglot::game::MoveError as Refused;
use plyglot::game::picture::Marks;
use plyglot::host::state::{NumberedGame, SetupError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use spin::{Mutex as SpinMutex, MutexGuard};

/// A game as it stands: set-up, moves played, and the position reached.
///
/// Made by ``Game.new_state``. A state may be used by several threads; each call sees it whole.
///
/// Attributes
/// ----------
/// game : Game
/// fen : str
///     The position string.
/// turn : int
///     0 if the first side is to move, 1 if the second.
/// outcome : Outcome or None
///     How the game has ended, or may be ended by a claim.
/// is_over : bool
///     The game has ended, whatever anybody claims.
/// key : int
///     The hash key of the position.
/// ply : int
///     Moves played from the set-up.
/// moves : list of str
///     These moves.
/// history : list of int
///     The same as actions.
/// setup : str or None
///     The position string of the set-up; None for the start position.
#[pyclass(frozen, module = "plyglot")]
pub(crate) struct State {
    pub(crate) shared: Arc<Shared>,
    /// Hardly anybody waits for it, since whoever has it has the interpreter's lock as well; and what is
    /// held for nanoseconds costs least where nobody who waits is put to sleep and has to be woken.
    at: SpinMutex<At>,
    engine: Arc<Mutex<Option<Engine>>>,
    /// The last search that was begun in the background.
    begun: Mutex<Option<Begun>>,
}

/// A game, and the walks through what may be played from where it stood.
pub(crate) struct At {
    pub(crate) game: Box<dyn NumberedGame>,
    pub(crate) walks: Walks,
}

impl Deref for At {
    type Target = dyn NumberedGame;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

impl DerefMut for At {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.game
    }
}

impl State {
    pub(crate) fn new(shared: &Arc<Shared>, game: Box<dyn NumberedGame>) -> Self {
        let at = SpinMutex::new(At { game, walks: Walks::default() });
        Self { shared: Arc::clone(shared), at, engine: Arc::default(), begun: Mutex::default() }
    }

    /// The game as it stands. Nothing of Python may be done while this is held.
    pub(crate) fn at(&self) -> MutexGuard<'_, At> {
        self.at.lock()
    }

    /// Asks the engine, its board as this game stands; it is made when it is asked for the first time.
    pub(crate) fn with_engine<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut Engine) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let text = self.at().game_text();
        py.detach(|| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            let engine = match &mut *engine {
                Some(engine) => engine,
                none => none.insert(self.shared.engine()?),
            };
            let moves: Vec<&str> = text.moves.iter().map(String::as_str).collect();
            engine.set_position(text.setup.as_deref(), &moves).map_err(|error| setup(&error))?;
            ask(engine)
        })
    }

    /// The same game under other options, such as those of another player.
    pub(crate) fn with_options(&self, options: Vec<(String, String)>) -> PyResult<Self> {
        let text = self.at().game_text();
        let shared = Shared::open(self.shared.variant, options)?;
        let mut at = shared.start();
        let moves: Vec<&str> = text.moves.iter().map(String::as_str).collect();
        at.set_position(text.setup.as_deref(), &moves).map_err(|error| setup(&error))?;
        Ok(Self::new(&shared, at))
    }

    /// A search has begun whose end nobody need wait for.
    pub(crate) fn note(&self, search: &Search) {
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Some(search.begun());
    }

    /// Refuses what would have to wait for the end of such a search, perhaps for ever.
    pub(crate) fn expect_idle(&self, what: &str) -> PyResult<()> {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        match &*begun {
            Some(begun) if begun.is_under_way() => Err(refused(format!(
                "{what}: a search of this state is under way, expected it to be stopped or waited for first"
            ))),
            _ => Ok(()),
        }
    }

    /// Begins a search.
    pub(crate) fn begin(&self, py: Python<'_>, wish: Wish) -> PyResult<Search> {
        self.expect_idle("search")?;
        self.with_engine(py, |engine| search::begin(engine, wish))
    }
}

/// Plays the move that is meant.
fn play(at: &mut dyn NumberedGame, mv: &Meant) -> Result<(), Refused> {
    match mv {
        Meant::Number(number) => at.play(*number),
        Meant::Text(text) => at.play_text(text),
    }
}

/// A move as it was given.
enum Meant {
    Number(u16),
    Text(String),
}

impl Meant {
    fn of(mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = mv.extract::<String>() {
            return Ok(Self::Text(text));
        }
        if !mv.is_instance_of::<PyInt>() && !mv.hasattr("__index__")? {
            let kind = mv.get_type().name()?.to_string();
            let text = format!("found a move of type {kind}, expected a str or an int");
            return Err(PyTypeError::new_err(text));
        }
        mv.extract::<u16>().map(Self::Number).map_err(|_| {
            let found = mv.str().map_or_else(|_| String::new(), |text| text.to_string());
            MoveError::new_err(format!(
                "`{found}` is not legal here: no legal move has this number"
            ))
        })
    }
}

/// A move that was refused.
fn refused_move(error: &Refused) -> PyErr {
    MoveError::new_err(error.to_string())
}

#[pymethods]
impl State {
    #[getter]
    fn game(&self) -> Game {
        Game { shared: Arc::clone(&self.shared) }
    }

    #[getter]
    fn fen(&self) -> String {
        self.at().position_text()
    }

    #[getter]
    fn turn(&self) -> usize {
        self.at().side_to_move().index()
    }

    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.at().outcome().as_ref().map(Outcome::of)
    }

    #[getter]
    pub(crate) fn is_over(&self) -> bool {
        self.at().outcome().is_some_and(|outcome| !outcome.claim)
    }

    #[getter]
    fn key(&self) -> u64 {
        self.at().key()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.at().played().len()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.at().game_text().moves
    }

    #[getter]
    fn history(&self) -> Vec<u16> {
        self.at().played().to_vec()
    }

    #[getter]
    fn setup(&self) -> Option<String> {
        self.at().game_text().setup
    }

    /// The legal moves as people write them.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     Empty when the game is over.
    fn legal_moves(&self) -> Vec<String> {
        let mut at = self.at();
        let mut numbers = Vec::new();
        at.moves(&mut numbers);
        numbers.into_iter().filter_map(|number| at.text(number)).collect()
    }

    /// The legal moves as numbers, in the same order: the quick way for loops.
    ///
    /// Returns
    /// -------
    /// list of int
    ///     The same move has the same number in every position; below ``Game.num_actions``.
    fn legal_actions(&self) -> Vec<u16> {
        let mut numbers = Vec::new();
        self.at().moves(&mut numbers);
        numbers
    }

    /// How many legal moves there are.
    fn count_moves(&self) -> usize {
        let mut numbers = Vec::new();
        self.at().moves(&mut numbers);
        numbers.len()
    }

    /// How an action is written here.
    fn action_to_string(&self, #[pyo3(from_py_with = whole)] action: u16) -> PyResult<String> {
        let text = self.at().text(action);
        text.ok_or_else(|| {
            MoveError::new_err(format!(
                "`{action}` is not legal here: no legal move has this number"
            ))
        })
    }

    /// The action of a move.
    fn string_to_action(&self, text: &str) -> PyResult<u16> {
        self.at().number(text).map_err(|error| refused_move(&error))
    }

    /// Plays a move.
    ///
    /// Parameters
    /// ----------
    /// move : str or int
    ///     A move as people write it, or one of ``legal_actions()``.
    ///
    /// Raises
    /// ------
    /// MoveError
    ///     It is no legal move; the state stays as it is.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(number) = r#move.extract::<u16>() {
            return self.at().play(number).map_err(|error| refused_move(&error));
        }
        let meant = Meant::of(r#move)?;
        let mut at = self.at();
        play(&mut **at, &meant).map_err(|error| refused_move(&error))
    }

    /// Plays moves one after the other: all of them or none.
    fn play_all(&self, moves: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
        let moves: Vec<Meant> = moves.iter().map(Meant::of).collect::<PyResult<_>>()?;
        let mut at = self.at();
        for (played, meant) in moves.iter().enumerate() {
            if let Err(error) = play(&mut **at, meant) {
                for _ in 0..played {
                    at.undo();
                }
                return Err(setup(&SetupError::Move { index: played + 1, error }));
            }
        }
        Ok(())
    }

    /// Takes moves back: all of them or none.
    #[pyo3(signature = (plies = 1))]
    fn undo(&self, #[pyo3(from_py_with = whole)] plies: u32) -> PyResult<()> {
        let mut at = self.at();
        let played = at.played().len();
        if plies as usize > played {
            return Err(setup(&SetupError::Undo { found: plies, played }));
        }
        for _ in 0..plies {
            at.undo();
        }
        Ok(())
    }

    /// The state after a move; this one stays as it is.
    fn child(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let child = self.copy();
        child.play(r#move)?;
        Ok(child)
    }

    /// Plays each legal move in turn: the quickest way through a tree.
    ///
    /// Yields
    /// ------
    /// int
    ///     The action that has been played; it is taken back, with all that was played after it, when the
    ///     next is asked for or the loop is left.
    ///
    /// Examples
    /// --------
    /// >>> def perft(state, depth):
    /// ...     return sum(perft(state, depth - 1) for _ in state.walk()) if depth else 1
    fn walk(slf: Py<Self>) -> Walk {
        Walk::new(slf, 1)
    }

    /// Plays each line of so many moves in turn: a walk through a tree in one loop.
    ///
    /// Parameters
    /// ----------
    /// plies : int
    ///     Moves of a line, from 1 to 255; lines that the game ends before are left out.
    ///
    /// Yields
    /// ------
    /// int
    ///     The last action of the line, which has been played; ``history[-plies:]`` is the whole line. It is
    ///     taken back, with all that was played after it, as far as the next one differs, and all of it when
    ///     the loop is left.
    ///
    /// Examples
    /// --------
    /// >>> def perft(state, depth):
    /// ...     return sum(1 for _ in state.lines(depth)) if depth else 1
    fn lines(slf: Py<Self>, #[pyo3(from_py_with = whole)] plies: u8) -> PyResult<Walk> {
        if plies == 0 {
            return Err(refused("plies: found 0, expected a whole number from 1 to 255"));
        }
        Ok(Walk::new(slf, plies.into()))
    }

    /// The same state once more, without its engine: what happens to one does not concern the other.
    fn copy(&self) -> Self {
        let at = self.at().copy();
        Self::new(&self.shared, at)
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Restored)> {
        let restore = py.import("plyglot")?.getattr("_restore")?;
        let text = self.at().game_text();
        Ok((restore, (self.game(), text.setup, text.moves)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        let same = self.shared.variant == other.shared.variant
            && self.shared.options == other.shared.options;
        // One after the other: two at once might wait for each other.
        let own = self.at().game_text();
        same && own == other.at().game_text()
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }

    fn __str__(&self) -> String {
        self.at().diagram().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<State {} {}>", self.shared.variant, self.fen())
    }

    /// The board as it is seen by who moves first, from the top to the bottom and from left to right.
    ///
    /// Parameters
    /// ----------
    /// numpy : bool
    ///     As an array of int16, by ``Game.words``, instead of lists of words. Needs NumPy.
    ///
    /// Returns
    /// -------
    /// list of list of (str or None), or numpy.ndarray
    ///     Rows of words: an empty one is an empty place, None is no place at all (a light square of
    ///     draughts, the space between the points of morris). An array has the shape
    ///     ``Game.board_shape``: rows and columns, -1 where there is no place; or, where the board is no grid
    ///     (Abalone, games of sowing), its places one after the other, row by row.
    #[pyo3(signature = (*, numpy = false))]
    fn board<'py>(&self, py: Python<'py>, numpy: bool) -> PyResult<Bound<'py, PyAny>> {
        let scene = self.at().scene();
        let layout = &self.shared.layout;
        if !numpy {
            let word = |place: Option<usize>| place.and_then(|place| scene.get(place));
            let rows = layout.rows().iter().map(|row| row.iter().map(|&at| word(at)).collect());
            let rows: Vec<Vec<Option<&Cow<'static, str>>>> = rows.collect();
            return rows.into_pyobject(py);
        }
        let code = |place: usize| scene.get(place).map_or(0, |word| self.shared.code(word));
        let places = layout.rows().iter().flatten().filter(|it| it.is_some() || layout.is_grid());
        let codes: Vec<i32> = places.map(|place| place.map_or(-1, code)).collect();
        let array = py.import("numpy")?.call_method1("array", (codes, "int16"))?;
        array.call_method1("reshape", (layout.shape(),))
    }

    /// What stands on each place of ``Game.places``.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     Words; an empty one is an empty place.
    fn scene(&self) -> Vec<String> {
        let scene = self.at().scene();
        scene.into_iter().map(Cow::into_owned).collect()
    }

    /// The same as numbers, by ``Game.words``.
    ///
    /// Returns
    /// -------
    /// list of int
    ///     0 where nothing stands; a word that is a number, such as the stones of a pit, is that number.
    fn codes(&self) -> Vec<i32> {
        let scene = self.at().scene();
        scene.iter().map(|word| self.shared.code(word)).collect()
    }

    /// The board as SVG.
    fn svg(&self) -> String {
        let scene = self.at().scene();
        self.shared.picture.svg(&scene, Marks::default())
    }

    fn _repr_html_(&self) -> String {
        format!("<div style=\"max-width: 24em\">{}</div>", self.svg())
    }
}

/// What a state is made of again.
type Restored = (Game, Option<String>, Vec<String>);
