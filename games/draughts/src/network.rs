//! The networks that evaluate positions, and what they are told of them.
//!
//! Either side is told of each piece on the board whose it is, whether it is a king, and where it stands, on
//! the board turned so that its own men go up.
//!
//! ```text
//! input  =  PLACES · (own man, own king, their man, their king)  +  bit of the square
//! bucket =  pieces, in eighths of all with which a game begins
//! ```
//!
//! A search asks about one position after another of which most pieces stand where they stood: each thread
//! keeps the sums of the last, and changes them ([`plyglot_network::Kept`]).
//! On 100 cells the network adds to what the patterns say: by itself it would need as many positions as they
//! have learnt from. `data/network-*.toml` say how the weights came about.

use std::cell::RefCell;
use std::sync::LazyLock;

use super::board::{Board, Set, turned};
use super::eval::{self, Table, WeightSet};
use super::rules::{Draughts, Position};
use plyglot_core::Side;
use plyglot_network::{Kept, Near, Network, inputs_of};

pub(super) use plyglot_network::Weights;

/// Sums a side.
const HIDDEN: usize = 64;
const BUCKETS: u32 = 8;
/// Kinds of piece: own men and kings, and theirs.
const KINDS: usize = 4;

/// The networks in use, each read when it is first wanted.
static ENGLISH: LazyLock<Network<HIDDEN>> = LazyLock::new(|| read(WeightSet::English));
static FLYING: LazyLock<Network<HIDDEN>> = LazyLock::new(|| read(WeightSet::Flying));
static LARGE: LazyLock<Network<HIDDEN>> = LazyLock::new(|| read(WeightSet::Board10x10));

/// The weights as they are in the program.
pub(super) fn weights(kit: WeightSet) -> Weights {
    let bytes: &[u8] = match kit {
        WeightSet::English => include_bytes!("../data/network-english.bin"),
        WeightSet::Flying => include_bytes!("../data/network-flying.bin"),
        WeightSet::Board10x10 => include_bytes!("../data/network-large.bin"),
    };
    Weights::from_bytes(bytes).expect("the file is part of the program")
}

fn read(kit: WeightSet) -> Network<HIDDEN> {
    Network::new(&weights(kit)).expect("the file has the shape that its test asks for")
}

fn network(kit: WeightSet) -> &'static Network<HIDDEN> {
    match kit {
        WeightSet::English => &ENGLISH,
        WeightSet::Flying => &FLYING,
        WeightSet::Board10x10 => &LARGE,
    }
}

/// The value of the position for the side to move, cp.
pub(super) fn evaluate<B: Board>(table: &Table, rules: &Draughts<B>, pos: &Position) -> i32 {
    eval::winnable::<B>(table.kit(), pos, lead(table, rules, pos))
}

thread_local! {
    /// The sums of the last position, of either side's men going up, by network.
    static KEPT: RefCell<[[Kept<HIDDEN, KINDS>; 2]; 3]> =
        const { RefCell::new([[Kept::NONE; 2]; 3]) };
}

/// What the side to move is ahead by, cp, whether or not it can be won with.
pub(super) fn lead<B: Board>(table: &Table, rules: &Draughts<B>, pos: &Position) -> i32 {
    let kit = table.kit();
    let facts = [pos.side, pos.side.other()].map(|side| seen(rules, pos, side));
    let beyond = KEPT.with_borrow_mut(|kept| {
        let [first, second] = &mut kept[kit as usize];
        let kept = if rules.goes_up(pos.side) { [first, second] } else { [second, first] };
        let (width, bucket) = (places::<B>(), bucket::<B>(pos));
        network(kit).evaluate_near(Near { kept, facts, width, bucket })
    });
    known(table, rules, pos) + beyond
}

/// What is known without the network, for the side to move, cp.
pub(super) fn known<B: Board>(table: &Table, rules: &Draughts<B>, pos: &Position) -> i32 {
    match table.kit() {
        WeightSet::English | WeightSet::Flying => 0,
        WeightSet::Board10x10 => eval::lead(table, rules, pos),
    }
}

/// Which output evaluates this position.
pub(super) fn bucket<B: Board>(pos: &Position) -> usize {
    let pieces = (pos.pieces[0] | pos.pieces[1]).count_ones();
    let all = 2 * B::ROW * B::MEN_ROWS;
    (pieces * BUCKETS / (all + 1)).min(BUCKETS - 1) as usize
}

/// The pieces of each kind as a side sees them.
#[inline]
fn seen<B: Board>(rules: &Draughts<B>, pos: &Position, side: Side) -> [Set; KINDS] {
    let facing = |set: Set| if rules.goes_up(side) { set } else { turned::<B>(set) };
    let [own, theirs] = [side, side.other()].map(|side| pos.pieces[side.index()]);
    [own & !pos.kings, own & pos.kings, theirs & !pos.kings, theirs & pos.kings].map(facing)
}

/// The numbers of the facts that hold for a side.
pub(super) fn inputs<B: Board>(
    rules: &Draughts<B>,
    pos: &Position,
    side: Side,
) -> impl Iterator<Item = u16> {
    inputs_of(seen(rules, pos, side), places::<B>())
}

/// Bits of a word up to the last square.
#[expect(clippy::cast_possible_truncation, reason = "a word has 64")]
const fn places<B: Board>() -> u16 {
    ((2 * B::ROW + 1) * B::ROW - 1) as u16
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::DraughtsEvaluator;
    use super::super::ruleset::RuleSet;
    use super::*;
    use crate::{Checkers, International};
    use plyglot_conformance::network::assert_is_by_hand;

    fn is_by_hand<B: Board>(set: RuleSet) {
        let rules = Draughts::<B>::new(set);
        let evaluator = DraughtsEvaluator::new(&rules);
        assert_is_by_hand(&rules, &evaluator, |pos| lead(evaluator.tactics.table, &rules, pos));
    }

    #[test]
    fn the_value_is_that_of_the_weights() {
        is_by_hand::<super::super::Board8x8>(RuleSet::ENGLISH);
        is_by_hand::<super::super::Board8x8>(RuleSet::RUSSIAN);
        is_by_hand::<super::super::Board10x10>(RuleSet::INTERNATIONAL);
    }

    fn is_seen_by_both<B: Board>(rules: &Draughts<B>, pieces: usize) {
        use plyglot_core::game::Rules as _;
        let [own, other] =
            Side::BOTH.map(|side| inputs(rules, &rules.start(), side).collect::<Vec<_>>());
        assert_eq!(own, other);
        assert_eq!(own.len(), pieces);
        assert!(own.iter().all(|input| *input < 4 * places::<B>()), "{own:?}");
    }

    #[test]
    fn both_sides_see_the_same_game_at_its_beginning() {
        is_seen_by_both(&Checkers::new(RuleSet::ENGLISH), 24);
        is_seen_by_both(&Checkers::new(RuleSet::RUSSIAN), 24);
        is_seen_by_both(&International::new(RuleSet::INTERNATIONAL), 40);
    }
}
