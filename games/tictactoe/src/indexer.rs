//! A gapless number for each of the 5478 positions, and one for each of the 765 classes.
//!
//! Which boards can come up? With n marks on the board it is the turn of X if n is even and of O if
//! it is odd; the side to move holds s = n/2 marks (rounded down), the other side t = n - s. The
//! game stops at the first line, so the side to move never has one. Nothing else is forbidden: a
//! line of the other side was made by the last move. (All lines it has pass through one cell, since
//! two lines apart need six marks, and t is at most five.) So a table is a product:
//!
//! ```text
//! positions with n marks = L(s) · C(9 - s, t)
//!
//! L(s) = sets of s cells without a line      s     0   1   2   3   4
//!                                            L(s)  1   9  36  76  78     (84 - 8, 126 - 8·6)
//!
//! n            0   1   2    3    4    5     6     7     8    9
//! positions    1   9  72  252  756  1260  1520  1140   390   78      together 5478
//!
//! rank = L-rank of the mover's set · C(9 - s, t)  +  rank of the other set among t-subsets of the
//!                                                    9 - s cells that are left
//! ```
//!
//! The second rank is the combinatorial number system [knuth-taocp-4, 7.2.1.3]: cells c₁ < c₂ < …
//! have rank C(c₁,1) + C(c₂,2) + …, which is the place of the set among all of its size in numeric
//! order. The first is the same order with the sets that hold a line left out.
//!
//! Under the eight turns and reflections of the board the positions fall into 765 classes; a class
//! is represented by its member of lowest number, and classes are numbered in that order.

use super::rules::{End, LINES, Position, TicTacToe};
use plyglot_core::Side;
use plyglot_tablebase::{Indexer, TableId, Wdl, WdlIndexer};

/// How many positions there are, finished ones included.
pub const POSITIONS: usize = FIRST[10];
/// How many classes of them under the symmetries of the board.
pub const CLASSES: usize = 765;

const CELLS: usize = 9;
/// Marks of the side to move: four at most.
const MOVER_MARKS_MAX: usize = 4;

/// C(n, k) for n up to 9, Pascal's triangle.
const BINOMIAL: [[usize; CELLS + 1]; CELLS + 1] = {
    let mut rows = [[0; CELLS + 1]; CELLS + 1];
    let mut n = 0;
    while n <= CELLS {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// The sets without a line in numeric order, by size.
const LINE_FREE: [[u16; 84]; MOVER_MARKS_MAX + 1] = {
    let mut sets = [[0; 84]; MOVER_MARKS_MAX + 1];
    let mut filled = [0; MOVER_MARKS_MAX + 1];
    let mut set = 0;
    while set < 512 {
        let size = set_size(set);
        if size <= MOVER_MARKS_MAX && !holds_line(set) {
            sets[size][filled[size]] = set;
            filled[size] += 1;
        }
        set += 1;
    }
    sets
};

/// L(s).
const LINE_FREE_LEN: [usize; MOVER_MARKS_MAX + 1] = [1, 9, 36, 76, 78];

/// The number of the first position with n marks; after the last, the number of all.
const FIRST: [usize; CELLS + 2] = {
    let mut first = [0; CELLS + 2];
    let mut n = 0;
    while n <= CELLS {
        let mover = n / 2;
        first[n + 1] = first[n] + LINE_FREE_LEN[mover] * BINOMIAL[CELLS - mover][n - mover];
        n += 1;
    }
    first
};

const fn set_size(set: u16) -> usize {
    set.count_ones() as usize
}

const fn holds_line(set: u16) -> bool {
    let mut i = 0;
    while i < LINES.len() {
        if set & LINES[i] == LINES[i] {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether play from the empty board can lead to this position.
pub fn is_reachable(pos: Position) -> bool {
    let (x, o) = (set_size(pos.marks(Side::First)), set_size(pos.marks(Side::Second)));
    let turn = if (x + o).is_multiple_of(2) { Side::First } else { Side::Second };
    let apart = pos.marks(Side::First) & pos.marks(Side::Second) == 0;
    apart && turn == pos.side && x == (x + o).div_ceil(2) && !pos.has_line(pos.side)
}

/// The number of a reachable position, below [`POSITIONS`]; fewer marks come first.
pub fn rank(pos: Position) -> usize {
    FIRST[marks_on(pos)] + rank_in_table(pos)
}

/// The position of this number, `number < POSITIONS`.
pub fn unrank(number: usize) -> Position {
    debug_assert!(number < POSITIONS, "{number}");
    let marks = FIRST[1..].partition_point(|&first| first <= number);
    unrank_in_table(marks, number - FIRST[marks])
}

fn marks_on(pos: Position) -> usize {
    CELLS - set_size(pos.empty())
}

fn rank_in_table(pos: Position) -> usize {
    debug_assert!(is_reachable(pos), "{pos:?}");
    let (mover, other) = (pos.marks(pos.side), pos.marks(pos.side.other()));
    let (s, t) = (set_size(mover), set_size(other));
    let sets = &LINE_FREE[s][..LINE_FREE_LEN[s]];
    let line_free = sets.partition_point(|&set| set < mover);
    // The other set as a subset of the cells that are left, counted from 0.
    let places = (0..CELLS).filter(|cell| mover >> cell & 1 == 0);
    let chosen = places.enumerate().filter(|(_, cell)| other >> cell & 1 == 1);
    let subset: usize = chosen.enumerate().map(|(i, (place, _))| BINOMIAL[place][i + 1]).sum();
    line_free * BINOMIAL[CELLS - s][t] + subset
}

fn unrank_in_table(marks: usize, number: usize) -> Position {
    let s = marks / 2;
    let t = marks - s;
    let subsets = BINOMIAL[CELLS - s][t];
    let mover = LINE_FREE[s][number / subsets];
    let mut rest = number % subsets;
    let mut wanted = t;
    let mut other = 0;
    // From the highest place down: it is in the set if what is left reaches its binomial.
    for cell in (0..CELLS).rev().filter(|cell| mover >> cell & 1 == 0) {
        let place = (0..cell).filter(|below| mover >> below & 1 == 0).count();
        if wanted > 0 && rest >= BINOMIAL[place][wanted] {
            rest -= BINOMIAL[place][wanted];
            wanted -= 1;
            other |= 1 << cell;
        }
    }
    let side = if marks.is_multiple_of(2) { Side::First } else { Side::Second };
    let marks = if side == Side::First { [mover, other] } else { [other, mover] };
    Position { marks, side }
}

/// The classes of positions that turns and reflections carry into each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    /// The class of each position, by its number.
    of: Vec<u16>,
    /// The number of the position that stands for each class.
    representatives: Vec<u16>,
}

impl Default for Classes {
    #[expect(clippy::cast_possible_truncation, reason = "numbers are below 5478")]
    fn default() -> Self {
        let mut of = vec![0; POSITIONS];
        let mut representatives = Vec::with_capacity(CLASSES);
        for number in 0..POSITIONS {
            let lowest = unrank(number).images().map(rank).into_iter().fold(number, usize::min);
            of[number] = if lowest == number {
                representatives.push(number as u16);
                representatives.len() as u16 - 1
            } else {
                of[lowest]
            };
        }
        debug_assert_eq!(representatives.len(), CLASSES);
        Self { of, representatives }
    }
}

impl Classes {
    /// The class of a reachable position, below [`CLASSES`].
    pub fn rank(&self, pos: Position) -> usize {
        usize::from(self.of[rank(pos)])
    }

    /// The position that stands for a class, `class < CLASSES`.
    pub fn unrank(&self, class: usize) -> Position {
        unrank(usize::from(self.representatives[class]))
    }
}

/// The indexer as endgame tables see it: one table for each number of marks.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct TicTacToeIndexer;

impl Indexer<TicTacToe> for TicTacToeIndexer {
    type Contents = Wdl;

    const VERSION: u32 = 1;
    const RULES_VARY: bool = true;

    /// Moves lead to fuller boards, so a table is of no use without all of those above it: with
    /// less than nine men allowed there is none.
    fn tables(&self, _rules: &TicTacToe, men_max: u8) -> Vec<TableId> {
        if usize::from(men_max) < CELLS { Vec::new() } else { (0..=9).rev().map(TableId).collect() }
    }

    /// `marks5`: five marks on the board.
    fn name(&self, table: TableId) -> String {
        format!("marks{}", table.0)
    }

    /// One set of tables holds for every `TicTacToe.End`: what cannot be won any more is a draw in
    /// any case. The notation is not part of the game.
    fn rules_text(&self, rules: &TicTacToe) -> String {
        match rules.end {
            End::Full => "standard".to_owned(),
            End::Fin => "drawn where every line holds both marks".to_owned(),
        }
    }

    fn table_of(&self, _rules: &TicTacToe, pos: &Position) -> Option<TableId> {
        is_reachable(*pos).then(|| TableId(9 - pos.empty().count_ones()))
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        if table.0 < 9 { vec![TableId(table.0 + 1)] } else { Vec::new() }
    }

    fn len(&self, table: TableId) -> u64 {
        let marks = table.0 as usize;
        (FIRST[marks + 1] - FIRST[marks]) as u64
    }

    fn rank(&self, table: TableId, pos: &Position) -> u64 {
        debug_assert_eq!(table.0 as usize, marks_on(*pos), "{pos:?}");
        rank_in_table(*pos) as u64
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        debug_assert!(index < self.len(table), "{table:?} {index}");
        let index = usize::try_from(index).expect("an index is below 5478");
        Some(unrank_in_table(table.0 as usize, index))
    }

    /// Every move adds a mark, so nothing comes from the same table.
    fn unmoves(&self, _: &TicTacToe, _: TableId, _: &Position, _: &mut Vec<Position>) {}
}

impl WdlIndexer<TicTacToe> for TicTacToeIndexer {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use plyglot_core::game::Rules;

    /// Every position that play leads to, by walking.
    fn walked() -> HashSet<Position> {
        let rules = TicTacToe::default();
        let mut seen = HashSet::from([Position::EMPTY]);
        let mut open = vec![Position::EMPTY];
        while let Some(pos) = open.pop() {
            let mut moves = Vec::new();
            rules.legal_moves(&pos, &mut moves);
            for mv in moves {
                let child = rules.after(&pos, mv);
                if seen.insert(child) {
                    open.push(child);
                }
            }
        }
        seen
    }

    #[test]
    fn numbers_and_reachable_positions_correspond_one_to_one() {
        let walked = walked();
        assert_eq!((walked.len(), POSITIONS), (5478, 5478));
        for number in 0..POSITIONS {
            let pos = unrank(number);
            assert!(walked.contains(&pos), "{number}: {pos:?} is never reached");
            assert_eq!(rank(pos), number, "{pos:?}");
        }
    }

    #[test]
    fn reachable_is_what_walking_reaches() {
        let walked = walked();
        for (x, o) in (0..512_u16).flat_map(|x| (0..512_u16).map(move |o| (x, o))) {
            for side in Side::BOTH {
                let pos = Position { marks: [x, o], side };
                assert_eq!(is_reachable(pos), walked.contains(&pos), "{pos:?}");
            }
        }
    }

    #[test]
    fn tables_have_their_length_and_lead_where_they_say() {
        let (rules, indexer) = (TicTacToe::default(), TicTacToeIndexer);
        let tables = indexer.tables(&rules, 9);
        let lens: Vec<u64> = (0..10).map(|n| indexer.len(TableId(n))).collect();
        assert_eq!(lens, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
        for (i, &table) in tables.iter().enumerate() {
            let needs = indexer.needs(table);
            assert!(needs.iter().all(|need| tables[..i].contains(need)), "{table:?}");
            for number in 0..indexer.len(table) {
                let pos = indexer.unrank(table, number).unwrap();
                assert_eq!(indexer.table_of(&rules, &pos), Some(table));
                assert_eq!(indexer.rank(table, &pos), number);
                let mut moves = Vec::new();
                rules.legal_moves(&pos, &mut moves);
                for mv in moves {
                    let child = rules.after(&pos, mv);
                    assert!(needs.contains(&indexer.table_of(&rules, &child).unwrap()));
                }
            }
        }
        assert!(indexer.tables(&rules, 8).is_empty());
    }

    #[test]
    fn positions_share_a_class_exactly_if_a_symmetry_joins_them() {
        let classes = Classes::default();
        let mut members = vec![HashSet::new(); CLASSES];
        for number in 0..POSITIONS {
            let pos = unrank(number);
            let class = classes.rank(pos);
            assert!(classes.unrank(class).images().contains(&pos), "{pos:?}");
            members[class].insert(pos);
        }
        for (class, members) in members.iter().enumerate() {
            let orbit: HashSet<Position> = classes.unrank(class).images().into_iter().collect();
            assert_eq!(members, &orbit, "class {class}");
        }
    }
}
