//! The tree that is kept from one search to the next of the same game: what lies below the moves
//! that were played meanwhile is still true.
//!
//! It belongs to the memory of the program: whoever empties the transposition table (`Clear Hash`,
//! another `Hash` or `Seed`) empties this as well, so a mark is left there by which this is seen.

use super::tree::Tree;
use crate::tt::{TranspositionTable, TtEntry};
use plyglot_core::game::{PlayedGame, Rules};
use plyglot_core::{Bound, Score};

/// Where the table holds the mark.
const MARK: u64 = 0x6d63_7473_206d_6172;

/// A tree, and of what.
#[derive(Debug)]
pub(super) struct Kept<R: Rules> {
    setup: R::Position,
    moves: Vec<R::Move>,
    tree: Tree<R::Move>,
}

impl<R: Rules> Kept<R> {
    /// Keeps the tree of a search of this position.
    pub(super) fn new(
        played: &PlayedGame<R>,
        tree: Tree<R::Move>,
        table: &TranspositionTable,
    ) -> Self {
        let mark = TtEntry { mv: None, score: Score::DRAW, bound: Bound::Exact, depth: 1 };
        table.store(MARK, 0, mark);
        Self { setup: played.setup().clone(), moves: played.moves_played().to_vec(), tree }
    }

    /// What there is of it for a search of this position.
    pub(super) fn for_search(
        self,
        rules: &R,
        played: &PlayedGame<R>,
        table: &TranspositionTable,
        bytes_max: usize,
    ) -> Option<Tree<R::Move>> {
        let since = played.moves_played().strip_prefix(&self.moves[..])?;
        let is_same = *played.setup() == self.setup && table.probe(MARK, 0).is_some();
        let tree = is_same.then_some(self.tree)?;
        tree.after(rules, since, played.position(), bytes_max)
    }

    /// The tree, if it is that of this position.
    pub(super) fn tree_of(&self, played: &PlayedGame<R>) -> Option<&Tree<R::Move>> {
        let is_same = *played.setup() == self.setup && played.moves_played() == self.moves;
        is_same.then_some(&self.tree)
    }
}
