//! `plyglot book`: an opening book, worked out by a game that has one.

use crate::game::Game;
use plyglot_core::Settings;

/// The bytes of a book of all positions of the first plies, or why there is none. The last argument
/// is told how many of how many positions are done.
pub type MakeBook =
    fn(&'static str, &Settings, u32, &mut dyn FnMut(usize, usize)) -> Result<Vec<u8>, String>;

pub(super) fn book<G: Game>(
    variant: &'static str,
    settings: &Settings,
    ply: u32,
    each: &mut dyn FnMut(usize, usize),
) -> Result<Vec<u8>, String> {
    let rules = G::open(variant, settings).map_err(|error| error.to_string())?;
    rules.book(settings, ply, each).map_err(|error| format!("{}: {error}", G::NAME))
}
