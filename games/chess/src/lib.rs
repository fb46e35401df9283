//! Chess, standard and Chess960, by the FIDE Laws [fide-2023].
//!
//! The move generator is the crate `cozy-chess`; the rules around it (draws, what counts as the
//! same position), all text, and the evaluator are our own.

mod attribution;
mod eval;
mod evaluator;
mod fen;
pub mod indexer;
mod memory;
mod network;
mod notation;
mod pgn;
mod picture;
mod rules;
mod see;
mod tactics;
mod valid;

pub use evaluator::ChessEvaluator;
pub use rules::{Chess, FIFTY_MOVES, Move, Position, SEVENTY_FIVE_MOVES};

use self::indexer::ChessIndexer;
use plyglot_core::game::{Attribution, SearchParams, Trainable, Tunable};
use plyglot_core::{Opt, OptionError, Settings, Value};
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{BenchPosition, Game, Variant};
use plyglot_search::{AlphaBeta, PlayerEntry};

/// The engine-wide option by which clients ask for Chess960.
const UCI_CHESS960: &str = "UCI_Chess960";

/// The game without its type.
pub static ENTRY: GameEntry = entry::<Chess>();

impl Game for Chess {
    const NAME: &'static str = "chess";
    const PREFIX: &'static str = "Chess";
    const ABOUT: &'static str = "Mate the king; 64 squares, sixteen men a side.";
    const UNIT: &'static str = "one pawn";
    const VARIANTS: &'static [Variant] = &[
        Variant { name: "chess", about: "Standard chess: FIDE Laws of Chess [fide-2023]." },
        Variant {
            name: "chess960",
            about: "Any start position, castling from any file: [fide-2023, Guidelines II].",
        },
    ];
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { position: "startpos", depth: 15 },
        BenchPosition {
            position: "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7",
            depth: 15,
        },
        BenchPosition {
            position: "startpos moves d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8",
            depth: 14,
        },
        BenchPosition {
            position: "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            depth: 13,
        },
        BenchPosition {
            position: "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            depth: 14,
        },
        BenchPosition {
            position: "fen 2r2rk1/1b2bppp/ppnqpn2/8/P1BP4/2N1BN2/1P2QPPP/2RR2K1 b - - 4 15",
            depth: 14,
        },
        BenchPosition { position: "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 21 },
        BenchPosition {
            position: "fen 8/1p3pk1/p1p1r1p1/2P4p/1P1P1P2/P3R1P1/5K1P/8 w - - 0 40",
            depth: 21,
        },
        BenchPosition { position: "fen 8/8/1p1k4/p1p2p2/P1P2P2/1P1K4/8/8 w - - 0 50", depth: 32 },
        BenchPosition { position: "fen 8/8/8/8/4k3/8/8/K1BN4 w - - 0 1", depth: 16 },
    ];
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        PlayerEntry {
            name: "alphabeta",
            about: "Iterative deepening alpha-beta, judging by a network.",
            make: |rules, _settings| {
                Ok(Box::new(AlphaBeta::new(rules.evaluator(), tactics::PARAMS)))
            },
        },
        PlayerEntry {
            name: "classical",
            about: "The same, judging by a formula whose terms have names.",
            make: |_rules, _settings| {
                Ok(Box::new(AlphaBeta::new(ChessEvaluator::classical(), tactics::PARAMS)))
            },
        },
    ];
    type Evaluator = ChessEvaluator;
    type Indexer = ChessIndexer;

    fn options() -> Vec<Opt> {
        Vec::new()
    }

    fn open(variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        let asked = matches!(settings.get(UCI_CHESS960), Some(Value::Check(true)));
        Ok(Self::new(asked || variant == "chess960"))
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

    fn describe(&self) -> Vec<String> {
        let castling = if self.is_chess960() {
            "castling: from any start position, onto the g- or c-file [fide-2023, Guidelines II.3]"
        } else {
            "castling: the king moves two squares towards a rook [fide-2023, 3.8.2]"
        };
        [
            "moves: the Laws of Chess [fide-2023, 3]; promotion to N, B, R, Q [fide-2023, 3.7.3.3]",
            castling,
            "checkmate wins [fide-2023, 5.1.1]",
            "stalemate is a draw [fide-2023, 5.2.1]",
            "dead position is a draw where material decides it: K v K, K+minor v K, bishops on one \
             colour only [fide-2023, 5.2.2]; blocked positions are played on",
            "threefold repetition: draw on claim [fide-2023, 9.2]; en passant and castling rights \
             count as far as they are legal [fide-2023, 9.2.3]",
            "fifty moves without capture or pawn move: draw on claim [fide-2023, 9.3]",
            "seventy-five moves: draw, mate goes first [fide-2023, 9.6.2]",
        ]
        .map(str::to_owned)
        .into()
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
