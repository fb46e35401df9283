//! Tables by seeds on the board: a number for each board that can come up, and back.
//!
//! A table holds the boards with so many seeds, as the side to move sees them; what the stores hold
//! does not matter. Whoever has just moved has an empty house, the one he sowed, so boards on which
//! no opposing house is empty are left out [romein-bal-2003]. The numbering has no gaps:
//!
//! ```text
//! p0 = c0, p1 = c0 + c1, … p4 = c0 + … + c4          c0 … c5 the seeds in the houses of one side
//!
//! rank of a side         Σ C(pj + j, j + 1)           of C(s + 5, 5) sides with s seeds
//! full sides before it   Σ C(pj - 1, j + 1)           from the last house back to the first that
//!                                                     is empty; of C(s - 1, 5)
//! rank of an open side   the difference               a side with an empty house
//! ```
//!
//! The first sum is the combinatorial number system: prefix sums, spread by their places, are five
//! of `s + 5` squares. The second counts in the same order the sides without an empty house: take a
//! seed out of each house, and they are sides with six seeds fewer.
//!
//! A table is cut by the seeds of the opposing side, and within a cut a board has the number
//!
//! ```text
//! rank of the opposing side (open) · number of own sides + rank of the own side
//! ```
//!
//! so a table of n seeds has C(n + 11, 11) - C(n + 5, 11) places, all of them boards.

use super::board::{Board, HOUSES, Houses, Pits, SEEDS_MAX};
use super::rules::{Oware, Position};
use super::variant::{FEEDING, GRAND_SLAM, REPETITION, Repeated, RuleSet};
use plyglot_core::Side;
use plyglot_tablebase::indexer::{NodeKind, Predecessor};
use plyglot_tablebase::margin::MarginSuccessor;
use plyglot_tablebase::rank::binomial;
use plyglot_tablebase::{Indexer, MarginIndexer, Margins, TableId};

/// Numbers of sides: `BINOMIALS[j][p]` is C(p + j, j + 1).
const BINOMIALS: [[u64; 64]; HOUSES] = {
    let mut table = [[0; 64]; HOUSES];
    let mut at = 0;
    while at < HOUSES * 64 {
        let (j, p) = (at / 64, at % 64);
        table[j][p] = binomial(p + j, j + 1);
        at += 1;
    }
    table
};

/// How many full sides of the first `j + 1` houses have fewer seeds than `p`: C(p - 1, j + 1).
#[inline]
const fn full_below(j: usize, p: usize) -> u64 {
    // C(q + j, j + 1) with q = p - 1 - j.
    if p > j { BINOMIALS[j][p - 1 - j] } else { 0 }
}

/// How many sides hold so many seeds.
#[inline]
const fn sides(seeds: usize) -> u64 {
    BINOMIALS[HOUSES - 2][seeds + 1]
}

/// How many of them have an empty house.
#[inline]
const fn open_sides(seeds: usize) -> u64 {
    sides(seeds) - full_below(HOUSES - 2, seeds)
}

/// Prefix sums of the houses of a side, one a byte.
#[inline]
const fn prefixes(side: u64) -> u64 {
    side.wrapping_mul(0x0101_0101_0101)
}

/// The rank of a side among those with as many seeds.
#[inline]
fn rank_side(side: u64) -> u64 {
    let sums = prefixes(side);
    (0..HOUSES - 1).map(|j| BINOMIALS[j][(sums >> (8 * j) & 63) as usize]).sum()
}

/// The rank of a side that has an empty house among those with as many seeds.
#[inline]
fn rank_open(side: u64) -> u64 {
    let sums = prefixes(side);
    let sum = |j: usize| (sums >> (8 * j) & 63) as usize;
    let mut rank = 0;
    let mut is_full = true;
    for j in (0..HOUSES - 1).rev() {
        let p = sum(j);
        rank += BINOMIALS[j][p];
        rank -= if is_full { full_below(j, p) } else { 0 };
        is_full &= p != sum(j + 1);
    }
    debug_assert!(has_empty(side), "{side:x} has no empty house");
    rank
}

/// The side of a rank.
fn unrank_side(seeds: usize, rank: u64, is_open: bool) -> u64 {
    let mut left = rank;
    let (mut side, mut above, mut is_full) = (0, seeds, is_open);
    for j in (0..HOUSES - 1).rev() {
        let before = |p: usize| BINOMIALS[j][p] - if is_full { full_below(j, p) } else { 0 };
        let mut p = above;
        while before(p) > left {
            p -= 1;
        }
        left -= before(p);
        side |= ((above - p) as u64) << (8 * (j + 1));
        is_full &= p != above;
        above = p;
    }
    side | above as u64
}

/// Tables by seeds on the board, for these rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwareIndexer {
    /// Without the stop at half of the seeds, which is about stores and not about boards.
    rules: Oware,
}

impl OwareIndexer {
    /// The indexer for these rules.
    pub fn new(mut rules: Oware) -> Self {
        rules.variant.stop_at_half = false;
        Self { rules }
    }

    /// The number of a board with an empty opposing house; its seeds name the table.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call for each predecessor costs 2 % of a build")]
    pub fn rank_board(board: Board) -> u64 {
        let (own, opposing) = (Board::sum(board.own).into(), Board::sum(board.opposing).into());
        first_of(own + opposing, opposing)
            + rank_open(board.opposing) * sides(own)
            + rank_side(board.own)
    }

    /// The board with this number in the table of so many seeds.
    pub fn unrank_board(seeds: usize, index: u64) -> Board {
        let mut opposing = 0;
        while opposing < seeds && first_of(seeds, opposing + 1) <= index {
            opposing += 1;
        }
        let rank = index - first_of(seeds, opposing);
        let all = sides(seeds - opposing);
        Board {
            own: unrank_side(seeds - opposing, rank % all, false),
            opposing: unrank_side(opposing, rank / all, true),
        }
    }

    /// Calls `found` with each board from which a legal move that wins nothing leads to `board`,
    /// the move's house beside it.
    #[inline]
    fn before(self, board: Board, mut found: impl FnMut(Board)) {
        for house in 0..HOUSES {
            for earlier in board.unsown(house) {
                let is_ranked = has_empty(earlier.opposing);
                if is_ranked && self.leads(earlier, house, board) {
                    found(earlier);
                }
            }
        }
    }

    /// Whether sowing this house is legal, wins nothing, and leads to this board.
    #[inline]
    fn leads(self, earlier: Board, house: usize, board: Board) -> bool {
        let sown = earlier.sow(house);
        let wins_nothing = sown.prey == 0 || self.rules.captured(sown) == 0;
        debug_assert_eq!(sown.board, board.turned(), "{earlier:x?} {house}");
        wins_nothing && self.rules.choices(earlier).into_iter().any(|choice| choice == house)
    }
}

/// Whether some house of a side is empty.
#[inline]
fn has_empty(side: u64) -> bool {
    Pits::with(side, 1).len() as usize != HOUSES
}

/// The first number of the boards with so many seeds in all and on the opposing side.
#[inline]
fn first_of(seeds: usize, opposing: usize) -> u64 {
    FIRST[seeds][opposing]
}

const SEEDS: usize = SEEDS_MAX as usize;

static FIRST: [[u64; SEEDS + 2]; SEEDS + 1] = {
    let mut table = [[0; SEEDS + 2]; SEEDS + 1];
    let mut seeds = 0;
    while seeds <= SEEDS {
        let mut opposing = 0;
        while opposing <= seeds {
            table[seeds][opposing + 1] =
                table[seeds][opposing] + open_sides(opposing) * sides(seeds - opposing);
            opposing += 1;
        }
        seeds += 1;
    }
    table
};

impl Indexer<Oware> for OwareIndexer {
    type Contents = Margins;

    const VERSION: u32 = 1;
    const RULES_VARY: bool = true;
    const USUAL_MEN: u8 = 12;

    fn is_sound(&self, rules: &Oware) -> Result<(), &'static str> {
        match rules.variant.repeated {
            Repeated::Split | Repeated::OwnSide => Ok(()),
            Repeated::Nothing => Err("under these rules a game need not end"),
        }
    }

    fn tables(&self, _rules: &Oware, men_max: u8) -> Vec<TableId> {
        (0..=u32::from(men_max).min(SEEDS_MAX.into())).map(TableId).collect()
    }

    fn name(&self, table: TableId) -> String {
        format!("{:02}", table.0)
    }

    fn rules_text(&self, _rules: &Oware) -> String {
        let RuleSet { feeding, grand_slam, repeated, .. } = self.rules.variant;
        let words = [FEEDING.word(feeding), GRAND_SLAM.word(grand_slam), REPETITION.word(repeated)];
        let [feeding, slam, repeated] = words.map(Option::unwrap_or_default);
        format!("feeding {feeding}, grand slam {slam}, repetition {repeated}")
    }

    fn table_of(&self, _rules: &Oware, pos: &Position) -> Option<TableId> {
        has_empty(pos.board.opposing).then(|| TableId(pos.board.in_play().into()))
    }

    /// A capture wins two seeds at least.
    fn needs(&self, table: TableId) -> Vec<TableId> {
        (0..table.0.saturating_sub(1)).map(TableId).collect()
    }

    fn len(&self, table: TableId) -> u64 {
        let seeds = table.0 as usize;
        first_of(seeds, seeds + 1)
    }

    fn rank(&self, _table: TableId, pos: &Position) -> u64 {
        Self::rank_board(pos.board)
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        let board = Self::unrank_board(table.0 as usize, index);
        Some(Position { board, stores: [0, 0], side: Side::First })
    }

    fn unmoves(&self, _: &Oware, _: TableId, pos: &Position, out: &mut Vec<Position>) {
        let side = pos.side.other();
        self.before(pos.board, |board| out.push(Position { board, stores: [0, 0], side }));
    }

    fn predecessors(&self, _: &Oware, table: TableId, at: u64, out: &mut Vec<Predecessor>) {
        let board = Self::unrank_board(table.0 as usize, at);
        self.before(board, |earlier| {
            let at = Self::rank_board(earlier);
            out.push(Predecessor { at, same_side: false, zeroes: false });
        });
    }

    /// Two houses never lead to one board: each is empty only after its own sowing.
    fn may_coincide(&self, _table: TableId) -> bool {
        false
    }
}

impl MarginIndexer<Oware> for OwareIndexer {
    fn successors(
        &self,
        _: &Oware,
        table: TableId,
        at: u64,
        out: &mut Vec<MarginSuccessor>,
    ) -> NodeKind<i16> {
        let board = Self::unrank_board(table.0 as usize, at);
        let choices = self.rules.choices(board);
        if choices.is_empty() {
            return NodeKind::Terminal(margin([Board::sum(board.own), Board::sum(board.opposing)]));
        }
        out.extend(choices.map(|house| {
            let (after, won) = self.rules.sow(board, house);
            let gain = margin(won);
            if self.rules.choices(after).is_empty() {
                let rest = margin([Board::sum(after.own), Board::sum(after.opposing)]);
                return MarginSuccessor { to: None, same_side: false, gain: gain - rest };
            }
            let to = (TableId(after.in_play().into()), Self::rank_board(after));
            MarginSuccessor { to: Some(to), same_side: false, gain }
        }));
        NodeKind::Open
    }

    fn margin_is_result(&self, rules: &Oware) -> bool {
        !rules.variant.stop_at_half
    }

    /// Where the seeds at a repetition stay on their sides, either side may end with all of them.
    fn cycle_margin_max(&self, rules: &Oware, table: TableId) -> i16 {
        match rules.variant.repeated {
            Repeated::OwnSide => i16::try_from(table.0).unwrap_or(i16::MAX),
            Repeated::Split | Repeated::Nothing => 0,
        }
    }

    fn margin_so_far(&self, _: &Oware, pos: &Position) -> i16 {
        margin(pos.stores)
    }
}

/// How much more the first of two has.
fn margin([own, opposing]: [u16; 2]) -> i16 {
    own.cast_signed() - opposing.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_places_as_the_formula_says() {
        let mut total = 0;
        for seeds in 0..=SEEDS {
            let len = first_of(seeds, seeds + 1);
            assert_eq!(len, binomial(seeds + 11, 11) - binomial(seeds + 5, 11), "{seeds} seeds");
            total += len;
        }
        // [romein-bal-2003] gives this number for the whole game: 47 seeds cannot come up in it,
        // and the start, with no empty house, is one more.
        let missing = first_of(47, 48);
        assert_eq!(total - missing + 1, 889_063_398_406);
    }

    #[test]
    fn every_place_of_the_small_tables_holds_its_own_board() {
        for seeds in 0..=9 {
            let len = first_of(seeds, seeds + 1);
            for index in 0..len {
                let board = OwareIndexer::unrank_board(seeds, index);
                assert_eq!(usize::from(board.in_play()), seeds);
                assert_eq!(OwareIndexer::rank_board(board), index, "{board:x?}");
            }
        }
    }
}
