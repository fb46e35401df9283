//! Who is told how often each weight counts: whoever adds up, and whoever has to know for each
//! weight, to fit it or to explain the sum.

use super::super::board::{Board, Set, place_of};
use super::super::rules::{Draughts, Position};
use super::layout::{LATE_ROWS, SQUARES};
use super::{LATE_WHOLE, Table, late, survey};
use plyglot_core::Side;
use plyglot_core::bits::bits;

/// Whoever is told how often each weight counts.
pub(super) trait Tally {
    /// The weight of this index counts so many times more for this side.
    fn add(&mut self, side: Side, index: usize, times: i32);

    /// The weights of this index, with all men, and of the next, with none, count so many times
    /// more for this side.
    fn add_tapered(&mut self, side: Side, index: usize, times: i32);

    /// Men of this side stand here by their squares and, late, by their rows.
    fn add_men<B: Board>(&mut self, side: Side, men: Set);
}

/// The indices of the weights of a man's square and of its row.
pub(super) fn man<B: Board>(bit: u8) -> [usize; 2] {
    [SQUARES.first + usize::from(bit), LATE_ROWS.first + place_of::<B>(bit).0 as usize]
}

/// Adds up what the first side has more, in tenths.
pub(super) struct Sum<'a> {
    table: &'a Table,
    late: i32,
    whole: i32,
    /// What counts with all men, and with none.
    tapered: [i32; 2],
}

impl<'a> Sum<'a> {
    pub(super) const fn new(table: &'a Table, late: i32) -> Self {
        Self { table, late, whole: 0, tapered: [0; 2] }
    }

    #[inline]
    fn value(&self, side: Side, index: usize, times: i32) -> i32 {
        side.relative(i32::from(self.table.values[index]) * times)
    }

    /// The whole, in eightieths of a cp.
    #[inline]
    pub(super) const fn total(&self) -> i32 {
        let [early, end] = self.tapered;
        LATE_WHOLE * self.whole + (LATE_WHOLE - self.late) * early + self.late * end
    }
}

impl Tally for Sum<'_> {
    #[inline]
    fn add(&mut self, side: Side, index: usize, times: i32) {
        self.whole += self.value(side, index, times);
    }

    #[inline]
    fn add_tapered(&mut self, side: Side, index: usize, times: i32) {
        self.tapered[0] += self.value(side, index, times);
        self.tapered[1] += self.value(side, index + 1, times);
    }

    #[inline]
    fn add_men<B: Board>(&mut self, side: Side, men: Set) {
        let sum = self.table.men.iter().zip(men.to_le_bytes()).fold(0, |sum, (sums, byte)| {
            let [squares, rows] = sums[usize::from(byte)];
            sum + squares + rows * self.late
        });
        self.whole += side.relative(sum);
    }
}

/// Remembers what is added: how many eighths which weight counts for the first side more.
pub(super) struct Trace {
    late: i32,
    eighths: Vec<(usize, i32)>,
}

impl Trace {
    pub(super) fn of<B: Board>(rules: &Draughts<B>, pos: &Position) -> Vec<(usize, i32)> {
        let late = late::<B>(pos);
        let mut trace = Self { late, eighths: Vec::new() };
        survey(rules, pos, late, &mut trace);
        trace.eighths
    }

    fn push(&mut self, side: Side, index: usize, eighths: i32) {
        if eighths != 0 {
            self.eighths.push((index, side.relative(eighths)));
        }
    }
}

impl Tally for Trace {
    fn add(&mut self, side: Side, index: usize, times: i32) {
        self.push(side, index, LATE_WHOLE * times);
    }

    fn add_tapered(&mut self, side: Side, index: usize, times: i32) {
        self.push(side, index, (LATE_WHOLE - self.late) * times);
        self.push(side, index + 1, self.late * times);
    }

    fn add_men<B: Board>(&mut self, side: Side, men: Set) {
        for [square, row] in bits(men).map(man::<B>) {
            self.add(side, square, 1);
            self.add(side, row, self.late);
        }
    }
}
