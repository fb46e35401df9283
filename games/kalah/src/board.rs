//! The board, packed for speed: a side is one word, a pit one byte, a sowing two additions.
//!
//! ```text
//!              opposing: u64                        own: u64
//!   6   5   4   3   2   1     pits of the     byte i = stones in pit i + 1, counted in the
//! +---+---+---+---+---+---+   other side      owner's direction of sowing, so that both words
//! |   |   |   |   |   |   |                   are read alike and the sides change by a swap
//! +---+---+---+---+---+---+
//! |   |   |   |   |   |   |   pits of the     opposite of pit i is pit m + 1 - i
//! +---+---+---+---+---+---+   side to move
//!   1   2   3   4   5   6
//! ```
//!
//! Where the stones of a pit go depends only on the pit and on how many they are. [`Sowings`] has
//! for both of them what to add to the two words (taking the stones out of their pit is part of
//! it, as a subtraction), how many stones are banked, and where the last one falls. The words are
//! added as wholes: no byte can carry into the next, since a board holds at most
//! [`STONES_MAX`] stones. Whether a capture is due is seen after the sowing: the last stone fell
//! into an empty pit of its owner if it lies there alone.
//!
//! The stores are not part of the board. A game goes on in the same way whatever they hold, so
//! perft, tables by stones and a solver of margins need only these sixteen bytes; who wants the
//! stores adds up what [`Sowings::sow`] says was banked.

use super::variant::{Capture, End};

/// Most pits a side may have: a word has eight bytes.
pub const PITS_MAX: usize = 8;
/// Most stones in the pits of a board: what a byte can hold.
pub const STONES_MAX: u16 = 255;

/// The stones in the pits, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Board {
    /// The pits of the side to move, pit 1 in the lowest byte; bytes above the last pit are 0.
    pub own: u64,
    /// The pits of the other side, its own pit 1 in the lowest byte.
    pub opposing: u64,
}

/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHS: u64 = ONES << 7;

/// The highest bit of each byte that is not 0.
#[inline]
const fn filled(pits: u64) -> u64 {
    (((pits & !HIGHS) + !HIGHS) | pits) & HIGHS
}

impl Board {
    /// The same board as the other side sees it.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { own: self.opposing, opposing: self.own }
    }

    /// The stones in one pit of the side to move, pits counted from 0.
    #[inline]
    pub const fn stones(self, pit: usize) -> usize {
        (self.own >> (8 * pit) & 0xff) as usize
    }

    /// How many pits of the side to move hold stones.
    #[inline]
    pub const fn choices(self) -> u32 {
        filled(self.own).count_ones()
    }

    /// The pits of the side to move that hold stones, counted from 0, in ascending order.
    #[inline]
    pub const fn pits(self) -> Pits {
        Pits(filled(self.own))
    }

    /// All stones in the pits of one word.
    #[inline]
    pub const fn sum(pits: u64) -> u16 {
        let pairs = (pits & 0x00ff_00ff_00ff_00ff) + (pits >> 8 & 0x00ff_00ff_00ff_00ff);
        (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
    }

    /// All stones in the pits.
    #[inline]
    pub const fn in_play(self) -> u16 {
        Self::sum(self.own) + Self::sum(self.opposing)
    }

    /// Whether the game is over on this board, the side `own` to move.
    #[inline]
    pub const fn is_over(self, end: End) -> bool {
        self.own == 0 || matches!(end, End::Either) && self.opposing == 0
    }
}

/// Pits that hold stones, in ascending order.
#[derive(Clone, Debug)]
pub struct Pits(u64);

impl Iterator for Pits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let pit = self.0.trailing_zeros() as usize / 8;
        self.0 &= self.0 - 1;
        Some(pit)
    }
}

/// What a sowing led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sown {
    /// The board afterwards, still as the player who sowed sees it. Nothing has been swept yet.
    pub board: Board,
    /// Stones that went to the store of the player who sowed, captured ones included.
    pub banked: u16,
    /// The last stone fell into the store: the same player sows again [dubner-1990, 1.2].
    pub again: bool,
}

/// Where the stones of one pit go when they are so many.
#[derive(Clone, Copy, Debug)]
struct Entry {
    own: u64,
    opposing: u64,
    banked: u8,
    /// Where the last stone falls, as the shift of an own pit; or one of the two below.
    last: u8,
    /// The shift of the pit opposite to it.
    opposite: u8,
}

/// The last stone falls into the store.
const IN_STORE: u8 = 64;
/// The last stone falls into a pit of the other side.
const BEYOND: u8 = 128;

/// Every sowing there is on a board of some size, worked out once: 48 KiB, of which a game touches
/// a few.
#[derive(Clone, Debug)]
pub struct Sowings {
    pits: usize,
    capture: Capture,
    /// By pit and stones: `pit << 8 | stones`.
    entries: Box<[Entry; PITS_MAX << 8]>,
}

/// The entries follow from the rest.
impl PartialEq for Sowings {
    fn eq(&self, other: &Self) -> bool {
        (self.pits, self.capture) == (other.pits, other.capture)
    }
}

impl Eq for Sowings {}

impl Sowings {
    /// The sowings on a board with so many pits a side, from 1 to [`PITS_MAX`].
    pub fn new(pits: usize, capture: Capture) -> Self {
        debug_assert!((1..=PITS_MAX).contains(&pits), "{pits}");
        let none = Entry { own: 0, opposing: 0, banked: 0, last: BEYOND, opposite: 0 };
        let mut entries: Box<[Entry; PITS_MAX << 8]> =
            vec![none; PITS_MAX << 8].try_into().expect("the lengths are the same");
        for pit in 0..pits {
            for stones in 1..=STONES_MAX as usize {
                entries[pit << 8 | stones] = entry(pits, pit, stones);
            }
        }
        Self { pits, capture, entries }
    }

    /// How many pits a side has.
    pub const fn pits(&self) -> usize {
        self.pits
    }

    /// When a last stone captures.
    pub const fn capture(&self) -> Capture {
        self.capture
    }

    /// How many of so many stones from this pit fall into own pits, and into the other side's;
    /// the others are banked. `stones <= STONES_MAX`.
    pub fn dropped(&self, pit: usize, stones: usize) -> [u16; 2] {
        let entry = &self.entries[(pit << 8 | stones) % (PITS_MAX << 8)];
        let opposing = Board::sum(entry.opposing);
        let stones = u16::try_from(stones).unwrap_or(STONES_MAX);
        [stones - opposing - u16::from(entry.banked), opposing]
    }

    /// Sows the stones of a pit of the side to move, counted from 0, that is not empty.
    #[inline]
    pub fn sow(&self, board: Board, pit: usize) -> Sown {
        debug_assert!(pit < self.pits && board.stones(pit) > 0, "{board:x?} {pit}");
        let entry = &self.entries[(pit << 8 | board.stones(pit)) % (PITS_MAX << 8)];
        let mut own = board.own.wrapping_add(entry.own);
        let mut opposing = board.opposing + entry.opposing;
        let mut banked = u16::from(entry.banked);
        if entry.last < IN_STORE && own >> entry.last & 0xff == 1 {
            let prey = opposing >> entry.opposite & 0xff;
            if prey != 0 || self.capture == Capture::Lone {
                own ^= 1 << entry.last;
                opposing ^= prey << entry.opposite;
                banked += 1 + prey as u16;
            }
        }
        Sown { board: Board { own, opposing }, banked, again: entry.last == IN_STORE }
    }

    /// The board after a sowing, as whoever is to move then sees it.
    #[inline]
    pub fn next(&self, board: Board, pit: usize) -> Board {
        let sown = self.sow(board, pit);
        if sown.again { sown.board } else { sown.board.turned() }
    }

    /// The number of lines of `depth` single sowings. A board on which the game is over has no
    /// continuation; the last ply is counted, not played.
    pub fn perft(&self, board: Board, depth: u32, end: End) -> u64 {
        match (depth, end) {
            (0, _) => 1,
            (_, End::Either) => self.count::<true>(board, depth),
            (_, End::Mover) => self.count::<false>(board, depth),
        }
    }

    fn count<const EITHER: bool>(&self, board: Board, depth: u32) -> u64 {
        if EITHER && board.opposing == 0 {
            return 0;
        }
        if depth == 1 {
            return board.choices().into();
        }
        let mut leaves = 0;
        for pit in board.pits() {
            leaves += self.count::<EITHER>(self.next(board, pit), depth - 1);
        }
        leaves
    }
}

/// Follows the stones of one pit: once round is `2 * pits + 1` stones, the other store is passed.
fn entry(pits: usize, pit: usize, stones: usize) -> Entry {
    let round = 2 * pits + 1;
    let mut own = 0_u64.wrapping_sub((stones as u64) << (8 * pit));
    let (mut opposing, mut banked) = (0, 0_u8);
    for place in 0..round {
        // Places are counted from the pit after the one that is emptied.
        let count = stones / round + usize::from(place < stones % round);
        let got = count as u64;
        match place_kind(pits, pit + 1 + place) {
            Place::Own(i) => own = own.wrapping_add(got << (8 * i)),
            Place::Store => banked = small(count),
            Place::Opposing(i) => opposing += got << (8 * i),
        }
    }
    let (last, opposite) = match place_kind(pits, pit + stones) {
        Place::Own(i) => (8 * i, 8 * (pits - 1 - i)),
        Place::Store => (IN_STORE.into(), 0),
        Place::Opposing(_) => (BEYOND.into(), 0),
    };
    Entry { own, opposing, banked, last: small(last), opposite: small(opposite) }
}

/// A number below 256 as a byte.
fn small(number: usize) -> u8 {
    u8::try_from(number).expect("shifts and stones are bytes")
}

enum Place {
    Own(usize),
    Store,
    Opposing(usize),
}

/// The place so many steps after the player's first pit.
fn place_kind(pits: usize, steps: usize) -> Place {
    match steps % (2 * pits + 1) {
        at if at < pits => Place::Own(at),
        at if at == pits => Place::Store,
        at => Place::Opposing(at - pits - 1),
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use rand::RngExt;

    use super::*;
    use plyglot_core::rng::{Rng, seeded};

    /// The rules of [dubner-1990], stone by stone on plain arrays: own pits, own store, other
    /// pits; a second opinion on everything above.
    #[derive(Clone, Debug)]
    struct Naive {
        own: Vec<u16>,
        store: u16,
        opposing: Vec<u16>,
    }

    impl Naive {
        fn new(board: Board, pits: usize) -> Self {
            let read = |word: u64| (0..pits).map(|i| (word >> (8 * i) & 0xff) as u16).collect();
            Self { own: read(board.own), store: 0, opposing: read(board.opposing) }
        }

        /// Sows; says whether the player sows again.
        fn sow(&mut self, pit: usize, capture: Capture) -> bool {
            let pits = self.own.len();
            let mut at = pit;
            for left in (0..std::mem::take(&mut self.own[pit])).rev() {
                at = (at + 1) % (2 * pits + 1);
                let was_empty = at < pits && self.own[at] == 0;
                match at.cmp(&pits) {
                    Ordering::Less => self.own[at] += 1,
                    Ordering::Equal => self.store += 1,
                    Ordering::Greater => self.opposing[at - pits - 1] += 1,
                }
                if left == 0 && was_empty {
                    let prey = &mut self.opposing[pits - 1 - at];
                    if *prey > 0 || capture == Capture::Lone {
                        self.store += std::mem::take(prey) + std::mem::take(&mut self.own[at]);
                    }
                }
            }
            at == pits
        }

        fn perft(&self, depth: u32, capture: Capture, end: End) -> u64 {
            let is_empty = |pits: &[u16]| pits.iter().all(|&stones| stones == 0);
            if depth == 0 {
                return 1;
            }
            if is_empty(&self.own) || end == End::Either && is_empty(&self.opposing) {
                return 0;
            }
            let pits = (0..self.own.len()).filter(|&pit| self.own[pit] > 0);
            pits.map(|pit| {
                let mut next = self.clone();
                if !next.sow(pit, capture) {
                    std::mem::swap(&mut next.own, &mut next.opposing);
                }
                next.perft(depth - 1, capture, end)
            })
            .sum()
        }
    }

    fn even(pits: usize, stones: u64) -> Board {
        let word = (0..pits).map(|i| stones << (8 * i)).sum();
        Board { own: word, opposing: word }
    }

    fn random_board(pits: usize, rng: &mut Rng) -> Board {
        let mut words = [0_u64; 2];
        let most = rng.random_range(1..=STONES_MAX as usize);
        for _ in 0..most {
            // Heaps come up, not only even spreads.
            let pit = rng.random_range(0..pits).min(rng.random_range(0..pits));
            words[usize::from(rng.random_bool(0.5))] += 1 << (8 * pit);
        }
        Board { own: words[0], opposing: words[1] }
    }

    #[test]
    fn every_sowing_on_random_boards_is_as_by_hand() {
        let mut rng = seeded(7);
        for pits in 1..=PITS_MAX {
            for capture in [Capture::Opposite, Capture::Lone] {
                let sowings = Sowings::new(pits, capture);
                for _ in 0..2000 {
                    check_sowings(&sowings, random_board(pits, &mut rng));
                }
            }
        }
    }

    fn check_sowings(sowings: &Sowings, board: Board) {
        let pits = sowings.pits();
        assert_eq!(board.pits().count(), board.choices() as usize, "{board:x?}");
        for pit in board.pits() {
            let mut naive = Naive::new(board, pits);
            let again = naive.sow(pit, sowings.capture());
            let sown = sowings.sow(board, pit);
            let found = Naive::new(sown.board, pits);
            assert_eq!(found.own, naive.own, "{board:x?} pit {pit} of {pits}");
            assert_eq!(found.opposing, naive.opposing, "{board:x?} pit {pit} of {pits}");
            assert_eq!((sown.banked, sown.again), (naive.store, again), "{board:x?} {pit}");
            assert_eq!(sown.board.in_play() + sown.banked, board.in_play(), "{board:x?} {pit}");
        }
    }

    #[test]
    fn lines_are_counted_as_by_hand_under_every_rule() {
        let mut rng = seeded(8);
        for pits in 1..=PITS_MAX {
            for capture in [Capture::Opposite, Capture::Lone] {
                let sowings = Sowings::new(pits, capture);
                for end in [End::Either, End::Mover] {
                    let boards = [even(pits, 1), even(pits, 4), random_board(pits, &mut rng)];
                    for board in boards {
                        let naive = Naive::new(board, pits);
                        for depth in 0..=4 {
                            let counts = [
                                sowings.perft(board, depth, end),
                                naive.perft(depth, capture, end),
                            ];
                            assert_eq!(counts[0], counts[1], "{board:x?} depth {depth} {end:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn counts_are_the_published_ones_and_tell_the_captures_apart() {
        for (pits, stones, capture, counts) in [
            (6, 4, Capture::Opposite, [6, 35, 185, 942, 4690, 23233]),
            (6, 4, Capture::Lone, [6, 35, 185, 942, 4685, 23169]),
            (6, 6, Capture::Lone, [6, 35, 190, 1056, 5882, 32243]),
            (6, 6, Capture::Opposite, [6, 35, 190, 1056, 5882, 32243]),
            (4, 4, Capture::Opposite, [4, 15, 51, 181, 644, 2203]),
            (3, 3, Capture::Lone, [3, 8, 19, 48, 120, 280]),
        ] {
            let sowings = Sowings::new(pits, capture);
            for (depth, count) in (1..).zip(counts) {
                let found = sowings.perft(even(pits, stones), depth, End::Either);
                assert_eq!(found, count, "({pits},{stones}) {capture:?} depth {depth}");
            }
        }
    }
}
