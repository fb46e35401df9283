//! Watching a search without touching it.
//!
//! The searcher is generic over a [`Tracer`] and tells it of every node: entered with this
//! window and depth, left with a [`NodeExit`], which says all that was done there: nobody who
//! watches has to work it out again. [`NoTrace`] compiles to nothing. A new way out of a node
//! cannot be added without naming it in [`ExitReason`].

use std::fmt::Debug;

use plyglot_core::game::Rules;
use plyglot_core::{Bound, Score};

/// Why a node was left: every way out has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    /// The game is over here, by the board.
    Finished,
    /// The position has been there before, and the rule ends the game.
    Repetition,
    /// No line from here can change the result: a faster end is known already.
    MateDistance,
    /// The transposition table knew enough.
    Tt,
    /// The endgame tables know who wins.
    Tb,
    /// Even after passing the side to move stands at beta or better.
    NullMove,
    /// A shallower search foretells that the score is outside of the window.
    ProbCut,
    /// So far above beta near the horizon that it was not looked at.
    Futility,
    /// So far below alpha near the horizon that only noisy moves were tried, which do not mend it.
    Razoring,
    /// The static eval was good enough to stop here (stand pat).
    StandPat,
    /// The horizon: the static eval, all noisy moves looked at.
    Horizon,
    /// Moves were searched; the best is the score. If that is a lower bound, a move has reached
    /// beta, and those after it were not looked at.
    Searched,
    /// Moves were tried time and again; the score is the mean of what came of it, the move tried most
    /// often is told first.
    Averaged,
    /// The game was played on by lot, and what came of it is the score.
    PlayedOut,
    /// The line is as long as lines may get.
    TooLong,
    /// The search was stopped in this node or below it: nothing is known of its score.
    Stopped,
}

/// What was done at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeExit {
    /// The static eval, for the side to move; `None` in check and where the game is over. Where the
    /// search had no use for it, it is found for who watches.
    pub static_eval: Option<Score>,
    /// Plies more than were asked for.
    pub extension: i32,
    /// Plies less than the node above had left for a move.
    pub reduction: i32,
    /// Moves that were left out unsearched.
    pub left_out: u64,
    /// Moves played below the node, those of nodes that nobody was told of among them.
    pub nodes: u64,
    /// How often the node was come to besides, without that anything else is told of it.
    pub again: u64,
    /// Why the node was left.
    pub reason: ExitReason,
    /// Its score, for the side to move; if the search was stopped, no more than a bound that says
    /// nothing.
    pub score: Score,
    /// What the score is a bound of.
    pub bound: Bound,
}

/// What a tracer is told at the entrance of a node.
#[derive(Debug)]
pub struct Entering<'a, R: Rules> {
    /// Plies from the root.
    pub ply: u32,
    /// The move that led here; `None` for the root and after a pass.
    pub mv: Option<R::Move>,
    /// The position.
    pub pos: &'a R::Position,
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Plies still to search, 0 and less in quiescence.
    pub depth: i32,
}

/// Sees every node of one worker.
pub trait Tracer<R: Rules>: Send {
    /// Whether anybody is looking; `false` lets the compiler drop the calls.
    const ON: bool = true;

    /// Nodes farther from the root than this are not told, so that the search is hardly slower.
    fn ply_max(&self) -> u32 {
        u32::MAX
    }

    /// A node is entered.
    fn enter(&mut self, _node: &Entering<'_, R>) {}

    /// The node entered last, and not left yet, is left.
    fn leave(&mut self, _exit: &NodeExit) {}

    /// The nodes entered and not left yet are abandoned.
    fn abandon(&mut self) {}
}

/// Sees every node of a search from outside, by a shared reference: what a
/// [`SearchRequest`](super::SearchRequest) brings along to be watched. The search knows nothing of
/// its type. Workers are told apart by their numbers: 0 is the first, which reports and decides.
pub trait SharedTracer<R: Rules>: Debug + Sync {
    /// Another worker than the first begins; the number it is to call by, from 1.
    fn helper(&self) -> usize;

    /// As [`Tracer::ply_max`]; the same during the whole search.
    fn ply_max(&self) -> u32 {
        u32::MAX
    }

    /// As [`Tracer::enter`].
    fn enter(&self, worker: usize, node: &Entering<'_, R>);

    /// As [`Tracer::leave`].
    fn leave(&self, worker: usize, exit: &NodeExit);

    /// As [`Tracer::abandon`].
    fn abandon(&self, worker: usize);

    /// Whether somebody looks at the tree while it grows; the same during the whole search.
    fn looks_on(&self) -> bool {
        false
    }

    /// What the first worker has told so far counts no more: it tells its tree anew.
    fn anew(&self) {}
}

/// The tracer of a player that searches in a way of its own, with one worker.
#[derive(Debug)]
pub struct SingleTracer<'a, R: Rules>(&'a dyn SharedTracer<R>);

// Derived, these would ask that the rules be `Clone` and `Copy`.
impl<R: Rules> Clone for SingleTracer<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for SingleTracer<'_, R> {}

impl<'a, R: Rules> SingleTracer<'a, R> {
    /// That of a request, if it brings one along.
    pub fn of(tracer: Option<&'a dyn SharedTracer<R>>) -> Option<Self> {
        tracer.map(Self)
    }

    /// A node is entered.
    pub fn enter(self, node: &Entering<'_, R>) {
        self.0.enter(0, node);
    }

    /// It is left with this score, nothing having been extended or reduced.
    pub fn leave(self, reason: ExitReason, score: Score, bound: Bound) {
        self.leave_without(0, reason, score, bound);
    }

    /// The same where so many moves were left out.
    pub fn leave_without(self, left_out: u64, reason: ExitReason, score: Score, bound: Bound) {
        let is_static = reason == ExitReason::Horizon;
        let static_eval = is_static.then_some(score);
        let (extension, reduction, nodes, again) = (0, 0, 0, 0);
        self.leave_as(&NodeExit {
            static_eval,
            extension,
            reduction,
            left_out,
            nodes,
            again,
            reason,
            score,
            bound,
        });
    }

    /// It is left, and this was done there.
    pub fn leave_as(self, exit: &NodeExit) {
        self.0.leave(0, exit);
    }

    /// As [`Tracer::ply_max`].
    pub fn ply_max(self) -> u32 {
        self.0.ply_max()
    }

    /// As [`SharedTracer::looks_on`].
    pub fn looks_on(self) -> bool {
        self.0.looks_on()
    }

    /// As [`SharedTracer::anew`].
    pub fn anew(self) {
        self.0.anew();
    }
}

/// The tracer that hands on to a [`SharedTracer`]. A search that is watched runs in this second
/// instantiation of the same code, so that one that is not pays nothing.
#[derive(Debug)]
pub(super) struct Traced<'a, R: Rules> {
    pub tracer: &'a dyn SharedTracer<R>,
    pub worker: usize,
    pub ply_max: u32,
}

impl<R: Rules> Tracer<R> for Traced<'_, R> {
    fn ply_max(&self) -> u32 {
        self.ply_max
    }

    fn enter(&mut self, node: &Entering<'_, R>) {
        self.tracer.enter(self.worker, node);
    }

    fn leave(&mut self, exit: &NodeExit) {
        self.tracer.leave(self.worker, exit);
    }

    fn abandon(&mut self) {
        self.tracer.abandon(self.worker);
    }
}

/// Nobody is looking.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct NoTrace;

impl<R: Rules> Tracer<R> for NoTrace {
    const ON: bool = false;
}
