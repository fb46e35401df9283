//! Margins of many boards in two thirds of a byte each.
//!
//! The margin of a board is even or odd as its stones are, and no more than they are: with up to 39
//! stones in play half the way from the lowest margin is one of forty numbers at most, and three such
//! numbers fit into sixteen bits.
//!
//! ```text
//!   margin = 2 code - stones          word = code0 + 40 code1 + 1600 code2  <  2^16
//! ```

use plyglot_core::memory::{NoRoom, advise_large_pages, has_room, prefetch, zeroed_lines};

/// Codes are below this.
const RADIX: u16 = 40;
/// Most stones in play of a board whose margin has a code.
pub(super) const STONES_MAX: u16 = RADIX - 1;
/// Codes of a word.
pub(super) const CODES: usize = 3;
const POWERS: [u16; CODES] = [1, RADIX, RADIX * RADIX];

const _: () = assert!((RADIX as u32 - 1) * (1 + RADIX as u32 + (RADIX as u32).pow(2)) < 1 << 16);

/// Margins by their places, from the first on.
#[derive(Debug, Default)]
pub(super) struct Packed {
    words: Vec<u16>,
    len: usize,
}

impl Packed {
    /// Room for so many margins, in large pages where the system has them; none is there yet.
    pub(super) fn with_room(margins: usize) -> Result<Self, NoRoom> {
        let words = margins.div_ceil(CODES);
        has_room((words * size_of::<u16>()) >> 20)?;
        let (mut words, _) = zeroed_lines::<u16>(words)?;
        advise_large_pages(&mut words);
        Ok(Self { words, len: 0 })
    }

    /// How many margins there are.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The margin at a place, with so many stones in play.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "no margin is beyond the stones in play")]
    pub(super) fn margin(&self, at: usize, stones: u16) -> i8 {
        let word = self.words[at / CODES];
        let code = match at % CODES {
            0 => word % RADIX,
            1 => word / RADIX % RADIX,
            _ => word / (RADIX * RADIX),
        };
        (2 * code).wrapping_sub(stones) as i8
    }

    /// Asks for a margin, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, at: usize) {
        prefetch(&self.words[at / CODES]);
    }

    /// Puts the margins of boards with so many stones behind the others. There is room for them.
    pub(super) fn push_all(&mut self, margins: impl Iterator<Item = i8>, stones: u16) {
        debug_assert!(stones <= STONES_MAX, "{stones}");
        for margin in margins {
            let code = stones.wrapping_add_signed(margin.into()) / 2;
            debug_assert!(code < RADIX, "{margin} of {stones}");
            self.words[self.len / CODES] += code * POWERS[self.len % CODES];
            self.len += 1;
        }
    }

    /// The words that hold the margins from this one to the last. The first of them may hold others
    /// before it.
    pub(super) fn words_from(&self, first: usize) -> &[u16] {
        &self.words[first / CODES..self.len.div_ceil(CODES)]
    }

    /// Puts so many margins behind the others, from the words that hold them.
    pub(super) fn words_for(&mut self, margins: usize) -> &mut [u16] {
        let first = self.len;
        self.len += margins;
        &mut self.words[first / CODES..self.len.div_ceil(CODES)]
    }

    /// Takes the last margins away, whose words were given up in the middle: those that were there
    /// before are the first of them.
    pub(super) fn forget(&mut self, margins: usize) {
        let last = self.len - margins;
        self.words[last.div_ceil(CODES)..self.len.div_ceil(CODES)].fill(0);
        self.len = last;
    }
}
