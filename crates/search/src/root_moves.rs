//! The moves at the root, and what a worker has come to about them.

use std::sync::atomic::Ordering;

use super::player::PvInfo;
use super::worker::Shared;
use plyglot_core::game::Rules;
use plyglot_core::{Bound, Score};

/// Workers of one search that get as much of the processors as one another are a ply apart, as helpers
/// begin a ply ahead.
const BEHIND: u32 = 2;

/// A move at the root, and what the search thinks of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub mv: M,
    pub score: Score,
    pub bound: Bound,
    /// The iteration that found it; 0 before the first.
    pub depth: u32,
    /// The score of the last finished iteration, where the move led a line.
    pub guess: Score,
    pub pv: Vec<M>,
    /// Moves played by this worker to find out about it, in all iterations.
    pub nodes: u64,
}

/// What iterative deepening has come to.
#[derive(Clone, Debug)]
pub(super) struct RootMoves<M> {
    /// Root moves, best first.
    pub roots: Vec<RootMove<M>>,
    /// Last finished iteration.
    pub depth: u32,
    /// The longest line looked at, plies; 0 while the worker is at work.
    pub seldepth: u32,
    /// The last finished iteration met no horizon.
    pub exact: bool,
    /// The search ended before it had done what it set out to do.
    pub cut: bool,
}

impl<M: Copy> RootMoves<M> {
    /// Nothing searched yet: the moves in the order of the rules.
    pub(super) fn new(moves: &[M]) -> Self {
        let root = |&mv: &M| RootMove {
            mv,
            score: Score::MINUS_INFINITE,
            bound: Bound::Upper,
            depth: 0,
            guess: Score::MINUS_INFINITE,
            pv: vec![mv],
            nodes: 0,
        };
        let roots = moves.iter().map(root).collect();
        Self { roots, depth: 0, seldepth: 0, exact: false, cut: false }
    }

    /// Whether anything is known of any move.
    pub(super) fn has_score(&self) -> bool {
        self.roots.iter().any(|root| root.score > Score::MINUS_INFINITE)
    }

    /// An iteration was stopped: lines it had not come to are those of the one before.
    pub(super) fn fall_back(&mut self) {
        self.cut = true;
        for root in self.roots.iter_mut().filter(|root| root.score == Score::MINUS_INFINITE) {
            root.score = root.guess;
        }
    }

    /// Becomes what the deepest of other workers has come to, if this one was stopped so far behind it
    /// that the system must have let it wait: with more threads than processors the worker that decides
    /// may get none, while the others use up the nodes. Whether it did.
    pub(super) fn give_way(&mut self, others: Vec<Self>) -> bool {
        let deepest = others.into_iter().max_by_key(|other| other.depth);
        let Some(ahead) = deepest.filter(|one| self.cut && one.depth >= self.depth + BEHIND) else {
            return false;
        };
        *self = ahead;
        true
    }
}

impl<R: Rules, E> Shared<'_, R, E> {
    /// A line of the root, the best, as it is said: what was searched to so many plies.
    pub(super) fn pv_info(&self, root: &RootMove<R::Move>, depth: u32) -> PvInfo<R::Move> {
        PvInfo {
            bound: root.bound,
            nodes: self.control.nodes.count(),
            time: self.control.time.thought(),
            hashfull: self.tt.hashfull(),
            tb_hits: self.tb.map_or(0, |tb| tb.hits.load(Ordering::Relaxed)),
            ..PvInfo::line(depth, root.score, root.pv.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a worker has come to that was stopped behind this depth.
    fn stopped(best: char, depth: u32) -> RootMoves<char> {
        RootMoves { depth, cut: true, ..RootMoves::new(&[best, 'z']) }
    }

    #[test]
    fn a_worker_that_had_to_wait_gives_way_to_the_deepest_of_the_others() {
        let mut waited = stopped('a', 1);
        assert!(!waited.give_way(vec![stopped('b', 2)]), "a helper begins a ply ahead");
        assert!(!waited.give_way(Vec::new()));
        assert!(waited.give_way(vec![stopped('b', 5), stopped('c', 9), stopped('d', 8)]));
        assert_eq!((waited.roots[0].mv, waited.depth), ('c', 9));
        let mut done = RootMoves { cut: false, ..stopped('a', 3) };
        assert!(!done.give_way(vec![stopped('c', 9)]), "that was all it was to do");
        assert_eq!((done.roots[0].mv, done.depth), ('a', 3));
    }
}
