//! The tree: what has been tried from the root on, and what came of it.
//!
//! ```text
//! Node ── visits, sum of chances, proof
//!   └─ edges, once the node has been visited twice: move, prior
//!        └─ Node, once the move has been tried
//! ```
//!
//! Several threads walk through one tree without a lock: counts are atomic, and what is made later
//! (edges, nodes) is made once. What is on its way down counts as lost for whoever chose it (virtual
//! loss [chaslot-2008]), so that the others look elsewhere.
//!
//! Chances are the first side's, whoever is to move; so nothing has to be negated where a side moves
//! twice. The memory is bounded: what is beyond the bound is cut off where few visits have been, by
//! [`Tree::prune`], while nobody walks.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use super::chance::WHOLE;
use super::experience::Experience;
use super::proof::{Proof, SharedProof};
use plyglot_core::Side;
use plyglot_core::game::Rules;

/// What an allocation takes besides what is in it, about.
const ALLOCATION_BYTES: usize = 16;

/// Visits and what they came to.
#[derive(Debug, Default)]
pub(super) struct Mean {
    visits: AtomicU32,
    sum: AtomicU64,
}

impl Mean {
    /// A visit has come to this chance of the first side.
    pub(super) fn add(&self, chance: u32) {
        self.sum.fetch_add(chance.into(), Ordering::Relaxed);
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// How many there have been.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The chance of this side, so many more visits having been lost; `None` without any.
    #[inline]
    pub(super) fn of(&self, side: Side, lost: u32) -> Option<f64> {
        let visits = self.visits();
        if visits == 0 && lost == 0 {
            return None;
        }
        let whole = f64::from(visits) * f64::from(WHOLE);
        #[expect(clippy::cast_precision_loss, reason = "below 2^48")]
        let sum = self.sum.load(Ordering::Relaxed) as f64;
        let won = if side == Side::First { sum } else { (whole - sum).max(0.0) };
        Some(won / (whole + f64::from(lost) * f64::from(WHOLE)))
    }
}

/// A position in the tree.
#[derive(Debug)]
pub(super) struct Node<M> {
    /// What visits have come to.
    pub(super) mean: Mean,
    /// What is proven.
    pub(super) proof: SharedProof,
    /// Visits on their way.
    pending: AtomicU32,
    /// What is proven holds within this search only.
    is_loose: AtomicBool,
    edges: OnceLock<Box<[Edge<M>]>>,
    /// For each edge what the move came to when it was made later; where that is of use.
    rave: OnceLock<Box<[Mean]>>,
}

/// A move that may be tried.
#[derive(Debug)]
pub(super) struct Edge<M> {
    /// The move.
    pub(super) mv: M,
    /// How much of the search it deserves at sight; all of a node add up to 1.
    pub(super) prior: f32,
    /// What it is expected to come to.
    pub(super) experience: Experience,
    child: OnceLock<Box<Node<M>>>,
}

impl<M> Default for Node<M> {
    fn default() -> Self {
        Self {
            mean: Mean::default(),
            proof: SharedProof::default(),
            pending: AtomicU32::new(0),
            is_loose: AtomicBool::new(false),
            edges: OnceLock::new(),
            rave: OnceLock::new(),
        }
    }
}

impl<M> Edge<M> {
    /// A move that nobody has tried.
    pub(super) fn new(mv: M, prior: f32, experience: Experience) -> Self {
        Self { mv, prior, experience, child: OnceLock::new() }
    }

    /// The node it leads to, if it has been tried.
    #[inline]
    pub(super) fn child(&self) -> Option<&Node<M>> {
        self.child.get().map(|child| &**child)
    }

    /// How often it has been tried.
    pub(super) fn visits(&self) -> u32 {
        self.child().map_or(0, |child| child.mean.visits())
    }

    /// What is proven of the move.
    pub(super) fn proof(&self) -> Proof {
        self.child().map_or(Proof::NONE, |child| child.proof.get().one_ply_back())
    }
}

impl<M> Node<M> {
    /// Its moves, best at sight first; none where it has not been looked into.
    #[inline]
    pub(super) fn edges(&self) -> &[Edge<M>] {
        self.edges.get().map_or(&[], |edges| edges)
    }

    /// For each edge what the move came to when made later, where that is kept.
    #[inline]
    pub(super) fn rave(&self) -> &[Mean] {
        self.rave.get().map_or(&[], |rave| rave)
    }

    /// Visits that are on their way.
    pub(super) fn pending(&self) -> u32 {
        self.pending.load(Ordering::Relaxed)
    }

    /// A visit is on its way.
    pub(super) fn enter(&self) {
        self.pending.fetch_add(1, Ordering::Relaxed);
    }

    /// It has come back.
    pub(super) fn leave(&self) {
        self.pending.fetch_sub(1, Ordering::Relaxed);
    }

    /// Takes in what its moves prove; whether that is news.
    pub(super) fn prove_by_moves(&self, side: Side) -> bool {
        let moves = self.edges().iter().map(Edge::proof);
        self.proof.add(Proof::of_moves(side, moves))
    }

    /// Proves something that holds within this search only.
    fn prove_loosely(&self, proof: Proof) {
        self.is_loose.store(true, Ordering::Relaxed);
        self.proof.add(proof);
    }

    /// The node a move leads to, taken out; `None` where it has not been tried.
    fn take(mut self, mv: &M) -> Option<Self>
    where
        M: PartialEq,
    {
        let edges = self.edges.take()?;
        let edge = edges.into_iter().find(|edge| edge.mv == *mv)?;
        edge.child.into_inner().map(|child| *child)
    }

    /// Forgets what was proven by rules that hold within a search only, and what followed from it.
    fn prove_again<R: Rules<Move = M>>(&mut self, rules: &R, pos: &R::Position)
    where
        M: Copy,
    {
        if std::mem::take(self.is_loose.get_mut()) {
            self.proof.set(Proof::NONE);
        }
        let Some(edges) = self.edges.get_mut() else { return };
        for edge in edges.iter_mut() {
            if let Some(child) = edge.child.get_mut() {
                child.prove_again(rules, &rules.after(pos, edge.mv));
            }
        }
        let proof = Proof::of_moves(rules.side_to_move(pos), edges.iter().map(Edge::proof));
        self.proof.set(proof);
    }

    /// Cuts off what lies below nodes with fewer visits; gives back the bytes that are left.
    fn cut(&mut self, visits_min: u32, is_loose: bool) -> usize {
        let Some(edges) = self.edges.get_mut() else { return 0 };
        if *self.mean.visits.get_mut() < visits_min {
            // What was proven by what is cut off can be proven again by nothing that is left.
            *self.is_loose.get_mut() |= is_loose;
            (self.edges, self.rave) = (OnceLock::new(), OnceLock::new());
            return 0;
        }
        let own = bytes_of_edges::<M>(edges.len(), self.rave.get().is_some());
        let below = edges.iter_mut().filter_map(|edge| edge.child.get_mut());
        own + below
            .map(|child| bytes_of_node::<M>() + child.cut(visits_min, is_loose))
            .sum::<usize>()
    }
}

fn bytes_of_node<M>() -> usize {
    size_of::<Node<M>>() + ALLOCATION_BYTES
}

fn bytes_of_edges<M>(edges: usize, has_rave: bool) -> usize {
    let rave = if has_rave { edges * size_of::<Mean>() + ALLOCATION_BYTES } else { 0 };
    edges * size_of::<Edge<M>>() + ALLOCATION_BYTES + rave
}

/// A tree with bounded memory.
#[derive(Debug)]
pub(super) struct Tree<M> {
    /// Where it begins.
    pub(super) root: Node<M>,
    bytes: AtomicUsize,
    bytes_max: usize,
    /// Something was proven that holds within this search only.
    has_loose: AtomicBool,
    /// There is no room, and none can be made.
    is_frozen: bool,
}

impl<M: Copy + PartialEq> Tree<M> {
    /// An empty tree of so many bytes at most, about.
    pub(super) fn new(bytes_max: usize) -> Self {
        let (bytes, has_loose) = (AtomicUsize::new(0), AtomicBool::new(false));
        Self { root: Node::default(), bytes, bytes_max, has_loose, is_frozen: false }
    }

    /// The same tree seen from the position after these moves, which nothing but them has changed;
    /// `None` where nothing is kept of it.
    pub(super) fn after<R: Rules<Move = M>>(
        self,
        rules: &R,
        moves: &[M],
        pos: &R::Position,
        bytes_max: usize,
    ) -> Option<Self> {
        let has_loose = self.has_loose.into_inner();
        let mut root = self.root;
        for mv in moves {
            root = root.take(mv)?;
        }
        if root.edges().is_empty() {
            return None;
        }
        if has_loose && !moves.is_empty() {
            root.prove_again(rules, pos);
        }
        let mut tree = Self { root, ..Self::new(bytes_max) };
        tree.has_loose = AtomicBool::new(has_loose && moves.is_empty());
        *tree.bytes.get_mut() = tree.root.cut(0, false);
        Some(tree)
    }

    /// The node at the end of an edge, made if it is not there.
    pub(super) fn child<'t>(&self, edge: &'t Edge<M>) -> &'t Node<M> {
        edge.child.get_or_init(|| {
            self.bytes.fetch_add(bytes_of_node::<M>(), Ordering::Relaxed);
            Box::default()
        })
    }

    /// Gives a node its moves, unless it has them.
    pub(super) fn expand(&self, node: &Node<M>, edges: Vec<Edge<M>>, with_rave: bool) {
        let count = edges.len();
        let mut is_first = false;
        if with_rave {
            node.rave.get_or_init(|| (0..count).map(|_| Mean::default()).collect());
        }
        node.edges.get_or_init(|| {
            is_first = true;
            edges.into_boxed_slice()
        });
        if is_first {
            self.bytes.fetch_add(bytes_of_edges::<M>(count, with_rave), Ordering::Relaxed);
        }
    }

    /// Proves something of a node; loosely where it holds within this search only.
    pub(super) fn prove(&self, node: &Node<M>, proof: Proof, is_loose: bool) {
        if is_loose {
            self.has_loose.store(true, Ordering::Relaxed);
            node.prove_loosely(proof);
        } else {
            node.proof.add(proof);
        }
    }

    /// Whether something was proven that holds within this search only.
    pub(super) fn is_loose(&self) -> bool {
        self.has_loose.load(Ordering::Relaxed)
    }

    /// Whether there is no room for more.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) >= self.bytes_max
    }

    /// Whether it is full and will stay so.
    pub(super) fn is_frozen(&self) -> bool {
        self.is_frozen
    }

    /// How full it is, in thousandths.
    pub(super) fn permille(&self) -> u32 {
        let share = self.bytes.load(Ordering::Relaxed).saturating_mul(1000) / self.bytes_max.max(1);
        u32::try_from(share.min(1000)).unwrap_or(1000)
    }

    /// Makes room: what lies below nodes with the fewest visits is cut off until half is free. The
    /// visits and means of what stays are as they were.
    pub(super) fn prune(&mut self) {
        let is_loose = self.is_loose();
        // The root keeps its moves, and however few they were its visits.
        let visits_max = self.root.mean.visits();
        let mut visits_min = 2;
        loop {
            let left = self.root.cut(visits_min.min(visits_max), is_loose);
            *self.bytes.get_mut() = left;
            if left <= self.bytes_max / 2 {
                return;
            }
            if visits_min >= visits_max {
                self.is_frozen = left >= self.bytes_max;
                return;
            }
            visits_min = visits_min.saturating_mul(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visited(times: u32) -> Node<u16> {
        let node = Node::default();
        (0..times).for_each(|_| node.mean.add(WHOLE / 4));
        node
    }

    #[test]
    fn each_side_sees_its_own_chance() {
        let node = visited(3);
        assert_eq!(node.mean.of(Side::First, 0), Some(0.25));
        assert_eq!(node.mean.of(Side::Second, 0), Some(0.75));
        assert_eq!(node.mean.of(Side::Second, 3), Some(0.375), "three more on their way");
        assert_eq!(Mean::default().of(Side::First, 0), None);
    }

    #[test]
    fn what_few_have_visited_is_cut_off_and_the_root_stays() {
        let mut tree: Tree<u16> = Tree { root: visited(100), ..Tree::new(2500) };
        let edges =
            |from: u16| (from..from + 20).map(|mv| Edge::new(mv, 0.05, Experience::NONE)).collect();
        tree.expand(&tree.root, edges(0), true);
        for at in 0..4 {
            let child = tree.child(&tree.root.edges()[at]);
            (0..10 * at).for_each(|_| child.mean.add(WHOLE));
            tree.expand(child, edges(100), false);
        }
        assert!(tree.is_full());
        tree.prune();
        assert!(!tree.is_full() && !tree.is_frozen());
        let kept: Vec<_> =
            tree.root.edges()[..4].iter().map(|edge| edge.child().unwrap().edges().len()).collect();
        assert_eq!(kept[0], 0, "{kept:?}");
        let visits: Vec<_> = tree.root.edges()[..4].iter().map(Edge::visits).collect();
        assert_eq!(visits, [0, 10, 20, 30]);
        let mut small: Tree<u16> = Tree { root: visited(100), ..Tree::new(100) };
        small.expand(&small.root, edges(0), false);
        small.prune();
        assert!(small.is_frozen(), "the root's own moves are too many");
        assert_eq!(small.root.edges().len(), 20);
    }
}
