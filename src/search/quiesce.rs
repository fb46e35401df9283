//! Quiescence: the judge is believed only where nothing is going on.
//!
//! At the horizon the side to move may stand on the judge's opinion or try the noisy moves the
//! judge names, until nothing noisy is left (Harris 1975). In a loud position (a check) it may not
//! stand, and all moves are tried.

use super::node::Place;
use super::order::select_best;
use super::searcher::{PLY_LIMIT, Searcher, Stopped};
use super::watch::{Observer, Why};
use crate::core::Score;
use crate::game::{Judge, Rules};

impl<R: Rules, J: Judge<R>, O: Observer<R>> Searcher<'_, R, J, O> {
    /// The score of a position with no depth left, which is not finished.
    pub(super) fn horizon(
        &mut self,
        pos: &R::Position,
        place: Place,
    ) -> Result<(Score, Why), Stopped> {
        let Place { ply, window, .. } = place;
        self.unresolved += 1;
        if ply >= PLY_LIMIT {
            return Ok((self.judge.evaluate(self.rules, pos), Why::TooLong));
        }
        if !self.config.quiescence {
            return Ok((self.judge.evaluate(self.rules, pos), Why::Horizon));
        }
        let loud = self.judge.is_loud(self.rules, pos);
        let mut best = Score::MINUS_INFINITE;
        if !loud {
            best = self.judge.evaluate(self.rules, pos);
            if best >= window.beta {
                return Ok((best, Why::StandPat));
            }
        }
        let first = self.moves.len();
        self.expand_noisy(pos, first);
        self.search_noise(pos, place, first, best)
    }

    /// Puts the noisy moves on the stack, keyed by the judge's hints.
    fn expand_noisy(&mut self, pos: &R::Position, first: usize) {
        self.judge.noisy_moves(self.rules, pos, &mut self.moves);
        self.keys.truncate(first);
        for &mv in &self.moves[first..] {
            self.keys.push(self.judge.hint(self.rules, pos, mv));
        }
    }

    fn search_noise(
        &mut self,
        pos: &R::Position,
        place: Place,
        first: usize,
        mut best: Score,
    ) -> Result<(Score, Why), Stopped> {
        let mut window = place.window;
        window.alpha = window.alpha.max(best);
        let mut why = Why::Horizon;
        let mut number = 0;
        while first + number < self.moves.len() {
            select_best(&mut self.moves[first..], &mut self.keys[first..], number);
            let mv = self.moves[first + number];
            let below = Place { ply: place.ply + 1, depth: -1, window, after_pass: false };
            let Some(score) = self.child(pos, mv, below, false, 0)? else {
                self.strike_out(first + number);
                continue;
            };
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                self.lead_with(place.ply, mv);
            }
            if window.alpha >= window.beta {
                why = Why::BetaCut;
                break;
            }
            number += 1;
        }
        self.moves.truncate(first);
        self.keys.truncate(first);
        if best == Score::MINUS_INFINITE {
            // It could not stand, and the history of the game has forbidden every move.
            let stuck = self.rules.stuck(pos);
            return Ok((stuck.score(self.rules.side_to_move(pos), place.ply), Why::Finished));
        }
        Ok((best, why))
    }
}
