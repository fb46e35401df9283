//! Indexers of games that are won or lost (WDL: win, draw, loss).
//!
//! A builder sees a move as where it leads ([`Successor`]). Whoever tabulates such a game says so
//! by [`Wdl`] as the contents of its tables, and implements [`WdlIndexer`], if only with its
//! defaults.

use super::indexer::{Indexer, NodeKind, TableId, TerminalValue, terminal_value};
use plyglot_core::game::Rules;

/// Tables hold wins, draws and losses, with or without distances.
#[derive(Clone, Copy, Debug)]
pub enum Wdl {}

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Target {
    /// A place in the same table.
    SameTable(u64),
    /// A place in another table.
    OtherTable(TableId, u64),
    /// The end of the game, at a position that no table holds; the value is that of the side to
    /// move there.
    Terminal(TerminalValue),
}

/// One move, as a builder sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Successor {
    /// Where it leads.
    pub to: Target,
    /// The side that made it moves again.
    pub same_side: bool,
    /// It resets the counter of the no-progress rule.
    pub zeroes: bool,
}

/// Who is shown a place: which, what it is, and where its moves lead.
pub type SeePlace<'a> = dyn FnMut(u64, NodeKind<TerminalValue>, &[Successor]) + 'a;

/// The indexer of a game that is won or lost.
pub trait WdlIndexer<R: Rules>: Indexer<R> {
    /// What is at a place, and where its moves lead. Appends nothing unless the place is open.
    fn successors(
        &self,
        rules: &R,
        table: TableId,
        at: u64,
        out: &mut Vec<Successor>,
    ) -> NodeKind<TerminalValue> {
        successors_by_rules(self, rules, table, at, out)
    }

    /// Into how many pieces a table is best looked through, so that what the moves of a piece lead to lies
    /// near together; `None` where the order of its places is as good.
    fn pieces(&self, _table: TableId) -> Option<usize> {
        None
    }

    /// Shows every place of a piece that holds a position, what it is, and where its moves lead. Each
    /// is in one piece.
    fn each_of_piece(&self, _rules: &R, _table: TableId, _piece: usize, _see: &mut SeePlace<'_>) {}

    /// The limit of the game's no-progress rule, in plies, where it has one.
    fn counter_limit(&self) -> Option<u16> {
        None
    }

    /// The same in a position of a game, where the rules in force may leave the limit out.
    fn limit_at(&self, _rules: &R, _pos: &R::Position) -> Option<u16> {
        self.counter_limit()
    }

    /// How many plies from here on another rule ends the game, whatever is played but for another kind of
    /// ending, where such a rule runs and may be quicker than a win. Then a win counts by its distance to
    /// the end alone.
    fn deadline(&self, _rules: &R, _pos: &R::Position) -> Option<u16> {
        None
    }

    /// No win of this table, nor of those it leads into, is *cursed*: with the counter at nought
    /// each comes before the no-progress rule ends the game. Where that is not known, wins and
    /// losses without a distance to the end settle nothing.
    fn wins_in_time(&self, _table: TableId) -> bool {
        self.counter_limit().is_none()
    }

    /// Into how many stages moves divide this table that reset the no-progress counter and stay inside:
    /// such a move leads from one stage to a lower one, any other move inside stays in its stage. 1 where
    /// no such move stays inside. Distances to such moves are made stage by stage.
    fn stages(&self, _table: TableId) -> u32 {
        1
    }

    /// The stage of a place, below [`WdlIndexer::stages`], and a place behind it up to which all are of
    /// this stage. It need not be the farthest one, and of a place that holds no position the stage does
    /// not matter.
    fn stage(&self, table: TableId, _at: u64) -> (u32, u64) {
        (0, self.len(table))
    }

    /// The no-progress counter of a position, where the game has one; a table knows only positions
    /// in which it stands at nought.
    fn counter(&self, _rules: &R, _pos: &R::Position) -> u16 {
        0
    }
}

/// [`WdlIndexer::successors`] in terms of the rules and the two bijections.
pub fn successors_by_rules<R: Rules, I: Indexer<R>>(
    indexer: &I,
    rules: &R,
    table: TableId,
    at: u64,
    out: &mut Vec<Successor>,
) -> NodeKind<TerminalValue> {
    let Some(pos) = indexer.unrank(table, at) else { return NodeKind::Invalid };
    successors_of(indexer, rules, table, &pos, out)
}

/// The same for a position of the table, which need not be the one that stands for its place.
pub fn successors_of<R: Rules, I: Indexer<R>>(
    indexer: &I,
    rules: &R,
    table: TableId,
    pos: &R::Position,
    out: &mut Vec<Successor>,
) -> NodeKind<TerminalValue> {
    if let Some(terminal) = terminal_value(rules, pos) {
        return NodeKind::Terminal(terminal);
    }
    let mover = rules.side_to_move(pos);
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    out.extend(moves.into_iter().map(|mv| {
        let zeroes = rules.is_irreversible(pos, mv);
        let child = rules.after(pos, mv);
        let to = match indexer.locate(rules, &child) {
            Some((to, at)) if to == table => Target::SameTable(at),
            Some((to, at)) => Target::OtherTable(to, at),
            None => Target::Terminal(terminal_value(rules, &child).unwrap_or_else(|| {
                panic!(
                    "a move leads from {table:?} to {child:?}, which is in no table and not over"
                )
            })),
        };
        Successor { to, same_side: rules.side_to_move(&child) == mover, zeroes }
    }));
    NodeKind::Open
}

/// The indexer of a game that has no endgames to tabulate.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct NoIndexer;

impl<R: Rules> Indexer<R> for NoIndexer {
    type Contents = Wdl;

    const VERSION: u32 = 0;

    fn tables(&self, _rules: &R, _men_max: u8) -> Vec<TableId> {
        Vec::new()
    }

    fn name(&self, table: TableId) -> String {
        unreachable!("there is no {table:?}")
    }

    fn rules_text(&self, _rules: &R) -> String {
        String::new()
    }

    fn table_of(&self, _rules: &R, _pos: &R::Position) -> Option<TableId> {
        None
    }

    fn needs(&self, _table: TableId) -> Vec<TableId> {
        Vec::new()
    }

    fn len(&self, _table: TableId) -> u64 {
        0
    }

    fn rank(&self, table: TableId, _pos: &R::Position) -> u64 {
        unreachable!("no position has a table, so none is in {table:?}")
    }

    fn unrank(&self, _table: TableId, _index: u64) -> Option<R::Position> {
        None
    }

    fn unmoves(&self, _rules: &R, _table: TableId, _pos: &R::Position, _: &mut Vec<R::Position>) {}
}

impl<R: Rules> WdlIndexer<R> for NoIndexer {}
