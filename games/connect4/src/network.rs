//! The network that evaluates positions of the usual board, and what it is told of them.
//!
//! Either side is told of each cell whether a stone of its own or of the other side lies there, whether a
//! stone of either would make four there, and whether one would make three of a line of four that is still
//! open. A threat is worth what the cells below it let it be, which is for the sums to find out: they know
//! how high each column stands.
//!
//! ```text
//! input  =  49 · (stones, threats, half threats: first own, then theirs)  +  cell as `board` numbers it
//! bucket =  2 · (stones on the board, seven to a bucket)  +  whose turn it is
//! ```
//!
//! Whose turn it is has outputs of its own, since rows are worth different things to the two sides
//! [allis-1988]. A search asks about one position after another of which most stones lie where they lay:
//! each thread keeps the sums of the last, and changes them ([`plyglot_network::Kept`]).
//! `data/network.toml` says how the weights came about.

use std::cell::RefCell;
use std::sync::LazyLock;

use super::board::Geometry;
use super::rules::Position;
use plyglot_core::Side;
use plyglot_network::{Kept, Near, Network, inputs_of};

pub(super) use plyglot_network::Weights;

/// The size of the board that the network knows.
pub(super) const BOARD: Geometry = Geometry::USUAL;
/// Sums a side.
const HIDDEN: usize = 32;
/// Stones, threats and half threats of either side.
const WORDS: usize = 6;
/// Inputs of a word.
const WIDTH: u16 = 49;
/// Stones to a bucket, but for the turn.
const STONES: u32 = 7;

static NETWORK: LazyLock<Network<HIDDEN>> = LazyLock::new(|| {
    Network::new(&weights()).expect("the file has the shape that its test asks for")
});

thread_local! {
    /// The sums of the last position, as the first side sees it and as the second does.
    static KEPT: RefCell<[Kept<HIDDEN, WORDS>; 2]> = const { RefCell::new([Kept::NONE; 2]) };
}

/// The weights as they are in the program.
pub(super) fn weights() -> Weights {
    Weights::from_bytes(include_bytes!("../data/network.bin"))
        .expect("the file is part of the program")
}

/// The value of the position for the side to move, cp.
pub(super) fn evaluate(pos: &Position) -> i32 {
    let facts = facts(pos);
    KEPT.with_borrow_mut(|[first, second]| {
        let kept = if pos.side() == Side::First { [first, second] } else { [second, first] };
        NETWORK.evaluate_near(Near { kept, facts, width: WIDTH, bucket: bucket(pos) })
    })
}

/// Which output evaluates this position; a full board is none, the game being over.
pub(super) fn bucket(pos: &Position) -> usize {
    let stones = pos.filled().count_ones();
    (2 * (stones / STONES) + stones % 2) as usize
}

/// The facts that hold for the side to move, and for the other, as bits.
fn facts(pos: &Position) -> [[u64; WORDS]; 2] {
    let (own, filled) = (pos.own(), pos.filled());
    let [own, theirs] = [own, filled ^ own].map(|stones| {
        let others = filled ^ stones;
        [stones, BOARD.winning(stones, filled), BOARD.half_threats(stones, others)]
    });
    let together =
        |own: [u64; 3], theirs: [u64; 3]| [own[0], theirs[0], own[1], theirs[1], own[2], theirs[2]];
    [together(own, theirs), together(theirs, own)]
}

/// Their numbers.
pub(super) fn inputs(pos: &Position) -> [impl Iterator<Item = u16>; 2] {
    facts(pos).map(|facts| inputs_of(facts, WIDTH))
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::Connect4Evaluator;
    use super::super::rules::Connect4;
    use super::*;
    use plyglot_conformance::network::assert_is_by_hand;

    #[test]
    fn the_value_is_that_of_the_weights() {
        let rules = Connect4::default();
        assert_is_by_hand(&rules, &Connect4Evaluator::new(&rules), evaluate);
    }
}
