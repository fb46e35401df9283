//! Numbers without gaps for the positions of two forces, seen by the side to move.
//!
//! The side to move is looked at as if its men went up. Men stand on no square where they would be
//! kings, so with R squares in a row the two last rows are told apart:
//!
//! ```text
//! i men of the mover on the bottom row, j of the other side on the top row:
//!
//! C(R,i) · C(R,j) · C(S-2R, m-i) · C(S-2R-(m-i), o-j) · C(S-m-o, k) · C(S-m-o-k, l)
//! ```
//!
//! for m men and k kings against o men and l kings on S squares. Summed over everything this is the
//! count by which Chinook's databases are known [schaeffer-2007].
//!
//! A builder asks for about ten numbers a place, so what the products come to is worked out once for
//! each board.

use std::sync::OnceLock;

use super::board::{Board, Set, place_of, set_of, turned};
use super::limits::Force;
use super::ruleset::RuleSet;
use super::view::{Move, View};
use plyglot_core::bits::{bits, lowest};
use plyglot_tablebase::rank::{binomial, unrank_subset};

/// Nothing with more pieces is numbered.
pub(super) const PIECES_MAX: u8 = 6;

/// A position as its mover sees it, men going up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub own: Set,
    pub other: Set,
    pub kings: Set,
}

impl Seen {
    /// As it is to the rules of moving.
    #[inline]
    pub(super) const fn view(self) -> View {
        View { own: self.own, other: self.other, kings: self.kings, up: true }
    }

    /// As the other side sees it.
    #[inline]
    pub(super) fn by_other<B: Board>(self) -> Self {
        let [own, other, kings] = [self.other, self.own, self.kings].map(turned::<B>);
        Self { own, other, kings }
    }

    /// What the mover has, and the other side.
    #[inline]
    pub(super) const fn forces(self) -> [Force; 2] {
        [Force::of(self.own, self.kings), Force::of(self.other, self.kings)]
    }

    /// Steps that a man can make without being crowned.
    pub(super) const fn steps<B: Board>() -> u32 {
        2 * B::ROW - 2
    }

    /// How many such steps all men together have before them.
    pub(super) fn steps_left<B: Board>(self) -> u32 {
        let rows = |set: Set| bits(set & !self.kings).map(|bit| place_of::<B>(bit).0);
        let own: u32 = rows(self.own).map(|row| row - 1).sum();
        own + rows(self.other).map(|row| Self::steps::<B>() - row).sum::<u32>()
    }

    /// The position after a legal move, still as its mover sees it.
    #[inline]
    pub(super) fn after<B: Board>(self, rules: &RuleSet, mv: Move) -> Self {
        let View { own, other, kings, .. } = self.view().after::<B>(rules, mv);
        Self { own, other, kings }
    }
}

/// The positions of one force to move against another, which are half of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Half {
    /// By the mover's men on the bottom row, then by the other side's on the top row.
    parts: Vec<Part>,
    /// How many numbers of the other side's men there may be on the top row.
    across: usize,
    len: u64,
}

/// The positions with as many men on the two rows that only one side's men can stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    /// How many positions come before.
    before: u64,
    /// In how many ways each group of pieces can stand, one after the other.
    duplicates: [u32; 6],
    /// How many pieces each group has.
    counts: [u8; 6],
}

impl Half {
    fn new<B: Board>(mover: Force, other: Force) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "four or five")]
        let row = B::ROW as u8;
        let mut half = Self { across: usize::from(other.men.min(row)) + 1, ..Self::default() };
        for own_home in 0..=mover.men.min(row) {
            for other_home in 0..=other.men.min(row) {
                let part = Part::new::<B>(mover, other, own_home, other_home, half.len);
                half.len += part
                    .duplicates
                    .iter()
                    .map(|&duplicates| u64::from(duplicates))
                    .product::<u64>();
                half.parts.push(part);
            }
        }
        half
    }

    /// How many positions there are.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// The number of a position of these forces.
    #[inline]
    pub(super) fn rank<B: Board>(&self, seen: Seen) -> u64 {
        let men_on = |set: Set, row: Set| (set & !seen.kings & row).count_ones() as usize;
        let (own, other) = (men_on(seen.own, B::BOTTOM), men_on(seen.other, B::TOP));
        let part = &self.parts[own * self.across + other];
        let groups = rooms::<B>(seen).into_iter().zip(part.duplicates);
        let inside = groups.fold(0, |rank, ((room, set), duplicates)| {
            rank * u64::from(duplicates) + rank_in(room, set)
        });
        part.before + inside
    }

    /// The part that a number is of, and the number in it.
    fn part(&self, index: u64) -> (&Part, u64) {
        let part = &self.parts[self.parts.partition_point(|part| part.before <= index) - 1];
        (part, index - part.before)
    }

    /// Up to which number behind this one men stand where they do: they come before kings.
    pub(super) fn end_of_run(&self, index: u64) -> u64 {
        let (part, inside) = self.part(index);
        let run: u64 = part.duplicates[4..].iter().copied().map(u64::from).product();
        index - inside % run + run
    }

    /// The position of a number below [`Half::len`].
    pub(super) fn unrank<B: Board>(&self, index: u64) -> Seen {
        let (part, mut index) = self.part(index);
        let mut ranks = [0; 6];
        for (rank, duplicates) in
            ranks.iter_mut().zip(part.duplicates).rev().filter(|(_, duplicates)| *duplicates > 1)
        {
            (*rank, index) = (index % u64::from(duplicates), index / u64::from(duplicates));
        }
        let mut seen = Seen { own: 0, other: 0, kings: 0 };
        for (group, (rank, count)) in ranks.into_iter().zip(part.counts).enumerate() {
            if count == 0 {
                continue;
            }
            let set = unrank_in(rooms::<B>(seen)[group].0, rank, count);
            *(if group % 2 == 0 { &mut seen.own } else { &mut seen.other }) |= set;
            if group >= 4 {
                seen.kings |= set;
            }
        }
        seen
    }
}

impl Part {
    fn new<B: Board>(
        mover: Force,
        other: Force,
        own_home: u8,
        other_home: u8,
        before: u64,
    ) -> Self {
        let counts = [
            own_home,
            other_home,
            mover.men - own_home,
            other.men - other_home,
            mover.kings,
            other.kings,
        ];
        let (row, squares) = (B::ROW as usize, B::SQUARES as usize);
        let middle = squares - 2 * row;
        let free = squares - usize::from(mover.men + other.men);
        let sizes = [
            row,
            row,
            middle,
            middle - usize::from(counts[2]),
            free,
            free - usize::from(mover.kings),
        ];
        let duplicates = std::array::from_fn(|group| {
            let duplicates = binomial(sizes[group], counts[group].into());
            u32::try_from(duplicates).expect("six of fifty squares are 15,890,700 sets")
        });
        Self { before, duplicates, counts }
    }
}

/// The halves of a board's tables, by what the mover and the other side have.
#[derive(Debug)]
pub(super) struct Halves(Vec<Half>);

impl Halves {
    /// Those of this board.
    #[inline]
    pub(super) fn of<B: Board>() -> &'static Self {
        static SMALL: OnceLock<Halves> = OnceLock::new();
        static LARGE: OnceLock<Halves> = OnceLock::new();
        let of_board = if B::ROW == 4 { &SMALL } else { &LARGE };
        of_board.get_or_init(Self::new::<B>)
    }

    fn new<B: Board>() -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "three bits")]
        let three = |number: usize, at: u32| (number >> (3 * at) & 7) as u8;
        let half = |number: usize| {
            let mover = Force { men: three(number, 0), kings: three(number, 1) };
            let other = Force { men: three(number, 2), kings: three(number, 3) };
            let pieces = [mover, other].map(|force| force.men + force.kings);
            let is_numbered = pieces[0] + pieces[1] <= PIECES_MAX && pieces[0] * pieces[1] > 0;
            if is_numbered { Half::new::<B>(mover, other) } else { Half::default() }
        };
        Self((0..1 << 12).map(half).collect())
    }

    /// The half with these forces, the mover's first; both have pieces, at most [`PIECES_MAX`]
    /// together.
    #[inline]
    pub(super) fn get(&self, mover: Force, other: Force) -> &Half {
        let numbers = [mover.men, mover.kings, other.men, other.kings];
        &self.0[numbers.into_iter().rev().fold(0, |all, number| all << 3 | usize::from(number))]
    }
}

/// The squares that each group of pieces may take, and those it takes, in the order of
/// [`Part::duplicates`].
#[inline]
fn rooms<B: Board>(seen: Seen) -> [(Set, Set); 6] {
    let middle = B::ALL & !(B::TOP | B::BOTTOM);
    let [own_men, other_men] = [seen.own, seen.other].map(|set| set & !seen.kings);
    let [own_kings, other_kings] = [seen.own, seen.other].map(|set| set & seen.kings);
    let free = B::ALL & !(own_men | other_men);
    [
        (B::BOTTOM, own_men & B::BOTTOM),
        (B::TOP, other_men & B::TOP),
        (middle, own_men & middle),
        (middle & !own_men, other_men & middle),
        (free, own_kings),
        (free & !own_kings, other_kings),
    ]
}

/// The rank of a set among all of its size within a room.
#[inline]
fn rank_in(room: Set, set: Set) -> u64 {
    let place = |bit: u8| (room & (set_of(bit) - 1)).count_ones() as usize;
    bits(set).zip(1..).map(|(bit, nth)| binomial(place(bit), nth)).sum()
}

fn unrank_in(room: Set, rank: u64, len: u8) -> Set {
    let mut members = [0; PIECES_MAX as usize];
    let members = &mut members[..usize::from(len)];
    unrank_subset(rank, members);
    let (mut set, mut left, mut passed) = (0, room, 0);
    for &member in members.iter() {
        while passed < member {
            left &= left - 1;
            passed += 1;
        }
        set |= set_of(lowest(left));
    }
    set
}
