//! How the tree grows breadth-first, a son at a time.
//!
//! A queue holds nodes that have something to do. One [`Tree::step`] (`ohodnocuj`) takes the first
//! of them and lets it think (`mysli`): it makes its next son and evaluates it, and goes to the end
//! of the queue. With the last son made it looks for the best one (`reeval`), takes over its value,
//! counts itself one ply deeper than its shallowest son and asks its father to do the same. When
//! that has bubbled up to the root and the root is as deep as is permitted, one more ply is
//! permitted (`dohloubky`), the root goes into the empty queue, and from there a node that is
//! complete puts its sons in its place, down to the leaves, which begin the next layer.
//!
//! Where [bojar-1998] leaves a choice: a father takes over new values only when all his sons have
//! become deeper, so that a value always belongs to the depth beside it; and since the permission
//! is the same all over the tree, it is one number, counted in plies from the root.

use super::{FINAL, NONE, Node, NodeId, Pruning, Step, Tree};
use plyglot_core::Score;
use plyglot_core::game::Rules;

impl Tree {
    /// One step of the wave: `ohodnocuj`.
    pub(in crate::historic::wave) fn step(&mut self) -> Step {
        if let Some(node) = self.queue.pop_front() {
            return self.think(node);
        }
        let depth = self.depth(self.root);
        if depth == FINAL {
            return Step::Known;
        }
        self.permitted = self.permitted.max(depth + 1);
        self.queue.push_back(self.root);
        Step::Grew
    }

    /// What a node does when its turn comes: `mysli`.
    fn think(&mut self, node: NodeId) -> Step {
        let (pos, ply) = self.board_of(node);
        if self.at(node).complete {
            self.queue_sons(node, ply + 1);
            return Step::Grew;
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.rules.legal_moves(&pos, &mut moves);
        let (mv, count) = (moves.get(self.made(node)).copied(), moves.len());
        self.moves = moves;
        if let Some(mv) = mv {
            let mut board = pos;
            self.rules.play(&mut board, mv);
            let Some(son) = self.create(node, Some(mv), &board) else {
                self.queue.push_front(node);
                return Step::Full;
            };
            self.append(node, son);
            self.narrow(node);
        }
        if self.made(node) < count {
            self.queue.push_back(node);
            return Step::Grew;
        }
        self.at_mut(node).complete = true;
        if self.reevaluate(node) { Step::Deeper } else { Step::Grew }
    }

    /// Queues the sons that may become deeper. `ply` is theirs.
    fn queue_sons(&mut self, node: NodeId, ply: u8) {
        let mut son = self.at(node).first;
        while son != NONE {
            let Node { next, depth, .. } = *self.at(son);
            if depth != FINAL && ply.saturating_add(depth) < self.permitted {
                self.queue.push_back(son);
            }
            son = next;
        }
    }

    /// Finds the best son, as far up as nodes become deeper by it: `reeval`. Whether
    /// the root did.
    fn reevaluate(&mut self, mut node: NodeId) -> bool {
        loop {
            let (mut best, mut value) = (NONE, Score::MINUS_INFINITE);
            for (son, _) in self.sons(node) {
                let of_son = self.worth(son);
                if of_son > value {
                    (best, value) = (son, of_son);
                }
            }
            if best == NONE || self.depth_by_sons(node) <= self.depth(node) {
                return false;
            }
            let depth = self.depth_by_sons(node);
            value = value.max(self.floor(node));
            let this = self.at_mut(node);
            (this.best, this.value, this.depth) = (best, value.to_table(0), depth);
            self.cut_back(node, value);
            // The shallow sons may be gone.
            self.at_mut(node).depth = self.depth_by_sons(node);
            if node == self.root {
                return true;
            }
            node = self.at(node).parent;
        }
    }

    /// A ply more than the shallowest son.
    fn depth_by_sons(&self, node: NodeId) -> u8 {
        let least = self.sons(node).map(|(son, _)| self.depth(son)).min();
        least.unwrap_or(FINAL).saturating_add(1)
    }

    /// What a son is worth to his father's side.
    fn worth(&self, son: NodeId) -> Score {
        -Score::from_table(self.at(son).value, 1)
    }

    /// With more sons than SIRKAMYSLENI the worst goes; of equals, the one made last.
    fn narrow(&mut self, node: NodeId) {
        let width = self.pruning.width as usize;
        if width == 0 || self.sons(node).count() <= width {
            return;
        }
        let sons = self.sons(node).map(|(son, _)| son);
        if let Some(worst) = sons.max_by_key(|&son| -self.worth(son)) {
            self.drop_son(node, worst);
            self.dropped[0] += 1;
        }
    }

    /// Sons worse than the best by more than PRAHREZUVLNY go. None of them is queued: the whole
    /// subtree has just been finished to the depth permitted.
    fn cut_back(&mut self, node: NodeId, best: Score) {
        let Pruning { threshold, depth_min, .. } = self.pruning;
        if threshold == 0 || self.depth(node) < depth_min {
            return;
        }
        let mut son = self.at(node).first;
        while son != NONE {
            let next = self.at(son).next;
            if best.raw() - self.worth(son).raw() > threshold {
                self.drop_son(node, son);
                self.dropped[1] += 1;
            }
            son = next;
        }
    }

    fn drop_son(&mut self, node: NodeId, son: NodeId) {
        self.unlink(node, son);
        self.release(son);
        self.at_mut(node).thinned = true;
    }
}
