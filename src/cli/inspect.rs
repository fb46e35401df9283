//! `plyglot inspect`: questions about a trace file, and its tree for other programs.

use std::path::{Path, PathBuf};

use crate::io;
use crate::options;
use crate::records::traced;
use crate::session::check;
use crate::session::show;
use plyglot_core::file::write_whole;
use plyglot_core::game::picture::Marks;
use plyglot_core::{Score, Settings};
use plyglot_host::entry::GameEntry;
use plyglot_host::job;
use plyglot_host::state::GameState;
use plyglot_inspect::page::GameCursor;
use plyglot_inspect::query::{self, Walk};
use plyglot_inspect::view::PASS;
use plyglot_inspect::{Recording, file, page, render};
use plyglot_protocol::{Command, Show};

/// What `plyglot inspect` is asked.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct InspectJob {
    /// The trace file
    file: String,
    /// Such as `why not e2e4; tree`; an overview if left out
    questions: Vec<String>,
    /// Print the tree for Graphviz
    #[arg(long, group = "form")]
    dot: bool,
    /// Print every visit as comma-separated values
    #[arg(long, group = "form")]
    csv: bool,
    /// Write a page to explore the tree in a browser
    #[arg(long, group = "form", value_name = "OUT")]
    html: Option<PathBuf>,
    /// Write the board as a picture, at the root or where `down` has led, with what the evaluator gives
    #[arg(long, group = "form", value_name = "OUT")]
    svg: Option<PathBuf>,
    /// So many plies, with --dot
    #[arg(long, default_value_t = 2)]
    plies: u32,
}

/// Answers what was asked of a trace file, on standard output.
pub(super) fn inspect(
    games: &'static [&'static GameEntry],
    job: &InspectJob,
) -> Result<(), String> {
    let recording = file::load(&job.file).map_err(|error| error.to_string())?;
    if let Some(out) = &job.html {
        return write_page(games, &recording, out);
    }
    if job.dot {
        io::say(render::dot(&recording, job.plies).trim_end());
    } else if job.csv {
        io::say(render::csv(&recording).trim_end());
    } else {
        let mut questions = job.questions.join(" ");
        if questions.trim().is_empty() && job.svg.is_none() {
            recording.about.diagram.iter().for_each(|row| io::say(row));
            "iterations; why; tree".clone_into(&mut questions);
        }
        let mut walk = Walk::default();
        for question in questions.split(';') {
            answer(games, &recording, &mut walk, question)?.iter().for_each(|line| io::say(line));
        }
        if let Some(out) = &job.svg {
            let engine = reopen(games, &recording)?;
            write(out, &board(&mut *engine.cursor(), &walk.path))?;
        }
    }
    Ok(())
}

fn answer(
    games: &'static [&'static GameEntry],
    recording: &Recording,
    walk: &mut Walk,
    question: &str,
) -> Result<Vec<String>, String> {
    let parsed = plyglot_protocol::parse(question).map_err(|error| error.to_string())?;
    match parsed.map(|parsed| parsed.command) {
        None => Ok(Vec::new()),
        Some(Command::Ask(ask)) => query::answer(Some(recording), walk, &ask),
        Some(Command::Explain(players)) => {
            show::explain(&*walked(games, recording, walk)?, &players)
        }
        Some(Command::Show(Show::Diagram)) => Ok(show::board(&*walked(games, recording, walk)?)),
        Some(Command::Eval(players)) => show::eval(&*walked(games, recording, walk)?, &players),
        Some(Command::Check { depth, file: None }) => {
            let engine = walked(games, recording, walk)?;
            let checked = engine.check(depth, &job::running_clock()).ok().flatten();
            Ok(checked.map_or(vec!["check: the game is over".to_owned()], |it| check::lines(&it)))
        }
        Some(other) => Err(format!("inspect: `{other}` is no question about a recording")),
    }
}

/// The game where the walk has led.
fn walked(
    games: &'static [&'static GameEntry],
    recording: &Recording,
    walk: &Walk,
) -> Result<Box<dyn GameState>, String> {
    let mut engine = reopen(games, recording)?;
    let moves: Vec<&str> = walk.path.iter().map(String::as_str).collect();
    engine.play(&moves).map_err(|error| error.to_string())?;
    Ok(engine)
}

/// The game at the root of the recording.
fn reopen(
    games: &'static [&'static GameEntry],
    recording: &Recording,
) -> Result<Box<dyn GameState>, String> {
    let defaults = Settings::defaults(&options::all(games));
    Ok(traced::reopen(games, &recording.about, &defaults)?.engine)
}

/// Writes the page.
fn write_page(
    games: &'static [&'static GameEntry],
    recording: &Recording,
    out: &Path,
) -> Result<(), String> {
    let engine = reopen(games, recording)?;
    write(out, &page::html(recording, &mut *engine.cursor()))
}

/// The board after these moves from the root, the places marked that the last one changed, with what
/// the evaluator gives for each.
fn board(cursor: &mut dyn GameCursor, path: &[String]) -> String {
    let (picture, mut before) = (cursor.picture(), cursor.scene());
    let mut changed = Vec::new();
    for mv in path {
        cursor.play(Some(mv.as_str()).filter(|mv| *mv != PASS));
        let after = cursor.scene();
        let named = (0..after.len()).filter(|&at| !picture.places[at].name.is_empty());
        changed = named.filter(|&at| before.get(at) != after.get(at)).collect();
        before = after;
    }
    let values =
        cursor.evaluation().map_or_else(Vec::new, |evaluation| evaluation.attribution.values);
    let value = |(name, score): &(String, Score)| {
        Some((picture.place(name)?, format!("{:+.2}", f64::from(score.raw()) / 100.0)))
    };
    let values: Vec<(usize, String)> = values.iter().filter_map(value).collect();
    picture.svg(&before, Marks { changed: &changed, values: &values })
}

fn write(out: &Path, text: &str) -> Result<(), String> {
    write_whole(out, text.as_bytes()).map_err(|error| format!("{}: {error}", out.display()))?;
    io::say(&format!("written to {}", out.display()));
    Ok(())
}
