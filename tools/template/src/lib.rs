//! Model game: three heaps of counters; whoever takes the last counter wins.
//!
//! The game is Nim as [bouton-1901] has it, who also says who wins. It stands here until the rules of
//! another game take its place, one file after the other.
//!
//! Reading order: `rules`, `notation`, `evaluator`.

mod evaluator;
mod notation;
mod rules;

pub use evaluator::NimSum;
pub use rules::{Position, Taking, Template};

use plyglot_core::{Opt, OptionError, Scope, Settings};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, alphabeta, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::UsualPlayouts;
use plyglot_tablebase::NoIndexer;

const MISERE: &str = "Template.Misere";

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Template>();

impl Game for Template {
    const NAME: &'static str = "template";
    const PREFIX: &'static str = "Template";
    const ABOUT: &'static str = "Three heaps of counters; whoever takes the last one wins.";
    const UNIT: &'static str = "a won game";
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "template",
        title: "Model game",
        about: "Heaps of three, four and five counters, as in [bouton-1901].",
    }];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        alphabeta("The generic search with the nim-sum; it plays without a mistake."),
        mcts::<Self, UsualPlayouts>(),
    ];
    type Evaluator = NimSum;
    type Indexer = NoIndexer;

    fn options() -> Vec<Opt> {
        vec![Opt::check(Scope::Rules, MISERE, false, "Whoever takes the last counter loses.")]
    }

    fn open(_variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        Ok(Self { misere: settings.check(MISERE) })
    }

    fn evaluator(&self) -> NimSum {
        NimSum
    }

    fn indexer(&self) -> NoIndexer {
        NoIndexer
    }

    fn describe(&self) -> Vec<String> {
        let taking = "each side takes from one heap by turns, one counter or more [bouton-1901]";
        let end = if self.misere { "loses" } else { "wins" };
        vec![taking.to_owned(), format!("whoever takes the last counter {end} [bouton-1901]")]
    }
}

#[cfg(test)]
mod tests {
    use super::Template;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Template>();
    }
}
