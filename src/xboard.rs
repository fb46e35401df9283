//! The games that clients may play over CECP [cecp-2]: chess and Chess960 by the names that `XBoard` has
//! for them, and those that it is told how to show.

use crate::options;
use crate::refereed::{OwnGame, variant_of};
use crate::registry::GAMES;
use plyglot_core::{Opt, Scope, Settings};
use plyglot_protocol::xboard::{Terms, Variant, Xboard};

/// What a game begins as where nothing else is said.
static NORMAL: Variant = Variant {
    name: "normal",
    options: &[("UCI_Variant", "chess")],
    setup: None,
    castles: false,
    is_edited: true,
};
static VARIANTS: [Variant; 2] = [
    NORMAL,
    Variant {
        name: "fischerandom",
        options: &[("UCI_Variant", "chess960")],
        castles: true,
        ..NORMAL
    },
];

/// A conversation under these settings.
pub fn open(settings: Settings) -> Xboard {
    let wanted = variant_of(&settings);
    let is_wanted = |variant: &&Variant| variant.options.contains(&("UCI_Variant", wanted));
    let first = VARIANTS.iter().find(is_wanted).unwrap_or(&NORMAL);
    let game = OwnGame::open(settings.clone(), first.options).unwrap_or_else(|_| {
        let settings = Settings::defaults(&options::all(GAMES));
        OwnGame::open(settings, first.options).expect("the default options are a game")
    });
    let game = Box::new(game);
    Xboard::new(Terms { variants: &VARIANTS, first, options: offered(), settings, game })
}

/// The options of the program and of the games above, but for how their moves are written: that is
/// the protocol's.
fn offered() -> Vec<Opt> {
    let names: Vec<&str> = VARIANTS.iter().filter_map(|it| Some(it.options.first()?.1)).collect();
    let is_ours = |game: &&&_| {
        let game: &crate::registry::GameEntry = game;
        game.variants.iter().any(|variant| names.contains(&variant.name))
    };
    let of_games = GAMES.iter().filter(is_ours).flat_map(|game| (game.options)());
    let all = options::engine(GAMES).into_iter().chain(of_games);
    all.filter(|opt| opt.scope != Scope::Notation).collect()
}
