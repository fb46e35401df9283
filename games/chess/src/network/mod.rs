//! The network that evaluates chess positions, and what it is told of them.
//!
//! Either side is told of each man on the board its owner, kind and square, as that side sees it:
//! own men first, the board turned so that its own first rank is at the bottom, and mirrored if its
//! king stands on the right half. So what is learnt about a king on g1 holds for one on b8 too.
//!
//! ```text
//! input  =  384 · (theirs)  +  64 · (P N B R Q K)  +  square as seen
//! bucket =  men besides the kings, four to a bucket
//! ```
//!
//! How the weights came about is told in docs/chess-network.md.

mod accumulator;
mod men;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use cozy_chess::{Board, Color};

use plyglot_network::Network;

pub(super) use plyglot_network::Weights;

use accumulator::{Memory, with_memory};
use men::{Man, Men};

/// Sums a side.
const HIDDEN: usize = 128;
/// Squares of the board, and two kings on them.
const SQUARES: u16 = 64;
/// Inputs that a side would have more if all its bits in a man ([`men::Man`]) were used: there are
/// six kinds of man, not eight.
const UNUSED: u16 = 2 * SQUARES;
const KINGS: usize = 2;
const MEN_A_BUCKET: usize = 4;

type Row = plyglot_network::Row<HIDDEN>;

static NETWORK: LazyLock<Network<HIDDEN>> = LazyLock::new(|| {
    Network::new(&weights()).expect("the file has the shape that its test asks for")
});

/// The weights as they are in the program.
pub(super) fn weights() -> Weights {
    Weights::from_bytes(include_bytes!("../../data/network.bin"))
        .expect("the file is part of the program")
}

/// The value of the position for the side to move, cp.
pub(super) fn evaluate(board: &Board) -> i32 {
    let network = &*NETWORK;
    with_memory(|memory| {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "half the instructions: sixteen sums at once")]
            // SAFETY: the processor has been asked whether it knows these instructions.
            return unsafe { value_avx2(network, board, memory) };
        }
        value(network, board, memory)
    })
}

/// [`value`], compiled for processors since 2013.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn value_avx2(network: &Network<HIDDEN>, board: &Board, memory: &mut Memory) -> i32 {
    value(network, board, memory)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
fn value(network: &Network<HIDDEN>, board: &Board, memory: &mut Memory) -> i32 {
    let halves = memory.sums(network, board);
    let mover = board.side_to_move();
    network.value(&halves[mover as usize], &halves[!mover as usize], bucket(board))
}

/// Which output evaluates this position.
pub(super) fn bucket(board: &Board) -> usize {
    (board.occupied().len() as usize - KINGS) / MEN_A_BUCKET
}

/// The facts that hold for a side, in no particular order.
pub(super) fn inputs(board: &Board, side: Color) -> impl Iterator<Item = u16> {
    let (men, turn) = (Men::of(board), Turn::of(board, side));
    men.on(board.occupied()).map(move |man| turn.input(man))
}

/// How a side looks at the board: what is XORed with the bits of a man ([`men::Man`]) to see him as
/// its own or the other's, his rank from its own side, and his file from its king's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn(u16);

impl Turn {
    /// How nobody does.
    const NONE: Self = Self(u16::MAX);

    fn of(board: &Board, side: Color) -> Self {
        const RANKS: u16 = 56;
        const FILES: u16 = 7;
        const OWNER: u16 = 512;
        let of_black = if side == Color::Black { OWNER | RANKS } else { 0 };
        let is_right = board.king(side).file() as usize >= 4;
        Self(of_black | if is_right { FILES } else { 0 })
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    fn input(self, man: Man) -> u16 {
        let seen = man.0 ^ self.0;
        seen - UNUSED * (seen >> 9)
    }
}
