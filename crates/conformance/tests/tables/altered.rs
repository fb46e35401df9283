//! The indexer of chess, changed in one thing.

use plyglot::endgame::{Indexer, TableId, Wdl, WdlIndexer};
use plyglot::games::Game;
use plyglot::games::chess::indexer::ChessIndexer;
use plyglot::games::chess::{Chess, Position};

/// The indexer of chess but for these.
pub(crate) struct Altered {
    /// What is changed.
    pub(crate) chess: ChessIndexer,
    /// Where a position stands.
    pub(crate) rank: fn(&ChessIndexer, TableId, &Position) -> u64,
    /// How many places a table has.
    pub(crate) len: fn(&ChessIndexer, TableId) -> u64,
    /// Plies without progress after which games are drawn.
    pub(crate) limit: Option<u16>,
}

impl Altered {
    /// With nothing changed but that there is no limit.
    pub(crate) fn of(rules: &Chess) -> Self {
        let (rank, len) = (ChessIndexer::rank, ChessIndexer::len);
        Self { chess: rules.indexer(), rank, len, limit: None }
    }
}

impl Indexer<Chess> for Altered {
    type Contents = Wdl;

    const VERSION: u32 = 1;

    fn tables(&self, rules: &Chess, men_max: u8) -> Vec<TableId> {
        self.chess.tables(rules, men_max)
    }

    fn name(&self, table: TableId) -> String {
        self.chess.name(table)
    }

    fn rules_text(&self, rules: &Chess) -> String {
        self.chess.rules_text(rules)
    }

    fn table_of(&self, rules: &Chess, pos: &Position) -> Option<TableId> {
        self.chess.table_of(rules, pos)
    }

    fn needs(&self, table: TableId) -> Vec<TableId> {
        self.chess.needs(table)
    }

    fn len(&self, table: TableId) -> u64 {
        (self.len)(&self.chess, table)
    }

    fn rank(&self, table: TableId, pos: &Position) -> u64 {
        (self.rank)(&self.chess, table, pos)
    }

    fn unrank(&self, table: TableId, index: u64) -> Option<Position> {
        self.chess.unrank(table, index)
    }

    fn unmoves(&self, rules: &Chess, table: TableId, pos: &Position, out: &mut Vec<Position>) {
        self.chess.unmoves(rules, table, pos, out);
    }
}

impl WdlIndexer<Chess> for Altered {
    fn counter_limit(&self) -> Option<u16> {
        self.limit
    }

    fn stages(&self, table: TableId) -> u32 {
        self.chess.stages(table)
    }

    fn stage(&self, table: TableId, at: u64) -> (u32, u64) {
        self.chess.stage(table, at)
    }
}
