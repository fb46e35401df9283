//! Chess, standard and Chess960, by the FIDE Laws [fide-2023].
//!
//! The move generator is the crate `cozy-chess`; the rules around it (draws, what counts as the
//! same position), all text, and the evaluator are our own.

mod attribution;
mod eval;
mod evaluator;
mod fen;
mod illegal;
pub mod indexer;
mod memory;
mod network;
mod notation;
mod pgn;
mod picture;
mod rules;
mod see;
pub mod syzygy;
mod tactics;
mod valid;

pub use evaluator::ChessEvaluator;
pub use rules::{Chess, FIFTY_MOVES, Move, Position, SEVENTY_FIVE_MOVES};

use std::path::{Path, PathBuf};

use self::indexer::ChessIndexer;
use plyglot_core::game::repetition_options;
use plyglot_core::game::{
    Attribution, DrawPreset, DrawRule, Repetition, SearchParams, Trainable, Tunable,
};
use plyglot_core::{Choice, Opt, OptionError, Scope, Settings, Value, Way};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, OtherTables, Variant, alphabeta, classical, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::UsualPlayouts;
use plyglot_tablebase::Value as TableValue;

/// The engine-wide option by which clients ask for Chess960.
const UCI_CHESS960: &str = "UCI_Chess960";

/// Whose word decides what a repetition means.
const DRAWS: Choice<Repetition> = Choice {
    scope: Scope::Rules,
    option: "Chess.Draws",
    about: "What a repetition means by today's Laws, a claim the third time and a draw the fifth, or \
            by [dagaz-9], a draw the third time.",
    unset: None,
    ways: &[
        Way::unsaid("official", Repetition::FIVEFOLD),
        Way::new(
            "dagaz",
            Repetition::THREEFOLD,
            "threefold repetition: draw [dagaz-9, section 2]; what is the same is as in \
             [fide-2023, 9.2.3]",
        ),
    ],
};

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Chess>();

impl Game for Chess {
    const NAME: &'static str = "chess";
    const PREFIX: &'static str = "Chess";
    const ABOUT: &'static str = "Mate the king; 64 squares, sixteen men a side.";
    const UNIT: &'static str = "one pawn";
    const VARIANTS: &'static [Variant] = &[
        Variant {
            name: "chess",
            title: "Chess",
            about: "Standard chess: FIDE Laws of Chess [fide-2023].",
        },
        Variant {
            name: "chess960",
            title: "Chess960",
            about: "Any start position, castling from any file: [fide-2023, Guidelines II].",
        },
    ];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const DRAW_PRESETS: &'static [DrawPreset] = &[
        DrawPreset { name: "official", options: &[("Draws", "official")] },
        DrawPreset { name: "dagaz", options: &[("Draws", "dagaz")] },
    ];
    const PROTOCOLS: &'static [&'static str] = &["CECP"];
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        alphabeta("Iterative deepening alpha-beta, judging by a network."),
        classical("The same, judging by a formula whose terms have names."),
        mcts::<Self, UsualPlayouts>(),
    ];
    type Evaluator = ChessEvaluator;
    type Indexer = ChessIndexer;

    fn options() -> Vec<Opt> {
        Self::draw_options()
    }

    fn draw_options() -> Vec<Opt> {
        std::iter::once(DRAWS.opt()).chain(repetition_options::options(Self::PREFIX)).collect()
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let asked = matches!(settings.get(UCI_CHESS960), Some(Value::Check(true)));
        let book = DRAWS.of(settings, Repetition::FIVEFOLD);
        let repetition = repetition_options::chosen(Self::PREFIX, settings, book)?;
        Ok(Self::new(asked || variant == "chess960").with_repetition(repetition))
    }

    fn evaluator(&self) -> ChessEvaluator {
        ChessEvaluator::default()
    }

    fn search_params(&self) -> SearchParams {
        tactics::PARAMS
    }

    fn reference_evaluator(&self) -> Option<ChessEvaluator> {
        Some(ChessEvaluator::classical())
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(ChessEvaluator::classical()))
    }

    fn trainable(&self) -> Option<Box<dyn Trainable<Self>>> {
        Some(Box::new(ChessEvaluator::default()))
    }

    fn attribution(&self, evaluator: &ChessEvaluator, pos: &Position) -> Attribution {
        attribution::attribution(evaluator, pos.board())
    }

    fn indexer(&self) -> ChessIndexer {
        ChessIndexer::default()
    }

    fn other_tables(&self, settings: &Settings) -> Result<OtherTables<Self>, String> {
        syzygy::attached(settings)
    }

    fn write_other(
        &self,
        table: &str,
        known: &dyn Fn(&Position) -> Option<TableValue>,
        folder: &Path,
    ) -> Result<Vec<PathBuf>, String> {
        syzygy::write(folder, table, known)
    }

    fn draw_rules(&self, pos: &Position) -> Vec<DrawRule> {
        let counter = |limit: u16| (u32::from(pos.halfmoves()), u32::from(limit));
        vec![
            DrawRule::new(
                "plies without capture or pawn move",
                counter(FIFTY_MOVES),
                "[fide-2023, 9.3]",
            )
            .on_claim(),
            DrawRule::new(
                "such plies, claimed or not",
                counter(SEVENTY_FIVE_MOVES),
                "[fide-2023, 9.6.2]",
            ),
        ]
    }

    fn repetition_book(&self) -> (Repetition, Vec<&'static str>) {
        if self.repetition == Repetition::THREEFOLD {
            (Repetition::THREEFOLD, vec!["[dagaz-9, section 2]"])
        } else {
            (Repetition::FIVEFOLD, vec!["[fide-2023, 9.2]", "[fide-2023, 9.6.1]"])
        }
    }

    fn describe(&self) -> Vec<String> {
        let castling = if self.is_chess960() {
            "castling: from any start position, onto the g- or c-file [fide-2023, Guidelines II.3]"
        } else {
            "castling: the king moves two squares towards a rook [fide-2023, 3.8.2]"
        };
        let board = [
            "moves: the Laws of Chess [fide-2023, 3]; promotion to N, B, R, Q [fide-2023, 3.7.3.3]",
            castling,
            "checkmate wins [fide-2023, 5.1.1]",
            "stalemate is a draw [fide-2023, 5.2.1]",
            "dead position is a draw where material decides it: K v K, K+minor v K, bishops on one \
             colour only [fide-2023, 5.2.2]; blocked positions are played on",
        ];
        let counting = [
            "fifty moves without capture or pawn move: draw on claim [fide-2023, 9.3]",
            "seventy-five moves: draw, mate goes first [fide-2023, 9.6.2]",
        ];
        let lines = board.map(str::to_owned).into_iter().chain(self.describe_repetition());
        lines.chain(counting.map(str::to_owned)).collect()
    }
}

impl Chess {
    fn describe_repetition(&self) -> Vec<String> {
        if self.repetition == Repetition::FIVEFOLD {
            return vec![
                "threefold repetition: draw on claim [fide-2023, 9.2]; en passant and castling \
                 rights count as far as they are legal [fide-2023, 9.2.3]"
                    .to_owned(),
                "fivefold repetition: draw [fide-2023, 9.6.1]".to_owned(),
            ];
        }
        vec![repetition_options::describe(
            Self::PREFIX,
            self.repetition,
            Repetition::THREEFOLD,
            DRAWS.rule(Repetition::THREEFOLD),
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::Chess;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Chess>();
    }
}
