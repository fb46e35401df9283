//! The endgame index of draughts: positions with few pieces, numbered without gaps.
//!
//! A table holds all positions with given men and kings of two sides, whichever of them has which
//! colour; the stronger is called the leader. Since turning the board swaps the colours, a position
//! is looked at by the side to move as if its men went up, and a table has one half for the leader
//! to move and one for the other side (equal sides have one half). Men stand on no square where
//! they would be kings, so with R squares in a row the two last rows are told apart:
//!
//! ```text
//! i men of the mover on the bottom row, j of the other side on the top row:
//!
//! C(R,i) · C(R,j) · C(S-2R, m-i) · C(S-2R-(m-i), o-j) · C(S-m-o, k) · C(S-m-o-k, l)
//! ```
//!
//! for m men and k kings against o men and l kings on S squares. Summed over everything this is the
//! count by which Chinook's databases are known (Schaeffer et al., "Checkers is solved", 2007).
//! Positions in which a capture is due are stored like all others: leaving them to a search would
//! save a third of the places and cost every probe a look at the moves.
//!
//! What a table holds knows nothing of draws by counting. The limit on quiet moves is the one that
//! whoever asks the tables looks at, as it is with fifty moves in chess
//! ([`Index::counter_limit`]). Of the others, that of two pieces against a king leaves time for every
//! win where kings fly, if it has hardly begun; a position in which any other limit counts belongs
//! to no table ([`Index::table_of`]).

use std::marker::PhantomData;

use super::board::{Board, Direction, Set, bits, lowest, set_of, step, turned};
use super::limits::{Force, Kind};
use super::moves::View;
use super::rules::{Counts, Draughts, Position};
use crate::core::Side;
use crate::endgame::index::Back;
use crate::endgame::rank::{binomial, rank_subset, unrank_subset};
use crate::endgame::{Index, TableId};

/// No table has more pieces.
const PIECES_MAX: u8 = 6;
/// With so many pieces on the board a search begins to meet the embedded tables.
const NEAR_PIECES: u32 = 8;
/// No win of two pieces against a king takes more plies, where kings fly.
const TWO_TO_ONE_PLIES: u32 = 9;

/// The gapless index by men and kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByPieces<B> {
    /// The first side's men go up.
    first_up: bool,
    /// The limit on quiet moves, in plies, if there is one.
    quiet_plies: Option<u16>,
    board: PhantomData<B>,
}

/// A position as its mover sees it, men going up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    own: Set,
    other: Set,
    kings: Set,
}

impl<B: Board> ByPieces<B> {
    /// The index for these rules.
    pub(super) fn new(rules: &Draughts<B>) -> Self {
        let first_up = rules.goes_up(Side::First);
        Self { first_up, quiet_plies: rules.quiet_plies(), board: PhantomData }
    }

    /// The table of these forces, the leader's first.
    fn table([leader, other]: [Force; 2]) -> TableId {
        let part = |force: Force| u32::from(force.kings) << 4 | u32::from(force.men);
        TableId(part(leader) << 8 | part(other))
    }

    /// The forces of a table, the leader's first.
    fn forces(table: TableId) -> [Force; 2] {
        let four = |shift: u32| (table.0 >> shift & 0xF) as u8;
        [(12, 8), (4, 0)].map(|(kings, men)| Force { kings: four(kings), men: four(men) })
    }

    /// Who leads: more pieces, then more kings.
    fn leads(own: Force, other: Force) -> bool {
        (own.men + own.kings, own.kings) >= (other.men + other.kings, other.kings)
    }

    fn is_even(table: TableId) -> bool {
        let [leader, other] = Self::forces(table);
        leader == other
    }

    /// Whether what a table says of this position of a game can be held against the draws by
    /// counting.
    fn is_counted(rules: &Draughts<B>, pos: &Position) -> bool {
        rules.running(pos).all(|(kind, count, limit)| match kind {
            Kind::Quiet => true,
            Kind::TwoToOne => rules.rules.flying_kings && count + TWO_TO_ONE_PLIES <= limit,
            _ => false,
        })
    }

    /// How many positions there are with the side of the first force to move.
    fn half_len(mover: Force, other: Force) -> u64 {
        parts::<B>(mover, other).map(|part| part.len::<B>(mover, other)).sum()
    }

    fn seen(self, pos: &Position) -> Seen {
        let (own, other) = (pos.pieces[pos.side.index()], pos.pieces[pos.side.other().index()]);
        self.facing(Seen { own, other, kings: pos.kings }, pos.side)
    }

    /// The board turned so that this side's men go up, or back.
    fn facing(self, seen: Seen, mover: Side) -> Seen {
        if self.first_up == (mover == Side::First) {
            return seen;
        }
        let [own, other, kings] = [seen.own, seen.other, seen.kings].map(turned::<B>);
        Seen { own, other, kings }
    }

    fn position(self, seen: Seen, mover: Side) -> Position {
        let Seen { own, other, kings } = self.facing(seen, mover);
        let pieces = if mover == Side::First { [own, other] } else { [other, own] };
        let mut pos = Position::new(pieces, kings, mover);
        pos.counts = Counts::TIMELESS;
        pos
    }

    /// The half of a table that a position is in, as what stands before it.
    fn before_half(table: TableId, mover: Force, other: Force) -> u64 {
        if Self::is_even(table) || Self::leads(mover, other) {
            return 0;
        }
        Self::half_len(other, mover)
    }

    /// The positions from which a move that neither captures nor crowns leads here, and whether a
    /// man made it.
    fn each_before(rules: &Draughts<B>, pos: &Position, mut visit: impl FnMut(Position, bool)) {
        let mover = pos.side.other();
        let view: View = rules.view_of(pos, mover);
        let empty = view.empty::<B>();
        let back = if view.up { Direction::DOWN } else { Direction::UP };
        let mut take_back = |from: Set, to: Set, is_king: bool| {
            let mut pieces = pos.pieces;
            pieces[mover.index()] ^= from | to;
            let kings = if is_king { pos.kings ^ (from | to) } else { pos.kings };
            let mut before = Position::new(pieces, kings, mover);
            before.counts = Counts::TIMELESS;
            // Who could have captured could not have made another move.
            if !rules.must_capture(&before) {
                visit(before, !is_king);
            }
        };
        for bit in bits(view.own) {
            let to = set_of(bit);
            let is_king = pos.kings & to != 0;
            for direction in Direction::ALL {
                if !is_king && !back.contains(&direction) {
                    continue;
                }
                let mut from = step::<B>(to, direction) & empty;
                while from != 0 {
                    take_back(from, to, is_king);
                    let flies = is_king && rules.rules.flying_kings;
                    from = if flies { step::<B>(from, direction) & empty } else { 0 };
                }
            }
        }
    }
}

impl<B: Board> Index<Draughts<B>> for ByPieces<B> {
    const VERSION: u32 = 1;
    const EMBEDDED_MEN: u8 = B::EMBEDDED_MEN;

    fn counter_limit(&self) -> Option<u16> {
        self.quiet_plies
    }

    fn is_near_embedded(&self, pos: &Position) -> bool {
        pos.len() <= NEAR_PIECES
    }

    /// Fewer pieces first, then fewer men: captures take pieces away, crownings men.
    fn tables(&self, _rules: &Draughts<B>, men_max: u8) -> Vec<TableId> {
        let most = men_max.min(PIECES_MAX);
        let mut tables = Vec::new();
        for all in 2..=most {
            for men in 0..=all {
                for leading in all.div_ceil(2)..all {
                    for leading_men in 0..=men.min(leading) {
                        let (rest, rest_men) = (all - leading, men - leading_men);
                        if rest_men > rest {
                            continue;
                        }
                        let leader = Force { men: leading_men, kings: leading - leading_men };
                        let other = Force { men: rest_men, kings: rest - rest_men };
                        if Self::leads(leader, other) {
                            tables.push(Self::table([leader, other]));
                        }
                    }
                }
            }
        }
        tables
    }

    /// `KKvKM`: kings and men of the leader, then of the other side.
    fn name(&self, table: TableId) -> String {
        let word = |force: Force| "K".repeat(force.kings.into()) + &"M".repeat(force.men.into());
        let [leader, other] = Self::forces(table).map(word);
        format!("{leader}v{other}")
    }

    /// How pieces move; draws by counting are no part of it.
    fn rules_text(&self, rules: &Draughts<B>) -> String {
        rules.rules.name.to_owned()
    }

    /// None where a limit counts that whoever asks does not know of.
    fn table_of(&self, rules: &Draughts<B>, pos: &Position) -> Option<TableId> {
        if pos.len() > u32::from(PIECES_MAX) {
            return None;
        }
        let [first, second] = Side::BOTH.map(|side| pos.force(side));
        if first == Force::default() || second == Force::default() {
            return None;
        }
        if pos.counts != Counts::TIMELESS && !Self::is_counted(rules, pos) {
            return None;
        }
        let ordered = Self::leads(first, second);
        Some(Self::table(if ordered { [first, second] } else { [second, first] }))
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        let [leader, other] = Self::forces(table);
        let mut found = Vec::new();
        for (mover, prey) in [(leader, other), (other, leader)] {
            for crowned in 0..=mover.men.min(1) {
                let mover = Force { men: mover.men - crowned, kings: mover.kings + crowned };
                for men in 0..=prey.men {
                    for kings in 0..=prey.kings {
                        let left = Force { men, kings };
                        if left == Force::default() || (left == prey && crowned == 0) {
                            continue;
                        }
                        let leads = Self::leads(mover, left);
                        found.push(Self::table(if leads { [mover, left] } else { [left, mover] }));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn len(&self, table: TableId) -> u64 {
        let [leader, other] = Self::forces(table);
        let half = Self::half_len(leader, other);
        if Self::is_even(table) { half } else { half + Self::half_len(other, leader) }
    }

    fn rank(&self, table: TableId, pos: &Position) -> u64 {
        let [mover, other] = [pos.side, pos.side.other()].map(|side| pos.force(side));
        Self::before_half(table, mover, other) + rank::<B>(self.seen(pos), mover, other)
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        let [leader, other] = Self::forces(table);
        let half = Self::half_len(leader, other);
        Some(match index.checked_sub(half) {
            None => self.position(unrank::<B>(index, leader, other), Side::First),
            Some(index) => self.position(unrank::<B>(index, other, leader), Side::Second),
        })
    }

    fn unmoves(
        &self,
        rules: &Draughts<B>,
        _table: TableId,
        pos: &Position,
        out: &mut Vec<Position>,
    ) {
        Self::each_before(rules, pos, |before, _| out.push(before));
    }

    fn predecessors(&self, rules: &Draughts<B>, table: TableId, at: u64, out: &mut Vec<Back>) {
        let Some(pos) = self.unrank(table, at) else { return };
        Self::each_before(rules, &pos, |before, zeroes| {
            out.push(Back { at: self.rank(table, &before), same_side: false, zeroes });
        });
    }

    fn counter(&self, _rules: &Draughts<B>, pos: &Position) -> u16 {
        pos.counts.quiet
    }

    /// Turning the board is used up by who moves.
    fn may_coincide(&self, _table: TableId) -> bool {
        false
    }
}

/// How many men stand on the rows that only one side's men can stand on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    /// Of the mover's, on the bottom row.
    own: u8,
    /// Of the other side's, on the top row.
    other: u8,
}

/// All parts of a half, in order.
fn parts<B: Board>(mover: Force, other: Force) -> impl Iterator<Item = Part> {
    let row = u8::try_from(B::ROW).unwrap_or(u8::MAX);
    (0..=mover.men.min(row))
        .flat_map(move |i| (0..=other.men.min(row)).map(move |j| Part { own: i, other: j }))
}

impl Part {
    /// In how many ways each group of pieces can stand, one after the other.
    fn ways<B: Board>(self, mover: Force, other: Force) -> [u64; 6] {
        let (row, squares) = (B::ROW as usize, B::SQUARES as usize);
        let [men, other_men] = [mover.men, other.men].map(usize::from);
        let [at_home, other_at_home] = [self.own, self.other].map(usize::from);
        let (middle, between) = (squares - 2 * row, men - at_home);
        let free = squares - men - other_men;
        [
            binomial(row, at_home),
            binomial(row, other_at_home),
            binomial(middle, between),
            binomial(middle - between, other_men - other_at_home),
            binomial(free, mover.kings.into()),
            binomial(free - usize::from(mover.kings), other.kings.into()),
        ]
    }

    fn len<B: Board>(self, mover: Force, other: Force) -> u64 {
        self.ways::<B>(mover, other).into_iter().product()
    }
}

/// The squares that each group of pieces may take, in the order of [`Part::ways`].
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

#[expect(clippy::cast_possible_truncation, reason = "at most six pieces")]
fn rank<B: Board>(seen: Seen, mover: Force, other: Force) -> u64 {
    let men = |set: Set, row: Set| (set & !seen.kings & row).count_ones() as u8;
    let part = Part { own: men(seen.own, B::BOTTOM), other: men(seen.other, B::TOP) };
    let before: u64 = parts::<B>(mover, other)
        .take_while(|earlier| *earlier != part)
        .map(|earlier| earlier.len::<B>(mover, other))
        .sum();
    let ways = part.ways::<B>(mover, other);
    let inside = rooms::<B>(seen)
        .into_iter()
        .zip(ways)
        .fold(0, |rank, ((room, set), ways)| rank * ways + rank_in(room, set));
    before + inside
}

fn unrank<B: Board>(mut index: u64, mover: Force, other: Force) -> Seen {
    let part = parts::<B>(mover, other)
        .find(|part| {
            let len = part.len::<B>(mover, other);
            let is_here = index < len;
            index -= if is_here { 0 } else { len };
            is_here
        })
        .expect("the index is below the length of the half");
    let ways = part.ways::<B>(mover, other);
    let mut ranks = [0; 6];
    for (rank, ways) in ranks.iter_mut().zip(ways).rev() {
        *rank = index % ways;
        index /= ways;
    }
    let counts = [
        part.own,
        part.other,
        mover.men - part.own,
        other.men - part.other,
        mover.kings,
        other.kings,
    ];
    let mut seen = Seen { own: 0, other: 0, kings: 0 };
    for (group, (rank, count)) in ranks.into_iter().zip(counts).enumerate() {
        let set = unrank_in(rooms::<B>(seen)[group].0, rank, count);
        *(if group % 2 == 0 { &mut seen.own } else { &mut seen.other }) |= set;
        if group >= 4 {
            seen.kings |= set;
        }
    }
    seen
}

/// The rank of a set among all of its size within a room.
#[expect(clippy::cast_possible_truncation, reason = "at most 50 squares")]
fn rank_in(room: Set, set: Set) -> u64 {
    let mut members = [0; PIECES_MAX as usize];
    let mut len = 0;
    for bit in bits(set) {
        members[len] = (room & (set_of(bit) - 1)).count_ones() as u8;
        len += 1;
    }
    rank_subset(&members[..len])
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
