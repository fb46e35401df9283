//! Games played on by lot, fast: what a Monte-Carlo search asks thousands of times a second.
//!
//! Chosen is what the other side's last move asks for: its stones are taken if they have one liberty,
//! and own stones that it has left with one are saved if that gives them a second, or by taking stones
//! beside them; else a stone is put beside it where the stones around have a shape that asks for one ([`Shapes`]) [gelly-2006]. Else a
//! legal move is drawn that fills no eye of its own side; a ko may not be retaken at once, several
//! stones are never put without a liberty, and longer repetition is not looked at. A game that neither
//! side wants to go on, or that has gone on for too long, is counted by area.

use super::rules::{Go, Move, Position};
use super::shapes::Shapes;
use super::table::{Holds, Table, holds, index, opposite};
use plyglot_core::Side;

/// Moves of a game played on, as a multiple of the points of the board, at most.
const LENGTH_MAX: usize = 3;

/// A board on which a game is played on.
#[derive(Clone, Debug)]
pub struct Playout {
    table: Table,
    /// On which the side to move may not play; 0 for none.
    ko: u16,
    /// Where the last stone was put; 0 for none.
    last: u16,
    side: Side,
    passes: u8,
    shapes: Shapes,
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

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.side
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
            && let Some(answer) = self.answer(own).or_else(|| self.shape(own, lot))
        {
            return Some(answer);
        }
        let from = lot(self.table.empty_count);
        let (before, after) = self.table.empty[..self.table.empty_count].split_at(from);
        let mut in_turn = after.iter().chain(before).copied();
        in_turn.find(|&at| self.is_sensible(at.into(), own))
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

    /// What the eight points around hold, as [`Shapes`] asks for it.
    fn surrounding(&self, at: usize) -> u16 {
        let [below, left, right, above] = self.table.around(at);
        let [below_left, below_right, above_left, above_right] = self.table.corners(at);
        let clockwise =
            [above_left, above, above_right, right, below_right, below, below_left, left];
        clockwise.into_iter().rev().fold(0, |seen, at| seen << 2 | self.table.holds[at] as u16)
    }

    /// Whether a stone there leaves its chain with one liberty at most, as far as its neighbours show:
    /// what it takes, and chains with more than two liberties, give room.
    fn is_self_atari(&self, at: usize, own: Holds) -> bool {
        let mut room = 0;
        for beside in self.table.around(at) {
            let stone = self.table.holds[beside];
            match stone {
                Holds::Nothing => room += 1,
                Holds::Frame => {}
                _ => {
                    let liberties = self.table.liberties[usize::from(self.table.head[beside])];
                    if liberties.is_atari() == (stone != own) {
                        room += if stone == own { 2 } else { 1 };
                    }
                }
            }
        }
        room < 2
    }

    /// Whether a stone of this side has two liberties there at sight, one being enough beside a chain
    /// of its side that has others.
    fn gives_room(&self, at: usize, own: Holds) -> bool {
        let mut room = 0;
        for beside in self.table.around(at) {
            match self.table.holds[beside] {
                Holds::Nothing => room += 1,
                Holds::Frame => {}
                stone if stone == own => {
                    let liberties = self.table.liberties[usize::from(self.table.head[beside])];
                    room += if liberties.is_atari() { 0 } else { 2 };
                }
                _ => {}
            }
        }
        room >= 2 && self.is_sensible(at, own)
    }

    /// Legal, and no eye.
    fn is_sensible(&self, at: usize, own: Holds) -> bool {
        let around = self.table.around(at);
        let mut friends = 0;
        for beside in around {
            match self.table.holds[beside] {
                Holds::Nothing => return true,
                Holds::Frame => friends += 1,
                stone => friends += u8::from(stone == own),
            }
        }
        if usize::from(self.ko) == at || friends == 4 && self.is_eye(at, own) {
            return false;
        }
        around.into_iter().any(|beside| {
            let stone = self.table.holds[beside];
            if stone == Holds::Frame {
                return false;
            }
            let is_atari = self.table.liberties[usize::from(self.table.head[beside])].is_atari();
            // A chain of one's own lends a liberty, one of the other side is taken.
            is_atari != (stone == own)
        })
    }

    /// Whether a point that only stones of one side are beside is an eye: of the corners around it the
    /// other side has none at the edge, and one at most inside.
    fn is_eye(&self, at: usize, own: Holds) -> bool {
        let is_inside =
            self.table.around(at).iter().all(|&at| self.table.holds[at] != Holds::Frame);
        let opposite = opposite(own);
        let lost =
            self.table.corners(at).iter().filter(|&&at| self.table.holds[at] == opposite).count();
        lost < if is_inside { 2 } else { 1 }
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
    use plyglot_core::game::Rules;
    use plyglot_core::rng::{Rng, seeded};
    use rand::RngExt;

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
