//! Draughts: English, Russian, Brazilian and pool on 64 cells, international on 100.
//!
//! One game with many rule books: what differs is a value ([`RuleSet`]), and only the size of the
//! board is a type, so that its steps are constants.
//!
//! Reading order: `board` (squares as bits), `variants` (what is played on which), `ruleset` (the
//! differences), `limits` and `counting` (draws by counting), `view`, `walk`, `movegen`, `rules`,
//! `duplicates` (counted one by one), `fen`, `spelling`, `notation`, `picture`, `pdn` (games in files),
//! `eval`, `evaluator`, [`indexer`] and `ranking` (endgames).

mod board;
mod counting;
mod duplicates;
mod eval;
mod evaluator;
mod fen;
mod illegal;
pub mod indexer;
mod limits;
mod movegen;
mod network;
mod notation;
mod pdn;
mod picture;
mod ranking;
mod rules;
mod ruleset;
mod spelling;
mod tactics;
mod variants;
mod view;
mod walk;

pub use board::{Board, Board8x8, Board10x10};
pub use duplicates::WithDuplicates;
pub use evaluator::DraughtsEvaluator;
pub use limits::{Kind, Limit};
pub use rules::{Draughts, Position};
pub use ruleset::{CaptureObligation, PromotionDuringCapture, RuleSet, Squares};
pub use view::Move;

use indexer::DraughtsIndexer;
use plyglot_core::game::perft::{Counter, Uncounted};
use plyglot_core::game::repetition::Then;
use plyglot_core::game::repetition_options;
use plyglot_core::game::trainable::Trainable;
use plyglot_core::game::{Attribution, DrawPreset, DrawRule, Repetition, SearchParams, Tunable};
use plyglot_core::{Opt, OptionError, Scope, Settings};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, alphabeta, classical, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::UsualPlayouts;

/// Draughts on 64 cells.
pub type Checkers = Draughts<Board8x8>;
/// Draughts on 100 cells.
pub type International = Draughts<Board10x10>;

/// The counting of `perft` in which each way to capture is a move.
const WAYS: &str = "ways";

/// [`Checkers`] without its type.
#[cfg(not(test))]
pub static CHECKERS: GameEntry = entry::<Checkers>();

/// [`International`] without its type.
#[cfg(not(test))]
pub static INTERNATIONAL: GameEntry = entry::<International>();

impl<B: Board> Game for Draughts<B> {
    const NAME: &'static str = B::NAME;
    const PREFIX: &'static str = B::PREFIX;
    const ABOUT: &'static str = B::ABOUT;
    const UNIT: &'static str = "one man";
    const VARIANTS: &'static [Variant] = B::VARIANTS;
    const BENCH: &'static str = B::BENCH;
    const COUNTINGS: &'static [&'static str] = &[WAYS];
    const DRAW_PRESETS: &'static [DrawPreset] = &[
        DrawPreset { name: "official", options: &[("Draws", "official")] },
        DrawPreset { name: "dagaz", options: &[("Draws", "dagaz")] },
    ];
    const PROTOCOLS: &'static [&'static str] = B::PROTOCOLS;
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        alphabeta(
            "Iterative deepening alpha-beta, judging by a network, on 100 cells with patterns.",
        ),
        classical("The same, judging by patterns and by terms that have names."),
        mcts::<Self, UsualPlayouts>(),
    ];
    type Evaluator = DraughtsEvaluator;
    type Indexer = DraughtsIndexer<B>;

    fn options() -> Vec<Opt> {
        let mut options = vec![Opt::combo(
            Scope::Notation,
            &option::<B>("Notation"),
            vec!["standard", "numbers", "algebraic", "hub"],
            "How moves and squares are written: as is usual in the variant, by numbers, by \
                 columns and rows, or as the Hub protocol has them. All are read.",
        )];
        options.extend(Self::draw_options());
        options
    }

    fn draw_options() -> Vec<Opt> {
        let preset = Opt::combo(
            Scope::Rules,
            &option::<B>("Draws"),
            vec!["official", "dagaz"],
            "Draws by counting, of today's rule book or of [dagaz-9].",
        );
        let limit = |kind: Kind| {
            Opt::spin(Scope::Rules, &option::<B>(kind.option()), -1, (-1, 10_000), kind.about())
        };
        let repetition = repetition_options::options(B::PREFIX);
        std::iter::once(preset).chain(repetition).chain(Kind::ALL.map(limit)).collect()
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let rules = RuleSet::named(variant)
            .ok_or_else(|| OptionError::Refused(format!("no draughts are called `{variant}`")))?;
        let mut game = Self::new(rules);
        if settings.combo(&option::<B>("Draws")) == "dagaz" {
            game = game.with_dagaz_draws();
        }
        for kind in Kind::ALL {
            if let Ok(moves) = u16::try_from(settings.spin(&option::<B>(kind.option()))) {
                game = game.with_limit(kind, moves);
            }
        }
        game.repetition = repetition_options::chosen(B::PREFIX, settings, rules.repetition)?;
        match settings.combo(&option::<B>("Notation")) {
            "numbers" => game.squares = Squares::Numbers,
            "algebraic" => game.squares = Squares::Algebraic,
            "hub" => game = game.speaking_hub(),
            _ => {}
        }
        Ok(game)
    }

    fn evaluator(&self) -> DraughtsEvaluator {
        DraughtsEvaluator::new(self)
    }

    fn search_params(&self) -> SearchParams {
        tactics::params::<B>()
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(self.evaluator()))
    }

    fn trainable(&self) -> Option<Box<dyn Trainable<Self>>> {
        Some(Box::new(self.evaluator()))
    }

    fn reference_evaluator(&self) -> Option<DraughtsEvaluator> {
        Some(DraughtsEvaluator::classical(self))
    }

    fn attribution(&self, evaluator: &DraughtsEvaluator, pos: &Position) -> Attribution {
        evaluator.attribution(self, pos)
    }

    fn indexer(&self) -> DraughtsIndexer<B> {
        DraughtsIndexer::new(self)
    }

    fn count(
        &self,
        _counting: &str,
        pos: &Position,
        depth: u32,
        counter: &mut Counter<'_>,
    ) -> Result<u64, Uncounted> {
        counter.count(&WithDuplicates(*self), pos, depth)
    }

    fn draw_rules(&self, pos: &Position) -> Vec<DrawRule> {
        self.limit_rules(pos)
    }

    fn repetition_book(&self) -> (Repetition, Vec<&'static str>) {
        (self.rules.repetition, vec![self.rules.endings[1]])
    }

    fn describe(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.rules.text.iter().map(|&line| line.to_owned()).collect();
        let [stuck, repeated] = self.rules.endings;
        lines.push(format!("who cannot move has lost {stuck}"));
        let how = if self.rules.repetition.then == Then::Claim { "draw on claim" } else { "draw" };
        let book = format!("threefold repetition: {how} {repeated}");
        lines.push(repetition_options::describe(
            B::PREFIX,
            self.repetition,
            self.rules.repetition,
            &book,
        ));
        lines.extend(self.limit_lines());
        lines
    }
}

/// The name of an option of the game on this board.
fn option<B: Board>(name: &str) -> String {
    format!("{}.{name}", B::PREFIX)
}

#[cfg(test)]
mod tests {
    use super::Checkers;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Checkers>();
    }
}
