//! What the search may ask about a position: which move to try first.
//!
//! Stones in atari are taken or saved first, then come points that touch stones; moves on the first
//! line of an empty corner come late, and so does filling an eye of one's own. A pass comes where it
//! may: last, but for the answer to a pass.

use super::board::{Grid, Set, Stones};
use super::rules::{Go, Move, Position, by_words};
use plyglot_core::game::params::LateMoveReduction;
use plyglot_core::game::{NodeTactics, SearchParams, Tactics};

/// Moves by what they touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoTactics;

/// For each stone that is taken or saved.
const STONE_SCORE: i32 = 200;
const STONES_MAX: i32 = 20;
const TOUCH_SCORE: i32 = 40;
const EYE_SCORE: i32 = -800;
const EDGE_SCORE: i32 = -60;
const PASS_SCORE: i32 = -500;
/// For a pass that ends the game: it is the first look at the score.
const ENDING_SCORE: i32 = 1_000;

impl Tactics<Go> for GoTactics {
    type Node<'a> = GoNode<'a>;

    #[inline]
    fn node<'a>(&'a self, rules: &'a Go, pos: &'a Position) -> GoNode<'a> {
        GoNode { rules, pos }
    }
}

/// The tactics of one position.
#[derive(Clone, Copy, Debug)]
pub struct GoNode<'a> {
    rules: &'a Go,
    pos: &'a Position,
}

impl NodeTactics<Move> for GoNode<'_> {
    fn order_score(&self, mv: Move) -> i32 {
        let Self { rules, pos } = *self;
        match mv.point() {
            Some(point) => by_words!(rules, order_score(rules, pos, point)),
            None if pos.passes > 0 => ENDING_SCORE,
            None => PASS_SCORE,
        }
    }
}

fn order_score<const N: usize>(rules: &Go, pos: &Position, point: u16) -> i32 {
    let grid: Grid<N> = rules.grid().resized();
    let stones: Stones<N> = pos.seen();
    let beside = grid.beside(Set::of(point));
    let [friends, opponents] = [stones.own, stones.opposing].map(|set| beside & set);
    if friends == beside {
        return EYE_SCORE;
    }
    let is_edge = beside.count() < 4;
    let mut score = if is_edge { EDGE_SCORE } else { 0 };
    if (friends | opponents).is_empty() {
        return score;
    }
    score += TOUCH_SCORE;
    let empty = stones.empty(&grid);
    for (touched, all) in [(opponents, stones.opposing), (friends, stones.own)] {
        let chains = if touched.is_empty() { touched } else { grid.chain(touched, all) };
        let threatened = grid.in_atari(chains, empty);
        score += STONE_SCORE * threatened.count().cast_signed().min(STONES_MAX);
    }
    score
}

/// Numbers of the search: late moves are searched less deep at first, nothing else.
pub(super) const PARAMS: SearchParams =
    SearchParams { lmr: Some(LateMoveReduction::PLAIN), ..SearchParams::NONE };
