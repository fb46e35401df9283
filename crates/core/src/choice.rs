//! A choice among ways to play, declared once: its option, and of each way the word, the value and
//! the sentence that tells the rule and where it is written.
//!
//! From the one declaration come the option with its words ([`Choice::opt`], and with it the table
//! of the manual), the value that the settings ask for ([`Choice::of`]), the line of `rules`
//! ([`Choice::rule`]), and the word in the headers of tables ([`Choice::word`]):
//!
//! ```
//! # use plyglot_core::{Choice, Scope, Settings, Way};
//! const STOP: Choice<bool> = Choice {
//!     scope: Scope::Rules,
//!     option: "Game.Stop",
//!     about: "The game is played to its end, or won with more than half of the stones.",
//!     unset: None,
//!     ways: &[
//!         Way::new("never", false, "the margin counts [book, 3]"),
//!         Way::new("half", true, "more than half of the stones wins"),
//!     ],
//! };
//! let settings = Settings::defaults(&[STOP.opt()]);
//! assert!(!STOP.of(&settings, true));
//! assert_eq!(STOP.rule(true), "more than half of the stones wins");
//! ```

use super::option::{Opt, Scope, Settings};

/// What may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Choice<T: 'static> {
    /// What is chosen: rules, most often.
    pub scope: Scope,
    /// The name of the option.
    pub option: &'static str,
    /// One sentence for the manual and `help`.
    pub about: &'static str,
    /// The word that leaves it to the variant or the rule set; without one the first way is the
    /// default.
    pub unset: Option<&'static str>,
    /// The ways, in the order in which the option lists them.
    pub ways: &'static [Way<T>],
}

/// One of the ways to play.
#[derive(Clone, Copy, Debug)]
pub struct Way<T> {
    /// The word of the option.
    pub word: &'static str,
    /// What it stands for.
    pub value: T,
    /// The rule as `rules` prints it, with its source; empty if that says nothing of it.
    pub rule: &'static str,
}

impl<T> Way<T> {
    /// This word for that value, which is this rule.
    pub const fn new(word: &'static str, value: T, rule: &'static str) -> Self {
        Self { word, value, rule }
    }

    /// A way of which `rules` does not speak.
    pub const fn unsaid(word: &'static str, value: T) -> Self {
        Self::new(word, value, "")
    }
}

impl<T: Copy + PartialEq> Choice<T> {
    /// The option.
    pub fn opt(&self) -> Opt {
        let mut words = Vec::with_capacity(self.ways.len() + 1);
        words.extend_from_slice(self.unset.as_slice());
        for way in self.ways {
            words.push(way.word);
        }
        Opt::combo(self.scope, self.option, words, self.about)
    }

    /// What the settings ask for; `otherwise` where they leave it to the variant.
    pub fn of(&self, settings: &Settings, otherwise: T) -> T {
        let word = settings.combo(self.option);
        self.ways.iter().find(|way| way.word == word).map_or(otherwise, |way| way.value)
    }

    /// The word for a value; `None` if the ways do not have it.
    pub fn word(&self, value: T) -> Option<&'static str> {
        self.way(value).map(|way| way.word)
    }

    /// The rule that a value stands for; empty if `rules` says nothing of it.
    pub fn rule(&self, value: T) -> &'static str {
        self.way(value).map_or("", |way| way.rule)
    }

    fn way(&self, value: T) -> Option<&Way<T>> {
        self.ways.iter().find(|way| way.value == value)
    }
}
