//! The player `learning`: a table that is corrected after each game [tictactoe-s2, last section].
//!
//! The table has one value for each of the 765 classes of positions, for the side to move: 0 for
//! "nothing known, or a draw", 10 - p for a win in p plies, p - 10 for a loss in p plies. It begins
//! with zeros, the simplest table there is. A move is worth what its position is worth to the
//! opponent, turned round and one nearer to 0 for the ply it takes; the best is played, among
//! equals one drawn by lot, and now and then (`TicTacToe.Explore` per cent) any move at all.
//!
//! What is learnt: when a game is over, its last position gets the result, and then, going back
//! move by move, each position gets the worth of the best move that the table now knows there:
//!
//! ```text
//! game     3/3/3 x ──> … ──> xx1/oo1/3 x ──3──> xxx/oo1/3 o     X has won
//! table                      10 - 1 = 9   <──   -10             result, then one move back
//! ```
//!
//! This is real-time dynamic programming [barto-1995, trial-based backups]. A position counts as
//! won only if some move leads to one known to be lost, and as lost only if all moves lead to won
//! ones; so the sign of a value is always true, and only zeros can be mistaken. Since what is not
//! known to be bad is tried, by lot, sooner or later, self-play ends with a table that never throws
//! away a draw or a win. After a thousand games mistakes are rare, after six thousand there were
//! none left in any training that was looked at; the moves of both sides teach, so any opponent
//! will do that plays this or that.
//!
//! A game that was broken off before the board ended it teaches nothing: its result is no fact
//! about the position.
//!
//! With `TicTacToe.LearningFile` the table outlives the program, see [`super::learning_file`];
//! without it is forgotten.

use std::path::PathBuf;

use rand::RngExt;

use super::account::by_cell;
use super::{fin, learning_file};
use crate::indexer::{CLASSES, Classes};
use crate::rules::{Position, TicTacToe};
use plyglot_core::game::{Account, Outcome, PlayedGame, Rules};
use plyglot_core::rng::seeded;
use plyglot_core::{Score, zobrist};
use plyglot_search::{Player, PvInfo, SearchInfo, SearchRequest, SearchResult};

/// What is known of each class, by its number: see the head of the module.
pub(super) type Values = [i8; CLASSES];

/// The value of a position that the side to move has won; no value is beyond it.
pub(super) const WON: i8 = 10;

/// Keeps the lots for exploring apart from those among equal moves.
const EXPLORING: u64 = 1;

/// Plays by a table of values and corrects it after each game.
#[derive(Clone, Debug)]
pub(super) struct Learning {
    classes: Classes,
    values: Values,
    /// Moves drawn from all, per cent.
    explore: u8,
    /// Where the table is kept; nowhere if `None`.
    file: Option<PathBuf>,
}

impl Learning {
    /// Reads the table, or begins one where there is no such file yet. One that was edited is taken
    /// only by `force`, and written anew.
    pub(super) fn open(file: &str, force: bool, explore: u8) -> Result<Self, String> {
        let classes = Classes::default();
        let file = (!file.is_empty()).then(|| PathBuf::from(file));
        let values = match &file {
            Some(path) => {
                let read = if force { learning_file::read_edited } else { learning_file::read };
                read(path, &classes).map_err(|error| error.to_string())?
            }
            None => [0; CLASSES],
        };
        Ok(Self { classes, values, explore, file })
    }

    /// What this move is worth to the side that plays it.
    fn worth(&self, rules: TicTacToe, pos: Position, mv: u8) -> i8 {
        let child = rules.after(&pos, mv);
        let theirs = self.values[self.classes.rank(child)];
        theirs.signum() - theirs
    }

    /// Whether chance has a part in a choice among so many moves.
    fn draws_lots(&self, among: usize) -> bool {
        among > 1 || (1..100).contains(&self.explore)
    }

    /// The moves that are worth most, and what that is.
    fn best(&self, rules: TicTacToe, pos: Position, moves: &[u8]) -> (Vec<u8>, i8) {
        let worths: Vec<i8> = moves.iter().map(|&mv| self.worth(rules, pos, mv)).collect();
        let highest = worths.iter().copied().max().unwrap_or(0);
        let best = moves.iter().zip(&worths).filter(|(_, worth)| **worth == highest);
        (best.map(|(&mv, _)| mv).collect(), highest)
    }

    /// Corrects the table by a finished game, last position first; whether anything was new.
    fn learn(&mut self, rules: TicTacToe, positions: &[Position], outcome: &Outcome) -> bool {
        let Some((last, before)) = positions.split_last() else { return false };
        let result = match outcome.winner() {
            None => 0,
            Some(side) if side == last.side => WON,
            Some(_) => -WON,
        };
        let mut changed = self.correct(*last, result);
        for &pos in before.iter().rev() {
            let mut moves = Vec::new();
            rules.legal_moves(&pos, &mut moves);
            let (_, worth) = self.best(rules, pos, &moves);
            changed |= self.correct(pos, worth);
        }
        changed
    }

    fn correct(&mut self, pos: Position, value: i8) -> bool {
        let known = &mut self.values[self.classes.rank(pos)];
        std::mem::replace(known, value) != value
    }
}

impl Player<TicTacToe> for Learning {
    fn think(
        &mut self,
        request: &SearchRequest<'_, TicTacToe>,
        say: &mut dyn FnMut(SearchInfo<u8>),
    ) -> Option<SearchResult<u8>> {
        let pos = *request.played.position();
        let moves = request.root_moves();
        if moves.is_empty() {
            return None;
        }
        let (best, worth) = self.best(*request.rules, pos, &moves);
        let seed = request.lot();
        let mut rng = seeded(seed ^ zobrist::random(EXPLORING, 0));
        let explores = rng.random_range(0..100) < self.explore;
        let among = if explores { &moves } else { &best };
        let mv = among[seeded(seed).random_range(0..among.len())];
        if self.draws_lots(among.len()) {
            request.say_seed(say);
        }
        if explores {
            say(SearchInfo::Note("exploring: any move is played".to_owned()));
        }
        say(SearchInfo::Pv(PvInfo {
            exact: worth != 0,
            nodes: moves.len() as u64,
            time: request.control.time.thought(),
            ..PvInfo::line(1, score(worth), vec![mv])
        }));
        Some(SearchResult { best: mv, ponder: None, depth: 1, cut: false })
    }

    fn knowledge(&self) -> Option<String> {
        Some(learning_file::compose(&self.classes, &self.values))
    }

    fn learns(&self) -> bool {
        true
    }

    fn game_over(
        &mut self,
        rules: &TicTacToe,
        played: &PlayedGame<TicTacToe>,
        outcome: &Outcome,
    ) -> Result<Vec<String>, String> {
        if rules.outcome(played.position()).is_none() {
            return Ok(Vec::new());
        }
        let changed = self.learn(*rules, played.positions(), outcome);
        if let Some(path) = self.file.as_ref().filter(|_| changed) {
            learning_file::write(path, &self.classes, &self.values)
                .map_err(|error| error.to_string())?;
        }
        Ok(Vec::new())
    }

    fn account(&self, rules: &TicTacToe, played: &PlayedGame<TicTacToe>) -> Option<Account> {
        let pos = *played.position();
        let worth = |cell: usize| {
            u8::try_from(cell - 1)
                .map_or(String::new(), |mv| self.worth(*rules, pos, mv).to_string())
        };
        let about = "what the table knows: 0 nothing or a draw, 10 - p won in p plies, p - 10 lost";
        Some(Account::default().with_grid(about, by_cell(&fin::field(pos), worth)))
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

/// A worth as a score of the side to move.
fn score(worth: i8) -> Score {
    let plies = u32::from((WON - worth.abs()).unsigned_abs());
    match worth.signum() {
        1 => Score::win_in(plies),
        -1 => Score::loss_in(plies),
        _ => Score::DRAW,
    }
}
