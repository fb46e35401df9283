//! `plyglot export`: what a player plays by, as text.

use crate::game::Game;
use crate::players::{chosen_player, who_can};
use plyglot_core::Settings;
use plyglot_search::Player;

/// The text of what the player that the settings name plays by, or why there is none.
pub type Export = fn(&'static str, &Settings) -> Result<String, String>;

pub(super) fn export<G: Game>(
    variant: &'static str,
    settings: &Settings,
) -> Result<String, String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    let player = chosen_player::<G>(settings);
    if let Some(text) = (player.make)(&rules, settings)?.knowledge() {
        return Ok(text);
    }
    let expected =
        who_can(&rules, settings, &|player: &dyn Player<G>| player.knowledge().is_some());
    Err(format!("{}: the mind `{}` plays by no text; {expected}", G::NAME, player.name))
}
