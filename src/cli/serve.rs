//! Serving a client, and lines of the protocol in the place of a job.

use plyglot_core::text::shorten;
use plyglot_host::entry::GameEntry;
use plyglot_protocol::Command;

use crate::io;
use crate::session::files::Permissions;

/// Protocol lines that choose the game and set the options given as `NAME=VALUE`.
pub(super) fn presets(game: Option<&str>, options: &[String]) -> Vec<String> {
    let variant = game.map(|game| format!("setoption name UCI_Variant value {game}"));
    let options = options.iter().map(|option| {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        format!("setoption name {name} value {value}")
    });
    variant.into_iter().chain(options).collect()
}

/// Serves a client on standard input and output, whose first line may stand on the command line.
pub(super) fn serve(
    games: &'static [&'static GameEntry],
    presets: &[String],
    first: Option<&str>,
    allowed: Permissions,
) -> Result<(), String> {
    io::serve(games, presets, first, allowed).map_err(|error| error.to_string())
}

/// A line of the protocol in the place of a job, as other engines take it: `uci` and `ugi` begin a
/// conversation, any other is obeyed.
pub(super) fn line(
    games: &'static [&'static GameEntry],
    presets: &[String],
    words: &[String],
    allowed: Permissions,
) -> Result<(), String> {
    let line = words.join(" ");
    let known =
        plyglot_protocol::parse(&line).ok().flatten().filter(|parsed| parsed.unknown.is_empty());
    match known.map(|parsed| parsed.command) {
        None => Err(format!(
            "found `{}`, expected a job (`plyglot help` lists them) or a line of the protocol",
            shorten(&line)
        )),
        Some(Command::Uci | Command::Ugi) => serve(games, presets, Some(&line), allowed),
        Some(_) => io::obey(games, presets, &[line]).map_err(|error| error.to_string()),
    }
}
