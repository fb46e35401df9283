//! Where the boards of the endgame tables lie.
//!
//! ```text
//! 0 stones | 1 stone | … | n stones in play
//!                          own stones 0 | 1 | … | n
//!                                         own pits, by steps and rank   (rows)
//!                                         × the other side's, likewise  (columns)
//! ```
//!
//! Boards on which a side has no stones are there too, so that nothing need be asked before a
//! board is looked up: with n stones on 2m pits that makes C(n + 2m - 1, 2m - 1) places.

use super::super::board::{Board, PITS_MAX};
use super::halves::{Halves, choose};

/// The number of boards with up to so many stones in play.
pub(in super::super) fn count(pits: usize, stones: u16) -> u64 {
    choose(usize::from(stones) + 2 * pits, 2 * pits)
}

/// Where each board with up to some number of stones lies.
#[derive(Clone, Debug)]
pub(in super::super) struct Layout {
    /// By the rank of the pits of a side: its place among those with as many stones, nearest to
    /// the store first.
    places: Vec<u32>,
    /// The ways to have so many stones on a side, by their number.
    ways: Vec<Ways>,
    /// By stones in play and own stones: where the rows begin.
    starts: Vec<Vec<usize>>,
    len: usize,
}

/// The pits of a side with some number of stones.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// In the order of their places.
    pub(super) pits: Vec<u64>,
    /// By steps: where those with so many begin; one more at the end.
    by_steps: Vec<usize>,
}

impl Ways {
    fn new(halves: &Halves, stones: u16) -> Self {
        let mut pits = Vec::new();
        let mut at = Some(u64::from(stones));
        while let Some(word) = at {
            pits.push(word);
            at = halves.next(word);
        }
        pits.sort_by_cached_key(|&word| halves.steps(word));
        let steps_max = usize::from(stones) * halves.pits();
        let by_steps = (0..=steps_max + 1)
            .map(|steps| pits.partition_point(|&word| halves.steps(word) < steps))
            .collect();
        Self { pits, by_steps }
    }

    /// The places of those with so many steps.
    pub(super) fn with_steps(&self, steps: usize) -> std::ops::Range<usize> {
        match (self.by_steps.get(steps), self.by_steps.get(steps + 1)) {
            (Some(&from), Some(&to)) => from..to,
            _ => 0..0,
        }
    }
}

impl Layout {
    /// The place of the empty board.
    pub(in super::super) fn none(halves: &Halves) -> Self {
        Self { places: vec![0], ways: vec![Ways::new(halves, 0)], starts: vec![vec![0]], len: 1 }
    }

    /// Adds the boards with one stone more.
    #[expect(clippy::cast_possible_truncation, reason = "places are below 2^32, see the tables")]
    pub(in super::super) fn grow(&mut self, halves: &Halves) {
        let stones = self.ways.len();
        let new = Ways::new(halves, stones as u16);
        self.places.resize(halves.count(stones as u16) as usize, 0);
        for (place, &word) in new.pits.iter().enumerate() {
            self.places[halves.rank::<PITS_MAX>(word) as usize] = place as u32;
        }
        self.ways.push(new);
        let mut starts = Vec::new();
        for own in 0..=stones {
            starts.push(self.len);
            self.len += self.ways[own].pits.len() * self.ways[stones - own].pits.len();
        }
        self.starts.push(starts);
    }

    /// Takes the boards with most stones away again.
    pub(super) fn shrink(&mut self) {
        self.ways.pop();
        if let Some(starts) = self.starts.pop() {
            self.len = starts[0];
        }
    }

    /// How many boards have a place.
    pub(in super::super) const fn len(&self) -> usize {
        self.len
    }

    /// The pits with so many stones, by their places.
    pub(super) fn ways(&self, stones: usize) -> &Ways {
        &self.ways[stones]
    }

    /// Where the boards with so many stones in play begin.
    pub(in super::super) fn first(&self, stones: u16) -> usize {
        self.starts[usize::from(stones)][0]
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are no more places than memory")]
    pub(in super::super) fn place<const WIDTH: usize>(&self, halves: &Halves, pits: u64) -> usize {
        self.places[halves.rank::<WIDTH>(pits) as usize] as usize
    }

    /// Where a board is, by stones in play, own stones and the places of both sides.
    #[inline]
    pub(in super::super) fn index(
        &self,
        stones: u16,
        own: u16,
        row: usize,
        column: usize,
    ) -> usize {
        let [stones, own] = [usize::from(stones), usize::from(own)];
        self.starts[stones][own] + row * self.ways[stones - own].pits.len() + column
    }

    /// Where a board with so many stones in play is.
    #[inline]
    pub(in super::super) fn find<const WIDTH: usize>(
        &self,
        halves: &Halves,
        board: Board,
        stones: u16,
    ) -> usize {
        let row = self.place::<WIDTH>(halves, board.own);
        let column = self.place::<WIDTH>(halves, board.opposing);
        self.index(stones, Board::sum(board.own), row, column)
    }

    /// Calls `see` with each of these places, the board with so many stones in play that is there, and
    /// the place of its opposing pits, until it says `false`.
    pub(in super::super) fn each_board(
        &self,
        stones: u16,
        places: std::ops::Range<usize>,
        mut see: impl FnMut(usize, Board, usize) -> bool,
    ) {
        let stones = usize::from(stones);
        let starts = &self.starts[stones];
        let mut at = places.start;
        while at < places.end {
            let own = starts.partition_point(|&start| start <= at) - 1;
            let [rows, columns] = [&self.ways[own].pits, &self.ways[stones - own].pits];
            let (row, first) =
                ((at - starts[own]) / columns.len(), (at - starts[own]) % columns.len());
            let end = columns.len().min(first + places.end - at);
            for (place, (column, &opposing)) in (at..).zip((first..).zip(&columns[first..end])) {
                if !see(place, Board { own: rows[row], opposing }, column) {
                    return;
                }
            }
            at += end - first;
        }
    }

    /// The board with so many stones in play that is at this place.
    pub(in super::super) fn board(&self, stones: u16, at: usize) -> Board {
        let stones = usize::from(stones);
        let starts = &self.starts[stones];
        let own = starts.partition_point(|&start| start <= at) - 1;
        let [rows, columns] = [&self.ways[own].pits, &self.ways[stones - own].pits];
        let inside = at - starts[own];
        Board { own: rows[inside / columns.len()], opposing: columns[inside % columns.len()] }
    }
}
