//! Options, declared once: a table of [`Opt`] gives the `option name …` lines, the range checks of
//! `setoption`, the option tables of protocol.md and the typed values the program reads.
//!
//! Options are *low*: what the client asked for. `Game::open` turns them into a
//! *high* value, the rules of one game, or refuses; nothing reads an option while a game is played.
//! What an option is about ([`Scope`]) is declared with it: nobody concludes that from its name.

use std::collections::BTreeMap;
use std::fmt;

/// What an option is about; who has to look when it changes follows from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The program as a whole, and searches in any game.
    Engine,
    /// What may be played, how a game begins and how it ends.
    Rules,
    /// How positions and moves are written, and nothing else.
    Notation,
    /// Who chooses the moves of a game, and how.
    Player,
    /// Which endgame tables and which opening book there are, and how they are asked.
    Tables,
}

/// One option: its name, what it is about, what it may hold, and one sentence about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opt {
    /// As the client sees it; games' options carry their prefix (`TicTacToe.Level`).
    pub name: String,
    /// What it is about.
    pub scope: Scope,
    /// What it may hold.
    pub kind: Kind,
    /// One sentence for protocol.md and `help`.
    pub about: &'static str,
    /// It names a file or a folder, and not every client may name every one.
    pub is_path: bool,
    /// Several of them may stand there, separated as the system does that in its `PATH`.
    pub is_list: bool,
    /// The players that alone heed it; empty where all do, or where it is about something else.
    pub players: &'static [&'static str],
}

/// The kinds of option that UCI knows, each with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On or off.
    Check(bool),
    /// A whole number within a range.
    Spin {
        /// Value before anyone sets it.
        default: i64,
        /// Smallest value allowed.
        min: i64,
        /// Largest value allowed.
        max: i64,
    },
    /// One of some words; each is a single token.
    Combo {
        /// Value before anyone sets it.
        default: &'static str,
        /// All words allowed.
        choices: Vec<&'static str>,
    },
    /// Any text; may be empty.
    Text(&'static str),
    /// Does something at once and holds nothing.
    Button,
}

/// What an option holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a check.
    Check(bool),
    /// Of a spin.
    Spin(i64),
    /// Of a combo: one of its choices, spelt as declared.
    Combo(&'static str),
    /// Of a string.
    Text(String),
}

/// Why a value was not taken. The caller adds the option's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("no such option: `{0}`")]
    Unknown(String),
    /// The value does not fit the kind or its range.
    #[error("`{found}` is not {expected}")]
    Value {
        /// What was read.
        found: String,
        /// What would have been taken.
        expected: String,
    },
    /// The value fits, but what it asks for cannot be done.
    #[error("{0}")]
    Refused(String),
}

impl Opt {
    fn new(scope: Scope, name: &str, kind: Kind, about: &'static str) -> Self {
        Self {
            name: name.to_owned(),
            scope,
            kind,
            about,
            is_path: false,
            is_list: false,
            players: &[],
        }
    }

    /// The same, heeded by these players alone.
    #[must_use]
    pub fn heeded_by(self, players: &'static [&'static str]) -> Self {
        debug_assert!(self.scope == Scope::Player, "{} concerns no player", self.name);
        Self { players, ..self }
    }

    /// Whether it is any matter to this player.
    pub fn is_heeded_by(&self, player: &str) -> bool {
        self.players.is_empty() || self.players.contains(&player)
    }

    /// An option that is on or off.
    pub fn check(scope: Scope, name: &str, default: bool, about: &'static str) -> Self {
        Self::new(scope, name, Kind::Check(default), about)
    }

    /// An option that is a whole number in `min..=max`.
    pub fn spin(
        scope: Scope,
        name: &str,
        default: i64,
        range: (i64, i64),
        about: &'static str,
    ) -> Self {
        let (min, max) = range;
        debug_assert!(min <= default && default <= max, "{name}");
        Self::new(scope, name, Kind::Spin { default, min, max }, about)
    }

    /// An option that is one of some words, the first by default.
    pub fn combo(
        scope: Scope,
        name: &str,
        choices: Vec<&'static str>,
        about: &'static str,
    ) -> Self {
        debug_assert!(choices.iter().all(|c| !c.contains(char::is_whitespace)), "{name}");
        let default = choices.first().copied().unwrap_or_default();
        Self::new(scope, name, Kind::Combo { default, choices }, about)
    }

    /// An option that is free text.
    pub fn text(scope: Scope, name: &str, default: &'static str, about: &'static str) -> Self {
        Self::new(scope, name, Kind::Text(default), about)
    }

    /// An option that is the name of a file or folder.
    pub fn path(scope: Scope, name: &str, about: &'static str) -> Self {
        Self { is_path: true, ..Self::text(scope, name, "", about) }
    }

    /// Folders, none to begin with.
    pub fn paths(scope: Scope, name: &str, about: &'static str) -> Self {
        Self { is_list: true, ..Self::path(scope, name, about) }
    }

    /// An option that does something when it is set.
    pub fn button(scope: Scope, name: &str, about: &'static str) -> Self {
        Self::new(scope, name, Kind::Button, about)
    }

    /// Reads a value for this option. Upper and lower case are the same; a button takes anything.
    pub fn parse(&self, text: &str) -> Result<Option<Value>, OptionError> {
        let refuse = |expected: String| OptionError::Value { found: text.to_owned(), expected };
        match &self.kind {
            Kind::Check(_) => match text.to_ascii_lowercase().as_str() {
                "true" | "on" => Ok(Some(Value::Check(true))),
                "false" | "off" => Ok(Some(Value::Check(false))),
                _ => Err(refuse("true or false".to_owned())),
            },
            Kind::Spin { min, max, .. } => match text.parse::<i64>() {
                Ok(n) if (*min..=*max).contains(&n) => Ok(Some(Value::Spin(n))),
                _ => Err(refuse(format!("a whole number from {min} to {max}"))),
            },
            Kind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .map(|choice| Some(Value::Combo(choice)))
                .ok_or_else(|| refuse(format!("one of {}", choices.join(", ")))),
            Kind::Text(_) if text.eq_ignore_ascii_case("<empty>") => {
                Ok(Some(Value::Text(String::new())))
            }
            Kind::Text(_) => Ok(Some(Value::Text(text.to_owned()))),
            Kind::Button => Ok(None),
        }
    }

    /// The value before anyone sets it; a button has none.
    pub fn default(&self) -> Option<Value> {
        match &self.kind {
            Kind::Check(default) => Some(Value::Check(*default)),
            Kind::Spin { default, .. } => Some(Value::Spin(*default)),
            Kind::Combo { default, .. } => Some(Value::Combo(default)),
            Kind::Text(default) => Some(Value::Text((*default).to_owned())),
            Kind::Button => None,
        }
    }
}

/// `name Hash type spin default 16 min 1 max 4096`, as UCI wants it after `option`.
impl fmt::Display for Opt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            Kind::Check(default) => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Text("") => write!(f, "string default <empty>"),
            Kind::Text(default) => write!(f, "string default {default}"),
            Kind::Button => write!(f, "button"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check(on) => write!(f, "{on}"),
            Self::Spin(n) => write!(f, "{n}"),
            Self::Combo(word) => write!(f, "{word}"),
            Self::Text(text) => write!(f, "{text}"),
        }
    }
}

/// The options' values in force, by name. Every declared option that holds something is in it.
#[derive(Debug, Default, Eq)]
pub struct Settings {
    values: BTreeMap<String, Value>,
}

// Not derived, for what is derived is compiled again, with the map, wherever it is called.
impl Clone for Settings {
    fn clone(&self) -> Self {
        Self { values: self.values.clone() }
    }
}

impl PartialEq for Settings {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl Settings {
    /// Every option at its default.
    pub fn defaults(options: &[Opt]) -> Self {
        let values = options.iter().filter_map(|opt| Some((opt.name.clone(), opt.default()?)));
        Self { values: values.collect() }
    }

    /// Sets one value. The caller has parsed it with [`Opt::parse`].
    pub fn set(&mut self, name: &str, value: Value) {
        self.values.insert(name.to_owned(), value);
    }

    /// What the option of this name holds.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Whether a check is on; an undeclared one is off.
    pub fn check(&self, name: &str) -> bool {
        debug_assert!(self.values.contains_key(name), "undeclared option {name}");
        matches!(self.values.get(name), Some(Value::Check(true)))
    }

    /// The number a spin holds; 0 for an undeclared one.
    pub fn spin(&self, name: &str) -> i64 {
        debug_assert!(self.values.contains_key(name), "undeclared option {name}");
        match self.values.get(name) {
            Some(Value::Spin(n)) => *n,
            _ => 0,
        }
    }

    /// The word a combo holds; empty for an undeclared one.
    pub fn combo(&self, name: &str) -> &'static str {
        debug_assert!(self.values.contains_key(name), "undeclared option {name}");
        match self.values.get(name) {
            Some(Value::Combo(word)) => word,
            _ => "",
        }
    }

    /// The text a string option holds; empty for an undeclared one.
    pub fn text(&self, name: &str) -> &str {
        debug_assert!(self.values.contains_key(name), "undeclared option {name}");
        match self.values.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_out_of_range_is_refused_with_the_range() {
        let hash = Opt::spin(Scope::Engine, "Hash", 16, (1, 4096), "");
        assert_eq!(hash.parse("64"), Ok(Some(Value::Spin(64))));
        for bad in ["0", "4097", "banana", "", "1e3"] {
            let error = hash.parse(bad).unwrap_err().to_string();
            assert_eq!(error, format!("`{bad}` is not a whole number from 1 to 4096"));
        }
    }

    #[test]
    fn words_are_taken_in_any_case_and_kept_as_declared() {
        let player = Opt::combo(Scope::Engine, "Mind", vec!["alphabeta", "ratings"], "");
        assert_eq!(player.parse("RATINGS"), Ok(Some(Value::Combo("ratings"))));
        assert!(player.parse("rating").is_err());
    }

    #[test]
    fn option_lines_are_as_uci_writes_them() {
        let lines = [
            Opt::check(Scope::Engine, "Ponder", false, ""),
            Opt::spin(Scope::Engine, "Hash", 16, (1, 4096), ""),
            Opt::combo(Scope::Engine, "Mind", vec!["a", "b"], ""),
            Opt::text(Scope::Engine, "Table", "", ""),
            Opt::button(Scope::Engine, "Clear Hash", ""),
        ]
        .map(|opt| opt.to_string());
        assert_eq!(
            lines,
            [
                "name Ponder type check default false",
                "name Hash type spin default 16 min 1 max 4096",
                "name Mind type combo default a var a var b",
                "name Table type string default <empty>",
                "name Clear Hash type button",
            ]
        );
    }
}
