//! Options of an engine: what each concerns has to agree before a new value is in force.

use std::fmt::Display;

use super::Engine;
use crate::options;
use plyglot_core::{Opt, Scope, Settings};
use plyglot_host::event::Notice;
use plyglot_host::state::GameState;

/// An option and all settings with its new value.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Which one.
    pub opt: Opt,
    /// All of them, this one as it is to be.
    pub settings: Settings,
}

impl Setting {
    /// The game takes it over, or refuses it and stays as it was.
    pub fn apply(&self, state: &mut dyn GameState) -> Result<Vec<Notice>, String> {
        let told = match self.opt.scope {
            Scope::Rules | Scope::Notation | Scope::Player => {
                state.apply(&self.settings).map_err(|error| error.to_string())
            }
            Scope::Tables => state.attach_tables(&self.settings),
            Scope::Engine => Ok(Vec::new()),
        };
        told.map_err(|error| self.refused(&error))
    }

    /// Why it was not taken.
    pub fn refused(&self, why: &dyn Display) -> String {
        let (name, why) = (&self.opt.name, why.to_string());
        // What refuses a set of options names the one that it means.
        let itself = why.strip_prefix(name.as_str()).and_then(|rest| rest.strip_prefix(": "));
        format!("setoption {name}: {}", itself.unwrap_or(&why))
    }
}

impl Engine {
    /// The option of this name, with or without the prefix of the game.
    pub(crate) fn option(&self, name: &str) -> Result<&Opt, String> {
        options::find(&self.options, self.game, name).ok_or_else(|| {
            format!("setoption: {}", options::unknown(&self.options, self.game, name))
        })
    }

    /// Sets an option, or says why not and leaves everything as it was. The variant stays: another game
    /// is another engine.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Vec<Notice>, String> {
        let opt = self.option(name)?.clone();
        let parsed = opt.parse(value.trim());
        let parsed = parsed.map_err(|error| format!("setoption {}: {error}", opt.name))?;
        let Some(value) = parsed else {
            self.forget_tt();
            return Ok(Vec::new());
        };
        let mut settings = self.settings.clone();
        settings.set(&opt.name, value);
        let setting = Setting { opt, settings };
        if setting.opt.name == "UCI_Variant" && setting.settings != self.settings {
            return Err(setting.refused(&format!("the game is {} already", self.variant)));
        }
        let told = if self.concerns_game(&setting.opt) {
            setting.apply(&mut *self.state)?
        } else {
            self.check_elsewhere(&setting)?;
            Vec::new()
        };
        self.keep(setting);
        Ok(told)
    }

    /// Options of a game that is not on the board have to agree among each other: who sets them before
    /// the first position is not to be told by that position.
    pub(crate) fn check_elsewhere(&self, setting: &Setting) -> Result<(), String> {
        if setting.opt.scope != Scope::Rules {
            return Ok(());
        }
        let concerned = self.games.iter().filter(|game| (game.options)().contains(&setting.opt));
        let mut checked = concerned.map(|game| (game.check)(&setting.settings));
        checked.find_map(Result::err).map_or(Ok(()), |error| Err(setting.refused(&error)))
    }

    /// Whether the game has to agree. Of other games only the value is kept, if it can be played so.
    pub(crate) fn concerns_game(&self, opt: &Opt) -> bool {
        match opt.scope {
            Scope::Rules | Scope::Notation | Scope::Player => {
                options::of_game(self.game).contains(opt)
            }
            Scope::Tables => true,
            Scope::Engine => false,
        }
    }

    /// A setting to which the game has agreed is in force.
    pub(crate) fn keep(&mut self, setting: Setting) {
        let Setting { opt, settings } = setting;
        self.settings = settings;
        match (opt.scope, opt.name.as_str()) {
            (_, "Hash") => self.drop_tt(),
            (_, "Seed") => self.forget_tt(),
            (_, "Depth Policy" | "Start Depth" | "Think Time" | "Max Think Time") => {
                self.adaptive_depth = options::adaptive_depth(&self.settings);
            }
            (Scope::Rules | Scope::Notation | Scope::Player, _) if self.concerns_game(&opt) => {
                self.forget_tt();
            }
            _ => {}
        }
    }
}
