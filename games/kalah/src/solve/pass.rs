//! The making of the endgame tables for one number of stones.
//!
//! Where the stones of a pit go, and so where the board after it lies, depends on the own pits alone
//! for one half of the address and on the opposing pits for the other; only what is caught depends on
//! both. So both halves are found once: for each row (own pits) the moves and the places of what they
//! leave ([`Move`]), for a block of columns (opposing pits) where the boards begin that have them after
//! each number of stones sown there, or after a catch ([`Block`]). A board is then an addition and a
//! read for each pit, in loops that the processor can foresee, and what a block reads stays in the
//! cache: 44 million boards in a second of a processor, where to sow every pit of every board in the same
//! order took it 21. That is still done in rows with a pit that goes all the way round, and in the tests.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::super::board::{Board, PITS_MAX, Sowings};
use super::super::variant::Capture;
use super::Ending;
use super::endgame::Endgames;
use super::halves::Halves;
use plyglot_core::game::sowing::in_pit;

/// So many columns are worked out together: as many margins as a cache line has.
const COLUMNS: usize = 64;

/// One number of stones.
pub(super) struct Pass<'a> {
    pub(super) tables: &'a Endgames,
    pub(super) halves: &'a Halves,
    pub(super) sowings: &'a Sowings,
    pub(super) ending: Ending,
    pub(super) stones: u16,
}

/// What sowing a pit leaves on the own side, by its place there, and how the turn ends.
#[derive(Clone, Copy)]
enum Move {
    /// So many stones fall on the other side; none of them, and none is banked, or one is.
    Turn { beyond: usize, place: usize },
    /// The last stone is banked.
    Again { place: usize },
    /// The last stone falls into an own empty pit. Where there is something to catch, the place
    /// without that stone counts.
    Catch { pit: usize, place: usize, without: usize },
}

/// The sowings of a row.
struct Row {
    moves: [Move; PITS_MAX],
    count: usize,
}

/// By column: where what a move leads to begins, to which a place of the own side is added.
struct Block {
    from: usize,
    len: usize,
    /// By stones that fall on the other side.
    turned: [[usize; COLUMNS]; PITS_MAX + 1],
    /// By own pit that the last stone falls into, and what is banked then; 0 for no catch.
    caught: [[usize; COLUMNS]; PITS_MAX],
    banked: [[i8; COLUMNS]; PITS_MAX],
}

impl Pass<'_> {
    /// The boards with so many own stones, and so many steps on both sides together.
    pub(super) fn fill(&self, steps: usize, own: u16) {
        // Six pits are the game that people play; its ranks are worth their own code.
        if self.halves.pits() <= 6 {
            self.fill_wide::<6>(steps, own);
        } else {
            self.fill_wide::<PITS_MAX>(steps, own);
        }
    }

    fn fill_wide<const WIDTH: usize>(&self, steps: usize, own: u16) {
        let [rows, columns] = [own, self.stones - own].map(usize::from);
        let layout = &self.tables.layout;
        for own_steps in 0..=steps {
            let row_places = layout.ways(rows).with_steps(own_steps);
            let column_places = layout.ways(columns).with_steps(steps - own_steps);
            if column_places.is_empty() || row_places.is_empty() {
                continue;
            }
            if rows == 0 || columns == 0 {
                self.fill_slowly::<WIDTH>(own, row_places, column_places);
                continue;
            }
            let moves: Vec<Option<Row>> =
                row_places.clone().map(|row| self.row::<WIDTH>(own, row)).collect();
            let mut block = Block::empty();
            for from in column_places.clone().step_by(COLUMNS) {
                let len = COLUMNS.min(column_places.end - from);
                self.enter::<WIDTH>(own, from, len, &mut block);
                for (row, moves) in row_places.clone().zip(&moves) {
                    match moves {
                        Some(moves) => self.fill_row(own, row, moves, &block),
                        None => {
                            self.fill_slowly::<WIDTH>(own, row..row + 1, from..from + len);
                        }
                    }
                }
            }
        }
    }

    /// The sowings of a row; `None` where one goes all the way round.
    fn row<const WIDTH: usize>(&self, own: u16, row: usize) -> Option<Row> {
        let layout = &self.tables.layout;
        let pits = layout.ways(own.into()).pits[row];
        // Nothing is caught where there is nothing.
        let board = Board { own: pits, opposing: 0 };
        let place = |pits| layout.place::<WIDTH>(self.halves, pits);
        let mut row = Row { moves: [Move::Again { place: 0 }; PITS_MAX], count: 0 };
        for pit in board.pits() {
            let stones = board.stones(pit);
            if stones > 2 * self.halves.pits() {
                return None;
            }
            let last = pit + stones;
            let after = self.sowings.dry(board.own, pit);
            let width = self.halves.pits();
            let place_after = place(after);
            row.moves[row.count] = match last.checked_sub(width) {
                Some(0) => Move::Again { place: place_after },
                beyond => {
                    let beyond = beyond.unwrap_or(0).min(width);
                    Move::Turn { beyond, place: place_after }
                }
            };
            // The pit that the last stone falls into, if it is an own one.
            let lands = match last {
                last if last < width => Some(last),
                last if last > 2 * width => Some(last - 2 * width - 1),
                _ => None,
            };
            if let Some(lands) = lands.filter(|pit| after >> (8 * pit) & 0xff == 1) {
                if last > width {
                    return None;
                }
                let without = place(after ^ 1 << (8 * lands));
                row.moves[row.count] = Move::Catch { pit: lands, place: place_after, without };
            }
            row.count += 1;
        }
        Some(row)
    }

    /// Finds where what a block of columns leads to begins.
    fn enter<const WIDTH: usize>(&self, own: u16, from: usize, len: usize, block: &mut Block) {
        let layout = &self.tables.layout;
        let place = |pits| layout.place::<WIDTH>(self.halves, pits);
        let columns = self.stones - own;
        let width = self.halves.pits();
        (block.from, block.len) = (from, len);
        for (at, &pits) in layout.ways(columns.into()).pits[from..from + len].iter().enumerate() {
            let mut sown = pits;
            for (fell, starts) in (0..=own).zip(&mut block.turned[..=width]) {
                // Who sows beyond has passed the store.
                let banked = u16::from(fell > 0);
                if banked + fell > own {
                    break;
                }
                if fell > 0 {
                    sown += 1 << (8 * (fell - 1));
                }
                let left = self.stones - banked;
                starts[at] = layout.index(left, columns + fell, place(sown), 0);
            }
            for pit in 0..width {
                let held = pits & 0xff << (8 * (width - 1 - pit));
                let prey = in_pit(pits, width - 1 - pit);
                if prey == 0 && self.sowings.capture() == Capture::Opposite {
                    block.caught[pit][at] = block.turned[0][at];
                    block.banked[pit][at] = 0;
                } else {
                    block.banked[pit][at] = i8::try_from(1 + prey).unwrap_or(i8::MAX);
                    let rest = pits ^ held;
                    let left = Board::sum(rest);
                    let all = own - 1 + left;
                    block.caught[pit][at] = layout.index(all, left, place(rest), 0);
                }
            }
        }
    }

    /// A row of a block.
    fn fill_row(&self, own: u16, row: usize, moves: &Row, block: &Block) {
        let layout = &self.tables.layout;
        let mut best = [i8::MIN; COLUMNS];
        let best = &mut best[..block.len];
        for &sown in &moves.moves[..moves.count] {
            match sown {
                Move::Turn { beyond, place } => {
                    let is_past = beyond > 0;
                    let left = self.stones - u16::from(is_past);
                    for (best, start) in best.iter_mut().zip(&block.turned[beyond]) {
                        let margin = self.tables.at(start + place, left);
                        *best = (*best).max(i8::from(is_past) - margin);
                    }
                }
                Move::Again { place } => {
                    let from = layout.index(self.stones - 1, own - 1, place, block.from);
                    for (best, at) in best.iter_mut().zip(from..) {
                        *best = (*best).max(1 + self.tables.at(at, self.stones - 1));
                    }
                }
                Move::Catch { pit, place, without } => {
                    let starts = block.caught[pit].iter().zip(&block.banked[pit]);
                    for (best, (start, &banked)) in best.iter_mut().zip(starts) {
                        let place = if banked > 0 { without } else { place };
                        let left = self.stones - u16::from(banked.cast_unsigned());
                        *best = (*best).max(banked - self.tables.at(start + place, left));
                    }
                }
            }
        }
        let at = layout.index(self.stones, own, row, block.from) - self.tables.unpacked();
        for (margin, best) in self.tables.margins[at..].iter().zip(best) {
            margin.store(*best, Ordering::Relaxed);
        }
    }

    /// The boards of these rows and columns, one after the other.
    fn fill_slowly<const WIDTH: usize>(&self, own: u16, rows: Range<usize>, columns: Range<usize>) {
        let layout = &self.tables.layout;
        for row in rows {
            for column in columns.clone() {
                let board = Board {
                    own: layout.ways(own.into()).pits[row],
                    opposing: layout.ways((self.stones - own).into()).pits[column],
                };
                let margin = self.work_out::<WIDTH>(board);
                let at = layout.index(self.stones, own, row, column) - self.tables.unpacked();
                self.tables.margins[at].store(margin, Ordering::Relaxed);
            }
        }
    }

    /// The margin of a board from the margins of those it leads to.
    #[expect(clippy::cast_possible_truncation, reason = "no margin is beyond the stones in play")]
    pub(super) fn work_out<const WIDTH: usize>(&self, board: Board) -> i8 {
        if self.ending.end.is_over(board) {
            return self.ending.margin(board) as i8;
        }
        let mut best = i16::MIN;
        for pit in board.pits() {
            let sown = self.sowings.sow(board, pit);
            let left = self.stones - sown.banked;
            let banked = sown.banked.cast_signed();
            let margin = |board| self.tables.margin::<WIDTH>(self.halves, board, left);
            let value = if sown.again {
                banked + i16::from(margin(sown.board))
            } else {
                banked - i16::from(margin(sown.board.turned()))
            };
            best = best.max(value);
        }
        best as i8
    }
}

impl Block {
    const fn empty() -> Self {
        Self {
            from: 0,
            len: 0,
            turned: [[0; COLUMNS]; PITS_MAX + 1],
            caught: [[0; COLUMNS]; PITS_MAX],
            banked: [[0; COLUMNS]; PITS_MAX],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kalah, RuleSet};

    /// Enough stones for a pit that goes all the way round, on both kinds of widths.
    const BOARDS: [(usize, u16); 5] = [(1, 12), (2, 14), (3, 11), (6, 8), (7, 6)];

    #[test]
    fn what_halves_of_addresses_say_is_what_sowing_each_pit_says() {
        for set in [RuleSet::STANDARD, RuleSet::MOVER, RuleSet::IRVING] {
            for (pits, stones) in BOARDS {
                let kalah = Kalah::new(set, pits, 1);
                let halves = Halves::new(pits);
                let ending = Ending { end: kalah.variant.end, rest: kalah.variant.rest };
                let mut plain = Endgames::none(&halves);
                let mut packed = Endgames::packed(&halves, stones).unwrap();
                for stones in 1..=stones {
                    assert!(plain.grow(&halves, &kalah.sowings, ending, &|| false, true));
                    assert!(packed.grow(&halves, &kalah.sowings, ending, &|| false, false));
                    packed.pack();
                    let sowings = &*kalah.sowings;
                    let pass = Pass { tables: &plain, halves: &halves, sowings, ending, stones };
                    let (first, boards) = plain.last_places();
                    for at in first..first + boards {
                        let board = plain.layout.board(stones, at);
                        let slow = pass.work_out::<PITS_MAX>(board);
                        assert_eq!(plain.at(at, stones), slow, "{set:?} {board:x?}");
                        assert_eq!(packed.at(at, stones), slow, "packed: {set:?} {board:x?}");
                    }
                }
            }
        }
    }
}
