//! The options of the tree search, the same in every game.

use plyglot_core::{Opt, Scope, Settings, Value};

const EXPLORATION: &str = "MctsExploration";
const RAVE: &str = "MctsRave";
const PLAYOUT: &str = "MctsPlayout";
/// As the game has it.
const AS_THE_GAME: i64 = -1;
/// Plies of the longest playout that can be asked for: where no rule ends a game that goes round in circles,
/// one by lot may have no end.
const PLIES_MAX: i64 = 10_000;

/// The options of the mind `mcts`.
pub fn options() -> [Opt; 3] {
    [
        Opt::spin(
            Scope::Player,
            EXPLORATION,
            AS_THE_GAME,
            (AS_THE_GAME, 1000),
            "Mind `mcts`: how much, in hundredths, moves that are hardly known are tried; at -1 as \
             the game has it.",
        ),
        Opt::spin(
            Scope::Player,
            RAVE,
            AS_THE_GAME,
            (AS_THE_GAME, 100_000),
            "Mind `mcts`: after so many visits a move counts as much as the same move made later, in \
             games of placing; 0 for never, -1 for as the game has it.",
        ),
        Opt::spin(
            Scope::Player,
            PLAYOUT,
            AS_THE_GAME,
            (AS_THE_GAME, PLIES_MAX),
            "Mind `mcts`: plies that are played by lot before a leaf is judged; at -1 as the game \
             has it.",
        ),
    ]
    .map(|opt| opt.heeded_by(&["mcts"]))
}

/// What the settings ask for; `None` for as the game has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wishes {
    /// In hundredths.
    pub(super) exploration: Option<u32>,
    /// Visits.
    pub(super) rave: Option<u32>,
    pub(super) playout_plies: Option<u32>,
}

impl Wishes {
    /// What these settings ask for.
    pub(super) fn of(settings: &Settings) -> Self {
        let wish = |name| match settings.get(name) {
            Some(Value::Spin(number)) => u32::try_from(*number).ok(),
            _ => None,
        };
        Self { exploration: wish(EXPLORATION), rave: wish(RAVE), playout_plies: wish(PLAYOUT) }
    }
}
