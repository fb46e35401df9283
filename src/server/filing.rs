//! What the desk does with files: games saved and loaded, recordings written and compared, counts
//! and positions read. Every name comes from the client and is looked for where that client's files
//! may lie ([`super::files::Files`]).

use std::path::Path;
use std::sync::Arc;

use super::busy::Busy;
use super::desk::Desk;
use super::engine::Engine;
use super::form::{GameFile, Kept, Saved, Wanted};
use super::record::Record;
use super::{bench, check, divide};
use crate::core::{Opt, Value};
use crate::protocol::{Reply, TraceTo, TraceWish};

impl Desk {
    /// The file of this name.
    fn file(&self, name: &str) -> Result<String, String> {
        let path = self.files.find(name).map_err(|error| error.to_string())?;
        Ok(path.to_string_lossy().into_owned())
    }

    /// The value of an option, a path as the client may have it; what the option holds already, from
    /// the command line perhaps, it keeps.
    pub(super) fn own(&self, opt: &Opt, value: Value) -> Result<Value, String> {
        match value {
            Value::Text(path)
                if opt.is_path && !path.is_empty() && self.settings.text(&opt.name) != path =>
            {
                self.file(&path).map(Value::Text)
            }
            value => Ok(value),
        }
    }

    /// Records searches, or the next one into a file.
    pub(super) fn trace(&mut self, wish: TraceWish<'_>) -> Result<Vec<Reply>, String> {
        let TraceTo::File(name) = wish.to else { return Ok(self.microscope.tell(&wish)) };
        let file = self.file(name).map_err(|error| format!("trace: {error}"))?;
        Ok(self.microscope.tell(&TraceWish { to: TraceTo::File(&file), ..wish }))
    }

    /// Compares two recordings, beside the session: they may be large.
    pub(super) fn diff(&self, one: &str, other: Option<&str>) -> Result<Busy, String> {
        let one = self.file(one)?;
        let other = other.map(|other| self.file(other)).transpose()?;
        let clock = bench::running_clock();
        self.microscope.compare(one, other, Arc::clone(&clock), self.events.clone());
        Ok(Busy::counting(clock))
    }

    /// A copy of the game, to be played on elsewhere.
    fn copy(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Record::of(&*self.engine).reopen(self.games, &self.settings)?.engine)
    }

    /// Holds the search against plain minimax, on a copy of the game.
    pub(super) fn check(&self, depth: u32, file: Option<&str>) -> Result<Busy, String> {
        let file = file.map(|file| self.file(file)).transpose()?;
        let plan = check::Plan { engine: self.copy()?, depth, file };
        let clock = bench::running_clock();
        check::start(plan, Arc::clone(&clock), self.events.clone());
        Ok(Busy::counting(clock))
    }

    /// Compares counts with another program, on a copy of the game.
    pub(super) fn compare(&self, depth: u32, with: &str) -> Result<Busy, String> {
        let with = divide::Other::new(with, self.file(with).ok(), self.commands_allowed)?;
        let engine = self.copy()?;
        let clock = bench::running_clock();
        divide::start(engine, depth, with, Arc::clone(&clock), self.events.clone());
        Ok(Busy::counting(clock))
    }

    pub(super) fn save(&self, path: &str) -> Result<Vec<Reply>, String> {
        let file = self.file(path).map_err(|error| format!("save: {error}"))?;
        let words = self.engine.game_text().result;
        let outcome = self.engine.outcome().zip(words);
        let saved = Saved {
            game: self.game,
            engine: &*self.engine,
            tags: &[],
            result: outcome.map(|(outcome, words)| (outcome.winner(), words)),
        };
        let said = saved.write(self.games, Path::new(&file));
        let said = said.map_err(|error| format!("save: {error}"))?;
        Ok(vec![Reply::Note(format!("saved {path}{said}"))])
    }

    pub(super) fn load(&mut self, path: &str) -> Result<Vec<Reply>, String> {
        let file = self.file(path).map_err(|error| format!("load: {error}"))?;
        let wanted = Wanted {
            game: self.game,
            variant: self.variant,
            is_said: false,
            settings: &self.settings,
            options: &[],
        };
        let loaded = GameFile::load(self.games, Path::new(&file), path, &wanted);
        let (kept, loaded) = loaded.map_err(|error| format!("load: {error}"))?;
        let Kept { game, variant, settings, engine, .. } = kept;
        let introduction = engine.introduction();
        self.install(game, variant, settings, engine);
        Ok(vec![Reply::Note(introduction), Reply::Note(loaded)])
    }
}
