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
use plyglot_host::entry::{self, GameEntry};

/// What stands before a game's name once the words are in order.
const GAME: &str = "--game";
/// Jobs whose first word is a game, whatever it is.
const ABOUT_A_GAME: [&str; 8] =
    ["book", "export", "learn", "options", "play", "players", "tb", "tune"];
/// Jobs whose words are their own: topics of help, shells, and many games at once.
const OWN_WORDS: [&str; 4] = ["bench", "completions", "help", "man"];

/// The words of a command line with the game of its job as `--game`, wherever it stood.
pub(super) fn in_order(
    games: &'static [&'static GameEntry],
    program: &Command,
    words: Vec<String>,
) -> Vec<String> {
    let Some(found) = bare_word(program, &words) else { return words };
    let is_own = OWN_WORDS.contains(&found.job);
    let is_game = entry::find(games, &words[found.at]).is_some();
    let is_said = words.iter().any(|word| word == GAME || word.starts_with("--game="));
    let takes_any = ABOUT_A_GAME.contains(&found.job) && !is_said;
    if is_own || !(is_game || takes_any) {
        return words;
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
    words
}

/// The first word behind a job that is neither an option nor the value of one.
struct Bare<'a> {
    job: &'a str,
    at: usize,
}

fn bare_word<'a>(program: &'a Command, words: &[String]) -> Option<Bare<'a>> {
    let mut job: Option<&Command> = None;
    let mut within: Option<&Command> = None;
    let mut at = 1;
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
            (None, Some(found)) => job = Some(found),
            // A line of the protocol.
            (None, None) => return None,
            (Some(_), Some(found)) => within = Some(found),
            (Some(job), None) => return Some(Bare { job: job.get_name(), at }),
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
