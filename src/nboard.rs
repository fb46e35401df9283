//! Othello for clients that speak the `NBoard` protocol [nboard-protocol], games read as GGF.

use crate::records::form::{GameFile, Wanted};
use crate::registry::GAMES;
use plyglot_core::Settings;
use plyglot_protocol::nboard::NBoard;

/// The game.
const VARIANT: &str = "othello";
/// How files of such games end.
const FORM: &str = "ggf";

/// A conversation about Othello.
pub fn open() -> NBoard {
    NBoard::new(VARIANT, read, check)
}

/// The position in which the game of a record begins, and its moves, all of which are legal.
fn read(text: &str) -> Result<(Option<String>, Vec<String>), String> {
    let (game, variant) = crate::registry::find(GAMES, VARIANT)
        .ok_or_else(|| format!("there is no game `{VARIANT}`"))?;
    let settings = Settings::defaults(&crate::options::all(GAMES));
    let wanted =
        Wanted { game, variant: variant.name, is_said: true, settings: &settings, options: &[] };
    let bytes = text.as_bytes().to_vec();
    let file = GameFile::of_bytes(GAMES, "game", FORM.to_owned(), bytes, Some(game))?;
    let mut kept = file.open(GAMES, 0, &wanted)?;
    kept.play_all()?;
    Ok((kept.setup, kept.moves.into_iter().map(|mv| mv.text).collect()))
}

/// Whether the last of these moves may be played; those before it are known to.
fn check(position: Option<&str>, moves: &[String]) -> Result<(), String> {
    let (game, variant) = crate::registry::find(GAMES, VARIANT)
        .ok_or_else(|| format!("there is no game `{VARIANT}`"))?;
    let settings = Settings::defaults(&crate::options::all(GAMES));
    let mut engine = (game.open)(variant.name, &settings).map_err(|error| error.to_string())?;
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.set_position(position, &moves).map(drop).map_err(|error| error.to_string())
}
