//! Numbers for the pits of one side: a gapless rank, and how far the stones have to go.
//!
//! The pits of a side are ranked among all with so many stones or fewer by the prefix sums
//! `s0 <= s1 <= …` of their stones: `r = Σ C(si + i, i + 1)`, the combinatorial number system
//! [knuth-taocp-4, 7.2.1.3] with the sums made strictly rising. Fewer stones have lower ranks,
//! because the last prefix sum is all of them. One multiplication makes all the prefix sums of a
//! word.
//!
//! ```text
//!   pits 2 0 1   sums 2 2 3   r = C(2,1) + C(3,2) + C(5,3) = 2 + 3 + 10 = 15
//! ```

use super::super::board::{Board, PITS_MAX};

/// Most stones on a board that has a rank: a margin must fit into a signed byte.
pub(super) const IN_PLAY_MAX: u16 = 126;

const SUMS: usize = IN_PLAY_MAX as usize + 2;
/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The ranks of the pits of a side.
#[derive(Clone, Debug)]
pub(in super::super) struct Halves {
    pits: usize,
    /// By pit and prefix sum; zeros from the number of pits on.
    terms: Box<[[u64; SUMS]; PITS_MAX]>,
}

impl Halves {
    /// For boards with so many pits a side.
    pub(in super::super) fn new(pits: usize) -> Self {
        let mut terms = Box::new([[0; SUMS]; PITS_MAX]);
        for (i, row) in terms.iter_mut().enumerate().take(pits) {
            for (sum, term) in row.iter_mut().enumerate() {
                *term = choose(sum + i, i + 1);
            }
        }
        Self { pits, terms }
    }

    /// Pits a side.
    pub(in super::super) const fn pits(&self) -> usize {
        self.pits
    }

    /// How many there are with up to so many stones.
    pub(in super::super) fn count(&self, stones: u16) -> u64 {
        choose(usize::from(stones) + self.pits, self.pits)
    }

    /// The rank of these pits, which hold no more than [`IN_PLAY_MAX`] stones. `WIDTH` is at least
    /// the number of pits.
    #[inline]
    pub(super) fn rank<const WIDTH: usize>(&self, pits: u64) -> u64 {
        let sums = pits.wrapping_mul(ONES);
        let mut rank = 0;
        let mut i = 0;
        while i < WIDTH {
            rank += self.terms[i][(sums >> (8 * i) & 0x7f) as usize];
            i += 1;
        }
        rank
    }

    /// The pits with the next higher rank among those with as many stones, or none.
    pub(super) fn next(&self, pits: u64) -> Option<u64> {
        // The lowest pit that holds stones gives one to the pit above it; its other stones go down
        // to the first pit.
        let low = pits.trailing_zeros() / 8;
        if low as usize + 1 >= self.pits {
            return None;
        }
        let held = pits >> (8 * low) & 0xff;
        let rest = pits - (held << (8 * low)) + (1 << (8 * (low + 1)));
        Some(rest + held - 1)
    }

    /// The sum over all stones of the steps to the store. A sowing that does not reach the store
    /// makes it smaller.
    pub(super) fn steps(&self, pits: u64) -> usize {
        let board = Board { own: pits, opposing: 0 };
        (0..self.pits).map(|pit| board.stones(pit) * (self.pits - pit)).sum()
    }
}

/// `n` over `k`; [`u64::MAX`] if it is more than that.
pub(in super::super) fn choose(n: usize, k: usize) -> u64 {
    let mut result: u128 = 1;
    for i in 0..k {
        result = result * (n.saturating_sub(i)) as u128 / (i as u128 + 1);
        if result > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    u64::try_from(result).unwrap_or(u64::MAX)
}
