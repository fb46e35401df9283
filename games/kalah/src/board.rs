//! Sowings on the board of [`plyglot_core::game::sowing`]: two additions each.
//!
//! Where the stones of a pit go depends only on the pit and on how many they are. [`Sowings`] has
//! for both of them what to add to the two words (taking the stones out of their pit is part of
//! it, as a subtraction), how many stones are banked, and where the last one falls. Whether a
//! capture is due is seen after the sowing: the last stone fell into an empty pit of its owner if
//! it lies there alone. Who wants the stores adds up what [`Sowings::sow`] says was banked.

use super::variant::{Capture, End};
pub use plyglot_core::game::sowing::{Board, PITS_MAX, Pits, STONES_MAX};

impl End {
    /// Whether the game is over on this board, the side `own` to move.
    #[inline]
    pub const fn is_over(self, board: Board) -> bool {
        board.own == 0 || matches!(self, Self::Either) && board.opposing == 0
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

    /// What the sowing of a pit leaves in the own pits as long as nothing is caught.
    pub(super) fn dry(&self, own: u64, pit: usize) -> u64 {
        let stones = plyglot_core::game::sowing::in_pit(own, pit);
        own.wrapping_add(self.entries[(pit << 8 | stones) % (PITS_MAX << 8)].own)
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
        match landing(pits, pit + 1 + place) {
            Landing::Own(i) => own = own.wrapping_add(got << (8 * i)),
            Landing::Store => banked = small(count),
            Landing::Opposing(i) => opposing += got << (8 * i),
        }
    }
    let (last, opposite) = match landing(pits, pit + stones) {
        Landing::Own(i) => (8 * i, 8 * (pits - 1 - i)),
        Landing::Store => (IN_STORE.into(), 0),
        Landing::Opposing(_) => (BEYOND.into(), 0),
    };
    Entry { own, opposing, banked, last: small(last), opposite: small(opposite) }
}

/// A number below 256 as a byte.
fn small(number: usize) -> u8 {
    u8::try_from(number).expect("shifts and stones are bytes")
}

enum Landing {
    Own(usize),
    Store,
    Opposing(usize),
}

/// The place so many steps after the player's first pit.
fn landing(pits: usize, steps: usize) -> Landing {
    match steps % (2 * pits + 1) {
        at if at < pits => Landing::Own(at),
        at if at == pits => Landing::Store,
        at => Landing::Opposing(at - pits - 1),
    }
}
