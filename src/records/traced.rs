//! The game of a recorded search, as its file has it: its rules, set-up and moves, and who searched.

use super::record::{Record, Reopened};
use super::tree::Tree;
use crate::options;
use plyglot_core::Settings;
use plyglot_host::entry::{self, GameEntry};
use plyglot_host::state::GameText;
use plyglot_inspect::recording::About;

/// The game at the root of the recording, with the player who searched if there still is one;
/// everything else is as in `settings`.
///
/// # Errors
/// There is no such game, or its moves cannot be played.
pub fn reopen(
    games: &'static [&'static GameEntry],
    about: &About,
    settings: &Settings,
) -> Result<Reopened, String> {
    let (setup, moves) = (about.setup.clone(), about.moves.clone());
    let record = Record {
        rules: about.rules.clone(),
        tags: Vec::new(),
        game: GameText { setup, moves, result: None },
        tree: Tree::default(),
    };
    let named = entry::find(games, &about.rules.variant).map(|(game, _)| game.player_option());
    let options = options::all(games);
    let mind = named.and_then(|name| options.iter().find(|opt| opt.name == name));
    let mut of_player = settings.clone();
    if let Some(opt) = mind
        && let Ok(Some(player)) = opt.parse(&about.player)
    {
        of_player.set(&opt.name, player);
    }
    let as_recorded = record.reopen(games, &of_player);
    as_recorded.or_else(|_| record.reopen(games, settings))
}
