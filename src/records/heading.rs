//! What stood in a file besides the moves of its game, and belongs to it when it is saved again.

use super::kept::Kept;
use plyglot_core::Side;
use plyglot_host::state::GameText;

/// What is known by these names of a game, who played it first.
const TAGS: [&str; 6] = ["First", "Second", "Event", "Date", "Round", "Termination"];
/// How many of them are the players.
const PLAYERS: usize = 2;

/// What a loaded game was said to be, for as long as it is the game that is on.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Names and values, the players before all else.
    tags: Vec<(&'static str, String)>,
    /// So many of them are the players.
    players: usize,
    /// How it ended where its rules do not say so: who won, and the same in words.
    ending: Option<(Option<Side>, String)>,
    /// The game as it was loaded.
    game: GameText,
}

impl Heading {
    /// That of a game whose moves have been played.
    pub fn of(kept: &Kept) -> Self {
        let named = |tag: &'static str| {
            let found = kept.tags.iter().find(|(name, _)| name == tag);
            found.map(|(_, value)| (tag, value.clone()))
        };
        Self {
            tags: TAGS.into_iter().filter_map(named).collect(),
            players: TAGS[..PLAYERS].iter().filter(|tag| named(tag).is_some()).count(),
            ending: kept.ended_otherwise(),
            game: kept.engine.game_text(),
        }
    }

    /// What was said of the loaded game; of one that goes on from it, who plays.
    pub fn tags(&self, game: &GameText) -> &[(&'static str, String)] {
        let goes_on = game.setup == self.game.setup && game.moves.starts_with(&self.game.moves);
        match goes_on {
            _ if *game == self.game => &self.tags,
            true => &self.tags[..self.players],
            false => &[],
        }
    }

    /// How it ended without its rules, if no move has been played since.
    pub fn ending(&self, game: &GameText) -> Option<(Option<Side>, String)> {
        self.ending.clone().filter(|_| *game == self.game)
    }
}
