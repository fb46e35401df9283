//! A move as the game counts them: the sowings of one turn, one after the other.
//!
//! Who ends a sowing in his store sows again, and the whole series is one move (`A = 1,2`
//! in [dubner-1990, section 2]). A chain packs its pits into one number, three bits each, the first
//! highest, below a marking bit:
//!
//! ```text
//!  …0 1 000 001        pits 1, 2        1 marks where the chain begins
//!      mark ┘ └── └── pit 2, pit 1 counted from 0
//! ```
//!
//! There is room for 42 sowings. A longer series is played as two moves, the same side being on
//! move again after the first; the rules allow such an unfinished chain for the sake of clients
//! who send sowings one by one, too.

use std::fmt::{self, Debug, Write};

/// The sowings of one turn; or the swap of the pie rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chain(u128);

/// Most sowings in one chain.
pub const SOWINGS_MAX: usize = 42;

impl Chain {
    /// No sowing yet.
    pub const EMPTY: Self = Self(1);
    /// The second player takes over the first player's side.
    pub const SWAP: Self = Self(0);

    /// One more sowing, from this pit of the mover, counted from 0. The chain is no swap and not
    /// full.
    #[must_use]
    pub const fn and(self, pit: usize) -> Self {
        debug_assert!(pit < 8 && self.0 != 0 && self.len() < SOWINGS_MAX);
        Self(self.0 << 3 | pit as u128)
    }

    /// How many sowings there are.
    pub const fn len(self) -> usize {
        (127 - (self.0 | 1).leading_zeros() as usize) / 3
    }

    /// Whether there is no sowing.
    pub const fn is_empty(self) -> bool {
        self.0 <= 1
    }

    /// The pits in the order they are emptied, counted from 0.
    pub fn pits(self) -> impl Iterator<Item = usize> {
        (0..self.len()).rev().map(move |i| (self.0 >> (3 * i) & 7) as usize)
    }

    /// 16 bits that differ for chains of up to five sowings, and mostly for longer ones.
    #[expect(clippy::cast_possible_truncation, reason = "what is folded away is the point")]
    pub const fn encode(self) -> u16 {
        if self.0 >> 16 == 0 {
            return self.0 as u16;
        }
        let folded = (self.0 ^ self.0 >> 64) as u64;
        (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u16
    }
}

impl Chain {
    /// `1,2` with these numbers for the pits, or `swap`.
    pub(super) fn write(self, f: &mut dyn Write, number: impl Fn(usize) -> usize) -> fmt::Result {
        if self == Self::SWAP {
            return f.write_str("swap");
        }
        self.pits().enumerate().try_for_each(|(i, pit)| {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{}", number(pit))
        })
    }
}

/// `1,2`, pits counted from 1 as people do; `swap`.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |pit| pit + 1)
    }
}

impl Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_keeps_its_pits_in_order_up_to_the_last() {
        let mut chain = Chain::EMPTY;
        let mut pits = Vec::new();
        for i in 0..SOWINGS_MAX {
            assert_eq!(chain.len(), i);
            chain = chain.and(i * 5 % 8);
            pits.push(i * 5 % 8);
            assert_eq!(chain.pits().collect::<Vec<_>>(), pits);
        }
        assert_eq!(Chain::EMPTY.and(0).and(1).to_string(), "1,2");
        assert_eq!(Chain::SWAP.to_string(), "swap");
        assert!(Chain::SWAP.is_empty() && Chain::EMPTY.is_empty());
    }
}
