//! Games: which there are, and one of them under some options.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{GameError, OptionError, refused};
use crate::layout::Layout;
use crate::state::State;
use crate::wait;
use plyglot::core::{Kind, Opt, Scope};
use plyglot::engine::Engine;
use plyglot::game::picture::Picture;
use plyglot::host::entry::{self, GameEntry};
use plyglot::host::job::running_clock;
use plyglot::host::state::NumberedGame;
use plyglot::registry::GAMES;
use plyglot::{bench as benchmark, options};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};

/// A game that states share.
pub(crate) struct Shared {
    pub(crate) entry: &'static GameEntry,
    pub(crate) variant: &'static str,
    /// The options that were given, by their full names.
    pub(crate) options: Vec<(String, String)>,
    /// What the board looks like.
    pub(crate) picture: Picture,
    /// Its places in rows.
    pub(crate) layout: Layout,
    /// What may stand on a place, each word with its number; numbers apart.
    pub(crate) words: BTreeMap<String, u16>,
    start: Mutex<Box<dyn NumberedGame>>,
}

impl Shared {
    /// The game of this name under these options.
    pub(crate) fn open(name: &str, options: Vec<(String, String)>) -> PyResult<Arc<Self>> {
        let Some((entry, variant)) = entry::find(GAMES, name) else {
            let names: Vec<_> = GAMES.iter().flat_map(|g| g.variants).map(|v| v.name).collect();
            let names = names.join(", ");
            return Err(GameError::new_err(format!(
                "found game `{name}`, expected one of {names}"
            )));
        };
        let engine = engine(variant.name, &options)?;
        let start = engine.state().numbered();
        let picture = start.picture();
        let words = picture.men.iter().map(|(word, _)| word);
        let words = words.filter(|word| word.parse::<u32>().is_err());
        let words = words.zip(1..).map(|(word, number)| (word.to_string(), number)).collect();
        let layout = Layout::of(&picture);
        let (variant, start) = (variant.name, Mutex::new(start));
        Ok(Arc::new(Self { entry, variant, options, picture, layout, words, start }))
    }

    /// An engine of its own for this game.
    pub(crate) fn engine(&self) -> PyResult<Engine> {
        engine(self.variant, &self.options)
    }

    /// The start position, to be played on.
    pub(crate) fn start(&self) -> Box<dyn NumberedGame> {
        self.start.lock().unwrap_or_else(PoisonError::into_inner).copy()
    }

    /// What stands on a place as a number: that of the word, the number itself where it is one, and 0
    /// where nothing stands.
    pub(crate) fn code(&self, word: &str) -> i32 {
        let known = self.words.get(word).map(|number| i32::from(*number));
        known.or_else(|| word.parse().ok()).unwrap_or(0)
    }
}

/// An engine for this variant under these options.
fn engine(variant: &str, options: &[(String, String)]) -> PyResult<Engine> {
    let given: Vec<(&str, &str)> =
        options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    Engine::open(variant, &given).map_err(OptionError::new_err)
}

/// A game under some options: its rules, from which states are made.
///
/// Made by :func:`plyglot.game`.
///
/// Attributes
/// ----------
/// name : str
///     The variant, such as ``russian``.
/// family : str
///     The game it is a variant of, such as ``checkers``.
/// about : str
///     One sentence.
/// unit : str
///     What a score of 1.0 is.
/// options : dict of str to str
///     The options that were given.
/// places : list of tuple (str, float, float)
///     Places of the board: name, and x and y of its middle in fields, x to the right and y downwards.
///     A place beside the board, such as a tray or whose turn it is, has an empty name.
/// words : dict of str to int
///     What may stand on a place, with the number it has in ``State.codes()``.
#[pyclass(frozen, module = "plyglot")]
pub(crate) struct Game {
    pub(crate) shared: Arc<Shared>,
}

#[pymethods]
impl Game {
    #[getter]
    fn name(&self) -> &'static str {
        self.shared.variant
    }

    #[getter]
    fn family(&self) -> &'static str {
        self.shared.entry.name
    }

    #[getter]
    fn about(&self) -> &'static str {
        self.shared.entry.about
    }

    #[getter]
    fn unit(&self) -> &'static str {
        self.shared.entry.unit
    }

    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.shared.options.iter().cloned().collect()
    }

    #[getter]
    fn players(&self) -> Vec<&'static str> {
        (self.shared.entry.players)().into_iter().map(|(name, _)| name).collect()
    }

    #[getter]
    fn places(&self) -> Vec<(String, f32, f32)> {
        let places = self.shared.picture.places.iter();
        places.map(|place| (place.name.to_string(), place.x, place.y)).collect()
    }

    /// Rows and columns of the board, where it is a grid; how many places it has elsewhere.
    #[getter]
    fn board_shape(&self) -> Vec<usize> {
        self.shared.layout.shape()
    }

    #[getter]
    fn words(&self) -> BTreeMap<String, u16> {
        self.shared.words.clone()
    }

    /// No legal move of this game has an action of this number or more.
    #[getter]
    fn num_actions(&self) -> usize {
        self.shared.entry.encoded_moves
    }

    /// A game at its start, or at a position.
    ///
    /// Parameters
    /// ----------
    /// fen : str, optional
    ///     The position string of the set-up; the start position if left out.
    /// moves : sequence of str, optional
    ///     Moves to be played from there.
    ///
    /// Returns
    /// -------
    /// State
    #[pyo3(signature = (fen = None, moves = None))]
    fn new_state(&self, fen: Option<&str>, moves: Option<Vec<String>>) -> PyResult<State> {
        let moves = moves.unwrap_or_default();
        let mut at = self.shared.start();
        if fen.is_some() || !moves.is_empty() {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            at.set_position(fen, &moves).map_err(|error| crate::error::setup(&error))?;
        }
        Ok(State::new(&self.shared, at))
    }

    /// The picture of a board without men, as SVG.
    fn ground(&self) -> String {
        self.shared.picture.ground.clone()
    }

    fn __repr__(&self) -> String {
        let options = self.shared.options.iter().map(|(name, value)| format!(" {name}={value}"));
        format!("<Game {}{}>", self.shared.variant, options.collect::<String>())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Restored)> {
        let restore = py.import("plyglot")?.getattr("game")?;
        Ok((restore, (self.shared.variant, self.options())))
    }
}

/// What a game is made of again.
type Restored = (&'static str, BTreeMap<String, String>);

/// Opens a game.
///
/// Parameters
/// ----------
/// name : str
///     A game or a variant: ``chess``, ``kalah``, ``russian``; :func:`plyglot.games` lists them.
/// options : dict, optional
///     Options by name, for names that are no Python identifiers.
/// **more
///     Options: ``stones=4`` is ``Kalah.Stones``, ``hash=64`` is ``Hash``; upper and lower case alike, an
///     underscore for a space.
///
/// Returns
/// -------
/// Game
///
/// Raises
/// ------
/// GameError
///     No game is called so; the text lists all.
/// OptionError
///     There is no such option, or not of this value.
///
/// Examples
/// --------
/// >>> import plyglot
/// >>> state = plyglot.game("kalah", stones=4).new_state()
/// >>> state.play(state.legal_moves()[0])
#[pyfunction]
#[pyo3(signature = (name, options = None, **more))]
pub(crate) fn game(
    name: &str,
    options: Option<&Bound<'_, PyDict>>,
    more: Option<&Bound<'_, PyDict>>,
) -> PyResult<Game> {
    let mut given = Vec::new();
    for (key, value) in options.into_iter().chain(more).flatten() {
        let key: String = key.extract()?;
        let value = if value.is_instance_of::<PyBool>() {
            value.extract::<bool>()?.to_string()
        } else {
            value.str()?.to_string()
        };
        given.push((full_name(name, &key), value));
    }
    Ok(Game { shared: Shared::open(name, given)? })
}

/// The option that is meant: as it is written, or with spaces for underscores. One that is not known
/// stays as it is, for the error.
fn full_name(game: &str, key: &str) -> String {
    let all = options::all(GAMES);
    let Some((entry, _)) = entry::find(GAMES, game) else { return key.to_owned() };
    let found = options::find(&all, entry, key)
        .or_else(|| options::find(&all, entry, &key.replace('_', " ")));
    found.map_or_else(|| key.to_owned(), |opt| opt.name.clone())
}

/// Lists the games.
///
/// Returns
/// -------
/// list of dict
///     For each variant ``name``, ``family``, ``title``, ``about``, ``unit``, ``has_tables``, ``players`` and
///     ``options``: a list of dicts with ``name``, ``scope``, ``type`` (bool, int, str or choice),
///     ``default``, ``min``, ``max``, ``choices`` and ``about``, where they apply.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for game in GAMES {
        for variant in game.variants {
            let dict = PyDict::new(py);
            dict.set_item("name", variant.name)?;
            dict.set_item("family", game.name)?;
            dict.set_item("title", variant.title)?;
            dict.set_item("about", variant.about)?;
            dict.set_item("unit", game.unit)?;
            dict.set_item("has_tables", game.has_tables)?;
            let players = (game.players)().into_iter().map(|(name, _)| name);
            dict.set_item("players", players.collect::<Vec<_>>())?;
            let of_game = (game.options)().into_iter().chain(options::engine(GAMES));
            let listed = PyList::empty(py);
            for opt in of_game.filter(|opt| opt.name != "UCI_Variant") {
                listed.append(described(py, &opt)?)?;
            }
            dict.set_item("options", listed)?;
            list.append(dict)?;
        }
    }
    Ok(list)
}

fn described<'py>(py: Python<'py>, opt: &Opt) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("name", &opt.name)?;
    let scope = match opt.scope {
        Scope::Engine => "engine",
        Scope::Rules => "rules",
        Scope::Notation => "notation",
        Scope::Player => "player",
        Scope::Tables => "tables",
    };
    dict.set_item("scope", scope)?;
    dict.set_item("about", opt.about)?;
    match &opt.kind {
        Kind::Check(default) => {
            dict.set_item("type", "bool")?;
            dict.set_item("default", default)?;
        }
        Kind::Spin { default, min, max } => {
            dict.set_item("type", "int")?;
            dict.set_item("default", default)?;
            dict.set_item("min", min)?;
            dict.set_item("max", max)?;
        }
        Kind::Combo { default, choices } => {
            dict.set_item("type", "choice")?;
            dict.set_item("default", default)?;
            dict.set_item("choices", choices)?;
        }
        Kind::Text(default) => {
            dict.set_item("type", "str")?;
            dict.set_item("default", default)?;
        }
        Kind::Button => dict.set_item("type", "button")?,
    }
    Ok(dict)
}

/// Searches the fixed positions of each game and counts nodes, as ``plyglot bench`` does.
///
/// Returns
/// -------
/// dict of str to int
///     Nodes by game: the same on every machine.
#[pyfunction]
pub(crate) fn bench(py: Python<'_>) -> PyResult<BTreeMap<&'static str, u64>> {
    let control = running_clock();
    let own = Arc::clone(&control);
    let job = move || benchmark::run(GAMES, &own, &mut |_| {});
    let total = wait::work(py, job, || control.stop.set(), || Ok(()))?.map_err(refused)?;
    Ok(total.map(|total| total.nodes).unwrap_or_default())
}
