//! Games of `plyglot play`, saved and gone on with.

use std::path::Path;

use super::play::Play;
use super::talk::PERSON;
use crate::core::Side;
use crate::core::file::write_whole;
use crate::game::notation::Header;
use crate::server::record::{Record, Reopened};

impl Play {
    /// Writes the game to a file: in the form its players use if the name ends so, else as ours.
    pub(super) fn save(&self, path: &str) -> Result<Vec<String>, String> {
        let name = |side: Side| if self.persons[side.index()] { PERSON } else { self.mind() };
        let tags = [("First", Side::First), ("Second", Side::Second)];
        let tags = tags.map(|(tag, side)| (tag, name(side).to_owned()));
        let form =
            if self.game.record_extension.is_empty() { "pgn" } else { self.game.record_extension };
        let end = Path::new(path).extension().unwrap_or_default();
        let is_form = end.eq_ignore_ascii_case(form);
        let result = self.outcome().map(|outcome| outcome.winner());
        let header = Header { tags: &tags, comments: &[], result };
        if is_form && let Some(text) = self.engine.record(&header) {
            let written = write_whole(Path::new(path), text.as_bytes());
            written.map_err(|error| format!("save: {path}: {error}"))?;
            return Ok(vec![format!("saved {path} as {}", form.to_uppercase())]);
        }
        let record = Record::of(self.game, self.variant, &self.settings, &*self.engine);
        let mut record = record.map_err(|error| format!("save: {error}"))?;
        record.tags = tags.map(|(tag, name)| (tag.to_owned(), name)).to_vec();
        record.game.result = self.result();
        record.save(path).map_err(|error| format!("save: {error}"))?;
        let is_pgn = end.eq_ignore_ascii_case("pgn");
        let why = if is_pgn { ", not as PGN, which this game does not have" } else { "" };
        Ok(vec![format!("saved {path}{why}")])
    }

    /// Goes on with a saved game. Persons play what they played, if the file says so.
    pub(super) fn load(&mut self, path: &str) -> Result<Vec<String>, String> {
        let record = Record::load(path).map_err(|error| format!("load: {error}"))?;
        let reopened = record.reopen(self.games, &self.settings);
        let Reopened { game, variant, settings, engine } =
            reopened.map_err(|error| format!("load: {path}: {error}"))?;
        (self.game, self.variant, self.settings, self.engine) =
            (game, variant.name, settings, engine);
        let plays = |tag: &str| {
            let mut tags = record.tags.iter();
            tags.any(|(name, value)| name == tag && value == PERSON)
        };
        let persons = [plays("First"), plays("Second")];
        if persons != [false, false] {
            self.persons = persons;
        }
        self.resigned = None;
        self.steps.clear();
        self.renew_player();
        let loaded = format!("loaded {path}: {} moves", record.game.moves.len());
        // The rules decide again; a resignation is not one of them.
        let result = record.game.result.filter(|_| self.result().is_none());
        let result = result.map(|result| format!("the file says: {result}; the game goes on"));
        Ok(std::iter::once(loaded).chain(result).chain(self.greeting()).collect())
    }
}
