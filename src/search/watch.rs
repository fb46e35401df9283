//! Watching a search without touching it.
//!
//! The searcher is generic over an [`Observer`] and tells it of every node: entered with this
//! window and depth, left with this score for this reason. [`Unwatched`] compiles to nothing. A
//! new way out of a node cannot be added without naming it in [`Why`].

use std::fmt::Debug;

use crate::core::Score;
use crate::game::Rules;

/// Why a node was left: every way out has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The game is over here, by the board.
    Finished,
    /// The position has been there before, and the rule ends the game.
    Repetition,
    /// No line from here can change the result: a faster end is known already.
    MateDistance,
    /// The transposition table knew enough.
    Table,
    /// The endgame tables know who wins.
    Tables,
    /// Even after passing the side to move stands at beta or better.
    NullMove,
    /// So far above beta near the horizon that it was not looked at.
    Futility,
    /// So far below alpha near the horizon that only noisy moves were tried, which do not mend it.
    Razoring,
    /// The evaluator's opinion was good enough to stop here (stand pat).
    StandPat,
    /// The horizon: the static eval, all noisy moves looked at.
    Horizon,
    /// A move reached beta.
    BetaCut,
    /// All moves were searched; the best is the score.
    Searched,
    /// The line is as long as lines may get.
    TooLong,
}

/// What an observer is told at the entrance of a node.
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
pub trait Observer<R: Rules>: Send {
    /// Whether anybody is looking; `false` lets the compiler drop the calls.
    const ON: bool = true;

    /// A node is entered.
    fn enter(&mut self, _node: &Entering<'_, R>) {}

    /// The node entered last, and not left yet, is left.
    fn leave(&mut self, _score: Score, _why: Why) {}

    /// The nodes entered and not left yet are abandoned: the search was stopped.
    fn abandon(&mut self) {}
}

/// Sees every node of a search from outside, by a shared reference: what a
/// [`SearchRequest`](super::SearchRequest) brings along to be watched. The search knows nothing of
/// its type. Workers are told apart by their numbers: 0 is the first, which reports and decides.
pub trait SharedTracer<R: Rules>: Debug + Sync {
    /// Another worker than the first begins; the number it is to call by, from 1.
    fn helper(&self) -> usize;

    /// As [`Observer::enter`].
    fn enter(&self, worker: usize, node: &Entering<'_, R>);

    /// As [`Observer::leave`].
    fn leave(&self, worker: usize, score: Score, why: Why);

    /// As [`Observer::abandon`].
    fn abandon(&self, worker: usize);
}

/// The observer that hands on to a [`SharedTracer`]. A search that is watched runs in this second
/// instantiation of the same code, so that one that is not pays nothing.
#[derive(Debug)]
pub(super) struct Traced<'a, R: Rules> {
    pub watch: &'a dyn SharedTracer<R>,
    pub worker: usize,
}

impl<R: Rules> Observer<R> for Traced<'_, R> {
    fn enter(&mut self, node: &Entering<'_, R>) {
        self.watch.enter(self.worker, node);
    }

    fn leave(&mut self, score: Score, why: Why) {
        self.watch.leave(self.worker, score, why);
    }

    fn abandon(&mut self) {
        self.watch.abandon(self.worker);
    }
}

/// Nobody is looking.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Unwatched;

impl<R: Rules> Observer<R> for Unwatched {
    const ON: bool = false;
}
