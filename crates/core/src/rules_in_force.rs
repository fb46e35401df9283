//! What a game is played by, as one value: the variant, and how its rules and its notation were
//! set otherwise than the variant has them.
//!
//! It is worked out once, by whoever has the rules at hand ([`RulesInForce::new`]), and goes from
//! there to every player of a match, into saved games and into recordings of searches. Two games
//! are played alike if the values are equal. As text it is the lines that a saved game has:
//!
//! ```text
//! variant kalah
//! option Kalah.Pits 4
//! option Kalah.Numbers desk
//! ```

use std::fmt;

use super::option::{Opt, Scope, Settings};

/// The rules and the notation in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesInForce {
    /// A value of `UCI_Variant`.
    pub variant: String,
    /// Full names and values of the options without which the rules or the notation would be
    /// others, in the order of their declaration.
    pub options: Vec<(String, String)>,
}

impl RulesInForce {
    /// The rules that these settings make of a variant. `options` are all that the game is made of;
    /// `makes_the_same` says whether other settings make the same rules.
    ///
    /// An option that says what the variant has anyway is left out: `Morris.Men` 9 in nine men's
    /// morris. The last declared is tried first, since later options change details of what earlier
    /// ones choose (`Kalah.End` after `Kalah.Rules`); of two that say the same, one stays.
    pub fn new(
        variant: &str,
        options: &[Opt],
        settings: &Settings,
        makes_the_same: &dyn Fn(&Settings) -> bool,
    ) -> Self {
        let mut kept = settings.clone();
        let mut differing = Vec::new();
        for opt in options.iter().rev() {
            let (Some(default), Some(value)) = (opt.default(), settings.get(&opt.name)) else {
                continue;
            };
            if *value == default {
                continue;
            }
            let is_needed = match opt.scope {
                Scope::Rules => {
                    let mut without = kept.clone();
                    without.set(&opt.name, default);
                    let is_needed = !makes_the_same(&without);
                    if !is_needed {
                        kept = without;
                    }
                    is_needed
                }
                Scope::Notation => true,
                Scope::Engine | Scope::Player | Scope::Tables => false,
            };
            if is_needed {
                differing.push((opt.name.clone(), value.to_string()));
            }
        }
        differing.reverse();
        Self { variant: variant.to_owned(), options: differing }
    }

    /// Takes over what is said after `variant` or `option`, one line of the text; `false` for a line
    /// about something else. The error is what was expected.
    pub fn take(&mut self, key: &str, value: &str) -> Result<bool, &'static str> {
        match key {
            "variant" => value.clone_into(&mut self.variant),
            "option" => {
                let (name, value) = value.split_once(' ').ok_or("an option's name and value")?;
                self.options.push((name.to_owned(), value.to_owned()));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An option on which these rules and others do not agree.
    pub fn difference<'r>(&'r self, other: &'r Self) -> Option<&'r str> {
        let lacks = |one: &'r Self, other: &Self| {
            one.options.iter().find(|option| !other.options.contains(option))
        };
        lacks(self, other).or_else(|| lacks(other, self)).map(|(name, _)| name.as_str())
    }
}

/// The lines, each with its end.
impl fmt::Display for RulesInForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "variant {}", self.variant)?;
        self.options.iter().try_for_each(|(name, value)| writeln!(f, "option {name} {value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    /// A game whose rules are a number: `Preset` chooses it, `Detail` overrides it.
    fn options() -> Vec<Opt> {
        vec![
            Opt::spin(Scope::Player, "Level", 1, (0, 9), ""),
            Opt::spin(Scope::Rules, "Preset", 0, (0, 9), ""),
            Opt::spin(Scope::Rules, "Detail", -1, (-1, 9), ""),
            Opt::combo(Scope::Notation, "Numbers", vec!["own", "desk"], ""),
        ]
    }

    fn in_force(given: &[(&str, &str)]) -> RulesInForce {
        let options = options();
        let mut settings = Settings::defaults(&options);
        for (name, value) in given {
            let opt = options.iter().find(|opt| opt.name == *name).unwrap();
            settings.set(name, opt.parse(value).unwrap().unwrap());
        }
        let rules = |settings: &Settings| match (settings.spin("Preset"), settings.get("Detail")) {
            (preset, Some(Value::Spin(-1)) | None) => preset,
            (_, Some(value)) => value.to_string().parse().unwrap(),
        };
        let now = rules(&settings);
        RulesInForce::new("game", &options, &settings, &|other| rules(other) == now)
    }

    #[test]
    fn what_the_variant_has_anyway_is_left_out() {
        for (given, text) in [
            (&[][..], "variant game\n"),
            (&[("Level", "2")], "variant game\n"),
            (&[("Detail", "0")], "variant game\n"),
            (&[("Numbers", "desk")], "variant game\noption Numbers desk\n"),
            (&[("Preset", "3"), ("Detail", "3")], "variant game\noption Preset 3\n"),
            (&[("Preset", "3"), ("Detail", "4")], "variant game\noption Detail 4\n"),
            (
                &[("Numbers", "desk"), ("Preset", "2")],
                "variant game\noption Preset 2\noption Numbers desk\n",
            ),
        ] {
            assert_eq!(in_force(given).to_string(), text, "{given:?}");
        }
    }

    #[test]
    fn the_text_is_read_back() {
        let rules = in_force(&[("Preset", "2"), ("Numbers", "desk")]);
        let mut read = RulesInForce::default();
        for line in rules.to_string().lines() {
            let (key, value) = line.split_once(' ').unwrap();
            assert_eq!(read.take(key, value), Ok(true));
        }
        assert_eq!(read, rules);
        assert_eq!(read.take("moves", "1 2"), Ok(false));
        assert_eq!(read.take("option", "Preset"), Err("an option's name and value"));
    }

    #[test]
    fn rules_differ_in_an_option_that_one_has_and_the_other_has_not_so() {
        let (usual, other) = (in_force(&[]), in_force(&[("Preset", "2")]));
        assert_eq!(usual.difference(&usual), None);
        assert_eq!(usual.difference(&other), Some("Preset"));
        assert_eq!(other.difference(&usual), Some("Preset"));
        assert_eq!(other.difference(&in_force(&[("Preset", "3")])), Some("Preset"));
    }
}
