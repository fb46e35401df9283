//! What every builder starts from: one table to solve, the tables it leads into, and what a move
//! is worth under the metric.
//!
//! A move is one of two things to a builder ([`Link`]): it stays inside, and its worth is being
//! worked out; or it is fixed, since it leaves the table, ends the game, or, counted by zeroing
//! moves, resets the counter.

use std::sync::Arc;

use super::index::{Edge, Index, Place, TableId, To};
use super::value::{Cells, Metric, Value};
use crate::game::Rules;

/// The tables that have been built, by what they are of.
#[derive(Clone, Default, Debug)]
pub struct Known {
    /// By [`TableId`].
    tables: Vec<Option<Arc<Cells>>>,
}

impl Known {
    /// Adds a table.
    pub fn insert(&mut self, table: TableId, cells: Arc<Cells>) {
        let at = table.0 as usize;
        if self.tables.len() <= at {
            self.tables.resize(at + 1, None);
        }
        self.tables[at] = Some(cells);
    }

    /// The table, if it is here.
    #[inline]
    pub fn get(&self, table: TableId) -> Option<&Arc<Cells>> {
        self.tables.get(table.0 as usize)?.as_ref()
    }

    /// Forgets the tables that are not among these.
    pub fn retain(&mut self, wanted: &[TableId]) {
        for (known, slot) in (0..).map(TableId).zip(&mut self.tables) {
            if !wanted.contains(&known) {
                *slot = None;
            }
        }
    }
}

/// Follows a build, and may stop it.
pub trait Watcher: Sync {
    /// So many of the places of this pass are done.
    fn progress(&self, pass: Pass, done: u64, total: u64);

    /// Asked between pieces of work; may wait. `false` gives the build up.
    fn may_go_on(&self) -> bool {
        true
    }
}

/// Nobody follows.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unwatched;

impl Watcher for Unwatched {
    fn progress(&self, _: Pass, _: u64, _: u64) {}
}

/// What a builder is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Every place is looked at for the first time.
    Look,
    /// Places this far from the end are being solved.
    Distance(u16),
    /// Values are compared with those of their successors.
    Verify,
}

/// A table to be solved.
pub struct Plan<'a, R: Rules, I: Index<R>> {
    /// The rules in force.
    pub rules: &'a R,
    /// The game's index.
    pub index: &'a I,
    /// Which table.
    pub table: TableId,
    /// What is counted.
    pub metric: Metric,
    /// The tables it needs, under the same metric.
    pub known: &'a Known,
    /// Under [`Metric::Dtz`], what is known of the places of this table, for moves that reset the
    /// counter and stay inside; codes, by place.
    pub zeroed: Option<&'a [u16]>,
}

impl<R: Rules, I: Index<R>> std::fmt::Debug for Plan<'_, R, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let table = self.index.name(self.table);
        f.debug_struct("Plan").field("table", &table).field("metric", &self.metric).finish()
    }
}

/// What a move is to the builder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Link {
    /// It leads to a place of the same table.
    Inside {
        /// The place.
        at: u64,
        /// The mover moves again.
        same_side: bool,
    },
    /// Its worth is known already: as a code, from the mover, the move itself counted.
    Fixed(u16),
}

impl<R: Rules, I: Index<R>> Plan<'_, R, I> {
    /// How many places there are.
    pub fn len(&self) -> u64 {
        self.index.len(self.table)
    }

    /// There is no place.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Looks at a place; each move once, whatever symmetric ways there are to make it.
    #[inline]
    pub fn look(&self, at: u64, edges: &mut Vec<Edge>, links: &mut Vec<Link>) -> Place {
        edges.clear();
        links.clear();
        let place = self.index.look(self.rules, self.table, at, edges);
        links.extend(edges.iter().map(|edge| self.link(edge)));
        if self.index.may_coincide(self.table) {
            links.sort_unstable();
            links.dedup();
        }
        place
    }

    /// What a move is under this metric.
    #[inline]
    fn link(&self, edge: &Edge) -> Link {
        match (edge.to, self.zeroed) {
            (To::Here(at), Some(zeroed)) if edge.zeroes => {
                let code = zeroed[at as usize];
                Link::Fixed(self.worth(Value::from_code(code).unwrap_or(Value::Draw), edge))
            }
            (To::Here(at), _) => Link::Inside { at, same_side: edge.same_side },
            (To::Ended(ended), _) => Link::Fixed(self.worth(ended.value(), edge)),
            (To::Table(table, at), _) => {
                let cells = self.known.get(table).unwrap_or_else(|| {
                    panic!(
                        "{} is built after {}",
                        self.index.name(table),
                        self.index.name(self.table)
                    )
                });
                let value = Value::from_code(cells.code(at));
                let value = value
                    .unwrap_or_else(|| panic!("{} says nothing at {at}", self.index.name(table)));
                Link::Fixed(self.worth(value, edge))
            }
        }
    }

    /// The code of a move to a position of this value that is not among the unsolved.
    fn worth(&self, value: Value, edge: &Edge) -> u16 {
        let counted = match self.metric {
            Metric::Dtm => value,
            // Margins have a plan of their own.
            Metric::Wld | Metric::Dtc | Metric::Margin => value.without_distance(),
            Metric::Dtz if !edge.zeroes => value,
            // The counter begins anew; a win that takes longer than the rule allows stays one of
            // those, however near the move that begins it.
            Metric::Dtz => match value {
                Value::Draw => Value::Draw,
                Value::Win(plies) => Value::Win(self.excess(plies)),
                Value::Loss(plies) => Value::Loss(self.excess(plies)),
            },
        };
        counted.before(edge.same_side).code()
    }

    fn excess(&self, plies: u16) -> u16 {
        self.index.counter_limit().filter(|limit| plies > *limit).unwrap_or(0)
    }

    /// The codes as they are kept: without distances where the metric has none.
    pub fn finish(&self, mut codes: Vec<u16>) -> Vec<u16> {
        if !self.metric.has_distance() {
            for code in &mut codes {
                *code = Value::from_code(*code).map_or(0, |value| value.without_distance().code());
            }
        }
        codes
    }
}
