//! What a job with files changes at the desk when it is done: it is made beside the session, and put
//! in place by the session's own thread.

use super::debug_log::DebugLog;
use super::event::notices;
use plyglot_core::{Opt, Scope, Settings};
use plyglot_host::entry::GameEntry;
use plyglot_host::game::Variant;
use plyglot_host::state::GameState;
use plyglot_protocol::Reply;

/// What is in force at the desk when a job with files is done.
pub(super) enum Change {
    /// Another game, or one out of a file.
    Game(Opened),
    /// The engine is back; with the setting, if it took that.
    Engine(Box<dyn GameState>, Option<Setting>),
    /// The conversation is written down here.
    Log(DebugLog, Setting),
}

impl std::fmt::Debug for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Game(_) => "Game",
            Self::Engine(..) => "Engine",
            Self::Log(..) => "Log",
        })
    }
}

/// A game that is open, its tables attached.
pub(super) struct Opened {
    pub game: &'static GameEntry,
    pub variant: &'static Variant,
    pub settings: Settings,
    pub engine: Box<dyn GameState>,
}

impl Opened {
    /// Attaches the tables that the settings name. A folder that is not there keeps no game from
    /// being played.
    pub(super) fn attach_tables(&mut self) -> Vec<Reply> {
        let attached = self.engine.attach_tables(&self.settings);
        let failed = |error| vec![Reply::Error(format!("TbPath: {error}"))];
        attached.map_or_else(failed, notices)
    }
}

/// An option and all settings with its new value.
pub(super) struct Setting {
    pub opt: Opt,
    pub settings: Settings,
}

impl Setting {
    /// The engine takes it over, or refuses it and stays as it was.
    pub(super) fn apply(&self, engine: &mut dyn GameState) -> Result<Vec<Reply>, String> {
        let told = match self.opt.scope {
            Scope::Rules | Scope::Notation | Scope::Player => {
                engine.apply(&self.settings).map_err(|error| error.to_string())
            }
            Scope::Tables => engine.attach_tables(&self.settings),
            Scope::Engine => Ok(Vec::new()),
        };
        told.map(notices).map_err(|error| self.refused(&error))
    }

    /// What the client is told of a setting that was not taken.
    pub(super) fn refused(&self, why: &dyn std::fmt::Display) -> String {
        format!("setoption {}: {why}", self.opt.name)
    }
}
