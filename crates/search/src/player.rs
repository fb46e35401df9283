//! What a player is: one way of choosing a move.
//!
//! Alpha-beta is one, tic-tac-toe's published ratings are another. A player gets a
//! [`SearchRequest`] and gives an [`SearchResult`]; on the way it says [`PvInfo`]s. It never waits
//! and never prints: when the client may hear the answer is the session's business.

use std::fmt::Debug;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::tracer::SharedTracer;
use super::{SearchControl, Skill, TranspositionTable};
use plyglot_core::game::{Account, Outcome, PlayedGame, Rules};
use plyglot_core::{Bound, Limits, Score, Settings};
use plyglot_tablebase::Probe;

/// One way of choosing a move in games with these rules.
pub trait Player<R: Rules>: Send {
    /// Chooses a move for the side to move. `None` where there is no legal move. A player that can
    /// think long asks `request.clock` whether it must stop.
    fn think(
        &mut self,
        request: &SearchRequest<'_, R>,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>>;

    /// Whether it comes to an end here that no limit has to bring about: it answers out of a table,
    /// looks ahead so far and no further, or settles the position. `searchmoves` may have `chosen`
    /// the moves it is to look at.
    fn ends_by_itself(&self, _rules: &R, _line: &PlayedGame<R>, _chosen: bool) -> bool {
        false
    }

    /// Whether there is something for [`Player::prepare`] to do.
    fn needs_preparation(&self, _rules: &R) -> bool {
        false
    }

    /// Makes what its searches will need and does not depend on the position: before the clock runs,
    /// when the client asks whether all is ready. Gives up when it `must_stop`.
    fn prepare(&mut self, _rules: &R, _must_stop: &dyn Fn() -> bool) {}

    /// Whether it is worth calling [`Player::think_ahead`].
    fn thinks_ahead(&self) -> bool {
        false
    }

    /// Thinks about a position unasked, on the opponent's time, until `request.clock` is stopped or
    /// there is nothing more to find out. Nobody expects an answer, only what is said on the way.
    fn think_ahead(
        &mut self,
        _task: &SearchRequest<'_, R>,
        _say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) {
    }

    /// The best move that is known here without any further thought.
    fn best_known(&self, _rules: &R, _line: &PlayedGame<R>) -> Option<R::Move> {
        None
    }

    /// How it comes to its evaluation of this position, which is not over; `None` where that is
    /// what the game's evaluator says. Makes no search.
    fn account(&self, _rules: &R, _played: &PlayedGame<R>) -> Option<Account> {
        None
    }

    /// Whether [`Player::game_over`] makes it play otherwise afterwards.
    fn learns(&self) -> bool {
        false
    }

    /// What it plays by, as text that can be edited and that an option of its game takes back.
    fn knowledge(&self) -> Option<String> {
        None
    }

    /// The option that says how strong it plays, if it heeds one: `Skill`, or one of its game.
    fn level_option(&self) -> Option<&'static str> {
        None
    }

    /// What is kept of the node that these moves lead to from here, a line each; the error says that
    /// nothing is, and why.
    fn node(
        &self,
        _rules: &R,
        _played: &PlayedGame<R>,
        _moves: &[R::Move],
    ) -> Result<Vec<String>, String> {
        Err("this mind keeps no tree".to_owned())
    }

    /// A new game begins: forget what belongs to the last one.
    fn new_game(&mut self) {}

    /// The game this player took part in has ended. Called once a game. Gives back what there is to
    /// tell about it, a line each; that and the text of an error are for the client.
    fn game_over(
        &mut self,
        _rules: &R,
        _line: &PlayedGame<R>,
        _outcome: &Outcome,
    ) -> Result<Vec<String>, String> {
        Ok(Vec::new())
    }

    /// The client leaves in the middle of a game that this player takes part in. Gives back what
    /// there is to tell about it, a line each.
    fn left_alone(&self, _line: &PlayedGame<R>) -> Vec<String> {
        Vec::new()
    }
}

/// Makes a player; the text of an error is for the client.
pub type MakeMind<R> = fn(&R, &Settings) -> Result<Box<dyn Player<R>>, String>;

/// A player by name, as a game offers it.
pub struct PlayerEntry<R: Rules> {
    /// The word in the game's `Mind` option.
    pub name: &'static str,
    /// One sentence for `help` and protocol.md.
    pub about: &'static str,
    /// Makes the player for these rules, or says why it cannot.
    pub make: MakeMind<R>,
}

impl<R: Rules> Debug for PlayerEntry<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MindEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Everything a player is given.
#[derive(Debug)]
pub struct SearchRequest<'a, R: Rules> {
    /// The rules in force.
    pub rules: &'a R,
    /// The position and how it came about.
    pub played: &'a PlayedGame<R>,
    /// What the client asked for; time and nodes are watched by the clock.
    pub limits: &'a Limits,
    /// Only these moves may be chosen; all of them if it is empty.
    pub search_moves: &'a [R::Move],
    /// Says when to stop.
    pub control: &'a SearchControl,
    /// The transposition table, shared by all workers and kept between moves.
    pub tt: &'a TranspositionTable,
    /// Endgame tables, where there are any.
    pub tb: Option<TbAccess<'a, R>>,
    /// Engine-wide options.
    pub options: SearchOptions,
    /// Who watches all workers, node by node; a player that does not search shows it nothing.
    pub tracer: Option<&'a dyn SharedTracer<R>>,
}

impl<R: Rules> SearchRequest<'_, R> {
    /// The moves to choose from: legal, and among the `searchmoves` if there were any.
    pub fn root_moves(&self) -> Vec<R::Move> {
        let mut moves = self.played.moves(self.rules);
        if !self.search_moves.is_empty() {
            moves.retain(|mv| self.search_moves.contains(mv));
        }
        moves
    }

    /// Whether the opponent is to move after this root move.
    pub(super) fn passes_turn(&self, mv: R::Move) -> bool {
        let mut pos = self.played.position().clone();
        self.rules.play(&mut pos, mv);
        self.rules.side_to_move(&pos) != self.rules.side_to_move(self.played.position())
    }

    /// Where the lots begin that are drawn for this position.
    pub fn lot(&self) -> u64 {
        self.options.seed ^ self.rules.key(self.played.position())
    }

    /// Says the seed where nobody gave it. For players who have just drawn lots.
    pub fn say_seed(&self, say: &mut dyn FnMut(SearchInfo<R::Move>)) {
        if self.options.seed_is_drawn {
            say(SearchInfo::Note(format!("seed {}", self.options.seed)));
        }
    }
}

/// The tables a search may ask.
#[derive(Debug)]
pub struct TbAccess<'a, R: Rules> {
    /// Who is asked.
    pub probe: &'a dyn Probe<R>,
    /// Nodes with fewer plies left to search ask nothing.
    pub depth_min: i32,
    /// They hold margins, not wins and losses.
    pub margins: bool,
    /// A mate is looked for: who wins without saying when is of no use.
    pub only_mates: bool,
    /// How often the answer was one, counted by all workers.
    pub hits: &'a AtomicU64,
}

// Derived, these would ask that the rules be `Clone` and `Copy`.
impl<R: Rules> Clone for TbAccess<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for TbAccess<'_, R> {}

/// Engine-wide options that players heed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Workers on the shared table, at least 1.
    pub threads: usize,
    /// How many best lines to report, at least 1.
    pub multi_pv: usize,
    /// Playing strength.
    pub skill: Skill,
    /// Where random numbers begin.
    pub seed: u64,
    /// Nobody has given the seed: whoever draws lots says it.
    pub seed_is_drawn: bool,
    /// The iteration after which to answer, set by the adaptive depth policy.
    pub target_depth: Option<u32>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            skill: Skill::FULL,
            seed: 0,
            seed_is_drawn: false,
            target_depth: None,
        }
    }
}

/// What a player says while it thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchInfo<M> {
    /// A line with its score.
    Pv(PvInfo<M>),
    /// The move now being searched at the root, counted from 1.
    Current {
        /// Iteration.
        depth: u32,
        /// The move.
        mv: M,
        /// Its place in the order of root moves, from 1.
        number: usize,
    },
    /// Something a person may want to know.
    Note(String),
    /// A worker has failed; what it was doing is lost, the rest goes on.
    Failure(String),
}

/// A line with its score: one `info` of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvInfo<M> {
    /// Iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Rank among the lines asked for, from 1.
    pub multi_pv: usize,
    /// The score, from the side to move.
    pub score: Score,
    /// What the score is a bound of.
    pub bound: Bound,
    /// No horizon was met below: a deeper search cannot change the score.
    pub exact: bool,
    /// The chance of the side to move in thousandths, from a player that thinks in chances.
    pub chance: Option<u16>,
    /// How often the first move of the line was tried, by a player that counts it.
    pub visits: Option<u64>,
    /// Moves played so far, by all workers.
    pub nodes: u64,
    /// Time since the clock started.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Endgame table hits.
    pub tb_hits: u64,
    /// The line, best move first.
    pub pv: Vec<M>,
}

impl<M> PvInfo<M> {
    /// The first line, of so many plies, with its score and nothing else that is known of it: no nodes,
    /// no time, no table.
    pub fn line(depth: u32, score: Score, pv: Vec<M>) -> Self {
        Self {
            depth,
            seldepth: depth,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            exact: false,
            chance: None,
            visits: None,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            pv,
        }
    }
}

/// What a player has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The move to play.
    pub best: M,
    /// The reply it expects.
    pub ponder: Option<M>,
    /// The deepest finished iteration, 0 if none.
    pub depth: u32,
    /// A time limit cut the search short of what it set out to do.
    pub cut: bool,
}
