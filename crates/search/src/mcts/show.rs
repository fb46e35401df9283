//! The tree as whoever watches the search is shown it: each node with its visits and their mean.
//!
//! It is shown whole, once the search has ended, and anew with each report where somebody looks on while
//! it grows. A simulation is no search of a node as alpha-beta's is: what it says of the nodes it passes
//! is known only together with all the others.

use super::lines::Reading;
use super::tree::{Edge, Node};
use crate::tracer::{Entering, ExitReason, NodeExit, SingleTracer};
use crate::window::Window;
use plyglot_core::game::Rules;
use plyglot_core::{Bound, Score};

/// How many times four visits a node has had: what counts as its depth.
pub(super) fn depth_of(visits: u64) -> u32 {
    visits.max(1).ilog2() / 2
}

/// Who shows the tree of a search.
#[derive(Debug)]
pub(super) struct Show<'a, R: Rules> {
    /// Who watches.
    pub(super) tracer: SingleTracer<'a, R>,
    /// The rules in force.
    pub(super) rules: &'a R,
    /// How the tree is read.
    pub(super) reading: Reading,
    /// Leaves were played on by lot.
    pub(super) plays_out: bool,
}

impl<R: Rules> Show<'_, R> {
    /// Shows the root of the tree and what lies below, in place of what was shown before; its depth is
    /// that of the search.
    pub(super) fn root(&self, node: &Node<R::Move>, pos: &R::Position, depth: u32) {
        self.tracer.anew();
        self.node(node, (None, pos), 0, depth);
    }

    fn node(
        &self,
        node: &Node<R::Move>,
        (mv, pos): (Option<R::Move>, &R::Position),
        ply: u32,
        depth: u32,
    ) {
        let Window { alpha, beta } = Window::FULL;
        let entering = Entering { ply, mv, pos, alpha, beta, depth: depth.cast_signed() };
        self.tracer.enter(&entering);
        let side = self.rules.side_to_move(pos);
        let tried = self.reading.ranked(node, side);
        let visits = u64::from(node.mean.visits());
        let below: u64 = tried.iter().map(|edge| u64::from(edge.visits().max(1))).sum();
        let is_last = ply == self.tracer.ply_max();
        if !is_last {
            for &edge in &tried {
                let Some(child) = edge.child() else { continue };
                let after = self.rules.after(pos, edge.mv);
                let depth = depth_of(child.mean.visits().into());
                self.node(child, (Some(edge.mv), &after), ply + 1, depth);
            }
        }
        // What is recorded counts ends from the root, the tree from each node.
        let score = self.reading.score_of_node(node, side);
        let score = Score::from_table(score.to_table(0), ply);
        let reason = self.reason(node, pos, &tried);
        let untried = node.edges().len() - tried.len();
        let is_static = reason == ExitReason::Horizon;
        self.tracer.leave_as(&NodeExit {
            static_eval: is_static.then_some(score),
            extension: 0,
            reduction: 0,
            left_out: if tried.is_empty() { 0 } else { untried as u64 },
            nodes: below,
            again: visits.saturating_sub(below + 1),
            reason,
            score,
            bound: Bound::Exact,
        });
    }

    /// Why a node has the score it has.
    fn reason(
        &self,
        node: &Node<R::Move>,
        pos: &R::Position,
        tried: &[&Edge<R::Move>],
    ) -> ExitReason {
        let proof = node.proof.get();
        if !tried.is_empty() {
            let of_best = tried[0].proof();
            let is_proven = proof.is_closed() && of_best.is_closed();
            return if is_proven { ExitReason::Searched } else { ExitReason::Averaged };
        }
        if self.rules.outcome(pos).is_some() {
            ExitReason::Finished
        } else if proof.low == proof.high && proof.low == Score::DRAW {
            ExitReason::Repetition
        } else if proof.is_closed() {
            ExitReason::Tb
        } else if self.plays_out {
            ExitReason::PlayedOut
        } else {
            ExitReason::Horizon
        }
    }
}
