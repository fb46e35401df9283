//! The networks that evaluate positions, and what they are told of them.
//!
//! Either side is told of each house how many seeds it holds, its own houses first. Where more than half of
//! the seeds wins it is told, too, how many are missing in each store. Where the margin counts, what lies in
//! the stores is known and added to what the network expects of the rest. Most moves change half of the
//! houses, so that the sums are added up anew for each position.
//!
//! ```text
//! input  =  SEEDS · house  +  seeds                                     ([`sowing::inputs`])
//!        =  SEEDS · 12  +  MISSING · store  +  seeds missing            to more than half
//! bucket =  seeds in the houses, seven to a bucket
//! ```
//!
//! `data/half.toml` and `data/margin.toml` say how the weights came about.

use std::sync::LazyLock;

use super::board::SEEDS_MAX;
use super::rules::{Oware, Position};
use plyglot_core::game::sowing::{self, TOLD_PITS};
use plyglot_network::Network;

pub(super) use plyglot_network::Weights;

/// Sums a side.
const HIDDEN: usize = 32;
/// Houses of that many seeds, less one, or more are alike.
const SEEDS: u8 = 24;
/// Seeds missing: none to all that one side needs.
const MISSING: u16 = 26;
const SEEDS_A_BUCKET: usize = 7;
const HOUSES: usize = 2 * TOLD_PITS;
/// Inputs before those of the stores.
const STORES: u16 = SEEDS as u16 * 12;

/// What is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// More than half of the seeds.
    Half,
    /// As many as possible.
    Margin,
}

static HALF: LazyLock<Network<HIDDEN>> = LazyLock::new(|| Goal::Half.network());
static MARGIN: LazyLock<Network<HIDDEN>> = LazyLock::new(|| Goal::Margin.network());

impl Goal {
    /// What these rules have one play for.
    pub(super) const fn of(rules: Oware) -> Self {
        if rules.variant.stop_at_half { Self::Half } else { Self::Margin }
    }

    /// The weights as they are in the program.
    pub(super) fn weights(self) -> Weights {
        let bytes: &[u8] = match self {
            Self::Half => include_bytes!("../data/half.bin"),
            Self::Margin => include_bytes!("../data/margin.bin"),
        };
        Weights::from_bytes(bytes).expect("the file is part of the program")
    }

    fn network(self) -> Network<HIDDEN> {
        Network::new(&self.weights()).expect("the file has the shape that its test asks for")
    }
}

/// The value of the position for the side to move, cp, where that is played for.
pub(super) fn evaluate(goal: Goal, pos: &Position) -> i32 {
    match goal {
        Goal::Half => {
            let [mover, other] = inputs_to_half(pos);
            HALF.evaluate([&mover, &other], bucket(pos))
        }
        Goal::Margin => {
            let [mover, other] = sowing::inputs(pos.board, SEEDS);
            ahead(pos) + MARGIN.evaluate([&mover, &other], bucket(pos))
        }
    }
}

/// What is added to what the network says, cp.
pub(super) fn known(goal: Goal, pos: &Position) -> i32 {
    match goal {
        Goal::Half => 0,
        Goal::Margin => ahead(pos),
    }
}

/// The facts that hold for the side to move, and for the other.
pub(super) fn inputs(goal: Goal, pos: &Position) -> [Vec<u16>; 2] {
    match goal {
        Goal::Half => inputs_to_half(pos).map(Vec::from),
        Goal::Margin => sowing::inputs(pos.board, SEEDS).map(Vec::from),
    }
}

/// Which output evaluates this position.
pub(super) fn bucket(pos: &Position) -> usize {
    usize::from(pos.board.in_play().min(SEEDS_MAX.into())) / SEEDS_A_BUCKET
}

/// By how much the side to move has more in its store, cp.
fn ahead(pos: &Position) -> i32 {
    100 * (i32::from(pos.stores[0]) - i32::from(pos.stores[1]))
}

fn inputs_to_half(pos: &Position) -> [[u16; HOUSES + 2]; 2] {
    let needed = pos.total() / 2 + 1;
    let [own, theirs] = pos.stores.map(|store| needed.saturating_sub(store).min(MISSING - 1));
    let missing = [[own, theirs], [theirs, own]];
    let mut sides = [[0; HOUSES + 2]; 2];
    let houses = sowing::inputs(pos.board, SEEDS);
    for ((inputs, houses), [own, theirs]) in sides.iter_mut().zip(houses).zip(missing) {
        inputs[..HOUSES].copy_from_slice(&houses);
        inputs[HOUSES..].copy_from_slice(&[STORES + own, STORES + MISSING + theirs]);
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use plyglot_conformance::network::assert_is_by_hand;
    use plyglot_core::Side;
    use plyglot_core::game::sowing::Board;

    #[test]
    fn the_value_is_that_of_the_weights() {
        for set in [RuleSet::OWARE, RuleSet::AWARI] {
            let rules = Oware::new(set);
            let goal = Goal::of(rules);
            assert_is_by_hand(&rules, &goal, |pos| evaluate(goal, pos));
        }
    }

    #[test]
    fn a_side_is_told_of_its_own_first() {
        let board = Board::new(&[1, 2, 3, 4, 5, 6], &[0, 0, 30, 0, 0, 0]);
        let pos = Position { board, stores: [7, 1], side: Side::Second };
        let own = [1, 24 + 2, 48 + 3, 72 + 4, 96 + 5, 120 + 6];
        let theirs = [144, 168, 192 + 23, 216, 240, 264];
        let [mover, other] = inputs_to_half(&pos);
        // 59 seeds, of which thirty are more than half.
        assert_eq!(mover[..6], own);
        assert_eq!(mover[6..12], theirs);
        assert_eq!(
            mover[12..],
            [288 + 23, 288 + 26 + 25],
            "29 are missing, which are as many as 25"
        );
        assert_eq!(other[..3], [0, 24, 48 + 23]);
        assert_eq!(other[12..], [288 + 25, 288 + 26 + 23]);
    }
}
