//! What the desk does with files: games saved and loaded, recordings written and compared, counts
//! and positions read. Every name comes from the client and is looked for where that client's files
//! may lie ([`super::files::Files`]).

use std::env;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;

use super::change::Change;
use super::command::CommandHandler;
use super::event::Finished;
use super::running::RunningJob;
use super::{check, divide, event, show};
use crate::engine::{Engine, Opened};
use crate::records::form::{GameFile, Saved, Wanted};
use crate::records::heading::Heading;
use crate::records::kept::Kept;
use crate::records::record::Record;
use plyglot_core::file::write_whole;
use plyglot_core::{Opt, Value};
use plyglot_host::job;
use plyglot_host::state::GameState;
use plyglot_protocol::{Reply, TraceTo, TraceWish};

/// Makes a copy of a game.
pub(super) type Copy = Box<dyn FnOnce() -> Result<Box<dyn GameState>, String> + Send>;

impl CommandHandler {
    /// The file of this name.
    fn file(&self, name: &str) -> Result<String, String> {
        let path = self.files.find(name).map_err(|error| error.to_string())?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// The files of a list of them.
    fn files_of(&self, list: &str) -> Result<String, String> {
        let found: Result<Vec<String>, String> =
            env::split_paths(list).map(|path| self.file(&path.to_string_lossy())).collect();
        let joined = env::join_paths(found?).map_err(|error| error.to_string())?;
        Ok(joined.to_string_lossy().into_owned())
    }

    /// The value of an option, a path as the client may have it; what the option holds already, from
    /// the command line perhaps, it keeps.
    pub(super) fn own(&self, opt: &Opt, value: Value) -> Result<Value, String> {
        match value {
            Value::Text(path)
                if opt.is_path
                    && !path.is_empty()
                    && self.engine.settings.text(&opt.name) != path =>
            {
                if opt.is_list { self.files_of(&path) } else { self.file(&path) }.map(Value::Text)
            }
            value => Ok(value),
        }
    }

    /// Records searches, or the next one into a file.
    pub(super) fn trace(&mut self, wish: TraceWish<'_>) -> Result<Vec<Reply>, String> {
        let TraceTo::File(name) = wish.to else { return Ok(self.traces.tell(&wish)) };
        let file = self.file(name).map_err(|error| format!("trace: {error}"))?;
        Ok(self.traces.tell(&TraceWish { to: TraceTo::File(&file), ..wish }))
    }

    /// Compares two recordings, beside the session: they may be large.
    pub(super) fn diff(&self, one: &str, other: Option<&str>) -> Result<RunningJob, String> {
        let one = self.file(one)?;
        let other = other.map(|other| self.file(other)).transpose()?;
        let clock = job::running_clock();
        self.traces.compare(one, other, Arc::clone(&clock), self.events.clone());
        Ok(RunningJob::counting(clock))
    }

    /// How to make a copy of the game, to be played on elsewhere: there, since it may open files.
    fn copy(&self) -> Copy {
        let (record, games) = (Record::of(self.engine.state()), self.engine.games);
        let settings = self.engine.settings.clone();
        Box::new(move || Ok(record.reopen(games, &settings)?.engine))
    }

    /// Holds the search against plain minimax, on a copy of the game.
    pub(super) fn check(&self, depth: u32, file: Option<&str>) -> Result<RunningJob, String> {
        let file = file.map(|file| self.file(file)).transpose()?;
        let plan = check::CheckOrder { engine: self.copy(), depth, file };
        let clock = job::running_clock();
        check::start(plan, Arc::clone(&clock), self.events.clone());
        Ok(RunningJob::counting(clock))
    }

    /// Compares counts with another program, on a copy of the game.
    pub(super) fn compare(&self, depth: u32, with: &str) -> Result<RunningJob, String> {
        let with = divide::Other::new(with, self.file(with).ok(), self.commands_allowed)?;
        let engine = self.copy();
        let clock = job::running_clock();
        divide::start(engine, depth, with, Arc::clone(&clock), self.events.clone());
        Ok(RunningJob::counting(clock))
    }

    /// Writes the game to a file, beside the session: who waits for a disk is not the client.
    pub(super) fn save(&self, path: &str) -> Result<RunningJob, String> {
        let file = self.file(path)?;
        let state = self.engine.state();
        let text = state.game_text();
        let heading = self.heading.as_ref();
        let tags = heading.map_or(&[][..], |heading| heading.tags(&text));
        let by_rule = || {
            let words = text.result.clone()?;
            Some((state.outcome()?.winner(), words))
        };
        let result = by_rule().or_else(|| heading?.ending(&text));
        let saved = Saved { game: self.engine.game, engine: state, tags, result, tree: None };
        let (text, said) = saved.prepared(self.engine.games, Path::new(&file))?;
        let shown = path.to_owned();
        Ok(self.beside("save", move || {
            write_whole(Path::new(&file), text.as_bytes())
                .map_err(|error| format!("{file}: {error}"))?;
            Ok((vec![Reply::Note(format!("saved {shown}{said}"))], None))
        }))
    }

    /// Reads a game from a file and plays it through, beside the session; it is put in place when
    /// that is done.
    pub(super) fn load(&self, path: &str) -> Result<RunningJob, String> {
        let (file, shown) = (self.file(path)?, path.to_owned());
        let Engine { games, game, variant, .. } = self.engine;
        let settings = self.engine.settings.clone();
        Ok(self.beside("load", move || {
            let wanted =
                Wanted { game, variant, is_said: false, settings: &settings, options: &[] };
            let (kept, loaded) = GameFile::load(games, Path::new(&file), &shown, &wanted)?;
            let heading = Heading::of(&kept);
            let Kept { game, variant, settings, engine, remarks, .. } = kept;
            let mut replies = vec![Reply::Note(show::introduction(&*engine))];
            replies.extend(remarks.into_iter().chain([loaded]).map(Reply::Note));
            let mut opened = Opened { game, variant, settings, state: engine };
            // What they say was said when the folder was named.
            opened.attach_tables();
            Ok((replies, Some(Change::Loaded(opened, heading))))
        }))
    }

    /// Does some work with files in a thread of its own: what it says, and what it changes here.
    pub(super) fn beside(
        &self,
        name: &'static str,
        work: impl FnOnce() -> Result<(Vec<Reply>, Option<Change>), String> + Send + 'static,
    ) -> RunningJob {
        let (changed, changes) = channel();
        event::run(self.events.clone(), name, move || {
            let said = work().map(|(replies, change)| {
                // Before the event that says that it is done.
                if let Some(change) = change {
                    let _ = changed.send(change);
                }
                replies
            });
            Finished::saying(said.map_err(|error| format!("{name}: {error}")), None)
        });
        RunningJob::filing(job::running_clock(), changes)
    }
}
