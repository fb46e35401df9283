//! What the search may ask about a position: how early to try a move. No move is noisy here.

use super::board::Sown;
use super::chain::Chain;
use super::rules::{Kalah, Position};
use plyglot_core::game::{NodeTactics, Tactics};

/// Chains by what they bring into the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KalahTactics;

/// Another turn is tried before a catch of fewer than ten stones.
const AGAIN_SCORE: i32 = 300;
const STONE_SCORE: i32 = 30;

impl Tactics<Kalah> for KalahTactics {
    type Node<'a> = KalahNode<'a>;

    #[inline]
    fn node<'a>(&'a self, kalah: &'a Kalah, pos: &'a Position) -> KalahNode<'a> {
        KalahNode { kalah, pos }
    }
}

/// The tactics of one position.
#[derive(Clone, Copy, Debug)]
pub struct KalahNode<'a> {
    kalah: &'a Kalah,
    pos: &'a Position,
}

impl NodeTactics<Chain> for KalahNode<'_> {
    fn order_score(&self, mv: Chain) -> i32 {
        let Self { kalah, pos } = *self;
        match kalah.replay(pos, mv) {
            Ok(after) if mv != Chain::SWAP => {
                let [before, after] = [pos, &after].map(|p| p.absolute().stores[pos.side.index()]);
                STONE_SCORE * i32::from(after - before).min(300)
            }
            _ => 0,
        }
    }
}

/// How good a sowing looks: another turn first, nearest to the store first, then the catch.
pub(super) fn sowing_score(kalah: &Kalah, pos: &Position, pit: usize) -> i32 {
    score_of_sown(&kalah.sowings.sow(pos.board, pit), pit)
}

/// Likewise, of a sowing that is made.
pub(super) fn score_of_sown(sown: &Sown, pit: usize) -> i32 {
    if sown.again {
        return AGAIN_SCORE + 10 * i32::try_from(pit).unwrap_or(0);
    }
    STONE_SCORE * i32::from(sown.banked)
}
