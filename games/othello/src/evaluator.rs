//! The evaluation of positions: who can move, who holds corners and stable discs, who moves last, and
//! patterns.
//!
//! What counts is seldom the discs: a side with many of them offers the other many moves. Every term
//! counts for one side and against the other, times a weight that changes with the discs on the board
//! (`weights`). The unit is a disc of the final margin.

use super::board::set_of;
use super::rules::{Othello, Position};
use super::squares::name;
use super::tactics::OthelloTactics;
use super::weights::{CP, STEPS, TABLE, TERMS, Table};
use plyglot_core::bits::bits;
use plyglot_core::game::weights::{Feature, WeightTable, rounded};
use plyglot_core::game::{Attribution, Evaluator, Tunable};
use plyglot_core::{Score, Side};

/// Evaluates by moves, corners, stable discs, who moves last, and patterns.
#[derive(Clone, Copy, Debug)]
pub struct OthelloEvaluator {
    table: &'static Table,
}

impl Default for OthelloEvaluator {
    fn default() -> Self {
        Self { table: &TABLE }
    }
}

impl OthelloEvaluator {
    /// What each disc gives: the evaluation less that without it.
    pub(super) fn attribution(self, rules: &Othello, pos: &Position) -> Attribution {
        let discs = Side::BOTH.map(|side| pos.discs(side));
        let without = bits(discs[0] | discs[1]).map(|square| {
            let left = Position::new(discs.map(|set| set & !set_of(square)), pos.side);
            let is_asked = !rules.is_over(left.board);
            (name(square), is_asked.then(|| self.evaluate(rules, &left)))
        });
        Attribution::by_removal(self.evaluate(rules, pos), without)
    }
}

impl Evaluator<Othello> for OthelloEvaluator {
    type Tactics = OthelloTactics;

    fn tactics(&self) -> &OthelloTactics {
        &OthelloTactics
    }

    #[inline]
    fn evaluate(&self, rules: &Othello, pos: &Position) -> Score {
        Score::cp(self.table.parts(rules, pos.board).iter().sum::<i32>() / CP)
    }

    fn explain(&self, rules: &Othello, pos: &Position) -> Vec<(&'static str, Score)> {
        TERMS
            .into_iter()
            .zip(rounded(self.table.parts(rules, pos.board), CP).map(Score::cp))
            .collect()
    }
}

impl Tunable<Othello> for OthelloEvaluator {
    fn table(&self) -> WeightTable<'_> {
        self.table.listed()
    }

    fn features(&self, rules: &Othello, pos: &Position, out: &mut Vec<Feature>) {
        Table::features(rules, pos.board, &mut |weight, steps| {
            let times = pos.side.relative(steps);
            if times != 0 {
                let weight = u32::try_from(weight).expect("fewer weights than numbers");
                #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                out.push(Feature { weight, times: times as f32 / STEPS as f32 });
            }
        });
    }
}
