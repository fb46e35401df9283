//! What a person may change about the mind in the middle of a game of `plyglot play`: who it is,
//! which side it plays, how strong it is, and whether it says what it thinks.

use super::Play;
use crate::matches::player::MatchPlayer;
use crate::matches::spec::PlayerSpec;
use crate::options;
use crate::records::claim::side_name;
use plyglot_core::Side;
use plyglot_core::option::Kind;
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

    /// Sets the option by which the mind in force is weaker or stronger, and says which that is.
    pub(super) fn choose_level(&mut self, level: &str) -> Result<Vec<String>, String> {
        let option = self.engine.level_option().ok_or_else(|| {
            format!("level: the mind {} has none; `set` lists the options", self.mind())
        })?;
        if !level.is_empty() {
            self.set(option, level)?;
        }
        self.shown(option)
    }

    /// `set`, `set Level`, `set Level 0`: options may have names of several words. Those that the mind in
    /// force does not heed are not listed.
    pub(super) fn choose_option(&mut self, text: &str) -> Result<Vec<String>, String> {
        if text.is_empty() {
            let listed = options::of_game(self.game).into_iter().chain(options::engine(self.games));
            let mind = self.mind();
            let mut lines: Vec<String> = Vec::new();
            for opt in listed.filter(|opt| opt.is_heeded_by(mind)) {
                let line =
                    self.settings.get(&opt.name).map(|value| format!("{} {value}", opt.name));
                lines.extend(line.filter(|line| !lines.contains(line)));
            }
            return Ok(lines);
        }
        let text = text.replacen('=', " ", 1);
        let words: Vec<&str> = text.split_whitespace().collect();
        let known = options::all(self.games);
        let named = |len: &usize| options::find(&known, self.game, &words[..*len].join(" "));
        let found = (1..=words.len()).rev().find_map(|len| Some((len, named(&len)?)));
        let (len, opt) = found.ok_or_else(|| {
            let unknown = options::unknown(&known, self.game, words[0]);
            format!("set: {unknown}; `set` lists them")
        })?;
        let mut told = Vec::new();
        if let Some(value) = Some(words[len..].join(" ")).filter(|value| !value.is_empty()) {
            if opt.name == "UCI_Variant" {
                return Err(format!("set: this is a game of {}", self.variant));
            }
            told = self.set(&opt.name, &value)?;
        }
        told.extend(self.shown(&opt.name)?);
        Ok(told)
    }

    /// An option with what it holds, may hold and means.
    fn shown(&self, name: &str) -> Result<Vec<String>, String> {
        let known = options::all(self.games);
        let opt = options::find(&known, self.game, name).ok_or("no such option")?;
        let value = self.settings.get(&opt.name).map_or(String::new(), ToString::to_string);
        let may_hold = match &opt.kind {
            Kind::Spin { min, max, .. } => format!(" ({min} to {max})"),
            Kind::Combo { choices, .. } => format!(" ({})", choices.join(", ")),
            Kind::Check(_) | Kind::Text(_) | Kind::Button => String::new(),
        };
        Ok(vec![format!("{} is {value}{may_hold}: {}", opt.name, opt.about)])
    }

    /// Sets an option; the game goes on where it is, if it is one by the rules to come. Gives back
    /// what there is to say where it is not.
    fn set(&mut self, name: &str, value: &str) -> Result<Vec<String>, String> {
        let mut settings = self.settings.clone();
        options::set_value(&mut settings, self.games, self.game, name, value)?;
        let before = self.engine.game_text();
        self.engine.apply(&settings).map_err(|error| error.to_string())?;
        self.settings = settings;
        self.steps.clear();
        if name.eq_ignore_ascii_case("Seed") {
            self.seed = None;
        }
        self.renew_player();
        if before.moves.len() == self.engine.game_text().moves.len() {
            return Ok(Vec::new());
        }
        let said = "the game so far is none by these rules; another begins".to_owned();
        Ok(std::iter::once(said).chain(self.board()).collect())
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
