//! What the search may ask about a position: which columns are forced, and which to try first.
//!
//! A side whose next stone would make four gives check: the other side has to answer in that column. Who can
//! win first is not in check.

use super::rules::{Connect4, Position};
use plyglot_core::game::{
    LateMoveReduction, NodeTactics, ReverseFutility, Rules, SearchParams, Tactics,
};

/// Columns by the fours they make, prevent and threaten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threats;

/// What may be asked about one position.
#[derive(Clone, Copy, Debug)]
pub struct ThreatsNode<'a> {
    rules: &'a Connect4,
    pos: &'a Position,
    /// Where stones may fall.
    drops: u64,
    /// Where a stone of the side to move would make four, if it could fall there; then of the other.
    fours: [u64; 2],
}

/// What the search leaves out.
pub(super) const PARAMS: SearchParams = SearchParams {
    check_extension: true,
    lmr: Some(LateMoveReduction::PLAIN),
    reverse_futility: Some(ReverseFutility { margin: 60, depth_max: 6 }),
    ..SearchParams::NONE
};

/// A move that wins.
const WIN: i32 = 10_000;
/// A move that keeps the other side from winning with its next.
const BLOCK: i32 = 9_000;
/// A move above which the other side wins.
const GIFT: i32 = -9_000;
/// For each cell in which four could be made afterwards.
const THREAT: i32 = 100;
/// For each line of four that runs through the cell.
const LINE: i32 = 5;

impl Tactics<Connect4> for Threats {
    type Node<'a> = ThreatsNode<'a>;

    fn node<'a>(&'a self, rules: &'a Connect4, pos: &'a Position) -> ThreatsNode<'a> {
        let (geometry, own, filled) = (rules.geometry, pos.own(), pos.filled());
        let fours = [own, filled ^ own].map(|stones| geometry.winning(stones, filled));
        ThreatsNode { rules, pos, drops: geometry.drops(filled), fours }
    }
}

impl NodeTactics<u8> for ThreatsNode<'_> {
    /// The other side would win with its next stone, and this one cannot win first.
    #[inline]
    fn in_check(&self) -> bool {
        let [own, theirs] = self.fours;
        theirs & self.drops != 0 && own & self.drops == 0
    }

    /// Stones that make four.
    fn noisy_moves(&self, out: &mut Vec<u8>) {
        if self.in_check() {
            return self.rules.legal_moves(self.pos, out);
        }
        let geometry = self.rules.geometry;
        let mut cells = self.drops & self.fours[0];
        while cells != 0 {
            out.push(geometry.column_of(cells));
            cells &= cells - 1;
        }
    }

    /// A stone that makes four.
    #[inline]
    fn is_noisy(&self, mv: u8) -> bool {
        self.fours[0] & self.drops & self.rules.geometry.column(mv) != 0
    }

    #[inline]
    fn gives_check(&self, mv: u8) -> bool {
        let geometry = self.rules.geometry;
        let own = self.pos.own() | self.drops & geometry.column(mv);
        let filled = self.pos.filled() | own;
        let drops = geometry.drops(filled);
        geometry.winning(own, filled) & drops != 0
            && geometry.winning(filled ^ own, filled) & drops == 0
    }

    /// Nearly always one may, once there are lines of two.
    fn can_give_check(&self) -> bool {
        true
    }

    fn order_score(&self, mv: u8) -> i32 {
        let (geometry, pos) = (self.rules.geometry, self.pos);
        let (own, filled) = (pos.own(), pos.filled());
        let cell = self.drops & geometry.column(mv);
        let [wins, theirs] = self.fours;
        if wins & cell != 0 {
            return WIN;
        }
        if theirs & cell != 0 {
            return BLOCK;
        }
        if theirs & cell << 1 != 0 {
            return GIFT;
        }
        let board = geometry.board();
        let threats = geometry.winning(own | cell, filled | cell).count_ones().cast_signed();
        let lines = (geometry.lines(board) - geometry.lines(board ^ cell)).cast_signed();
        THREAT * threats + LINE * lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::tactics::gives_check_when_played;
    use plyglot_core::game::{Notation, Rules};

    #[test]
    fn threats_in_cells_that_are_free_have_to_be_answered() {
        let rules = Connect4::default();
        let noisy = |text: &str| {
            let pos = rules.parse_position(text).unwrap();
            let node = Threats.node(&rules, &pos);
            let mut moves = Vec::new();
            node.noisy_moves(&mut moves);
            (node.in_check(), moves)
        };
        assert_eq!(noisy("7/7/7/7/7/7 x"), (false, vec![]));
        // O has to stop d1.
        assert_eq!(noisy("7/7/7/7/7/xxx1oo1 o"), (true, (0..7).collect()));
        // X has to stop nothing, because it can win first.
        assert_eq!(noisy("7/7/7/x5o/x5o/x5o x"), (false, vec![0]));
        // X makes four in a4.
        assert_eq!(noisy("7/7/7/x6/x3o2/x3oo1 x"), (false, vec![0]));
        // Of d2 nothing follows, as long as d1 is empty.
        assert_eq!(noisy("7/7/7/7/xxx4/oox1oxo o"), (false, vec![]));
    }

    #[test]
    fn a_check_is_what_the_other_side_has_to_answer() {
        let rules = Connect4::default();
        let mut found = [0; 2];
        for seed in 0..20 {
            let Ok(()) = plyglot_conformance::laws::each_position(&rules, seed, |played| {
                let pos = played.position();
                for mv in played.moves(&rules) {
                    let child = rules.after(pos, mv);
                    if rules.outcome(&child).is_none() {
                        let gives_check = Threats.node(&rules, pos).gives_check(mv);
                        let expected = gives_check_when_played(&Threats, &rules, pos, mv);
                        assert_eq!(gives_check, expected, "{pos:?} {mv}");
                        found[usize::from(gives_check)] += 1;
                    }
                }
                Ok::<(), std::convert::Infallible>(())
            });
        }
        assert!(found.iter().all(|&found| found > 50), "{found:?}");
    }
}
