//! One game as the session sees it: text in, replies out, no generic parameter.
//!
//! The session knows protocols and states, a [`Host`](crate::host::Host) knows one game. Between
//! them stands [`Engine`], the only place above the node where a call is dynamic: a handful of
//! calls a command, one search a `go`.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use plyglot_core::game::notation::{GameRecord, Header, RecordError, RecordRules};
use plyglot_core::game::{MoveError, Outcome, PositionError};
use plyglot_core::{OptionError, RulesInForce, Settings, Side};
use plyglot_inspect::check::{Checked, Stopped};
use plyglot_inspect::page::GameCursor;
use plyglot_inspect::recording::About;
use plyglot_inspect::{Recording, Scope};
use plyglot_protocol::{Query, Reply, Show, Start};
use plyglot_search::player::SearchOptions;
use plyglot_search::{SearchControl, TranspositionTable};
use plyglot_tablebase::Value as TableValue;

/// What reaches the session, from outside and from its own searches.
#[derive(Debug)]
pub enum Event {
    /// A line of the client, without its end.
    Line(String),
    /// A line longer than we read, of so many bytes; it was skipped.
    TooLong(usize),
    /// The client will send nothing more.
    EndOfInput,
    /// Ctrl-C typed at the prompt: stops a search, or leaves.
    Interrupt,
    /// A signal that asks the program to end.
    Terminate,
    /// A while has passed without an event.
    Tick,
    /// The running search says something.
    Said(Reply),
    /// The running search is done: the last event it sends.
    Done(JobResult),
}

/// How a search, a perft or a bench ended.
#[derive(Debug, Default)]
pub struct JobResult {
    /// `bestmove …` for a search; what belongs after everything else for the others.
    pub replies: Vec<Reply>,
    /// Time since the clock started.
    pub used: Duration,
    /// A time limit cut the search short of its target depth.
    pub cut: bool,
    /// What was recorded of the search.
    pub recording: Option<Box<Recording>>,
}

/// Why a set-up or a list of moves was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The position string.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// One of the moves.
    #[error("move {index}: {error}")]
    Move {
        /// Its place in the list, from 1.
        index: usize,
        /// What is wrong with it; names the word itself.
        error: MoveError,
    },
    /// More moves are to be taken back than there are.
    #[error("undo: found {found}, expected at most {played}, as many moves as were played")]
    Undo {
        /// Moves to take back.
        found: u32,
        /// Moves played.
        played: usize,
    },
}

/// What a search is to record.
#[derive(Clone, Debug)]
pub struct TraceOrder {
    /// What is kept.
    pub scope: Scope,
    /// Where it is written.
    pub path: Option<String>,
    /// What is known before the search.
    pub about: About,
}

/// All that a search is started with.
#[derive(Debug)]
pub struct SearchOrder {
    /// What the client asked for.
    pub limits: plyglot_core::Limits,
    /// Words after `searchmoves`; what is no legal move is said and ignored.
    pub search_moves: Vec<String>,
    /// Runs from now on, or from `ponderhit`.
    pub control: Arc<SearchControl>,
    /// Shared by all searches.
    pub table: Arc<TranspositionTable>,
    /// Engine-wide options.
    pub options: SearchOptions,
    /// Add chances of win, draw and loss to every score.
    pub show_wdl: bool,
    /// What is to be recorded.
    pub trace: Option<TraceOrder>,
    /// Where the search says what it finds; it ends with [`Event::Done`].
    pub events: Sender<Event>,
}

/// What is to be counted, and where the count says what it finds; it ends with [`Event::Done`].
#[derive(Clone, Debug)]
pub struct PerftOrder {
    /// Plies, or steps of another kind.
    pub depth: u32,
    /// Counts may be remembered in so many MiB.
    pub memory: usize,
    /// Runs from now on.
    pub control: Arc<SearchControl>,
    /// Who listens.
    pub events: Sender<Event>,
}

/// A game as text: set-up and moves, for saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The position string of the set-up; `None` where it is the start position.
    pub setup: Option<String>,
    /// The moves played from it.
    pub moves: Vec<String>,
    /// `draw (full board)`; `None` while the game goes on.
    pub result: Option<String>,
}

/// A game with its position, ready to be asked.
pub trait Engine: Send {
    /// Takes over new settings, or refuses and stays as it was. Returns what the client should be
    /// told: when new rules do not fit the game so far, the board goes back to its start.
    fn apply(&mut self, settings: &Settings) -> Result<Vec<Reply>, OptionError>;

    /// Attaches the endgame tables that the settings ask for, or says why it cannot; then the tables
    /// stay as they were. Returns what the client should be told.
    fn attach_tables(&mut self, settings: &Settings) -> Result<Vec<Reply>, String>;

    /// Who wins by the attached endgame tables, from the side to move; `None` where they do not know.
    /// Tables built in the background do not count.
    fn table_verdict(&self) -> Option<TableValue> {
        None
    }

    /// Sets up a position and plays moves from it: all or nothing. Returns what a player that
    /// learns has to say about a game that this ends.
    fn set_position(&mut self, start: Start<'_>, moves: &[&str]) -> Result<Vec<Reply>, SetupError>;

    /// Plays moves from here: all or nothing.
    fn play(&mut self, moves: &[&str]) -> Result<Vec<Reply>, SetupError>;

    /// Takes moves back: all of them or none.
    fn undo(&mut self, plies: u32) -> Result<(), SetupError>;

    /// A new game: the board at its start, nothing remembered of the last one.
    fn new_game(&mut self);

    /// Sets up the start with this side on move, if a game may begin so.
    fn let_begin(&mut self, _side: Side) -> bool {
        false
    }

    /// What the player has to say when the client leaves in the middle of its game.
    fn farewell(&self) -> Vec<Reply> {
        Vec::new()
    }

    /// Who moves.
    fn side_to_move(&self) -> Side;

    /// Starts a search and returns at once.
    fn go(&mut self, order: SearchOrder);

    /// Whether there is something for [`Engine::prepare`] to do besides the table.
    fn needs_preparation(&self) -> bool;

    /// Starts to make what searches will need, the pages of this table among it, before any clock
    /// runs, and returns at once; ends with [`Event::Done`] and `readyok`, earlier when the clock is
    /// stopped.
    fn prepare(
        &self,
        table: Arc<TranspositionTable>,
        control: Arc<SearchControl>,
        events: Sender<Event>,
    );

    /// Whether a search comes to an end here without any limit. `searchmoves` may have `chosen` the
    /// moves it is to look at.
    fn ends_by_itself(&self, chosen: bool) -> bool;

    /// Whether the player has a use for time in which nothing is asked.
    fn thinks_ahead(&self) -> bool;

    /// Lets the player think about the position after these moves from here, unasked, and returns
    /// at once; ends with [`Event::Done`] when the clock is stopped or nothing is left to think
    /// about.
    fn think_ahead(&mut self, moves: &[String], order: SearchOrder);

    /// The best move that the player knows here without thinking.
    fn hint(&self) -> Option<String>;

    /// Starts to count lines and returns at once; ends with [`Event::Done`].
    fn perft(&self, count: PerftOrder);

    /// Starts to count lines of another kind of step, named as the game names it, and returns at
    /// once; ends with [`Event::Done`]. A name that the game does not know counts nothing.
    fn count(&self, counting: &'static str, count: PerftOrder);

    /// Starts to say what endgame tables know of this position, when those under way are built, and
    /// returns at once; ends with [`Event::Done`].
    fn ask_tables(&self, control: Arc<SearchControl>, events: Sender<Event>);

    /// Searches this position, and by plain minimax, to so many plies; returns when that is done.
    /// `None` where the game is over.
    fn check(&self, depth: u32, control: &SearchControl) -> Result<Option<Checked>, Stopped>;

    /// Answers a question about the game.
    fn query(&self, query: Query) -> Vec<Reply>;

    /// Shows something to a person.
    fn show(&self, what: Show) -> Vec<Reply>;

    /// This game, to be walked through and drawn; it stays where it is itself.
    fn cursor(&self) -> Box<dyn GameCursor + '_>;

    /// `NAME startpos …`, what a client must know about the variant chosen.
    fn introduction(&self) -> String;

    /// The rules and the notation in force.
    fn rules_in_force(&self) -> RulesInForce;

    /// The game as text.
    fn game_text(&self) -> GameText;

    /// The record of the game in its own form, where it has one.
    fn record(&self, header: &Header<'_>) -> Option<String>;

    /// The steps of a legal move, as text, each a move by itself; none for what is no legal move.
    fn steps(&self, mv: &str) -> Vec<String>;

    /// Under which rules a record in the game's own form says that its game was played.
    fn read_rules(&self, _bytes: &[u8]) -> Result<RecordRules, RecordError> {
        Ok(RecordRules::default())
    }

    /// Reads a record in the game's own form; its moves are not played.
    fn read_record(&self, bytes: &[u8]) -> Result<GameRecord, RecordError>;

    /// How the game has ended, by the board or by its history.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves as text.
    fn legal_moves(&self) -> Vec<String>;

    /// The position string.
    fn position_text(&self) -> String;
}
