//! What every builder starts from: one table to solve, the tables it leads into, and what a move
//! is worth.
//!
//! A move is one of two things to a builder ([`Child`]): it stays inside, and its worth is being
//! worked out; or its worth is known, since it leaves the table, ends the game, or, counted by
//! zeroing moves, resets the counter.

pub use super::child::Child;
use super::child::collect;
use super::indexer::{Indexer, NodeKind, TableId, TerminalValue};
use super::margin::{MarginIndexer, MarginSuccessor};
use super::solved::SolvedTables;
use super::span::margin_of;
use super::value::{Metric, NOT_YET, Value};
use super::wdl::{Successor, Target, WdlIndexer};
use plyglot_core::game::Rules;
use plyglot_core::memory::prefetch;

/// A table to be solved.
pub struct WdlPlan<'a, R: Rules, I: Indexer<R>> {
    /// The rules in force.
    pub rules: &'a R,
    /// The game's indexer.
    pub indexer: &'a I,
    /// Which table.
    pub table: TableId,
    /// What is counted.
    pub metric: Metric,
    /// The tables it needs, under the same metric.
    pub solved: &'a SolvedTables,
    /// Under [`Metric::Dtz`], what is known of the places of this table, for moves that reset the
    /// counter and stay inside; codes, by place.
    pub zeroed: Option<&'a [u16]>,
}

impl<R: Rules, I: Indexer<R>> std::fmt::Debug for WdlPlan<'_, R, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let table = self.indexer.name(self.table);
        f.debug_struct("WdlPlan").field("table", &table).field("metric", &self.metric).finish()
    }
}

impl<R: Rules, I: WdlIndexer<R>> WdlPlan<'_, R, I> {
    /// How many places there are.
    pub fn places(&self) -> u64 {
        self.indexer.len(self.table)
    }

    /// Looks at a place; each move once, whatever symmetric ways there are to make it.
    #[inline]
    pub fn children(
        &self,
        at: u64,
        moves: &mut Vec<Successor>,
        children: &mut Vec<Child<u16>>,
    ) -> NodeKind<TerminalValue> {
        moves.clear();
        let node = self.indexer.successors(self.rules, self.table, at, moves);
        self.children_of(moves, children);
        node
    }

    /// What these moves of a place are.
    #[inline]
    pub(super) fn children_of(&self, moves: &[Successor], children: &mut Vec<Child<u16>>) {
        let merge = self.indexer.may_coincide(self.table);
        collect(moves.iter().map(|mv| self.child(mv)), merge, children);
    }

    /// Asks for what is known of the places that these moves lead to, which will be needed; `ask` asks for
    /// those of this table.
    #[inline]
    pub(super) fn prefetch(&self, moves: &[Successor], ask: impl Fn(u64)) {
        for mv in moves {
            match mv.to {
                Target::OtherTable(table, at) => {
                    self.solved.get(table).into_iter().for_each(|cells| cells.prefetch(at));
                }
                Target::SameTable(at) if mv.zeroes => {
                    let code = self.zeroed.and_then(|codes| codes.get(at as usize));
                    code.into_iter().for_each(prefetch);
                }
                Target::SameTable(at) => ask(at),
                Target::Terminal(_) => (),
            }
        }
    }

    /// What a move is under this metric.
    #[inline]
    pub(super) fn child(&self, mv: &Successor) -> Child<u16> {
        let name = |table| self.indexer.name(table);
        self.counting().child(mv, self.zeroed.is_some(), |table, at| {
            if let Some(zeroed) = self.zeroed.filter(|_| table == self.table) {
                let code = zeroed[at as usize];
                debug_assert!(
                    code != NOT_YET,
                    "{}: a zeroing move to a stage not below",
                    name(table)
                );
                return Value::from_code(code).unwrap_or(Value::Draw);
            }
            let cells = self.solved.get(table);
            let cells =
                cells.unwrap_or_else(|| panic!("{} needs {}", name(self.table), name(table)));
            let value = Value::from_code(cells.code(at));
            value.unwrap_or_else(|| panic!("{} says nothing at {at}", name(table)))
        })
    }

    /// How its moves are counted.
    #[inline]
    pub(super) fn counting(&self) -> Counting {
        Counting { table: self.table, metric: self.metric, limit: self.indexer.counter_limit() }
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

/// What moves are worth under a metric, whatever the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// Which table.
    pub(super) table: TableId,
    /// What is counted.
    pub(super) metric: Metric,
    /// The limit of the no-progress rule, in plies.
    pub(super) limit: Option<u16>,
}

impl Counting {
    /// Moves that reset the counter are counted by what they lead to, inside the table as well.
    pub(super) const fn is_by_zeroing(self) -> bool {
        matches!(self.metric, Metric::Dtz)
    }

    /// What a move is to a builder. `value_at` says what other tables hold, and of this one what is
    /// known of the places that moves which reset the counter lead to, if these are `zeroed`.
    #[inline]
    pub(super) fn child(
        self,
        mv: &Successor,
        zeroed: bool,
        value_at: impl FnOnce(TableId, u64) -> Value,
    ) -> Child<u16> {
        match mv.to {
            Target::Terminal(ended) => Child::Known(self.worth(ended.value(), mv)),
            Target::OtherTable(table, at) => Child::Known(self.worth(value_at(table, at), mv)),
            Target::SameTable(at) if zeroed && mv.zeroes => {
                Child::Known(self.worth(value_at(self.table, at), mv))
            }
            Target::SameTable(at) => Child::Internal { at, same_side: mv.same_side },
        }
    }

    /// The code of a move to a position of this value that is not among the unsolved.
    pub(super) fn worth(self, value: Value, mv: &Successor) -> u16 {
        let counted = match self.metric {
            Metric::Dtm => value,
            // Margins have a plan of their own.
            Metric::Wdl | Metric::Dtc | Metric::Margin => value.without_distance(),
            Metric::Dtz if !mv.zeroes => value,
            // The counter begins anew; a win that takes longer than the rule allows stays one of
            // those, however near the move that begins it.
            Metric::Dtz => match value {
                Value::Draw => Value::Draw,
                Value::Win(plies) => Value::Win(self.excess(plies)),
                Value::Loss(plies) => Value::Loss(self.excess(plies)),
            },
        };
        counted.before(mv.same_side).code()
    }

    fn excess(self, plies: u16) -> u16 {
        self.limit.filter(|limit| plies > *limit).unwrap_or(0)
    }
}

/// A table of margins to be made or verified.
pub struct MarginPlan<'a, R: Rules, I: Indexer<R>> {
    /// The rules in force.
    pub rules: &'a R,
    /// The game's indexer.
    pub indexer: &'a I,
    /// Which table.
    pub table: TableId,
    /// The tables it needs.
    pub solved: &'a SolvedTables,
}

impl<R: Rules, I: Indexer<R>> std::fmt::Debug for MarginPlan<'_, R, I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MarginPlan").field("table", &self.indexer.name(self.table)).finish()
    }
}

impl<R: Rules, I: MarginIndexer<R>> MarginPlan<'_, R, I> {
    /// How many places there are.
    pub fn places(&self) -> u64 {
        self.indexer.len(self.table)
    }

    /// Looks at a place; each move inside once, whatever symmetric moves make it.
    #[inline]
    pub fn children(
        &self,
        at: u64,
        moves: &mut Vec<MarginSuccessor>,
        children: &mut Vec<Child<i16>>,
    ) -> NodeKind<i16> {
        moves.clear();
        let node = self.indexer.successors(self.rules, self.table, at, moves);
        let merge = self.indexer.may_coincide(self.table);
        collect(moves.iter().map(|mv| self.child(mv)), merge, children);
        node
    }

    /// What a mv is worth to the mover, `code_at` giving the codes of the table itself; `None`
    /// where nothing is said of the place it leads to.
    #[inline]
    pub fn worth(&self, mv: &MarginSuccessor, code_at: &impl Fn(u64) -> u8) -> Option<i16> {
        let Some((table, at)) = mv.to else { return Some(mv.gain) };
        let code =
            if table == self.table { code_at(at) } else { self.solved.get(table)?.code(at) as u8 };
        Some(mv.worth(margin_of(code)?))
    }

    /// Adds the places from which a move leads to this one.
    pub(super) fn predecessors(&self, at: u64, found: &mut Vec<u64>) {
        let mut moves = Vec::new();
        self.indexer.predecessors(self.rules, self.table, at, &mut moves);
        found.extend(moves.iter().map(|predecessor| predecessor.at));
    }

    #[inline]
    fn child(&self, mv: &MarginSuccessor) -> Child<i16> {
        mv.child(self.table, |table, at| {
            let name = |table| self.indexer.name(table);
            let cells = self.solved.get(table);
            let cells =
                cells.unwrap_or_else(|| panic!("{} needs {}", name(self.table), name(table)));
            let margin = margin_of(cells.code(at) as u8);
            margin.unwrap_or_else(|| panic!("{} says nothing at {at}", name(table)))
        })
    }
}
