//! The numbers of the search, per game.
//!
//! Every margin, limit and switch of what the search extends, reduces and leaves out is a number of
//! the game that declares it, listed here once. `None` switches a part off; nothing that was tuned for
//! one game is done in another unasked. [`SearchParams::NONE`] is plain alpha-beta. A game that has
//! tried the numbers of a preset and means to use them names it, and lists what differs:
//!
//! ```text
//! SearchParams { check_extension: true, ..SearchParams::selective(80) }
//! ```

/// What the search extends, reduces and leaves out in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchParams {
    /// The first window at the root reaches so far to either side of the score before, cp (aspiration).
    pub aspiration: i32,
    /// Search a ply deeper where the side to move is in check or has to capture
    /// ([`NodeTactics::in_check`](super::NodeTactics::in_check)).
    pub check_extension: bool,
    /// At the horizon, search all moves of a position in which something is threatened
    /// ([`NodeTactics::is_threatened`](super::NodeTactics::is_threatened)), once, before quiescence
    /// begins.
    pub threat_extension: bool,
    /// Internal iterative reduction [schroder-iir]: a ply less where the TT knows no move, at this depth
    /// and more, plies.
    pub iir_depth_min: Option<i32>,
    /// Whole nodes far above beta are not searched.
    pub reverse_futility: Option<ReverseFutility>,
    /// Whole nodes far below alpha are left to qsearch.
    pub razoring: Option<Razoring>,
    /// Whole nodes where even a pass holds beta are not searched.
    pub null_move: Option<NullMove>,
    /// Whole nodes of which a shallower search foretells that they miss the window are not searched.
    pub prob_cut: Option<ProbCut>,
    /// Late moves are searched less deep at first.
    pub lmr: Option<LateMoveReduction>,
    /// Moves near the horizon are left out.
    pub move_pruning: Option<MovePruning>,
    /// What quiescence leaves out.
    pub qsearch_pruning: Option<QsearchPruning>,
}

/// Reverse futility pruning: a static eval above beta by a margin is the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReverseFutility {
    /// For each ply of depth, cp; one ply's less where the static eval improves.
    pub margin: i32,
    /// At this depth and less, plies.
    pub depth_max: i32,
}

/// Razoring [birmingham-kent-1977]: a static eval below alpha by a margin that qsearch does not mend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Razoring {
    /// For each ply of depth, cp.
    pub margin: i32,
    /// At this depth and less, plies.
    pub depth_max: i32,
}

/// Null move pruning [donninger-1993].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NullMove {
    /// At this depth and more, plies.
    pub depth_min: i32,
    /// So many plies less after the pass …
    pub reduction: i32,
    /// … and the depth divided by this …
    pub depth_divisor: i32,
    /// … and a ply for each so many cp of static eval above beta …
    pub eval_divisor: i32,
    /// … of which there are at most so many.
    pub eval_reduction_max: i32,
}

impl NullMove {
    /// Deeper nodes and higher evals are reduced by more.
    pub const ADAPTIVE: Self = Self {
        depth_min: 3,
        reduction: 3,
        depth_divisor: 3,
        eval_divisor: 200,
        eval_reduction_max: 3,
    };
}

/// `ProbCut` [buro-1995]: where the score of a shallower search is so far outside of the window that the
/// score of the search asked for is hardly inside it, that search is left out. How the two go together
/// is measured, and the game says it of each depth
/// ([`NodeTactics::forecast`](super::NodeTactics::forecast)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbCut {
    /// So many standard errors the forecast has to be outside of the window, in hundredths.
    pub threshold: i32,
}

/// Late move reductions, in hundredths of a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateMoveReduction {
    /// From this move on, counted from 0.
    pub move_min: i32,
    /// At this depth and more, plies.
    pub depth_min: i32,
    /// The product of two binary logarithms in eighths, of depth and move number, is divided by this.
    pub divisor: i32,
    /// In every node.
    pub base: i32,
    /// Besides, outside the principal variation.
    pub non_pv: i32,
    /// Besides, where the static eval does not improve.
    pub not_improving: i32,
    /// Besides, where some move is expected to cut.
    pub cut_node: i32,
    /// So much history is worth a ply less of it.
    pub history_divisor: i32,
    /// For a late capture that loses material, plies.
    pub losing_capture: i32,
}

impl LateMoveReduction {
    /// By depth and move number, and history.
    pub const PLAIN: Self = Self {
        move_min: 3,
        depth_min: 3,
        divisor: 288,
        base: 0,
        non_pv: 100,
        not_improving: 0,
        cut_node: 0,
        history_divisor: 8192,
        losing_capture: 0,
    };

    /// By all that is known of a node, as [`SearchParams::selective`] has it.
    pub const TUNED: Self = Self {
        divisor: 250,
        base: -25,
        non_pv: 110,
        not_improving: 100,
        cut_node: 90,
        losing_capture: 1,
        ..Self::PLAIN
    };
}

/// Single moves that are left out near the horizon, outside of check and unless they give check. A depth
/// of 0 means nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovePruning {
    /// Late move pruning: after so many moves …
    pub lmp_base: i32,
    /// … and this much times the square of the depth; half of both where the static eval does not
    /// improve …
    pub lmp_growth: i32,
    /// … quiet moves are left out at this depth and less, plies.
    pub lmp_depth_max: i32,
    /// Futility [heinz-1998]: a quiet move may be expected to gain this much, cp …
    pub futility_base: i32,
    /// … and this for each ply that is left after reductions, cp …
    pub futility_margin: i32,
    /// … of which there are at most so many.
    pub futility_depth_max: i32,
    /// History pruning: quiet moves with a history below minus this, for each ply …
    pub history_margin: i32,
    /// … at this depth and less, plies.
    pub history_depth_max: i32,
    /// SEE pruning: captures that lose more than this, for each ply, cp …
    pub see_capture_margin: i32,
    /// … at this depth and less, plies.
    pub see_capture_depth_max: i32,
    /// Quiet moves that lose material, where at most so many plies are left after reductions.
    pub see_quiet_depth_max: i32,
}

impl MovePruning {
    /// Late moves alone.
    pub const LATE: Self = Self {
        lmp_base: 4,
        lmp_growth: 1,
        lmp_depth_max: 8,
        futility_base: 0,
        futility_margin: 0,
        futility_depth_max: 0,
        history_margin: 0,
        history_depth_max: 0,
        see_capture_margin: 0,
        see_capture_depth_max: 0,
        see_quiet_depth_max: 0,
    };
}

/// What quiescence leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QsearchPruning {
    /// Delta pruning: a move may do this much better, cp, than to win what it takes.
    pub delta: i32,
    /// In check so many moves are tried; after them only captures, unless all lose.
    pub evasions_max: i32,
}

impl SearchParams {
    /// Plain alpha-beta: nothing is left out.
    pub const NONE: Self = Self {
        aspiration: 25,
        check_extension: false,
        threat_extension: false,
        iir_depth_min: None,
        reverse_futility: None,
        razoring: None,
        null_move: None,
        prob_cut: None,
        lmr: None,
        move_pruning: None,
        qsearch_pruning: None,
    };

    /// Reverse futility with a margin, cp a ply, and late move reductions by depth and move number: for
    /// games in which little else may be left out.
    pub const fn cautious(futility_margin: i32) -> Self {
        Self {
            reverse_futility: Some(ReverseFutility { margin: futility_margin, depth_max: 6 }),
            lmr: Some(LateMoveReduction::PLAIN),
            ..Self::NONE
        }
    }

    /// All that is left out in a game of quiet moves, exchanges and hardly any zugzwang, with a margin
    /// of futility, cp a ply. `crates/search/src/selectivity.rs` tells how the numbers were found.
    pub const fn selective(futility_margin: i32) -> Self {
        Self {
            razoring: Some(Razoring { margin: 250, depth_max: 3 }),
            null_move: Some(NullMove::ADAPTIVE),
            lmr: Some(LateMoveReduction::TUNED),
            move_pruning: Some(MovePruning {
                futility_base: 100,
                futility_margin,
                futility_depth_max: 6,
                history_margin: 3000,
                history_depth_max: 4,
                see_capture_margin: 60,
                see_capture_depth_max: 6,
                see_quiet_depth_max: 6,
                ..MovePruning::LATE
            }),
            qsearch_pruning: Some(QsearchPruning { delta: 120, evasions_max: 3 }),
            ..Self::cautious(futility_margin)
        }
    }

    /// Whether a static eval is of use inside the tree.
    pub fn want_eval(&self) -> bool {
        self.null_move.is_some() || self.reverse_futility.is_some() || self.move_pruning.is_some()
    }
}
