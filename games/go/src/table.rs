//! A board for games played on by lot: stones are put and taken as fast as can be.
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

use super::board::SIZE_MAX;
use plyglot_core::Side;

const WIDE: usize = SIZE_MAX as usize + 1;
/// Places of a table.
pub(super) const PLACES: usize = WIDE * (SIZE_MAX as usize + 2) + 1;
const POINTS_MAX: usize = SIZE_MAX as usize * SIZE_MAX as usize;

/// What a point holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    Black = 0,
    White = 1,
    Nothing = 2,
    Frame = 3,
}

/// The liberties of a chain, counted once for each of its stones that they are beside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Liberties {
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
    pub(super) fn is_atari(self) -> bool {
        u64::from(self.number) * u64::from(self.squares) == u64::from(self.sum).pow(2)
    }
}

/// Stones on a board, in chains.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) holds: [Holds; PLACES],
    /// The stone by which the chain of a stone is known.
    pub(super) head: [u16; PLACES],
    /// The next stone of the chain, the last before the first.
    pub(super) next: [u16; PLACES],
    /// Stones of the chain, by its head.
    stones: [u16; PLACES],
    /// Liberties of the chain, by its head.
    pub(super) liberties: [Liberties; PLACES],
    /// The points without a stone, in no order.
    pub(super) empty: [u16; POINTS_MAX],
    /// Where in `empty` a point is.
    place: [u16; PLACES],
    pub(super) empty_count: usize,
    pub(super) stride: usize,
}

pub(super) const fn holds(side: Side) -> Holds {
    match side {
        Side::First => Holds::Black,
        Side::Second => Holds::White,
    }
}

pub(super) const fn opposite(stone: Holds) -> Holds {
    match stone {
        Holds::Black => Holds::White,
        Holds::White => Holds::Black,
        Holds::Nothing | Holds::Frame => stone,
    }
}

/// A place as it is kept.
#[expect(clippy::cast_possible_truncation, reason = "a table has 421 places")]
pub(super) const fn index(at: usize) -> u16 {
    at as u16
}

impl Table {
    /// A frame so many lines wide, whose points are still to be vacated.
    pub(super) fn new(size: usize) -> Self {
        Self {
            holds: [Holds::Frame; PLACES],
            head: [0; PLACES],
            next: [0; PLACES],
            stones: [0; PLACES],
            liberties: [Liberties::default(); PLACES],
            empty: [0; POINTS_MAX],
            place: [0; PLACES],
            empty_count: 0,
            stride: size + 1,
        }
    }

    pub(super) fn around(&self, at: usize) -> [usize; 4] {
        [at - self.stride, at - 1, at + 1, at + self.stride]
    }

    pub(super) fn corners(&self, at: usize) -> [usize; 4] {
        let stride = self.stride;
        // Below A1 there is nothing, and the frame is what is meant.
        [at.saturating_sub(stride + 1), at - stride + 1, at + stride - 1, at + stride + 1]
    }

    /// The liberty of a chain that has one.
    pub(super) fn only_liberty(&self, stone: usize) -> Option<u16> {
        let liberties = self.liberties[usize::from(self.head[stone])];
        let is_one = self.holds[stone] != Holds::Nothing && liberties.number > 0;
        (is_one && liberties.is_atari()).then(|| index((liberties.sum / liberties.number) as usize))
    }

    /// Puts a stone and takes off what has no liberty then.
    pub(super) fn put(&mut self, at: u16, own: Holds) {
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

    pub(super) fn vacate(&mut self, at: u16) {
        self.holds[usize::from(at)] = Holds::Nothing;
        self.place[usize::from(at)] = index(self.empty_count);
        self.empty[self.empty_count] = at;
        self.empty_count += 1;
    }
}
