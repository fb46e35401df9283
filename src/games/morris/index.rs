//! The endgame index of morris: sectors by the men of each side, and small games whole.
//!
//! Colours do not matter: a place is a position of a *mover* and an *other*. The mover's men stand
//! as the least set of their orbit under the board's symmetries, the other's on the points that are
//! left; where a symmetry keeps the mover's men, only the least of the other's images has a position:
//!
//! ```text
//! place  =  orbit of the mover's men  ·  C(points left, other's men)  +  rank of the other's men
//! ```
//!
//! Two kinds of table:
//!
//! - **moving**, `5v4`: no men in hand. Five against four with either to move are one table, since
//!   moves lead from one to the other; a man taken leads to `5v3` or `4v4`.
//! - **placing**, `place07`: seven men placed, on the boards small enough, with any number of men
//!   taken meanwhile. Every move leads to the next.
//!
//! The names of other boards than that of nine men have its word before.
//!
//! Looking at a place, and back from it, does without positions: sets of men, and the lines they
//! make. Taking back needs no captures, which come from other tables: a man of the side that has
//! moved who stands in no mill goes back to an empty point beside him.

#![expect(clippy::cast_possible_truncation, reason = "places of a table fit its memory")]

use super::board::{Board, Set, points};
use super::rules::{Morris, Position};
use super::symmetry::{geometry, rank, sets, spread, squeeze};
use super::variant::{MillRepeat, NoMove, RuleSet, Shield};
use crate::core::Side;
use crate::endgame::index::{Back, Edge, EndedValue, Place, To, look_by_rules};
use crate::endgame::rank::binomial;
use crate::endgame::{Index, TableId};

/// The tables of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sectors {
    set: RuleSet,
}

/// Placing tables come after all moving ones.
const PLACING: u32 = 512;
/// Men of a side in the tables that are built unless somebody says which.
const USUAL_MEN_MAX: u8 = 5;
/// A side with fewer men has lost, except where a mill wins.
const MEN_MIN: u8 = 3;

/// What is in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// So many men of each side, the larger number first.
    Moving(u8, u8),
    /// So many men have been placed.
    Placing(u8),
}

impl Kind {
    const fn of(table: TableId) -> Self {
        let [low, ..] = table.0.to_le_bytes();
        if table.0 >= PLACING { Self::Placing(low) } else { Self::Moving(low >> 4, low & 15) }
    }

    const fn table(self) -> TableId {
        match self {
            Self::Moving(more, fewer) => TableId((more as u32) << 4 | fewer as u32),
            Self::Placing(placed) => TableId(PLACING + placed as u32),
        }
    }
}

/// The men on the board and in hand, mover's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Men {
    men: [Set; 2],
    hand: [u8; 2],
}

impl Men {
    fn counts(&self) -> [u8; 2] {
        self.men.map(|set| set.count_ones().to_le_bytes()[0])
    }
}

impl Sectors {
    pub(super) const fn new(set: RuleSet) -> Self {
        Self { set }
    }

    /// All images of a set of points under the symmetries of the board.
    pub fn images(&self, set: u32) -> Vec<u32> {
        geometry(self.set.board).images(set).collect()
    }

    /// The game is so small that its placing is kept too.
    const fn is_whole(&self) -> bool {
        self.set.board.points() <= 16 && !self.set.moves_while_placing
    }

    /// What a number of places a mover of so many men makes against so many others.
    fn part_len(&self, mover: u8, other: u8) -> u64 {
        let left = usize::from(self.set.board.points() - mover);
        geometry(self.set.board).orbits(mover.into()).len() * binomial(left, other.into())
    }

    /// The men in hand when so many have been placed: of the mover, of the other.
    const fn hands(&self, placed: u8) -> [u8; 2] {
        [self.set.men - placed / 2, self.set.men - placed.div_ceil(2)]
    }

    /// The parts of a table: men of the mover and of the other on the board.
    fn parts(&self, kind: Kind) -> Vec<[u8; 2]> {
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
    fn part_first(&self, kind: Kind, counts: [u8; 2]) -> u64 {
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
    fn kind(&self, men: &Men) -> Option<Kind> {
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
    fn place_of(&self, kind: Kind, men: &Men) -> u64 {
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
    fn men_at(&self, kind: Kind, at: u64) -> Option<Men> {
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
    fn ended(&self, men: &Men) -> Option<EndedValue> {
        let board = self.set.board;
        if self.set.mill_wins {
            if board.in_mills(men.men[1]) != 0 {
                return Some(EndedValue::Loss);
            }
            if board.in_mills(men.men[0]) != 0 {
                return Some(EndedValue::Win);
            }
        }
        let empty = board.all() & !(men.men[0] | men.men[1]);
        if self.set.full_board_draws && empty == 0 {
            return Some(EndedValue::Draw);
        }
        let anywhere = men.hand[0] > 0 || self.flies(men, 0);
        let reach = if anywhere { empty } else { board.beside(men.men[0], empty) };
        (reach == 0).then_some(match self.set.no_move {
            NoMove::Loss => EndedValue::Loss,
            NoMove::Draw => EndedValue::Draw,
        })
    }

    /// The other's men that a mill of the mover may take.
    #[inline]
    fn removable(&self, men: Set) -> Set {
        let free = men & !self.set.board.in_mills(men);
        match self.set.shield {
            Shield::Always => men,
            Shield::UnlessNone if free == 0 => men,
            Shield::UnlessNone | Shield::Never => free,
        }
    }

    /// The moves of a position that goes on, as edges.
    #[inline]
    fn edges(&self, kind: Kind, men: &Men, out: &mut Vec<Edge>) {
        let board = self.set.board;
        let [own, other] = men.men;
        let empty = board.all() & !(own | other);
        let takes = if self.set.mill_wins { 0 } else { self.removable(other) };
        let places = men.hand[0] > 0;
        let mut from_to = |left: Set, reach: Set, hand: u8| {
            let closers = if takes == 0 { 0 } else { board.closers(left) };
            for to in points(reach) {
                let after = left | 1 << to;
                if closers >> to & 1 == 0 {
                    let child = Men { men: [other, after], hand: [men.hand[1], hand] };
                    out.push(self.edge(kind, &child, places));
                    continue;
                }
                for taken in points(takes) {
                    let other = other ^ 1 << taken;
                    let child = Men { men: [other, after], hand: [men.hand[1], hand] };
                    out.push(self.edge(kind, &child, true));
                }
            }
        };
        if places {
            from_to(own, empty, men.hand[0] - 1);
            return;
        }
        let flies = self.flies(men, 0);
        for from in points(own) {
            let reach = if flies { empty } else { board.neighbours(from) & empty };
            from_to(own ^ 1 << from, reach, 0);
        }
    }

    #[inline]
    fn edge(&self, kind: Kind, child: &Men, zeroes: bool) -> Edge {
        let to = match self.kind(child) {
            Some(to) if to == kind => To::Here(self.place_of(kind, child)),
            Some(to) => To::Table(to.table(), self.place_of(to, child)),
            // Who has been left with two men has lost.
            None => To::Ended(EndedValue::Loss),
        };
        Edge { to, same_side: false, zeroes }
    }

    /// Shows the positions of the same table from which a move leads to this one.
    #[inline]
    fn each_before(&self, men: &Men, mut found: impl FnMut(Men)) {
        if men.hand != [0, 0] {
            return;
        }
        let board = self.set.board;
        // The other has moved; before that it was to move.
        let [waiting, moved] = men.men;
        let empty = board.all() & !(waiting | moved);
        let closes_for_nothing = self.set.mill_wins || self.removable(waiting) == 0;
        let movable = if closes_for_nothing { moved } else { moved & !board.in_mills(moved) };
        let flies = self.flies(men, 1);
        if self.set.mill_wins && board.in_mills(waiting) != 0 {
            return;
        }
        for to in points(movable) {
            let reach = if flies { empty } else { board.neighbours(to) & empty };
            for from in points(reach) {
                let before = moved ^ 1 << to | 1 << from;
                if self.set.mill_wins && board.in_mills(before) != 0 {
                    continue;
                }
                found(Men { men: [before, waiting], hand: [0, 0] });
            }
        }
    }

    /// A position of these men: White is the mover while men are placed and an even number is,
    /// and in all tables without men in hand.
    fn position(men: &Men) -> Position {
        let is_second = men.hand[0] > men.hand[1];
        let (side, [first, second]) =
            if is_second { (Side::Second, [1, 0]) } else { (Side::First, [0, 1]) };
        Position::new([men.men[first], men.men[second]], [men.hand[first], men.hand[second]], side)
    }

    fn men_of(pos: &Position) -> Men {
        let sides = [pos.side(), pos.side().other()];
        Men { men: sides.map(|side| pos.men(side)), hand: sides.map(|side| pos.hand(side)) }
    }

    /// The rules for what the fast ways do not do: several men taken by one turn.
    const fn plain_rules(&self, rules: &Morris) -> Morris {
        Morris { set: self.set, split: false, ..*rules }
    }
}

impl Index<Morris> for Sectors {
    const VERSION: u32 = 1;
    const COUNTER_LIMIT: Option<u16> = Some(100);
    const EMBEDDED_MEN: u8 = 6;

    /// Three against three is small, but nobody needs it while many men are left.
    fn is_near_embedded(&self, pos: &Position) -> bool {
        pos.total(Side::First) + pos.total(Side::Second) <= 9
    }

    /// None where a repeated mill is not like any other: positions alone do not tell then.
    fn tables(&self, rules: &Morris, men_max: u8) -> Vec<TableId> {
        if rules.set.mill_repeat != MillRepeat::Allowed {
            return Vec::new();
        }
        let men = self.set.men;
        let mut tables = Vec::new();
        for all in 2 * MEN_MIN..=(2 * men).min(men_max) {
            let pairs = (MEN_MIN..=men.min(all)).filter_map(|fewer| {
                let more = all.checked_sub(fewer)?;
                (more >= fewer && more <= men).then_some(Kind::Moving(more, fewer))
            });
            tables.extend(pairs.map(Kind::table));
        }
        if self.is_whole() && men_max >= 2 * men {
            tables.extend((0..2 * men).rev().map(|placed| Kind::Placing(placed).table()));
        }
        tables
    }

    /// Small games whole; else all sectors up to five against five.
    fn usual(&self, rules: &Morris) -> Option<Vec<TableId>> {
        let mut tables = self.tables(rules, u8::MAX);
        if !self.is_whole() {
            tables.retain(|table| match Kind::of(*table) {
                Kind::Moving(more, _) => more <= USUAL_MEN_MAX,
                Kind::Placing(_) => false,
            });
        }
        Some(tables)
    }

    fn name(&self, table: TableId) -> String {
        let board = match self.set.board {
            Board::Rings => "",
            Board::Diagonals => "twelve-",
            Board::TwoRings => "six-",
            Board::Square => "three-",
        };
        match Kind::of(table) {
            Kind::Moving(more, fewer) => format!("{board}{more}v{fewer}"),
            Kind::Placing(placed) => format!("{board}place{placed:02}"),
        }
    }

    /// Limits and repetition are no part of it: no win needs a repetition, and the counter is asked
    /// for.
    fn rules_text(&self, rules: &Morris) -> String {
        let RuleSet { board, flying, mill_wins, shield, each_mill_takes, .. } = rules.set;
        let (no_move, full, repeat) =
            (rules.set.no_move, rules.set.full_board_draws, rules.set.mill_repeat);
        let men = if self.is_whole() { format!("{} men, ", rules.set.men) } else { String::new() };
        format!(
            "{men}{board:?}, flying {flying}, mill wins {mill_wins}, taken from mills {shield:?}, \
             each mill takes {each_mill_takes}, no move {no_move:?}, full board draws {full}, \
             repeated mills {repeat:?}"
        )
    }

    #[inline]
    fn table_of(&self, rules: &Morris, pos: &Position) -> Option<TableId> {
        let tells = pos.pending() == 0 && rules.set.mill_repeat == MillRepeat::Allowed;
        self.kind(&Self::men_of(pos)).filter(|_| tells).map(Kind::table)
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        let mut needs: Vec<TableId> = match Kind::of(table) {
            Kind::Moving(_, _) if self.set.mill_wins => Vec::new(),
            Kind::Moving(more, fewer) => {
                // Each side may lose as many men as lines meet in a point.
                let most = if self.set.each_mill_takes { 3 } else { 1 };
                let pair = |a: u8, b: u8| Kind::Moving(a.max(b), a.min(b)).table();
                (1..=most)
                    .flat_map(|taken| {
                        let of = |a: u8, b: u8| {
                            let left = a.checked_sub(taken).filter(|left| *left >= MEN_MIN)?;
                            Some(pair(left, b))
                        };
                        [of(more, fewer), of(fewer, more)]
                    })
                    .flatten()
                    .collect()
            }
            Kind::Placing(placed) if placed + 1 < 2 * self.set.men => {
                vec![Kind::Placing(placed + 1).table()]
            }
            Kind::Placing(placed) => {
                let last = self.parts(Kind::Placing(placed));
                let after = |[mover, other]: [u8; 2]| {
                    let mover = mover + 1;
                    let taken = [0, 1, 2, 3].into_iter().filter_map(move |taken| {
                        let other = other.checked_sub(taken).filter(|left| *left >= MEN_MIN)?;
                        let (more, fewer) = (mover.max(other), mover.min(other));
                        (fewer >= MEN_MIN).then_some(Kind::Moving(more, fewer).table())
                    });
                    taken.collect::<Vec<_>>()
                };
                last.into_iter().flat_map(after).collect()
            }
        };
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    fn len(&self, table: TableId) -> u64 {
        let parts = self.parts(Kind::of(table));
        parts.into_iter().map(|[mover, other]| self.part_len(mover, other)).sum()
    }

    fn rank(&self, table: TableId, pos: &Position) -> u64 {
        self.place_of(Kind::of(table), &Self::men_of(pos))
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        self.men_at(Kind::of(table), index).map(|men| Self::position(&men))
    }

    fn unmoves(&self, _: &Morris, _: TableId, pos: &Position, out: &mut Vec<Position>) {
        self.each_before(&Self::men_of(pos), |men| out.push(Self::position(&men)));
    }

    fn look(&self, rules: &Morris, table: TableId, at: u64, out: &mut Vec<Edge>) -> Place {
        if self.set.each_mill_takes {
            return look_by_rules(self, &self.plain_rules(rules), table, at, out);
        }
        let kind = Kind::of(table);
        let Some(men) = self.men_at(kind, at) else { return Place::Nothing };
        if let Some(ended) = self.ended(&men) {
            return Place::Ended(ended);
        }
        self.edges(kind, &men, out);
        Place::Open
    }

    fn predecessors(&self, _: &Morris, table: TableId, at: u64, out: &mut Vec<Back>) {
        let kind = Kind::of(table);
        let Some(men) = self.men_at(kind, at) else { return };
        self.each_before(&men, |before| {
            let at = self.place_of(kind, &before);
            out.push(Back { at, same_side: false, zeroes: false });
        });
    }

    fn side_to_move(&self, _: &Morris, table: TableId, at: u64) -> Option<Side> {
        let men = self.men_at(Kind::of(table), at)?;
        Some(if men.hand[0] > men.hand[1] { Side::Second } else { Side::First })
    }

    /// How far the counter of plies without a man placed or taken has run towards the limit, as if
    /// that were 100.
    fn counter(&self, rules: &Morris, pos: &Position) -> u16 {
        let limit = rules.move_limit;
        let hundred = <Self as Index<Morris>>::COUNTER_LIMIT.unwrap_or(0);
        if limit == 0 { 0 } else { (pos.quiet().saturating_add(hundred)).saturating_sub(limit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::index::{look_by_rules, predecessors_by_rules};
    use crate::endgame::laws::check_index;

    fn variants() -> Vec<RuleSet> {
        let fast = RuleSet::VARIANTS.map(|(_, set)| set).into_iter();
        let more = [
            RuleSet { flying: true, ..RuleSet::SIX },
            RuleSet { flying: false, ..RuleSet::NINE },
            RuleSet { shield: Shield::Never, ..RuleSet::NINE },
            RuleSet { shield: Shield::Always, no_move: NoMove::Draw, ..RuleSet::SIX },
            RuleSet { each_mill_takes: true, ..RuleSet::SIX },
        ];
        fast.chain(more).collect()
    }

    #[test]
    fn the_laws_of_an_index_hold_in_every_variant() {
        for set in variants() {
            let rules = Morris::new(set);
            check_index(&rules, &Sectors::new(set), 8, 21).unwrap();
        }
        let six = Morris::new(RuleSet::SIX);
        check_index(&six, &Sectors::new(six.set), 12, 22).unwrap();
    }

    /// The fast ways to look ahead and back say what the rules say.
    #[test]
    fn the_fast_forms_are_those_of_the_rules() {
        for set in variants() {
            let (rules, index) = (Morris::new(set), Sectors::new(set));
            for table in index.tables(&rules, 12) {
                let len = index.len(table);
                let step = (len / 150).max(1) as usize | 1;
                for at in (0..len).step_by(step) {
                    let (mut fast, mut slow) = (Vec::new(), Vec::new());
                    let place = index.look(&rules, table, at, &mut fast);
                    let expected = look_by_rules(&index, &rules, table, at, &mut slow);
                    assert_eq!(place, expected, "{set:?} {table:?} {at}");
                    for edges in [&mut fast, &mut slow] {
                        edges.sort_unstable();
                        edges.dedup();
                    }
                    assert_eq!(fast, slow, "{set:?} {table:?} {at}");
                    let (mut fast, mut slow) = (Vec::new(), Vec::new());
                    index.predecessors(&rules, table, at, &mut fast);
                    predecessors_by_rules(&index, &rules, table, at, &mut slow);
                    fast.sort_unstable();
                    fast.dedup();
                    assert_eq!(fast, slow, "{set:?} {table:?} {at}, back");
                }
            }
        }
    }

    /// Places without a position are there because of symmetries only: the others are the orbits.
    #[test]
    fn three_against_three_has_the_published_number_of_states() {
        let index = Sectors::new(RuleSet::NINE);
        let table = Kind::Moving(3, 3).table();
        assert_eq!(index.len(table), 210_140);
        let found: Vec<Men> =
            (0..index.len(table)).filter_map(|at| index.men_at(Kind::of(table), at)).collect();
        assert_eq!(found.len(), 169_626);
        // When all fly, rings may be put in any order: 48 symmetries.
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let reordered = |set: Set, order: [u32; 3]| {
            (0..3)
                .zip(order)
                .fold(0, |out, (from, to)| out | (set >> (8 * from) & 0xff) << (8 * to))
        };
        let least = |men: &Men| {
            let both = |order| men.men.map(|set| reordered(set, order));
            let turned = |[a, b]: [Set; 2]| {
                let geometry = geometry(Board::Rings);
                (0..8)
                    .map(move |symmetry| [geometry.image(symmetry, a), geometry.image(symmetry, b)])
            };
            orders.into_iter().flat_map(|order| turned(both(order))).min()
        };
        let mut states: Vec<_> = found.iter().map(least).collect();
        states.sort_unstable();
        states.dedup();
        assert_eq!(states.len(), 56_922);
    }

    #[test]
    fn there_are_no_tables_where_a_repeated_mill_matters() {
        let names = |rules: &Morris, men: u8| {
            let index = Sectors::new(rules.set);
            let tables = index.tables(rules, men).into_iter();
            tables.map(|table| index.name(table)).collect::<Vec<_>>().join(" ")
        };
        let nine = Morris::default();
        assert_eq!(names(&nine, 9), "3v3 4v3 5v3 4v4 6v3 5v4");
        let index = Sectors::new(nine.set);
        let usual = index.usual(&nine).unwrap().into_iter().map(|table| index.name(table));
        assert_eq!(usual.collect::<Vec<_>>().join(" "), "3v3 4v3 5v3 4v4 5v4 5v5");
        let six = Morris::new(RuleSet::SIX);
        assert!(names(&six, 12).ends_with(
            "six-6v6 six-place11 six-place10 six-place09 \
             six-place08 six-place07 six-place06 six-place05 six-place04 six-place03 six-place02 \
             six-place01 six-place00"
        ));
        for mill_repeat in [MillRepeat::Barren, MillRepeat::Forbidden, MillRepeat::Reverse] {
            let rules = Morris::new(RuleSet { mill_repeat, ..RuleSet::NINE });
            let index = Sectors::new(rules.set);
            assert_eq!(names(&rules, 24), "");
            let pos = Position::new([7, 0x700], [0, 0], Side::First);
            assert_eq!(index.table_of(&rules, &pos), None);
            assert!(index.table_of(&nine, &pos).is_some());
        }
    }
}
