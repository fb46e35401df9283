//! Playouts: how a game is played on from a leaf of the tree before it is evaluated.
//!
//! A game with an evaluator needs none: the leaf is evaluated as it stands, once noisy moves are
//! resolved. Where evaluations are poor a game is played on by lot, for some plies [lorentz-2008] or to
//! its end [coulom-2006], and what it comes to is the evaluation. How moves are drawn is the game's
//! business ([`PlayoutPolicy`]); without a word from it they are drawn by their order scores.

use super::experience::Experience;
use plyglot_core::Side;
use plyglot_core::game::{Evaluator, NodeTactics, Outcome, Rules, Tactics};
use plyglot_core::rng::{Rng, seeded};
use rand::RngExt;

/// A move with so high an order score is drawn twice as often as an ordinary one.
const ORDER_SCALE: u32 = 100;
/// A move is drawn at most so many times as often as an ordinary one.
const ORDER_TIMES_MAX: u32 = 16;
/// Weights of moves are whole numbers of such parts of an ordinary one.
const ORDINARY: u32 = 64;

/// How a game wants its tree search: all of it has a default.
pub trait PlayoutPolicy<R: Rules>: Clone + Send + Sync + 'static {
    /// How many plies a leaf is played on before the evaluator is asked; to the end in a game where
    /// every line has one, `u32::MAX`.
    fn plies(&self, _rules: &R) -> u32 {
        0
    }

    /// The score, cp, that is as good as winning 85 games of a hundred.
    fn scale_cp(&self, _rules: &R) -> i32 {
        SCALE_CP
    }

    /// How much, in hundredths, moves that are hardly known are tried.
    fn exploration(&self, _rules: &R) -> u32 {
        EXPLORATION
    }

    /// Above 0 where a move made later is about as good as the same move made now, as where stones are
    /// placed and stay: what playouts tell of it is then believed here, too (RAVE
    /// [gelly-silver-2011]), and counts as much as a move's own visits after so many of these. Moves
    /// are the same if [`Rules::encode_move`] is, whoever makes them.
    fn rave_visits(&self, _rules: &R) -> u32 {
        0
    }

    /// What each move of a position promises before it has been tried, by what is seen at once; `last`
    /// led to the position.
    fn experience(
        &self,
        _rules: &R,
        _pos: &R::Position,
        _last: Option<R::Move>,
    ) -> impl Fn(R::Move) -> Experience {
        |_| Experience::NONE
    }

    /// Plays on from a position that is not over until the game is or so many plies are made. The
    /// outcome, if it ended. Moves made are noted by [`Lots::note`] if they are to count for RAVE.
    fn play_out<E: Evaluator<R>>(
        &self,
        rules: &R,
        evaluator: &E,
        pos: &mut R::Position,
        lots: &mut Lots<R>,
    ) -> Option<Outcome> {
        play_on(rules, evaluator, pos, lots)
    }
}

/// Plays on by [`Lots::draw`], as [`PlayoutPolicy::play_out`] does without a word from the game.
pub fn play_on<R: Rules, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    pos: &mut R::Position,
    lots: &mut Lots<R>,
) -> Option<Outcome> {
    while lots.plies > 0 {
        lots.plies -= 1;
        let Some(mv) = lots.draw(rules, evaluator, pos) else { return Some(rules.stuck(pos)) };
        lots.note(rules.side_to_move(pos), R::encode_move(mv));
        rules.play(pos, mv);
        let outcome = rules.outcome(pos);
        if outcome.is_some() {
            return outcome;
        }
    }
    None
}

/// See [`PlayoutPolicy::scale_cp`].
const SCALE_CP: i32 = 300;
/// See [`PlayoutPolicy::exploration`].
const EXPLORATION: u32 = 50;
/// See [`PlayoutPolicy::rave_visits`].
const RAVE_VISITS: u32 = 300;

/// Everything as it is without a word from the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UsualPlayouts;

impl<R: Rules> PlayoutPolicy<R> for UsualPlayouts {}

/// The same for a game in which moves made later are about as good as now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LastingMoves;

impl<R: Rules> PlayoutPolicy<R> for LastingMoves {
    fn rave_visits(&self, _rules: &R) -> u32 {
        RAVE_VISITS
    }
}

/// What a playout has at hand: lots, how far it may go, and room to work in.
#[derive(Debug)]
pub struct Lots<R: Rules> {
    /// Where lots come from.
    pub rng: Rng,
    /// Plies that may still be made.
    pub plies: u32,
    /// The move that led to the position, where there is one: it may ask for an answer.
    pub last: Option<R::Move>,
    /// Moves of a position, to be cleared by whoever uses it.
    pub moves: Vec<R::Move>,
    weights: Vec<u32>,
    /// What was played and by whom, in order.
    pub(super) noted: Vec<(Side, u16)>,
}

impl<R: Rules> Lots<R> {
    /// Lots that begin here.
    pub fn new(seed: u64) -> Self {
        let (moves, weights, noted) = (Vec::new(), Vec::new(), Vec::new());
        Self { rng: seeded(seed), plies: 0, last: None, moves, weights, noted }
    }

    /// This side has made the move that is encoded so.
    pub fn note(&mut self, side: Side, encoded: u16) {
        self.noted.push((side, encoded));
    }

    /// A legal move by lot, one with a higher order score more often; `None` where there is none.
    pub fn draw<E: Evaluator<R>>(
        &mut self,
        rules: &R,
        evaluator: &E,
        pos: &R::Position,
    ) -> Option<R::Move> {
        self.moves.clear();
        rules.legal_moves(pos, &mut self.moves);
        let node = evaluator.tactics().node(rules, pos);
        self.weights.clear();
        self.weights.extend(self.moves.iter().map(|&mv| weight(node.order_score(mv))));
        let all: u32 = self.weights.iter().sum();
        if all == 0 {
            return None;
        }
        let mut lot = self.rng.random_range(0..all);
        for (&mv, &weight) in self.moves.iter().zip(&self.weights) {
            if lot < weight {
                return Some(mv);
            }
            lot -= weight;
        }
        self.moves.last().copied()
    }
}

/// How often a move with this order score is drawn.
fn weight(order_score: i32) -> u32 {
    let size = order_score.unsigned_abs().min(ORDER_SCALE * (ORDER_TIMES_MAX - 1));
    if order_score >= 0 {
        ORDINARY + ORDINARY * size / ORDER_SCALE
    } else {
        ORDINARY * ORDER_SCALE / (ORDER_SCALE + size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_drawn_the_more_often_the_higher_it_stands() {
        let weights = [-10_000, -100, 0, 100, 200, 10_000].map(weight);
        assert_eq!(weights, [4, 32, 64, 128, 192, 64 * 16]);
    }
}
