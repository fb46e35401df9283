//! What a watched search tells of its nodes: noted on the way, told when the node is left.

use super::node::{Leaving, Notes};
use super::tracer::{Entering, ExitReason, NodeExit, Tracer};
use super::worker::Searcher;
use plyglot_core::game::{Evaluator, NodeTactics, Rules, Tactics};
use plyglot_core::{Bound, Score};

impl<R: Rules, E: Evaluator<R>, T: Tracer<R>> Searcher<'_, R, E, T> {
    /// Tells that a node is entered.
    pub(super) fn enter_traced(&mut self, node: &Entering<'_, R>) {
        self.notes.push(Notes { nodes_before: self.nodes, ..Notes::default() });
        self.tracer.enter(node);
    }

    /// Notes something of the node entered last.
    pub(super) fn note(&mut self, note: impl FnOnce(&mut Notes)) {
        if let Some(notes) = self.notes.last_mut() {
            note(notes);
        }
    }

    /// Tells that the node entered last is left; `None` if the search was stopped.
    pub(super) fn tell_exit(
        &mut self,
        pos: &R::Position,
        reduction: i32,
        leaving: Option<&Leaving>,
    ) {
        const STOPPED: Leaving = Leaving {
            score: Score::MINUS_INFINITE,
            bound: Bound::Lower,
            reason: ExitReason::Stopped,
        };
        let &Leaving { score, bound, reason } = leaving.unwrap_or(&STOPPED);
        let Notes { static_eval, extension, left_out, nodes_before } =
            self.notes.pop().unwrap_or_default();
        let static_eval = static_eval.or_else(|| self.eval_for_watcher(pos));
        self.tracer.leave(&NodeExit {
            static_eval,
            extension,
            reduction,
            left_out,
            nodes: self.nodes - nodes_before,
            again: 0,
            reason,
            score,
            bound,
        });
    }

    /// The static eval of a node where the search had no use for it.
    fn eval_for_watcher(&self, pos: &R::Position) -> Option<Score> {
        let (rules, evaluator) = (self.shared.rules, self.shared.evaluator);
        let is_open = rules.outcome(pos).is_none_or(|outcome| outcome.claim)
            && !evaluator.tactics().node(rules, pos).in_check();
        is_open.then(|| evaluator.evaluate(rules, pos))
    }
}
