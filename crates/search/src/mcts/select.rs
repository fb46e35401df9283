//! Which move of a node is tried next: the best so far, or one that is hardly known.
//!
//! A move's worth is its mean, and a share of the search that its prior promises it and visits use
//! up: `q + c · p · √N / (1 + n)`, the rule of UCT [kocsis-szepesvari-2006] with priors
//! [rosin-2011]. A move that was never tried is expected to be somewhat worse than the node. Where
//! moves are lasting, what a move came to when it was made later stands in for visits that it has not
//! had (RAVE [gelly-silver-2011]). Where the game says what a move promises at sight, that counts as
//! visits of its own ([`super::experience`]). What is proven is tried no more, and where bounds are proven
//! that is what a mean is worth at least and at most: one that has become wrong is not believed for as long
//! as it took to come about.

use super::chance::{Squash, WHOLE};
use super::proof::Proof;
use super::tree::{Edge, Mean, Node};
use plyglot_core::Side;

/// A move that was never tried is expected to be worse than the node by so much.
const UNTRIED_WORSE: f64 = 0.05;

/// The numbers of the choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Selection {
    /// How much a prior weighs against a mean.
    pub(super) exploration: f64,
    /// After so many visits a move's own mean counts as much as those of the same move made later; 0
    /// for only its own.
    pub(super) rave_visits: f64,
    /// What proven scores come to; `None` where they bound no mean: a search for a mate takes its horizon
    /// for a draw.
    pub(super) bounds: Option<Squash>,
}

impl Selection {
    /// The index of the edge to try, `None` where there is nothing to find out any more. Where
    /// several lines are wanted of a node, moves that cannot be the best are tried, too.
    pub(super) fn choose<M>(self, node: &Node<M>, side: Side, several: bool) -> Option<usize> {
        let low = node.proof.get().seen_by(side).low;
        let visits = f64::from(node.mean.visits().max(1)).sqrt() * self.exploration;
        let untried = node.mean.of(side, 0).unwrap_or(0.5) - UNTRIED_WORSE;
        let rave = node.rave();
        let mut best = None;
        let mut best_worth = f64::NEG_INFINITY;
        for (at, edge) in node.edges().iter().enumerate() {
            let proof = edge.proof();
            if proof.is_closed() || !several && proof.seen_by(side).high <= low {
                continue;
            }
            let worth = self.worth(edge, rave.get(at), side, untried);
            let worth = self.bounded(worth, proof, side);
            let worth = worth + visits * f64::from(edge.prior) / f64::from(1 + tried(edge));
            if worth > best_worth {
                (best, best_worth) = (Some(at), worth);
            }
        }
        best
    }

    /// What is expected of a move, as far as what is proven of it allows.
    #[inline]
    fn bounded(self, worth: f64, proof: Proof, side: Side) -> f64 {
        let Some(bounds) = self.bounds_of(proof, side) else { return worth };
        let [low, high] = bounds.map(|end| f64::from(end) / f64::from(WHOLE));
        worth.max(low).min(high)
    }

    /// The chances between which what is proven leaves the value, for a side; `None` where that says nothing.
    #[inline]
    pub(super) fn bounds_of(self, proof: Proof, side: Side) -> Option<[u32; 2]> {
        self.bounds?.bounds(proof, side)
    }

    /// What a move is expected to come to.
    fn worth<M>(self, edge: &Edge<M>, later: Option<&Mean>, side: Side, untried: f64) -> f64 {
        let own = edge.child().and_then(|child| child.mean.of(side, child.pending()));
        let own = own.unwrap_or(untried);
        let before = f64::from(edge.experience.visits());
        let own = if before > 0.0 { edge.experience.with(tried(edge), own) } else { own };
        let Some(later) = later.filter(|_| self.rave_visits > 0.0) else { return own };
        let Some(mean) = later.of(side, 0) else { return own };
        // One visit more than there were: the guess of who has none counts for something.
        let visits = f64::from(edge.visits() + 1) + before;
        let others = f64::from(later.visits());
        let share = others / (others + visits + visits * others / self.rave_visits);
        own + share * (mean - own)
    }
}

/// How often a move has been tried, what is on its way included.
fn tried<M>(edge: &Edge<M>) -> u32 {
    edge.child().map_or(0, |child| child.mean.visits() + child.pending())
}
