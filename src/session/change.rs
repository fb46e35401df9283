//! What a job with files changes at the desk when it is done: it is made beside the session, and put
//! in place by the session's own thread.

use super::debug_log::DebugLog;
use crate::engine::{Opened, Setting};
use crate::records::heading::Heading;
use plyglot_host::state::GameState;

/// What is in force at the desk when a job with files is done.
pub(super) enum Change {
    /// Another game.
    Game(Opened),
    /// One out of a file, and what stood there besides its moves.
    Loaded(Opened, Heading),
    /// The game is back; with the setting, if it took that.
    State(Box<dyn GameState>, Option<Setting>),
    /// The conversation is written down here.
    Log(DebugLog, Setting),
}

impl std::fmt::Debug for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Game(_) => "Game",
            Self::Loaded(..) => "Loaded",
            Self::State(..) => "State",
            Self::Log(..) => "Log",
        })
    }
}
