//! What a job with files changes at the desk when it is done: it is made beside the session, and put
//! in place by the session's own thread.

use super::debug_log::DebugLog;
use crate::engine::{Opened, Setting};
use crate::records::form::Kept;
use plyglot_core::Side;
use plyglot_host::state::{GameState, GameText};

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

/// What a loaded game was said to be, for as long as it is the game that is on.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    /// The names of the players.
    players: Vec<(&'static str, String)>,
    /// Who gave up.
    resigned: Option<Side>,
    /// The game as it was loaded.
    game: GameText,
}

impl Heading {
    /// That of a game whose moves have been played.
    pub(super) fn of(kept: &Kept) -> Self {
        let player = |tag: &'static str| {
            let found = kept.tags.iter().find(|(name, _)| name == tag);
            found.map(|(_, name)| (tag, name.clone()))
        };
        let players = ["First", "Second"].into_iter().filter_map(player).collect();
        Self { players, resigned: kept.resigned(), game: kept.engine.game_text() }
    }

    /// The players, if this game is the loaded one or goes on from it.
    pub(super) fn players(&self, game: &GameText) -> &[(&'static str, String)] {
        let is_it = game.setup == self.game.setup && game.moves.starts_with(&self.game.moves);
        if is_it { &self.players } else { &[] }
    }

    /// Who won since the other gave up, if no move has been played since.
    pub(super) fn winner(&self, game: &GameText) -> Option<Side> {
        self.resigned.filter(|_| *game == self.game).map(Side::other)
    }
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
