//! The game tree `mozek` of [bojar-1998]: its nodes, and how it follows the game. How it grows is
//! told in [`grow`].
//!
//! A node keeps no board: it asks its father for one and plays its move on it, as most do in
//! [bojar-1998].
//!
//! Nodes live in one arena and are named by their place in it. What is cut off goes on a list and
//! is taken apart only when its places are needed again, so that letting go of a million nodes
//! takes no time.

mod grow;

use std::collections::VecDeque;

use crate::historic::bojar::BojarEvaluator;
use crate::movegen::Move;
use crate::rules::{Abalone, Position};
use plyglot_core::Score;
use plyglot_core::game::{Evaluator, PlayedGame, Rules};

/// The place of a node in the arena.
pub(super) type NodeId = u32;
/// No node.
pub(super) const NONE: NodeId = u32::MAX;
/// The depth of a node below which the game is known to its end.
pub(super) const FINAL: u8 = u8::MAX;
/// Places are taken from the system so many at a time at least.
const PLACES_MIN: usize = 1 << 12;

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: NodeId,
    /// The sons, in the order they were made, linked by `next`.
    first: NodeId,
    last: NodeId,
    next: NodeId,
    /// The best son (`bestson`), once all have been made.
    best: NodeId,
    /// For the side to move; a proven end counts from here.
    value: i16,
    /// How many moves have been made sons, those cut off later included.
    made: u16,
    /// What led here; nothing at the root.
    mv: Option<Move>,
    /// To how many plies the value has been worked out.
    depth: u8,
    /// All moves have been made sons.
    complete: bool,
    /// Some of the sons have been dropped.
    thinned: bool,
}

/// How the wave leaves moves out [bojar-1998, Návrhy ořezávání výpočtu ve vlně].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pruning {
    /// SIRKAMYSLENI: so many best sons are kept; 0 for all.
    pub width: u32,
    /// PRAHREZUVLNY: sons worse than the best by more points go; 0 for never.
    pub threshold: i32,
    /// HLOUBKAREZUVLNY: but only from nodes worked out to so many plies.
    pub depth_min: u8,
}

/// What came of one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A son more, or nodes queued.
    Grew,
    /// The root is known a ply deeper.
    Deeper,
    /// There is no memory left.
    Full,
    /// The game is known to its end.
    Known,
}

/// The tree, its queue, and what evaluates it.
#[derive(Debug)]
pub(super) struct Tree {
    pub rules: Abalone,
    evaluator: BojarEvaluator,
    pruning: Pruning,
    nodes: Vec<Node>,
    nodes_max: usize,
    /// So many places are deepthought's alone.
    reserve: usize,
    /// Its places that are not in use, linked by `next`.
    spare: NodeId,
    /// Nodes cut off, linked by `next`, each perhaps with sons.
    free: NodeId,
    root: NodeId,
    /// The board of the root; `None` without a root.
    board: Option<Position>,
    /// Sons may be made up to this ply.
    permitted: u8,
    queue: VecDeque<NodeId>,
    /// Nodes made since the tree began to be.
    created: u64,
    moves: Vec<Move>,
    path: Vec<Move>,
}

impl Tree {
    /// An empty tree that may grow to `mib` MiB.
    pub(super) fn new(
        rules: Abalone,
        evaluator: BojarEvaluator,
        pruning: Pruning,
        mib: usize,
    ) -> Self {
        // The queue may hold every node.
        let nodes_max = (mib << 20) / (size_of::<Node>() + size_of::<NodeId>());
        let nodes_max = nodes_max.min(NONE as usize - 1);
        Self {
            rules,
            evaluator,
            pruning,
            nodes: Vec::new(),
            nodes_max,
            reserve: 0,
            spare: NONE,
            free: NONE,
            root: NONE,
            board: None,
            permitted: 0,
            queue: VecDeque::new(),
            created: 0,
            moves: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The wave leaves so many places to deepthought.
    pub(super) fn reserving(mut self, places: usize) -> Self {
        self.reserve = places.min(self.nodes_max / 2);
        self
    }

    /// What its nodes are evaluated by.
    pub(super) fn evaluator(&self) -> &BojarEvaluator {
        &self.evaluator
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.spare = NONE;
        self.queue.clear();
        (self.free, self.root, self.board, self.permitted) = (NONE, NONE, None, 0);
    }

    /// Nodes made so far, in this tree and in those it has forgotten.
    pub(super) fn created(&self) -> u64 {
        self.created
    }

    pub(super) fn root(&self) -> NodeId {
        self.root
    }

    /// To how many plies the node has been worked out.
    pub(super) fn depth(&self, node: NodeId) -> u8 {
        self.at(node).depth
    }

    /// What the node is worth to its side to move, as the tree keeps it.
    pub(super) fn value(&self, node: NodeId) -> i16 {
        self.at(node).value
    }

    pub(super) fn is_complete(&self, node: NodeId) -> bool {
        self.at(node).complete
    }

    /// How many moves have been made sons.
    pub(super) fn made(&self, node: NodeId) -> usize {
        self.at(node).made.into()
    }

    /// The least that the node can be worth: where sons have been dropped, no loss is proven.
    pub(super) fn floor(&self, node: NodeId) -> Score {
        if self.at(node).thinned { -Score::EVAL_MAX } else { Score::MINUS_INFINITE }
    }

    /// The first of the sons.
    pub(super) fn first(&self, node: NodeId) -> NodeId {
        self.at(node).first
    }

    /// The brother made next.
    pub(super) fn next(&self, node: NodeId) -> NodeId {
        self.at(node).next
    }

    /// What led to a node; `None` at the root.
    pub(super) fn mv(&self, node: NodeId) -> Option<Move> {
        self.at(node).mv
    }

    /// The sons with their moves, in the order they were made.
    pub(super) fn sons(&self, node: NodeId) -> impl Iterator<Item = (NodeId, Move)> {
        let first = Some(self.at(node).first).filter(|&son| son != NONE);
        let nodes = std::iter::successors(first, |&son| {
            Some(self.at(son).next).filter(|&next| next != NONE)
        });
        nodes.filter_map(|son| Some((son, self.at(son).mv?)))
    }

    /// Appends the best moves from a node on, as far as they are known.
    pub(super) fn best_line(&self, mut node: NodeId, out: &mut Vec<Move>) {
        while let Some(mv) =
            Some(self.at(node).best).filter(|&best| best != NONE).and_then(|best| {
                node = best;
                self.at(best).mv
            })
        {
            out.push(mv);
        }
    }

    /// The best move of the position that a line has reached, where the tree knows one.
    pub(super) fn best_of(&self, played: &PlayedGame<Abalone>) -> Option<Move> {
        let node = *self.way_to(played)?.last()?;
        self.mv(Some(self.at(node).best).filter(|&best| best != NONE)?)
    }

    fn at(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    fn at_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node as usize]
    }
}

/// The root follows the game.
impl Tree {
    /// The nodes from the root to the end of the line, if the tree knows it.
    fn way_to(&self, played: &PlayedGame<Abalone>) -> Option<Vec<NodeId>> {
        let from = played.positions().iter().rposition(|pos| Some(*pos) == self.board)?;
        let mut way = vec![self.root];
        for &mv in &played.moves_played()[from..] {
            let (son, _) = self.sons(*way.last()?).find(|&(_, of_son)| of_son == mv)?;
            way.push(son);
        }
        Some(way)
    }

    /// Makes the position that the line has reached the root, and keeps what is known below it.
    pub(super) fn move_to(&mut self, played: &PlayedGame<Abalone>) {
        if self.board == Some(*played.position()) {
            return;
        }
        match self.way_to(played) {
            Some(way) => way.into_iter().skip(1).for_each(|son| self.descend(son)),
            None => self.plant(*played.position()),
        }
        self.queue.clear();
        self.permitted = self.depth(self.root).saturating_add(1);
    }

    /// A new tree of one node.
    fn plant(&mut self, pos: Position) {
        self.clear();
        let root = self.create(NONE, None, &pos);
        debug_assert!(root.is_some(), "a mebibyte holds a node");
        (self.root, self.board) = (root.unwrap_or(0), Some(pos));
    }

    /// A son of the root becomes the root; his brothers are let go.
    fn descend(&mut self, son: NodeId) {
        let root = self.root;
        if let (Some(board), Some(mv)) = (&mut self.board, self.nodes[son as usize].mv) {
            self.rules.play(board, mv);
        }
        self.unlink(root, son);
        self.release(root);
        let node = self.at_mut(son);
        (node.parent, node.next, node.mv) = (NONE, NONE, None);
        self.root = son;
    }

    /// The board of a node, and its ply.
    fn board_of(&mut self, mut node: NodeId) -> (Position, u8) {
        self.path.clear();
        while let Some(mv) = self.at(node).mv {
            self.path.push(mv);
            node = self.at(node).parent;
        }
        let mut pos = self.board.unwrap_or(self.rules.start);
        for &mv in self.path.iter().rev() {
            self.rules.play(&mut pos, mv);
        }
        (pos, u8::try_from(self.path.len()).unwrap_or(FINAL))
    }
}

/// Nodes come and go.
impl Tree {
    /// A node for this board, judged, belonging to nobody yet; `None` when memory is used up.
    pub(super) fn create(
        &mut self,
        parent: NodeId,
        mv: Option<Move>,
        pos: &Position,
    ) -> Option<NodeId> {
        let id = self.allocate(self.nodes_max - self.reserve)?;
        self.judge_at(id, parent, mv, pos);
        Some(id)
    }

    /// The same for deepthought, which gives it back with [`Tree::release_passing`].
    pub(super) fn create_passing(
        &mut self,
        parent: NodeId,
        mv: Option<Move>,
        pos: &Position,
    ) -> Option<NodeId> {
        let id = if self.spare == NONE {
            self.allocate(self.nodes_max)?
        } else {
            let id = self.spare;
            self.spare = self.at(id).next;
            id
        };
        self.judge_at(id, parent, mv, pos);
        Some(id)
    }

    /// Deepthought is done with a node, which has no sons. With a reserve the place stays its own.
    pub(super) fn release_passing(&mut self, node: NodeId) {
        if self.reserve == 0 {
            return self.release(node);
        }
        self.at_mut(node).next = self.spare;
        self.spare = node;
    }

    /// Writes a new node for this board.
    fn judge_at(&mut self, id: NodeId, parent: NodeId, mv: Option<Move>, pos: &Position) {
        let (value, depth) = match self.rules.outcome(pos) {
            Some(outcome) => (outcome.score(pos.side(), 0), FINAL),
            None => (self.evaluator.evaluate(&self.rules, pos), 0),
        };
        self.created += 1;
        *self.at_mut(id) = Node {
            parent,
            first: NONE,
            last: NONE,
            next: NONE,
            best: NONE,
            value: value.to_table(0),
            made: 0,
            mv,
            depth,
            complete: false,
            thinned: false,
        };
    }

    /// A node and all below it are not needed any more. It must be no one's son.
    pub(super) fn release(&mut self, node: NodeId) {
        self.at_mut(node).next = self.free;
        self.free = node;
    }

    /// A place: one let go, whose sons are let go in turn, or a new one.
    fn allocate(&mut self, nodes_max: usize) -> Option<NodeId> {
        if self.free != NONE {
            let id = self.free;
            let Node { first, last, next, .. } = *self.at(id);
            self.free = next;
            if first != NONE {
                self.at_mut(last).next = next;
                self.free = first;
            }
            return Some(id);
        }
        let len = self.nodes.len();
        if len >= nodes_max {
            return None;
        }
        if len == self.nodes.capacity() {
            let more = len.max(PLACES_MIN).min(self.nodes_max - len);
            self.nodes.try_reserve_exact(more).ok()?;
        }
        self.nodes.push(EMPTY);
        NodeId::try_from(len).ok()
    }

    fn append(&mut self, node: NodeId, son: NodeId) {
        let Node { first, last, .. } = *self.at(node);
        if first == NONE {
            self.at_mut(node).first = son;
        } else {
            self.at_mut(last).next = son;
        }
        let this = self.at_mut(node);
        this.last = son;
        this.made += 1;
    }

    /// Takes a son out of the chain of his brothers.
    fn unlink(&mut self, node: NodeId, son: NodeId) {
        let before = self.sons(node).map(|(id, _)| id).find(|&id| self.at(id).next == son);
        let next = self.at(son).next;
        match before {
            Some(before) => self.at_mut(before).next = next,
            None => self.at_mut(node).first = next,
        }
        if next == NONE {
            self.at_mut(node).last = before.unwrap_or(NONE);
        }
    }
}

const EMPTY: Node = Node {
    parent: NONE,
    first: NONE,
    last: NONE,
    next: NONE,
    best: NONE,
    value: 0,
    made: 0,
    mv: None,
    depth: 0,
    complete: false,
    thinned: false,
};

#[cfg(test)]
impl Tree {
    /// How many places the arena has.
    pub(super) fn places(&self) -> usize {
        self.nodes.len()
    }
}
