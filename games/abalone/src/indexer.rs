//! The endgame indexer of Abalone: two marbles against two, and three against two.
//!
//! In a game with n marbles a side whose loser is left with one, the tables hold the positions with
//! so few marbles; six to push off, as the table game has it, makes n = 7 (Abalassembly's
//! "Découverte"). The table game itself never comes there: with fourteen marbles a side at least
//! nine are left. So a position belongs to a table if each side's marbles and those it has lost are
//! n together.
//!
//! Colours do not matter, and the hexagon has twelve symmetries. In both tables the second side has
//! a pair; the first has three marbles, or is to move with two:
//!
//! ```text
//!                                orbits of   the other marbles   side to
//!                                the pair    on 59 cells         move
//! two against two                180     ·   C(59,2) = 1711               =    307 980
//! three against two              180     ·   C(59,3) = 32 509  ·  2       = 11 703 240
//! ```
//!
//! A pair that is symmetric itself leaves mirrored positions apart: each has a place, and both have
//! the same value. The published count of three against two counts them so.

#![expect(clippy::cast_possible_truncation, reason = "cells are below 61, orbits below 180")]

use std::sync::LazyLock;

use super::board::{CELLS, Direction, Set, cells_to_edge, step};
use super::rules::{Abalone, Position};
use super::symmetry::{HEXAGON, Images, SYMMETRIES, moved};
use plyglot_core::Side;
use plyglot_core::bits::bits;
use plyglot_core::game::Rules;
use plyglot_tablebase::rank::{Orbits, binomial, rank_subset, unrank_subset};
use plyglot_tablebase::{Indexer, TableId, Wdl, WdlIndexer};

/// Two marbles against two.
pub const TWO_TWO: TableId = TableId(0);
/// Three marbles against two.
pub const THREE_TWO: TableId = TableId(1);

/// Cells beside a pair.
const CELLS_LEFT: usize = CELLS - 2;

/// What the symmetries make of pairs.
static PAIRS: LazyLock<Orbits> = LazyLock::new(|| {
    let image =
        |symmetry: u8, pair: u32| pair_rank(moved(&HEXAGON[usize::from(symmetry)], pair_of(pair)));
    Orbits::new(binomial(CELLS, 2) as u32, SYMMETRIES as u8, |_| true, image)
});

/// The orbit of a pair, and a symmetry that takes it to the orbit's representative.
fn orbit_of(pair: Set) -> (u32, &'static Images) {
    let found = PAIRS.rank(pair_rank(pair));
    let (orbit, symmetry) = found.expect("every pair is in an orbit");
    (orbit, &HEXAGON[usize::from(symmetry)])
}

fn pair_rank(pair: Set) -> u32 {
    let members = [pair.trailing_zeros() as u8, 63 - pair.leading_zeros() as u8];
    rank_subset(&members) as u32
}

fn pair_of(rank: u32) -> Set {
    let mut members = [0; 2];
    unrank_subset(rank.into(), &mut members);
    1 << members[0] | 1 << members[1]
}

/// The other marbles' rank among all on the cells that a pair leaves.
fn rank_beside(pair: Set, set: Set) -> u64 {
    let mut members = [0; 3];
    let mut count = 0;
    for cell in bits(set) {
        let below = (pair & ((1 << cell) - 1)).count_ones() as u8;
        members[count] = cell - below;
        count += 1;
    }
    rank_subset(&members[..count])
}

fn unrank_beside(pair: Set, rank: u64, count: usize) -> Set {
    let mut members = [0; 3];
    unrank_subset(rank, &mut members[..count]);
    let shifted = members[..count].iter().map(|&member| {
        // The pair's cells are skipped, the lower first.
        bits(pair).fold(member, |cell, taken| cell + u8::from(cell >= taken))
    });
    shifted.fold(0, |set, cell| set | 1 << cell)
}

/// The gapless indexer of the last marbles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbaloneIndexer {
    /// So many marbles pushed off win.
    ejections: u8,
}

impl AbaloneIndexer {
    pub(super) const fn new(ejections: u8) -> Self {
        Self { ejections }
    }

    /// How many marbles the side with more has.
    const fn more(table: TableId) -> usize {
        if table.0 == TWO_TWO.0 { 2 } else { 3 }
    }

    /// The side that stands as the first in its table.
    fn leader(pos: &Position) -> Side {
        let count = |side| pos.marbles(side).count_ones();
        match count(Side::First).cmp(&count(Side::Second)) {
            std::cmp::Ordering::Less => Side::Second,
            std::cmp::Ordering::Equal => pos.side(),
            std::cmp::Ordering::Greater => Side::First,
        }
    }

    /// A position of these marbles; whoever has n has lost all but n.
    fn position(self, marbles: [Set; 2], side: Side) -> Position {
        let lost = marbles.map(|set| self.ejections + 1 - set.count_ones() as u8);
        Position::new(marbles, [lost[1], lost[0]], side)
    }

    /// Every symmetric position whose pair represents its orbit: one place each.
    fn push_images(self, pos: &Position, out: &mut Vec<Position>) {
        let pair = pos.marbles(Self::leader(pos).other());
        let representative = pair_of(PAIRS.unrank(orbit_of(pair).0));
        for images in HEXAGON.iter().filter(|i| moved(i, pair) == representative) {
            let marbles = Side::BOTH.map(|side| moved(images, pos.marbles(side)));
            out.push(self.position(marbles, pos.side()));
        }
    }
}

/// The marbles as they were before a push that threw nobody off, this side having pushed.
fn unpushed(marbles: [Set; 2], pusher: Side, mut found: impl FnMut([Set; 2])) {
    let [own, other] = [pusher, pusher.other()].map(|side| marbles[side.index()]);
    let empty = super::board::ALL & !(own | other);
    for direction in Direction::ALL {
        for back in bits(empty) {
            let reach = cells_to_edge(back, direction);
            let holds = |set: Set, n: u8| n <= reach && set >> step(back, direction, n) & 1 == 1;
            for row in (2..=3).filter(|&row| (1..=row).all(|n| holds(own, n))) {
                for pushed in 1..row {
                    if !holds(other, row + pushed) {
                        break;
                    }
                    let front = 1 << step(back, direction, row);
                    let far = 1 << step(back, direction, row + pushed);
                    let mut before = marbles;
                    before[pusher.index()] ^= 1 << back | front;
                    before[pusher.other().index()] ^= front | far;
                    found(before);
                }
            }
        }
    }
}

impl Indexer<Abalone> for AbaloneIndexer {
    type Contents = Wdl;

    const VERSION: u32 = 1;
    const RULES_VARY: bool = true;

    /// None where a limit on the game's length would come before the longest win of a table.
    fn tables(&self, rules: &Abalone, men_max: u8) -> Vec<TableId> {
        // A position of a table has no plies behind it, and its children have one.
        let early = rules.start.with_counters(2, 2);
        if rules.is_near_limit(&early) {
            return Vec::new();
        }
        [(TWO_TWO, 4, 1), (THREE_TWO, 5, 2)]
            .into_iter()
            .filter(|&(_, men, ejections)| men <= men_max && ejections <= self.ejections)
            .map(|(table, ..)| table)
            .collect()
    }

    /// `2v2`, `3v2`.
    fn name(&self, table: TableId) -> String {
        format!("{}v2", Self::more(table))
    }

    /// Limits and repetition are no part of it: a table is not asked near a limit, and no win needs
    /// a repetition.
    fn rules_text(&self, rules: &Abalone) -> String {
        let (marbles, ejections) = (self.ejections + 1, self.ejections);
        let broadside = if rules.broadside { "broadside" } else { "no broadside" };
        format!("{marbles} marbles a side, {ejections} pushed off win, {broadside}")
    }

    fn passed(&self, _rules: &Abalone, pos: &Position) -> Option<Position> {
        Some(pos.passed())
    }

    fn table_of(&self, rules: &Abalone, pos: &Position) -> Option<TableId> {
        let counts = Side::BOTH.map(|side| pos.marbles(side).count_ones() as u8);
        let table = match counts {
            [2, 2] => TWO_TWO,
            [3, 2] | [2, 3] => THREE_TWO,
            _ => return None,
        };
        let [first, second] = Side::BOTH.map(|side| pos.ejected(side));
        let all = [counts[0] + second, counts[1] + first];
        (all == [self.ejections + 1; 2] && !rules.is_near_limit(pos)).then_some(table)
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        if table == THREE_TWO { vec![TWO_TWO] } else { Vec::new() }
    }

    fn len(&self, table: TableId) -> u64 {
        let turns = if table == THREE_TWO { 2 } else { 1 };
        u64::from(PAIRS.len()) * binomial(CELLS_LEFT, Self::more(table)) * turns
    }

    fn rank(&self, table: TableId, pos: &Position) -> u64 {
        let leader = Self::leader(pos);
        let pair = pos.marbles(leader.other());
        let (orbit, images) = orbit_of(pair);
        let beside = rank_beside(moved(images, pair), moved(images, pos.marbles(leader)));
        let turn = if pos.side() == leader { 0 } else { PAIRS.len() };
        u64::from(turn + orbit) * binomial(CELLS_LEFT, Self::more(table)) + beside
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        debug_assert!(index < self.len(table), "{table:?} {index}");
        let more = Self::more(table);
        let sets = binomial(CELLS_LEFT, more);
        let (orbits, row) = (PAIRS.len(), (index / sets) as u32);
        let pair = pair_of(PAIRS.unrank(row % orbits));
        let side = if row < orbits { Side::First } else { Side::Second };
        Some(self.position([unrank_beside(pair, index % sets, more), pair], side))
    }

    /// The least place of its images, where a symmetric pair leaves mirrored positions apart.
    fn representative(&self, table: TableId, at: u64) -> u64 {
        let mut images = Vec::new();
        if let Some(pos) = self.unrank(table, at) {
            self.push_images(&pos, &mut images);
        }
        images.iter().map(|image| self.rank(table, image)).min().unwrap_or(at)
    }

    /// What pushes nothing is taken back by a move of the same kind.
    fn unmoves(&self, rules: &Abalone, _: TableId, pos: &Position, out: &mut Vec<Position>) {
        let before = pos.passed();
        let mut moves = Vec::new();
        before.view().all(rules.broadside, &mut moves);
        for mv in moves.into_iter().filter(|mv| !mv.is_push() && !mv.ejects()) {
            let mut back = before;
            rules.play(&mut back, mv);
            let marbles = Side::BOTH.map(|side| back.marbles(side));
            self.push_images(&self.position(marbles, before.side()), out);
        }
        let marbles = Side::BOTH.map(|side| pos.marbles(side));
        unpushed(marbles, before.side(), |earlier| {
            self.push_images(&self.position(earlier, before.side()), out);
        });
    }
}

impl WdlIndexer<Abalone> for AbaloneIndexer {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use plyglot_conformance::indexer::check_indexer;
    use plyglot_host::game::Game;

    #[test]
    fn the_laws_of_an_indexer_hold_with_broadsides_and_without() {
        for broadside in [true, false] {
            let rules = Abalone { broadside, ..Abalone::default() };
            check_indexer(&rules, &rules.indexer(), 5, 17).unwrap();
        }
    }

    /// All symmetric positions and both colourings have one place, or places that are mirrored.
    #[test]
    fn colours_and_symmetries_lead_to_the_same_table_row() {
        let rules = Abalone::default();
        let indexer = rules.indexer();
        assert_eq!(PAIRS.len(), 180);
        for table in [TWO_TWO, THREE_TWO] {
            for at in (0..indexer.len(table)).step_by(indexer.len(table) as usize / 500) {
                let pos = indexer.unrank(table, at).unwrap();
                let mut twins = Vec::new();
                indexer.push_images(&pos, &mut twins);
                let places: HashSet<u64> =
                    twins.iter().map(|pos| indexer.rank(table, pos)).collect();
                assert!(places.contains(&at));
                for images in &*HEXAGON {
                    let [first, second] = Side::BOTH.map(|side| moved(images, pos.marbles(side)));
                    let swapped = indexer.position([second, first], pos.side().other());
                    let plain = indexer.position([first, second], pos.side());
                    for image in [plain, swapped] {
                        assert_eq!(indexer.table_of(&rules, &image), Some(table));
                        assert!(places.contains(&indexer.rank(table, &image)), "{image:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_is_not_asked_where_a_limit_is_near_or_more_has_to_fall() {
        let rules = Abalone::default();
        let indexer = rules.indexer();
        let pos = indexer.unrank(TWO_TWO, 1000).unwrap();
        assert_eq!(indexer.table_of(&rules, &pos), Some(TWO_TWO));
        assert_eq!(indexer.table_of(&rules, &pos.with_counters(190, 150)), None);
        let more = Abalone { ejections_to_win: 7, ..rules };
        assert_eq!(more.indexer().table_of(&more, &pos), None);
        let names = |rules: &Abalone, men| {
            let indexer = rules.indexer();
            let tables = indexer.tables(rules, men).into_iter();
            tables.map(|table| indexer.name(table)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!([3, 4, 5].map(|men| names(&rules, men)), ["", "2v2", "2v2 3v2"]);
        assert_eq!(names(&Abalone { ejections_to_win: 1, ..rules }, 5), "2v2");
        assert_eq!(names(&Abalone { quiet_limit: 10, ..rules }, 5), "");
    }
}
