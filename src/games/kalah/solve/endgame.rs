//! The endgame tables: the exact margin of every board with few stones in play.
//!
//! Kalah has no way back: a sowing that banks nothing only carries stones towards the store of
//! their owner, and any other leaves fewer stones in play. So one pass suffices, by stones in
//! play, and among boards with as many by the steps that all stones have to go; what a board
//! leads to has always been worked out before it.
//!
//! ```text
//! 0 stones | 1 stone | … | n stones in play
//!                          own stones 0 | 1 | … | n
//!                                         own pits, by steps and rank   (rows)
//!                                         × the other side's, likewise  (columns)
//! ```
//!
//! Boards on which a side has no stones are there too, so that nothing need be asked before a
//! board is looked up: with n stones on 2m pits that makes C(n + 2m - 1, 2m - 1) margins.

use super::super::board::{Board, PITS_MAX, Sowings};
use super::Ending;
use super::halves::{Halves, choose};

/// Margins of all boards with up to so many stones in play, a byte each.
#[derive(Clone, Debug)]
pub(super) struct Endgames {
    stones: u16,
    /// By the rank of the pits of a side: its place among those with as many stones, nearest to
    /// the store first.
    places: Vec<u32>,
    /// The ways to have so many stones on a side, by their number.
    ways: Vec<Ways>,
    /// By stones in play and own stones: where the rows begin.
    starts: Vec<Vec<usize>>,
    margins: Vec<i8>,
}

/// The number of boards with up to so many stones in play.
pub(super) fn count(pits: usize, stones: u16) -> u64 {
    choose(usize::from(stones) + 2 * pits, 2 * pits)
}

/// The pits of a side with some number of stones.
#[derive(Clone, Debug)]
struct Ways {
    /// In the order of their places.
    pits: Vec<u64>,
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
        pits.sort_by_key(|&word| halves.steps(word));
        let steps_max = usize::from(stones) * halves.pits();
        let by_steps = (0..=steps_max + 1)
            .map(|steps| pits.partition_point(|&word| halves.steps(word) < steps))
            .collect();
        Self { pits, by_steps }
    }

    /// The places of those with so many steps.
    fn with_steps(&self, steps: usize) -> std::ops::Range<usize> {
        match (self.by_steps.get(steps), self.by_steps.get(steps + 1)) {
            (Some(&from), Some(&to)) => from..to,
            _ => 0..0,
        }
    }
}

impl Endgames {
    /// The table of the empty board.
    pub(super) fn none(halves: &Halves) -> Self {
        Self {
            stones: 0,
            places: vec![0],
            ways: vec![Ways::new(halves, 0)],
            starts: vec![vec![0]],
            margins: vec![0],
        }
    }

    /// Most stones in play that the tables know.
    pub(super) const fn stones(&self) -> u16 {
        self.stones
    }

    /// How many boards the tables know.
    pub(super) const fn len(&self) -> usize {
        self.margins.len()
    }

    /// The margin of a board with so many stones in play, at most [`Self::stones`].
    #[inline]
    pub(super) fn margin<const WIDTH: usize>(
        &self,
        halves: &Halves,
        board: Board,
        stones: u16,
    ) -> i8 {
        let row = self.place::<WIDTH>(halves, board.own);
        let column = self.place::<WIDTH>(halves, board.opposing);
        self.margins[self.index(stones, Board::sum(board.own), row, column)]
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are no more places than memory")]
    fn place<const WIDTH: usize>(&self, halves: &Halves, pits: u64) -> usize {
        self.places[halves.rank::<WIDTH>(pits) as usize] as usize
    }

    /// Where the margin of a board is, by stones in play, own stones and the places of both sides.
    #[inline]
    fn index(&self, stones: u16, own: u16, row: usize, column: usize) -> usize {
        let [stones, own] = [usize::from(stones), usize::from(own)];
        self.starts[stones][own] + row * self.ways[stones - own].pits.len() + column
    }

    /// Works out all boards with one stone more. Says whether it did: `must_stop` is asked now and
    /// then, and leaves the tables as they were.
    pub(super) fn grow(
        &mut self,
        halves: &Halves,
        sowings: &Sowings,
        ending: Ending,
        must_stop: &dyn Fn() -> bool,
    ) -> bool {
        let stones = self.stones + 1;
        let before = self.margins.len();
        self.make_room(halves, stones);
        let mut pass = Pass { tables: self, halves, sowings, ending, stones };
        let steps_max = usize::from(stones) * halves.pits();
        let is_done = (0..=steps_max).all(|steps| {
            let goes_on = !must_stop();
            if goes_on {
                (0..=stones).for_each(|own| pass.fill(steps, own));
            }
            goes_on
        });
        if is_done {
            self.stones = stones;
        } else {
            self.ways.pop();
            self.starts.pop();
            self.margins.truncate(before);
        }
        is_done
    }

    #[expect(clippy::cast_possible_truncation, reason = "places are below 2^32, see the tables")]
    fn make_room(&mut self, halves: &Halves, stones: u16) {
        let new = Ways::new(halves, stones);
        self.places.resize(halves.count(stones) as usize, 0);
        for (place, &word) in new.pits.iter().enumerate() {
            self.places[halves.rank::<PITS_MAX>(word) as usize] = place as u32;
        }
        self.ways.push(new);
        let mut end = self.margins.len();
        let mut starts = Vec::new();
        for own in 0..=usize::from(stones) {
            starts.push(end);
            end += self.ways[own].pits.len() * self.ways[usize::from(stones) - own].pits.len();
        }
        self.starts.push(starts);
        self.margins.resize(end, 0);
    }
}

/// The making of the tables for one number of stones.
struct Pass<'a> {
    tables: &'a mut Endgames,
    halves: &'a Halves,
    sowings: &'a Sowings,
    ending: Ending,
    stones: u16,
}

/// Pits of a side and their place, since one board has them after the other.
type Recent = [(u64, usize); PITS_MAX];

impl Pass<'_> {
    /// The boards with so many own stones, and so many steps on both sides together.
    fn fill(&mut self, steps: usize, own: u16) {
        let [rows, columns] = [own, self.stones - own].map(usize::from);
        for own_steps in 0..=steps {
            let row_places = self.tables.ways[rows].with_steps(own_steps);
            let column_places = self.tables.ways[columns].with_steps(steps - own_steps);
            if column_places.is_empty() {
                continue;
            }
            for row in row_places {
                let mut recent = [(u64::MAX, 0); PITS_MAX];
                for column in column_places.clone() {
                    let at = self.tables.index(self.stones, own, row, column);
                    let board = Board {
                        own: self.tables.ways[rows].pits[row],
                        opposing: self.tables.ways[columns].pits[column],
                    };
                    self.tables.margins[at] = self.work_out(board, column, &mut recent);
                }
            }
        }
    }

    /// The margin of a board from the margins of those it leads to. `column` is the place of its
    /// opposing pits.
    #[expect(clippy::cast_possible_truncation, reason = "no margin is beyond the stones in play")]
    fn work_out(&self, board: Board, column: usize, recent: &mut Recent) -> i8 {
        if board.is_over(self.ending.end) {
            return self.ending.margin(board) as i8;
        }
        let Self { tables, halves, .. } = self;
        let mut best = i16::MIN;
        for pit in board.pits() {
            let sown = self.sowings.sow(board, pit);
            let Board { own, opposing } = sown.board;
            if recent[pit].0 != own {
                recent[pit] = (own, tables.place::<PITS_MAX>(halves, own));
            }
            let own_place = recent[pit].1;
            let opposing_place = if opposing == board.opposing {
                column
            } else {
                tables.place::<PITS_MAX>(halves, opposing)
            };
            let left = self.stones - sown.banked;
            let banked = sown.banked.cast_signed();
            let value = if sown.again {
                let at = tables.index(left, Board::sum(own), own_place, opposing_place);
                banked + i16::from(tables.margins[at])
            } else {
                let at = tables.index(left, Board::sum(opposing), opposing_place, own_place);
                banked - i16::from(tables.margins[at])
            };
            best = best.max(value);
        }
        best as i8
    }
}
