//! The endgame indexer of morris: sectors by the men of each side, and small games whole.
//!
//! Colours do not matter: a place is a position of a *mover* and an *other*. The mover's men stand
//! as the least set of their orbit under the board's symmetries, the other's on the points left;
//! where a symmetry keeps the mover's men, only the least of the other's images has a position:
//!
//! ```text
//! place  =  orbit of the mover's men  ·  C(points left, other's men)  +  rank of the other's men
//! ```
//!
//! Kinds of table:
//!
//! - **moving**, `5v4`: no men in hand. Five against four with either to move are one table, since
//!   moves lead from one to the other; a man taken leads to `5v3` or `4v4`.
//! - **placing**: every move leads to one more man placed. On the boards small enough all of seven men
//!   placed is one table, `place07`, with any number of men taken meanwhile; on the others there is one,
//!   `4+5v3+6`, for so many men of the mover on the board and in hand, and of the other;
//! - **mixed**, `lasker-4+5v3+6`, where men are moved while others are in hand: either side to move.
//!
//! The names of other boards than that of nine men have its word before.

use super::board::Board;
pub use super::kinds::MorrisIndexer;
use super::kinds::{Count, Kind};
use super::position::Position;
use super::rules::Morris;
use super::variant::{MillRepeat, NoMove, RuleSet};
use plyglot_core::Side;
use plyglot_tablebase::indexer::{NodeKind, Predecessor, TerminalValue};
use plyglot_tablebase::wdl::{SeePlace, Successor, successors_by_rules};
use plyglot_tablebase::{Indexer, TableId, Wdl, WdlIndexer};

/// Men of a side in the tables that are built unless somebody says which.
const USUAL_MEN_MAX: u8 = 5;
/// Plies without a man placed or taken, as the tables count them.
const HUNDRED: u16 = 100;

/// Whether the value of a position depends on more than the men and whose turn it is, the counter
/// that the tables ask for apart.
const fn remembers(rules: &Morris) -> bool {
    !matches!(rules.set.mill_repeat, MillRepeat::Allowed)
        || rules.set.mill_once
        || rules.ply_limit > 0
}

impl Indexer<Morris> for MorrisIndexer {
    type Contents = Wdl;

    const VERSION: u32 = 1;
    const RULES_VARY: bool = true;
    const EMBEDDED_MEN: u8 = 6;

    /// The game on the square is small whole, also with four men a side: its eleven tables take ten
    /// milliseconds.
    fn embedded(&self, rules: &Morris) -> Vec<TableId> {
        let men = match self.set.board {
            Board::Square => u8::MAX,
            Board::Rings | Board::Diagonals | Board::TwoRings => Self::EMBEDDED_MEN,
        };
        self.tables(rules, men)
    }

    /// Three against three is small, but nobody needs it while many men are left.
    fn is_near_embedded(&self, pos: &Position) -> bool {
        pos.total(Side::First) + pos.total(Side::Second) <= 9
    }

    /// None where what has been matters, a repeated mill, a mill used up, or the length of the game:
    /// the men on the board do not tell then.
    fn tables(&self, rules: &Morris, men_max: u8) -> Vec<TableId> {
        if remembers(rules) {
            return Vec::new();
        }
        let mut kinds = self.moving(men_max);
        if men_max >= 2 * self.set.men {
            kinds.extend(self.placing());
        }
        kinds.into_iter().map(Kind::table).collect()
    }

    /// Small games whole; else all sectors up to five against five.
    fn usual(&self, rules: &Morris) -> Option<Vec<TableId>> {
        let mut tables = self.tables(rules, u8::MAX);
        if !self.is_whole() {
            tables.retain(|table| match Kind::of(*table) {
                Kind::Of(Count { men: [more, _], hand: [0, 0] }) => more <= USUAL_MEN_MAX,
                Kind::Of(_) | Kind::Placing(_) => false,
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
            Kind::Placing(placed) => format!("{board}place{placed:02}"),
            Kind::Of(Count { men, hand }) => {
                let side = |side: usize| match hand[side] {
                    0 => men[side].to_string(),
                    hand => format!("{}+{hand}", men[side]),
                };
                // Tables of men in hand are others where men are moved meanwhile.
                let moves = self.set.moves_while_placing && hand != [0, 0];
                let moves = if moves { "lasker-" } else { "" };
                format!("{board}{moves}{}v{}", side(0), side(1))
            }
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

    fn passed(&self, _rules: &Morris, pos: &Position) -> Option<Position> {
        (pos.pending() == 0).then(|| pos.passed())
    }

    #[inline]
    fn table_of(&self, rules: &Morris, pos: &Position) -> Option<TableId> {
        let tells = pos.pending() == 0 && !remembers(rules);
        self.kind(Self::men_of(pos).count()).filter(|_| tells).map(Kind::table)
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        self.needs_of(Kind::of(table))
    }

    fn len(&self, table: TableId) -> u64 {
        let parts = self.parts(Kind::of(table));
        parts.into_iter().map(|part| self.part_len(part)).sum()
    }

    fn rank(&self, table: TableId, pos: &Position) -> u64 {
        self.place_of(Kind::of(table), &Self::men_of(pos))
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        self.men_at(Kind::of(table), index).map(|men| Self::position(&men))
    }

    fn unmoves(&self, _: &Morris, _: TableId, pos: &Position, out: &mut Vec<Position>) {
        let men = Self::men_of(pos);
        self.each_before(&men, |men| out.push(Self::position(&men)));
        if self.set.no_move == NoMove::Pass {
            out.extend(self.before_pass(&men).map(|men| Self::position(&men)));
        }
    }

    fn predecessors(&self, _: &Morris, table: TableId, at: u64, out: &mut Vec<Predecessor>) {
        let kind = Kind::of(table);
        let Some(men) = self.men_at(kind, at) else { return };
        self.each_before(&men, |before| {
            let at = self.place_of(kind, &before);
            out.push(Predecessor { at, same_side: false, zeroes: false });
        });
        if self.set.no_move == NoMove::Pass
            && let Some(before) = self.before_pass(&men)
        {
            let at = self.place_of(kind, &before);
            out.push(Predecessor { at, same_side: false, zeroes: false });
        }
    }

    fn side_to_move(&self, _: &Morris, table: TableId, at: u64) -> Option<Side> {
        let men = self.men_at(Kind::of(table), at)?;
        Some(if men.hand[0] > men.hand[1] { Side::Second } else { Side::First })
    }
}

impl WdlIndexer<Morris> for MorrisIndexer {
    fn successors(
        &self,
        rules: &Morris,
        table: TableId,
        at: u64,
        out: &mut Vec<Successor>,
    ) -> NodeKind<TerminalValue> {
        if self.set.each_mill_takes {
            return successors_by_rules(self, &self.plain_rules(rules), table, at, out);
        }
        let kind = Kind::of(table);
        let Some(men) = self.men_at(kind, at) else { return NodeKind::Invalid };
        if let Some(ended) = self.ended(&men) {
            return NodeKind::Terminal(ended);
        }
        self.successors_of(kind, &men, out);
        NodeKind::Open
    }

    fn pieces(&self, table: TableId) -> Option<usize> {
        self.pieces_of(table)
    }

    fn each_of_piece(&self, _: &Morris, table: TableId, piece: usize, see: &mut SeePlace<'_>) {
        self.each_of(table, piece, see);
    }

    fn counter_limit(&self) -> Option<u16> {
        Some(HUNDRED)
    }

    /// `Morris.MoveLimit` and its like may be off.
    fn limit_at(&self, rules: &Morris, pos: &Position) -> Option<u16> {
        Some(HUNDRED).filter(|_| rules.limit(pos) > 0)
    }

    /// How far the counter of plies without a man placed or taken has run towards the limit, as if
    /// that were 100.
    fn counter(&self, rules: &Morris, pos: &Position) -> u16 {
        let limit = rules.limit(pos);
        if limit == 0 { 0 } else { (pos.quiet().saturating_add(HUNDRED)).saturating_sub(limit) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Set;
    use super::super::sector::Men;
    use super::super::symmetry::geometry;
    use super::super::variant::MillProtection;
    use super::*;
    use plyglot_conformance::indexer::check_indexer;
    use plyglot_core::game::Rules;
    use plyglot_tablebase::indexer::predecessors_by_rules;
    use plyglot_tablebase::wdl::Target;

    fn variants() -> Vec<RuleSet> {
        let fast = RuleSet::VARIANTS.map(|(_, set)| set).into_iter();
        let more = [
            RuleSet { flying: true, ..RuleSet::SIX },
            RuleSet { flying: false, ..RuleSet::NINE },
            RuleSet { shield: MillProtection::Never, ..RuleSet::NINE },
            RuleSet { shield: MillProtection::Always, no_move: NoMove::Draw, ..RuleSet::SIX },
            RuleSet { each_mill_takes: true, ..RuleSet::SIX },
            RuleSet { no_move: NoMove::Pass, ..RuleSet::SIX },
            RuleSet { no_move: NoMove::Pass, flying: false, ..RuleSet::THREE },
            RuleSet { men: 4, ..RuleSet::NINE },
            RuleSet { men: 3, each_mill_takes: true, ..RuleSet::NINE },
            RuleSet { men: 4, board: Board::Diagonals, ..RuleSet::NINE },
            RuleSet { men: 4, ..RuleSet::LASKER },
            RuleSet { men: 4, board: Board::TwoRings, ..RuleSet::LASKER },
        ];
        fast.chain(more).collect()
    }

    #[test]
    fn the_laws_of_an_indexer_hold_in_every_variant() {
        for set in variants() {
            let rules = Morris::new(set);
            check_indexer(&rules, &MorrisIndexer::new(set), 8, 21).unwrap();
        }
        let six = Morris::new(RuleSet::SIX);
        check_indexer(&six, &MorrisIndexer::new(six.set), 12, 22).unwrap();
    }

    /// The fast ways to look ahead and back say what the rules say.
    #[test]
    fn the_fast_forms_are_those_of_the_rules() {
        for set in variants() {
            let (rules, indexer) = (Morris::new(set), MorrisIndexer::new(set));
            for table in indexer.tables(&rules, 12) {
                let len = indexer.len(table);
                let step = (len / 150).max(1) as usize | 1;
                for at in (0..len).step_by(step) {
                    check_fast_forms(&rules, &indexer, table, at);
                }
            }
        }
    }

    fn check_fast_forms(rules: &Morris, indexer: &MorrisIndexer, table: TableId, at: u64) {
        let (mut fast, mut slow) = (Vec::new(), Vec::new());
        let node = indexer.successors(rules, table, at, &mut fast);
        let expected = successors_by_rules(indexer, rules, table, at, &mut slow);
        assert_eq!(node, expected, "{rules:?} {table:?} {at}");
        for successors in [&mut fast, &mut slow] {
            successors.sort_unstable();
            successors.dedup();
        }
        assert_eq!(fast, slow, "{rules:?} {table:?} {at}");
        let (mut fast, mut slow) = (Vec::new(), Vec::new());
        indexer.predecessors(rules, table, at, &mut fast);
        predecessors_by_rules(indexer, rules, table, at, &mut slow);
        fast.sort_unstable();
        fast.dedup();
        assert_eq!(fast, slow, "{rules:?} {table:?} {at}, back");
    }

    /// Places in which somebody has to pass are rare, so they are looked for; and the places after.
    #[test]
    fn the_fast_forms_pass_as_the_rules_do() {
        for set in [RuleSet::SIX, RuleSet { flying: true, ..RuleSet::SIX }] {
            let rules = Morris::new(RuleSet { no_move: NoMove::Pass, ..set });
            let indexer = MorrisIndexer::new(rules.set);
            for kind in [Kind::Of(Count::on_board([6, 4])), Kind::Of(Count::on_board([6, 6]))] {
                let table = kind.table();
                let mut stuck = 0;
                for at in 0..indexer.len(table) {
                    let mut successors = Vec::new();
                    let Some(pos) = indexer.unrank(table, at) else { continue };
                    if rules.has_moves(&pos) || rules.outcome(&pos).is_some() {
                        continue;
                    }
                    indexer.successors(&rules, table, at, &mut successors);
                    let [
                        Successor { to: Target::SameTable(after), same_side: false, zeroes: false },
                    ] = successors[..]
                    else {
                        panic!("{pos:?} has one move: {successors:?}");
                    };
                    for at in [at, after] {
                        check_fast_forms(&rules, &indexer, table, at);
                    }
                    stuck += 1;
                }
                assert!(stuck > 0, "{set:?} {kind:?}");
            }
        }
    }

    /// Places without a position are there because of symmetries only: the others are the orbits.
    #[test]
    fn three_against_three_has_the_published_number_of_states() {
        let indexer = MorrisIndexer::new(RuleSet::NINE);
        let table = Kind::Of(Count::on_board([3, 3])).table();
        assert_eq!(indexer.len(table), 210_140);
        let found: Vec<Men> =
            (0..indexer.len(table)).filter_map(|at| indexer.men_at(Kind::of(table), at)).collect();
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
            let indexer = MorrisIndexer::new(rules.set);
            let tables = indexer.tables(rules, men).into_iter();
            tables.map(|table| indexer.name(table)).collect::<Vec<_>>().join(" ")
        };
        let nine = Morris::default();
        assert_eq!(names(&nine, 9), "3v3 4v3 5v3 4v4 6v3 5v4");
        let indexer = MorrisIndexer::new(nine.set);
        let usual = indexer.usual(&nine).unwrap().into_iter().map(|table| indexer.name(table));
        assert_eq!(usual.collect::<Vec<_>>().join(" "), "3v3 4v3 5v3 4v4 5v4 5v5");
        let six = Morris::new(RuleSet::SIX);
        assert!(names(&six, 12).ends_with(
            "six-6v6 six-place11 six-place10 six-place09 \
             six-place08 six-place07 six-place06 six-place05 six-place04 six-place03 six-place02 \
             six-place01 six-place00"
        ));
        for mill_repeat in [MillRepeat::Barren, MillRepeat::Forbidden, MillRepeat::Reverse] {
            let rules = Morris::new(RuleSet { mill_repeat, ..RuleSet::NINE });
            let indexer = MorrisIndexer::new(rules.set);
            assert_eq!(names(&rules, 24), "");
            let pos = Position::new([7, 0x700], [0, 0], Side::First);
            assert_eq!(indexer.table_of(&rules, &pos), None);
            assert!(indexer.table_of(&nine, &pos).is_some());
        }
        let once = Morris::new(RuleSet { mill_once: true, ..RuleSet::NINE });
        for rules in [once, Morris { ply_limit: 200, ..nine }] {
            let pos = Position::new([7, 0x700], [0, 0], Side::First);
            assert_eq!((names(&rules, 24).as_str(), indexer.table_of(&rules, &pos)), ("", None));
        }
    }
}
