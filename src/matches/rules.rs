//! The rules that a match is played by, and what each player is told of them.
//!
//! Options of the command line, `--option NAME=VALUE`, hold for the referee and for every mind of
//! this program. Those of them that change the rules, or how moves are written, must reach other
//! programs too: each is set by `setoption`, under its full name or without the game's prefix, and
//! a program that has not declared such an option, or not such a value, is refused before a game is
//! begun. Otherwise two programs would play two games, and the referee would call the moves of one
//! of them illegal.

use crate::guide;
use crate::options;
use plyglot_core::{RulesInForce, Settings};
use plyglot_host::entry::GameEntry;
use plyglot_protocol::words::same_words;

use super::spec::{Origin, PlayerSpec};

/// What every player is told before its own options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchRules {
    /// The rules and the notation in force.
    pub rules: RulesInForce,
    /// All options that were given, in order, for minds of this program.
    pub given: Vec<(String, String)>,
}

impl MatchRules {
    /// The rules that these settings make; `given` are the options as they were set.
    pub fn new(
        game: &GameEntry,
        variant: &'static str,
        settings: &Settings,
        given: Vec<(String, String)>,
    ) -> Result<Self, String> {
        let engine = (game.open)(variant, settings).map_err(|error| error.to_string())?;
        // How a mind thinks is the player's own business.
        let mind = game.player_option();
        let given = given.into_iter().filter(|(name, _)| *name != mind).collect();
        Ok(Self { rules: engine.rules_in_force(), given })
    }

    /// Refuses a mind of this program whose own options make other rules than the match's.
    pub fn admit(
        &self,
        spec: &PlayerSpec,
        games: &[&'static GameEntry],
        game: &GameEntry,
        variant: &'static str,
        settings: &Settings,
    ) -> Result<(), String> {
        let Origin::Player(player) = &spec.origin else { return Ok(()) };
        guide::player(game, player).map_err(|error| format!("{}: {error}", spec.name))?;
        let mut own = settings.clone();
        for (name, value) in &spec.options {
            options::set_value(&mut own, games, game, name, value)
                .map_err(|error| format!("{}: {error}", spec.name))?;
        }
        let rules = Self::new(game, variant, &own, Vec::new())?.rules;
        match rules.difference(&self.rules) {
            None => Ok(()),
            Some(name) => Err(format!(
                "{}: found another {name} than the match has, expected rules only in --option",
                spec.name
            )),
        }
    }
}

/// An option as a program has declared it: `name Hash type spin default 16 min 1 max 64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// As it wants to be called.
    pub name: String,
    kind: String,
    range: (Option<i64>, Option<i64>),
    choices: Vec<String>,
}

impl Declared {
    /// Reads what comes after `option`.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.strip_prefix("name ")?.split_once(" type ")?;
        let mut words = rest.split_whitespace();
        let kind = words.next().unwrap_or("").to_owned();
        let mut declared =
            Self { name: name.to_owned(), kind, range: (None, None), choices: Vec::new() };
        while let Some(word) = words.next() {
            match word {
                "min" => declared.range.0 = words.next().and_then(|n| n.parse().ok()),
                "max" => declared.range.1 = words.next().and_then(|n| n.parse().ok()),
                "var" => declared.choices.extend(words.next().map(str::to_owned)),
                _ => {}
            }
        }
        Some(declared)
    }

    /// Whether it can hold this value; the error says what it can.
    pub fn admit(&self, value: &str) -> Result<(), String> {
        let expected = match self.kind.as_str() {
            "spin" => {
                let (min, max) =
                    (self.range.0.unwrap_or(i64::MIN), self.range.1.unwrap_or(i64::MAX));
                if value.parse().is_ok_and(|n: i64| (min..=max).contains(&n)) {
                    return Ok(());
                }
                format!("a whole number from {min} to {max}")
            }
            "combo" => {
                // Choices may have blanks; then they were not read whole.
                let has = |choice: &String| choice.eq_ignore_ascii_case(value);
                if self.choices.iter().any(has) || value.contains(' ') {
                    return Ok(());
                }
                format!("one of {}", self.choices.join(", "))
            }
            "check" if !matches!(value, "true" | "false") => "true or false".to_owned(),
            _ => return Ok(()),
        };
        Err(format!("option `{}`: `{value}` is not {expected}", self.name))
    }
}

/// The declared option that is meant: by its full name, or without the prefix of the game.
pub fn find<'d>(declared: &'d [Declared], game: &GameEntry, name: &str) -> Option<&'d Declared> {
    let named = |wanted: &str| declared.iter().find(|known| same_words(&known.name, wanted));
    let bare = name.strip_prefix(game.prefix).and_then(|rest| rest.strip_prefix('.'));
    named(name).or_else(|| named(&format!("{}.{name}", game.prefix))).or_else(|| named(bare?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_and_say_what_they_hold() {
        for (text, good, bad) in [
            (
                "name Pits type spin default 6 min 1 max 8",
                "8",
                "`9` is not a whole number from 1 to 8",
            ),
            ("name A B type combo default x var x var y", "Y", "`9` is not one of x, y"),
            ("name Fly type check default false", "true", "`9` is not true or false"),
        ] {
            let declared = Declared::parse(text).unwrap();
            assert_eq!(declared.admit(good), Ok(()), "{text}");
            let error = declared.admit("9").unwrap_err();
            assert_eq!(error, format!("option `{}`: {bad}", declared.name));
        }
        assert!(
            Declared::parse("name File type string default <empty>").unwrap().admit("9").is_ok()
        );
        assert_eq!(Declared::parse("type spin"), None);
    }
}
