//! Gapless ranking of the positions of a game.

use crate::game::Rules;

/// One table of a game's index: positions of one kind of material, say. The number is the game's
/// own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u32);

/// A bijection between the positions of each table and `0..len`. No gaps.
pub trait Index<R: Rules>: Send + Sync + 'static {
    /// The tables with at most `men_max` men on the board, each after those it [`Index::needs`].
    fn tables(&self, rules: &R, men_max: u8) -> Vec<TableId>;

    /// The table a position belongs to; `None` where the index does not reach.
    fn table_of(&self, rules: &R, pos: &R::Position) -> Option<TableId>;

    /// The tables that moves of this table lead into, itself apart.
    fn needs(&self, table: TableId) -> Vec<TableId>;

    /// How many positions the table has.
    fn len(&self, table: TableId) -> u64;

    /// The number of a position of this table, below [`Index::len`].
    fn rank(&self, table: TableId, pos: &R::Position) -> u64;

    /// The position of this number, `index < len`.
    fn unrank(&self, table: TableId, index: u64) -> R::Position;
}

/// The index of a game that has no endgames to tabulate.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct NoIndex;

impl<R: Rules> Index<R> for NoIndex {
    fn tables(&self, _rules: &R, _men_max: u8) -> Vec<TableId> {
        Vec::new()
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

    fn unrank(&self, table: TableId, _index: u64) -> R::Position {
        unreachable!("{table:?} is empty, so no index is below its length")
    }
}
