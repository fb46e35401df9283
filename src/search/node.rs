//! One node of the search: alpha-beta with a principal variation [marsland-campbell-1982].
//!
//! A node reads as a list of the ways to be done with it: the game is over ([`Searcher::finished`]),
//! the horizon is reached, the table knows ([`Searcher::by_table`]), the evaluator is so sure that
//! looking is a waste ([`Searcher::by_opinion`]); else its moves are searched, the first with the
//! whole window, the others with a null window that asks only whether they are better.
//!
//! Scores are fail-soft, from the side to move. The same side may move again: then the child's
//! score is not negated.

use std::ops::Range;

use super::order::Context;
use super::picker::{Quiets, Ranking};
use super::prune::Turn;
use super::searcher::{Found, PLY_LIMIT, Searcher, Stopped, Window, seen_by, window_for};
use super::table::Hit;
use super::watch::{Entering, Observer, Why};
use crate::core::{Bound, Score};
use crate::game::line::ended_by_history;
use crate::game::{Evaluator, Rules};

/// Of the quiet moves tried before the one that cut, so many are blamed.
const BLAMED_MAX: usize = 32;

/// Where a node stands and what is asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Plies from the root.
    pub ply: u32,
    /// Plies to search.
    pub depth: i32,
    /// What is of interest.
    pub window: Window,
    /// The position was reached by a pass: no second one.
    pub after_pass: bool,
    /// Some move is expected to cut here: from ply to ply, one is enough or all have to be searched
    /// (types 2 and 3 of [knuth-moore-1975]).
    pub cuts: bool,
}

/// What a node knows before it looks at its moves.
pub(super) struct Outlook<M> {
    pub(super) context: Context,
    pub(super) key: u64,
    pub(super) hit: Option<Hit>,
    pub(super) loud: bool,
    /// The evaluator's opinion, corrected by the table; `None` where nobody asks, or it is loud.
    pub(super) opinion: Option<Score>,
    /// The opinion is better than when this side moved before.
    pub(super) improving: bool,
    /// The node was asked with an open window: its best line may be shown.
    pub(super) open: bool,
    pub(super) first: usize,
    pub(super) ranking: Ranking,
    pub(super) quiets: Quiets,
    pub(super) unresolved_before: u64,
    best: Option<M>,
}

impl<R: Rules, J: Evaluator<R>, O: Observer<R>> Searcher<'_, R, J, O> {
    /// The score of a position that `mv` led to (`None`: a pass).
    pub(super) fn node(
        &mut self,
        pos: &R::Position,
        mv: Option<R::Move>,
        place: Place,
    ) -> Result<Score, Stopped> {
        if O::ON {
            let Window { alpha, beta } = place.window;
            let Place { ply, depth, .. } = place;
            self.observer.enter(&Entering { ply, mv, pos, alpha, beta, depth });
        }
        let (score, why) = self.look(pos, place)?;
        if O::ON {
            self.observer.leave(score, why);
        }
        Ok(score)
    }

    fn look(&mut self, pos: &R::Position, place: Place) -> Result<(Score, Why), Stopped> {
        self.clear_pv(place.ply);
        self.seldepth = self.seldepth.max(place.ply);
        if let Some(found) = self.finished(pos, place.ply) {
            return Ok(found);
        }
        if place.depth > 0 {
            return self.look_on(pos, place);
        }
        // What is loud may be extended here without end, each time by a ply.
        self.behind_horizon(|it| {
            if it.is_qsearch_spent() {
                return Ok(it.believe(pos, place.ply));
            }
            it.look_on(pos, place)
        })
    }

    fn look_on(&mut self, pos: &R::Position, place: Place) -> Result<(Score, Why), Stopped> {
        let Place { ply, depth, .. } = place;
        let selectivity = self.config.selectivity;
        let loud = self.evaluator.in_check(self.rules, pos);
        let longer = loud && selectivity.extend_loud && depth < PLY_LIMIT.cast_signed() - 1;
        let depth = depth + i32::from(longer);
        if depth <= 0 && !self.config.quiescence || ply >= PLY_LIMIT {
            return Ok(self.believe(pos, ply));
        }
        let window = match within_reach(place.window, ply) {
            Ok(window) => window,
            Err(bound) => return Ok((bound, Why::MateDistance)),
        };
        let open = !place.window.is_null();
        let place = Place { depth, window, ..place };
        let opinion = self.opinion(pos, loud, place);
        let mut outlook = Outlook { loud, open, ..self.outlook(pos, place) };
        if let Some(found) = self.by_table(pos, &outlook, place) {
            return Ok(found);
        }
        if let Some((score, why)) = self.by_tables(pos, place)? {
            let (bound, depth) = (Bound::Exact, place.depth.max(0));
            let found = Found { score, bound, slot: None, depth };
            self.remember(pos, (outlook.key, ply), found, outlook.unresolved_before);
            return Ok((score, why));
        }
        self.weigh(pos, opinion, &mut outlook, place);
        let place = self.shallower(&outlook, place);
        if place.depth <= 0 {
            return self.behind_horizon(|it| {
                if it.is_threatened(pos, &outlook, place) {
                    return it.all_moves(pos, outlook, place);
                }
                it.horizon(pos, &outlook, place)
            });
        }
        if let Some(found) = self.by_opinion(pos, &outlook, place)? {
            return Ok(found);
        }
        self.all_moves(pos, outlook, place)
    }

    fn all_moves(
        &mut self,
        pos: &R::Position,
        mut outlook: Outlook<R::Move>,
        place: Place,
    ) -> Result<(Score, Why), Stopped> {
        outlook.ranking = self.expand(pos, &outlook);
        self.search_moves(pos, outlook, place)
    }

    /// Whether the horizon waits for an answer to what threatens, where the opinion alone is good
    /// enough to matter. It does so once: what is searched below has less than no depth left.
    fn is_threatened(&self, pos: &R::Position, outlook: &Outlook<R::Move>, place: Place) -> bool {
        self.config.selectivity.extend_tense
            && place.depth == 0
            && outlook.opinion.is_some_and(|opinion| opinion > place.window.alpha)
            && self.evaluator.is_threatened(self.rules, pos)
    }

    /// The evaluator's opinion, whatever is going on.
    fn believe(&mut self, pos: &R::Position, ply: u32) -> (Score, Why) {
        self.unresolved += 1;
        let why = if ply >= PLY_LIMIT { Why::TooLong } else { Why::Horizon };
        (self.evaluator.evaluate(self.rules, pos), why)
    }

    /// The end of the game, by the board or by repetition.
    pub(super) fn finished(&mut self, pos: &R::Position, ply: u32) -> Option<(Score, Why)> {
        if let Some(outcome) = self.rules.outcome(pos) {
            // A draw by counting depends on how the position was reached.
            self.unresolved += u64::from(outcome.claim);
            return Some((outcome.score(self.rules.side_to_move(pos), ply), Why::Finished));
        }
        let outcome = ended_by_history(self.rules, self.repetition, &self.key_history, pos)?;
        self.unresolved += 1;
        Some((outcome.score(self.rules.side_to_move(pos), ply), Why::Repetition))
    }

    fn outlook(&self, pos: &R::Position, Place { ply, depth, .. }: Place) -> Outlook<R::Move> {
        let key =
            self.key_history.newest().map_or_else(|| self.rules.key(pos), |step| step.situation);
        Outlook {
            context: self.context(pos),
            key,
            hit: self.ask_table(key, ply, depth),
            loud: false,
            opinion: None,
            improving: false,
            open: false,
            first: self.moves.len(),
            ranking: Ranking::TableMove,
            quiets: Quiets::All,
            unresolved_before: self.unresolved,
            best: None,
        }
    }

    /// What the table says, if that settles the matter. In an open window it is only a hint: the
    /// principal variation is to be searched to its end, so that it can be shown.
    fn by_table(
        &mut self,
        pos: &R::Position,
        outlook: &Outlook<R::Move>,
        place: Place,
    ) -> Option<(Score, Why)> {
        let hit = outlook.hit.as_ref()?;
        let settled = !outlook.open && self.settles(hit, place.window, place.depth);
        if !settled || self.rules.is_near_limit(pos) {
            return None;
        }
        self.unresolved += u64::from(hit.depth != super::table::RESOLVED);
        Some((hit.score, Why::Table))
    }

    /// Searches the moves on the stack from `outlook.first` on.
    fn search_moves(
        &mut self,
        pos: &R::Position,
        mut outlook: Outlook<R::Move>,
        place: Place,
    ) -> Result<(Score, Why), Stopped> {
        let first = outlook.first;
        let Place { ply, depth, .. } = place;
        let mut window = place.window;
        let mut best = Score::MINUS_INFINITE;
        let (evaluator, rules, mut gives_check) = (self.evaluator, self.rules, None);
        let mut is_tables = matches!(outlook.ranking, Ranking::TableMoveAlone | Ranking::TableMove);
        let mut number = 0;
        loop {
            let asked = Place { window, ..place };
            if !is_tables && !self.select(pos, &mut outlook, (asked, best), number) {
                break;
            }
            is_tables = false;
            let mv = self.moves[first + number];
            let noisy = is_noisy(self.keys[first + number]);
            let turn = self.turn(&outlook, number, mv);
            let reduction = self.reduction(&outlook, asked, turn);
            if self.may_leave_out(&outlook, best)
                && self.skips((pos, mv), &outlook, asked, (turn, reduction))
                && !gives_check.get_or_insert_with(|| evaluator.check_givers(rules, pos))(mv)
            {
                self.unresolved += 1;
                number += 1;
                continue;
            }
            let below = Place { ply: ply + 1, depth: depth - 1, window, ..place };
            let Some(score) = self.child(pos, mv, below, number > 0, reduction)? else {
                self.strike_out(first + number);
                continue;
            };
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    outlook.best = Some(mv);
                    self.lead_with(ply, mv);
                }
            }
            if window.alpha >= window.beta {
                if !noisy && self.config.statistics {
                    self.reward(first..first + number, (ply, depth), outlook.context, turn.slot);
                }
                break;
            }
            number += 1;
        }
        if best == Score::MINUS_INFINITE {
            let stuck = self.rules.stuck(pos);
            return Ok((stuck.score(outlook.context.side, ply), Why::Finished));
        }
        self.moves.truncate(first);
        self.keys.truncate(first);
        let bound = bound_of(best, place.window);
        let found =
            Found { score: best, bound, slot: outlook.best.map(R::slot), depth: place.depth };
        self.remember(pos, (outlook.key, ply), found, outlook.unresolved_before);
        Ok((best, if bound == Bound::Lower { Why::BetaCut } else { Why::Searched }))
    }

    fn turn(&self, outlook: &Outlook<R::Move>, number: usize, mv: R::Move) -> Turn {
        let (key, slot) = (self.keys[outlook.first + number], R::slot(mv));
        let is_of_use = number > 0 && !is_noisy(key) && self.config.selectivity.late_moves;
        let liking = if is_of_use { self.history.quiet_score(outlook.context, slot) } else { 0 };
        Turn { number, key, slot, liking }
    }

    /// A quiet move has cut; those of the stack before it were tried and did not.
    fn reward(&mut self, tried: Range<usize>, at: (u32, i32), context: Context, cutter: u16) {
        let before = self.moves[tried.clone()].iter().zip(&self.keys[tried]);
        let quiets = before.filter(|(_, key)| !is_noisy(**key)).take(BLAMED_MAX);
        self.history.reward(at, context, cutter, quiets.map(|(&mv, _)| R::slot(mv)));
    }

    /// The score of a move for the side that plays it, `None` if it may not. A later move is asked
    /// first, with a null window and perhaps less deep, whether it is better at all. `below` has the
    /// window of the node the move is played in, and what is expected of that one.
    pub(super) fn child(
        &mut self,
        pos: &R::Position,
        mv: R::Move,
        below: Place,
        late: bool,
        reduction: i32,
    ) -> Result<Option<Score>, Stopped> {
        let side = self.rules.side_to_move(pos);
        let mut child = pos.clone();
        if !self.make(&mut child, mv, below.depth - reduction)? {
            return Ok(None);
        }
        let child_side = self.rules.side_to_move(&child);
        let ask = |searcher: &mut Self, window: Window, depth: i32, cuts: bool| {
            let window = window_for(side, child_side, window);
            let there = Place { ply: below.ply, depth, window, after_pass: false, cuts };
            let score = searcher.node(&child, Some(mv), there)?;
            Ok(seen_by(side, child_side, score))
        };
        let Window { alpha, beta } = below.window;
        let mut score = alpha.next();
        if late {
            let shallow = below.depth - reduction;
            score = ask(self, Window::null(alpha), shallow, reduction > 0 || !below.cuts)?;
            if score > alpha && reduction > 0 {
                score = ask(self, Window::null(alpha), below.depth, !below.cuts)?;
            }
        }
        let open = !below.window.is_null();
        if !late || (open && score > alpha && score < beta) {
            score = ask(self, below.window, below.depth, !open && !below.cuts)?;
        }
        self.take_back();
        Ok(Some(score))
    }

    /// What the statistics go by at the end of the path.
    fn context(&self, pos: &R::Position) -> Context {
        let back = |plies| {
            let at = self.path.len().checked_sub(plies)?;
            if self.config.statistics { self.path[at] } else { None }
        };
        Context { side: self.rules.side_to_move(pos), before: [back(1), back(2)] }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a path has at most PLY_LIMIT moves")]
    pub(super) fn ply_of_path(&self) -> u32 {
        self.path.len() as u32
    }
}

/// What is known of a move on the stack: the lowest bit of its ordering key.
pub(super) const fn is_noisy(key: i32) -> bool {
    key & 1 == 1
}

/// The part of the window that can still happen at this ply: nobody loses sooner than now or wins
/// sooner than by the next move. When nothing is left, the end that lies beyond the window: it
/// bounds the score, and the window asks for no more.
fn within_reach(window: Window, ply: u32) -> Result<Window, Score> {
    let (worst, best) = (Score::loss_in(ply), Score::win_in(ply + 1));
    if window.alpha >= best {
        Err(best)
    } else if window.beta <= worst {
        Err(worst)
    } else {
        Ok(Window { alpha: window.alpha.max(worst), beta: window.beta.min(best) })
    }
}

/// What a fail-soft score is a bound of.
pub(super) fn bound_of(score: Score, window: Window) -> Bound {
    if score <= window.alpha {
        Bound::Upper
    } else if score >= window.beta {
        Bound::Lower
    } else {
        Bound::Exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_happen_any_more_is_cut_off_the_window() {
        let reach = within_reach(Window::FULL, 3).unwrap();
        assert_eq!(reach, Window { alpha: Score::loss_in(3), beta: Score::win_in(4) });
        let mated_sooner = Window { alpha: Score::win_in(3), beta: Score::INFINITE };
        assert_eq!(within_reach(mated_sooner, 3), Err(Score::win_in(4)), "an upper bound");
        let lost_later = Window { alpha: Score::MINUS_INFINITE, beta: Score::loss_in(3) };
        assert_eq!(within_reach(lost_later, 3), Err(Score::loss_in(3)), "a lower bound");
    }
}
