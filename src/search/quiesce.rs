//! Quiescence: the evaluator is believed only where nothing is going on.
//!
//! At the horizon the side to move may stand on the static eval or try the noisy moves the
//! judge names, until nothing noisy is left [harris-1975]. A move that could not bring a quiet
//! position up to alpha, whatever it takes, is left out (delta pruning) unless it makes loud. In a
//! loud position (a check) it may not stand, and all moves are tried.
//!
//! All nodes below one horizon share a limit of nodes ([`Config::qsearch_nodes_max`]): where it is
//! spent, positions are judged as they stand, whatever is going on in them.
//!
//! [`Config::qsearch_nodes_max`]: super::searcher::Config::qsearch_nodes_max

use super::node::{Outlook, Place, bound_of};
use super::order::select;
use super::searcher::{Found, Searcher, Stopped};
use super::watch::{Observer, Why};
use crate::core::{Bound, Score};
use crate::game::{Evaluator, Rules};

/// In a loud position so many moves are tried; after them only noisy ones, unless all lose.
const ANSWERS: usize = 3;
/// A move may do this much better, cp, than to win what it takes.
const WON_BESIDES_CP: i32 = 120;
/// The table's move is tried first: above all hints.
const TABLE_MOVE: i32 = 100_000;

impl<R: Rules, J: Evaluator<R>, O: Observer<R>> Searcher<'_, R, J, O> {
    /// Runs a search with no depth left within the limit of nodes of the horizon it lies behind; if
    /// it lies behind none, it is one.
    pub(super) fn behind_horizon<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        if self.qsearch_end.is_some() {
            return search(self);
        }
        self.qsearch_end = Some(self.nodes.saturating_add(self.config.qsearch_nodes_max));
        let found = search(self);
        self.qsearch_end = None;
        found
    }

    /// Whether nothing more may be tried behind this horizon.
    pub(super) fn is_qsearch_spent(&self) -> bool {
        self.qsearch_end.is_some_and(|end| self.nodes >= end)
    }

    /// The score of a position with no depth left, which is not finished.
    pub(super) fn horizon(
        &mut self,
        pos: &R::Position,
        outlook: &Outlook<R::Move>,
        place: Place,
    ) -> Result<(Score, Why), Stopped> {
        self.unresolved += 1;
        let stand = outlook.opinion.unwrap_or(Score::MINUS_INFINITE);
        if stand >= place.window.beta {
            return Ok((stand, Why::StandPat));
        }
        self.expand_noisy(pos, outlook);
        let (score, best) = self.search_noise(pos, outlook, place, stand)?;
        let Some(score) = score else {
            // It could not stand, and the history of the game has forbidden every move.
            let stuck = self.rules.stuck(pos);
            return Ok((stuck.score(outlook.context.side, place.ply), Why::Finished));
        };
        let bound = bound_of(score, place.window);
        let found = Found { score, bound, slot: best.map(R::slot), depth: place.depth };
        self.remember(pos, (outlook.key, place.ply), found, outlook.unresolved_before);
        Ok((score, if bound == Bound::Lower { Why::BetaCut } else { Why::Horizon }))
    }

    /// Puts the candidates for noisy moves on the stack: the table's move, then by the evaluator's
    /// hints. Which of them are worthwhile is asked when their turn comes.
    fn expand_noisy(&mut self, pos: &R::Position, outlook: &Outlook<R::Move>) {
        let of_table = outlook.hit.and_then(|hit| hit.slot);
        self.evaluator.noisy_candidates(self.rules, pos, &mut self.moves);
        self.keys.truncate(outlook.first);
        for &mv in &self.moves[outlook.first..] {
            let is_tables = of_table == Some(R::slot(mv));
            self.keys.push(match (is_tables, outlook.loud) {
                (true, _) => TABLE_MOVE,
                (false, true) => self.evaluator.order_score(self.rules, pos, mv),
                (false, false) => self.evaluator.order_score_at_sight(self.rules, pos, mv),
            });
        }
    }

    /// The best of standing still and of the moves on the stack, and the move that raised alpha;
    /// no score if there is neither.
    fn search_noise(
        &mut self,
        pos: &R::Position,
        outlook: &Outlook<R::Move>,
        place: Place,
        stand: Score,
    ) -> Result<(Option<Score>, Option<R::Move>), Stopped> {
        let first = outlook.first;
        let (mut best, mut best_move) = (stand, None);
        let (evaluator, rules, mut gives_check) = (self.evaluator, self.rules, None);
        let mut window = place.window;
        window.alpha = window.alpha.max(best);
        let mut number = 0;
        while first + number < self.moves.len() {
            let from = first + number;
            select(&mut self.moves[from..], &mut self.keys[from..]);
            let mv = self.moves[first + number];
            if let Some(most) = self.most_reached(pos, outlook, mv)
                && most <= window.alpha
                && !gives_check.get_or_insert_with(|| evaluator.check_givers(rules, pos))(mv)
            {
                best = best.max(most);
                number += 1;
                continue;
            }
            if !self.evaluator.is_worthwhile(self.rules, pos, mv)
                || self.is_answered(pos, outlook, mv, (number, best))
            {
                number += 1;
                continue;
            }
            let below = Place { ply: place.ply + 1, depth: -1, window, ..place };
            let Some(score) = self.child(pos, mv, below, false, 0)? else {
                self.strike_out(first + number);
                continue;
            };
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                best_move = Some(mv);
                self.lead_with(place.ply, mv);
            }
            if window.alpha >= window.beta {
                break;
            }
            number += 1;
        }
        self.moves.truncate(first);
        self.keys.truncate(first);
        Ok(((best > Score::MINUS_INFINITE).then_some(best), best_move))
    }

    /// The most that a move can bring a quiet position to, as far as anybody knows.
    fn most_reached(
        &self,
        pos: &R::Position,
        outlook: &Outlook<R::Move>,
        mv: R::Move,
    ) -> Option<Score> {
        let stand = outlook.opinion.filter(|_| self.config.selectivity.skip_moves)?;
        let won = self.evaluator.capture_value(self.rules, pos, mv)?;
        Some(stand.offset(won + WON_BESIDES_CP).min(Score::EVAL_MAX))
    }

    /// Whether enough has been tried in a loud position to leave out a quiet move.
    fn is_answered(
        &self,
        pos: &R::Position,
        outlook: &Outlook<R::Move>,
        mv: R::Move,
        (number, best): (usize, Score),
    ) -> bool {
        outlook.loud
            && self.config.selectivity.skip_moves
            && number >= ANSWERS
            && !best.is_loss()
            && !self.evaluator.is_noisy(self.rules, pos, mv)
    }
}
