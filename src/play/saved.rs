//! Games of `plyglot play`, saved and gone on with.

use std::path::Path;

use super::Play;
use super::claims::Claims;
use super::historic::words::{PERSON, PERSON_RU};
use crate::records::claim::claim_text;
use crate::records::form::{GameFile, Saved, Wanted};
use crate::records::heading::Heading;
use crate::records::kept::Kept;
use plyglot_core::Side;

impl Play {
    /// Writes the game to a file: in the form its players use if the name ends so, else in ours.
    pub(super) fn save(&self, path: &str) -> Result<Vec<String>, String> {
        let words = self.classic_words();
        let [person, program] = [
            words.map_or(PERSON, |words| words.person),
            words.and_then(|words| words.program).unwrap_or(self.mind()),
        ];
        let name = |side: Side| if self.persons[side.index()] { person } else { program };
        let tags = [("First", Side::First), ("Second", Side::Second)];
        let tags = tags.map(|(tag, side)| (tag, name(side).to_owned()));
        // A game between others is still theirs; that of a person against a mind names the mind.
        let game = self.engine.game_text();
        let theirs = self.heading.as_ref().map_or(&[][..], |heading| heading.tags(&game));
        let is_ours = theirs.is_empty() || theirs.iter().any(|(_, name)| name == PERSON);
        let outcome = self.outcome().zip(self.result());
        let ended = outcome.map(|(outcome, words)| (outcome.winner(), words));
        let recorded = || self.heading.as_ref()?.ending(&game);
        let saved = Saved {
            game: self.game,
            engine: &*self.engine,
            tags: if is_ours { &tags } else { theirs },
            result: ended.or_else(recorded),
            tree: None,
        };
        let said = saved.write(self.games, Path::new(path));
        Ok(vec![format!("saved {path}{}", said.map_err(|error| format!("save: {error}"))?)])
    }

    /// Goes on with a saved game. Persons play what they played, if the file says so.
    pub(super) fn load(&mut self, path: &str) -> Result<Vec<String>, String> {
        let wanted = Wanted {
            game: self.game,
            variant: self.variant,
            is_said: false,
            settings: &self.settings,
            options: &[],
        };
        let loaded = GameFile::load(self.games, Path::new(path), path, &wanted);
        let (kept, loaded) = loaded.map_err(|error| format!("load: {error}"))?;
        self.resigned = kept.resigned();
        self.claims = Claims::default();
        self.heading = Some(Heading::of(&kept));
        let Kept { game, variant, settings, engine, tags, claim, result, .. } = kept;
        (self.game, self.variant, self.settings, self.engine) =
            (game, variant.name, settings, engine);
        let is_person = |name: &str| name == PERSON || name == PERSON_RU;
        let plays = |tag: &str| tags.iter().any(|(name, value)| name == tag && is_person(value));
        let persons = [plays("First"), plays("Second")];
        if persons != [false, false] {
            self.persons = persons;
        }
        self.steps.clear();
        self.renew_player();
        // The rules decide again; of what they do not know only a resignation ends the game here.
        let said = result.or_else(|| claim.map(claim_text)).filter(|_| self.result().is_none());
        let said = said.map(|said| format!("the file says: {said}; the game goes on"));
        Ok(std::iter::once(loaded).chain(said).chain(self.greeting()).collect())
    }
}
