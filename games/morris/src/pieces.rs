//! Tables looked through by the men of who waits.
//!
//! Who places or moves a man leaves the other side's men where they are, or takes one of them; and these men,
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
use super::variant::NoMove;
use plyglot_core::bits::bits;
use plyglot_tablebase::TableId;
use plyglot_tablebase::indexer::NodeKind;
use plyglot_tablebase::rank::binomial;
use plyglot_tablebase::wdl::{SeePlace, Successor};

/// What placing or moving a man leads to, whatever men the mover has.
struct Against {
    turn: Turn,
    /// For each man that a mill may take.
    takes: Vec<Child>,
}

impl MorrisIndexer {
    /// Into how many pieces a table is looked through, one for each way the other's men stand in each of
    /// its parts; `None` where several men are taken by one turn.
    pub(super) fn pieces_of(&self, table: TableId) -> Option<usize> {
        let ways = |part: Count| geometry(self.set.board).orbits(part.men[1].into()).len();
        let all = || self.parts(Kind::of(table)).into_iter().map(ways).sum();
        (!self.set.each_mill_takes).then(all)
    }

    /// Shows the places of a piece, what they are, and where their moves lead.
    pub(super) fn each_of(&self, table: TableId, mut piece: usize, see: &mut SeePlace<'_>) {
        let kind = Kind::of(table);
        for part in self.parts(kind) {
            let ways = geometry(self.set.board).orbits(part.men[1].into()).len();
            if piece < ways {
                return self.each_against(kind, part, piece, see);
            }
            piece -= ways;
        }
    }

    /// The same of the places of a part where the other's men are these.
    fn each_against(&self, kind: Kind, part: Count, orbit: usize, see: &mut SeePlace<'_>) {
        let geometry = geometry(self.set.board);
        let [own, others] = part.men.map(usize::from);
        let orbits = geometry.orbits(others);
        let (other, keepers) = (orbits.set(orbit), orbits.keepers(orbit));
        let turns = self
            .turns(kind, other, part)
            .map(|turn| turn.map(|turn| self.against(kind, other, turn)));
        let left = usize::from(self.set.board.points()) - others;
        let sets = &sets(own)[..binomial(left, own) as usize];
        let mut moves = Vec::new();
        for numbers in sets {
            let own = spread(other, *numbers);
            if keepers.least(geometry, own) != own {
                continue;
            }
            let men = Men { men: [own, other], hand: part.hand };
            moves.clear();
            let node = self.ended(&men).map_or(NodeKind::Open, NodeKind::Terminal);
            if node == NodeKind::Open {
                self.moves_of(kind, &men, &turns, &mut moves);
            }
            see(self.place_of(kind, &men), node, &moves);
        }
    }

    fn against(&self, kind: Kind, other: Set, turn: Turn) -> Against {
        let taking = |taken: u8| self.child(kind, other ^ 1 << taken, turn.taking);
        let takes = bits(self.removable(other)).map(taking).collect();
        Against { turn, takes }
    }

    /// The moves of a position that goes on.
    #[inline]
    fn moves_of(
        &self,
        kind: Kind,
        men: &Men,
        turns: &[Option<Against>; 2],
        out: &mut Vec<Successor>,
    ) {
        if self.set.no_move == NoMove::Pass && !self.can_move(men, 0) {
            return self.pass_successor(kind, men, out);
        }
        self.each_step(men, turns, |Against { turn, takes }, left, reach| {
            let closing = if takes.is_empty() { 0 } else { self.set.board.closers(left) & reach };
            turn.moves(left, [reach & !closing, closing], takes.iter(), out);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::super::rules::Morris;
    use super::super::variant::{MillProtection, RuleSet};
    use super::*;
    use plyglot_tablebase::wdl::WdlIndexer;
    use plyglot_tablebase::{Indexer, indexer::NodeKind};

    /// Places of a table that is gone through whole.
    const PLACES_MAX: u64 = 30_000;

    fn variants() -> [RuleSet; 9] {
        [
            RuleSet::NINE,
            RuleSet::TWELVE,
            RuleSet { men: 4, shield: MillProtection::Never, ..RuleSet::NINE },
            RuleSet { men: 5, shield: MillProtection::Always, flying: false, ..RuleSet::NINE },
            RuleSet { men: 4, mill_wins: true, ..RuleSet::NINE },
            RuleSet { men: 4, board: Board::TwoRings, ..RuleSet::LASKER },
            RuleSet { no_move: NoMove::Pass, ..RuleSet::SIX },
            RuleSet { no_move: NoMove::Draw, flying: true, ..RuleSet::SIX },
            RuleSet::THREE,
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
    fn tables_of_games_in_which_a_turn_takes_several_are_looked_through_in_order() {
        let set = RuleSet { each_mill_takes: true, ..RuleSet::SIX };
        for kind in [Kind::Placing(3), Kind::Of(Count::on_board([4, 3]))] {
            assert_eq!(MorrisIndexer::new(set).pieces(kind.table()), None);
            assert!(MorrisIndexer::new(RuleSet::SIX).pieces(kind.table()).is_some());
        }
    }
}
