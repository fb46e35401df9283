//! Sectors: morris positions by the men of each side, as numbers and back, and the moves between
//! them.
//!
//! A place is a position of a *mover* and an *other*; what tables there are, and how places are
//! numbered, is told in [`super::indexer`]. Looking at a place, and back from it, does without
//! positions: sets of men, and the lines they make. Taking back needs no captures, which come from
//! other tables: a man of the side that has moved who stands in no mill goes back to an empty point
//! beside him. A side that has passed has left everything where it was.

#![expect(clippy::cast_possible_truncation, reason = "places of a table fit its memory")]

use super::board::Set;
use super::position::Position;
use super::rules::Morris;
use super::symmetry::{geometry, rank, sets, spread, squeeze};
use super::variant::{MillProtection, NoMove, RuleSet};
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_tablebase::TableId;
use plyglot_tablebase::indexer::TerminalValue;
use plyglot_tablebase::rank::binomial;
use plyglot_tablebase::wdl::{Successor, Target};

/// The tables of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MorrisIndexer {
    pub(super) set: RuleSet,
}

/// Placing tables come after all moving ones.
const PLACING: u32 = 512;
/// A side with fewer men has lost, except where a mill wins.
pub(super) const MEN_MIN: u8 = 3;

/// What is in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// So many men of each side, the larger number first.
    Moving(u8, u8),
    /// So many men have been placed.
    Placing(u8),
}

impl Kind {
    pub(super) const fn of(table: TableId) -> Self {
        let [low, ..] = table.0.to_le_bytes();
        if table.0 >= PLACING { Self::Placing(low) } else { Self::Moving(low >> 4, low & 15) }
    }

    pub(super) const fn table(self) -> TableId {
        match self {
            Self::Moving(more, fewer) => TableId((more as u32) << 4 | fewer as u32),
            Self::Placing(placed) => TableId(PLACING + placed as u32),
        }
    }
}

/// The men on the board and in hand, mover's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Men {
    pub(super) men: [Set; 2],
    pub(super) hand: [u8; 2],
}

impl Men {
    pub(super) fn counts(&self) -> [u8; 2] {
        self.men.map(|set| set.count_ones().to_le_bytes()[0])
    }

    /// The same men with the other side to move.
    const fn turned(&self) -> Self {
        let ([mover, other], [own, others]) = (self.men, self.hand);
        Self { men: [other, mover], hand: [others, own] }
    }
}

impl MorrisIndexer {
    pub(super) const fn new(set: RuleSet) -> Self {
        Self { set }
    }

    /// All images of a set of points under the symmetries of the board.
    pub fn images(&self, set: u32) -> Vec<u32> {
        geometry(self.set.board).images(set).collect()
    }

    /// The game is so small that its placing is kept too.
    pub(super) const fn is_whole(&self) -> bool {
        self.set.board.points() <= 16 && !self.set.moves_while_placing
    }

    /// What a number of places a mover of so many men makes against so many others.
    pub(super) fn part_len(&self, mover: u8, other: u8) -> u64 {
        let left = usize::from(self.set.board.points() - mover);
        geometry(self.set.board).orbits(mover.into()).len() * binomial(left, other.into())
    }

    /// The men in hand when so many have been placed: of the mover, of the other.
    pub(super) const fn hands(&self, placed: u8) -> [u8; 2] {
        [self.set.men - placed / 2, self.set.men - placed.div_ceil(2)]
    }

    /// The parts of a table: men of the mover and of the other on the board.
    pub(super) fn parts(&self, kind: Kind) -> Vec<[u8; 2]> {
        match kind {
            Kind::Moving(more, fewer) if more == fewer => vec![[more, fewer]],
            Kind::Moving(more, fewer) => vec![[more, fewer], [fewer, more]],
            Kind::Placing(placed) => {
                let hands = self.hands(placed);
                let min = |hand: u8| MEN_MIN.saturating_sub(hand);
                let (own, other) = (self.set.men - hands[0], self.set.men - hands[1]);
                let others = move |a: u8| (min(hands[1])..=other).map(move |b| [a, b]);
                (min(hands[0])..=own).flat_map(others).collect()
            }
        }
    }

    /// Where the part of so many men begins in its table.
    #[inline]
    pub(super) fn part_first(&self, kind: Kind, counts: [u8; 2]) -> u64 {
        match kind {
            Kind::Moving(more, fewer) if counts[0] == more => {
                debug_assert_eq!(counts[1], fewer);
                0
            }
            Kind::Moving(more, fewer) => self.part_len(more, fewer),
            Kind::Placing(_) => {
                let before = self.parts(kind).into_iter().take_while(|part| *part != counts);
                before.map(|[mover, other]| self.part_len(mover, other)).sum()
            }
        }
    }

    /// The part of a table that a place is in, and where it begins.
    #[inline]
    fn part_at(&self, kind: Kind, at: u64) -> ([u8; 2], u64) {
        match kind {
            Kind::Moving(more, fewer) => {
                let len = self.part_len(more, fewer);
                if at < len { ([more, fewer], 0) } else { ([fewer, more], len) }
            }
            Kind::Placing(_) => {
                let (mut first, mut found) = (0, [0, 0]);
                for counts in self.parts(kind) {
                    found = counts;
                    let len = self.part_len(counts[0], counts[1]);
                    if at - first < len {
                        break;
                    }
                    first += len;
                }
                (found, first)
            }
        }
    }

    /// The table of these men; `None` where there is none.
    #[inline]
    pub(super) fn kind(&self, men: &Men) -> Option<Kind> {
        let [mover, other] = men.counts();
        if men.hand == [0, 0] {
            let (more, fewer) = if mover > other { (mover, other) } else { (other, mover) };
            return (fewer >= MEN_MIN && more <= self.set.men).then_some(Kind::Moving(more, fewer));
        }
        let ahead = men.hand[0].checked_sub(men.hand[1])?;
        if !self.is_whole() || ahead > 1 || men.hand[0] > self.set.men {
            return None;
        }
        let placed = 2 * (self.set.men - men.hand[0]) + ahead;
        let fits = |count: u8, hand: u8| count + hand >= MEN_MIN && count + hand <= self.set.men;
        let all_fit = fits(mover, men.hand[0]) && fits(other, men.hand[1]);
        all_fit.then_some(Kind::Placing(placed))
    }

    /// The place of these men in their table.
    #[inline]
    pub(super) fn place_of(&self, kind: Kind, men: &Men) -> u64 {
        let geometry = geometry(self.set.board);
        let [mover, other] = men.counts();
        let orbits = geometry.orbits(mover.into());
        let (orbit, symmetry) = orbits.find(men.men[0]);
        let second = orbits.least(geometry, orbit, geometry.image(symmetry, men.men[1]));
        let left = usize::from(self.set.board.points() - mover);
        let rest = rank(squeeze(orbits.set(orbit), second)) as u64;
        let within = orbit as u64 * binomial(left, other.into()) + rest;
        self.part_first(kind, [mover, other]) + within
    }

    /// The men at a place; `None` where a symmetric position stands elsewhere.
    #[inline]
    pub(super) fn men_at(&self, kind: Kind, at: u64) -> Option<Men> {
        let (counts, first) = self.part_at(kind, at);
        let [mover, other] = counts.map(usize::from);
        let geometry = geometry(self.set.board);
        let others = binomial(usize::from(self.set.board.points()) - mover, other);
        let orbits = geometry.orbits(mover);
        let orbit = ((at - first) / others) as usize;
        let own = orbits.set(orbit);
        let second = spread(own, sets(other)[((at - first) % others) as usize]);
        let hand = match kind {
            Kind::Moving(..) => [0, 0],
            Kind::Placing(placed) => self.hands(placed),
        };
        let is_least = orbits.least(geometry, orbit, second) == second;
        is_least.then_some(Men { men: [own, second], hand })
    }

    #[inline]
    fn flies(&self, men: &Men, who: usize) -> bool {
        self.set.flying && men.hand[who] == 0 && men.men[who].count_ones() <= 3
    }

    /// How the game has ended in this position, from the mover.
    #[inline]
    pub(super) fn ended(&self, men: &Men) -> Option<TerminalValue> {
        let board = self.set.board;
        if self.set.mill_wins {
            if board.in_mills(men.men[1]) != 0 {
                return Some(TerminalValue::Loss);
            }
            if board.in_mills(men.men[0]) != 0 {
                return Some(TerminalValue::Win);
            }
        }
        if self.set.full_board_draws && self.empty(men) == 0 {
            return Some(TerminalValue::Draw);
        }
        if self.can_move(men, 0) {
            return None;
        }
        match self.set.no_move {
            NoMove::Loss => Some(TerminalValue::Loss),
            NoMove::Draw => Some(TerminalValue::Draw),
            NoMove::Pass => (!self.can_move(men, 1)).then_some(TerminalValue::Draw),
        }
    }

    #[inline]
    fn empty(&self, men: &Men) -> Set {
        self.set.board.all() & !(men.men[0] | men.men[1])
    }

    /// Whether the mover (0) or the other (1) could place or move a man.
    #[inline]
    fn can_move(&self, men: &Men, who: usize) -> bool {
        let empty = self.empty(men);
        let anywhere = men.hand[who] > 0 || self.flies(men, who);
        let reach = if anywhere { empty } else { self.set.board.beside(men.men[who], empty) };
        reach != 0
    }

    /// The other's men that a mill of the mover may take.
    #[inline]
    fn removable(&self, men: Set) -> Set {
        let free = men & !self.set.board.in_mills(men);
        match self.set.shield {
            MillProtection::Always => men,
            MillProtection::UnlessNone if free == 0 => men,
            MillProtection::UnlessNone | MillProtection::Never => free,
        }
    }

    /// The moves of a position that goes on, as successors.
    #[inline]
    pub(super) fn successors_of(&self, kind: Kind, men: &Men, out: &mut Vec<Successor>) {
        let board = self.set.board;
        let [own, other] = men.men;
        if self.set.no_move == NoMove::Pass && !self.can_move(men, 0) {
            self.pass_successor(kind, men, out);
            return;
        }
        let empty = self.empty(men);
        let takes = if self.set.mill_wins { 0 } else { self.removable(other) };
        let places = men.hand[0] > 0;
        let mut from_to = |left: Set, reach: Set, hand: u8| {
            let closers = if takes == 0 { 0 } else { board.closers(left) };
            for to in bits(reach) {
                let after = left | 1 << to;
                if closers >> to & 1 == 0 {
                    let child = Men { men: [other, after], hand: [men.hand[1], hand] };
                    out.push(self.successor(kind, &child, places));
                    continue;
                }
                for taken in bits(takes) {
                    let other = other ^ 1 << taken;
                    let child = Men { men: [other, after], hand: [men.hand[1], hand] };
                    out.push(self.successor(kind, &child, true));
                }
            }
        };
        if places {
            from_to(own, empty, men.hand[0] - 1);
            return;
        }
        let flies = self.flies(men, 0);
        for from in bits(own) {
            let reach = if flies { empty } else { board.neighbours(from) & empty };
            from_to(own ^ 1 << from, reach, 0);
        }
    }

    /// The one move of who cannot move; apart, so that the others are compiled as if it were not.
    #[cold]
    fn pass_successor(&self, kind: Kind, men: &Men, out: &mut Vec<Successor>) {
        out.push(self.successor(kind, &men.turned(), false));
    }

    #[inline]
    fn successor(&self, kind: Kind, child: &Men, zeroes: bool) -> Successor {
        let to = match self.kind(child) {
            Some(to) if to == kind => Target::SameTable(self.place_of(kind, child)),
            Some(to) => Target::OtherTable(to.table(), self.place_of(to, child)),
            // Who has been left with two men has lost.
            None => Target::Terminal(TerminalValue::Loss),
        };
        Successor { to, same_side: false, zeroes }
    }

    /// Shows the positions of the same table from which a man's move leads to this one.
    #[inline]
    pub(super) fn each_before(&self, men: &Men, mut found: impl FnMut(Men)) {
        if men.hand != [0, 0] {
            return;
        }
        let board = self.set.board;
        // The other has moved; before that it was to move.
        let [waiting, moved] = men.men;
        let empty = self.empty(men);
        let closes_for_nothing = self.set.mill_wins || self.removable(waiting) == 0;
        let movable = if closes_for_nothing { moved } else { moved & !board.in_mills(moved) };
        let flies = self.flies(men, 1);
        if self.set.mill_wins && board.in_mills(waiting) != 0 {
            return;
        }
        for to in bits(movable) {
            let reach = if flies { empty } else { board.neighbours(to) & empty };
            for from in bits(reach) {
                let before = moved ^ 1 << to | 1 << from;
                if self.set.mill_wins && board.in_mills(before) != 0 {
                    continue;
                }
                found(Men { men: [before, waiting], hand: [0, 0] });
            }
        }
    }

    /// The position of the same table from which a pass leads to this one, if that is so.
    #[cold]
    pub(super) fn before_pass(&self, men: &Men) -> Option<Men> {
        let is_moving = men.hand == [0, 0];
        let passed = is_moving && !self.can_move(men, 1) && self.can_move(men, 0);
        let is_won =
            self.set.mill_wins && men.men.iter().any(|set| self.set.board.in_mills(*set) != 0);
        (passed && !is_won).then_some(men.turned())
    }

    /// A position of these men: White is the mover while men are placed and an even number is,
    /// and in all tables without men in hand.
    pub(super) fn position(men: &Men) -> Position {
        let is_second = men.hand[0] > men.hand[1];
        let (side, [first, second]) =
            if is_second { (Side::Second, [1, 0]) } else { (Side::First, [0, 1]) };
        Position::new([men.men[first], men.men[second]], [men.hand[first], men.hand[second]], side)
    }

    pub(super) fn men_of(pos: &Position) -> Men {
        let sides = [pos.side(), pos.side().other()];
        Men { men: sides.map(|side| pos.men(side)), hand: sides.map(|side| pos.hand(side)) }
    }

    /// The rules for what the fast ways do not do: several men taken by one turn.
    pub(super) const fn plain_rules(&self, rules: &Morris) -> Morris {
        Morris { set: self.set, split: false, ..*rules }
    }
}
