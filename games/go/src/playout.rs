//! Games played on by lot, fast: what a Monte-Carlo search asks thousands of times a second.
//!
//! Chosen is what the other side's last move asks for: its stones are taken if they have one liberty,
//! and own stones that it has left with one are saved if that gives them a second, or by taking stones
//! beside them [gelly-2006]; room that is left for two eyes is taken at its middle; else a stone is put
//! beside it, mostly, where the stones around have a shape that asks for one ([`Shapes`]). Else stones
//! are taken that are come upon, and else a legal move is drawn that fills no eye of its own side; a ko
//! may not be retaken at once, several stones are never put without a liberty, and longer repetition is
//! not looked at. A game that neither side wants to go on, or that has gone on for too long, is counted
//! by area. What is seen of a single point is in `sight`.

use super::rules::{Go, Move, Position};
use super::shapes::Shapes;
use super::table::{Holds, Table, holds, index, opposite};
use plyglot_core::Side;

/// One time in so many no shape is asked for, so that games do not all go the same way.
const NO_SHAPE_ONE_IN: usize = 5;
/// So many empty points from one drawn are looked at for stones to take. Twice as many are no better.
const TAKING_POINTS: usize = 20;
/// The most points of a space whose middle is one move from two eyes.
const SPACE_MAX: usize = 5;

/// Moves of a game played on, as a multiple of the points of the board, at most.
const LENGTH_MAX: usize = 3;

/// A board on which a game is played on.
#[derive(Clone, Debug)]
pub struct Playout {
    pub(super) table: Table,
    /// On which the side to move may not play; 0 for none.
    pub(super) ko: u16,
    /// Where the last stone was put; 0 for none.
    last: u16,
    side: Side,
    passes: u8,
    pub(super) shapes: Shapes,
}

impl Playout {
    /// The board of a position, and the move that led to it if that is to be answered.
    pub fn new(rules: &Go, pos: &Position, last: Option<Move>) -> Self {
        let size = usize::from(rules.size());
        let mut board = Self {
            table: Table::new(size),
            ko: 0,
            last: 0,
            side: pos.side,
            passes: pos.passes,
            shapes: Shapes::all(),
        };
        for point in rules.points() {
            board.table.vacate(board.at(point));
        }
        for side in Side::BOTH {
            for point in &pos.stones[side.index()] {
                board.table.put(board.at(point), holds(side));
            }
        }
        board.ko = pos.ko().map_or(0, |ko| board.at(ko));
        let last = last.and_then(Move::point).filter(|_| pos.passes == 0);
        board.last = last.map_or(0, |point| board.at(point));
        board
    }

    /// The same as if nobody had passed yet.
    #[must_use]
    pub fn going_on(self) -> Self {
        Self { passes: 0, ..self }
    }

    /// The same with this side to move, nothing forbidden by a ko and no move to be answered.
    #[must_use]
    pub(super) fn turned_to(self, side: Side) -> Self {
        Self { side, ko: 0, last: 0, ..self.going_on() }
    }

    /// After so many moves a game has gone on for too long.
    #[expect(clippy::cast_possible_truncation, reason = "a board has 361 points")]
    pub fn length_max(&self) -> u32 {
        (LENGTH_MAX * (self.table.stride - 1).pow(2)) as u32
    }

    /// Neither side wants to go on.
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// The other side has passed.
    pub(super) fn has_passed(&self) -> bool {
        self.passes > 0
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Where the last stone was put, if it was.
    pub(super) fn last_stone(&self) -> Option<usize> {
        (self.last > 0).then(|| self.last.into())
    }

    /// Makes a move by lot.
    pub fn step(&mut self, lot: &mut impl FnMut(usize) -> usize) -> Move {
        self.step_at(lot).map_or(Move::PASS, |at| self.move_at(at))
    }

    /// The same; says the place in the table.
    pub(super) fn step_at(&mut self, lot: &mut impl FnMut(usize) -> usize) -> Option<u16> {
        let chosen = self.choose(lot);
        self.make(chosen);
        chosen
    }

    /// Places in the table where the side to move may put a stone that fills no eye.
    pub(super) fn sensible(&self) -> impl Iterator<Item = u16> {
        let own = holds(self.side);
        let empty = self.table.empty[..self.table.empty_count].iter().copied();
        empty.filter(move |&at| self.is_sensible(at.into(), own))
    }

    /// By how many points Black is ahead where every empty point is an eye: stones, and points all
    /// of whose neighbours are of one side.
    pub fn area(&self) -> i16 {
        let rows = 1..self.table.stride;
        let places = |row| row * self.table.stride..row * self.table.stride + self.table.stride - 1;
        rows.flat_map(places).map(|at| self.owner(at)).sum()
    }

    /// Whose a point is so: 1 for Black, -1 for White.
    pub fn owner_of(&self, point: u16) -> i16 {
        self.owner(self.at(point).into())
    }

    /// The same of a place in the table.
    pub(super) fn owner(&self, at: usize) -> i16 {
        match self.table.holds[at] {
            Holds::Black => return 1,
            Holds::White => return -1,
            Holds::Nothing | Holds::Frame => {}
        }
        let around = self.table.around(at).map(|at| self.table.holds[at]);
        match [Holds::Black, Holds::White].map(|stone| around.contains(&stone)) {
            [true, false] => 1,
            [false, true] => -1,
            [true, true] | [false, false] => 0,
        }
    }

    /// The place in the table of a point of a position.
    #[expect(clippy::cast_possible_truncation, reason = "a table has 421 places")]
    pub(super) fn at(&self, point: u16) -> u16 {
        point + self.table.stride as u16
    }

    #[expect(clippy::cast_possible_truncation, reason = "a table has 421 places")]
    fn move_at(&self, at: u16) -> Move {
        Move(at - self.table.stride as u16)
    }

    /// What the last move asks for, or a legal move that fills no eye, by lot: the first from a point
    /// drawn.
    fn choose(&self, lot: &mut impl FnMut(usize) -> usize) -> Option<u16> {
        if self.table.empty_count == 0 {
            return None;
        }
        let own = holds(self.side);
        if self.last > 0
            && let Some(asked_for) = self.asked_for(own, lot)
        {
            return Some(asked_for);
        }
        let from = lot(self.table.empty_count);
        let (before, after) = self.table.empty[..self.table.empty_count].split_at(from);
        let mut in_turn = after.iter().chain(before).copied();
        let mut near = in_turn.clone().take(TAKING_POINTS);
        let taking =
            near.find(|&at| self.takes(at.into(), own) && self.is_sensible(at.into(), own));
        taking.or_else(|| in_turn.find(|&at| self.is_sensible(at.into(), own)))
    }

    /// What the last move asks for.
    fn asked_for(&self, own: Holds, lot: &mut impl FnMut(usize) -> usize) -> Option<u16> {
        let urgent = self.answer(own).or_else(|| self.middle(own));
        urgent.or_else(|| if lot(NO_SHAPE_ONE_IN) > 0 { self.shape(own, lot) } else { None })
    }

    /// The point where the last stone is taken, or stones are saved that it has left with one liberty.
    fn answer(&self, own: Holds) -> Option<u16> {
        let last = usize::from(self.last);
        let taken = self.table.only_liberty(last).filter(|&at| self.is_sensible(at.into(), own));
        taken.or_else(|| {
            let beside =
                self.table.around(last).into_iter().filter(|&at| self.table.holds[at] == own);
            beside.filter_map(|at| Some((at, self.table.only_liberty(at)?))).find_map(
                |(at, liberty)| {
                    let is_saved = self.gives_room(liberty.into(), own);
                    is_saved.then_some(liberty).or_else(|| self.relief(at, own))
                },
            )
        })
    }

    /// The point where stones beside a chain are taken, which gives it room.
    fn relief(&self, stone: usize, own: Holds) -> Option<u16> {
        let mut at = stone;
        loop {
            let besieging = self
                .table
                .around(at)
                .into_iter()
                .filter(|&at| self.table.holds[at] == opposite(own));
            let mut taken = besieging.filter_map(|at| self.table.only_liberty(at));
            if let Some(point) = taken.find(|&point| self.is_sensible(point.into(), own)) {
                return Some(point);
            }
            at = self.table.next[at].into();
            if at == stone {
                return None;
            }
        }
    }

    /// The middle of a space that the last stone closes, where a stone leaves room for one eye only: of
    /// three points, and of four or five that all are beside it but one at most (nakade).
    fn middle(&self, own: Holds) -> Option<u16> {
        let spaces = self.table.around(self.last.into()).into_iter();
        spaces.filter(|&at| self.table.holds[at] == Holds::Nothing).find_map(|from| {
            let (points, count) = self.space(from, opposite(own))?;
            let points = &points[..count];
            let beside =
                |at| self.table.around(at).into_iter().filter(|at| points.contains(at)).count();
            let middle = points.iter().copied().max_by_key(|&at| beside(at))?;
            let most = beside(middle);
            let is_vital = count >= 3 && (most == count - 1 || (most, count) == (3, SPACE_MAX));
            (is_vital && self.is_sensible(middle, own)).then(|| index(middle))
        })
    }

    /// The empty points around one, if there are few and only stones of one side are beside them.
    fn space(&self, from: usize, closed_by: Holds) -> Option<([usize; SPACE_MAX], usize)> {
        let (mut points, mut count, mut seen) = ([from; SPACE_MAX], 1, 0);
        while seen < count {
            for beside in self.table.around(points[seen]) {
                let held = self.table.holds[beside];
                if held == opposite(closed_by) {
                    return None;
                }
                if held == Holds::Nothing && !points[..count].contains(&beside) {
                    *points.get_mut(count)? = beside;
                    count += 1;
                }
            }
            seen += 1;
        }
        Some((points, count))
    }

    /// A point beside the last stone where the stones around have a shape that asks for one, by lot.
    fn shape(&self, own: Holds, lot: &mut impl FnMut(usize) -> usize) -> Option<u16> {
        let last = usize::from(self.last);
        let mut fitting = [0; 8];
        let mut count = 0;
        for at in self.table.around(last).into_iter().chain(self.table.corners(last)) {
            let fits = self.table.holds[at] == Holds::Nothing
                && self.shapes.has(self.surrounding(at))
                && self.is_sensible(at, own)
                && !self.is_self_atari(at, own);
            if fits {
                fitting[count] = index(at);
                count += 1;
            }
        }
        (count > 0).then(|| fitting[lot(count)])
    }

    /// Puts a stone on a place, or passes.
    pub(super) fn make(&mut self, chosen: Option<u16>) {
        self.ko = 0;
        self.last = chosen.unwrap_or(0);
        match chosen {
            Some(at) => {
                self.passes = 0;
                let (before, own) = (self.table.empty_count, holds(self.side));
                let is_closed = self.table.around(at.into()).iter().all(|&beside| {
                    let stone = self.table.holds[beside];
                    stone == opposite(own) || stone == Holds::Frame
                });
                self.table.put(at, own);
                // One stone was taken by a stone that stands where one stone could.
                if is_closed && self.table.empty_count == before {
                    self.ko = self.table.empty[self.table.empty_count - 1];
                }
            }
            None => self.passes += 1,
        }
        self.side = self.side.other();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ko, RuleSet, Terms};
    use plyglot_core::game::{Notation, Rules};
    use plyglot_core::rng::{Rng, seeded};
    use rand::RngExt;

    #[test]
    fn the_middle_of_a_space_for_two_eyes_is_taken() {
        let rules = Go::new(Terms { size: 5, rules: RuleSet::CHINESE, komi: 0, handicap: 0 });
        for (board, last, middle) in [
            ("5/5/5/OOOO1/3O1 b", 3, Some(1)),   // three in a row
            ("5/5/OOO2/2O2/1OO2 b", 1, Some(6)), // three around a corner
            ("5/5/5/OOOX1/3O1 b", 3, Some(1)),   // a stone outside changes nothing
            ("5/5/5/OO3/2O2 b", 2, None),        // two are one eye anyhow
            ("5/5/5/OOOOO/4O b", 4, None),       // four in a row are two
            ("5/5/5/OOXO1/3O1 b", 3, None),      // a stone of one's own is beside
        ] {
            let pos = rules.parse_position(board).unwrap();
            let played_on = Playout::new(&rules, &pos, Some(Move(last)));
            let found = played_on.middle(Holds::Black).map(|at| played_on.move_at(at).0);
            assert_eq!(found, middle, "{board}");
        }
    }

    #[test]
    fn games_played_on_are_legal_and_end_as_the_rules_count() {
        let mut rng: Rng = seeded(1);
        for size in [2, 3, 5, 9, 19] {
            let rules = RuleSet { ko: Ko::Simple, ..RuleSet::CHINESE };
            let rules = Go::new(Terms { size, rules, komi: 0, handicap: 0 });
            for _ in 0..if size < 9 { 200 } else { 20 } {
                let mut pos = rules.start();
                let mut board = Playout::new(&rules, &pos, None);
                let mut left = LENGTH_MAX * usize::from(size).pow(2);
                while pos.passes < 2 && left > 0 {
                    let mv = board.step(&mut |below| rng.random_range(0..below));
                    assert!(rules.is_legal(&pos, mv), "{mv:?} {pos:?}");
                    rules.play(&mut pos, mv);
                    left -= 1;
                    let afresh = Playout::new(&rules, &pos, None);
                    assert_eq!((board.ko, board.side), (afresh.ko, afresh.side));
                    assert_eq!(board.table.holds, afresh.table.holds);
                    for point in rules.points() {
                        let at = usize::from(board.at(point));
                        if matches!(board.table.holds[at], Holds::Black | Holds::White) {
                            let of = |board: &Playout| {
                                board.table.liberties[usize::from(board.table.head[at])]
                            };
                            assert_eq!(of(&board), of(&afresh));
                        }
                    }
                }
                if pos.passes == 2 {
                    assert_eq!(2 * board.area(), rules.half_points(&pos), "{pos:?}");
                }
            }
        }
    }
}
