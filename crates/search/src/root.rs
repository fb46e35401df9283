//! Iterative deepening: the root, one depth after another.
//!
//! Each iteration searches every root move to one ply more than the last, beginning with the best
//! so far, inside a window around the last score (aspiration) that is opened where the score falls
//! outside. Several lines (`MultiPV`) are searched one after the other, each without the root
//! moves of those before it. The last finished iteration stands when the search is stopped; so
//! does a better move that a stopped iteration had already found, where one line is asked for.

use std::time::Duration;

use super::node::{Leaving, NodeArgs};
use super::player::{PvInfo, SearchInfo};
use super::root_moves::{RootMove, RootMoves};
use super::tracer::{Entering, ExitReason, Traced, Tracer};
use super::window::{Window, believed, bound_of, seen_by};
use super::worker::{PLY_LIMIT, Searcher, Stopped};
use plyglot_core::game::{Evaluator, NodeTactics, Rules, Tactics};
use plyglot_core::sort::sort_descending;
use plyglot_core::{Bound, Score};

/// Below this depth scores jump too much to be guessed.
const ASPIRATION_DEPTH_MIN: u32 = 5;
/// A quiet root move with more others before it than this is searched a ply less deep at first, or
/// two; from this depth on.
const LATE_ROOT_MOVES: [usize; 2] = [3, 12];
const LATE_ROOT_DEPTH_MIN: u32 = 4;
/// With one move to choose from, this much of the time for a move is thought about it: enough for a
/// score that fits those before and after, and the other plies of the line.
const FORCED_MOVE_PERCENT: u32 = 5;
/// The root says which move it is at from this time on.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(1);

/// When to go no deeper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    /// First iteration; helpers begin apart so as not to do the same work.
    pub first: u32,
    /// Last iteration.
    pub last: u32,
    /// Stop at a proven win within this many plies.
    pub mate_plies: Option<u32>,
    /// Stop where every line has a proven end that deeper search cannot bring nearer.
    pub stop_when_proven: bool,
    /// How many lines.
    pub lines: usize,
    /// There is nothing to choose: little time is spent.
    pub forced: bool,
}

impl Depths {
    /// Whether deeper iterations would bring nothing that was asked for.
    fn are_done<M>(&self, state: &RootMoves<M>) -> bool {
        let best = &state.roots[0];
        let plies = best.score.plies_to_end().map(i32::unsigned_abs);
        let within = |limit: u32| plies.is_some_and(|plies| plies <= limit);
        let mate_found = best.score.is_win() && self.mate_plies.is_some_and(within);
        state.exact || mate_found || (self.stop_when_proven && self.are_proven(state))
    }

    /// Whether all lines end as deeper search would have them end, too.
    fn are_proven<M>(&self, state: &RootMoves<M>) -> bool {
        let lines = &state.roots[..self.lines.min(state.roots.len())];
        let mut plies = lines.iter().map(|root| root.score.plies_to_end());
        plies.all(|plies| plies.is_some_and(|plies| plies.unsigned_abs() <= state.depth))
    }
}

/// One search of the root.
#[derive(Clone, Copy, Debug)]
struct RootSearch {
    /// Plies.
    depth: u32,
    /// Which line, from 0: the root moves before it are taken.
    line: usize,
    window: Window,
}

/// Whoever listens to the iterations; helpers have nobody.
pub(super) type Listener<'s, M> = Option<&'s mut dyn FnMut(SearchInfo<M>)>;

impl<R: Rules, E: Evaluator<R>, T: Tracer<R>> Searcher<'_, R, E, T> {
    /// Deepens until a limit is reached, watched if somebody wants to watch. Only the
    /// first worker has somebody to `say` things to.
    /// `state` always holds what is known so far.
    pub(super) fn deepen(
        &mut self,
        pos: &R::Position,
        depths: Depths,
        state: &mut RootMoves<R::Move>,
        say: Listener<'_, R::Move>,
    ) {
        match self.shared.tracer.filter(|_| !T::ON) {
            Some(tracer) => {
                let worker = if say.is_some() { 0 } else { tracer.helper() };
                let ply_max = tracer.ply_max();
                let mut traced = self.traced_by(Traced { tracer, worker, ply_max });
                traced.go_deeper(pos, depths, state, say);
                self.take_over(traced);
            }
            None => self.go_deeper(pos, depths, state, say),
        }
    }

    fn go_deeper(
        &mut self,
        pos: &R::Position,
        depths: Depths,
        state: &mut RootMoves<R::Move>,
        mut say: Listener<'_, R::Move>,
    ) {
        self.eval_root(pos);
        let trail_len = self.key_history.len();
        let mut soft_time = SoftTimeScale { last: None, stable: 0 };
        for depth in depths.first..=depths.last {
            let before = self.unresolved;
            // Of several lines, those of one iteration belong together.
            let finished = (depths.lines > 1 && state.depth > 0).then(|| state.roots.clone());
            let done = self.iteration(pos, depth, depths.lines, state, &mut say);
            self.tell_nodes();
            if done.is_err() {
                self.rewind(trail_len);
                if let Some(roots) = finished {
                    state.roots = roots;
                }
                if state.depth == 0 && say.is_some() && !state.has_score() {
                    self.eval_root_moves(pos, state);
                }
                state.fall_back();
                // What was said last has to be the line that is played, and the whole work.
                let lines = depths.lines.min(state.roots.len());
                sort_descending(&mut state.roots[..lines], |root| root.score);
                self.report_lines(depths.lines, state, &mut say);
                return;
            }
            state.depth = depth;
            state.exact = self.unresolved == before;
            self.report_lines(depths.lines, state, &mut say);
            if depths.are_done(state) {
                return;
            }
            let percent =
                if depths.forced { FORCED_MOVE_PERCENT } else { soft_time.after(&state.roots) };
            // Helpers go on for as long as the first worker does.
            let may_go_on = match say {
                Some(_) => self.shared.control.may_deepen(percent),
                None => !self.must_stop(),
            };
            if !may_go_on {
                state.cut = depth < depths.last;
                return;
            }
        }
    }

    /// The search was stopped before it had a score for any move: the moves by what the evaluator
    /// thinks of the positions after them. There is an answer in any case, and no silly one.
    fn eval_root_moves(&mut self, pos: &R::Position, state: &mut RootMoves<R::Move>) {
        let side = self.shared.rules.side_to_move(pos);
        for root in &mut state.roots {
            let child = self.shared.rules.after(pos, root.mv);
            let child_side = self.shared.rules.side_to_move(&child);
            let score = match self.shared.rules.outcome(&child) {
                Some(outcome) => outcome.score(child_side, 1),
                None => self.shared.evaluator.evaluate(self.shared.rules, &child),
            };
            root.score = seen_by(side, child_side, score);
            (root.bound, root.guess) = (Bound::Exact, root.score);
        }
        sort_descending(&mut state.roots, |root| root.score);
    }

    /// All lines of one depth.
    fn iteration(
        &mut self,
        pos: &R::Position,
        depth: u32,
        lines: usize,
        state: &mut RootMoves<R::Move>,
        say: &mut Listener<'_, R::Move>,
    ) -> Result<(), Stopped> {
        for line in 0..lines.min(state.roots.len()) {
            let aim = self.first_aim(depth, line, state.roots[line].guess);
            self.aspire(pos, aim, state, say)?;
            // Lines searched one by one may come out of order.
            sort_descending(&mut state.roots[..=line], |root| root.score);
        }
        state.roots.iter_mut().for_each(|root| root.guess = root.score);
        Ok(())
    }

    /// The window to begin with: narrow around the last score, where that can be trusted.
    fn first_aim(&self, depth: u32, line: usize, guess: Score) -> RootSearch {
        let narrow = self.shared.config.aspiration
            && depth >= ASPIRATION_DEPTH_MIN
            && guess > Score::MINUS_INFINITE
            && !guess.is_proven();
        let mut window = Window::FULL;
        if narrow {
            let margin = self.shared.config.params.aspiration;
            window.alpha = guess.offset(-margin);
            window.beta = guess.offset(margin);
        }
        RootSearch { depth, line, window }
    }

    /// One line of one depth, in a window that is opened until the score falls inside.
    fn aspire(
        &mut self,
        pos: &R::Position,
        mut aim: RootSearch,
        state: &mut RootMoves<R::Move>,
        say: &mut Listener<'_, R::Move>,
    ) -> Result<(), Stopped> {
        let mut margin = self.shared.config.params.aspiration;
        loop {
            let score = self.root(pos, aim, state, say)?;
            let bound = bound_of(score, aim.window);
            if bound == Bound::Exact || aim.window == Window::FULL {
                return Ok(());
            }
            self.report_line(aim.depth, aim.line, state, say);
            margin *= 4;
            let wide = margin > 1000 || score.is_proven();
            match bound {
                Bound::Upper if wide => aim.window.alpha = Score::MINUS_INFINITE,
                Bound::Upper => aim.window.alpha = score.offset(-margin),
                _ if wide => aim.window.beta = Score::INFINITE,
                _ => aim.window.beta = score.offset(margin),
            }
        }
    }

    /// One search of the root, traced.
    fn root(
        &mut self,
        pos: &R::Position,
        aim: RootSearch,
        state: &mut RootMoves<R::Move>,
        say: &mut Listener<'_, R::Move>,
    ) -> Result<Score, Stopped> {
        if T::ON {
            let Window { alpha, beta } = aim.window;
            let depth = aim.depth.cast_signed();
            self.enter_traced(&Entering { ply: 0, mv: None, pos, alpha, beta, depth });
        }
        let found = self.search_root_moves(pos, aim, state, say);
        if T::ON {
            let leaving = found.as_ref().ok().map(|&score| Leaving {
                score,
                bound: bound_of(score, aim.window),
                reason: ExitReason::Searched,
            });
            self.tell_exit(pos, 0, leaving.as_ref());
        }
        found
    }

    /// The root moves from `line` on, in one window. The best is brought to the front.
    fn search_root_moves(
        &mut self,
        pos: &R::Position,
        aim: RootSearch,
        state: &mut RootMoves<R::Move>,
        say: &mut Listener<'_, R::Move>,
    ) -> Result<Score, Stopped> {
        let RootSearch { depth, line, mut window } = aim;
        self.clear_pv(0);
        let mut best = Score::MINUS_INFINITE;
        for number in line..state.roots.len() {
            let mv = state.roots[number].mv;
            self.say_current(depth, mv, number + 1, say);
            let depth_below = depth.cast_signed() - 1;
            let below = NodeArgs {
                ply: 1,
                depth: depth_below,
                reduction: 0,
                window,
                after_null: false,
                cut_node: false,
            };
            let reduction = self.root_reduction(pos, mv, depth, number - line);
            let before = self.nodes;
            let Some(score) = self.search_move(pos, mv, below, number > line, reduction)? else {
                unreachable!("the moves of a line are those that may be played: {mv:?}");
            };
            state.roots[number].nodes += self.nodes - before;
            if number == line || score > window.alpha {
                self.update_pv(0, mv);
                let root = &mut state.roots[number];
                root.bound = bound_of(score, window);
                root.score = believed(score, root.bound, window);
                root.depth = depth;
                root.pv.clone_from(&self.pv[0]);
                state.roots[line..=number].rotate_right(1);
            } else {
                state.roots[number].score = Score::MINUS_INFINITE;
            }
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Plies less for a root move that `number` others go before.
    fn root_reduction(&self, pos: &R::Position, mv: R::Move, depth: u32, number: usize) -> i32 {
        let wanted = self.shared.config.params.lmr.is_some() && depth >= LATE_ROOT_DEPTH_MIN;
        let late = LATE_ROOT_MOVES.into_iter().filter(|&many| number > many).count();
        let is_noisy = || {
            let tactics = self.shared.evaluator.tactics();
            tactics.node(self.shared.rules, pos).is_noisy(mv)
        };
        if !wanted || late == 0 || is_noisy() {
            return 0;
        }
        i32::try_from(late).unwrap_or(0)
    }

    fn say_current(&self, depth: u32, mv: R::Move, number: usize, say: &mut Listener<'_, R::Move>) {
        let Some(say) = say else { return };
        if self.shared.control.time.used().is_some_and(|used| used >= CURRENT_MOVE_AFTER) {
            say(SearchInfo::Current { depth, mv, number });
        }
    }

    fn report_lines(
        &self,
        lines: usize,
        state: &RootMoves<R::Move>,
        say: &mut Listener<'_, R::Move>,
    ) {
        for line in 0..lines.min(state.roots.len()) {
            // A search stopped in its first move has no score to say.
            if state.roots[line].score > Score::MINUS_INFINITE {
                // A stopped iteration may have found more than the last finished one.
                self.report_line(state.roots[line].depth.max(1), line, state, say);
            }
        }
    }

    fn report_line(
        &self,
        depth: u32,
        line: usize,
        state: &RootMoves<R::Move>,
        say: &mut Listener<'_, R::Move>,
    ) {
        let Some(say) = say else { return };
        say(SearchInfo::Pv(self.report(depth, line, state)));
    }

    fn report(&self, depth: u32, line: usize, state: &RootMoves<R::Move>) -> PvInfo<R::Move> {
        PvInfo {
            seldepth: self.seldepth.max(depth),
            multi_pv: line + 1,
            exact: state.exact && depth == state.depth,
            nodes: self.shared.control.nodes.count().max(self.nodes()),
            ..self.shared.pv_info(&state.roots[line], depth)
        }
    }
}

/// How much longer to think: longer when the score has fallen, the best move has changed or its
/// rivals have taken many nodes to refute; shorter when it has stayed the same for long.
#[derive(Debug)]
struct SoftTimeScale<M> {
    last: Option<(M, Score)>,
    stable: u32,
}

impl<M: Copy + PartialEq> SoftTimeScale<M> {
    const PERCENT: std::ops::RangeInclusive<i32> = 40..=220;
    /// The share of all nodes, in hundredths, that is spent on a best move with ordinary rivals.
    const SHARE: i32 = 62;

    /// The percentage of the soft limit to use after an iteration that ended with these root moves,
    /// best first.
    fn after(&mut self, roots: &[RootMove<M>]) -> u32 {
        let best = &roots[0];
        let (mut percent, mut fall) = (100, 0);
        if let Some((mv, score)) = self.last.replace((best.mv, best.score)) {
            self.stable = if mv == best.mv { self.stable + 1 } else { 0 };
            percent += if mv == best.mv { 0 } else { 40 };
            fall = (score.raw() - best.score.raw()).clamp(0, 150);
        }
        let calm = 10 * self.stable.min(5).cast_signed();
        let rivals = Self::SHARE - share(roots);
        (percent + fall + rivals - calm)
            .clamp(*Self::PERCENT.start(), *Self::PERCENT.end())
            .unsigned_abs()
    }
}

/// The hundredths of all nodes that were spent on the best root move.
fn share<M>(roots: &[RootMove<M>]) -> i32 {
    let all: u64 = roots.iter().map(|root| root.nodes).sum();
    i32::try_from(roots[0].nodes * 100 / all.max(1)).unwrap_or(100)
}

/// The deepest iteration there may be.
pub(super) const DEPTH_LAST: u32 = PLY_LIMIT - 1;

#[cfg(test)]
mod tests {
    use super::*;

    /// The best move with this score, and a rival; what they took.
    fn roots(best: char, cp: i32, nodes: [u64; 2]) -> Vec<RootMove<char>> {
        let mut roots = RootMoves::new(&[best, 'z']).roots;
        roots[0].score = Score::cp(cp);
        (roots[0].nodes, roots[1].nodes) = (nodes[0], nodes[1]);
        roots
    }

    #[test]
    fn trouble_and_rivals_take_time_and_calm_saves_it() {
        let ordinary = [62, 38];
        let second = |best: char, cp: i32, nodes: [u64; 2]| {
            let mut soft_time = SoftTimeScale { last: None, stable: 0 };
            assert_eq!(soft_time.after(&roots('a', 0, ordinary)), 100, "nothing to compare with");
            soft_time.after(&roots(best, cp, nodes))
        };
        assert_eq!(second('a', 0, ordinary), 90, "once more the same");
        assert_eq!(second('b', 0, ordinary), 140, "another move");
        assert_eq!(second('a', -30, ordinary), 120, "a worse score");
        assert_eq!(second('a', 30, ordinary), 90, "a better score");
        assert_eq!(second('a', 0, [92, 8]), 60, "a rival soon refuted");
        assert_eq!(second('a', 0, [32, 68]), 120, "rivals hard to refute");
        assert_eq!(second('b', -999, [0, 0]), 220, "and no more than that");
    }
}
