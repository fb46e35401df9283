//! An engine: a game as it stands, whoever plays it, and what searches of it need, as one value.
//!
//! A session holds one for its client, a match one for each player of ours, and so does a program
//! that uses this library: positions and moves are text, everything else is values, and nothing has
//! to be read out of printed lines.
//!
//! ```
//! use plyglot::core::Limits;
//! use plyglot::engine::Engine;
//!
//! let mut kalah = Engine::open("kalah", &[("Stones", "4")])?;
//! kalah.play(&["3"])?;
//! assert_eq!(kalah.perft(1), kalah.state().legal_moves().len() as u64);
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let result = kalah.search(limits, |_event| {}).wait();
//! println!("{:?} after {:?}", result.answer, result.used);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ahead;
pub mod claim;
mod search;
pub mod setting;
pub(crate) mod words;

use std::sync::Arc;
use std::time::Duration;

use crate::options::{self, Chosen};
use crate::registry::GAMES;
use plyglot_core::{Opt, OptionError, Settings, Value};
use plyglot_host::entry::GameEntry;
use plyglot_host::event::Notice;
use plyglot_host::game::Variant;
use plyglot_host::state::{GameState, SetupError};
use plyglot_search::time::{Timer, WallTimer};
use plyglot_search::{AdaptiveDepth, TranspositionTable};

pub use search::{Search, Started};
pub use setting::Setting;

/// A game with its player, its settings and its transposition table.
#[expect(missing_debug_implementations, reason = "a game is not shown")]
pub struct Engine {
    pub(crate) games: &'static [&'static GameEntry],
    pub(crate) options: Vec<Opt>,
    pub(crate) settings: Settings,
    pub(crate) game: &'static GameEntry,
    pub(crate) variant: &'static str,
    pub(crate) state: Box<dyn GameState>,
    /// Made for the first game or search: who only wants the options waits for no memory.
    tt: Option<Arc<TranspositionTable>>,
    adaptive_depth: Option<AdaptiveDepth>,
    /// What a player may think ahead about: the position after these moves from here.
    ahead: Option<Vec<String>>,
    timer: Arc<dyn Timer>,
}

impl Engine {
    /// The game or variant of this name under these options, `Stones` for `Kalah.Stones`; those that
    /// are not named are as in the tables of protocol.md. An error says what was found and expected.
    pub fn open(name: &str, options: &[(&str, &str)]) -> Result<Self, String> {
        let chosen = Chosen::new(GAMES, "engine", name)?;
        let Chosen { game, variant, mut settings, .. } = chosen;
        settings.set("UCI_Variant", Value::Combo(variant.name));
        let opened = Self::with(GAMES, game, variant, settings, Arc::new(WallTimer::default()));
        let mut engine = opened.map_err(|error| error.to_string())?;
        for (name, value) in options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    /// The same of these games, with these settings, its clock this timer. Endgame tables are attached
    /// as the settings ask for it; a folder that is not there keeps no game from being played.
    pub fn with(
        games: &'static [&'static GameEntry],
        game: &'static GameEntry,
        variant: &'static Variant,
        settings: Settings,
        timer: Arc<dyn Timer>,
    ) -> Result<Self, OptionError> {
        let mut state = (game.open)(variant.name, &settings)?;
        let _ = state.attach_tables(&settings);
        Ok(Self {
            games,
            options: options::all(games),
            adaptive_depth: options::adaptive_depth(&settings),
            settings,
            game,
            variant: variant.name,
            state,
            tt: None,
            ahead: None,
            timer,
        })
    }

    /// The values of all options in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The game as it stands, to be asked.
    pub fn state(&self) -> &dyn GameState {
        &*self.state
    }

    /// The same game with a player of its own, after these moves from its set-up.
    ///
    /// # Errors
    /// A move cannot be played.
    pub fn copy_after(&self, moves: &[String]) -> Result<Box<dyn GameState>, String> {
        let state = (self.game.open)(self.variant, &self.settings);
        let mut state = state.map_err(|error| error.to_string())?;
        let setup = self.state.game_text().setup;
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        state.set_position(setup.as_deref(), &moves).map_err(|error| error.to_string())?;
        Ok(state)
    }

    /// Another game, or this one opened anew, is in force, its board as it stands.
    pub(crate) fn install(&mut self, opened: Opened) {
        let Opened { game, variant, settings, state } = opened;
        (self.game, self.variant, self.settings, self.state) =
            (game, variant.name, settings, state);
        self.new_board();
    }

    /// Sets up a position, the start where there is `None`, and plays moves from it: all or nothing.
    /// Returns what a player that learns has to say about a game that this ends.
    pub fn set_position(
        &mut self,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<Vec<Notice>, SetupError> {
        let told = self.state.set_position(position, moves)?;
        self.ahead = Some(Vec::new());
        Ok(told)
    }

    /// Plays moves from here: all or nothing.
    pub fn play(&mut self, moves: &[&str]) -> Result<Vec<Notice>, SetupError> {
        let told = self.state.play(moves)?;
        self.ahead = Some(Vec::new());
        Ok(told)
    }

    /// Takes moves back: all of them or none.
    pub fn undo(&mut self, plies: u32) -> Result<(), SetupError> {
        self.state.undo(plies)?;
        self.ahead = Some(Vec::new());
        Ok(())
    }

    /// A new game: the board at its start, nothing remembered of the last one.
    pub fn new_game(&mut self) {
        self.state.new_game();
        self.new_board();
    }

    /// Nothing of the last game helps in the next one.
    fn new_board(&mut self) {
        self.ahead = Some(Vec::new());
        self.forget_tt();
        if let Some(adaptive_depth) = &mut self.adaptive_depth {
            adaptive_depth.reset();
        }
    }

    /// Lets the adaptive depth policy learn from a search to its target, that took this long and was
    /// perhaps `cut` short; says what it changed.
    pub(crate) fn keep_adaptive_depth(&mut self, used: Duration, cut: bool) -> Option<String> {
        self.adaptive_depth.as_mut()?.after(used, cut)
    }
}

/// A game that is open.
pub(crate) struct Opened {
    pub game: &'static GameEntry,
    pub variant: &'static Variant,
    pub settings: Settings,
    pub state: Box<dyn GameState>,
}

impl Opened {
    /// Attaches the tables that the settings name. A folder that is not there keeps no game from
    /// being played.
    pub(crate) fn attach_tables(&mut self) -> Vec<Notice> {
        let attached = self.state.attach_tables(&self.settings);
        attached.unwrap_or_else(|error| vec![Notice::Error(error)])
    }
}
