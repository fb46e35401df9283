//! The options of the tree search, the same in every game.

use plyglot_core::{Opt, Scope, Settings, Value};

const EXPLORATION: &str = "MctsExploration";
const RAVE: &str = "MctsRave";
const PLAYOUT: &str = "MctsPlayout";
/// Leaves are played on as the game has it.
const AS_THE_GAME: i64 = -1;
/// A playout of so many plies goes to the end.
const PLIES_MAX: i64 = 10_000;

const EXPLORATION_DEFAULT: i64 = 50;
const RAVE_DEFAULT: i64 = 300;

/// The options of the mind `mcts`.
pub fn options() -> [Opt; 3] {
    [
        Opt::spin(
            Scope::Player,
            EXPLORATION,
            EXPLORATION_DEFAULT,
            (0, 1000),
            "Mind `mcts`: how much, in hundredths, moves that are hardly known are tried.",
        ),
        Opt::spin(
            Scope::Player,
            RAVE,
            RAVE_DEFAULT,
            (0, 100_000),
            "Mind `mcts`: after so many visits a move counts as much as the same move made later, in \
             games of placing; 0 for never.",
        ),
        Opt::spin(
            Scope::Player,
            PLAYOUT,
            AS_THE_GAME,
            (AS_THE_GAME, PLIES_MAX),
            "Mind `mcts`: plies that are played by lot before a leaf is judged; at -1 as the game \
             has it, at 10000 to the end.",
        ),
    ]
}

/// What the settings ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wishes {
    /// In hundredths.
    pub(super) exploration: u32,
    /// Visits.
    pub(super) rave: u32,
    /// `None` for as the game has it.
    pub(super) playout_plies: Option<u32>,
}

impl Wishes {
    /// What these settings ask for.
    pub(super) fn of(settings: &Settings) -> Self {
        let spin = |name, default| match settings.get(name) {
            Some(Value::Spin(number)) => *number,
            _ => default,
        };
        let number = |name, default| u32::try_from(spin(name, default)).unwrap_or(0);
        let plies = spin(PLAYOUT, AS_THE_GAME);
        Self {
            exploration: number(EXPLORATION, EXPLORATION_DEFAULT),
            rave: number(RAVE, RAVE_DEFAULT),
            playout_plies: u32::try_from(plies)
                .ok()
                .map(|plies| if i64::from(plies) == PLIES_MAX { u32::MAX } else { plies }),
        }
    }
}
