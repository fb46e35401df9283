//! What stood in a file besides the moves of its game, and belongs to it when it is saved again.

use super::form::Kept;
use plyglot_core::Side;
use plyglot_host::state::GameText;

/// What a loaded game was said to be, for as long as it is the game that is on.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The names of the players.
    players: Vec<(&'static str, String)>,
    /// Who gave up.
    resigned: Option<Side>,
    /// The game as it was loaded.
    game: GameText,
}

impl Heading {
    /// That of a game whose moves have been played.
    pub fn of(kept: &Kept) -> Self {
        let player = |tag: &'static str| {
            let found = kept.tags.iter().find(|(name, _)| name == tag);
            found.map(|(_, name)| (tag, name.clone()))
        };
        let players = ["First", "Second"].into_iter().filter_map(player).collect();
        Self { players, resigned: kept.resigned(), game: kept.engine.game_text() }
    }

    /// The players, if this game is the loaded one or goes on from it.
    pub fn players(&self, game: &GameText) -> &[(&'static str, String)] {
        let is_it = game.setup == self.game.setup && game.moves.starts_with(&self.game.moves);
        if is_it { &self.players } else { &[] }
    }

    /// Who won since the other gave up, if no move has been played since.
    pub fn winner(&self, game: &GameText) -> Option<Side> {
        self.resigned.filter(|_| *game == self.game).map(Side::other)
    }
}
