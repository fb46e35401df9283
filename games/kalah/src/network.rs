//! The network that evaluates positions of Kalah with six pits a side, and what it is told of them.
//!
//! Either side is told of each pit how many stones it holds, its own pits first. What lies in the stores is
//! known and added to what the network expects of the rest: it learnt by how much a side comes out ahead
//! from here on. A turn changes most pits, so that the sums are added up anew for each position: twelve
//! rows a side.
//!
//! ```text
//! input  =  STONES · pit  +  stones     ([`sowing::inputs`])
//! bucket =  stones in the pits, nine to a bucket
//! ```
//!
//! `data/network.toml` says how the weights came about.

use std::sync::LazyLock;

use plyglot_core::game::sowing::{self, Board, TOLD_PITS};
use plyglot_network::Network;

pub(super) use plyglot_network::Weights;

/// Sums a side.
const HIDDEN: usize = 32;
/// Pits of that many stones, less one, or more are alike.
const STONES: u8 = 24;
const STONES_A_BUCKET: u16 = 9;
const BUCKETS: u16 = 8;

static NETWORK: LazyLock<Network<HIDDEN>> = LazyLock::new(|| {
    Network::new(&weights()).expect("the file has the shape that its test asks for")
});

/// The weights as they are in the program.
pub(super) fn weights() -> Weights {
    Weights::from_bytes(include_bytes!("../data/network.bin"))
        .expect("the file is part of the program")
}

/// How far the side to move comes out ahead with a board, cp: hundredths of a stone.
pub(super) fn evaluate(board: Board) -> i32 {
    let [mover, other] = inputs(board);
    NETWORK.evaluate([&mover, &other], bucket(board))
}

/// Which output evaluates this board.
pub(super) fn bucket(board: Board) -> usize {
    (board.in_play() / STONES_A_BUCKET).min(BUCKETS - 1).into()
}

/// The facts that hold for the side to move, and for the other.
pub(super) fn inputs(board: Board) -> [[u16; 2 * TOLD_PITS]; 2] {
    sowing::inputs(board, STONES)
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::KalahEvaluator;
    use super::super::rules::Kalah;
    use plyglot_conformance::network::assert_is_by_hand;

    #[test]
    fn the_value_is_that_of_the_weights_and_the_stores() {
        let kalah = Kalah::default();
        let evaluator = KalahEvaluator::new(&kalah);
        assert_is_by_hand(&kalah, &evaluator, |pos| evaluator.value(&kalah, pos).raw());
    }
}
