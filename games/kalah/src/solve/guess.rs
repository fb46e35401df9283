//! Which sowing will probably do: a look some sowings ahead, where a wrong choice costs much.
//!
//! A proof that the margin reaches a goal needs one good sowing at every second node, and a search
//! that goes to the end before it looks back pays dearly for a bad one near the root. So where many
//! stones are still in play a node first looks ahead: the static eval ([`KalahEvaluator`]) after a
//! few sowings, more of them the more stones there are, says how likely a sowing reaches the goal.
//! Sureness is all that counts of it: where the goal is easily reached, most sowings are sure, and
//! the one with the smaller tree is the better one ([`super::search`] prefers another turn, then a
//! catch, then to leave the other side few sowings). The tables of few stones come too late for a
//! guess, and what the memory knows of a board needs none.
//!
//! What it saves grows with the board. Millions of nodes of the proof from the start, those looked at
//! here not counted, and processor time beside that without a guess (one thread), the formula at the
//! leaves; what the network in its place gives with six pits is in `docs/kalah-solver.md`:
//!
//! | board | without | with | time |
//! |---|---|---|---|
//! | (6, 3) | 0.86 | 1.00 | 1.1 |
//! | (5, 4) | 0.75 | 0.53 | 1.2 |
//! | (6, 4) | 61.4 | 48.5 | 0.82 |
//! | (5, 5) | 25.3 | 7.4 | 0.84 |
//! | (5, 6) | 236.3 | 15.6 | 0.26 |

use super::super::board::{Board, PITS_MAX};
use super::super::evaluator::KalahEvaluator;
use super::super::network;
use super::super::tactics::score_of_sown;
use super::search::Search;
use plyglot_core::game::sowing::TOLD_PITS;

/// With so many stones more than are remembered, and one sowing ahead for each more.
const FROM: u16 = 17;
/// With so many stones more than are remembered the network is asked about each sowing: it takes as
/// long as a node or two.
const JUDGED_FROM: u16 = 3;
/// Most sowings ahead.
const DEPTH_MAX: u16 = 10;
/// Hundredths of a stone from the goal beyond which it does not matter how far.
const WINDOW: i32 = 1000;
/// Hundredths of a stone from the goal that make a chance of 73 in 100.
const SCALE: f64 = 400.0;

/// How many sowings to look ahead with so many stones in play; `kept` of them are not remembered.
pub(super) fn depth(stones: u16, kept: u16) -> Option<u16> {
    let depth = (stones + 1).checked_sub(kept + FROM)?;
    (depth > 0).then_some(depth.min(DEPTH_MAX))
}

/// Whether the network is asked about the sowings of a board with so many stones in play, where it
/// knows the board, and no guess is made; `kept` of them are not remembered.
pub(super) const fn is_judged(pits: usize, stones: u16, kept: u16) -> bool {
    pits == TOLD_PITS && stones >= kept + JUDGED_FROM
}

/// What the network thinks of a sowing that banks so many stones and leads to this board, in
/// hundredths of a stone.
pub(super) fn static_eval(next: Board, banked: i16, again: bool) -> i32 {
    let rest = network::evaluate(next);
    100 * i32::from(banked) + if again { rest } else { -rest }
}

/// The part in a thousand of sowings with this evaluation that reach the goal.
#[expect(clippy::cast_possible_truncation, reason = "between 0 and 1000")]
fn sureness(expected: i32, goal: i32) -> i32 {
    (1000.0 / (1.0 + (f64::from(goal - expected) / SCALE).exp())) as i32
}

impl Search<'_> {
    /// How likely a sowing that banks so many stones and leads to this board reaches the goal, in
    /// thousandths.
    pub(super) fn chance(
        &self,
        next: Board,
        banked: i16,
        again: bool,
        goal: i16,
        depth: u16,
    ) -> i32 {
        let (banked, goal) = (100 * i32::from(banked), 100 * i32::from(goal));
        let (low, high) = (goal - WINDOW - banked, goal + WINDOW - banked);
        let expected = if again {
            banked + self.look_ahead(next, depth - 1, low, high)
        } else {
            banked - self.look_ahead(next, depth - 1, -high, -low)
        };
        sureness(expected, goal)
    }

    /// Alpha-beta over single sowings to a fixed depth, fail-soft; hundredths of a stone.
    fn look_ahead(&self, board: Board, depth: u16, alpha: i32, beta: i32) -> i32 {
        if self.ending.end.is_over(board) {
            return 100 * i32::from(self.ending.margin(board));
        }
        if depth == 0 {
            return if self.sowings.pits() == TOLD_PITS {
                network::evaluate(board)
            } else {
                KalahEvaluator::of_board(self.sowings, board)
            };
        }
        let mut sowings = [(i32::MAX, 0); PITS_MAX];
        for (slot, pit) in sowings.iter_mut().zip(board.pits()) {
            *slot = (-score_of_sown(&self.sowings.sow(board, pit), pit), pit);
        }
        sowings.sort_unstable();
        let (mut best, mut alpha) = (i32::MIN, alpha);
        for &(_, pit) in sowings.iter().take_while(|&&(order, _)| order < i32::MAX) {
            let sown = self.sowings.sow(board, pit);
            let banked = 100 * i32::from(sown.banked);
            let (low, high) = (alpha - banked, beta - banked);
            let value = if sown.again {
                banked + self.look_ahead(sown.board, depth - 1, low, high)
            } else {
                banked - self.look_ahead(sown.board.turned(), depth - 1, -high, -low)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sureness_rises_with_the_evaluation_and_is_even_at_the_goal() {
        let steps: Vec<i32> = (-5..=5).map(|stones| sureness(300 + 200 * stones, 300)).collect();
        assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
        assert_eq!(sureness(300, 300), 500);
        assert!(steps[0] > 0 && steps[10] < 1000);
    }

    #[test]
    fn nothing_is_guessed_near_the_tables() {
        assert_eq!(depth(16, 0), None);
        assert_eq!(depth(17, 0), Some(1));
        assert_eq!(depth(30, 10), Some(4));
        assert_eq!(depth(72, 22), Some(DEPTH_MAX));
    }
}
