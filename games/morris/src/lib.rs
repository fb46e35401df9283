//! Nine men's morris and its relatives: three men on a line take one of the opponent's.
//!
//! The game is known by many names and in many forms; one engine plays them, with a rule set for
//! each variant. Repeated mills and what may be taken are as [dagaz-9] has them, options where
//! players differ.
//!
//! Reading order: `lanes` and `board` (rings of points in one word), `variant` (the rule sets),
//! `moves`, `position`, `rules`, `movegen`, `notation` and `fen`, `picture`, `eval` with `layout`,
//! `evaluator`; `symmetry`, `kinds`, `seat`, `sector`, `placing` and [`indexer`] for the endgame tables,
//! `player`.

mod board;
mod eval;
mod evaluator;
mod fen;
mod illegal;
pub mod indexer;
mod kinds;
mod lanes;
mod layout;
mod movegen;
mod moves;
mod network;
mod notation;
mod options;
mod picture;
mod pieces;
mod player;
mod position;
mod rules;
mod seat;
mod sector;
mod symmetry;
mod tactics;
mod variant;

pub use board::Board;
pub use evaluator::MorrisEvaluator;
pub use moves::Move;
pub use position::Position;
pub use rules::Morris;
pub use variant::{MillProtection, MillRepeat, NoMove, RuleSet};

use indexer::MorrisIndexer;
use player::MorrisPlayer;
use plyglot_core::game::perft::{Counter, Uncounted};
use plyglot_core::game::repetition_options;
use plyglot_core::game::trainable::Trainable;
use plyglot_core::game::{Attribution, DrawPreset, DrawRule, Repetition, SearchParams, Tunable};
use plyglot_core::{Opt, OptionError, Settings};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::UsualPlayouts;

/// The source of the draws.
const SANMILL: &str = "[sanmill-program]";
/// What the limit of the endgame counts.
const ENDGAME: &str = "the same where a side has three men left";

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Morris>();

impl Game for Morris {
    const NAME: &'static str = "morris";
    const PREFIX: &'static str = "Morris";
    const ABOUT: &'static str =
        "Three men on a line take an opposing man; who is left with two loses.";
    const UNIT: &'static str = "one man";
    const VARIANTS: &'static [Variant] = &[
        Variant {
            name: "morris",
            title: "Nine men's morris",
            about: "Nine men's morris: [gasser-1996, section 2].",
        },
        Variant {
            name: "sixmorris",
            title: "Six men's morris",
            about: "Six men on two rings, without flying.",
        },
        Variant {
            name: "lasker",
            title: "Lasker morris",
            about: "Ten men, who may move while others are in hand [gevay-danner-2014].",
        },
        Variant {
            name: "morabaraba",
            title: "Morabaraba",
            about: "Twelve men and diagonals, a full board is a draw [gevay-danner-2014].",
        },
        Variant {
            name: "twelvemorris",
            title: "Twelve men's morris",
            about: "Twelve men and diagonals; on a full board the first side has lost \
                    [sanmill-program].",
        },
        Variant {
            name: "threemorris",
            title: "Three men's morris",
            about: "Three men on a square with diagonals, who move to any point; the first mill wins.",
        },
    ];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const DRAW_PRESETS: &'static [DrawPreset] = &[
        DrawPreset { name: "official", options: &[("Compat", "none")] },
        DrawPreset { name: "dagaz", options: &[("Compat", "dagaz")] },
    ];
    const SOLVED: &'static str = "a draw, and so are `sixmorris` and `threemorris`";
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        PlayerEntry {
            name: "alphabeta",
            about: "Iterative deepening alpha-beta; of symmetric first moves it looks at one.",
            make: |rules, _| Ok(Box::new(MorrisPlayer::new(MorrisEvaluator::new(rules)))),
        },
        PlayerEntry {
            name: "classical",
            about: "The same, judging by a formula whose terms have names.",
            make: |_, _| Ok(Box::new(MorrisPlayer::new(MorrisEvaluator::classical()))),
        },
        mcts::<Self, UsualPlayouts>(),
    ];
    const COUNTINGS: &'static [&'static str] = &["actions"];
    type Evaluator = MorrisEvaluator;
    type Indexer = MorrisIndexer;

    fn options() -> Vec<Opt> {
        options::options()
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        options::open(variant, settings)
    }

    fn evaluator(&self) -> MorrisEvaluator {
        MorrisEvaluator::new(self)
    }

    fn search_params(&self) -> SearchParams {
        tactics::PARAMS
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(MorrisEvaluator::classical()))
    }

    fn trainable(&self) -> Option<Box<dyn Trainable<Self>>> {
        let evaluator = MorrisEvaluator::new(self);
        evaluator.asks_network.then(|| Box::new(evaluator) as _)
    }

    fn reference_evaluator(&self) -> Option<MorrisEvaluator> {
        Some(MorrisEvaluator::classical())
    }

    fn attribution(&self, evaluator: &MorrisEvaluator, pos: &Position) -> Attribution {
        evaluator.attribution(self, pos)
    }

    fn indexer(&self) -> MorrisIndexer {
        MorrisIndexer::new(self.set)
    }

    /// Lines of single actions, a removal being one.
    fn count(
        &self,
        _counting: &str,
        pos: &Position,
        depth: u32,
        counter: &mut Counter<'_>,
    ) -> Result<u64, Uncounted> {
        let split = Self { split: true, ..*self };
        counter.count(&split, pos, depth)
    }

    fn draw_options() -> Vec<Opt> {
        options::draw_options()
    }

    fn draw_rules(&self, pos: &Position) -> Vec<DrawRule> {
        let source = |is_usual: bool, option: &str| {
            if is_usual { SANMILL.to_owned() } else { format!("({option})") }
        };
        let quiet = |limit: u16| (u32::from(pos.quiet()), u32::from(limit));
        let usual = source(self.move_limit == rules::USUAL_MOVE_LIMIT, options::MOVE_LIMIT);
        let of_endgame = source(false, options::ENDGAME_LIMIT);
        let mut endgame = DrawRule::new(ENDGAME, quiet(self.endgame_limit), &of_endgame);
        if !Self::is_endgame(pos) {
            endgame.value = None;
        }
        let all = (pos.ply(), u32::from(self.ply_limit));
        let limits = [
            DrawRule::new(rules::QUIET, quiet(self.move_limit), &usual),
            endgame,
            DrawRule::new(rules::PLIES, all, &source(false, options::PLY_LIMIT)),
        ];
        limits.into_iter().filter(|rule| rule.limit > 0).collect()
    }

    fn repetition_book(&self) -> (Repetition, Vec<&'static str>) {
        (Repetition::THREEFOLD, vec![SANMILL])
    }

    fn describe(&self) -> Vec<String> {
        let mut lines = variant::describe(&self.set);
        lines.push(repetition_options::describe(
            Self::PREFIX,
            self.repetition,
            Repetition::THREEFOLD,
            "threefold repetition is a draw [sanmill-program]",
        ));
        if self.move_limit > 0 {
            let limit = self.move_limit;
            lines.push(format!(
                "{limit} plies without a man placed or taken are a draw [sanmill-program]"
            ));
        }
        if self.endgame_limit > 0 {
            let limit = self.endgame_limit;
            lines.push(format!("{limit} are, where a side has three men left [sanmill-program]"));
        }
        if self.ply_limit > 0 {
            lines
                .push(format!("the game is drawn after {} plies: Morris.PlyLimit", self.ply_limit));
        }
        if self.split {
            lines.push("a removal is a move of its own: Morris.SplitCapture".to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::Morris;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Morris>();
    }
}
