//! What the wave knows, as whoever watches a search sees it: node by node from where deepthought
//! asks no further. The wave grows breadth first and comes back to a node many times; what is shown
//! is what it knows when it is asked. Moves thrown away by SIRKAMYSLENI or PRAHREZUVLNY are those
//! that a node has left out.

use super::tree::{FINAL, NodeId, Tree};
use crate::rules::{Abalone, Position};
use plyglot_core::game::Rules;
use plyglot_core::{Bound, Score};
use plyglot_search::tracer::{Entering, ExitReason, SingleTracer};

impl Tree {
    /// Shows a node, whose board this is, so many plies below the root, and all below it.
    pub(super) fn show(
        &self,
        tracer: SingleTracer<'_, Abalone>,
        node: NodeId,
        pos: &Position,
        ply: u32,
    ) {
        let depth = match self.depth(node) {
            FINAL => 0,
            depth => i32::from(depth),
        };
        let (alpha, beta) = (Score::MINUS_INFINITE, Score::INFINITE);
        tracer.enter(&Entering { ply, mv: self.mv(node), pos, alpha, beta, depth });
        let mut kept = 0;
        for (son, mv) in self.sons(node) {
            kept += 1;
            self.show(tracer, son, &self.rules.after(pos, mv), ply + 1);
        }
        let reason = if self.rules.outcome(pos).is_some() {
            ExitReason::Finished
        } else if self.is_complete(node) && kept > 0 {
            ExitReason::Searched
        } else {
            ExitReason::Horizon
        };
        let left_out = if reason == ExitReason::Searched { self.made(node) - kept } else { 0 };
        let score = Score::from_table(self.value(node), ply);
        tracer.leave_without(left_out as u64, reason, score, Bound::Exact);
    }
}
