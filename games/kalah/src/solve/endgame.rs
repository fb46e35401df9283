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

use rayon::prelude::*;

use super::super::board::{Board, PITS_MAX, Sowings};
use super::Ending;
use super::halves::Halves;
use super::layout::Layout;
use plyglot_tablebase::span::margin_of;

/// Margins of all boards with up to so many stones in play, a byte each.
#[derive(Debug)]
pub(in super::super) struct Endgames {
    stones: u16,
    layout: Layout,
    /// Written by several threads at a time, each its own places; reading one costs no more than
    /// reading a byte.
    margins: Vec<AtomicI8>,
}

impl Endgames {
    /// The table of the empty board.
    pub(in super::super) fn none(halves: &Halves) -> Self {
        Self { stones: 0, layout: Layout::none(halves), margins: vec![AtomicI8::new(0)] }
    }

    /// Most stones in play that the tables know.
    pub(super) const fn stones(&self) -> u16 {
        self.stones
    }

    /// How many boards the tables know.
    pub(super) const fn len(&self) -> usize {
        self.margins.len()
    }

    /// The margins of the boards with most stones in play.
    pub(in super::super) fn last(&self) -> impl Iterator<Item = i8> {
        let last = &self.margins[self.layout.first(self.stones)..];
        last.iter().map(|margin| margin.load(Ordering::Relaxed))
    }

    /// The margin of a board with so many stones in play, at most [`Self::stones`].
    #[inline]
    pub(super) fn margin<const WIDTH: usize>(
        &self,
        halves: &Halves,
        board: Board,
        stones: u16,
    ) -> i8 {
        self.margins[self.layout.find::<WIDTH>(halves, board, stones)].load(Ordering::Relaxed)
    }

    #[inline]
    fn at(&self, index: usize) -> i16 {
        self.margins[index].load(Ordering::Relaxed).into()
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
        self.layout.grow(halves);
        let fits = (self.layout.len() - self.margins.len()) as u64 == len;
        if fits {
            let margins = codes.map(|code| margin_of(code).unwrap_or(0) as i8);
            self.margins.extend(margins.map(AtomicI8::new));
            self.stones += 1;
        } else {
            self.layout.shrink();
        }
        fits
    }

    /// Works out all boards with one stone more, alone or with all threads of the pool it is called
    /// in. Says whether it did: `must_stop` is asked now and then, and leaves the tables as they
    /// were.
    pub(in super::super) fn grow(
        &mut self,
        halves: &Halves,
        sowings: &Sowings,
        ending: Ending,
        must_stop: &dyn Fn() -> bool,
        alone: bool,
    ) -> bool {
        let stones = self.stones + 1;
        let before = self.margins.len();
        self.layout.grow(halves);
        self.margins.resize_with(self.layout.len(), || AtomicI8::new(0));
        let pass = Pass { tables: self, halves, sowings, ending, stones };
        let steps_max = usize::from(stones) * halves.pits();
        // Boards with as many steps do not lead to each other.
        let is_done = (0..=steps_max).all(|steps| {
            if alone {
                return (0..=stones).all(|own| {
                    pass.fill(steps, own);
                    !must_stop()
                });
            }
            (0..=stones).into_par_iter().for_each(|own| pass.fill(steps, own));
            !must_stop()
        });
        if is_done {
            self.stones = stones;
        } else {
            self.layout.shrink();
            self.margins.truncate(before);
        }
        is_done
    }
}

/// The making of the tables for one number of stones.
struct Pass<'a> {
    tables: &'a Endgames,
    halves: &'a Halves,
    sowings: &'a Sowings,
    ending: Ending,
    stones: u16,
}

/// Pits of a side and their place, since one board has them after the other.
type Recent = [(u64, usize); PITS_MAX];

impl Pass<'_> {
    /// The boards with so many own stones, and so many steps on both sides together.
    fn fill(&self, steps: usize, own: u16) {
        let [rows, columns] = [own, self.stones - own].map(usize::from);
        for own_steps in 0..=steps {
            let row_places = self.tables.layout.ways(rows).with_steps(own_steps);
            let column_places = self.tables.layout.ways(columns).with_steps(steps - own_steps);
            if column_places.is_empty() {
                continue;
            }
            for row in row_places {
                let mut recent = [(u64::MAX, 0); PITS_MAX];
                for column in column_places.clone() {
                    let at = self.tables.layout.index(self.stones, own, row, column);
                    let board = Board {
                        own: self.tables.layout.ways(rows).pits[row],
                        opposing: self.tables.layout.ways(columns).pits[column],
                    };
                    let margin = self.work_out(board, column, &mut recent);
                    self.tables.margins[at].store(margin, Ordering::Relaxed);
                }
            }
        }
    }

    /// The margin of a board from the margins of those it leads to. `column` is the place of its
    /// opposing pits.
    #[expect(clippy::cast_possible_truncation, reason = "no margin is beyond the stones in play")]
    fn work_out(&self, board: Board, column: usize, recent: &mut Recent) -> i8 {
        if self.ending.end.is_over(board) {
            return self.ending.margin(board) as i8;
        }
        let Self { tables, halves, .. } = self;
        let mut best = i16::MIN;
        for pit in board.pits() {
            let sown = self.sowings.sow(board, pit);
            let Board { own, opposing } = sown.board;
            if recent[pit].0 != own {
                recent[pit] = (own, tables.layout.place::<PITS_MAX>(halves, own));
            }
            let own_place = recent[pit].1;
            let opposing_place = if opposing == board.opposing {
                column
            } else {
                tables.layout.place::<PITS_MAX>(halves, opposing)
            };
            let left = self.stones - sown.banked;
            let banked = sown.banked.cast_signed();
            let value = if sown.again {
                let at = tables.layout.index(left, Board::sum(own), own_place, opposing_place);
                banked + tables.at(at)
            } else {
                let at = tables.layout.index(left, Board::sum(opposing), opposing_place, own_place);
                banked - tables.at(at)
            };
            best = best.max(value);
        }
        best as i8
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
