//! What a move promises at sight, for the tree search: what it takes or saves, its shape, how near the
//! last move it is ([`Experience`], after [gelly-silver-2011]).
//!
//! Four factorials of 232 to 576 games on nine lines, at 500 simulations a move, said what each is
//! worth (Elo, with errors of 15 to 25): shapes 146; to take and save at twice the weight 12 less, at
//! half of it 34 less; nearness 20, at four times the weight 111 less than at twice; chains of two
//! liberties 52; all of it at twice the weight 26 less, at half of it 44 less. The edge and moves into
//! atari are within the error.

use super::playout::Playout;
use super::rules::Move;
use super::table::{Holds, holds, opposite};
use plyglot_search::mcts::Experience;

/// The visits that one thing seen counts for.
const VISITS: f32 = 10.0;
/// What an eye of one's own counts against filling it.
const EYE_VISITS: f32 = 3.0 * VISITS;
/// A chain with two liberties beside a move: one of the other side is driven, an own one gets room.
const DRIVEN_VISITS: f32 = VISITS / 2.0;
const ROOM_VISITS: f32 = VISITS / 4.0;
/// On the first line, and on the second, with no stone around.
const EDGE_VISITS: [f32; 2] = [VISITS, VISITS / 2.0];
/// By how far the last move is: the lines between, rows and columns, and the larger of both once more.
const NEAR_VISITS: [f32; 7] = [5.0, 5.0, 5.0, 5.0, 4.0, 2.5, 2.5];
/// A pass wins so rarely, as far as can be seen; one that ends the game is tried at once, since all is
/// known then.
const PASS_SHARE: f32 = 0.1;
const ENDING_SHARE: f32 = 1.0;

impl Playout {
    /// What a move promises to the side to move.
    pub(super) fn experience(&self, mv: Move) -> Experience {
        let Some(point) = mv.point() else {
            let share = if self.has_passed() { ENDING_SHARE } else { PASS_SHARE };
            return Experience::NONE.and(VISITS, share);
        };
        let at = usize::from(self.at(point));
        let seen = self.by_stones(at, Experience::NONE.and(VISITS, 0.5));
        let near = NEAR_VISITS.get(self.way_from_last(at)).copied().unwrap_or(0.0);
        self.by_edge(at, seen).and(near, 1.0)
    }

    /// What the stones beside a point say of a move there.
    fn by_stones(&self, at: usize, mut seen: Experience) -> Experience {
        let own = holds(self.side());
        let around = self.table.around(at);
        let has = |held, is: &dyn Fn(usize) -> bool| {
            around.into_iter().any(|beside| self.table.holds[beside] == held && is(beside))
        };
        let in_atari = |stone| self.liberties_of(stone).is_atari();
        let (takes, is_bad) = (self.takes(at, own), self.is_self_atari(at, own));
        if takes {
            seen = seen.and(VISITS, 1.0);
        }
        if is_bad {
            if !takes {
                seen = seen.and(VISITS, 0.0);
            }
        } else {
            let has_two = |stone| self.has_two_liberties(stone);
            if has(opposite(own), &has_two) {
                seen = seen.and(DRIVEN_VISITS, 1.0);
            } else if has(own, &has_two) {
                seen = seen.and(ROOM_VISITS, 1.0);
            }
            if has(own, &in_atari) {
                seen = seen.and(VISITS, 1.0);
            }
            if self.shapes.has(self.surrounding(at)) {
                seen = seen.and(VISITS, 1.0);
            }
        }
        let is_own = |&beside: &usize| [own, Holds::Frame].contains(&self.table.holds[beside]);
        if around.iter().all(is_own) && self.is_eye(at, own) {
            seen = seen.and(EYE_VISITS, 0.0);
        }
        seen
    }

    /// What is thought of the first lines where nothing stands.
    fn by_edge(&self, at: usize, seen: Experience) -> Experience {
        let points = self.table.around(at).into_iter().chain(self.table.corners(at));
        let mut held = points.map(|at| self.table.holds[at]);
        if held.any(|held| matches!(held, Holds::Black | Holds::White)) {
            return seen;
        }
        let (row, column) = self.row_and_column(at);
        let last = self.table.stride - 2;
        let line = row.min(column).min(last - row).min(last - column);
        seen.and(EDGE_VISITS.get(line).copied().unwrap_or(0.0), 0.0)
    }

    /// How far a point is from the last move; beyond everything where there is none.
    fn way_from_last(&self, at: usize) -> usize {
        let Some(last) = self.last_stone() else { return usize::MAX };
        let ((row, column), (last_row, last_column)) =
            (self.row_and_column(at), self.row_and_column(last));
        let (rows, columns) = (row.abs_diff(last_row), column.abs_diff(last_column));
        rows + columns + rows.max(columns)
    }

    fn row_and_column(&self, at: usize) -> (usize, usize) {
        (at / self.table.stride - 1, at % self.table.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, RuleSet, Terms};
    use plyglot_core::game::{Notation, Rules};

    #[test]
    fn to_take_promises_most_and_to_be_taken_least() {
        let rules = Go::new(Terms { size: 5, rules: RuleSet::CHINESE, komi: 0, handicap: 0 });
        let pos = rules.parse_position("5/2X2/1XOX1/5/1O3 b").unwrap();
        let board = Playout::new(&rules, &pos, None);
        let share = |name: &str| {
            let mut moves = Vec::new();
            rules.legal_moves(&pos, &mut moves);
            let of = |mv| {
                let mut written = String::new();
                rules.write_move(&pos, mv, &mut written).unwrap();
                written
            };
            let mv = moves.into_iter().find(|&mv| of(mv) == name).unwrap();
            board.experience(mv).with(0, 0.0)
        };
        // A stone is taken there; nothing is to be seen; one's own is left with one liberty; a pass.
        let shares = ["C2", "E4", "A1", "pass"].map(share);
        assert!(shares.is_sorted_by(|better, worse| better > worse), "{shares:?}");
    }
}
