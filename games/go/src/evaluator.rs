//! What a position is worth at sight: whose points they will be.
//!
//! Each empty point goes to the side whose stones are nearer, as the crow flies along the lines, up to
//! [`REACH`] steps away; on a board that is played out that is the score. A chain with one liberty
//! is half lost, unless it is its side's turn. Nothing here knows of eyes: a search finds life and
//! death, or does not.

use super::board::{Grid, Set, Stones};
use super::ownership::owners;
use super::rules::{Go, Position, by_words};
use super::tactics::GoTactics;
use plyglot_core::game::{Account, Evaluator, Rules};
use plyglot_core::{Score, Side};

/// Area by influence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoEvaluator(GoTactics);

/// A point is a point.
const POINT_CP: i32 = 100;
/// How far stones reach over empty points.
const REACH: usize = 6;
/// A stone of a chain in atari, of two points that its loss would cost, cp.
const ATARI_CP: i32 = 90;
/// The same where its side is to move.
const ATARI_TO_MOVE_CP: i32 = 30;

/// What the grid of an account says.
const OWNERS: &str = "whose each point is in games played on by lot, stones read out where the game is over: +100 \
     Black's in all of them, -100 White's";

/// What there is to count, for the side to move.
struct Terms {
    stones: i32,
    reached: i32,
    atari: i32,
}

fn count<const N: usize>(set: Set<N>) -> i32 {
    set.count().cast_signed()
}

fn terms_of<const N: usize>(rules: &Go, pos: &Position) -> Terms {
    let grid: Grid<N> = rules.grid().resized();
    let stones: Stones<N> = pos.seen();
    let empty = stones.empty(&grid);
    let (mut own, mut opposing) = (stones.own, stones.opposing);
    let mut open = empty;
    for _ in 0..REACH {
        let [to_own, to_opposing] = [own, opposing].map(|set| grid.beside(set) & open);
        let contested = to_own & to_opposing;
        own = own | to_own.without(contested);
        opposing = opposing | to_opposing.without(contested);
        let left = open.without(to_own | to_opposing);
        if left == open {
            break;
        }
        open = left;
    }
    let in_atari = |set: Set<N>| count(grid.in_atari(set, empty));
    Terms {
        stones: count(stones.own) - count(stones.opposing),
        reached: count(own & empty) - count(opposing & empty),
        atari: ATARI_CP * in_atari(stones.opposing) - ATARI_TO_MOVE_CP * in_atari(stones.own),
    }
}

impl Evaluator<Go> for GoEvaluator {
    type Tactics = GoTactics;

    fn tactics(&self) -> &GoTactics {
        &self.0
    }

    fn evaluate(&self, rules: &Go, pos: &Position) -> Score {
        Score::cp(self.explain(rules, pos).iter().map(|(_, term)| term.raw()).sum())
    }

    fn account(&self, rules: &Go, pos: &Position) -> Account {
        let account = Account::of_terms(&self.explain(rules, pos), self.evaluate(rules, pos));
        let told = |(name, share): (String, i32)| (name, format!("{share:+}"));
        account.with_grid(OWNERS, owners(rules, pos).into_iter().map(told))
    }

    fn explain(&self, rules: &Go, pos: &Position) -> Vec<(&'static str, Score)> {
        let Terms { stones, reached, atari } = by_words!(rules, terms_of(rules, pos));
        let area = rules.terms.rules.scoring == super::Scoring::Area;
        let taken = i32::from(pos.taken[0]) - i32::from(pos.taken[1]);
        let turned = |black: i32| if pos.side == Side::First { black } else { -black };
        let komi = turned(-i32::from(pos.komi) * POINT_CP / 2);
        let held = if area { POINT_CP * stones } else { turned(POINT_CP * taken) };
        let mut terms = vec![
            (if area { "stones" } else { "taken" }, Score::cp(held)),
            ("reached", Score::cp(POINT_CP * reached)),
            ("atari", Score::cp(atari)),
            ("komi", Score::cp(komi)),
        ];
        // No evaluation goes beyond what can be.
        if let Some(bounds) = rules.margin_bounds(pos) {
            let [one, other] = bounds.map(|margin| turned(POINT_CP * i32::from(margin)));
            let sum: i32 = terms.iter().map(|(_, term)| term.raw()).sum();
            let excess = sum.clamp(one.min(other), one.max(other)) - sum;
            if excess != 0 {
                terms.push(("limit", Score::cp(excess)));
            }
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Notation;

    #[test]
    fn a_board_that_is_played_out_is_worth_its_score() {
        let rules = Go::new(crate::Terms { size: 5, komi: 0, ..Go::default().terms });
        for text in ["1X1OO/XX1O1/1X1OO/XX1O1/1X1O1 b", "1X1OO/XX1O1/1X1OO/XX1O1/1X1O1 w"] {
            let pos = rules.parse_position(text).unwrap();
            let value = GoEvaluator::default().evaluate(&rules, &pos);
            assert_eq!(
                rules.side_to_move(&pos).relative(value.raw()),
                50 * i32::from(rules.half_points(&pos)),
                "{text}"
            );
        }
    }
}
