//! What the desk is set up with: options, games, positions.
//!
//! A setting may name a file: a folder of endgame tables, what a player has learnt, a log. Whatever
//! opens one is done beside the session, and the engine goes along: who waits for a slow disk is not
//! the client, whose `stop` is still heard. It comes back by a [`Change`], refused settings leave it
//! as it was. Where no file is named there is nothing to wait for, and the same is done at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};

use super::change::Change;
use super::command::{CommandHandler, Spelling};
use super::debug_log::DebugLog;
use super::event;
use super::running::RunningJob;
use super::show;
use crate::engine::{Opened, Setting};
use plyglot_core::text::shorten;
use plyglot_core::{OptionError, Scope, Settings, Value};
use plyglot_host::entry::{self, GameEntry};
use plyglot_host::game::Variant;
use plyglot_host::state::{GameState, SetupError};
use plyglot_protocol::{Reply, Setup};

/// The option that names the file of the conversation.
const LOG_FILE: &str = "Debug Log File";

/// A game that is to be opened.
struct Opening {
    game: &'static GameEntry,
    variant: &'static Variant,
    settings: Settings,
    /// The position string, `None` for the start, and the moves from there.
    setup: Option<(Option<String>, Vec<String>)>,
}

impl Opening {
    fn run(self) -> Result<(Opened, Vec<Reply>), String> {
        let Self { game, variant, settings, setup } = self;
        let opened = (game.open)(variant.name, &settings);
        let mut state = opened.map_err(|error| match setup {
            Some(_) => error.to_string(),
            None => format!("setoption UCI_Variant: {error}"),
        })?;
        let mut told = vec![Reply::Note(show::introduction(&*state))];
        let mut of_position = Vec::new();
        if let Some((position, moves)) = setup {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let set_up = state.set_position(position.as_deref(), &moves);
            of_position = event::notices(set_up.map_err(refused)?);
        }
        let mut opened = Opened { game, variant, settings, state };
        told.extend(event::notices(opened.attach_tables()));
        told.extend(of_position);
        Ok((opened, told))
    }
}

impl CommandHandler {
    /// Sets an option, or says why not. Returns what runs now.
    pub(super) fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
        out: &mut Vec<Reply>,
    ) -> Result<Option<RunningJob>, String> {
        let opt = self.engine.option(name)?.clone();
        let named = |error: OptionError| format!("setoption {}: {error}", opt.name);
        let Some(value) = opt.parse(value.unwrap_or("").trim()).map_err(named)? else {
            self.engine.forget_tt();
            return Ok(None);
        };
        let value = self.own(&opt, value).map_err(|error| named(OptionError::Refused(error)))?;
        if opt.scope == Scope::Notation {
            self.spelling = Spelling::Chosen;
        }
        if let ("UCI_Variant", Value::Combo(variant)) = (opt.name.as_str(), &value) {
            return self.choose(variant, out);
        }
        let mut settings = self.engine.settings.clone();
        settings.set(&opt.name, value);
        self.set(Setting { opt, settings }, out)
    }

    fn set(
        &mut self,
        setting: Setting,
        out: &mut Vec<Reply>,
    ) -> Result<Option<RunningJob>, String> {
        if setting.opt.name == LOG_FILE {
            return Ok(self.log_into(setting));
        }
        if self.engine.concerns_game(&setting.opt) {
            if self.names_files(&setting.settings) {
                return self.set_beside(setting).map(Some);
            }
            out.extend(event::notices(setting.apply(&mut *self.engine.state)?));
        } else {
            self.engine.check_elsewhere(&setting)?;
        }
        self.engine.keep(setting);
        Ok(None)
    }

    /// Whether these settings name a file that an engine may open.
    fn names_files(&self, settings: &Settings) -> bool {
        let of_engines =
            self.engine.options.iter().filter(|opt| opt.is_path && opt.scope != Scope::Engine);
        of_engines.into_iter().any(|opt| !settings.text(&opt.name).is_empty())
    }

    /// Lets the engine take over a setting beside the session. Until it is back, another of the same
    /// game stands in for it, of which nobody asks anything.
    fn set_beside(&mut self, setting: Setting) -> Result<RunningJob, String> {
        let plain = Settings::defaults(&self.engine.options);
        let stand_in = (self.engine.game.open)(self.engine.variant, &plain);
        let stand_in = stand_in.map_err(|error| setting.refused(&error))?;
        let (lend, lent) = channel::<Box<dyn GameState>>();
        let running = self.beside("setoption", move || {
            let mut state = lent.recv().map_err(|_| "the game is gone".to_owned())?;
            // Whatever becomes of the work, the game comes back.
            let applied = catch_unwind(AssertUnwindSafe(|| setting.apply(&mut *state)));
            let applied = applied.unwrap_or_else(|_| Err(setting.refused(&"failed")));
            Ok(match applied {
                Ok(told) => (event::notices(told), Some(Change::State(state, Some(setting)))),
                Err(error) => (vec![Reply::Error(error)], Some(Change::State(state, None))),
            })
        });
        let state = std::mem::replace(&mut self.engine.state, stand_in);
        if let Err(unsent) = lend.send(state) {
            // There was no thread for it.
            self.engine.state = unsent.0;
        }
        Ok(running)
    }

    /// Writes the conversation down from now on, or no longer.
    fn log_into(&mut self, setting: Setting) -> Option<RunningJob> {
        let file = setting.settings.text(LOG_FILE).to_owned();
        self.log.close();
        if file.is_empty() {
            self.engine.keep(setting);
            return None;
        }
        self.log.begin();
        Some(self.beside("setoption", move || {
            Ok(match DebugLog::open(&file) {
                Ok(log) => (Vec::new(), Some(Change::Log(log, setting))),
                Err(error) => {
                    let why = setting.refused(&format!("{}: {error}", shorten(&file)));
                    (vec![Reply::Error(why)], None)
                }
            })
        }))
    }

    /// Makes a variant the one in force, its board at the start.
    fn choose(
        &mut self,
        variant: &'static str,
        out: &mut Vec<Reply>,
    ) -> Result<Option<RunningJob>, String> {
        let unknown = || format!("setoption UCI_Variant: {}", OptionError::Unknown(variant.into()));
        let (game, variant) = entry::find(self.engine.games, variant).ok_or_else(unknown)?;
        let mut settings = self.engine.settings.clone();
        if self.spelling == Spelling::OfVariant {
            let implied = self.engine.options.iter().filter_map(|opt| {
                let (_, value) = game.of_variant.iter().find(|(name, _)| *name == opt.name)?;
                Some((opt.name.clone(), opt.parse(value).ok()??))
            });
            implied.for_each(|(name, value)| settings.set(&name, value));
        }
        settings.set("UCI_Variant", Value::Combo(variant.name));
        self.open(Opening { game, variant, settings, setup: None }, out)
    }

    /// Opens another game, which is then the one in force. Returns what runs now.
    fn open(
        &mut self,
        opening: Opening,
        out: &mut Vec<Reply>,
    ) -> Result<Option<RunningJob>, String> {
        if self.names_files(&opening.settings) {
            return Ok(Some(self.beside("open", move || {
                Ok(match opening.run() {
                    Ok((opened, told)) => (told, Some(Change::Game(opened))),
                    Err(error) => (vec![Reply::Error(error)], None),
                })
            })));
        }
        let (opened, told) = opening.run()?;
        out.extend(told);
        self.engine.install(opened);
        Ok(None)
    }

    /// What a job with files has come to is in force.
    pub(super) fn take(&mut self, changes: &Receiver<Change>) {
        match changes.try_recv() {
            Ok(Change::Game(opened)) => self.engine.install(opened),
            Ok(Change::Loaded(opened, heading)) => {
                self.engine.install(opened);
                self.heading = Some(heading);
            }
            Ok(Change::State(state, setting)) => {
                self.engine.state = state;
                if let Some(setting) = setting {
                    self.engine.keep(setting);
                }
            }
            Ok(Change::Log(log, setting)) => {
                self.log.go_on(log);
                self.engine.keep(setting);
            }
            // It changes nothing.
            Err(_) => self.log.give_up(),
        }
    }

    /// Sets up a position, of another game perhaps. Returns what runs now.
    pub(super) fn position(
        &mut self,
        setup: &Setup<'_>,
        out: &mut Vec<Reply>,
    ) -> Result<Option<RunningJob>, String> {
        let named = setup.game.map(|name| {
            entry::find(self.engine.games, name).ok_or_else(|| {
                let names: Vec<_> =
                    self.engine.games.iter().flat_map(|g| g.variants).map(|v| v.name).collect();
                let (found, expected) = (shorten(name), names.join(", "));
                format!("position: found `{found}`, expected startpos, fen or one of {expected}")
            })
        });
        if let Some((game, variant)) =
            named.transpose()?.filter(|(_, v)| v.name != self.engine.variant)
        {
            let mut settings = self.engine.settings.clone();
            settings.set("UCI_Variant", Value::Combo(variant.name));
            let position = setup.position.map(str::to_owned);
            let moves = setup.moves.iter().map(|&mv| mv.to_owned()).collect();
            let setup = Some((position, moves));
            return self.open(Opening { game, variant, settings, setup }, out);
        }
        let set_up = self.engine.set_position(setup.position, &setup.moves);
        out.extend(event::notices(set_up.map_err(refused)?));
        Ok(None)
    }
}

/// Why a position was not taken; an error of the position string says itself where it is.
fn refused(error: SetupError) -> String {
    match error {
        SetupError::Position(error) => error.to_string(),
        other => format!("position: {other}"),
    }
}
