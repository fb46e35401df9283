//! The evaluator `bojar`: the evaluation `vaha` of [bojar-1998, Ohodnocovací funkce].
//!
//! It looks at the board as it stands and takes the difference of the two sides. In points, which
//! are hundredths of the first marble pushed off:
//!
//! | term | points |
//! |---|---|
//! | pushed off | 100·i·i for i marbles of the other side |
//! | cohesion | 1 for each neighbour of the same side, counted from both; −1 for a border on the edge |
//! | risk | −50 for a marble on the rim that the other side has enough marbles in line to push off |
//!
//! The text leaves two things open. A marble on the rim borders on the edge in two directions, on
//! a corner in three: does it lose a point for each, or one? It "looks at the six neighbouring
//! places" and so, by default, each counts (`Abalone.BojarEdge`). And a marble that can be pushed
//! off in two directions: 50 for each, or once? It is told "in the direction concerned", so by
//! default each counts (`Abalone.BojarRisk`). Enough marbles are as many as the rules ask for: two
//! behind one, three behind two. Whose turn it is does not matter.

use crate::board::{self, CELLS, RIM, Set, behind, edge};
use crate::movegen::View;
use crate::rules::{Abalone, Position};
use plyglot_core::game::{Account, Evaluator, NoTactics};
use plyglot_core::{Choice, Scope, Score, Settings, Way};

/// Points for the first marble pushed off; the i-th alone is worth 2i − 1 times as much.
const EJECTED: i32 = 100;
/// Points for a marble that may be pushed off next.
const AT_RISK: i32 = 50;

/// How often something is counted that a marble can have in several directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Count {
    /// Once for each direction.
    #[default]
    Direction,
    /// Once for the marble.
    Marble,
}

/// What the edge costs.
pub(super) const EDGE: Choice<Count> = Choice {
    scope: Scope::Player,
    option: "Abalone.BojarEdge",
    about: "The evaluator of [bojar-1998]: a marble on the rim loses a point for each direction in \
            which it borders on the edge, or one.",
    unset: None,
    ways: WAYS,
};
/// What a risk costs.
pub(super) const RISK: Choice<Count> = Choice {
    scope: Scope::Player,
    option: "Abalone.BojarRisk",
    about: "The evaluator of [bojar-1998]: a marble loses 50 points for each direction in which it may \
            be pushed off, or once.",
    unset: None,
    ways: WAYS,
};
const WAYS: &[Way<Count>] =
    &[Way::unsaid("direction", Count::Direction), Way::unsaid("marble", Count::Marble)];

impl Count {
    /// How many: of the sets by direction, all cells or those in any.
    fn count(self, sets: [Set; 6]) -> i32 {
        let cells = match self {
            Self::Direction => sets.map(Set::count_ones).iter().sum(),
            Self::Marble => sets.iter().fold(0, |all, set| all | set).count_ones(),
        };
        cells.cast_signed()
    }
}

/// The evaluator of [bojar-1998].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BojarEvaluator {
    /// How often a marble pays for bordering on the edge.
    pub edge: Count,
    /// How often a marble pays for standing where it may be pushed off.
    pub risk: Count,
}

/// What each term is called.
const TERMS: [&str; 3] = ["marbles pushed off", "cohesion", "risk"];

impl BojarEvaluator {
    /// The evaluator that the options ask for.
    pub(super) fn new(settings: &Settings) -> Self {
        let default = Count::default();
        Self { edge: EDGE.of(settings, default), risk: RISK.of(settings, default) }
    }

    /// The terms of one side, before those of the other are taken off.
    fn terms(self, view: View, ejected: u8) -> [i32; 3] {
        let ejected = i32::from(ejected);
        let neighbours: u32 = [
            view.own & behind::<0>(view.own),
            view.own & behind::<1>(view.own),
            view.own & behind::<2>(view.own),
        ]
        .map(Set::count_ones)
        .iter()
        .sum();
        let borders = self.borders(view.own);
        // A pair is two neighbours, one of each other.
        let cohesion = 2 * neighbours.cast_signed() - borders;
        [EJECTED * ejected * ejected, cohesion, -AT_RISK * self.risks(view)]
    }

    /// The terms for the side to move.
    fn differences(self, pos: &Position) -> [i32; 3] {
        let [own, theirs] = [pos.side(), pos.side().other()]
            .map(|side| self.terms(pos.view_of(side), pos.ejected(side)));
        std::array::from_fn(|i| own[i] - theirs[i])
    }

    fn borders(self, own: Set) -> i32 {
        match self.edge {
            Count::Marble => (own & RIM).count_ones().cast_signed(),
            Count::Direction => self.edge.count(edges(own)),
        }
    }

    fn risks(self, view: View) -> i32 {
        if view.own & RIM == 0 {
            return 0;
        }
        self.risk.count(fallings(view))
    }
}

/// What the marbles of both sides count, by cell, each for its own side.
fn by_marble(pos: &Position, of: impl Fn(View, Set) -> i32) -> Vec<(String, String)> {
    let views = [pos.side(), pos.side().other()].map(|side| pos.view_of(side));
    let held = (0_u8..).take(CELLS).flat_map(|cell| views.map(|view| (cell, view)));
    let held = held.filter(|(cell, view)| view.own >> cell & 1 == 1);
    let text = |(cell, view)| (board::name(cell), of(view, 1 << cell).to_string());
    held.map(text).collect()
}

/// The marbles that border on the edge, by direction.
#[inline]
fn edges(own: Set) -> [Set; 6] {
    [
        own & edge::<0>(),
        own & edge::<1>(),
        own & edge::<2>(),
        own & edge::<3>(),
        own & edge::<4>(),
        own & edge::<5>(),
    ]
}

/// The own marbles that may be pushed off, by direction.
#[inline]
fn fallings(view: View) -> [Set; 6] {
    [
        falling::<0, 3>(view),
        falling::<1, 4>(view),
        falling::<2, 5>(view),
        falling::<3, 0>(view),
        falling::<4, 1>(view),
        falling::<5, 2>(view),
    ]
}

/// How many neighbours of its own side a marble has.
fn neighbours(own: Set, marble: Set) -> i32 {
    let around = [
        behind::<0>(own),
        behind::<1>(own),
        behind::<2>(own),
        behind::<3>(own),
        behind::<4>(own),
        behind::<5>(own),
    ];
    Count::Direction.count(around.map(|cells| cells & marble))
}

/// The own marbles that the other side could push over the edge in direction `D`; `BACK` is the
/// direction opposite.
#[inline]
fn falling<const D: usize, const BACK: usize>(view: View) -> Set {
    let two = view.other & behind::<BACK>(view.other);
    let two_one = behind::<BACK>(two);
    let three = view.other & behind::<BACK>(two);
    let three_two = behind::<BACK>(view.own & behind::<BACK>(three));
    view.own & edge::<D>() & (two_one | three_two)
}

impl Evaluator<Abalone> for BojarEvaluator {
    type Tactics = NoTactics;

    fn tactics(&self) -> &NoTactics {
        &NoTactics
    }

    fn evaluate(&self, _rules: &Abalone, pos: &Position) -> Score {
        Score::cp(self.differences(pos).iter().sum())
    }

    fn explain(&self, _rules: &Abalone, pos: &Position) -> Vec<(&'static str, Score)> {
        TERMS.into_iter().zip(self.differences(pos).map(Score::cp)).collect()
    }

    fn account(&self, rules: &Abalone, pos: &Position) -> Account {
        let terms = self.explain(rules, pos);
        Account::of_terms(&terms, self.evaluate(rules, pos))
            .with_grid(
                "neighbours of its own side, in points for that side",
                by_marble(pos, |view, marble| neighbours(view.own, marble)),
            )
            .with_grid(
                "bordering on the edge, in points for its own side",
                by_marble(pos, |view, marble| -self.borders(view.own & marble)),
            )
            .with_grid(
                "the risk of being pushed off, in points for its own side",
                by_marble(pos, |view, marble| {
                    let falling = fallings(view).map(|cells| cells & marble);
                    -AT_RISK * self.risk.count(falling)
                }),
            )
    }
}
