//! What a node is reduced by and what is left out of it: the static eval, the null move, `ProbCut`, late
//! move reductions, and pruning of single moves, by the numbers that a game declares ([`SearchParams`]).
//!
//! The numbers of chess come from 4,600 games at 8,000 to 14,000 nodes a move in which both sides had
//! all of them moved a little at random, in opposite directions; the answer for each is the mean over
//! all games. Together they were worth Elo +40 [+14, +67] in 400 games at 12,000 nodes, and +63 [+28,
//! +98] in 200 at 50,000.
//!
//! There is no correction history, as there once was: that helped the formula, but for the network 130
//! hundredths of it were Elo 38 ± 15 worse than 60, and 50 were 14 ± 15 worse than none. It spared the
//! end of a line that may be shown, and so compared moves by two measures; without that exception, 80
//! hundredths were 5 ± 16 worse than none.
//!
//! There are no singular extensions [anantharaman-1988]: from depth 6 on with a margin of 2 cp a ply
//! they were as good or a little better at 30,000 nodes a move (200 games, Elo +28 [-12, +68]), but
//! took two to four times the nodes to the same depth in rook endings, and five times to the first mate
//! of tests/chess. At 40 ms a move, with multi-cut and a ply less where the TT's score holds beta alone,
//! they were Elo -38 ± 50 (83 games, from depth 6 on) and +8 ± 25 (308 games, from depth 7 on, where the
//! search without the move compares static evals with those of its own side and may cut by them).
//!
//! Ten more habits of other programs were tried in chess, five by lot against the other five in 810 games
//! at 10,000 nodes a move, so that each has its Elo against the mean of all, ± 22: continuation history by
//! piece and target -6 and four plies back -11, history of captures in their ordering +3, reductions in
//! check -7, re-search by a ply more or less after a reduction -3, a malus for quiet moves where a capture
//! cuts -3, no check extension -9, a first window of 12 cp +12, a bonus of history linear in depth +13, a
//! ply more of null move reduction +12. The last three together, against none, were -3 ± 27 (440 games),
//! so none of them is here.
//!
//! [`SearchParams`]: plyglot_core::game::SearchParams

use super::history;
use super::movepick::is_noisy;
use super::node::{Leaving, Node, NodeArgs};
use super::tracer::{ExitReason, Tracer};
use super::tt::TtEntry;
use super::window::{Window, seen_by, window_for};
use super::worker::{MOVE_ONLY, Searcher, Shared, Stopped, TtMode};
use plyglot_core::game::played_game::pass_step;
use plyglot_core::game::{Evaluator, LateMoveReduction, MovePruning, NodeTactics, Rules, Tactics};
use plyglot_core::{Bound, Score};

/// A ply of reductions.
const PLY: i32 = 100;

/// A move whose turn has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub mv: M,
    /// How many moves came before it.
    pub number: usize,
    /// Its ordering key on the stack.
    pub key: i32,
    /// What the histories say of it, if it is quiet and not the first.
    pub history: i32,
}

impl<R: Rules, E: Evaluator<R>, T: Tracer<R>> Searcher<'_, R, E, T> {
    /// Evaluates where the answer may be of use, and remembers it by the ply.
    pub(super) fn static_eval(
        &mut self,
        pos: &R::Position,
        in_check: bool,
        ply: u32,
        depth: i32,
    ) -> Option<Score> {
        self.evals.resize(ply as usize, None);
        let is_wanted = depth <= 0 || self.shared.config.params.want_eval();
        let eval = (is_wanted && !in_check)
            .then(|| self.shared.evaluator.evaluate(self.shared.rules, pos));
        self.evals.push(eval.map(|score| (self.shared.rules.side_to_move(pos), score)));
        if T::ON {
            self.note(|notes| notes.static_eval = eval);
        }
        eval
    }

    /// Evaluates the root and the position before it: two plies later these are what a static eval is
    /// compared with.
    pub(super) fn eval_root(&mut self, pos: &R::Position) {
        let Shared { rules, evaluator, config, played, .. } = self.shared;
        let eval = |pos: &R::Position| {
            let is_quiet = config.params.reverse_futility.is_some()
                && rules.outcome(pos).is_none()
                && !evaluator.tactics().node(rules, pos).in_check();
            is_quiet.then(|| (rules.side_to_move(pos), evaluator.evaluate(rules, pos)))
        };
        self.eval_before_root = played.positions().iter().nth_back(1).and_then(eval);
        let root = eval(pos);
        self.evals.clear();
        self.evals.push(root);
    }

    /// Compares the static eval with that of two plies ago, and adjusts it by what the TT knows of
    /// this position; except at the end of a line that may be shown, which is to end in what the
    /// evaluator says.
    pub(super) fn adjust_eval(
        &self,
        eval: Option<Score>,
        node: &mut Node<'_, R, E>,
        ply: u32,
        depth: i32,
    ) {
        let Some(mut eval) = eval else { return };
        let before = match ply {
            0 | 1 => self.eval_before_root,
            ply => self.evals[ply as usize - 2],
        };
        node.improving =
            before.is_none_or(|(side, score)| side == node.context.side && eval > score);
        if (depth > 0 || !node.pv_node) && !self.shared.rules.is_near_limit(node.pos) {
            eval = self.eval_by_tt(node.tt_entry.as_ref(), eval).unwrap_or(eval);
        }
        node.eval = Some(eval);
    }

    /// What the TT knows better than a static eval.
    fn eval_by_tt(&self, entry: Option<&TtEntry>, eval: Score) -> Option<Score> {
        let entry = entry.filter(|entry| !entry.score.is_proven() && entry.depth != MOVE_ONLY)?;
        let is_above = entry.score > eval;
        let is_better = entry.bound == Bound::Exact || (entry.bound == Bound::Lower) == is_above;
        (self.shared.config.tt == TtMode::Deeper && is_better).then_some(entry.score)
    }

    /// If even a pass holds beta, a move surely does: the score, if it does.
    pub(super) fn null_move(
        &mut self,
        node: &Node<'_, R, E>,
        eval: Score,
        args: NodeArgs,
    ) -> Result<Option<Score>, Stopped> {
        let NodeArgs { ply, depth, window, .. } = args;
        let Shared { rules, evaluator, config, .. } = self.shared;
        let null_move = config.params.null_move.as_ref();
        let Some(params) = null_move
            .filter(|params| !args.after_null && depth >= params.depth_min && eval >= window.beta)
        else {
            return Ok(None);
        };
        let Some(child) = evaluator.tactics().null_move(rules, node.pos) else {
            return Ok(None);
        };
        let (side, child_side) = (node.context.side, rules.side_to_move(&child));
        let above = (eval.raw() - window.beta.raw()) / params.eval_divisor;
        let reduction =
            params.reduction + depth / params.depth_divisor + above.min(params.eval_reduction_max);
        let below = NodeArgs {
            ply: ply + 1,
            depth: depth - 1 - reduction,
            reduction: args.reduction + reduction,
            window: window_for(side, child_side, Window::null(window.beta.prev())),
            after_null: true,
            cut_node: !args.cut_node,
        };
        let step = pass_step(rules, &child, side);
        self.prefetch(&child, step.situation, below.depth);
        self.key_history.push(step);
        self.path.push(None);
        let score = seen_by(side, child_side, self.visit(&child, None, below)?);
        self.undo();
        if score < window.beta {
            return Ok(None);
        }
        self.unresolved += 1;
        // A win found behind a pass is not a proof, nor one that tablebases know of there.
        Ok(Some(if score <= Score::EVAL_MAX { score } else { window.beta }))
    }

    /// What a shallower search of the same position foretells, if that is outside of the null window:
    /// above it where the static eval is, else below it.
    pub(super) fn prob_cut(
        &mut self,
        node: &Node<'_, R, E>,
        args: NodeArgs,
    ) -> Result<Option<Leaving>, Stopped> {
        let NodeArgs { ply, depth, window, .. } = args;
        let Shared { rules, evaluator, config, .. } = self.shared;
        let Some(params) = &config.params.prob_cut else { return Ok(None) };
        let Window { alpha, beta } = window;
        if !window.is_null() || alpha.raw().abs().max(beta.raw().abs()) > Score::EVAL_MAX.raw() {
            return Ok(None);
        }
        let Some(forecast) = node.tactics.forecast(depth) else { return Ok(None) };
        let is_above = evaluator.evaluate(rules, node.pos) >= beta;
        let limit = if is_above {
            forecast.score_for(beta.raw(), params.threshold)
        } else {
            forecast.score_below(alpha.raw(), params.threshold)
        };
        if limit.abs() > Score::EVAL_MAX.raw() {
            return Ok(None);
        }
        let limit = Score::cp(limit);
        let window = Window::null(if is_above { limit.prev() } else { limit });
        // Whoever watches sees a node of its own, to which no move has led.
        let below = NodeArgs {
            ply: ply + 1,
            depth: forecast.depth,
            reduction: args.reduction + depth - forecast.depth,
            window,
            ..args
        };
        let score = self.visit(node.pos, None, below)?;
        let reason = ExitReason::ProbCut;
        let leaving = if is_above {
            (score >= limit).then_some(Leaving { score: beta, bound: Bound::Lower, reason })
        } else {
            (score <= limit).then_some(Leaving { score: alpha, bound: Bound::Upper, reason })
        };
        self.unresolved += u64::from(leaving.is_some());
        Ok(leaving)
    }

    /// The move on the stack at `at`, the number `number` of its node.
    #[inline]
    pub(super) fn candidate(
        &self,
        node: &Node<'_, R, E>,
        at: usize,
        number: usize,
    ) -> Candidate<R::Move> {
        let (mv, key) = (self.moves[at], self.keys[at]);
        let is_of_use = number > 0 && !is_noisy(key) && self.shared.config.params.lmr.is_some();
        let history =
            if is_of_use { self.history.quiet_score(node.context, R::encode_move(mv)) } else { 0 };
        Candidate { mv, number, key, history }
    }

    /// Plies less for a late move: one that loses, or a quiet one, where they grow with the
    /// logarithms of depth and move number.
    #[inline]
    pub(super) fn reduction(
        &self,
        node: &Node<'_, R, E>,
        args: NodeArgs,
        candidate: Candidate<R::Move>,
    ) -> i32 {
        let Some(lmr) = &self.shared.config.params.lmr else { return 0 };
        let Candidate { number, key, history, .. } = candidate;
        if number < lmr.move_min.unsigned_abs() as usize
            || args.depth < lmr.depth_min
            || node.in_check
        {
            return 0;
        }
        if is_noisy(key) {
            return if history::loss(key >> 1) < 0 { lmr.losing_capture } else { 0 };
        }
        quiet_reduction(lmr, node, args, number, history)
    }

    /// Whether anything may be left out of this node: not in check, not where the horizon has been put
    /// off because of a threat, and not while all that has been searched loses.
    #[inline]
    pub(super) fn may_prune(&self, node: &Node<'_, R, E>, depth: i32, best: Score) -> bool {
        let is_wanted = self.shared.config.params.move_pruning.is_some() && depth > 0;
        is_wanted && !node.in_check && !best.is_loss()
    }

    /// Whether no quiet move is worth a look any more: the node has tried enough, or all of them would
    /// have to gain too much.
    #[inline]
    pub(super) fn skips_quiets(
        &self,
        node: &Node<'_, R, E>,
        args: NodeArgs,
        number: usize,
    ) -> bool {
        let Some(pruning) = &self.shared.config.params.move_pruning else { return false };
        has_tried_enough(pruning, node, args, number)
            || is_futile(pruning, node, args.window.alpha, args.depth)
    }
}

/// Whether a move so near the horizon is not worth searching: a capture that loses material, or a
/// quiet move that would have to gain too much, has a bad history, or loses material.
#[inline]
pub(super) fn is_pruned<R: Rules, E: Evaluator<R>>(
    node: &Node<'_, R, E>,
    args: NodeArgs,
    pruning: &MovePruning,
    candidate: Candidate<R::Move>,
    reduction: i32,
) -> bool {
    let depth = args.depth;
    let Candidate { mv, key, history, .. } = candidate;
    if is_noisy(key) {
        return depth <= pruning.see_capture_depth_max
            && history::loss(key >> 1) < -pruning.see_capture_margin * depth;
    }
    let left = depth - reduction;
    is_futile(pruning, node, args.window.alpha, left)
        || depth <= pruning.history_depth_max && history < -pruning.history_margin * depth
        || left <= pruning.see_quiet_depth_max && node.tactics.loses_material(mv)
}

/// Plies less for a late quiet move.
fn quiet_reduction<R: Rules, E: Evaluator<R>>(
    lmr: &LateMoveReduction,
    node: &Node<'_, R, E>,
    args: NodeArgs,
    number: usize,
    history: i32,
) -> i32 {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let product = log2_eighths(args.depth.unsigned_abs()) * log2_eighths(number);
    let late = i32::try_from(product).unwrap_or(0) * PLY / lmr.divisor;
    let is_worse = !node.improving && node.eval.is_some();
    let besides = i32::from(args.window.is_null()) * lmr.non_pv
        + i32::from(is_worse) * lmr.not_improving
        + i32::from(args.cut_node) * lmr.cut_node;
    let liked = history * PLY / lmr.history_divisor;
    (lmr.base + late + besides - liked).div_euclid(PLY).clamp(0, args.depth - 2)
}

/// Late move pruning: so many moves have had their turn that quiet ones are not worth a look.
fn has_tried_enough<R: Rules, E: Evaluator<R>>(
    pruning: &MovePruning,
    node: &Node<'_, R, E>,
    args: NodeArgs,
    number: usize,
) -> bool {
    let NodeArgs { depth, window, .. } = args;
    let enough = pruning.lmp_base + depth * depth * pruning.lmp_growth;
    let enough = enough / if node.improving { 1 } else { 2 };
    depth <= pruning.lmp_depth_max
        && window.is_null()
        && number >= usize::try_from(enough).unwrap_or(0)
}

/// Futility pruning: a quiet move with so many plies left would have to gain too much.
#[inline]
fn is_futile<R: Rules, E: Evaluator<R>>(
    pruning: &MovePruning,
    node: &Node<'_, R, E>,
    alpha: Score,
    left: i32,
) -> bool {
    let most = pruning.futility_base + pruning.futility_margin * left.max(1);
    left <= pruning.futility_depth_max && node.eval.is_some_and(|eval| eval.offset(most) <= alpha)
}

/// Eight times the binary logarithm, linear between powers of two; `n >= 1`.
fn log2_eighths(n: u32) -> u32 {
    let n = n.max(1);
    let whole = n.ilog2();
    8 * whole + ((8 * n) >> whole) - 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_grow_slowly_and_evenly() {
        let logs: Vec<u32> = [1, 2, 3, 4, 6, 8, 64].into_iter().map(log2_eighths).collect();
        assert_eq!(logs, [0, 8, 12, 16, 20, 24, 48]);
    }
}
