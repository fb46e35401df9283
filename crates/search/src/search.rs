//! One node of the search: principal variation search [marsland-campbell-1982], selective where
//! the game has declared it sound ([`SearchParams`]).
//!
//! [`Searcher::search`] is the algorithm from top to bottom, in numbered steps; what some of them reckon
//! with stands in `selectivity.rs`. Scores are fail-soft, from the side to move. The same side may move again: then the
//! child's score is not negated.
//!
//! Whatever is left out, the node counts as unresolved: its score is not proven for every depth. Late
//! moves are left out in null windows only: a principal variation that may look at three moves a node
//! sees nothing (chess: Elo -289 [-370, -227]). A move that gives check is never left out, or mates in
//! two are missed. The numbers are each game's own.

use std::ops::Range;

use super::history::Context;
use super::movepick::{Generated, MovePicker, is_noisy};
use super::node::{Leaving, Node, NodeArgs, Notes, TacticsOf};
use super::selectivity::{Candidate, is_pruned};
use super::tracer::{Entering, ExitReason, Tracer};
use super::tt::{RESOLVED, TtEntry};
use super::window::{Window, bound_of, seen_by, window_for, within_reach};
use super::worker::{NodeResult, PLY_LIMIT, Searcher, Stopped, TtMode};
use plyglot_core::game::played_game::ended_by_history;
use plyglot_core::game::{Evaluator, NodeTactics, Outcome, Rules, Tactics};
use plyglot_core::{Bound, Score};

/// Of the quiet moves tried before the one that cut, so many get a malus.
const MAX_MALUS_QUIETS: usize = 32;

impl<R: Rules, E: Evaluator<R>, T: Tracer<R>> Searcher<'_, R, E, T> {
    /// The score of a position that `mv` led to (`None`: a null move), traced.
    pub(super) fn visit(
        &mut self,
        pos: &R::Position,
        mv: Option<R::Move>,
        args: NodeArgs,
    ) -> Result<Score, Stopped> {
        let is_seen = T::ON && args.ply <= self.tracer.ply_max();
        if is_seen {
            let Window { alpha, beta } = args.window;
            let NodeArgs { ply, depth, .. } = args;
            self.enter_traced(&Entering { ply, mv, pos, alpha, beta, depth });
        } else if T::ON {
            self.notes.push(Notes::default());
        }
        let is_horizon = args.depth <= 0 && self.qsearch_end.is_none();
        let found = self.search(pos, args);
        if is_seen {
            self.tell_exit(pos, args.reduction, found.as_ref().ok());
        } else if T::ON {
            self.notes.pop();
        }
        let found = found?;
        if is_horizon {
            self.qsearch_end = None;
        }
        Ok(found.score)
    }

    /// The score of a position, and how the node was left.
    #[expect(clippy::too_many_lines, reason = "one algorithm, known to the field as one function")]
    fn search(&mut self, pos: &R::Position, args: NodeArgs) -> Result<Leaving, Stopped> {
        let (rules, config) = (self.shared.rules, self.shared.config);
        let params = &config.params;
        let NodeArgs { ply, mut depth, .. } = args;

        // 1. The game is over, by the board or by its history.
        self.clear_pv(ply);
        self.seldepth = self.seldepth.max(ply);
        if let Some(found) = self.finished(pos, ply) {
            return Ok(found);
        }

        // What can still be won or lost does not reach into the window.
        if let Some(found) = self.out_of_reach(pos, args.window) {
            return Ok(found);
        }

        // 2. All nodes below one horizon share a limit of nodes: positions in check may be extended
        // here without end, each time by a ply.
        if depth <= 0 {
            self.open_qsearch();
            if self.is_qsearch_spent() {
                return Ok(self.eval_at_horizon(pos, ply));
            }
        }

        // 3. Check extension.
        let tactics = self.shared.evaluator.tactics().node(rules, pos);
        let in_check = tactics.in_check();
        if in_check && params.check_extension && depth < PLY_LIMIT.cast_signed() - 1 {
            depth += 1;
            if T::ON {
                self.note(|notes| notes.extension = 1);
            }
        }
        if depth <= 0 && !config.quiescence || ply >= PLY_LIMIT {
            return Ok(self.eval_at_horizon(pos, ply));
        }

        // 4. Mate distance pruning.
        let window = match within_reach(args.window, ply) {
            Ok(window) => window,
            Err(score) => {
                let bound = bound_of(score, args.window);
                return Ok(Leaving { score, bound, reason: ExitReason::MateDistance });
            }
        };

        // 5. Static evaluation. It comes before the TT is asked: it takes as long as the TT's memory
        // to answer. Kept in the TT, and asked for where that had none and did not cut, it took oware 6 %
        // fewer instructions and 14 % more time, draughts 1 % and 3 to 10 %, and chess as much as before.
        let eval = self.static_eval(pos, in_check, ply, depth);
        let mut node = self.node(pos, tactics, NodeArgs { depth, ..args }, in_check);

        // 6. TT cutoff. In an open window the entry is only a hint: the principal variation is to be
        // searched to its end, so that it can be shown.
        if let Some(entry) = &node.tt_entry
            && !node.pv_node
            && self.tt_cutoff(entry, window, depth)
            && !rules.is_near_limit(pos)
        {
            self.unresolved += u64::from(entry.depth != RESOLVED);
            let TtEntry { score, bound, .. } = *entry;
            return Ok(Leaving { score, bound, reason: ExitReason::Tt });
        }

        // 7. Tablebases.
        if let Some(score) = self.probe_tb(pos, ply, depth)? {
            let found = NodeResult { score, bound: Bound::Exact, mv: None, depth: depth.max(0) };
            self.tt_store(&node, ply, found);
            return Ok(Leaving::exact(score, ExitReason::Tb));
        }
        self.adjust_eval(eval, &mut node, ply, depth);

        // 8. Internal iterative reduction [schroder-iir]: where the TT knows no move nobody has come
        // before, so it matters little, or will be come to again with a move to begin with.
        let mut less = 0;
        let has_tt_move = node.tt_entry.is_some_and(|entry| entry.mv.is_some());
        if params.iir_depth_min.is_some_and(|depth_min| depth >= depth_min)
            && !has_tt_move
            && config.tt > TtMode::Off
        {
            depth -= 1;
            less = 1;
        }
        let args = NodeArgs { depth, window, reduction: less, ..args };

        // 9. Quiescence, but where something is threatened and the static eval alone is good enough
        // to matter. That happens once: what is searched below has less than no depth left.
        if depth <= 0 {
            let is_threatened = params.threat_extension
                && depth == 0
                && node.eval.is_some_and(|eval| eval > window.alpha)
                && node.tactics.is_threatened();
            if !is_threatened {
                return self.qsearch(&node, args);
            }
        }

        // Steps 10 to 12 expect a static eval to hold beta, or to miss alpha by far.
        if let Some(eval) = node.eval
            && depth > 0
            && window.is_null()
            && !window.beta.is_proven()
        {
            // 10. Reverse futility pruning.
            if let Some(futility) = &params.reverse_futility
                && depth <= futility.depth_max
                && eval.offset(-futility.margin * (depth - i32::from(node.improving)))
                    >= window.beta
            {
                self.unresolved += 1;
                return Ok(Leaving::above(eval, ExitReason::Futility));
            }

            // 11. Razoring [birmingham-kent-1977], not where there is a check.
            if let Some(razoring) = &params.razoring
                && depth <= razoring.depth_max
                && eval.offset(razoring.margin * depth) <= window.alpha
                && !node.tactics.can_give_check()
            {
                let qsearch_end = self.qsearch_end;
                self.open_qsearch();
                let found = self.qsearch(&node, NodeArgs { depth: 0, ..args })?;
                self.qsearch_end = qsearch_end;
                if found.score <= window.alpha {
                    return Ok(Leaving { reason: ExitReason::Razoring, ..found });
                }
            }

            // 12. Null move pruning [donninger-1993].
            if let Some(score) = self.null_move(&node, eval, args)? {
                return Ok(Leaving::above(score, ExitReason::NullMove));
            }
        }

        // 13. ProbCut [buro-1995]. Where it says nothing, the shallower search has left a move to try first.
        if let Some(leaving) = self.prob_cut(&node, args)? {
            return Ok(leaving);
        }
        if params.prob_cut.is_some() && !has_tt_move {
            node.tt_entry = self.tt_probe(node.key, ply, depth);
        }

        // 14. The moves, best first; the TT's move before the others are generated.
        let mut picker = MovePicker::new(self.moves.len());
        self.generate(&node, &mut picker, depth);
        let mut is_tt_move = picker.generated <= Generated::TtMove;
        let (mut best_score, mut best_move) = (Score::MINUS_INFINITE, None);
        let mut alpha = window.alpha;
        let mut number = 0;
        loop {
            let asked = NodeArgs { window: Window { alpha, ..window }, ..args };
            let may_prune = self.may_prune(&node, depth, best_score);
            if !is_tt_move && !self.next_move(&node, &mut picker, asked, may_prune, number) {
                break;
            }
            is_tt_move = false;
            let candidate = self.candidate(&node, picker.first + number, number);
            let Candidate { mv, key, .. } = candidate;

            // 15. Late move reduction.
            let reduction = self.reduction(&node, asked, candidate);

            // 16. Pruning of single moves near the horizon.
            if let Some(pruning) = &params.move_pruning
                && may_prune
                && is_pruned(&node, asked, pruning, candidate, reduction)
                && !node.tactics.gives_check(mv)
            {
                self.unresolved += 1;
                if T::ON {
                    self.note(|notes| notes.left_out += 1);
                }
                number += 1;
                continue;
            }

            // 17. Principal variation search of the move.
            let below = NodeArgs { ply: ply + 1, depth: depth - 1, ..asked };
            let Some(score) = self.search_move(pos, mv, below, number > 0, reduction)? else {
                self.remove_move(picker.first + number);
                continue;
            };
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.update_pv(ply, mv);
                }
            }

            // 18. Beta cutoff.
            if alpha >= window.beta {
                if !is_noisy(key) && config.statistics {
                    let tried = picker.first..picker.first + number;
                    self.update_histories(&node, tried, args, R::encode_move(mv));
                }
                break;
            }
            number += 1;
        }

        // 19. No move may be played.
        if best_score == Score::MINUS_INFINITE {
            let stuck = rules.stuck(pos);
            let score = stuck.score(node.context.side, ply);
            return Ok(Leaving::exact(score, ExitReason::Finished));
        }

        // 20. The TT remembers what the node came to.
        self.moves.truncate(picker.first);
        self.keys.truncate(picker.first);
        let bound = bound_of(best_score, window);
        let mv = best_move.map(R::encode_move);
        self.tt_store(&node, ply, NodeResult { score: best_score, bound, mv, depth });
        Ok(Leaving { score: best_score, bound, reason: ExitReason::Searched })
    }

    /// The static eval, whatever is going on: the end of a line.
    fn eval_at_horizon(&mut self, pos: &R::Position, ply: u32) -> Leaving {
        self.unresolved += 1;
        let reason = if ply >= PLY_LIMIT { ExitReason::TooLong } else { ExitReason::Horizon };
        Leaving::exact(self.shared.evaluator.evaluate(self.shared.rules, pos), reason)
    }

    /// The end of the game, by the board or by repetition.
    fn finished(&mut self, pos: &R::Position, ply: u32) -> Option<Leaving> {
        if let Some(outcome) = self.shared.rules.outcome(pos) {
            // A draw by counting depends on how the position was reached.
            self.unresolved += u64::from(outcome.claim);
            let score = outcome.score(self.shared.rules.side_to_move(pos), ply);
            return Some(Leaving::exact(score, ExitReason::Finished));
        }
        let outcome = ended_by_history(self.shared.rules, self.repetition, &self.key_history, pos)?;
        self.unresolved += 1;
        let score = outcome.score(self.shared.rules.side_to_move(pos), ply);
        Some(Leaving::exact(score, ExitReason::Repetition))
    }

    /// A position in which no line leads to a score within the window, or all lead to the same.
    #[inline]
    fn out_of_reach(&self, pos: &R::Position, window: Window) -> Option<Leaving> {
        let rules = self.shared.rules;
        let side = rules.side_to_move(pos);
        let bounds = rules.margin_bounds(pos)?;
        let [one, other] = bounds.map(|margin| Outcome::margin(margin, "").score(side, 0));
        let (least, most) = if one < other { (one, other) } else { (other, one) };
        let reason = ExitReason::MateDistance;
        if least == most {
            return Some(Leaving::exact(least, reason));
        }
        let reached = if least >= window.beta {
            Some((least, Bound::Lower))
        } else if most <= window.alpha {
            Some((most, Bound::Upper))
        } else {
            None
        };
        reached.map(|(score, bound)| Leaving { score, bound, reason })
    }

    fn node<'n>(
        &self,
        pos: &'n R::Position,
        tactics: TacticsOf<'n, R, E>,
        args: NodeArgs,
        in_check: bool,
    ) -> Node<'n, R, E> {
        let key = self
            .key_history
            .newest()
            .map_or_else(|| self.shared.rules.key(pos), |step| step.situation);
        Node {
            pos,
            tactics,
            context: self.context(pos),
            key,
            tt_entry: self.tt_probe(key, args.ply, args.depth),
            in_check,
            eval: None,
            improving: false,
            pv_node: !args.window.is_null(),
            unresolved_before: self.unresolved,
        }
    }

    /// What the statistics go by at the end of the path.
    fn context(&self, pos: &R::Position) -> Context {
        let back = |plies| {
            let at = self.path.len().checked_sub(plies)?;
            if self.shared.config.statistics { self.path[at] } else { None }
        };
        Context { side: self.shared.rules.side_to_move(pos), before: [back(1), back(2)] }
    }

    /// The score of a move for the side that plays it, `None` if it may not. A later move is asked
    /// first, with a null window and perhaps less deep, whether it is better at all. `below` has the
    /// window of the node the move is played in, and whether that one is expected to cut.
    pub(super) fn search_move(
        &mut self,
        pos: &R::Position,
        mv: R::Move,
        below: NodeArgs,
        is_late: bool,
        reduction: i32,
    ) -> Result<Option<Score>, Stopped> {
        let side = self.shared.rules.side_to_move(pos);
        let mut child = pos.clone();
        if !self.make(&mut child, mv, below.depth - reduction)? {
            return Ok(None);
        }
        let child_side = self.shared.rules.side_to_move(&child);
        let ask = |searcher: &mut Self, window: Window, reduction: i32, cut_node: bool| {
            let args = NodeArgs {
                ply: below.ply,
                depth: below.depth - reduction,
                reduction: below.reduction + reduction,
                window: window_for(side, child_side, window),
                after_null: false,
                cut_node,
            };
            let score = searcher.visit(&child, Some(mv), args)?;
            Ok(seen_by(side, child_side, score))
        };
        let Window { alpha, beta } = below.window;
        let mut score = alpha.next();
        if is_late {
            let is_cut = reduction > 0 || !below.cut_node;
            score = ask(self, Window::null(alpha), reduction, is_cut)?;
            if score > alpha && reduction > 0 {
                score = ask(self, Window::null(alpha), 0, !below.cut_node)?;
            }
        }
        let is_open = !below.window.is_null();
        if !is_late || (is_open && score > alpha && score < beta) {
            score = ask(self, below.window, 0, !is_open && !below.cut_node)?;
        }
        self.undo();
        Ok(Some(score))
    }

    /// A quiet move has cut; those of the stack before it were tried and did not.
    fn update_histories(
        &mut self,
        node: &Node<'_, R, E>,
        tried: Range<usize>,
        args: NodeArgs,
        cut: u16,
    ) {
        let before = self.moves[tried.clone()].iter().zip(&self.keys[tried]);
        let quiets = before.filter(|(_, key)| !is_noisy(**key)).take(MAX_MALUS_QUIETS);
        let encoded = quiets.map(|(&mv, _)| R::encode_move(mv));
        self.history.update(args.ply, args.depth, node.context, cut, encoded);
    }

    #[expect(clippy::cast_possible_truncation, reason = "a path has at most PLY_LIMIT moves")]
    pub(super) fn ply_of_path(&self) -> u32 {
        self.path.len() as u32
    }
}
