//! One node: what is asked of it, and what it knows of itself before it looks at its moves.

use super::history::Context;
use super::tracer::ExitReason;
use super::tt::TtEntry;
use super::window::Window;
use plyglot_core::game::{Evaluator, Rules, Tactics};
use plyglot_core::{Bound, Score};

/// What is asked of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArgs {
    /// Plies from the root.
    pub ply: u32,
    /// Plies to search; 0 and less in qsearch.
    pub depth: i32,
    /// Plies less than the node above had left for a move.
    pub reduction: i32,
    /// What is of interest.
    pub window: Window,
    /// The position was reached by a null move: no second one.
    pub after_null: bool,
    /// Some move is expected to cut here: from ply to ply, one is enough or all have to be searched
    /// (types 2 and 3 of [knuth-moore-1975]).
    pub cut_node: bool,
}

/// How a node was left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaving {
    pub score: Score,
    pub bound: Bound,
    pub reason: ExitReason,
}

impl Leaving {
    /// With a score that is exact, or as good as.
    pub(super) const fn exact(score: Score, reason: ExitReason) -> Self {
        Self { score, bound: Bound::Exact, reason }
    }

    /// With a score that beta need not know better.
    pub(super) const fn above(score: Score, reason: ExitReason) -> Self {
        Self { score, bound: Bound::Lower, reason }
    }
}

/// What is noted of a node on the way; see [`NodeExit`](super::tracer::NodeExit).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Notes {
    pub static_eval: Option<Score>,
    pub extension: i32,
    pub left_out: u64,
    /// Moves played before the node was entered.
    pub nodes_before: u64,
}

/// What may be asked of a node's moves.
pub(super) type TacticsOf<'n, R, E> = <<E as Evaluator<R>>::Tactics as Tactics<R>>::Node<'n>;

/// What a node knows of itself before it looks at its moves.
#[expect(clippy::struct_field_names, reason = "`pv_node` is what the field calls it")]
pub(super) struct Node<'n, R: Rules, E: Evaluator<R>> {
    pub(super) pos: &'n R::Position,
    pub(super) tactics: TacticsOf<'n, R, E>,
    pub(super) context: Context,
    pub(super) key: u64,
    pub(super) tt_entry: Option<TtEntry>,
    /// In check, or bound to capture.
    pub(super) in_check: bool,
    /// The static eval, adjusted by the TT; `None` where nobody asks, or in check.
    pub(super) eval: Option<Score>,
    /// The static eval is better than when this side moved before.
    pub(super) improving: bool,
    /// The node was asked with an open window: its best line may be shown.
    pub(super) pv_node: bool,
    pub(super) unresolved_before: u64,
}
