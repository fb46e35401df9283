//! Stones as sets of bits: chains, liberties, captures.
//!
//! Points are numbered row by row from A1, at the lower left, and every row is followed by one bit
//! that is no point, so that a shift by one never leads into another row:
//!
//! ```text
//!   3  8  9 10 11        a board of three lines: bits 3, 7 and 11 are no points; up is 4 bits
//!   2  4  5  6  7        further, right is one
//!   1  0  1  2  3
//!      A  B  C
//! ```
//!
//! Boards of nineteen lines take 380 bits, six words; smaller ones take fewer, and whatever is
//! computed here is compiled for one, two, three and six words ([`Set`]). A position keeps
//! six ([`Points`]).
//!
//! A *chain* is stones of one side that hang together along the lines, its *liberties* are the empty
//! points beside it; a chain without any is taken off the board. Chains are found by letting a set
//! grow into its neighbours until nothing is added.

use std::ops::{BitAnd, BitOr, Not};

/// Words of the largest board.
pub const WORDS_MAX: usize = 6;
/// Lines of the largest board.
pub const SIZE_MAX: u8 = 19;
/// Lines of the smallest.
pub const SIZE_MIN: u8 = 2;
/// The bits of a position.
pub type Points = Set<WORDS_MAX>;

/// A set of points in so many words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Set<const N: usize>(pub [u64; N]);

impl<const N: usize> Set<N> {
    /// No point.
    pub const EMPTY: Self = Self([0; N]);

    /// One point.
    #[inline]
    pub fn of(point: u16) -> Self {
        let mut set = Self::EMPTY;
        set.insert(point);
        set
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: u16) {
        self.0[usize::from(point) / 64] |= 1 << (point % 64);
    }

    /// Whether the point is in it.
    #[inline]
    pub fn contains(&self, point: u16) -> bool {
        self.0[usize::from(point) / 64] >> (point % 64) & 1 == 1
    }

    /// The same of a number that may be too high for any point.
    #[inline]
    pub fn contains_number(&self, number: u16) -> bool {
        let word = self.0.get(usize::from(number) / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Whether there is no point in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many points there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The points without those of another set.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The lowest point, if there is one.
    #[inline]
    pub fn lowest(&self) -> Option<u16> {
        self.iter().next()
    }

    /// The only point of a set that has one.
    #[inline]
    pub fn only(&self) -> Option<u16> {
        if self.count() == 1 { self.lowest() } else { None }
    }

    /// The points, lowest first.
    #[inline]
    pub fn iter(&self) -> Members<N> {
        Members { words: self.0, at: 0, first: 0 }
    }

    /// The same points in another number of words, which has room for them.
    #[inline]
    pub fn resized<const M: usize>(self) -> Set<M> {
        let mut words = [0; M];
        for (to, from) in words.iter_mut().zip(self.0) {
            *to = from;
        }
        Set(words)
    }

    /// All points moved to higher bits.
    #[inline]
    fn up(mut self, bits: u32) -> Self {
        let mut carried = 0;
        for word in &mut self.0 {
            let next = *word >> (64 - bits);
            *word = *word << bits | carried;
            carried = next;
        }
        self
    }

    /// All points moved to lower bits.
    #[inline]
    fn down(mut self, bits: u32) -> Self {
        let mut carried = 0;
        for word in self.0.iter_mut().rev() {
            let next = *word << (64 - bits);
            *word = *word >> bits | carried;
            carried = next;
        }
        self
    }
}

impl<const N: usize> IntoIterator for &Set<N> {
    type Item = u16;
    type IntoIter = Members<N>;

    fn into_iter(self) -> Members<N> {
        self.iter()
    }
}

impl<const N: usize> BitAnd for Set<N> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }
}

impl<const N: usize> BitOr for Set<N> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }
}

impl<const N: usize> Not for Set<N> {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

/// The points of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Members<const N: usize> {
    words: [u64; N],
    at: usize,
    /// The first bit of the word at hand.
    first: u16,
}

impl<const N: usize> Iterator for Members<N> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.at < N {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(self.first + u16::from(plyglot_core::bits::lowest(word)));
            }
            self.at += 1;
            self.first += 64;
        }
        None
    }
}

/// The lines of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid<const N: usize> {
    /// From a point to the one above it, bits.
    stride: u32,
    /// All points.
    pub board: Set<N>,
}

impl Grid<WORDS_MAX> {
    /// The board of so many lines.
    pub fn new(size: u8) -> Self {
        debug_assert!((SIZE_MIN..=SIZE_MAX).contains(&size), "{size}");
        let stride = u16::from(size) + 1;
        let mut board = Set::EMPTY;
        for row in 0..u16::from(size) {
            (0..u16::from(size)).for_each(|column| board.insert(row * stride + column));
        }
        Self { stride: stride.into(), board }
    }
}

impl<const N: usize> Grid<N> {
    /// The same board in another number of words, which has room for it.
    #[inline]
    pub fn resized<const M: usize>(&self) -> Grid<M> {
        Grid { stride: self.stride, board: self.board.resized() }
    }

    /// The numbers beside that of a point, those of no point among them.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a row has at most 20 numbers")]
    pub fn neighbours(&self, point: u16) -> [u16; 4] {
        let stride = self.stride as u16;
        [point + 1, point.wrapping_sub(1), point + stride, point.wrapping_sub(stride)]
    }

    /// The points beside those of a set.
    #[inline]
    pub fn beside(&self, set: Set<N>) -> Set<N> {
        let rows = set.up(self.stride) | set.down(self.stride);
        (set.up(1) | set.down(1) | rows) & self.board
    }

    /// What hangs together with some points of `within`.
    #[inline]
    pub fn chain(&self, from: Set<N>, within: Set<N>) -> Set<N> {
        let mut chain = from;
        loop {
            let grown = chain | self.beside(chain) & within;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    /// The stones of chains that have one liberty.
    pub fn in_atari(&self, stones: Set<N>, empty: Set<N>) -> Set<N> {
        let (mut left, mut found) = (stones, Set::EMPTY);
        while let Some(point) = left.lowest() {
            let chain = self.chain(Set::of(point), stones);
            left = left.without(chain);
            if (self.beside(chain) & empty).count() == 1 {
                found = found | chain;
            }
        }
        found
    }
}

/// The stones of both sides, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stones<const N: usize> {
    /// Those of the side to move.
    pub own: Set<N>,
    /// Those of the other side.
    pub opposing: Set<N>,
}

impl<const N: usize> Stones<N> {
    /// The points without a stone.
    #[inline]
    pub fn empty(&self, grid: &Grid<N>) -> Set<N> {
        grid.board.without(self.own | self.opposing)
    }

    /// Whether a stone of the side to move may stand on an empty point: it, or the chain that it
    /// becomes part of, has a liberty, at least once stones have been taken. With `suicide`, several
    /// stones may be taken off by their own side's move; a single one never, which would change
    /// nothing on the board.
    #[inline]
    pub fn is_playable(&self, grid: &Grid<N>, point: u16, suicide: bool) -> bool {
        let (stone, empty) = (Set::of(point), self.empty(grid));
        let beside = grid.beside(stone);
        if !(beside & empty).is_empty() {
            return true;
        }
        let friends = beside & self.own;
        if suicide && !friends.is_empty() {
            return true;
        }
        let has_liberty = |from, within| {
            let chain = grid.chain(from, within);
            !(grid.beside(chain) & empty).without(stone).is_empty()
        };
        if !friends.is_empty() && has_liberty(friends, self.own) {
            return true;
        }
        let opponents = beside & self.opposing;
        opponents.iter().any(|point| !has_liberty(Set::of(point), self.opposing))
    }

    /// All points where the side to move may put a stone, a ko apart.
    #[inline]
    pub fn playable(&self, grid: &Grid<N>, suicide: bool) -> Set<N> {
        let empty = self.empty(grid);
        let mut playable = empty & grid.beside(empty);
        for point in &empty.without(playable) {
            if self.is_playable(grid, point, suicide) {
                playable.insert(point);
            }
        }
        playable
    }

    /// Puts a stone on a point where it may stand, and takes off the chains that have no liberty
    /// then: the other side's, or its own where there are none. The sides do not change.
    #[inline]
    pub fn placed(&self, grid: &Grid<N>, point: u16) -> Placed<N> {
        let stone = Set::of(point);
        let own = self.own | stone;
        let empty = self.empty(grid).without(stone);
        let beside = grid.beside(stone);
        let mut captured = Set::EMPTY;
        for point in &(beside & self.opposing) {
            if captured.contains(point) || !(grid.beside(Set::of(point)) & empty).is_empty() {
                continue;
            }
            let chain = grid.chain(Set::of(point), self.opposing);
            if (grid.beside(chain) & empty).is_empty() {
                captured = captured | chain;
            }
        }
        let is_safe = !captured.is_empty() || !(beside & empty).is_empty();
        let mut suicides = Set::EMPTY;
        if !is_safe {
            let chain = grid.chain(stone, own);
            if (grid.beside(chain) & empty).is_empty() {
                suicides = chain;
            }
        }
        let stones = Self { own: own.without(suicides), opposing: self.opposing.without(captured) };
        Placed { stones, captured, suicides, ko: self.ko(grid, stone, captured) }
    }

    /// The point where a lone stone that has taken one stone could be taken in its turn: retaking
    /// it at once would bring the board back.
    #[inline]
    fn ko(&self, grid: &Grid<N>, stone: Set<N>, captured: Set<N>) -> Option<u16> {
        let point = captured.only()?;
        let is_alone = (grid.beside(stone) & self.own).is_empty();
        let is_in_atari = (grid.beside(stone) & self.empty(grid)).is_empty();
        (is_alone && is_in_atari).then_some(point)
    }

    /// The empty points that lead to stones of one side only, those of the side to move first.
    pub fn surrounded(&self, grid: &Grid<N>) -> [Set<N>; 2] {
        let empty = self.empty(grid);
        // What each side's stones see through empty points.
        let [own, opposing] =
            [self.own, self.opposing].map(|stones| grid.chain(grid.beside(stones) & empty, empty));
        [own.without(opposing), opposing.without(own)]
    }
}

/// A stone that has been put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed<const N: usize> {
    /// The stones now; `own` are still those of the side that moved.
    pub stones: Stones<N>,
    /// The stones of the other side that were taken.
    pub captured: Set<N>,
    /// The stones of the side that moved which had no liberty.
    pub suicides: Set<N>,
    /// Where the other side may not play at once.
    pub ko: Option<u16>,
}
