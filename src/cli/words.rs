//! The game of a job, in one way for all jobs: by `--game NAME` anywhere, or by its name behind the job.
//!
//! ```text
//! plyglot perft kalah 8          plyglot --game kalah perft 8          plyglot perft 8 --game kalah
//! plyglot tb build chess --max-men 4                 plyglot match morris -p mind=alphabeta -p …
//! ```
//!
//! Behind a job the first word that is no option is the game, if a game has that name; a job that is
//! about a game and nothing else takes any word there, so that a slip is told as one. The words are put
//! in order before they are read: behind this file there is only `--game`.

use clap::{ArgAction, Command};
use plyglot_core::WALK_DEPTH_MAX;
use plyglot_core::text::{meant, shorten};
use plyglot_host::entry::{self, GameEntry};

use crate::registry::GAMES;

/// What stands before a game's name once the words are in order.
const GAME: &str = "--game";
/// Jobs whose first word is a game, whatever it is.
const ABOUT_A_GAME: [&str; 9] =
    ["book", "export", "learn", "match", "options", "play", "players", "tb", "tune"];
/// Such a job whose first word is a task of its own, where there is one.
const OF_TASKS: &str = "tb";
/// Such a job whose tasks are about files instead: `match merge FILE`.
const OF_FILES: &str = "match";
/// Jobs that only a client has files with.
const FOR_CLIENTS: [&str; 3] = ["--files", "--no-files", "--allow-commands"];
/// Jobs whose words are their own: topics of help, shells, and many games at once.
const OWN_WORDS: [&str; 4] = ["bench", "completions", "help", "man"];

/// The words of a command line with the game of its job as `--game`, wherever it stood; an error where one
/// of them cannot be what it is taken for.
pub(super) fn in_order(
    games: &'static [&'static GameEntry],
    program: &Command,
    words: Vec<String>,
) -> Result<Vec<String>, String> {
    let Some(found) = bare_word(program, &words) else { return Ok(words) };
    if let Some(option) = words[found.job_at..].iter().find(|word| is_for_clients(word)) {
        return Err(format!(
            "{}: found {option}, expected it before the job: it says which files a client may touch, \
             and this job has none{}",
            found.job,
            if found.job == OF_TASKS { "; the folder of tables is --dir FOLDER" } else { "" }
        ));
    }
    let is_own = OWN_WORDS.contains(&found.job);
    let is_game = entry::find(games, &words[found.at]).is_some();
    let is_said = words.iter().any(|word| word == GAME || word.starts_with("--game="));
    if found.job == OF_TASKS && found.task.is_none() && !is_game {
        return Err(no_task(program, games, &words[found.at]));
    }
    let is_about =
        ABOUT_A_GAME.contains(&found.job) && (found.job != OF_FILES || found.task.is_none());
    let takes_any = is_about && !is_said;
    if is_own || !(is_game || takes_any) {
        return Ok(words);
    }
    let (at, mut words) = (found.at, words);
    let name = words.remove(at);
    // Said twice, it is taken if it is the same; clap refuses the rest.
    let same = [GAME.to_owned(), name.clone()];
    let is_same =
        words.windows(2).any(|pair| pair == same) || words.contains(&format!("{GAME}={name}"));
    if !is_same {
        words.splice(at..at, same);
    }
    Ok(words)
}

fn is_for_clients(word: &str) -> bool {
    FOR_CLIENTS.contains(&word.split('=').next().unwrap_or(word))
}

/// What stands where a task of `tb` should.
fn no_task(program: &Command, games: &'static [&'static GameEntry], word: &str) -> String {
    let tasks = program.find_subcommand(OF_TASKS).into_iter().flat_map(Command::get_subcommands);
    let tasks: Vec<_> = tasks.map(Command::get_name).filter(|name| *name != "help").collect();
    let meant = meant(word, tasks.iter().copied().chain(names(games)));
    let (found, tasks) = (shorten(word), tasks.join(", "));
    format!(
        "{OF_TASKS}: found `{found}`, expected one of {tasks} and a game, as in \
         `plyglot tb build chess`{meant}"
    )
}

fn names<'a>(games: &'static [&'static GameEntry]) -> impl Iterator<Item = &'a str> {
    games.iter().flat_map(|game| game.variants).map(|variant| -> &'a str { variant.name })
}

/// A word that no position or file looks like: letters and nothing else.
pub(super) fn may_be_a_game(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic())
}

/// The game that may have been meant, as the end of an error.
pub(super) fn meant_game(games: &'static [&'static GameEntry], word: &str) -> String {
    meant(word, names(games))
}

/// Why these words are no position: the first of them may have been meant as a game.
pub(super) fn not_set_up(
    games: &'static [&'static GameEntry],
    job: &str,
    words: &[String],
    error: &str,
) -> String {
    match words.first() {
        Some(word) if may_be_a_game(word) && word != "startpos" => format!(
            "{job}: found `{}`, expected a game (`plyglot games` lists them) or a position{}",
            shorten(word),
            meant_game(games, word)
        ),
        _ => format!("{job}: {error}"),
    }
}

/// Reads a number of plies, before which a game stands.
pub(super) fn plies(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|plies| *plies <= WALK_DEPTH_MAX).ok_or_else(|| {
        let meant = if may_be_a_game(text) { meant_game(GAMES, text) } else { String::new() };
        format!("expected a number of plies, 0 to {WALK_DEPTH_MAX}{meant}")
    })
}

/// The first word behind a job that is neither an option nor the value of one.
struct Bare<'a> {
    job: &'a str,
    job_at: usize,
    /// The task of the job that stands before the word.
    task: Option<&'a str>,
    at: usize,
}

fn bare_word<'a>(program: &'a Command, words: &[String]) -> Option<Bare<'a>> {
    let mut job: Option<&Command> = None;
    let mut within: Option<&Command> = None;
    let (mut at, mut job_at) = (1, 1);
    while at < words.len() {
        let word = words[at].as_str();
        let known = [Some(program), job, within];
        if word == "--" {
            return None;
        } else if word.starts_with('-') && word.len() > 1 {
            at += 1 + usize::from(takes_the_next(known, word));
            continue;
        }
        let inner = within.or(job).unwrap_or(program).find_subcommand(word);
        match (job, inner) {
            (None, Some(found)) => (job, job_at) = (Some(found), at),
            // A line of the protocol.
            (None, None) => return None,
            (Some(_), Some(found)) => within = Some(found),
            (Some(job), None) => {
                let task = within.map(Command::get_name);
                return Some(Bare { job: job.get_name(), job_at, task, at });
            }
        }
        at += 1;
    }
    None
}

/// Whether an option of one of these takes the word behind it as its value.
fn takes_the_next(known: [Option<&Command>; 3], word: &str) -> bool {
    let mut args = known.into_iter().flatten().flat_map(Command::get_arguments);
    let found = match word.strip_prefix("--") {
        Some(long) => args.find(|arg| arg.get_long() == Some(long)),
        None => args.find(|arg| arg.get_short().is_some_and(|c| word == format!("-{c}"))),
    };
    let takes = |arg: &clap::Arg| matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    // What may stand alone, as `--web` may, is written with `=` where it has a value.
    let needs = |arg: &clap::Arg| arg.get_num_args().is_none_or(|range| range.min_values() > 0);
    found.is_some_and(|arg| takes(arg) && needs(arg))
}
