//! The player of a game: which one the settings name, and how it is shared.

use std::sync::{Arc, Mutex};

use crate::game::Game;
use plyglot_core::text::{meant, shorten};
use plyglot_core::{OptionError, Settings};
use plyglot_search::PlayerEntry;
use plyglot_search::player::Player;

/// A player that a search and the session may both hold.
pub(super) type SharedPlayer<G> = Arc<Mutex<Box<dyn Player<G>>>>;

/// The name of the option that chooses the player of the game with this prefix.
pub(super) fn player_option(prefix: &str) -> String {
    format!("{prefix}.Mind")
}

/// The player that the settings name.
pub(super) fn chosen_player<G: Game>(settings: &Settings) -> &'static PlayerEntry<G> {
    let wanted = settings.combo(&player_option(G::PREFIX));
    G::PLAYERS.iter().find(|entry| entry.name == wanted).unwrap_or(&G::PLAYERS[0])
}

/// The player of this name, in upper or lower case.
pub(super) fn named_player<G: Game>(name: &str) -> Result<&'static PlayerEntry<G>, String> {
    let mut names = Vec::with_capacity(G::PLAYERS.len());
    for entry in G::PLAYERS {
        if entry.name.eq_ignore_ascii_case(name) {
            return Ok(entry);
        }
        names.push(entry.name);
    }
    Err(no_such_player(name, &names))
}

fn no_such_player(name: &str, names: &[&str]) -> String {
    let meant = meant(name, names.iter().copied());
    format!("found mind `{}`, expected one of {}{meant}", shorten(name), names.join(", "))
}

/// Which players of the game can do something, as the end of a sentence about one that cannot.
pub(super) fn who_can<G: Game>(
    rules: &G,
    settings: &Settings,
    can: &dyn Fn(&dyn Player<G>) -> bool,
) -> String {
    let mut names = Vec::new();
    for entry in G::PLAYERS {
        if (entry.make)(rules, settings).is_ok_and(|player| can(&*player)) {
            names.push(entry.name);
        }
    }
    match names[..] {
        [] => "no mind of this game does".to_owned(),
        _ => format!("expected {}", names.join(" or ")),
    }
}

pub(super) fn make_player<G: Game>(
    rules: &G,
    settings: &Settings,
) -> Result<SharedPlayer<G>, OptionError> {
    let player =
        (chosen_player::<G>(settings).make)(rules, settings).map_err(OptionError::Refused)?;
    Ok(Arc::new(Mutex::new(player)))
}
