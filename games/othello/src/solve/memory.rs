//! What the solver remembers: boards told apart for certain, two bounds each.
//!
//! Two entries share a bucket: the first is for the board with more empty squares, whose proof cost
//! more, the second for the latest.

use super::super::board::Board;
use plyglot_core::memory::{NoRoom, has_room};

/// What is known of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The margin is at least this …
    pub(super) low: i8,
    /// … and at most this.
    pub(super) high: i8,
    /// The move that showed `low`, or seemed the best; [`NO_MOVE`] where none is known.
    pub(super) mv: u8,
}

/// As the move of an entry: none.
pub(super) const NO_MOVE: u8 = 64;
const WAYS: usize = 2;

#[derive(Clone, Copy, Debug)]
struct Entry {
    board: Board,
    known: Known,
    /// Empty squares; 0 for an entry that is free.
    empty: u8,
}

const FREE: Entry = Entry {
    board: Board { own: 0, opposing: 0 },
    known: Known { low: i8::MIN, high: i8::MAX, mv: NO_MOVE },
    empty: 0,
};

/// The memory: a power of two of buckets.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    entries: Vec<Entry>,
    bits: u32,
}

impl Memory {
    /// Room for two to this power buckets, or for as many as fit into so many MiB.
    pub(super) fn new(bits: u32, mib_max: usize) -> Result<Self, NoRoom> {
        let most = ((mib_max.max(1) << 20) / (WAYS * size_of::<Entry>())).ilog2();
        let bits = bits.min(most);
        let len = WAYS << bits;
        has_room((len * size_of::<Entry>()) >> 20)?;
        Ok(Self { entries: vec![FREE; len], bits })
    }

    /// The power of two of its buckets; 0 where there is no room at all.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "fewer bits than a bucket's number has")]
    fn bucket(&self, board: Board) -> usize {
        let mixed = board.own.wrapping_mul(0x9FB2_1C65_1E98_DF25)
            ^ board.opposing.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29);
        let spread = (mixed ^ mixed >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        WAYS * (spread >> (u64::BITS - self.bits)) as usize
    }

    /// What is known of a board, if anything.
    #[inline]
    pub(super) fn find(&self, board: Board) -> Option<Known> {
        let at = self.bucket(board);
        let bucket = &self.entries[at..at + WAYS];
        bucket.iter().find(|entry| entry.board == board && entry.empty > 0).map(|entry| entry.known)
    }

    /// Remembers what is known of a board with so many empty squares, at least one.
    #[inline]
    pub(super) fn keep(&mut self, board: Board, known: Known, empty: u8) {
        let at = self.bucket(board);
        let bucket = &mut self.entries[at..at + WAYS];
        let place = if bucket[1].board == board {
            1
        } else {
            usize::from(bucket[0].board != board && bucket[0].empty > empty)
        };
        if place == 0 && bucket[0].board != board {
            bucket[1] = bucket[0];
        }
        bucket[place] = Entry { board, known, empty };
    }

    /// How full it is, in thousandths, from a sample.
    pub(super) fn fill(&self) -> u32 {
        let sample = &self.entries[..self.entries.len().min(2000)];
        let used = sample.iter().filter(|entry| entry.empty > 0).count();
        u32::try_from(used * 1000 / sample.len().max(1)).unwrap_or(1000)
    }
}
