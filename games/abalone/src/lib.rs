//! Abalone: two sides push each other's marbles off a hexagon.
//!
//! The source is [bojar-1998], a student's program: its rules are kept, with what it left out or
//! open as options. Positions and moves are written as the servers of today write them.
//!
//! Reading order: `board` (the hexagon in one word), `moves` (found set by set), `rules`, `starts`,
//! `notation` and `spelling`, `eval`, `evaluator`, [`indexer`]; then the program itself, in
//! `historic`.

mod board;
mod eval;
mod evaluator;
mod historic;
pub mod indexer;
mod moves;
mod notation;
mod picture;
mod rules;
mod spelling;
mod starts;
mod tactics;

pub use evaluator::AbaloneEvaluator;
pub use historic::{BojarEvaluator, Count};
pub use moves::Move;
pub use rules::{Abalone, Position};

use indexer::AbaloneIndexer;
use plyglot_core::game::{Attribution, SearchParams, Tunable};
use plyglot_core::{Opt, OptionError, Scope, Settings, Side};
use plyglot_host::entry::{GameEntry, entry};
use plyglot_host::game::{BenchPosition, Game, Variant};
use plyglot_search::{AlphaBeta, PlayerEntry};
use starts::STARTS;

const START: &str = "Abalone.Start";
const BROADSIDE: &str = "Abalone.Broadside";
const EJECTIONS: &str = "Abalone.Ejections";
const THREEFOLD: &str = "Abalone.Threefold";
const QUIET_LIMIT: &str = "Abalone.QuietLimit";
const MOVE_LIMIT: &str = "Abalone.MoveLimit";

impl Abalone {
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
pub static ENTRY: GameEntry = entry::<Abalone>();

impl Game for Abalone {
    const NAME: &'static str = "abalone";
    const PREFIX: &'static str = "Abalone";
    const ABOUT: &'static str = "Push six of fourteen marbles off a hexagon of 61 cells.";
    const UNIT: &'static str = "one marble";
    const VARIANTS: &'static [Variant] = &[Variant {
        name: "abalone",
        about: "The table game, from the layout that `Abalone.Start` names [bojar-1998, 1 to 3].",
    }];
    const BENCH: &'static [BenchPosition] = &[
        BenchPosition { position: "startpos", depth: 11 },
        BenchPosition {
            position: "fen ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1",
            depth: 11,
        },
        BenchPosition {
            position: "fen 5/ss2SS/sss1SSS/1ss2SS1/9/1SS2ss1/SSS1sss/SS2ss/5 0 0 b 0 1",
            depth: 9,
        },
        BenchPosition {
            position: "fen S1S1S/1SssS1/1SsSsS1/3SS3/9/3ss3/1sSsSs1/1sSSs1/s1s1s 2 1 w 5 24",
            depth: 9,
        },
        BenchPosition {
            position: "fen 5/3s2/2ss3/3sSS2/3sSSS2/3sSS2/2ss3/6/5 5 5 b 12 70",
            depth: 10,
        },
    ];
    const PLAYERS: &'static [PlayerEntry<Self>] = &[
        PlayerEntry {
            name: "alphabeta",
            about: "Iterative deepening alpha-beta.",
            make: |rules, _settings| {
                Ok(Box::new(AlphaBeta::new(rules.evaluator(), tactics::PARAMS)))
            },
        },
        historic::ALPHABETA,
        historic::WAVE,
    ];
    type Evaluator = AbaloneEvaluator;
    type Indexer = AbaloneIndexer;

    fn options() -> Vec<Opt> {
        let layouts = STARTS.iter().map(|(name, _)| *name).collect();
        let mut options = vec![
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
        AbaloneEvaluator::new(self.ejections_to_win)
    }

    fn search_params(&self) -> SearchParams {
        tactics::PARAMS
    }

    fn tunable(&self) -> Option<Box<dyn Tunable<Self>>> {
        Some(Box::new(self.evaluator()))
    }

    fn attribution(&self, evaluator: &AbaloneEvaluator, pos: &Position) -> Attribution {
        evaluator.attribution(self, pos)
    }

    fn indexer(&self) -> AbaloneIndexer {
        AbaloneIndexer::new(self.ejections_to_win)
    }

    fn describe(&self) -> Vec<String> {
        let broadside = if self.broadside {
            "a row of two or three goes broadside onto empty cells, pushing nothing \
             [bojar-1998, 2.B]"
        } else {
            "no row goes broadside [bojar-1998, Omezení]: Abalone.Broadside is off"
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
