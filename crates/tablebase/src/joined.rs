//! Tables of ours and of another form asked as one: ours first, the others where ours say nothing.

use std::fmt;
use std::sync::Arc;

use super::indexer::TableId;
use super::probe::{MoveValues, Probe};
use super::span::Span;
use super::value::{Cells, Metric, Value};
use plyglot_core::game::Rules;

/// Tables that are asked where at least so many plies are left to search.
#[derive(Clone, Debug)]
pub struct AtDepth<P> {
    /// The tables.
    pub probe: P,
    /// The plies.
    pub depth_min: i32,
}

/// Ours, if there are any, and others.
pub struct Joined<'a, R: Rules> {
    /// Ours.
    pub own: Option<AtDepth<Box<dyn Probe<R> + 'a>>>,
    /// The others.
    pub other: AtDepth<Arc<dyn Probe<R>>>,
}

impl<R: Rules> Joined<'_, R> {
    fn first<T>(&self, ask: impl Fn(&dyn Probe<R>) -> Option<T>) -> Option<T> {
        self.first_at(i32::MAX, ask)
    }

    /// The same at a node with so many plies left to search.
    fn first_at<T>(&self, depth: i32, ask: impl Fn(&dyn Probe<R>) -> Option<T>) -> Option<T> {
        let own = self.own.as_ref().filter(|own| depth >= own.depth_min);
        let found = own.and_then(|own| ask(&*own.probe));
        let asks_other = found.is_none() && depth >= self.other.depth_min;
        if asks_other { ask(&*self.other.probe) } else { found }
    }
}

impl<R: Rules> fmt::Debug for Joined<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Joined").field("other", &self.other).finish_non_exhaustive()
    }
}

impl<R: Rules> Probe<R> for Joined<'_, R> {
    fn verdict(&self, pos: &R::Position) -> Option<Value> {
        self.first(|probe| probe.verdict(pos))
    }

    fn end(&self, pos: &R::Position) -> Option<Value> {
        self.first(|probe| probe.end(pos))
    }

    fn end_at(&self, pos: &R::Position, depth: i32) -> Option<Value> {
        self.first_at(depth, |probe| probe.end(pos))
    }

    fn likely(&self, pos: &R::Position, depth: i32) -> Option<Value> {
        self.first_at(depth, |probe| probe.likely(pos, depth))
    }

    fn table_name(&self, pos: &R::Position) -> Option<String> {
        self.other.probe.table_name(pos)
    }

    fn moves(&self, pos: &R::Position, moves: &[R::Move]) -> Option<MoveValues> {
        self.first(|probe| probe.moves(pos, moves))
    }

    fn move_value(&self, pos: &R::Position, mv: R::Move, metric: Metric) -> Option<Value> {
        self.first(|probe| probe.move_value(pos, mv, metric))
    }

    fn value(&self, pos: &R::Position, metric: Metric) -> Option<Value> {
        self.first(|probe| probe.value(pos, metric))
    }

    fn span(&self, pos: &R::Position) -> Option<Span> {
        self.first(|probe| probe.span(pos))
    }

    fn margins(&self, pos: &R::Position, moves: &[R::Move]) -> Option<Vec<i16>> {
        self.first(|probe| probe.margins(pos, moves))
    }

    fn margin_is_result(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.probe.margin_is_result())
    }

    fn asks_after_conversions(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.probe.asks_after_conversions())
    }

    fn cells(&self, table: TableId, metric: Metric) -> Option<Arc<Cells>> {
        self.own.as_ref()?.probe.cells(table, metric)
    }
}
