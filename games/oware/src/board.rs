//! Sowings and captures on the board of [`plyglot_core::game::sowing`].
//!
//! Where the seeds of a house go depends only on the house and on how many they are: eleven houses
//! in turn, the emptied one passed over. [`SOWINGS`] holds what to add to both words, taking the
//! seeds out included.
//!
//! What is captured is one run of bytes of the opposing word: it ends with the house of the last
//! seed and goes back as long as there are two or three seeds in each. A byte holds two or three
//! exactly if it differs from two in its lowest bit only; the highest byte that does not, at or
//! below the last house, is where the run begins.

use plyglot_core::game::sowing::in_pit;
pub use plyglot_core::game::sowing::{Board, Pits};

/// Houses a side.
pub const HOUSES: usize = 6;
/// Most seeds in the houses of a board: all of the game.
pub const SEEDS_MAX: u8 = 48;

/// The lowest bit of every house.
const ONES: u64 = 0x0101_0101_0101;
/// Two seeds in every house.
const TWOS: u64 = 2 * ONES;
/// The highest bit of every house.
const HIGHS: u64 = ONES << 7;

/// What a house does on this board.
pub trait Houses: Sized {
    /// Sows the seeds of a house of the side to move, counted from 0, that is not empty. Nothing
    /// is captured yet.
    fn sow(self, house: usize) -> Sown;

    /// The boards, as their player sees them, from which sowing this house without a capture leads
    /// to this one, seen by the opponent; fewest seeds sown first.
    fn unsown(self, house: usize) -> impl Iterator<Item = Self>;

    /// The houses of the side `own` from which a sowing reaches the other side: of house i, counted
    /// from 0, those with 6 - i seeds or more.
    fn feeders(self) -> Pits;

    /// Whether a sowing from this house reaches the other side.
    fn feeds(self, house: usize) -> bool;
}

impl Houses for Board {
    #[inline]
    fn sow(self, house: usize) -> Sown {
        let seeds = self.stones(house);
        debug_assert!(house < HOUSES && seeds > 0, "{self:x?} {house}");
        let entry = &SOWINGS[(house << 6 | seeds) % SOWINGS.len()];
        let board = Self {
            own: self.own.wrapping_add(entry.own),
            opposing: self.opposing + entry.opposing,
        };
        let others = (((board.opposing ^ TWOS) & !ONES) + (HIGHS - ONES)) & HIGHS & entry.reach;
        let first = 64 - others.leading_zeros();
        Sown { board, prey: board.opposing & entry.reach & u64::MAX << first }
    }

    #[inline]
    fn unsown(self, house: usize) -> impl Iterator<Item = Self> {
        let (own, opposing) = (self.opposing, self.own);
        let may_be = in_pit(own, house) == 0;
        let most = if may_be { SEEDS_MAX as usize } else { 0 };
        (1..=most).map_while(move |seeds| {
            let entry = &SOWINGS[(house << 6 | seeds) % SOWINGS.len()];
            let sown = entry.own.wrapping_add((seeds as u64) << (8 * house));
            let is_there = |word: u64, sown: u64| ((word | HIGHS) - sown) & HIGHS == HIGHS;
            (is_there(own, sown) && is_there(opposing, entry.opposing)).then(|| Self {
                own: own.wrapping_sub(entry.own),
                opposing: opposing - entry.opposing,
            })
        })
    }

    #[inline]
    fn feeders(self) -> Pits {
        /// 128 less the seeds that are needed, house by house.
        const MISSING: u64 = 0x7f_7e_7d_7c_7b_7a;
        Pits::lacking(self.own, MISSING)
    }

    #[inline]
    fn feeds(self, house: usize) -> bool {
        self.stones(house) + house >= HOUSES
    }
}

/// A board after a sowing, still as the player who sowed sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sown {
    /// The board, with everything still on it.
    pub board: Board,
    /// What is captured, seeds still in their bytes: bytes of `board.opposing`.
    pub prey: u64,
}

impl Sown {
    /// Every seed of the opponent would be captured.
    #[inline]
    pub const fn is_grand_slam(self) -> bool {
        self.prey != 0 && self.prey == self.board.opposing
    }

    /// The board without this prey, still as the player who sowed sees it.
    #[inline]
    #[must_use]
    pub const fn without(self, prey: u64) -> Board {
        Board { own: self.board.own, opposing: self.board.opposing - prey }
    }
}

/// Where the seeds of one house go when they are so many.
#[derive(Clone, Copy, Debug)]
struct Entry {
    own: u64,
    opposing: u64,
    /// The opponent's houses up to that of the last seed, as whole bytes; none if it falls on the
    /// player's own side.
    reach: u64,
}

/// Every sowing there is, by `house << 6 | seeds`: 9 KiB, of which a game touches a few.
static SOWINGS: [Entry; HOUSES << 6] = {
    let mut entries = [Entry { own: 0, opposing: 0, reach: 0 }; HOUSES << 6];
    let mut at = 0;
    while at < entries.len() {
        entries[at] = entry(at >> 6, at & 63);
        at += 1;
    }
    entries
};

const _: () = assert!((SEEDS_MAX as usize) < 1 << 6);

/// Follows the seeds of one house.
const fn entry(house: usize, seeds: usize) -> Entry {
    let mut entry = Entry { own: 0, opposing: 0, reach: 0 };
    entry.own = 0_u64.wrapping_sub((seeds as u64) << (8 * house));
    let (mut at, mut left) = (house, seeds);
    while left > 0 {
        at = (at + 1) % (2 * HOUSES);
        if at == house {
            continue;
        }
        entry.reach = 0;
        if at < HOUSES {
            entry.own = entry.own.wrapping_add(1 << (8 * at));
        } else {
            entry.opposing += 1 << (8 * (at - HOUSES));
            entry.reach = (1 << (8 * (at - HOUSES + 1))) - 1;
        }
        left -= 1;
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_seeds_pass_over_the_house_they_come_from() {
        let board = Board::new(&[12, 0, 0, 0, 0, 0], &[0; 6]);
        assert_eq!(board.sow(0).board, Board::new(&[0, 2, 1, 1, 1, 1], &[1; 6]));
        let board = Board::new(&[0, 0, 0, 0, 0, 23], &[0; 6]);
        assert_eq!(board.sow(5).board, Board::new(&[2, 2, 2, 2, 2, 0], &[3, 2, 2, 2, 2, 2]));
    }

    #[test]
    fn a_run_of_twos_and_threes_is_captured_back_to_the_first_other_number() {
        let board = Board::new(&[0, 0, 0, 0, 0, 5], &[1, 3, 1, 2, 1, 9]);
        let sown = board.sow(5);
        assert_eq!(sown.board.opposing, Board::new(&[0; 6], &[2, 4, 2, 3, 2, 9]).opposing);
        assert_eq!(sown.without(sown.prey), Board::new(&[0; 6], &[2, 4, 0, 0, 0, 9]));
        assert_eq!(Board::sum(sown.prey), 7);
    }

    #[test]
    fn nothing_is_captured_on_the_own_side_or_beyond_the_last_seed() {
        let own = Board::new(&[1, 2, 0, 0, 0, 0], &[2; 6]).sow(0);
        assert_eq!(own.prey, 0);
        let short = Board::new(&[0, 0, 0, 0, 0, 1], &[3, 2, 2, 2, 2, 2]).sow(5);
        assert_eq!(short.prey, 0, "four in the first house");
        let first = Board::new(&[0, 0, 0, 0, 0, 1], &[2, 2, 2, 2, 2, 2]).sow(5);
        assert_eq!(first.prey, 3, "three in the first house, and no more");
    }

    #[test]
    fn what_is_sown_can_be_taken_back() {
        let start = Board::new(&[3, 0, 15, 1, 0, 2], &[0, 4, 0, 1, 1, 0]);
        for house in start.pits() {
            let after = start.sow(house).board.turned();
            assert!(after.unsown(house).any(|board| board == start), "{house}");
            for board in after.unsown(house) {
                assert_eq!(board.sow(house).board.turned(), after, "{board:x?}");
            }
        }
        assert_eq!(start.unsown(1).count(), 0, "the house sown is empty afterwards");
    }

    #[test]
    fn houses_that_reach_the_other_side_are_found_at_once() {
        for house in 0..HOUSES {
            for seeds in 1..=SEEDS_MAX {
                let mut own = [0; HOUSES];
                own[house] = seeds;
                let board = Board::new(&own, &[0; 6]);
                assert_eq!(board.feeders().next().is_some(), board.feeds(house), "{house} {seeds}");
            }
        }
    }
}
