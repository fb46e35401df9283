//! What tables say of a position in a game.
//!
//! A search asks a [`Probe`] and need not know how tables are numbered or what they hold:
//! [`WdlProbe`](super::wdl_probe::WdlProbe) asks those of wins and losses,
//! [`MarginProbe`](super::margin_probe::MarginProbe) those of margins.

use std::fmt::Debug;
use std::sync::Arc;

use super::indexer::TableId;
use super::span::Span;
use super::value::{Cells, Metric, Value};
use plyglot_core::game::Rules;

/// Tables that a search may ask, without the type of their indexer.
pub trait Probe<R: Rules>: Send + Sync + Debug {
    /// Who wins, if the tables and the counter of the position settle it. The distance has no
    /// meaning.
    fn verdict(&self, pos: &R::Position) -> Option<Value>;

    /// The same with the plies to the end, where they are counted and the counter leaves room for
    /// them; 0 stands for a distance that is not known.
    fn end(&self, pos: &R::Position) -> Option<Value>;

    /// [`Probe::end`] at a node with so many plies left to search, of tables that are asked there.
    fn end_at(&self, pos: &R::Position, _depth: i32) -> Option<Value> {
        self.end(pos)
    }

    /// Who would win if no rule ended the game for want of progress, where that is all the tables know:
    /// whether the win comes before is not settled. Draws are settled. At a node with so many plies left
    /// to search, as [`Probe::end_at`].
    fn likely(&self, _pos: &R::Position, _depth: i32) -> Option<Value> {
        None
    }

    /// The table that answers, where these are of another form than ours.
    fn table_name(&self, _pos: &R::Position) -> Option<String> {
        None
    }

    /// What each of these moves is worth by the finest metric that knows them all; `None` where some
    /// move leads out of the tables.
    fn moves(&self, _pos: &R::Position, _moves: &[R::Move]) -> Option<MoveValues> {
        None
    }

    /// What a move is worth by this metric, from the side that makes it; `None` where it leads out
    /// of the tables, or the tables hold margins.
    fn move_value(&self, _pos: &R::Position, _mv: R::Move, _metric: Metric) -> Option<Value> {
        None
    }

    /// What the table of this metric says of a position; an ended game needs no table. `None` where
    /// the tables hold margins.
    fn value(&self, _pos: &R::Position, _metric: Metric) -> Option<Value> {
        None
    }

    /// How far ahead the side to move ends, or between what bounds, where the tables hold margins.
    fn span(&self, _pos: &R::Position) -> Option<Span> {
        None
    }

    /// How far ahead the side to move ends, in the game's unit, where the tables hold margins and
    /// this one is exact.
    fn margin(&self, pos: &R::Position) -> Option<i16> {
        self.span(pos).and_then(Span::exact)
    }

    /// How far ahead the side to move ends after each of these moves; `None` where some move leads
    /// out of the tables.
    fn margins(&self, _pos: &R::Position, _moves: &[R::Move]) -> Option<Vec<i16>> {
        None
    }

    /// The margin is the result of a game by these rules, not only who is ahead.
    fn margin_is_result(&self) -> bool {
        false
    }

    /// In games of margins a table is asked only after a move that cannot be undone: among positions
    /// of one table it does not say which is nearer to the end, and who believed it might stay there
    /// until a repetition ends the game.
    fn asks_after_conversions(&self) -> bool {
        false
    }

    /// All codes of a table in memory.
    fn cells(&self, table: TableId, metric: Metric) -> Option<Arc<Cells>>;
}

/// Moves with their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValues {
    /// What is counted.
    pub metric: Metric,
    /// From the side to move, in the order of the moves.
    pub values: Vec<Value>,
    /// What the best of them promises is known to come before a no-progress rule ends the game. The
    /// best moves are these either way: the other side may still go wrong.
    pub in_time: bool,
}

impl MoveValues {
    /// The best of the values.
    pub fn best(&self) -> Option<Value> {
        self.values.iter().copied().max_by_key(|value| value.preference())
    }
}
