//! Quiescence search: a static eval is believed only where nothing is going on.
//!
//! At the horizon the side to move may stand pat on the static eval or try the noisy moves that the
//! game names, until nothing noisy is left [harris-1975]. A move that could not bring a quiet
//! position up to alpha, whatever it takes, is left out (delta pruning) unless it gives check. In
//! check it may not stand pat, and all moves are tried.
//!
//! All nodes below one horizon share a limit of nodes ([`Config::qsearch_nodes_max`]): where it is
//! spent, positions are evaluated as they stand, whatever is going on in them.
//!
//! [`Config::qsearch_nodes_max`]: super::worker::Config::qsearch_nodes_max

use super::node::{Leaving, Node, NodeArgs};
use super::sort::select;
use super::tracer::{ExitReason, Tracer};
use super::window::bound_of;
use super::worker::{NodeResult, Searcher, Stopped};
use plyglot_core::game::{Evaluator, NodeTactics, Rules};
use plyglot_core::{Bound, Score};

/// The TT's move is tried first: above all order scores.
const TT_MOVE: i32 = 100_000;

impl<R: Rules, E: Evaluator<R>, T: Tracer<R>> Searcher<'_, R, E, T> {
    /// From here on nodes count against the limit of a horizon, if they do not yet against that of
    /// one above.
    pub(super) fn open_qsearch(&mut self) {
        let end = self.nodes.saturating_add(self.shared.config.qsearch_nodes_max);
        self.qsearch_end = self.qsearch_end.or(Some(end));
    }

    /// Whether nothing more may be tried behind this horizon.
    pub(super) fn is_qsearch_spent(&self) -> bool {
        self.qsearch_end.is_some_and(|end| self.nodes >= end)
    }

    /// The score of a position with no depth left, which is not finished.
    pub(super) fn qsearch(
        &mut self,
        node: &Node<'_, R, E>,
        args: NodeArgs,
    ) -> Result<Leaving, Stopped> {
        let (rules, config) = (self.shared.rules, self.shared.config);
        let Node { pos, tactics, .. } = node;
        let NodeArgs { ply, mut window, .. } = args;

        // 1. Stand pat, but not in check.
        self.unresolved += 1;
        let stand_pat = node.eval.unwrap_or(Score::MINUS_INFINITE);
        if stand_pat >= window.beta {
            return Ok(Leaving::above(stand_pat, ExitReason::StandPat));
        }
        let (mut best_score, mut best_move) = (stand_pat, None);
        window.alpha = window.alpha.max(best_score);

        // 2. The moves that may be noisy; in check, all.
        let first = self.moves.len();
        self.generate_noisy(node, first);
        let mut number = 0;
        while first + number < self.moves.len() {
            let at = first + number;
            select(&mut self.moves[at..], &mut self.keys[at..]);
            let mv = self.moves[at];

            // 3. Delta pruning, unless the move gives check.
            if let Some(most) = self.most_reached(node, mv)
                && most <= window.alpha
                && !tactics.gives_check(mv)
            {
                best_score = best_score.max(most);
                number += 1;
                continue;
            }

            // 4. Moves that lose material, or are not noisy; late quiet evasions.
            let is_enough = config.params.qsearch_pruning.is_some_and(|pruning| {
                node.in_check
                    && number >= pruning.evasions_max.unsigned_abs() as usize
                    && !best_score.is_loss()
            });
            if !node.in_check && tactics.loses_material(mv) || is_enough && !tactics.is_noisy(mv) {
                number += 1;
                continue;
            }

            // 5. Search the move.
            let below = NodeArgs { ply: ply + 1, depth: -1, reduction: 0, window, ..args };
            let Some(score) = self.search_move(pos, mv, below, false, 0)? else {
                self.remove_move(at);
                continue;
            };
            best_score = best_score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best_move = Some(mv);
                self.update_pv(ply, mv);
            }
            if window.alpha >= window.beta {
                break;
            }
            number += 1;
        }
        self.moves.truncate(first);
        self.keys.truncate(first);

        // 6. In check, and the history of the game has forbidden every move.
        if best_score == Score::MINUS_INFINITE {
            let stuck = rules.stuck(pos);
            let score = stuck.score(node.context.side, ply);
            return Ok(Leaving::exact(score, ExitReason::Finished));
        }
        let bound = bound_of(best_score, args.window);
        let mv = best_move.map(R::encode_move);
        self.tt_store(node, ply, NodeResult { score: best_score, bound, mv, depth: args.depth });
        let is_cut = bound == Bound::Lower;
        let reason = if is_cut { ExitReason::Searched } else { ExitReason::Horizon };
        Ok(Leaving { score: best_score, bound, reason })
    }

    /// Puts the candidates for noisy moves on the stack: the TT's move, then by their order scores.
    /// Which of them lose material is asked when their turn comes.
    fn generate_noisy(&mut self, node: &Node<'_, R, E>, first: usize) {
        let tt_move = node.tt_entry.and_then(|entry| entry.mv);
        node.tactics.noisy_moves(&mut self.moves);
        self.keys.truncate(first);
        for &mv in &self.moves[first..] {
            let is_tt_move = tt_move == Some(R::encode_move(mv));
            self.keys.push(match (is_tt_move, node.in_check) {
                (true, _) => TT_MOVE,
                (false, true) => node.tactics.order_score_by_see(mv),
                (false, false) => node.tactics.order_score(mv),
            });
        }
    }

    /// The most that a move can bring a quiet position to, as far as anybody knows.
    fn most_reached(&self, node: &Node<'_, R, E>, mv: R::Move) -> Option<Score> {
        let pruning = self.shared.config.params.qsearch_pruning.as_ref()?;
        let stand_pat = node.eval?;
        let won = node.tactics.capture_value(mv)?;
        Some(stand_pat.offset(won + pruning.delta).min(Score::EVAL_MAX))
    }
}
