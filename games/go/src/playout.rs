//! Games played on by lot, fast: what a Monte-Carlo search asks thousands of times a second.
//!
//! The board is a table of points with a frame, each chain a ring of its stones that knows its
//! *pseudo-liberties*: the empty points beside its stones, counted once for each stone they are beside
//! [boon-2008]. Their number, their sum and the sum of their squares are kept as stones come and go;
//! a chain has no liberty when the number is 0, and a single one when `number * squares = sum²`. Two
//! chains become one by adding three numbers and joining two rings.
//!
//! Points of the table are those of `board`, one row further, so that every point has a neighbour below:
//!
//! ```text
//!   #  .  .  .  #          a board of three lines: # is the frame, one column of it serves
//!   #  .  .  .  #          as right of one row and left of the next
//!   #  .  .  .  #
//!   #  #  #  #
//! ```
//!
//! Chosen is what the other side's last move asks for: its stones are taken if they have one liberty,
//! and own stones that it has left with one are saved if that gives them a second [gelly-2006]. Else a
//! legal move is drawn that fills no eye of its own side; a ko may not be retaken at once, several
//! stones are never put without a liberty, and longer repetition is not looked at. A game that neither
//! side wants to go on, or that has gone on for too long, is counted by area.

use super::board::SIZE_MAX;
use super::rules::{Go, Move, Position};
use plyglot_core::Side;

const WIDE: usize = SIZE_MAX as usize + 1;
const TABLE: usize = WIDE * (SIZE_MAX as usize + 2) + 1;
const POINTS_MAX: usize = SIZE_MAX as usize * SIZE_MAX as usize;
/// Moves of a game played on, as a multiple of the points of the board, at most.
const LENGTH_MAX: usize = 3;

/// What a point holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    Black = 0,
    White = 1,
    Nothing = 2,
    Frame = 3,
}

/// The liberties of a chain, counted once for each of its stones that they are beside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Liberties {
    number: u32,
    sum: u32,
    squares: u32,
}

impl Liberties {
    fn add(&mut self, point: u16) {
        let point = u32::from(point);
        self.number += 1;
        self.sum += point;
        self.squares += point * point;
    }

    fn remove(&mut self, point: u16) {
        let point = u32::from(point);
        self.number -= 1;
        self.sum -= point;
        self.squares -= point * point;
    }

    /// All of them are one point.
    fn is_atari(self) -> bool {
        u64::from(self.number) * u64::from(self.squares) == u64::from(self.sum).pow(2)
    }
}

/// A board on which a game is played on.
#[derive(Clone, Debug)]
pub struct Playout {
    holds: [Holds; TABLE],
    /// The stone by which the chain of a stone is known.
    head: [u16; TABLE],
    /// The next stone of the chain, the last before the first.
    next: [u16; TABLE],
    /// Stones of the chain, by its head.
    stones: [u16; TABLE],
    /// Liberties of the chain, by its head.
    liberties: [Liberties; TABLE],
    /// The points without a stone, in no order.
    empty: [u16; POINTS_MAX],
    /// Where in `empty` a point is.
    place: [u16; TABLE],
    empty_count: usize,
    stride: usize,
    /// On which the side to move may not play; 0 for none.
    ko: u16,
    /// Where the last stone was put; 0 for none.
    last: u16,
    side: Side,
    passes: u8,
    points: usize,
}

const fn holds(side: Side) -> Holds {
    match side {
        Side::First => Holds::Black,
        Side::Second => Holds::White,
    }
}

const fn opposite(stone: Holds) -> Holds {
    match stone {
        Holds::Black => Holds::White,
        Holds::White => Holds::Black,
        Holds::Nothing | Holds::Frame => stone,
    }
}

impl Playout {
    /// The board of a position.
    pub fn new(rules: &Go, pos: &Position) -> Self {
        let size = usize::from(rules.size());
        let stride = size + 1;
        let mut board = Self {
            holds: [Holds::Frame; TABLE],
            head: [0; TABLE],
            next: [0; TABLE],
            stones: [0; TABLE],
            liberties: [Liberties::default(); TABLE],
            empty: [0; POINTS_MAX],
            place: [0; TABLE],
            empty_count: 0,
            stride,
            ko: 0,
            last: 0,
            side: pos.side,
            passes: pos.passes,
            points: size * size,
        };
        for point in rules.points() {
            board.vacate(board.at(point));
        }
        for side in Side::BOTH {
            for point in &pos.stones[side.index()] {
                board.put(board.at(point), holds(side));
            }
        }
        board.ko = pos.ko().map_or(0, |ko| board.at(ko));
        board
    }

    /// After so many moves a game has gone on for too long.
    #[expect(clippy::cast_possible_truncation, reason = "a board has 361 points")]
    pub fn length_max(&self) -> u32 {
        (LENGTH_MAX * self.points) as u32
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
        let chosen = self.choose(lot);
        self.make(chosen);
        chosen.map_or(Move::PASS, |at| self.move_at(at))
    }

    /// By how many points Black is ahead where every empty point is an eye: stones, and points all
    /// of whose neighbours are of one side.
    pub fn area(&self) -> i16 {
        let rows = 1..self.stride;
        let places = |row| row * self.stride..row * self.stride + self.stride - 1;
        rows.flat_map(places).map(|at| self.owner(at)).sum()
    }

    /// Whose a point is so: 1 for Black, -1 for White.
    pub fn owner_of(&self, point: u16) -> i16 {
        self.owner(self.at(point).into())
    }

    /// The same of a place in the table.
    fn owner(&self, at: usize) -> i16 {
        match self.holds[at] {
            Holds::Black => return 1,
            Holds::White => return -1,
            Holds::Nothing | Holds::Frame => {}
        }
        let around = self.around(at).map(|at| self.holds[at]);
        match [Holds::Black, Holds::White].map(|stone| around.contains(&stone)) {
            [true, false] => 1,
            [false, true] => -1,
            [true, true] | [false, false] => 0,
        }
    }

    /// The place in the table of a point of a position.
    #[expect(clippy::cast_possible_truncation, reason = "a table has 421 places")]
    fn at(&self, point: u16) -> u16 {
        point + self.stride as u16
    }

    #[expect(clippy::cast_possible_truncation, reason = "a table has 421 places")]
    fn move_at(&self, at: u16) -> Move {
        Move(at - self.stride as u16)
    }

    fn around(&self, at: usize) -> [usize; 4] {
        [at - self.stride, at - 1, at + 1, at + self.stride]
    }

    fn corners(&self, at: usize) -> [usize; 4] {
        let stride = self.stride;
        // Below A1 there is nothing, and the frame is what is meant.
        [at.saturating_sub(stride + 1), at - stride + 1, at + stride - 1, at + stride + 1]
    }

    /// What the last move asks for, or a legal move that fills no eye, by lot: the first from a point
    /// drawn.
    fn choose(&self, lot: &mut impl FnMut(usize) -> usize) -> Option<u16> {
        if self.empty_count == 0 {
            return None;
        }
        let own = holds(self.side);
        if self.last > 0
            && let Some(answer) = self.answer(own)
        {
            return Some(answer);
        }
        let from = lot(self.empty_count);
        let (before, after) = self.empty[..self.empty_count].split_at(from);
        let mut in_turn = after.iter().chain(before).copied();
        in_turn.find(|&at| self.is_sensible(at.into(), own))
    }

    /// The point where the last stone is taken, or stones are saved that it has left with one liberty.
    fn answer(&self, own: Holds) -> Option<u16> {
        let last = usize::from(self.last);
        let taken = self.only_liberty(last).filter(|&at| self.is_sensible(at.into(), own));
        taken.or_else(|| {
            let threatened = self.around(last).into_iter().filter(|&at| self.holds[at] == own);
            let mut saved = threatened.filter_map(|at| self.only_liberty(at));
            saved.find(|&at| self.gives_room(at.into(), own))
        })
    }

    /// The liberty of a chain that has one.
    fn only_liberty(&self, stone: usize) -> Option<u16> {
        let liberties = self.liberties[usize::from(self.head[stone])];
        let is_one = self.holds[stone] != Holds::Nothing && liberties.number > 0;
        (is_one && liberties.is_atari()).then(|| index((liberties.sum / liberties.number) as usize))
    }

    /// Whether a stone of this side has two liberties there at sight, one being enough beside a chain
    /// of its side that has others.
    fn gives_room(&self, at: usize, own: Holds) -> bool {
        let mut room = 0;
        for beside in self.around(at) {
            match self.holds[beside] {
                Holds::Nothing => room += 1,
                Holds::Frame => {}
                stone if stone == own => {
                    let liberties = self.liberties[usize::from(self.head[beside])];
                    room += if liberties.is_atari() { 0 } else { 2 };
                }
                _ => {}
            }
        }
        room >= 2 && self.is_sensible(at, own)
    }

    /// Legal, and no eye.
    fn is_sensible(&self, at: usize, own: Holds) -> bool {
        let around = self.around(at);
        let mut friends = 0;
        for beside in around {
            match self.holds[beside] {
                Holds::Nothing => return true,
                Holds::Frame => friends += 1,
                stone => friends += u8::from(stone == own),
            }
        }
        if usize::from(self.ko) == at || friends == 4 && self.is_eye(at, own) {
            return false;
        }
        around.into_iter().any(|beside| {
            let stone = self.holds[beside];
            if stone == Holds::Frame {
                return false;
            }
            let is_atari = self.liberties[usize::from(self.head[beside])].is_atari();
            // A chain of one's own lends a liberty, one of the other side is taken.
            is_atari != (stone == own)
        })
    }

    /// Whether a point that only stones of one side are beside is an eye: of the corners around it the
    /// other side has none at the edge, and one at most inside.
    fn is_eye(&self, at: usize, own: Holds) -> bool {
        let is_inside = self.around(at).iter().all(|&at| self.holds[at] != Holds::Frame);
        let opposite = opposite(own);
        let lost = self.corners(at).iter().filter(|&&at| self.holds[at] == opposite).count();
        lost < if is_inside { 2 } else { 1 }
    }

    /// Puts a stone on a place, or passes.
    fn make(&mut self, chosen: Option<u16>) {
        self.ko = 0;
        self.last = chosen.unwrap_or(0);
        match chosen {
            Some(at) => {
                self.passes = 0;
                let (before, own) = (self.empty_count, holds(self.side));
                let is_closed = self.around(at.into()).iter().all(|&beside| {
                    let stone = self.holds[beside];
                    stone == opposite(own) || stone == Holds::Frame
                });
                self.put(at, own);
                // One stone was taken by a stone that stands where one stone could.
                if is_closed && self.empty_count == before {
                    self.ko = self.empty[self.empty_count - 1];
                }
            }
            None => self.passes += 1,
        }
        self.side = self.side.other();
    }

    /// Puts a stone and takes off what has no liberty then.
    fn put(&mut self, at: u16, own: Holds) {
        self.occupy(at, own);
        for beside in self.around(at.into()) {
            if self.holds[beside] == opposite(own) {
                let head = self.head[beside];
                if self.liberties[usize::from(head)].number == 0 {
                    self.take(head);
                }
            }
        }
    }

    /// Puts a stone and joins it to the chains of its side.
    fn occupy(&mut self, at: u16, own: Holds) {
        let here = usize::from(at);
        self.empty_count -= 1;
        let (place, last) = (self.place[here], self.empty[self.empty_count]);
        self.empty[usize::from(place)] = last;
        self.place[usize::from(last)] = place;
        self.holds[here] = own;
        (self.head[here], self.next[here], self.stones[here]) = (at, at, 1);
        self.liberties[here] = Liberties::default();
        let around = self.around(here);
        for beside in around {
            match self.holds[beside] {
                Holds::Nothing => self.liberties[here].add(index(beside)),
                Holds::Black | Holds::White => {
                    self.liberties[usize::from(self.head[beside])].remove(at);
                }
                Holds::Frame => {}
            }
        }
        for beside in around {
            if self.holds[beside] == own && self.head[beside] != self.head[here] {
                self.join(self.head[here], self.head[beside]);
            }
        }
    }

    /// Makes two chains one; the smaller takes the head of the larger.
    fn join(&mut self, one: u16, other: u16) {
        let of = |head: u16| usize::from(head);
        let is_larger = self.stones[of(one)] >= self.stones[of(other)];
        let (kept, lost) = if is_larger { (one, other) } else { (other, one) };
        let (more, liberties) = (self.stones[of(lost)], self.liberties[of(lost)]);
        self.stones[of(kept)] += more;
        let all = &mut self.liberties[of(kept)];
        all.number += liberties.number;
        all.sum += liberties.sum;
        all.squares += liberties.squares;
        let mut stone = lost;
        loop {
            self.head[of(stone)] = kept;
            stone = self.next[of(stone)];
            if stone == lost {
                break;
            }
        }
        self.next.swap(of(kept), of(lost));
    }

    /// Takes a chain off the board.
    fn take(&mut self, head: u16) {
        let mut stone = head;
        loop {
            let next = self.next[usize::from(stone)];
            self.vacate(stone);
            for beside in self.around(stone.into()) {
                if matches!(self.holds[beside], Holds::Black | Holds::White) {
                    self.liberties[usize::from(self.head[beside])].add(stone);
                }
            }
            stone = next;
            if stone == head {
                break;
            }
        }
    }

    fn vacate(&mut self, at: u16) {
        self.holds[usize::from(at)] = Holds::Nothing;
        self.place[usize::from(at)] = index(self.empty_count);
        self.empty[self.empty_count] = at;
        self.empty_count += 1;
    }
}

/// A place as it is kept.
#[expect(clippy::cast_possible_truncation, reason = "a table has 421 places")]
const fn index(at: usize) -> u16 {
    at as u16
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
                let mut board = Playout::new(&rules, &pos);
                let mut left = LENGTH_MAX * usize::from(size).pow(2);
                while pos.passes < 2 && left > 0 {
                    let mv = board.step(&mut |below| rng.random_range(0..below));
                    assert!(rules.is_legal(&pos, mv), "{mv:?} {pos:?}");
                    rules.play(&mut pos, mv);
                    left -= 1;
                    let afresh = Playout::new(&rules, &pos);
                    assert_eq!((board.ko, board.side), (afresh.ko, afresh.side));
                    assert_eq!(board.holds, afresh.holds);
                    for point in rules.points() {
                        let at = usize::from(board.at(point));
                        if matches!(board.holds[at], Holds::Black | Holds::White) {
                            let of = |board: &Playout| board.liberties[usize::from(board.head[at])];
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
