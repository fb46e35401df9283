//! What the solver remembers: boards told apart for certain, two bounds each.
//!
//! Two entries share a bucket: the first is for the board with more empty squares, whose proof cost
//! more, the second for the latest.

use super::super::board::Board;
use plyglot_core::memory::{NoRoom, has_room, zeroed_lines};

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

/// An entry as it lies in memory, which the system hands out as zeros when it is first touched: a game
/// with little time does not wait for room that it has no use for.
type Words = [u64; 3];

impl Entry {
    #[inline]
    fn of(words: Words) -> Self {
        let [own, opposing, rest] = words;
        let [low, high, mv, empty, ..] = rest.to_le_bytes();
        let known = Known { low: low.cast_signed(), high: high.cast_signed(), mv };
        Self { board: Board { own, opposing }, known, empty }
    }

    #[inline]
    fn words(self) -> Words {
        let Self { board: Board { own, opposing }, known: Known { low, high, mv }, empty } = self;
        let rest = [low.cast_unsigned(), high.cast_unsigned(), mv, empty, 0, 0, 0, 0];
        [own, opposing, u64::from_le_bytes(rest)]
    }
}

/// The memory: a power of two of buckets.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    entries: Vec<Words>,
    /// The first entry of the first bucket.
    first: usize,
    bits: u32,
}

impl Memory {
    /// Room for two to this power buckets, or for as many as fit into so many MiB.
    pub(super) fn new(bits: u32, mib_max: usize) -> Result<Self, NoRoom> {
        let bits = Self::bits_within(bits, mib_max);
        let len = WAYS << bits;
        has_room((len * size_of::<Words>()) >> 20)?;
        let (entries, first) = zeroed_lines(len)?;
        Ok(Self { entries, first, bits })
    }

    /// How many of these bits fit into so many MiB.
    pub(super) fn bits_within(bits: u32, mib_max: usize) -> u32 {
        bits.min(((mib_max.max(1) << 20) / (WAYS * size_of::<Words>())).ilog2())
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
        self.first + WAYS * (spread >> (u64::BITS - self.bits)) as usize
    }

    /// What is known of a board, if anything.
    #[inline]
    pub(super) fn find(&self, board: Board) -> Option<Known> {
        let at = self.bucket(board);
        let bucket = &self.entries[at..at + WAYS];
        let mut entries = bucket.iter().map(|&words| Entry::of(words));
        entries.find(|entry| entry.board == board && entry.empty > 0).map(|entry| entry.known)
    }

    /// Remembers what is known of a board with so many empty squares, at least one.
    #[inline]
    pub(super) fn keep(&mut self, board: Board, known: Known, empty: u8) {
        let at = self.bucket(board);
        let bucket = &mut self.entries[at..at + WAYS];
        let [first, second] = [Entry::of(bucket[0]), Entry::of(bucket[1])];
        let place = if second.board == board {
            1
        } else {
            usize::from(first.board != board && first.empty > empty)
        };
        if place == 0 && first.board != board {
            bucket[1] = bucket[0];
        }
        bucket[place] = Entry { board, known, empty }.words();
    }

    /// How full it is, in thousandths, from a sample.
    pub(super) fn fill(&self) -> u32 {
        let sample = self.entries.get(self.first..).unwrap_or_default();
        let sample = &sample[..sample.len().min(2000)];
        let used = sample.iter().filter(|&&words| Entry::of(words).empty > 0).count();
        u32::try_from(used * 1000 / sample.len().max(1)).unwrap_or(1000)
    }
}
