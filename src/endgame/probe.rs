//! What tables say of a position in a game: the counter of a no-progress rule is looked at, and moves
//! are compared.
//!
//! A table knows no history. A draw stays a draw whatever has been; a win or a loss counts only
//! where the counter leaves room for it: with distances to zeroing if counter and distance together
//! stay within the limit, with distances to the end likewise, and by wins and losses alone only when
//! the counter stands at nought.

use std::fmt::Debug;
use std::sync::Arc;

use super::TableId;
use super::bounds::Span;
use super::index::{Index, ended};
use super::margin::final_margin;
use super::store::Store;
use super::value::{Cells, Metric, Value};
use crate::game::Rules;

/// Tables that a search may ask, without the type of their index.
pub trait Probe<R: Rules>: Send + Sync + Debug {
    /// Who wins, if the tables and the counter of the position settle it. The distance has no
    /// meaning.
    fn verdict(&self, pos: &R::Position) -> Option<Value>;

    /// The same with the plies to the end, where they are counted and the counter leaves room for
    /// them; 0 stands for a distance that is not known.
    fn end(&self, pos: &R::Position) -> Option<Value>;

    /// What each of these moves is worth by the finest metric that knows them all; `None` where some
    /// move leads out of the tables.
    fn moves(&self, pos: &R::Position, moves: &[R::Move]) -> Option<Judged>;

    /// How far ahead the side to move ends, in the game's unit, where the tables hold margins and
    /// this one is exact.
    fn margin(&self, pos: &R::Position) -> Option<i16>;

    /// How far ahead the side to move ends after each of these moves; `None` where some move leads
    /// out of the tables.
    fn margins(&self, pos: &R::Position, moves: &[R::Move]) -> Option<Vec<i16>>;

    /// In games of margins a table is asked only after a move that cannot be undone: among positions
    /// of one table it does not say which is nearer to the end, and who believed it might stay there
    /// until a repetition ends the game.
    fn asks_after_conversions(&self) -> bool;

    /// All codes of a table in memory.
    fn cells(&self, table: TableId, metric: Metric) -> Option<Arc<Cells>>;
}

/// Moves with their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// What is counted.
    pub metric: Metric,
    /// From the side to move, in the order of the moves.
    pub values: Vec<Value>,
    /// What the best of them promises comes before a no-progress rule ends the game. The best moves
    /// are these either way: the other side may still go wrong.
    pub in_time: bool,
}

impl Judged {
    /// The best of the values.
    pub fn best(&self) -> Option<Value> {
        self.values.iter().copied().max_by_key(|value| value.wish())
    }
}

/// Tables of one game as they were at some moment.
#[derive(Clone)]
pub struct View<'a, R, I> {
    rules: &'a R,
    index: &'a I,
    store: Store,
}

impl<'a, R: Rules, I: Index<R>> View<'a, R, I> {
    /// These tables, for these rules.
    pub fn new(rules: &'a R, index: &'a I, store: Store) -> Self {
        Self { rules, index, store }
    }

    /// What a table says of a position; an ended game needs no table.
    pub fn value(&self, pos: &R::Position, metric: Metric) -> Option<Value> {
        if let Some((table, at)) = self.index.place(self.rules, pos) {
            return self.store.value(table, metric, at);
        }
        ended(self.rules, pos).map(super::index::EndedValue::value)
    }

    /// The finest metric under which the position's table is here, and what it says. A count that
    /// the no-progress rule may cut short is not the finest.
    pub fn finest(&self, pos: &R::Position) -> Option<(Metric, Value)> {
        self.order(pos).into_iter().find_map(|metric| Some((metric, self.value(pos, metric)?)))
    }

    /// The metrics in the order in which they lead to the end from here.
    fn order(&self, pos: &R::Position) -> [Metric; 4] {
        let by_end = [Metric::Dtm, Metric::Dtc, Metric::Dtz, Metric::Wld];
        let Some(limit) = self.index.counter_limit() else { return by_end };
        let room = limit.saturating_sub(self.index.counter(self.rules, pos));
        let fits = |metric| {
            self.value(pos, metric).and_then(Value::distance).is_none_or(|plies| plies <= room)
        };
        if fits(Metric::Dtm) {
            by_end
        } else {
            [Metric::Dtz, Metric::Dtm, Metric::Dtc, Metric::Wld]
        }
    }
}

impl<R, I> Debug for View<'_, R, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").finish_non_exhaustive()
    }
}

impl<R: Rules, I: Index<R>> Probe<R> for View<'_, R, I> {
    fn verdict(&self, pos: &R::Position) -> Option<Value> {
        if I::MARGINS {
            return self.span(pos).and_then(Span::verdict);
        }
        let (table, at) = self.index.place(self.rules, pos)?;
        let ask = |metric| self.store.value(table, metric, at);
        let Some(limit) = self.index.counter_limit() else {
            return Metric::OF_WINS.into_iter().find_map(ask).map(Value::without_distance);
        };
        let counter = self.index.counter(self.rules, pos);
        if let Some(value) = ask(Metric::Dtz) {
            let held = value.distance().is_none_or(|plies| plies + counter <= limit);
            return Some(if held { value.without_distance() } else { Value::Draw });
        }
        let value = [Metric::Wld, Metric::Dtm, Metric::Dtc].into_iter().find_map(ask)?;
        // A win that takes longer than the counter allows may be one or not: on the way there may be
        // moves that begin it anew.
        let held = match ask(Metric::Dtm).and_then(Value::distance) {
            Some(plies) => plies.saturating_add(counter) <= limit,
            None => counter == 0,
        };
        (held || value == Value::Draw).then_some(value.without_distance())
    }

    fn end(&self, pos: &R::Position) -> Option<Value> {
        let counted = || {
            let (table, at) = self.index.place(self.rules, pos).filter(|_| !I::MARGINS)?;
            let value = self.store.value(table, Metric::Dtm, at)?;
            let is_in_time = value.distance().is_none_or(|plies| {
                let counter = self.index.counter(self.rules, pos);
                let limit = self.index.counter_limit();
                limit.is_none_or(|limit| plies.saturating_add(counter) <= limit)
            });
            is_in_time.then_some(value)
        };
        counted().or_else(|| self.verdict(pos))
    }

    fn moves(&self, pos: &R::Position, moves: &[R::Move]) -> Option<Judged> {
        if I::MARGINS {
            return None;
        }
        let mover = self.rules.side_to_move(pos);
        self.order(pos).into_iter().find_map(|metric| {
            let worth = |&mv: &R::Move| {
                let zeroes = self.rules.is_irreversible(pos, mv);
                let mut child = pos.clone();
                self.rules.play(&mut child, mv);
                let value = self.value(&child, metric)?;
                let value = match metric {
                    Metric::Dtm | Metric::Wld => value,
                    Metric::Dtz if !zeroes => value,
                    Metric::Dtz => reset(value, self.index.counter_limit()),
                    Metric::Dtc if self.stays(pos, &child) => value,
                    Metric::Dtc => value.without_distance(),
                    Metric::Margin => return None,
                };
                let value = value.before(self.rules.side_to_move(&child) == mover);
                Some(if metric == Metric::Wld { value.without_distance() } else { value })
            };
            let values: Option<Vec<Value>> = moves.iter().map(worth).collect();
            values.map(|values| {
                let mut judged = Judged { metric, values, in_time: true };
                judged.in_time = judged.best().is_none_or(|best| self.is_in_time(pos, best));
                judged
            })
        })
    }

    fn margin(&self, pos: &R::Position) -> Option<i16> {
        self.span(pos).and_then(Span::exact)
    }

    fn margins(&self, pos: &R::Position, moves: &[R::Move]) -> Option<Vec<i16>> {
        let mover = self.rules.side_to_move(pos);
        let worth = |&mv: &R::Move| {
            let mut child = pos.clone();
            self.rules.play(&mut child, mv);
            let margin = self.margin(&child)?;
            Some(if self.rules.side_to_move(&child) == mover { margin } else { -margin })
        };
        moves.iter().map(worth).collect()
    }

    fn asks_after_conversions(&self) -> bool {
        I::MARGINS && I::CYCLES
    }

    fn cells(&self, table: TableId, metric: Metric) -> Option<Arc<Cells>> {
        self.store.cells(table, metric)
    }
}

impl<R: Rules, I: Index<R>> View<'_, R, I> {
    /// How far ahead the side to move ends, or between what bounds, where the tables hold margins.
    pub fn span(&self, pos: &R::Position) -> Option<Span> {
        if !I::MARGINS {
            return None;
        }
        let end = || final_margin(self.rules, pos, self.rules.side_to_move(pos));
        let asked = self.index.place(self.rules, pos);
        let asked = asked.and_then(|(table, at)| self.store.span(table, at));
        let asked = asked.map(|span| span.plus(self.index.ahead(self.rules, pos)));
        asked.or_else(|| end().map(Span::exactly))
    }

    /// The margin is the result, not only who is ahead.
    pub fn by_margin(&self) -> bool {
        self.index.by_margin(self.rules)
    }

    /// Whether the counter leaves room for this distance.
    fn is_in_time(&self, pos: &R::Position, value: Value) -> bool {
        let counter = self.index.counter(self.rules, pos);
        let limit = self.index.counter_limit().filter(|_| counter > 0);
        limit
            .zip(value.distance())
            .is_none_or(|(limit, plies)| plies.saturating_add(counter) <= limit)
    }

    fn stays(&self, pos: &R::Position, child: &R::Position) -> bool {
        let table = |pos| self.index.place(self.rules, pos).map(|(table, _)| table);
        table(pos) == table(child)
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
