//! What a person may change about the mind in the middle of a game of `plyglot play`: who it is,
//! which side it plays, how strong it is, and whether it says what it thinks.

use super::Play;
use super::talk::side_name;
use crate::matches::player::MatchPlayer;
use crate::matches::spec::PlayerSpec;
use crate::options;
use plyglot_core::Side;
use plyglot_core::text::shorten;

impl Play {
    /// The mind as the settings have it; it knows nothing of the game yet.
    pub(super) fn renew_player(&mut self) {
        let spec = PlayerSpec::chosen(self.games, self.game, &self.settings);
        self.player = MatchPlayer::new(spec, self.game, self.variant).until(&self.interrupts);
        self.seed_player();
        self.forget_told();
    }

    /// Unless `Seed` is among the options that were given.
    pub(super) fn seed_player(&mut self) {
        if let Some(seed) = self.seed {
            self.player.reseed(seed);
        }
    }

    pub(super) fn choose_mind(&mut self, name: &str) -> Result<Vec<String>, String> {
        if name.is_empty() {
            let line = |(name, about): (&str, &str)| {
                let mark = if name == self.mind() { '*' } else { ' ' };
                format!("{mark} {name}: {about}")
            };
            return Ok((self.game.players)().into_iter().map(line).collect());
        }
        self.set("Mind", name)?;
        Ok(vec![format!("{} plays against you now", self.mind())])
    }

    pub(super) fn choose_level(&mut self, level: &str) -> Result<Vec<String>, String> {
        if !level.is_empty() {
            self.set("Skill", level)?;
        }
        Ok(vec![format!("level {} of 20", self.settings.spin("Skill"))])
    }

    /// Sets an option of the mind; the game goes on where it is.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut settings = self.settings.clone();
        options::set_value(&mut settings, self.games, self.game, name, value)?;
        self.engine.apply(&settings).map_err(|error| error.to_string())?;
        self.settings = settings;
        self.renew_player();
        Ok(())
    }

    pub(super) fn switch(&mut self) -> Result<Vec<String>, String> {
        let [first, second] = self.persons;
        if first == second {
            let who = if first { "you play" } else { "the mind plays" };
            return Err(format!("switch: {who} both sides"));
        }
        self.persons = [second, first];
        self.steps.clear();
        let side = if second { Side::First } else { Side::Second };
        Ok(vec![format!("You play the {}.", side_name(side))])
    }

    pub(super) fn choose_info(&mut self, word: &str) -> Result<Vec<String>, String> {
        self.says_info = match word {
            "on" => true,
            "off" => false,
            "" => self.says_info,
            _ => return Err(format!("info: found `{}`, expected on or off", shorten(word))),
        };
        Ok(vec![format!("info {}", if self.says_info { "on" } else { "off" })])
    }
}
