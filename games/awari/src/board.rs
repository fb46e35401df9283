//! The board, packed for speed: a side is one word, a house one byte, a sowing two additions.
//!
//! ```text
//!              opposing: u64                       own: u64
//!   6   5   4   3   2   1     houses of the    byte i = seeds in house i + 1, counted in the
//! +---+---+---+---+---+---+   other side       direction of sowing, so that both words are read
//! |   |   |   |   |   |   |                    alike and the sides change by a swap
//! +---+---+---+---+---+---+
//! |   |   |   |   |   |   |   houses of the
//! +---+---+---+---+---+---+   side to move
//!   1   2   3   4   5   6
//! ```
//!
//! Where the seeds of a house go depends only on the house and on how many they are: eleven houses
//! in turn, the emptied one passed over. [`SOWINGS`] holds what to add to both words, taking the
//! seeds out included. No byte can carry into the next, since a board holds at most [`SEEDS_MAX`].
//!
//! What is captured is one run of bytes of the opposing word: it ends with the house of the last
//! seed and goes back as long as there are two or three seeds in each. A byte holds two or three
//! exactly if it differs from two in its lowest bit only; the highest byte that does not, at or
//! below the last house, is where the run begins.

/// Houses a side.
pub const HOUSES: usize = 6;
/// Most seeds in the houses of a board: all of the game.
pub const SEEDS_MAX: u8 = 48;

/// The seeds in the houses, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Board {
    /// The houses of the side to move, house 1 in the lowest byte; the two highest bytes are 0.
    pub own: u64,
    /// The houses of the other side, its own house 1 in the lowest byte.
    pub opposing: u64,
}

/// The lowest bit of every house.
const ONES: u64 = 0x0101_0101_0101;
/// Two seeds in every house.
const TWOS: u64 = 2 * ONES;
/// The highest bit of every house.
const HIGHS: u64 = ONES << 7;

/// The highest bit of each house that is not empty. No byte is above 127.
#[inline]
const fn filled(houses: u64) -> u64 {
    (houses + 0x7f * ONES) & HIGHS
}

impl Board {
    /// No seeds.
    pub const EMPTY: Self = Self { own: 0, opposing: 0 };

    /// A board from seeds house by house, those of the side to move first.
    pub fn new(own: [u8; HOUSES], opposing: [u8; HOUSES]) -> Self {
        let word = |houses: [u8; HOUSES]| {
            houses.iter().rev().fold(0, |word, &seeds| word << 8 | u64::from(seeds))
        };
        Self { own: word(own), opposing: word(opposing) }
    }

    /// The same board as the other side sees it.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { own: self.opposing, opposing: self.own }
    }

    /// The seeds in one house of a word, houses counted from 0.
    #[inline]
    pub const fn seeds(word: u64, house: usize) -> usize {
        (word >> (8 * house) & 0xff) as usize
    }

    /// The houses of a word that hold seeds.
    #[inline]
    pub const fn houses(word: u64) -> Houses {
        Houses(filled(word))
    }

    /// The houses of a word that hold so many seeds or more, up to 128.
    #[inline]
    pub const fn houses_with(word: u64, least: u64) -> Houses {
        Houses((word + (128 - least) * ONES) & HIGHS)
    }

    /// All seeds in the houses of one word.
    #[inline]
    pub const fn sum(word: u64) -> u8 {
        (word.wrapping_mul(ONES) >> 40 & 0xff) as u8
    }

    /// All seeds on the board.
    #[inline]
    pub const fn in_play(self) -> u8 {
        Self::sum(self.own + self.opposing)
    }

    /// Sows the seeds of a house of the side to move, counted from 0, that is not empty. Nothing
    /// is captured yet.
    #[inline]
    pub fn sow(self, house: usize) -> Sown {
        let seeds = Self::seeds(self.own, house);
        debug_assert!(house < HOUSES && seeds > 0, "{self:x?} {house}");
        let entry = &SOWINGS[(house << 6 | seeds) % SOWINGS.len()];
        let board = Self {
            own: self.own.wrapping_add(entry.own),
            opposing: self.opposing + entry.opposing,
        };
        let others = filled((board.opposing ^ TWOS) & !ONES) & entry.reach;
        let first = 64 - others.leading_zeros();
        Sown { board, prey: board.opposing & entry.reach & u64::MAX << first }
    }

    /// The boards, as their player sees them, from which sowing this house without a capture leads
    /// to this one, seen by the opponent; fewest seeds sown first.
    #[inline]
    pub fn unsown(self, house: usize) -> impl Iterator<Item = Self> {
        let (own, opposing) = (self.opposing, self.own);
        let may_be = Self::seeds(own, house) == 0;
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

    /// The houses of the side `own` from which a sowing reaches the other side: of house i, counted
    /// from 0, those with 6 - i seeds or more.
    #[inline]
    pub const fn feeders(self) -> Houses {
        /// 128 less the seeds that are needed, house by house.
        const MISSING: u64 = 0x7f_7e_7d_7c_7b_7a;
        Houses((self.own + MISSING) & HIGHS)
    }

    /// Whether a sowing from this house reaches the other side.
    #[inline]
    pub const fn feeds(self, house: usize) -> bool {
        Self::seeds(self.own, house) + house >= HOUSES
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

/// Some houses of a side, in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Houses(u64);

impl Houses {
    /// How many they are.
    #[inline]
    pub const fn len(&self) -> u32 {
        self.0.count_ones()
    }

    /// There is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Those of which this is true.
    #[must_use]
    pub fn only(&self, mut keep: impl FnMut(usize) -> bool) -> Self {
        let mut kept = 0;
        for house in self.clone() {
            kept |= u64::from(keep(house)) << (8 * house + 7);
        }
        Self(kept)
    }
}

impl Iterator for Houses {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let house = self.0.trailing_zeros() as usize / 8;
        self.0 &= self.0 - 1;
        Some(house)
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
        let board = Board::new([12, 0, 0, 0, 0, 0], [0; 6]);
        assert_eq!(board.sow(0).board, Board::new([0, 2, 1, 1, 1, 1], [1; 6]));
        let board = Board::new([0, 0, 0, 0, 0, 23], [0; 6]);
        assert_eq!(board.sow(5).board, Board::new([2, 2, 2, 2, 2, 0], [3, 2, 2, 2, 2, 2]));
    }

    #[test]
    fn a_run_of_twos_and_threes_is_captured_back_to_the_first_other_number() {
        let board = Board::new([0, 0, 0, 0, 0, 5], [1, 3, 1, 2, 1, 9]);
        let sown = board.sow(5);
        assert_eq!(sown.board.opposing, Board::new([0; 6], [2, 4, 2, 3, 2, 9]).opposing);
        assert_eq!(sown.without(sown.prey), Board::new([0; 6], [2, 4, 0, 0, 0, 9]));
        assert_eq!(Board::sum(sown.prey), 7);
    }

    #[test]
    fn nothing_is_captured_on_the_own_side_or_beyond_the_last_seed() {
        let own = Board::new([1, 2, 0, 0, 0, 0], [2; 6]).sow(0);
        assert_eq!(own.prey, 0);
        let short = Board::new([0, 0, 0, 0, 0, 1], [3, 2, 2, 2, 2, 2]).sow(5);
        assert_eq!(short.prey, 0, "four in the first house");
        let first = Board::new([0, 0, 0, 0, 0, 1], [2, 2, 2, 2, 2, 2]).sow(5);
        assert_eq!(first.prey, 3, "three in the first house, and no more");
    }

    #[test]
    fn what_is_sown_can_be_taken_back() {
        let start = Board::new([3, 0, 15, 1, 0, 2], [0, 4, 0, 1, 1, 0]);
        for house in Board::houses(start.own) {
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
                let board = Board::new(own, [0; 6]);
                assert_eq!(board.feeders().next().is_some(), board.feeds(house), "{house} {seeds}");
            }
        }
    }

    #[test]
    fn sums_are_those_of_full_boards() {
        assert_eq!(Board::new([4; 6], [4; 6]).in_play(), 48);
        assert_eq!(Board::new([0, 0, 0, 0, 0, 48], [0; 6]).in_play(), 48);
    }
}
