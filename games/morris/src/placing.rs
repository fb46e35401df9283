//! Tables of the placing phase, looked through by the men of who waits.
//!
//! Who places a man leaves the other side's men where they are, or takes one of them; and these men,
//! whose turn comes next, are the first factor of the place that the move leads to ([`super::indexer`]).
//! So while they stay as they are and the mover's men go through all the sets there are, moves lead into one
//! row of one table, and one of another for each man that may be taken: some kilobytes, which a processor
//! has at hand. In the order of the places it is the mover's men that stay, and every place leads
//! somewhere else; that takes two to three times as long.

#![expect(clippy::cast_possible_truncation, reason = "places of a table fit its memory")]

use super::board::Set;
use super::kinds::{Count, Kind, MorrisIndexer};
use super::sector::{Child, Men, Turn};
use super::symmetry::{geometry, sets, spread};
use plyglot_core::bits::bits;
use plyglot_tablebase::TableId;
use plyglot_tablebase::indexer::NodeKind;
use plyglot_tablebase::rank::binomial;
use plyglot_tablebase::wdl::{SeePlace, Successor};

/// Where placing a man leads to, whatever men of the mover stand there already.
struct Placing {
    turn: Turn,
    /// For each man that a mill may take.
    takes: Vec<Child>,
}

impl MorrisIndexer {
    /// Into how many pieces a table is looked through, one for each way the other's men stand; `None` where
    /// men are not only placed, or several are taken by one turn.
    pub(super) fn placing_pieces(&self, table: TableId) -> Option<usize> {
        let Kind::Of(Count { men: [_, others], hand: [own, _] }) = Kind::of(table) else {
            return None;
        };
        let places = own > 0 && !self.set.moves_while_placing && !self.set.each_mill_takes;
        places.then(|| geometry(self.set.board).orbits(others.into()).len())
    }

    /// Shows the places of a piece, what they are, and where their moves lead.
    pub(super) fn each_of_placing(&self, table: TableId, piece: usize, see: &mut SeePlace<'_>) {
        let kind = Kind::of(table);
        let Kind::Of(count) = kind else { return };
        let geometry = geometry(self.set.board);
        let [own, others] = count.men.map(usize::from);
        let orbits = geometry.orbits(others);
        let (other, keepers) = (orbits.set(piece), orbits.keepers(piece));
        let placing = self.placing_against(kind, other, count);
        let left = usize::from(self.set.board.points()) - others;
        let sets = &sets(own)[..binomial(left, own) as usize];
        let mut moves = Vec::new();
        for numbers in sets {
            let own = spread(other, *numbers);
            if keepers.least(geometry, own) != own {
                continue;
            }
            let men = Men { men: [own, other], hand: count.hand };
            moves.clear();
            let node = self.ended(&men).map_or(NodeKind::Open, NodeKind::Terminal);
            if node == NodeKind::Open {
                self.placed(&placing, own, self.empty(&men), &mut moves);
            }
            see(self.place_of(kind, &men), node, &moves);
        }
    }

    fn placing_against(&self, kind: Kind, other: Set, count: Count) -> Placing {
        let turn = self.turn(kind, other, count, true);
        let taking = |taken: u8| self.child(kind, other ^ 1 << taken, turn.taking);
        let takes = bits(self.removable(other)).map(taking).collect();
        Placing { turn, takes }
    }

    /// The ways to place a man beside these.
    #[inline]
    fn placed(&self, placing: &Placing, own: Set, empty: Set, out: &mut Vec<Successor>) {
        let Placing { turn, takes } = placing;
        let closing = if takes.is_empty() { 0 } else { self.set.board.closers(own) & empty };
        turn.moves(own, [empty & !closing, closing], takes.iter(), out);
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Morris;
    use super::super::variant::{MillProtection, RuleSet};
    use super::*;
    use plyglot_tablebase::wdl::WdlIndexer;
    use plyglot_tablebase::{Indexer, indexer::NodeKind};

    /// Places of a table that is gone through whole.
    const PLACES_MAX: u64 = 30_000;

    fn variants() -> [RuleSet; 5] {
        [
            RuleSet::NINE,
            RuleSet::TWELVE,
            RuleSet { men: 4, shield: MillProtection::Never, ..RuleSet::NINE },
            RuleSet { men: 5, shield: MillProtection::Always, flying: false, ..RuleSet::NINE },
            RuleSet { men: 4, mill_wins: true, ..RuleSet::NINE },
        ]
    }

    #[test]
    fn pieces_show_each_place_once_and_the_moves_it_has() {
        for set in variants() {
            let (rules, indexer) = (Morris::new(set), MorrisIndexer::new(set));
            let tables = indexer.tables(&rules, 2 * set.men).into_iter();
            let small = tables.filter(|table| indexer.len(*table) <= PLACES_MAX);
            let pieced = small.filter(|table| indexer.pieces(*table).is_some());
            assert!(pieced.map(|table| compare(&rules, &indexer, table)).count() >= 5, "{set:?}");
        }
    }

    fn compare(rules: &Morris, indexer: &MorrisIndexer, table: TableId) {
        let mut shown = vec![None; usize::try_from(indexer.len(table)).unwrap()];
        for piece in 0..indexer.pieces(table).unwrap() {
            indexer.each_of_piece(rules, table, piece, &mut |at, node, moves| {
                let mut moves = moves.to_vec();
                moves.sort_unstable();
                let place = &mut shown[at as usize];
                assert_eq!(*place, None, "{:?} {table:?} {at} is shown twice", rules.set);
                *place = Some((node, moves));
            });
        }
        for (at, shown) in (0..).zip(shown) {
            let mut moves = Vec::new();
            let node = indexer.successors(rules, table, at, &mut moves);
            moves.sort_unstable();
            let expected = (node != NodeKind::Invalid).then_some((node, moves));
            assert_eq!(shown, expected, "{:?} {table:?} {at}", rules.set);
        }
    }

    #[test]
    fn other_tables_are_looked_through_in_the_order_of_their_places() {
        for set in [RuleSet::SIX, RuleSet::LASKER, RuleSet::NINE] {
            let indexer = MorrisIndexer::new(set);
            for kind in [Kind::Placing(3), Kind::Of(Count::on_board([4, 3]))] {
                assert_eq!(indexer.pieces(kind.table()), None, "{set:?}");
            }
        }
    }
}
