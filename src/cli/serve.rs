//! Serving a client, and lines of the protocol in the place of a job.

use plyglot_core::text::{meant, shorten};
use plyglot_host::entry::GameEntry;
use plyglot_protocol::Command;
use plyglot_protocol::nboard::NBoard;

use crate::io::{self, ServeError, once};
use crate::session::files::Permissions;
use crate::session::help::TOPICS;

/// What asks for help on a command line.
const HELP: [&str; 2] = ["--help", "-h"];

/// Commands that choose the game and set the options given as `NAME=VALUE`.
pub(super) fn presets<'a>(game: Option<&'a str>, options: &'a [String]) -> Vec<Command<'a>> {
    let variant = game.map(|game| ("UCI_Variant", game));
    let options = options.iter().map(|option| option.split_once('=').unwrap_or((option, "")));
    let given = variant.into_iter().chain(options);
    given.map(|(name, value)| Command::SetOption { name, value: Some(value) }).collect()
}

/// Serves a client on standard input and output, whose first line may stand on the command line.
pub(super) fn serve(
    games: &'static [&'static GameEntry],
    presets: &[Command<'_>],
    first: Option<&str>,
    allowed: Permissions,
) -> Result<(), String> {
    io::serve(games, presets, first, allowed).map_err(|error| error.to_string())
}

/// A line of the protocol in the place of a job, as other engines take it. One that begins a
/// conversation does so here, too; `--help` behind its first word asks how it is written. What is no such
/// line may have been meant as one of these jobs.
pub(super) fn line(
    games: &'static [&'static GameEntry],
    presets: &[Command<'_>],
    words: &[String],
    jobs: &[&str],
    allowed: Permissions,
) -> Result<(), String> {
    let line = match words {
        [command, help] if HELP.contains(&help.as_str()) => format!("help {command}"),
        _ => words.join(" "),
    };
    let known =
        plyglot_protocol::parse(&line).ok().flatten().filter(|parsed| parsed.unknown.is_empty());
    match known.map(|parsed| parsed.command) {
        None if NBoard::is_greeting(&line) => serve(games, presets, Some(&line), allowed),
        None if words.first().is_some_and(|first| jobs.contains(&first.as_str())) => {
            Err(format!("found `--` before a job, expected `plyglot {}`", shorten(&line)))
        }
        None => {
            let first = words.first().map_or("", String::as_str);
            let commands = TOPICS.iter().map(|topic| topic.name);
            let meant = meant(first, jobs.iter().copied().chain(commands));
            Err(format!(
                "found `{}`, expected a job (`plyglot help` lists them) or a line of the \
                 protocol{meant}",
                shorten(&line)
            ))
        }
        Some(Command::Uci | Command::Ugi) => serve(games, presets, Some(&line), allowed),
        Some(command) => match once::obey(games, presets, command) {
            // A search without a limit is ended so, as by `stop`.
            Err(ServeError::Stopped) => Ok(()),
            obeyed => obeyed.map_err(|error| error.to_string()),
        },
    }
}
