//! A table to be solved without its game: what a builder asks of places by number, and no more.
//!
//! The builders of one process are compiled anew with every game's indexer, since their inner loops
//! are its calls. A builder that spends its time on messages as well can do with one call through a
//! table of functions a place, and is compiled once.

use super::child::{Child, collect};
use super::indexer::{NodeKind, Predecessor, TableId, TerminalValue, distinct_predecessors};
use super::margin::{MarginIndexer, MarginSuccessor};
use super::plan::Counting;
use super::span::margin_of;
use super::store::TableSet;
use super::value::{Metric, Value};
use super::wdl::{Successor, WdlIndexer};
use plyglot_core::game::Rules;

/// The places of a table; `M` is a move, `E` how a game has ended.
pub trait Nodes<M, E>: Sync {
    /// What is at a place, and where its moves lead; none unless the place is open. `out` is empty.
    fn successors(&self, at: u64, out: &mut Vec<M>) -> NodeKind<E>;

    /// The places from which a move leads to this one; each once where moves are merged.
    fn predecessors(&self, at: u64, out: &mut Vec<Predecessor>);
}

/// What of a table does not depend on what its moves are.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    /// Which table.
    pub table: TableId,
    /// How many places it has.
    pub places: u64,
    /// What is counted.
    pub metric: Metric,
    /// The limit of the game's no-progress rule, in plies.
    pub limit: Option<u16>,
    /// A move that resets the counter of that rule may stay inside the table.
    pub may_zero_inside: bool,
    /// Moves of one position that lead to one place count once.
    pub merges: bool,
}

impl Outline {
    /// How moves are counted.
    pub(super) const fn counting(&self) -> Counting {
        Counting { table: self.table, metric: self.metric, limit: self.limit }
    }

    /// What the moves of a place are; `codes` say what is known of the places of [`Counting::child`],
    /// in the order of the moves.
    pub(super) fn wdl_children(
        &self,
        moves: &[Successor],
        zeroed: bool,
        codes: &mut dyn Iterator<Item = u16>,
        children: &mut Vec<Child<u16>>,
    ) {
        let each = moves.iter().map(|mv| {
            self.counting().child(mv, zeroed, |table, at| {
                let value = codes.next().and_then(Value::from_code);
                value.unwrap_or_else(|| panic!("{table:?} says nothing at {at}"))
            })
        });
        collect(each, self.merges, children);
    }

    /// The same of margins.
    pub(super) fn margin_children(
        &self,
        moves: &[MarginSuccessor],
        codes: &mut dyn Iterator<Item = u16>,
        children: &mut Vec<Child<i16>>,
    ) {
        let each = moves.iter().map(|mv| {
            mv.child(self.table, |table, at| {
                let margin = codes.next().and_then(|code| margin_of(code as u8));
                margin.unwrap_or_else(|| panic!("{table:?} says nothing at {at}"))
            })
        });
        collect(each, self.merges, children);
    }
}

/// The places of a table of either kind.
#[expect(missing_debug_implementations, reason = "a game's functions have nothing to show")]
pub enum AnyNodes<'a> {
    /// Won, drawn or lost.
    Wdl(Box<dyn Nodes<Successor, TerminalValue> + 'a>),
    /// How far one is ahead; `most` is [`MarginIndexer::cycle_margin_max`].
    Margins {
        /// The places.
        nodes: Box<dyn Nodes<MarginSuccessor, i16> + 'a>,
        /// The most that play which never ends may bring; 0 where it is even.
        most: i16,
        /// Boards may come back.
        cycles: bool,
    },
}

/// The places of a table of wins and losses.
struct WdlNodes<'a, R, I> {
    of: TableSet<'a, R, I>,
    table: TableId,
}

impl<R: Rules, I: WdlIndexer<R>> Nodes<Successor, TerminalValue> for WdlNodes<'_, R, I> {
    fn successors(&self, at: u64, out: &mut Vec<Successor>) -> NodeKind<TerminalValue> {
        self.of.indexer.successors(self.of.rules, self.table, at, out)
    }

    fn predecessors(&self, at: u64, out: &mut Vec<Predecessor>) {
        distinct_predecessors(self.of.indexer, self.of.rules, self.table, at, out);
    }
}

/// The places of a table of margins.
struct MarginNodes<'a, R, I> {
    of: TableSet<'a, R, I>,
    table: TableId,
    merges: bool,
}

impl<R: Rules, I: MarginIndexer<R>> Nodes<MarginSuccessor, i16> for MarginNodes<'_, R, I> {
    fn successors(&self, at: u64, out: &mut Vec<MarginSuccessor>) -> NodeKind<i16> {
        self.of.indexer.successors(self.of.rules, self.table, at, out)
    }

    fn predecessors(&self, at: u64, out: &mut Vec<Predecessor>) {
        let TableSet { rules, indexer, .. } = self.of;
        if self.merges {
            distinct_predecessors(indexer, rules, self.table, at, out);
        } else {
            out.clear();
            indexer.predecessors(rules, self.table, at, out);
        }
    }
}

/// The places of a table of wins and losses.
pub(super) fn wdl_nodes<R: Rules, I: WdlIndexer<R>>(
    of: TableSet<'_, R, I>,
    table: TableId,
) -> AnyNodes<'_> {
    AnyNodes::Wdl(Box::new(WdlNodes { of, table }))
}

/// The places of a table of margins, or of bounds, where every move counts by itself.
pub(super) fn margin_nodes<R: Rules, I: MarginIndexer<R>>(
    of: TableSet<'_, R, I>,
    table: TableId,
) -> AnyNodes<'_> {
    let most = of.indexer.cycle_margin_max(of.rules, table);
    let nodes = Box::new(MarginNodes { of, table, merges: most == 0 });
    AnyNodes::Margins { nodes, most, cycles: I::CYCLES }
}
