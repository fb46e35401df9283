//! Indexers of games that are decided by how far one side is ahead.
//!
//! What the stores hold does not change how such a game goes on, so a table knows boards without
//! stores, and says of each how much more than the other side the side to move will still get. Who
//! asks adds what it is ahead already ([`MarginIndexer::margin_so_far`]).
//!
//! A move that gains something leads out of its table (tables are kinds of material, say all boards
//! with so many stones), so inside a table only the turn passes. Play that never leaves it gains
//! nothing for anybody, and is worth 0, unless the rules say otherwise
//! ([`MarginIndexer::cycle_margin_max`]).
//!
//! Whoever tabulates such a game says so by [`Margins`] as the contents of its tables, and
//! implements [`MarginIndexer`].

use std::ops::Range;

use super::child::Child;
use super::indexer::{Indexer, NodeKind, TableId};
use super::monitor::Monitor;
use super::solved::SolvedTables;
use plyglot_core::Side;
use plyglot_core::game::{Ending, Outcome, Rules};

/// Tables hold margins, or bounds of them.
#[derive(Clone, Copy, Debug)]
pub enum Margins {}

/// One move, as a builder of margins sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MarginSuccessor {
    /// Where it leads; `None` if the game is over then.
    pub to: Option<(TableId, u64)>,
    /// The side that made it moves again.
    pub same_side: bool,
    /// What the mover gains by it, and by the end where that comes with it; 0 inside a table.
    pub gain: i16,
}

impl MarginSuccessor {
    /// What it is worth to the mover where the side to move then gets this margin.
    #[inline]
    pub const fn worth(&self, margin: i16) -> i16 {
        self.gain + if self.same_side { margin } else { -margin }
    }

    /// The place that it leads to in another table.
    #[inline]
    pub fn outside(&self, table: TableId) -> Option<(TableId, u64)> {
        self.to.filter(|(to, _)| *to != table)
    }

    /// What it is to the builder of a table; `margin_at` says what other tables hold.
    #[inline]
    pub(super) fn child(
        &self,
        table: TableId,
        margin_at: impl FnOnce(TableId, u64) -> i16,
    ) -> Child<i16> {
        match self.to {
            None => Child::Known(self.gain),
            Some((to, at)) if to == table => {
                debug_assert_eq!(self.gain, 0, "a move that gains leads out of its table");
                Child::Internal { at, same_side: self.same_side }
            }
            Some((to, at)) => Child::Known(self.worth(margin_at(to, at))),
        }
    }
}

/// Is shown a place, what is there, and its moves; says whether to go on.
pub type SeeNode<'a> = dyn FnMut(u64, NodeKind<i16>, &[MarginSuccessor]) -> bool + 'a;

/// The indexer of a game that is decided by how far one is ahead.
pub trait MarginIndexer<R: Rules>: Indexer<R> {
    /// Boards of one table may come back, so that margins could hold each other up in a circle.
    const CYCLES: bool = true;

    /// How far the side to move is ahead already: what it has banked more than the other. A table
    /// does not know it; the game ends with that and the margin of the table together.
    fn margin_so_far(&self, rules: &R, pos: &R::Position) -> i16;

    /// The margin is the result of a game by these rules; otherwise who is ahead has won, however
    /// far.
    fn margin_is_result(&self, _rules: &R) -> bool {
        true
    }

    /// How much play that never leaves a table may bring either side, where that depends on
    /// history: such a table holds bounds ([`super::bounds`]). 0 where it is even.
    fn cycle_margin_max(&self, _rules: &R, _table: TableId) -> i16 {
        0
    }

    /// What is at a place, and what its moves gain. Appends nothing unless the place is open; the
    /// margin of an ended game is what the side to move still gets more than the other.
    fn successors(
        &self,
        rules: &R,
        table: TableId,
        at: u64,
        out: &mut Vec<MarginSuccessor>,
    ) -> NodeKind<i16> {
        margin_successors_by_rules(self, rules, table, at, out)
    }

    /// Looks at places one after the other as [`MarginIndexer::successors`] does at one, with room
    /// for the moves, until `see` says `false`. A game that finds neighbouring boards faster than
    /// each by itself overrides it.
    fn each_node(
        &self,
        rules: &R,
        table: TableId,
        places: Range<u64>,
        moves: &mut Vec<MarginSuccessor>,
        see: &mut SeeNode<'_>,
    ) {
        for at in places {
            moves.clear();
            let node = self.successors(rules, table, at, moves);
            if !see(at, node, moves) {
                return;
            }
        }
    }

    /// The codes of a table made in one pass, each board after those it leads to; the inner `None`
    /// if the monitor stopped it. `None` where the game knows no such order.
    fn solve_in_order(
        &self,
        _rules: &R,
        _table: TableId,
        _solved: &SolvedTables,
        _monitor: &dyn Monitor,
    ) -> Option<Option<Vec<u8>>> {
        None
    }
}

/// [`MarginIndexer::successors`] in terms of the rules and the bijections.
pub fn margin_successors_by_rules<R: Rules, I: MarginIndexer<R>>(
    indexer: &I,
    rules: &R,
    table: TableId,
    at: u64,
    out: &mut Vec<MarginSuccessor>,
) -> NodeKind<i16> {
    let Some(pos) = indexer.unrank(table, at) else { return NodeKind::Invalid };
    margin_successors_of(indexer, rules, table, &pos, out)
}

/// The same for a position of the table, which need not be the one that stands for its place.
pub fn margin_successors_of<R: Rules, I: MarginIndexer<R>>(
    indexer: &I,
    rules: &R,
    table: TableId,
    pos: &R::Position,
    out: &mut Vec<MarginSuccessor>,
) -> NodeKind<i16> {
    let mover = rules.side_to_move(pos);
    let so_far = indexer.margin_so_far(rules, pos);
    if let Some(end) = final_margin(rules, pos, mover) {
        return NodeKind::Terminal(end - so_far);
    }
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    out.extend(moves.into_iter().map(|mv| {
        let child = rules.after(pos, mv);
        let same_side = rules.side_to_move(&child) == mover;
        if let Some(end) = final_margin(rules, &child, mover) {
            return MarginSuccessor { to: None, same_side, gain: end - so_far };
        }
        let after = indexer.margin_so_far(rules, &child);
        let gain = if same_side { after } else { -after } - so_far;
        let to = indexer.locate(rules, &child);
        assert!(to.is_some(), "a move leads from {table:?} to {child:?}, which is in no table");
        MarginSuccessor { to, same_side, gain }
    }));
    NodeKind::Open
}

/// How far `side` is ahead where the game is over.
pub fn final_margin<R: Rules>(rules: &R, pos: &R::Position, side: Side) -> Option<i16> {
    let Outcome { ending, .. } = rules.outcome(pos).filter(|outcome| !outcome.claim)?;
    Some(match ending {
        Ending::Draw => 0,
        Ending::Margin(units) if side == Side::First => units,
        Ending::Margin(units) => -units,
        // Won before it was played to its end: what the rest would have brought is not told.
        Ending::Win(_) => return None,
    })
}
