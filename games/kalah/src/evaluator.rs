//! The evaluation of Kalah positions: by a network on boards with six pits a side, or by a formula, which
//! the network learnt from first.
//!
//! The formula is the difference of the stores, and what is on the board. Every term counts for the first side and against the second, times a weight of [`WEIGHTS`], so
//! the tuner can fit them. Whether a side is to move matters much in this game, where one sowing
//! may end in the store and another make a catch; these terms therefore exist twice.

use super::board::{Board, Sowings};
use super::network;
use super::rules::{Kalah, Position};
use super::tactics::KalahTactics;
use plyglot_core::Score;
use plyglot_core::game::evaluator::named_terms;
use plyglot_core::game::sowing::TOLD_PITS;
use plyglot_core::game::trainable::{ActiveFeatures, Trainable};
use plyglot_core::game::weights::{
    Feature, Group, Unit, WeightTable, count_for, one_a_term, read, weighed,
};
use plyglot_core::game::{Attribution, Evaluator, Tunable};

/// How many terms there are.
const COUNT: usize = 8;

/// The terms, in the order of the weights.
const TERMS: [&str; COUNT] = [
    "stones in the store",
    "stones in the pits",
    "pits that can be sown",
    "sowings into the store, to move",
    "sowings into the store, waiting",
    "most to be caught, to move",
    "most to be caught, waiting",
    "being to move",
];
const GROUPS: [Group; COUNT] = one_a_term(TERMS);
const TEXT: &str = include_str!("../data/weights.txt");
/// The weights, cp.
const WEIGHTS: [i16; COUNT] = read(TEXT, UNIT);
const UNIT: Unit = Unit::Cp;
/// What a stone in the store is worth to who asks the network, cp: what it counts at the end.
const STONE_CP: i32 = 100;

/// A network, or stores, stones and what can be done with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KalahEvaluator {
    pub(super) asks_network: bool,
}

/// How often each term counts, first the side to move, minus the other side; `ahead` is by how much
/// its store is the fuller.
fn tally(sowings: &Sowings, board: Board, ahead: i32) -> [i32; COUNT] {
    let [mover, waiting] = [board, board.turned()].map(|board| Prospects::of(sowings, board));
    let stones = |word: u64| i32::from(Board::sum(word));
    [
        ahead,
        stones(board.own) - stones(board.opposing),
        mover.choices - waiting.choices,
        mover.again,
        -waiting.again,
        mover.catch,
        -waiting.catch,
        1,
    ]
}

/// How many stones more the store of the side to move holds.
fn ahead(pos: &Position) -> i32 {
    i32::from(pos.stores[0]) - i32::from(pos.stores[1])
}

/// What a side could do if it were to move.
struct Prospects {
    choices: i32,
    /// Sowings that end in the store.
    again: i32,
    /// The most stones of the other side that one sowing takes, and the one that takes them.
    catch: i32,
}

impl Prospects {
    fn of(sowings: &Sowings, board: Board) -> Self {
        let mut prospects = Self { choices: board.choices().cast_signed(), again: 0, catch: 0 };
        for pit in board.pits() {
            let sown = sowings.sow(board, pit);
            if sown.again {
                prospects.again += 1;
            } else {
                prospects.catch = prospects.catch.max(i32::from(sown.banked));
            }
        }
        prospects
    }
}

/// What each pit of a side gives it: its stones, that it can be sown, what its sowing leads to;
/// `waits` is 1 for the side that is not to move, whose prospects count differently.
fn pit_values(kalah: &Kalah, board: Board, waits: usize) -> Vec<i32> {
    let weight = |index: usize| i32::from(WEIGHTS[index]);
    let mut values = vec![0; kalah.pits()];
    let mut best = (0, 0);
    for pit in board.pits() {
        let stones = i32::try_from(board.stones(pit)).unwrap_or(0);
        values[pit] = stones * weight(1) + weight(2);
        let sown = kalah.sowings.sow(board, pit);
        if sown.again {
            values[pit] += weight(3 + waits);
        } else if i32::from(sown.banked) > best.1 {
            best = (pit, i32::from(sown.banked));
        }
    }
    values[best.0] += best.1 * weight(5 + waits);
    values
}

impl KalahEvaluator {
    /// The best evaluator for these rules.
    pub(super) fn new(kalah: &Kalah) -> Self {
        Self { asks_network: kalah.pits() == TOLD_PITS }
    }

    /// An evaluator by the formula alone, each term of which has a name.
    pub const fn classical() -> Self {
        Self { asks_network: false }
    }

    fn terms(kalah: &Kalah, pos: &Position) -> [i32; COUNT] {
        weighed(tally(&kalah.sowings, pos.board, ahead(pos)), &WEIGHTS)
    }

    /// How far the side to move will come out ahead with a board, in hundredths of a stone.
    pub(super) fn of_board(sowings: &Sowings, board: Board) -> i32 {
        weighed(tally(sowings, board, 0), &WEIGHTS).iter().sum()
    }

    /// The value of a position for the side to move.
    #[inline]
    pub(super) fn value(self, kalah: &Kalah, pos: &Position) -> Score {
        if self.asks_network {
            Score::cp(STONE_CP * ahead(pos) + network::evaluate(pos.board))
        } else {
            Score::cp(Self::terms(kalah, pos).iter().sum())
        }
    }

    /// What each pit and the stores give.
    pub(super) fn attribution(kalah: &Kalah, pos: &Position) -> Attribution {
        let mut values = Vec::new();
        let sides = [(pos.board, pos.side, 0), (pos.board.turned(), pos.side.other(), 1)];
        for (board, side, waits) in sides {
            let sign = if waits == 0 { 1 } else { -1 };
            let (store, letter) = [("S", 's'), ("N", 'n')][side.index()];
            let stones = i32::from(pos.stores[waits]) * i32::from(WEIGHTS[0]);
            values.push((store.to_owned(), Score::cp(sign * stones)));
            let pits = (1_usize..).zip(pit_values(kalah, board, waits));
            values.extend(pits.map(|(pit, cp)| (format!("{letter}{pit}"), Score::cp(sign * cp))));
        }
        Attribution { about: "the terms of the formula pit by pit, but for being to move", values }
    }
}

impl Evaluator<Kalah> for KalahEvaluator {
    type Tactics = KalahTactics;

    fn tactics(&self) -> &KalahTactics {
        &KalahTactics
    }

    fn evaluate(&self, kalah: &Kalah, pos: &Position) -> Score {
        self.value(kalah, pos)
    }

    fn explain(&self, kalah: &Kalah, pos: &Position) -> Vec<(&'static str, Score)> {
        let whole = self.asks_network.then(|| self.value(kalah, pos));
        named_terms(TERMS, Self::terms(kalah, pos), whole)
    }
}

impl Trainable<Kalah> for KalahEvaluator {
    fn weights(&self) -> network::Weights {
        network::weights()
    }

    fn active_features(&self, _kalah: &Kalah, pos: &Position, features: &mut ActiveFeatures) {
        [features.mover, features.other] = network::inputs(pos.board).map(Vec::from);
        features.bucket = network::bucket(pos.board);
        features.known = STONE_CP * ahead(pos);
    }
}

impl Tunable<Kalah> for KalahEvaluator {
    fn table(&self) -> WeightTable<'_> {
        WeightTable { groups: &GROUPS, values: &WEIGHTS, unit: UNIT, phases: &[], text: TEXT }
    }

    fn features(&self, kalah: &Kalah, pos: &Position, out: &mut Vec<Feature>) {
        count_for(pos.side, tally(&kalah.sowings, pos.board, ahead(pos)), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_conformance::laws::each_position;

    #[test]
    fn the_values_of_pits_and_stores_add_up_to_all_but_the_move() {
        let kalah = Kalah::default();
        for seed in 0..10 {
            let Ok(()) = each_position(&kalah, seed, |played| {
                let pos = played.position();
                let values = KalahEvaluator::attribution(&kalah, pos).values;
                assert_eq!(values.len(), 14);
                let sum: i32 = values.iter().map(|(_, value)| value.raw()).sum();
                let value = KalahEvaluator::classical().value(&kalah, pos).raw();
                assert_eq!(sum + i32::from(WEIGHTS[7]), value, "{pos:?}");
                Ok::<(), std::convert::Infallible>(())
            });
        }
    }
}
