//! Go: stones are put on the crossings of a board, and whoever holds more of it at the end wins.
//!
//! Reading order: `board` (sets of points, chains, captures), `life` (stones that nobody can take),
//! `variant` (what rule books disagree about), `rules`, `names`, `notation`, `sgf` (records), `picture`;
//! `evaluator`, `tactics`; `playout`, `table` and `shapes` (games by lot, fast),
//! `policy` (how the tree search uses them),
//! `reading` (whether stones can be saved), `ownership` (what these say of dead stones).

mod board;
mod evaluator;
mod experience;
mod life;
mod names;
mod notation;
mod ownership;
mod picture;
mod playout;
mod policy;
mod reading;
mod rules;
mod sgf;
mod shapes;
mod sight;
mod table;
mod tactics;
#[cfg(test)]
mod tests;
mod variant;

pub use board::{Grid, Points, SIZE_MAX, SIZE_MIN, Set, Stones, WORDS_MAX};
pub use evaluator::GoEvaluator;
pub use playout::Playout;
pub use policy::GoPlayouts;
pub use rules::{Go, Move, Position};
pub use tactics::GoTactics;
pub use variant::{Compensation, Ko, RuleSet, Scoring, Terms};

use plyglot_core::game::{Repetition, Rules, SearchParams};
use plyglot_core::{Opt, OptionError, Scope, Settings};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, alphabeta, mcts};
use plyglot_search::{PlayerEntry, ProofSearch};
use plyglot_tablebase::NoIndexer;

const MEMORY: &str = "Go.SolverMemory";
/// Boards up to here are settled whatever stands on them.
const SOLVED_SIZE_MAX: u8 = 4;

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Go>();

impl Game for Go {
    const NAME: &'static str = "go";
    const PREFIX: &'static str = "Go";
    const ABOUT: &'static str = "Surround points with stones; more of the board at the end wins.";
    const UNIT: &'static str = "one point of the final margin";
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "go",
        title: "Go",
        about: "Nine lines, or what Go.Size says; the rules of Tromp and Taylor \
                [tromp-taylor-rules], or others by Go.Rules.",
    }];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const SIZES: &'static [&'static str] = &["Size"];
    const PROTOCOLS: &'static [&'static str] = &["GTP 2"];
    const SOLVED: &'static str = "2x2: Black by 1; 3x3: Black by 9; 4x4: Black by 2";
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        mcts::<Self, GoPlayouts>(),
        alphabeta("The generic search, which counts area by influence."),
        PlayerEntry {
            name: "solve",
            about: "Proof-number search: the value of a small board, with proof, and a best move.",
            make: |rules, settings| {
                let mib = usize::try_from(settings.spin(MEMORY)).unwrap_or(1);
                let (evaluator, params) = (rules.evaluator(), rules.search_params());
                let is_small = rules.size() <= SOLVED_SIZE_MAX;
                Ok(Box::new(ProofSearch::new(mib, is_small, evaluator, params)))
            },
        },
    ];
    type Evaluator = GoEvaluator;
    type Indexer = NoIndexer;

    fn options() -> Vec<Opt> {
        let memory = Opt::spin(
            Scope::Player,
            MEMORY,
            2048,
            (1, 65_536),
            "Most MiB in which the mind `solve` remembers positions and proofs.",
        );
        let mut options = variant::options();
        options.push(memory.heeded_by(&["solve"]));
        options
    }

    fn open(_variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        Ok(Self::new(Terms::of(settings)?))
    }

    fn evaluator(&self) -> GoEvaluator {
        GoEvaluator::default()
    }

    fn search_params(&self) -> SearchParams {
        tactics::PARAMS
    }

    fn indexer(&self) -> NoIndexer {
        NoIndexer
    }

    fn repetition_book(&self) -> (Repetition, Vec<&'static str>) {
        let source = match self.terms.rules.ko {
            Ko::Simple => "[nihon-kiin-1989, 12]",
            Ko::Positional => "[tromp-taylor-rules, 6]",
            Ko::Situational => "[aga-rules, 6]",
        };
        (self.repetition(), vec![source])
    }

    fn describe(&self) -> Vec<String> {
        self.terms.describe()
    }
}
