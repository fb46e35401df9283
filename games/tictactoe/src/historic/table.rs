//! The player `table`: every board with its ratings, looked up.
//!
//! [tictactoe-s2] calls this the fastest form of its method: work the ratings of all boards out
//! once, and afterwards only read them. The boards are numbered without gaps by [`crate::indexer`];
//! the table takes 5478 rows of nine ratings, about 200 KiB, and is filled when the player is made.
//! It plays exactly as `ratings` does, unless `TicTacToe.TableFile` names ratings of somebody's own
//! ([`super::ratings_file`]).

use std::path::Path;

use super::account::of_ratings;
use super::fin;
use super::ratings::{Level, Rating, play, rate};
use super::ratings_file;
use crate::indexer::{POSITIONS, rank, unrank};
use crate::rules::TicTacToe;
use plyglot_core::game::{Account, PlayedGame};
use plyglot_search::{Player, SearchInfo, SearchRequest, SearchResult};

/// Plays by ratings worked out beforehand.
#[derive(Clone, Debug)]
pub(super) struct Table {
    level: Level,
    /// By [`rank`].
    ratings: Vec<Rating>,
}

impl Table {
    /// The ratings of the text's method, and those in the file where one is named.
    pub(super) fn open(level: Level, file: &str) -> Result<Self, String> {
        let mut ratings: Vec<Rating> =
            (0..POSITIONS).map(|number| rate(&fin::field(unrank(number)))).collect();
        if !file.is_empty() {
            for (number, rating) in ratings_file::read(Path::new(file))? {
                ratings[number] = rating;
            }
        }
        Ok(Self { level, ratings })
    }
}

impl Player<TicTacToe> for Table {
    fn think(
        &mut self,
        request: &SearchRequest<'_, TicTacToe>,
        say: &mut dyn FnMut(SearchInfo<u8>),
    ) -> Option<SearchResult<u8>> {
        let number = rank(*request.played.position());
        play(request, self.ratings[number], self.level, say)
    }

    fn account(&self, _rules: &TicTacToe, played: &PlayedGame<TicTacToe>) -> Option<Account> {
        let pos = *played.position();
        Some(of_ratings(pos, &self.ratings[rank(pos)]))
    }

    fn knowledge(&self) -> Option<String> {
        Some(ratings_file::compose(&self.ratings))
    }

    fn level_option(&self) -> Option<&'static str> {
        Some(super::LEVEL)
    }

    fn ends_by_itself(
        &self,
        _rules: &TicTacToe,
        _line: &PlayedGame<TicTacToe>,
        _chosen: bool,
    ) -> bool {
        true
    }
}
