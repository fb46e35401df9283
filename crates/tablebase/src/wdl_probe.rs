//! Tables of wins and losses asked about a position in a game: the counter of a no-progress rule is
//! looked at, and moves are compared.
//!
//! A table knows no history. A draw stays a draw whatever has been; a win or a loss counts only
//! where the counter leaves room for it: with distances to zeroing if counter and distance together
//! stay within the limit, with distances to the end likewise, and by wins and losses alone only when
//! the counter stands at nought and no win of the table takes longer than the limit
//! ([`WdlIndexer::wins_in_time`]). A win that the rule makes a draw (a *cursed* one) is a draw by
//! distances to zeroing, and nothing by the others. Where another rule runs that no move sets back
//! ([`WdlIndexer::deadline`]), only distances to the end say anything of a win.

use std::sync::Arc;

use super::indexer::{TableId, TerminalValue, terminal_value};
use super::probe::{MoveValues, Probe};
use super::store::Store;
use super::value::{Cells, Metric, Value};
use super::wdl::WdlIndexer;
use plyglot_core::game::Rules;

/// Tables of wins and losses of one game as they were at some moment.
#[derive(Clone)]
pub struct WdlProbe<'a, R, I> {
    rules: &'a R,
    indexer: &'a I,
    store: Store,
}

/// How long a game may go on from a position.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// So many plies before some rule may end it as a draw.
    plies: u16,
    /// One of these rules is a deadline, which no move puts off.
    is_fixed: bool,
}

impl<'a, R: Rules, I: WdlIndexer<R>> WdlProbe<'a, R, I> {
    /// These tables, for these rules.
    pub fn new(rules: &'a R, indexer: &'a I, store: Store) -> Self {
        Self { rules, indexer, store }
    }

    /// The finest metric under which the position's table is here, and what it says. A count that
    /// the no-progress rule may cut short is not the finest.
    pub fn finest(&self, pos: &R::Position) -> Option<(Metric, Value)> {
        self.order(pos).into_iter().find_map(|metric| Some((metric, self.value(pos, metric)?)))
    }

    /// The metrics in the order in which they lead to the end from here.
    fn order(&self, pos: &R::Position) -> [Metric; 4] {
        let by_end = [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Wdl];
        let Some(room) = self.room(pos) else { return by_end };
        let fits = |metric| {
            self.value(pos, metric)
                .and_then(Value::distance)
                .is_none_or(|plies| plies <= room.plies)
        };
        if fits(Metric::Dtm) {
            by_end
        } else {
            [Metric::Dtz, Metric::Dtm, Metric::Dtc, Metric::Wdl]
        }
    }

    /// What is left before some rule may end the game as a draw, where one runs.
    fn room(&self, pos: &R::Position) -> Option<Room> {
        let limit = self.indexer.limit_at(self.rules, pos);
        let by_counter =
            limit.map(|limit| limit.saturating_sub(self.indexer.counter(self.rules, pos)));
        let deadline = self.indexer.deadline(self.rules, pos);
        let plies = by_counter.into_iter().chain(deadline).min()?;
        Some(Room { plies, is_fixed: deadline.is_some() })
    }

    /// Whether the rules in force are known to leave room for what this metric says of the position.
    fn is_in_time(&self, pos: &R::Position, metric: Metric, value: Value) -> bool {
        let Some((room, plies)) = self.room(pos).zip(value.distance()) else { return true };
        let fits = plies <= room.plies;
        if room.is_fixed {
            return metric == Metric::Dtm && fits;
        }
        let counter = self.indexer.counter(self.rules, pos);
        let wins_in_time = || {
            let located = self.indexer.locate(self.rules, pos);
            located.is_some_and(|(table, _)| self.indexer.wins_in_time(table))
        };
        match metric {
            Metric::Dtm | Metric::Dtz => fits,
            // What comes after the conversion is another table's.
            Metric::Dtc => fits && wins_in_time(),
            Metric::Wdl => counter == 0 && wins_in_time(),
            Metric::Margin => true,
        }
    }

    /// Who wins by whichever table is here, whatever the rules in force make of it.
    fn winner(&self, table: TableId, at: u64) -> Option<Value> {
        let ask = |metric| self.store.value(table, metric, at);
        Metric::OF_WDL.into_iter().find_map(ask).map(Value::without_distance)
    }

    fn stays(&self, pos: &R::Position, child: &R::Position) -> bool {
        let table = |pos| self.indexer.locate(self.rules, pos).map(|(table, _)| table);
        table(pos) == table(child)
    }
}

impl<R, I> std::fmt::Debug for WdlProbe<'_, R, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WdlProbe").finish_non_exhaustive()
    }
}

impl<R: Rules, I: WdlIndexer<R>> Probe<R> for WdlProbe<'_, R, I> {
    fn verdict(&self, pos: &R::Position) -> Option<Value> {
        let (table, at) = self.indexer.locate(self.rules, pos)?;
        let ask = |metric| self.store.value(table, metric, at);
        let Some(room) = self.room(pos) else {
            return self.winner(table, at);
        };
        if !room.is_fixed
            && let Some(value) = ask(Metric::Dtz)
        {
            let held = value.distance().is_none_or(|plies| plies <= room.plies);
            return Some(if held { value.without_distance() } else { Value::Draw });
        }
        let value = self.winner(table, at)?;
        // A win that takes longer than the counter allows may be one or not: on the way there may be
        // moves that begin it anew.
        let held = match ask(Metric::Dtm).and_then(Value::distance) {
            Some(plies) => plies <= room.plies,
            None if room.is_fixed => false,
            None => self.indexer.counter(self.rules, pos) == 0 && self.indexer.wins_in_time(table),
        };
        (held || value == Value::Draw).then_some(value)
    }

    fn end(&self, pos: &R::Position) -> Option<Value> {
        let counted = || {
            let (table, at) = self.indexer.locate(self.rules, pos)?;
            let value = self.store.value(table, Metric::Dtm, at)?;
            self.is_in_time(pos, Metric::Dtm, value).then_some(value)
        };
        counted().or_else(|| self.verdict(pos))
    }

    fn likely(&self, pos: &R::Position, _depth: i32) -> Option<Value> {
        if self.room(pos).is_none_or(|room| room.is_fixed) {
            return None;
        }
        let (table, at) = self.indexer.locate(self.rules, pos)?;
        self.winner(table, at)
    }

    fn moves(&self, pos: &R::Position, moves: &[R::Move]) -> Option<MoveValues> {
        self.order(pos).into_iter().find_map(|metric| {
            let values: Option<Vec<Value>> =
                moves.iter().map(|&mv| self.move_value(pos, mv, metric)).collect();
            values.map(|values| {
                let mut values = MoveValues { metric, values, in_time: true };
                let is_in_time = |best| self.is_in_time(pos, metric, best);
                values.in_time = values.best().is_none_or(is_in_time);
                values
            })
        })
    }

    fn move_value(&self, pos: &R::Position, mv: R::Move, metric: Metric) -> Option<Value> {
        let zeroes = self.rules.is_irreversible(pos, mv);
        let child = self.rules.after(pos, mv);
        let value = self.value(&child, metric)?;
        let value = match metric {
            Metric::Dtm | Metric::Wdl => value,
            Metric::Dtz if !zeroes => value,
            Metric::Dtz => reset(value, self.indexer.counter_limit()),
            Metric::Dtc if self.stays(pos, &child) => value,
            Metric::Dtc => value.without_distance(),
            Metric::Margin => return None,
        };
        let same_side = self.rules.side_to_move(&child) == self.rules.side_to_move(pos);
        let value = value.before(same_side);
        Some(if metric == Metric::Wdl { value.without_distance() } else { value })
    }

    fn value(&self, pos: &R::Position, metric: Metric) -> Option<Value> {
        if let Some((table, at)) = self.indexer.locate(self.rules, pos) {
            return self.store.value(table, metric, at);
        }
        terminal_value(self.rules, pos).map(TerminalValue::value)
    }

    fn cells(&self, table: TableId, metric: Metric) -> Option<Arc<Cells>> {
        self.store.cells(table, metric)
    }
}

/// The counter begins anew; what takes longer than the rule allows stays beyond it.
fn reset(value: Value, limit: Option<u16>) -> Value {
    let limit = limit.unwrap_or(u16::MAX);
    let plies = value.distance().filter(|plies| *plies > limit).map_or(0, |_| limit);
    match value {
        Value::Draw => Value::Draw,
        Value::Win(_) => Value::Win(plies),
        Value::Loss(_) => Value::Loss(plies),
    }
}
