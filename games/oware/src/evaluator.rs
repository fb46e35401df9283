//! The evaluation of positions: by a network, or by a formula, which the network learnt from first.
//!
//! The formula is the difference of the stores, and what is on the board. Every term counts for the side to move and against the other, times a weight of [`WEIGHTS`], so
//! the tuner can fit them. What may be caught next matters more to the side that is to move, so
//! this term exists twice.

use super::board::{Board, HOUSES, Houses, Pits};
use super::network::{self, Goal};
use super::rules::{Oware, Position};
use super::tactics::OwareTactics;
use plyglot_core::Score;
use plyglot_core::game::evaluator::named_terms;
use plyglot_core::game::trainable::{ActiveFeatures, Trainable};
use plyglot_core::game::weights::{
    Feature, Group, Unit, WeightTable, count_for, one_a_term, read, weighed,
};
use plyglot_core::game::{Attribution, Evaluator, Tunable};

/// How many terms there are.
const COUNT: usize = 8;

/// The terms, in the order of the weights.
const TERMS: [&str; COUNT] = [
    "seeds in the store",
    "seeds in the houses",
    "houses that can be sown",
    "houses with one or two seeds",
    "houses with twelve seeds or more",
    "most to be caught, to move",
    "most to be caught, waiting",
    "being to move",
];
const GROUPS: [Group; COUNT] = one_a_term(TERMS);
const TEXT: &str = include_str!("../data/weights.txt");
/// The weights, cp.
const WEIGHTS: [i16; COUNT] = read(TEXT, UNIT);
const UNIT: Unit = Unit::Cp;

/// A network, one for each thing to play for; or stores, seeds and what can be done
/// with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwareEvaluator {
    /// What the network was taught to play for; none for the formula.
    goal: Option<Goal>,
}

/// How often each term counts, for the side to move, minus the other side.
#[inline]
fn tally(oware: Oware, pos: &Position) -> [i32; COUNT] {
    let Board { own, opposing } = pos.board;
    let count = |least: u64| {
        let len = |word| Pits::with(word, least).len().cast_signed();
        len(own) - len(opposing)
    };
    let filled = count(1);
    [
        i32::from(pos.stores[0]) - i32::from(pos.stores[1]),
        i32::from(Board::sum(own)) - i32::from(Board::sum(opposing)),
        filled,
        filled - count(3),
        count(12),
        catch(oware, pos.board),
        -catch(oware, pos.board.turned()),
        1,
    ]
}

/// The most seeds that one sowing of the side `own` catches.
#[inline]
fn catch(oware: Oware, board: Board) -> i32 {
    board.feeders().map(|house| caught(oware, board, house)).fold(0, i32::max)
}

/// The seeds that the sowing of a house catches, by the rule for grand slams.
#[inline]
pub(super) fn caught(oware: Oware, board: Board, house: usize) -> i32 {
    i32::from(Board::sum(oware.captured(board.sow(house))))
}

/// What each house of a side gives it: its seeds, how many they are, and the catch for the house
/// that catches most; `waits` is 1 for the side that is not to move, whose catch counts differently.
fn house_values(oware: Oware, board: Board, waits: usize) -> [i32; HOUSES] {
    let weight = |index: usize| i32::from(WEIGHTS[index]);
    let best = catch(oware, board);
    let catcher = board.pits().find(|&house| best > 0 && caught(oware, board, house) == best);
    std::array::from_fn(|house| {
        let seeds = board.stones(house);
        let count = |is_so: bool, index: usize| if is_so { weight(index) } else { 0 };
        i32::try_from(seeds).unwrap_or(0) * weight(1)
            + count(seeds > 0, 2)
            + count((1..3).contains(&seeds), 3)
            + count(seeds >= 12, 4)
            + if catcher == Some(house) { best * weight(5 + waits) } else { 0 }
    })
}

impl OwareEvaluator {
    /// An evaluator by the network for these rules.
    pub(super) const fn new(rules: Oware) -> Self {
        Self { goal: Some(Goal::of(rules)) }
    }

    /// An evaluator by the formula alone, each term of which has a name.
    pub const fn classical() -> Self {
        Self { goal: None }
    }

    fn terms(oware: Oware, pos: &Position) -> [i32; COUNT] {
        weighed(tally(oware, pos), &WEIGHTS)
    }

    /// What each house and the stores give.
    pub(super) fn attribution(oware: Oware, pos: &Position) -> Attribution {
        let mut values = Vec::new();
        let sides = [(pos.board, pos.side, 0), (pos.board.turned(), pos.side.other(), 1)];
        for (board, side, waits) in sides {
            let sign = if waits == 0 { 1 } else { -1 };
            let (store, letters) = [("S", "ABCDEF"), ("N", "abcdef")][side.index()];
            let seeds = i32::from(pos.stores[waits]) * i32::from(WEIGHTS[0]);
            values.push((store.to_owned(), Score::cp(sign * seeds)));
            let houses = letters.chars().zip(house_values(oware, board, waits));
            let houses = houses.filter(|(_, cp)| *cp != 0);
            values.extend(houses.map(|(letter, cp)| (letter.into(), Score::cp(sign * cp))));
        }
        Attribution {
            about: "the terms of the formula house by house, but for being to move",
            values,
        }
    }
}

impl Evaluator<Oware> for OwareEvaluator {
    type Tactics = OwareTactics;

    fn tactics(&self) -> &OwareTactics {
        &OwareTactics
    }

    #[inline]
    fn evaluate(&self, rules: &Oware, pos: &Position) -> Score {
        Score::cp(match self.goal {
            Some(goal) => network::evaluate(goal, pos),
            None => Self::terms(*rules, pos).iter().sum(),
        })
    }

    fn explain(&self, rules: &Oware, pos: &Position) -> Vec<(&'static str, Score)> {
        let whole = self.goal.map(|_| self.evaluate(rules, pos));
        named_terms(TERMS, Self::terms(*rules, pos), whole)
    }
}

/// The network of one thing to play for.
impl Trainable<Oware> for Goal {
    fn weights(&self) -> network::Weights {
        Self::weights(*self)
    }

    fn active_features(&self, _rules: &Oware, pos: &Position, features: &mut ActiveFeatures) {
        [features.mover, features.other] = network::inputs(*self, pos);
        features.bucket = network::bucket(pos);
        features.known = network::known(*self, pos);
    }
}

impl Tunable<Oware> for OwareEvaluator {
    fn table(&self) -> WeightTable<'_> {
        WeightTable { groups: &GROUPS, values: &WEIGHTS, unit: UNIT, phases: &[], text: TEXT }
    }

    fn features(&self, rules: &Oware, pos: &Position, out: &mut Vec<Feature>) {
        count_for(pos.side, tally(*rules, pos), out);
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Move;
    use super::super::tactics::SEED_SCORE;
    use super::*;
    use crate::RuleSet;
    use plyglot_conformance::laws::each_position;
    use plyglot_core::game::{NodeTactics, Tactics};

    #[test]
    fn the_values_of_stores_and_houses_and_the_move_are_the_evaluation() {
        let awari = Oware::new(RuleSet::OWARE);
        for seed in 0..10 {
            let Ok(()) = each_position(&awari, seed, |played| {
                let pos = played.position();
                let values = OwareEvaluator::attribution(awari, pos).values;
                let sum: i32 = values.iter().map(|(_, score)| score.raw()).sum();
                let whole = OwareEvaluator::classical().evaluate(&awari, pos).raw();
                assert_eq!(sum + i32::from(WEIGHTS[7]), whole, "{pos:?}: {values:?}");
                Ok::<(), std::convert::Infallible>(())
            });
        }
    }

    #[test]
    fn a_grand_slam_is_judged_by_its_rule() {
        let [oware, awari] = [RuleSet::OWARE, RuleSet::AWARI].map(Oware::new);
        let mut slams = 0;
        for seed in 0..200 {
            let Ok(()) = each_position(&oware, seed, |played| {
                let pos = played.position();
                for (mv, house) in
                    (0..HOUSES).map(|house| (Move(u8::try_from(house).unwrap()), house))
                {
                    if pos.board.stones(house) == 0 || !pos.board.sow(house).is_grand_slam() {
                        continue;
                    }
                    slams += 1;
                    let prey = i32::from(Board::sum(pos.board.sow(house).prey));
                    assert_eq!((caught(oware, pos.board, house), prey > 0), (0, true), "{pos:?}");
                    assert_eq!(caught(awari, pos.board, house), prey, "{pos:?}");
                    assert!(catch(awari, pos.board) >= prey, "{pos:?}");
                    let waits = Position { board: pos.board.turned(), ..*pos };
                    assert!(tally(awari, pos)[5] >= prey && tally(awari, &waits)[6] <= -prey);
                    let [less, more] =
                        [oware, awari].map(|rules| OwareTactics.node(&rules, pos).order_score(mv));
                    assert_eq!(more - less, SEED_SCORE * prey, "{pos:?}");
                }
                Ok::<(), std::convert::Infallible>(())
            });
        }
        assert!(slams > 10, "{slams}");
    }
}
