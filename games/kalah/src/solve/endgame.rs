//! The endgame tables: the exact margin of every board with few stones in play.
//!
//! Kalah has no way back: a sowing that banks nothing only carries stones towards the store of
//! their owner, and any other leaves fewer stones in play. So one pass suffices, by stones in
//! play, and among boards with as many by the steps that all stones have to go; what a board
//! leads to has always been worked out before it.
//!
//! Tables of a file hold the same margins in the same order ([`super::layout`]), so they are taken
//! over as they are.

use std::sync::atomic::{AtomicI8, Ordering};

use plyglot_parallel as parallel;

use super::super::board::{Board, Sowings};
use super::Ending;
use super::halves::Halves;
use super::layout::{Layout, count};
use super::packed::Packed;
use super::pass::Pass;
use plyglot_core::memory::{NoRoom, advise_large_pages, prefetch, zeroed_lines};
use plyglot_tablebase::span::margin_of;

/// Margins of all boards with up to so many stones in play, a byte each.
#[derive(Debug)]
pub(in super::super) struct Endgames {
    stones: u16,
    pub(super) layout: Layout,
    /// Written by several threads at a time, each its own places; reading one costs no more than
    /// reading a byte.
    pub(super) margins: Vec<AtomicI8>,
    /// Those of the first places, where there are many; none elsewhere.
    packed: Packed,
}

impl Endgames {
    /// The table of the empty board.
    pub(in super::super) fn none(halves: &Halves) -> Self {
        Self {
            stones: 0,
            layout: Layout::none(halves),
            margins: vec![AtomicI8::new(0)],
            packed: Packed::default(),
        }
    }

    /// Tables without boards that have room for all boards with up to so many stones, at most
    /// [`packed::STONES_MAX`], in two thirds of a byte each.
    pub(super) fn packed(halves: &Halves, stones: u16) -> Result<Self, NoRoom> {
        let boards = usize::try_from(count(halves.pits(), stones)).map_err(|_| NoRoom::Refused)?;
        let mut tables = Self { packed: Packed::with_room(boards)?, ..Self::none(halves) };
        tables.pack();
        Ok(tables)
    }

    /// Packs the margins that are not.
    pub(super) fn pack(&mut self) {
        let first = self.packed.len();
        let margins = self.margins.iter().take(self.layout.len() - first);
        self.packed.push_all(margins.map(|margin| margin.load(Ordering::Relaxed)), self.stones);
        self.margins = Vec::new();
    }

    /// Where the boards with most stones begin, and how many they are.
    pub(super) fn last_places(&self) -> (usize, usize) {
        let first = self.layout.first(self.stones);
        (first, self.layout.len() - first)
    }

    /// The same of the boards with one stone more.
    pub(super) fn next_places(&self, halves: &Halves) -> (usize, usize) {
        let boards = count(halves.pits(), self.stones + 1) - count(halves.pits(), self.stones);
        (self.layout.len(), usize::try_from(boards).unwrap_or(usize::MAX))
    }

    /// The packed words that hold the margins of the boards with most stones.
    pub(super) fn last_words(&self) -> &[u16] {
        self.packed.words_from(self.layout.first(self.stones))
    }

    /// Takes over the margins of all boards with one stone more, as packed words that `fill` fills.
    pub(super) fn take_words(
        &mut self,
        halves: &Halves,
        fill: impl FnOnce(&mut [u16]) -> Result<(), String>,
    ) -> Result<(), String> {
        let (_, margins) = self.next_places(halves);
        let words = self.packed.words_for(margins);
        let before = words[0];
        if let Err(error) = fill(words) {
            words[0] = before;
            self.packed.forget(margins);
            return Err(error);
        }
        self.layout.grow(halves);
        self.stones += 1;
        Ok(())
    }

    /// Most stones in play that the tables know.
    pub(super) const fn stones(&self) -> u16 {
        self.stones
    }

    /// How many boards the tables know.
    pub(super) const fn len(&self) -> usize {
        self.layout.len()
    }

    /// The margins of the boards with most stones in play.
    pub(in super::super) fn last(&self) -> impl Iterator<Item = i8> {
        let places = self.layout.first(self.stones)..self.layout.len();
        places.map(|at| self.at(at, self.stones))
    }

    /// The margin of a board with so many stones in play, at most [`Self::stones`].
    #[inline]
    pub(super) fn margin<const WIDTH: usize>(
        &self,
        halves: &Halves,
        board: Board,
        stones: u16,
    ) -> i8 {
        self.at(self.layout.find::<WIDTH>(halves, board, stones), stones)
    }

    /// Where the margin of a board with so many stones in play is.
    #[inline]
    pub(super) fn find<const WIDTH: usize>(
        &self,
        halves: &Halves,
        board: Board,
        stones: u16,
    ) -> usize {
        self.layout.find::<WIDTH>(halves, board, stones)
    }

    /// Asks for the margin at a place, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, at: usize) {
        match at.checked_sub(self.packed.len()) {
            Some(at) => prefetch(&self.margins[at]),
            None => self.packed.prefetch(at),
        }
    }

    /// The margin at a place, with so many stones in play.
    #[inline]
    pub(super) fn at(&self, at: usize, stones: u16) -> i8 {
        match at.checked_sub(self.packed.len()) {
            Some(at) => self.margins[at].load(Ordering::Relaxed),
            None => self.packed.margin(at, stones),
        }
    }

    /// Where margins that are not packed begin.
    #[inline]
    pub(super) const fn unpacked(&self) -> usize {
        self.packed.len()
    }

    /// Takes over the margins of all boards with one stone more, as codes in the order of their
    /// places. Says whether they are as many.
    #[expect(clippy::cast_possible_truncation, reason = "the margin of a code fits a signed byte")]
    pub(in super::super) fn take_over(
        &mut self,
        halves: &Halves,
        len: u64,
        codes: impl Iterator<Item = u8>,
    ) -> bool {
        let from = self.layout.len();
        self.layout.grow(halves);
        let fits = (self.layout.len() - from) as u64 == len;
        if fits {
            let margins = codes.map(|code| margin_of(code).unwrap_or(0) as i8);
            self.margins.truncate(from);
            self.margins.extend(margins.map(AtomicI8::new));
            self.stones += 1;
        } else {
            self.layout.shrink();
        }
        fits
    }

    /// Works out all boards with one stone more, alone or with all threads of the pool it is called
    /// in. Says whether it did: `must_stop` is asked now and then, and leaves the tables as they
    /// were, as does a system that refuses memory.
    pub(in super::super) fn grow(
        &mut self,
        halves: &Halves,
        sowings: &Sowings,
        ending: Ending,
        must_stop: &dyn Fn() -> bool,
        alone: bool,
    ) -> bool {
        let stones = self.stones + 1;
        self.layout.grow(halves);
        let unpacked = self.layout.len() - self.packed.len();
        if self.packed.len() > 0 {
            let Ok((mut margins, _)) = zeroed_lines(unpacked) else {
                self.layout.shrink();
                return false;
            };
            advise_large_pages(&mut margins);
            self.margins = margins;
        } else {
            self.margins.resize_with(unpacked, || AtomicI8::new(0));
        }
        let pass = Pass { tables: self, halves, sowings, ending, stones };
        let steps_max = usize::from(stones) * halves.pits();
        let every: Vec<u16> = (0..=stones).collect();
        // Boards with as many steps do not lead to each other.
        let is_done = (0..=steps_max).all(|steps| {
            if alone {
                return (0..=stones).all(|own| {
                    pass.fill(steps, own);
                    !must_stop()
                });
            }
            parallel::each(every.len(), &|at| pass.fill(steps, every[at]));
            !must_stop()
        });
        if is_done {
            self.stones = stones;
        } else {
            self.layout.shrink();
            self.margins.truncate(self.layout.len() - self.packed.len());
        }
        is_done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::halves::choose;
    use crate::{Kalah, RuleSet};
    use std::cell::Cell;

    /// No table has more stones in play than this, see `worthwhile`.
    const STONES_MAX: usize = 20;
    /// So many boards are worked out in some hundredths of a second.
    const BOARDS_MAX: usize = 1 << 19;

    /// A table may be worked out for seconds, but its parts are small, and after each the question
    /// comes whether to stop.
    #[test]
    fn no_more_than_half_a_million_boards_are_worked_out_between_two_questions_to_stop() {
        let kalah = Kalah::new(RuleSet::STANDARD, 6, 6);
        let halves = Halves::new(kalah.pits());
        let mut layout = Layout::none(&halves);
        (0..STONES_MAX).for_each(|_| layout.grow(&halves));
        let boards = |steps: usize, own: usize| -> usize {
            let [rows, columns] = [own, STONES_MAX - own].map(|stones| layout.ways(stones));
            let with = |own| rows.with_steps(own).len() * columns.with_steps(steps - own).len();
            (0..=steps).map(with).sum()
        };
        let parts = |stones: usize| {
            let all = (0..=stones * kalah.pits()).map(move |steps| (steps, 0..=stones));
            all.flat_map(|(steps, own)| own.map(move |own| (steps, own)))
        };
        let all: usize = parts(STONES_MAX).map(|(steps, own)| boards(steps, own)).sum();
        assert_eq!(all as u64, choose(STONES_MAX + 11, 11), "these are the boards of the table");
        let largest = parts(STONES_MAX).map(|(steps, own)| boards(steps, own)).max();
        assert!(largest.unwrap() <= BOARDS_MAX, "{largest:?}");
        let ending = Ending { end: kalah.variant.end, rest: kalah.variant.rest };
        let mut tables = Endgames::none(&halves);
        for stones in 1..=8 {
            let questions = Cell::new(0);
            let must_stop = || questions.replace(questions.get() + 1) > 1_000_000;
            assert!(tables.grow(&halves, &kalah.sowings, ending, &must_stop, true));
            assert!(questions.get() >= parts(stones).count(), "{stones}: {questions:?}");
        }
    }
}
