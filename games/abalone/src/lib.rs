//! Abalone: two sides push each other's marbles off a hexagon.
//!
//! The source is [bojar-1998], a student's program: its rules are kept, with what it left out or
//! open as options. Positions and moves are written as the servers of today write them.
//!
//! Reading order: `board` (the hexagon in one word), `movegen` (found set by set), `rules`,
//! `starts`, `notation` and `spelling`, `eval`, `network`, `evaluator`, [`indexer`]; then the program
//! itself, in `historic`.

mod board;
mod eval;
mod evaluator;
mod historic;
mod illegal;
pub mod indexer;
mod key_board;
mod movegen;
mod network;
mod notation;
mod picture;
mod rules;
mod spelling;
mod starts;
mod symmetry;
mod tactics;

pub use evaluator::AbaloneEvaluator;
pub use historic::{BojarEvaluator, Count};
pub use movegen::Move;
pub use rules::{Abalone, Position};

use indexer::AbaloneIndexer;
use plyglot_core::game::trainable::Trainable;
use plyglot_core::game::{Attribution, Repetition, SearchParams, Tunable};
use plyglot_core::{Choice, Opt, OptionError, Scope, Settings, Side, Way};
#[cfg(not(test))]
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{Game, Variant, alphabeta, classical, mcts};
use plyglot_search::PlayerEntry;
use plyglot_search::mcts::UsualPlayouts;
use starts::STARTS;

const START: &str = "Abalone.Start";
const BROADSIDE: &str = "Abalone.Broadside";
const EJECTIONS: &str = "Abalone.Ejections";
const THREEFOLD: &str = "Abalone.Threefold";
const QUIET_LIMIT: &str = "Abalone.QuietLimit";
const MOVE_LIMIT: &str = "Abalone.MoveLimit";

/// One word for the rules of the program of 1998.
const COMPAT: Choice<bool> = Choice {
    scope: Scope::Rules,
    option: "Abalone.Compat",
    about: "With `bojar` the game is that of the program of [bojar-1998], whatever the other options \
            say: the standard layout, six marbles to push off, no broadsides, no draws.",
    unset: None,
    ways: &[Way::unsaid("none", false), Way::unsaid("bojar", true)],
};

impl Abalone {
    /// The game of the program of [bojar-1998]: its rules know no draw [bojar-1998, Omezení].
    fn bojars() -> Self {
        Self {
            broadside: false,
            threefold: false,
            quiet_limit: 0,
            is_bojars: true,
            ..Self::default()
        }
    }

    /// The table game from one of the layouts of `Abalone.Start`; `None` if there is none of this
    /// name.
    pub fn with_start(layout: &str) -> Option<Self> {
        let (_, board) = STARTS.iter().find(|(name, _)| *name == layout)?;
        let marbles = notation::parse_board(board).ok()?;
        Some(Self {
            start: Position::new(marbles, [0, 0], Side::First),
            broadside: true,
            ejections_to_win: 6,
            threefold: true,
            quiet_limit: 100,
            move_limit: 0,
            is_bojars: false,
        })
    }
}

/// The table game.
impl Default for Abalone {
    fn default() -> Self {
        Self::with_start(STARTS[0].0).expect("the layouts are tested")
    }
}

/// The game without its type.
#[cfg(not(test))]
pub static ENTRY: GameEntry = entry::<Abalone>();

impl Game for Abalone {
    const NAME: &'static str = "abalone";
    const PREFIX: &'static str = "Abalone";
    const ABOUT: &'static str = "Push six of fourteen marbles off a hexagon of 61 cells.";
    const UNIT: &'static str = "one marble";
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "abalone",
        title: "Abalone",
        about: "The table game, from the layout that `Abalone.Start` names [bojar-1998, 1 to 3].",
    }];
    const CLASSIC: &'static [&'static str] =
        &["Compat=bojar", "Mind=wave", "Depth Policy=adaptive", "Ponder=true"];
    const BENCH: &'static str = include_str!("../data/positions.txt");
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        alphabeta(
            "Iterative deepening alpha-beta, judging by a formula and, in the table game, a network.",
        ),
        classical("The same, judging by the formula alone, whose terms have names."),
        historic::ALPHABETA,
        historic::WAVE,
        mcts::<Self, UsualPlayouts>(),
    ];
    type Evaluator = AbaloneEvaluator;
    type Indexer = AbaloneIndexer;

    fn options() -> Vec<Opt> {
        let layouts = STARTS.iter().map(|(name, _)| *name).collect();
        let mut options = vec![
            COMPAT.opt(),
            Opt::combo(Scope::Rules, START, layouts, "The layout that the game begins with."),
            Opt::check(
                Scope::Rules,
                BROADSIDE,
                true,
                "Rows of two and three may go broadside; the program of [bojar-1998] has no such \
                 moves.",
            ),
            Opt::spin(
                Scope::Rules,
                EJECTIONS,
                6,
                (1, 14),
                "So many marbles pushed off win the game.",
            ),
            Opt::check(
                Scope::Rules,
                THREEFOLD,
                true,
                "The third occurrence of a position is a draw.",
            ),
            Opt::spin(
                Scope::Rules,
                QUIET_LIMIT,
                100,
                (0, 10_000),
                "So many moves of each side without a marble pushed off are a draw; 0 for never.",
            ),
            Opt::spin(
                Scope::Rules,
                MOVE_LIMIT,
                0,
                (0, 10_000),
                "The game is drawn after so many moves of each side; 0 for never.",
            ),
        ];
        options.extend(historic::options());
        options
    }

    fn open(_variant: &'static str, settings: &Settings) -> Result<Self, OptionError> {
        if COMPAT.of(settings, false) {
            return Ok(Self::bojars());
        }
        let layout = settings.combo(START);
        let game = Self::with_start(layout)
            .ok_or_else(|| OptionError::Refused(format!("no layout is called `{layout}`")))?;
        let number = |name| u16::try_from(settings.spin(name)).unwrap_or(u16::MAX);
        Ok(Self {
            broadside: settings.check(BROADSIDE),
            ejections_to_win: u8::try_from(settings.spin(EJECTIONS)).unwrap_or(u8::MAX),
            threefold: settings.check(THREEFOLD),
            quiet_limit: number(QUIET_LIMIT),
            move_limit: number(MOVE_LIMIT),
            ..game
        })
    }

    fn evaluator(&self) -> AbaloneEvaluator {
        AbaloneEvaluator::new(self)
    }

    fn search_params(&self) -> SearchParams {
        tactics::PARAMS
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(AbaloneEvaluator::classical(self)))
    }

    fn trainable(&self) -> Option<Box<dyn Trainable<Self>>> {
        let evaluator = AbaloneEvaluator::new(self);
        evaluator.asks_network.then(|| Box::new(evaluator) as _)
    }

    fn reference_evaluator(&self) -> Option<AbaloneEvaluator> {
        Some(AbaloneEvaluator::classical(self))
    }

    fn attribution(&self, evaluator: &AbaloneEvaluator, pos: &Position) -> Attribution {
        evaluator.attribution(self, pos)
    }

    fn indexer(&self) -> AbaloneIndexer {
        AbaloneIndexer::new(self.ejections_to_win)
    }

    fn repetition_book(&self) -> (Repetition, Vec<&'static str>) {
        (Repetition::THREEFOLD_CLAIM, vec!["[playstrategy-program]"])
    }

    fn describe(&self) -> Vec<String> {
        let broadside = match (self.broadside, self.is_bojars) {
            (true, _) => {
                "a row of two or three goes broadside onto empty cells, pushing nothing \
                 [bojar-1998, 2.B]"
            }
            (false, false) => {
                "no row goes broadside [bojar-1998, Omezení]: Abalone.Broadside is off"
            }
            (false, true) => "no row goes broadside [bojar-1998, Omezení]: Abalone.Compat is bojar",
        };
        let never = |limit: u16, text: String| if limit == 0 { None } else { Some(text) };
        let always = [
            "Black, the first side, and White move by turns, one cell a move [bojar-1998, 1]"
                .to_owned(),
            "one to three marbles in line go ahead [bojar-1998, 2.A]".to_owned(),
            "two push one opposing marble, three push one or two, if an empty cell or the edge is \
             behind them [bojar-1998, 2.A]"
                .to_owned(),
            broadside.to_owned(),
            format!("{} marbles pushed off win, six in [bojar-1998]", self.ejections_to_win),
            "whoever cannot move has lost [playstrategy-program]; [bojar-1998] does not say"
                .to_owned(),
        ];
        let optional = [
            self.is_bojars.then(|| "there are no draws: Abalone.Compat is bojar".to_owned()),
            self.threefold.then(|| {
                "threefold repetition is a draw on claim [playstrategy-program]".to_owned()
            }),
            never(
                self.quiet_limit,
                format!("{} moves of each side without an ejection are a draw", self.quiet_limit),
            ),
            never(
                self.move_limit,
                format!("the game is drawn after {} moves of each side", self.move_limit),
            ),
        ];
        always.into_iter().chain(optional.into_iter().flatten()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Abalone;

    #[test]
    fn the_laws_hold_under_every_option() {
        plyglot_conformance::game::assert_laws::<Abalone>();
    }
}
