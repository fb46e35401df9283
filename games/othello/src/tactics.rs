//! What the search may ask about a position: which move to try first.
//!
//! Moves that leave the other side few answers come first (the fastest-first heuristic of
//! [edax-program]), corners before all, and squares that give a corner away last.

use super::board::set_of;
use super::forecasts;
use super::rules::{Move, Othello, Position};
use super::terms::Corners;
use plyglot_core::game::params::{LateMoveReduction, ProbCut};
use plyglot_core::game::tactics::Forecast;
use plyglot_core::game::{NodeTactics, SearchParams, Tactics};

/// Moves by the answers they leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OthelloTactics;

/// For each answer that a move leaves.
const ANSWER_SCORE: i32 = -20;
const CORNER_SCORE: i32 = 200;
/// For a square beside an empty corner, on the diagonal and on the edge.
const GIVING_SCORE: [i32; 2] = [-150, -60];

impl Tactics<Othello> for OthelloTactics {
    type Node<'a> = OthelloNode<'a>;

    #[inline]
    fn node<'a>(&'a self, rules: &'a Othello, pos: &'a Position) -> OthelloNode<'a> {
        OthelloNode { rules, pos }
    }
}

/// The tactics of one position.
#[derive(Clone, Copy, Debug)]
pub struct OthelloNode<'a> {
    rules: &'a Othello,
    pos: &'a Position,
}

impl NodeTactics<Move> for OthelloNode<'_> {
    #[inline]
    fn order_score(&self, mv: Move) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let Self { rules, pos } = *self;
        let corners = Corners::on(rules);
        let answers = pos.board.played(square).mobility(rules.squares());
        let count = |set: u64| set.count_ones().cast_signed();
        let mut score = ANSWER_SCORE * (count(answers) + count(answers & corners.corners));
        if corners.corners & set_of(square) != 0 {
            score += CORNER_SCORE;
        }
        for (set, giving) in corners.beside_empty(pos.board.taken()).into_iter().zip(GIVING_SCORE) {
            if set & set_of(square) != 0 {
                score += giving;
            }
        }
        score
    }

    fn stage(&self) -> usize {
        forecasts::stage(self.pos.board)
    }

    #[inline]
    fn forecast(&self, depth: i32) -> Option<Forecast> {
        forecasts::forecast(self.rules, self.pos.board, depth)
    }
}

/// Numbers of the search: late moves are searched less deep at first, and what a shallower search foretells
/// is not searched.
pub(super) const PARAMS: SearchParams = SearchParams {
    aspiration: 120,
    lmr: Some(LateMoveReduction::PLAIN),
    prob_cut: Some(ProbCut { threshold: 120 }),
    ..SearchParams::NONE
};
