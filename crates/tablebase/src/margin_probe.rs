//! Tables of margins asked about a position in a game: what the side to move is ahead already is
//! added to what the table says it will still get.

use std::sync::Arc;

use super::indexer::TableId;
use super::margin::{MarginIndexer, final_margin};
use super::probe::Probe;
use super::span::Span;
use super::store::Store;
use super::value::{Cells, Metric, Value};
use plyglot_core::game::Rules;

/// Tables of margins of one game as they were at some moment.
#[derive(Clone)]
pub struct MarginProbe<'a, R, I> {
    rules: &'a R,
    indexer: &'a I,
    store: Store,
}

impl<'a, R: Rules, I: MarginIndexer<R>> MarginProbe<'a, R, I> {
    /// These tables, for these rules.
    pub fn new(rules: &'a R, indexer: &'a I, store: Store) -> Self {
        Self { rules, indexer, store }
    }
}

impl<R, I> std::fmt::Debug for MarginProbe<'_, R, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MarginProbe").finish_non_exhaustive()
    }
}

impl<R: Rules, I: MarginIndexer<R>> Probe<R> for MarginProbe<'_, R, I> {
    fn verdict(&self, pos: &R::Position) -> Option<Value> {
        self.span(pos).and_then(Span::verdict)
    }

    /// Margins say nothing of how soon.
    fn end(&self, pos: &R::Position) -> Option<Value> {
        self.verdict(pos).map(Value::without_distance)
    }

    fn span(&self, pos: &R::Position) -> Option<Span> {
        let asked = self.indexer.locate(self.rules, pos);
        let asked = asked.and_then(|(table, at)| self.store.span(table, at));
        let asked = asked.map(|span| span.plus(self.indexer.margin_so_far(self.rules, pos)));
        let end = || final_margin(self.rules, pos, self.rules.side_to_move(pos));
        asked.or_else(|| end().map(Span::exactly))
    }

    fn margins(&self, pos: &R::Position, moves: &[R::Move]) -> Option<Vec<i16>> {
        let mover = self.rules.side_to_move(pos);
        let worth = |&mv: &R::Move| {
            let child = self.rules.after(pos, mv);
            let margin = self.margin(&child)?;
            Some(if self.rules.side_to_move(&child) == mover { margin } else { -margin })
        };
        moves.iter().map(worth).collect()
    }

    fn margin_is_result(&self) -> bool {
        self.indexer.margin_is_result(self.rules)
    }

    fn asks_after_conversions(&self) -> bool {
        I::CYCLES
    }

    fn cells(&self, table: TableId, metric: Metric) -> Option<Arc<Cells>> {
        self.store.cells(table, metric)
    }
}
