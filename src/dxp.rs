//! International draughts for programs that speak DXP [dxp-1].

use crate::options;
use crate::refereed::OwnGame;
use crate::registry::GAMES;
use plyglot_core::Settings;
use plyglot_protocol::dxp::{Dxp, Terms, Wish};

/// The game, its moves written with all squares of captured men.
const OPTIONS: &[(&str, &str)] = &[("UCI_Variant", "draughts"), ("Draughts.Notation", "hub")];

/// A conversation under these settings: games that we wish for, or those that the other does. What
/// happens is told by `tell`.
pub fn open(settings: &Settings, wish: Option<Wish>, tell: fn(&str)) -> Dxp {
    let game = OwnGame::open(settings.clone(), OPTIONS).unwrap_or_else(|_| {
        let settings = Settings::defaults(&options::all(GAMES));
        OwnGame::open(settings, OPTIONS).expect("the default options are a game")
    });
    Dxp::new(Terms { wish, options: OPTIONS, game: Box::new(game), tell })
}
