//! `plyglot export`: what a player plays by, as text.

use crate::game::Game;
use crate::players::{chosen_player, player_option};
use plyglot_core::{Settings, Value};

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
    let option = player_option(G::PREFIX);
    let has_text = |name: &'static str| {
        let mut settings = settings.clone();
        settings.set(&option, Value::Combo(name));
        (chosen_player::<G>(&settings).make)(&rules, &settings)
            .is_ok_and(|player| player.knowledge().is_some())
    };
    let others: Vec<_> =
        G::PLAYERS.iter().map(|entry| entry.name).filter(|name| has_text(name)).collect();
    let expected = match others[..] {
        [] => "no mind of this game does".to_owned(),
        _ => format!("expected {}", others.join(" or ")),
    };
    Err(format!("{}: the mind `{}` plays by no text; {expected}", G::NAME, player.name))
}
