//! What tables hold, as builder, verifier, probes and laws see it: the one place that tells tables
//! of wins and losses from tables of margins.
//!
//! An indexer names its [`Contents`], [`Wdl`] or [`Margins`], and everything that works with any
//! game asks for a [`TableIndexer`].

use std::fmt::Debug;
use std::sync::Arc;

use super::indexer::{Indexer, NodeKind, TableId, TerminalValue};
use super::margin::{MarginIndexer, MarginSuccessor, Margins, margin_successors_of};
use super::margin_probe::MarginProbe;
use super::monitor::Monitor;
use super::nodes::{AnyNodes, margin_nodes, wdl_nodes};
use super::plan::{MarginPlan, WdlPlan};
use super::probe::Probe;
use super::solved::SolvedTables;
use super::store::{Store, TableSet};
use super::value::{Cells, Metric};
use super::verify::{Verified, verify, verify_by_distance, verify_margins};
use super::wdl::{Successor, Target, Wdl, WdlIndexer, successors_of};
use super::wdl_probe::WdlProbe;
use super::{
    bounds, iterative, margin_iterative, margin_retrograde, retrograde, wdl_backwards, wdl_sweeps,
};
use plyglot_core::game::Rules;

/// An indexer with all that its tables need.
pub trait TableIndexer<R: Rules>: Indexer<R, Contents: Contents<R, Self>> {}

impl<R: Rules, I: Indexer<R, Contents: Contents<R, I>>> TableIndexer<R> for I {}

/// The metrics that the tables of an indexer may count by, the usual one first.
pub const fn metrics<R: Rules, I: TableIndexer<R>>() -> &'static [Metric] {
    I::Contents::METRICS
}

/// The limit of the game's no-progress rule, in plies, where its tables know one.
pub fn counter_limit<R: Rules, I: TableIndexer<R>>(indexer: &I) -> Option<u16> {
    I::Contents::counter_limit(indexer)
}

/// The tables of a store as a search asks them.
pub fn probe<'a, R: Rules, I: TableIndexer<R>>(
    rules: &'a R,
    indexer: &'a I,
    store: Store,
) -> Box<dyn Probe<R> + 'a> {
    I::Contents::probe(rules, indexer, store)
}

/// Which algorithm makes a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builder {
    /// Backwards with counters: fast.
    Retrograde,
    /// The sweeps of [fierz-egdb]: plain.
    Iterative,
}

/// A table to be solved or verified.
#[derive(Debug)]
pub struct TableTask<'a, R, I> {
    /// Of which game.
    pub of: TableSet<'a, R, I>,
    /// Which table.
    pub table: TableId,
    /// What is counted.
    pub metric: Metric,
    /// The tables it needs, under the same metric.
    pub solved: &'a SolvedTables,
}

impl<R, I> Clone for TableTask<'_, R, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, I> Copy for TableTask<'_, R, I> {}

/// A table and what it holds.
#[derive(Debug)]
pub struct Solved<'a, R, I>(pub TableTask<'a, R, I>, pub Arc<Cells>);

/// What tables hold.
pub trait Contents<R: Rules, I: Indexer<R>> {
    /// The metrics that tables may count by, the usual one first.
    const METRICS: &'static [Metric];

    /// A position as the rules have it: what it is, and where its moves lead, by
    /// [`Indexer::representative`] and in some order of their own, each once.
    type Node: PartialEq + Debug;

    /// The node of a position of this table. It says nothing of how the board lies: positions with
    /// equal nodes have equal values in every table. `None` under rules that end a game before what
    /// its tables hold is known.
    fn node_of(indexer: &I, rules: &R, table: TableId, pos: &R::Position) -> Option<Self::Node>;

    /// Bits that a place takes while its table is built under this metric.
    fn building_bits(rules: &R, indexer: &I, table: TableId, metric: Metric) -> u64;

    /// A table by the builder asked for; `None` if the monitor stopped it, or the system refused memory.
    fn build(task: TableTask<'_, R, I>, builder: Builder, monitor: &dyn Monitor) -> Option<Cells>;

    /// Derives every value again. A table without distances is held to the same one with them, if that
    /// is told of.
    fn verify(
        table: Solved<'_, R, I>,
        by_distance: Option<Solved<'_, R, I>>,
        monitor: &dyn Monitor,
    ) -> Verified;

    /// The tables of a store as a search asks them.
    fn probe<'a>(rules: &'a R, indexer: &'a I, store: Store) -> Box<dyn Probe<R> + 'a>;

    /// The places of a table, for builders that know no game.
    fn nodes(of: TableSet<'_, R, I>, table: TableId) -> AnyNodes<'_>;

    /// The limit of the game's no-progress rule, in plies, where its tables know one.
    fn counter_limit(_indexer: &I) -> Option<u16> {
        None
    }

    /// Whether a move that resets the counter of such a rule may stay inside the table.
    fn may_zero_inside(_indexer: &I, _table: TableId) -> bool {
        false
    }
}

impl<R: Rules, I: WdlIndexer<R>> Contents<R, I> for Wdl {
    const METRICS: &'static [Metric] = &[Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Wdl];

    type Node = (NodeKind<TerminalValue>, Vec<Successor>);

    fn node_of(indexer: &I, rules: &R, table: TableId, pos: &R::Position) -> Option<Self::Node> {
        let mut successors = Vec::new();
        let kind = successors_of(indexer, rules, table, pos, &mut successors);
        for successor in &mut successors {
            successor.to = match successor.to {
                Target::SameTable(at) => Target::SameTable(indexer.representative(table, at)),
                Target::OtherTable(to, at) => {
                    Target::OtherTable(to, indexer.representative(to, at))
                }
                Target::Terminal(value) => Target::Terminal(value),
            };
        }
        successors.sort_unstable();
        successors.dedup();
        Some((kind, successors))
    }

    /// A byte where no distance is kept, and two bits when it is packed. Otherwise two bytes for the code
    /// and one for the counter, twice the codes when they are packed, the outboxes of a batch, and where stages
    /// begin.
    fn building_bits(_: &R, _: &I, _: TableId, metric: Metric) -> u64 {
        if metric == Metric::Wdl { 10 } else { 48 }
    }

    fn build(task: TableTask<'_, R, I>, builder: Builder, monitor: &dyn Monitor) -> Option<Cells> {
        let plan = wdl_plan(task);
        if task.metric == Metric::Wdl {
            return match builder {
                Builder::Retrograde => wdl_backwards::build(&plan, monitor),
                Builder::Iterative => wdl_sweeps::build(&plan, monitor),
            };
        }
        let codes = match builder {
            Builder::Retrograde => retrograde::build(&plan, monitor),
            Builder::Iterative => iterative::build(&plan, monitor),
        };
        codes.map(|codes| Cells::pack(task.metric, codes))
    }

    fn verify(
        Solved(task, cells): Solved<'_, R, I>,
        by_distance: Option<Solved<'_, R, I>>,
        monitor: &dyn Monitor,
    ) -> Verified {
        match by_distance {
            Some(Solved(task, distances)) => {
                verify_by_distance(&wdl_plan(task), &*distances, &*cells, monitor)
            }
            None => verify(&wdl_plan(task), &*cells, monitor),
        }
    }

    fn probe<'a>(rules: &'a R, indexer: &'a I, store: Store) -> Box<dyn Probe<R> + 'a> {
        Box::new(WdlProbe::new(rules, indexer, store))
    }

    fn nodes(of: TableSet<'_, R, I>, table: TableId) -> AnyNodes<'_> {
        wdl_nodes(of, table)
    }

    fn counter_limit(indexer: &I) -> Option<u16> {
        indexer.counter_limit()
    }

    fn may_zero_inside(indexer: &I, table: TableId) -> bool {
        indexer.stages(table) > 1
    }
}

fn wdl_plan<R: Rules, I: WdlIndexer<R>>(task: TableTask<'_, R, I>) -> WdlPlan<'_, R, I> {
    let TableTask { of: TableSet { rules, indexer, .. }, table, metric, solved } = task;
    WdlPlan { rules, indexer, table, metric, solved, zeroed: None }
}

impl<R: Rules, I: MarginIndexer<R>> Contents<R, I> for Margins {
    const METRICS: &'static [Metric] = &[Metric::Margin];

    type Node = (NodeKind<i16>, Vec<MarginSuccessor>);

    fn node_of(indexer: &I, rules: &R, table: TableId, pos: &R::Position) -> Option<Self::Node> {
        if !indexer.margin_is_result(rules) {
            return None;
        }
        let mut successors = Vec::new();
        let kind = margin_successors_of(indexer, rules, table, pos, &mut successors);
        for successor in &mut successors {
            successor.to = successor.to.map(|(to, at)| (to, indexer.representative(to, at)));
        }
        successors.sort_unstable();
        successors.dedup();
        Some((kind, successors))
    }

    fn building_bits(rules: &R, indexer: &I, table: TableId, _: Metric) -> u64 {
        if indexer.cycle_margin_max(rules, table) > 0 { 128 } else { 48 }
    }

    fn build(task: TableTask<'_, R, I>, builder: Builder, monitor: &dyn Monitor) -> Option<Cells> {
        let plan = margin_plan(task);
        if plan.indexer.cycle_margin_max(plan.rules, plan.table) > 0 {
            return bounds::build(&plan, monitor).map(|codes| Cells::pack(task.metric, codes));
        }
        let in_order = || plan.indexer.solve_in_order(plan.rules, plan.table, plan.solved, monitor);
        let codes = match builder {
            Builder::Iterative => margin_iterative::build(&plan, monitor),
            Builder::Retrograde => {
                in_order().unwrap_or_else(|| margin_retrograde::build(&plan, monitor))
            }
        };
        codes.map(Cells::Bytes)
    }

    fn verify(
        Solved(task, cells): Solved<'_, R, I>,
        _: Option<Solved<'_, R, I>>,
        monitor: &dyn Monitor,
    ) -> Verified {
        let plan = margin_plan(task);
        if plan.indexer.cycle_margin_max(plan.rules, plan.table) > 0 {
            bounds::verify(&plan, &|at| cells.code(at), monitor)
        } else {
            verify_margins(&plan, &|at| cells.code(at) as u8, monitor)
        }
    }

    fn probe<'a>(rules: &'a R, indexer: &'a I, store: Store) -> Box<dyn Probe<R> + 'a> {
        Box::new(MarginProbe::new(rules, indexer, store))
    }

    fn nodes(of: TableSet<'_, R, I>, table: TableId) -> AnyNodes<'_> {
        margin_nodes(of, table)
    }
}

fn margin_plan<R: Rules, I: MarginIndexer<R>>(task: TableTask<'_, R, I>) -> MarginPlan<'_, R, I> {
    let TableTask { of: TableSet { rules, indexer, .. }, table, solved, .. } = task;
    MarginPlan { rules, indexer, table, solved }
}
