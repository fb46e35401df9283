//! One game with its position, without its type: set up, played, asked, recorded.
//!
//! Whoever hosts games, a session, a match, a program of somebody else's, holds a [`GameState`]: the
//! only place above the node where a call is dynamic, a handful of calls a command, one search a
//! `go`. Positions and moves are text here, as people write them, and all else is values.

use std::sync::Arc;

use crate::draws::{DrawsView, RepeatingMove};
use crate::event::{JobResult, Listener, Notice, PerftOrder, SearchEvent, SearchOrder};
use crate::learn::Lesson;
use crate::readings::Group;
use crate::view::{BoardView, BookView, Explanation, MoveView, NamedLine, NoBook, PlayerAccount};
use plyglot_core::game::key_board::KeyBoard;
use plyglot_core::game::notation::{GameRecord, Header, RecordError, RecordRules};
use plyglot_core::game::picture::{Picture, Scene};
use plyglot_core::game::record_tree::RecordTree;
use plyglot_core::game::{MoveError, Outcome, PositionError};
use plyglot_core::{OptionError, RulesInForce, Settings, Side};
use plyglot_inspect::check::Checked;
use plyglot_inspect::page::GameCursor;
use plyglot_inspect::recording::About;
use plyglot_search::{SearchControl, Stopped, TranspositionTable};
use plyglot_tablebase::Value as TableValue;

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

/// A position as files and lists have it: `startpos`, or a position string after `fen` or alone, and
/// perhaps `moves` and the moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupText<'a> {
    /// The position string; `None` for the start.
    pub position: Option<&'a str>,
    /// The moves.
    pub moves: Vec<&'a str>,
}

impl<'a> SetupText<'a> {
    /// Takes a text apart; what is wrong with it the game says, when it is set up.
    pub fn parse(text: &'a str) -> Self {
        let text = text.trim();
        let text = text.strip_suffix(" moves").unwrap_or(text);
        let (position, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let position = position.trim();
        let position = position.strip_prefix("fen ").unwrap_or(position);
        let moves = moves.split_whitespace().collect();
        Self { position: Some(position).filter(|text| *text != "startpos"), moves }
    }
}

/// A game with its position, ready to be asked.
pub trait GameState: Send {
    /// Takes over new settings, or refuses and stays as it was. Returns what the client should be
    /// told: when new rules do not fit the game so far, the board goes back to its start.
    fn apply(&mut self, settings: &Settings) -> Result<Vec<Notice>, OptionError>;

    /// Attaches the endgame tables and opens the opening book that the settings ask for, or says why it
    /// cannot; then both stay as they were. Returns what the client should be told.
    fn attach_tables(&mut self, settings: &Settings) -> Result<Vec<Notice>, String>;

    /// Who wins by the attached endgame tables, from the side to move; `None` where they do not know.
    /// Tables built in the background do not count.
    fn table_verdict(&self) -> Option<TableValue> {
        None
    }

    /// Sets up a position, the start where there is `None`, and plays moves from it: all or nothing.
    /// Returns what a player that learns has to say about a game that this ends.
    fn set_position(
        &mut self,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<Vec<Notice>, SetupError>;

    /// Plays moves from here: all or nothing.
    fn play(&mut self, moves: &[&str]) -> Result<Vec<Notice>, SetupError>;

    /// Takes moves back: all of them or none.
    fn undo(&mut self, plies: u32) -> Result<(), SetupError>;

    /// A new game: the board at its start, nothing remembered of the last one.
    fn new_game(&mut self);

    /// Sets up the start with this side on move, if a game may begin so.
    fn let_begin(&mut self, _side: Side) -> bool {
        false
    }

    /// What the player has to say when the client leaves in the middle of its game.
    fn farewell(&self) -> Vec<Notice> {
        Vec::new()
    }

    /// Who moves.
    fn side_to_move(&self) -> Side;

    /// Starts a search and returns at once.
    fn go(&mut self, order: SearchOrder);

    /// Whether there is something for [`GameState::prepare`] to do besides the table.
    fn needs_preparation(&self) -> bool;

    /// Starts to make what searches will need, the pages of this table among it, before any clock
    /// runs, and returns at once; ends with [`Answer::Ready`](crate::event::Answer::Ready), earlier
    /// when the clock is stopped.
    fn prepare(
        &self,
        table: Arc<TranspositionTable>,
        control: Arc<SearchControl>,
        listener: Listener,
    );

    /// Whether a search comes to an end here without any limit. `searchmoves` may have `chosen` the
    /// moves it is to look at.
    fn ends_by_itself(&self, chosen: bool) -> bool;

    /// The option that says how strong the player plays, if it heeds one.
    fn level_option(&self) -> Option<&'static str> {
        None
    }

    /// Whether a lesson can be given.
    ///
    /// # Errors
    /// The player does not learn, or there is no such opponent.
    fn check_lesson(&self, _lesson: &Lesson) -> Result<(), String> {
        Ok(())
    }

    /// Starts a lesson for the player and returns at once; it begins none where the player does not
    /// learn. Ends with [`Answer::Knowledge`](crate::event::Answer::Knowledge).
    fn learn(&mut self, _lesson: Lesson, _control: Arc<SearchControl>, listener: Listener) {
        listener.tell(SearchEvent::Done(JobResult::default()));
    }

    /// Whether the player has a use for time in which nothing is asked.
    fn thinks_ahead(&self) -> bool;

    /// Lets the player think about the position after these moves from here, unasked, and returns
    /// at once; ends when the clock is stopped or nothing is left to think about.
    fn think_ahead(&mut self, moves: &[String], order: SearchOrder);

    /// The best move that the player knows here without thinking.
    fn hint(&self) -> Option<String>;

    /// What the player keeps of the node that these moves lead to from here, a line each.
    fn node(&self, _moves: &[&str]) -> Result<Vec<String>, String> {
        Err("nothing is kept".to_owned())
    }

    /// Starts to count lines and returns at once.
    fn perft(&self, count: PerftOrder);

    /// Starts to count lines of another kind of step, named as the game names it, and returns at
    /// once. A name that the game does not know counts nothing.
    fn count(&self, counting: &'static str, count: PerftOrder);

    /// Starts to find out what endgame tables know of this position, when those under way are built,
    /// and returns at once.
    fn ask_tables(&self, control: Arc<SearchControl>, listener: Listener);

    /// What the opening book knows of this position, if one is open.
    fn book(&self) -> Result<BookView, NoBook> {
        Err(NoBook::default())
    }

    /// Starts to look for the longest win of a table, by name or the one that holds this position, and
    /// returns at once; ends with [`Answer::Longest`](crate::event::Answer::Longest).
    fn ask_longest(
        &self,
        _table: Option<String>,
        _control: Arc<SearchControl>,
        listener: Listener,
    ) {
        listener.tell(SearchEvent::Done(JobResult::default()));
    }

    /// Searches this position, and by plain minimax, to so many plies; returns when that is done.
    /// `None` where the game is over.
    fn check(&self, depth: u32, control: &SearchControl) -> Result<Option<Checked>, Stopped>;

    /// The board and all that decides how the game goes on.
    fn board(&self) -> BoardView;

    /// The board as keys play it, where they can.
    fn key_board(&self) -> Option<KeyBoard> {
        None
    }

    /// What these players of the game think of the position, which must not be over; the one in force
    /// where none is named. The error says which there are, or why one of them cannot be had.
    fn accounts(&self, players: &[&str]) -> Result<Vec<PlayerAccount>, String>;

    /// What each weight of the evaluator and each place of the board gives to its value.
    fn explanation(&self) -> Explanation;

    /// The rules in force, a rule a line, each with its source.
    fn describe(&self) -> Vec<String>;

    /// Puts the moves played so far to all readings of the program that the game's source text tells
    /// of, the best first; none where it tells of none. Takes its time.
    fn try_readings(&self) -> Vec<Group> {
        Vec::new()
    }

    /// This game, to be walked through and drawn; it stays where it is itself.
    fn cursor(&self) -> Box<dyn GameCursor + '_>;

    /// What stands on the board after each step of a legal move that a person may watch; none for
    /// what is no legal move.
    fn frames(&self, _mv: &str) -> Vec<Scene> {
        Vec::new()
    }

    /// The position string of what was put on the places of the picture by hand, with this side on
    /// move, whether or not it is a position; `None` where the board is not set up so.
    fn set_up(&self, scene: &[&str], side: Side) -> Option<String>;

    /// What the game calls its sides, the first before the second.
    fn side_names(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    /// The variant's name.
    fn variant(&self) -> &'static str;

    /// The position string of the start.
    fn start_text(&self) -> String;

    /// The rules and the notation in force.
    fn rules_in_force(&self) -> RulesInForce;

    /// The game as text.
    fn game_text(&self) -> GameText;

    /// The record of the game in its own form, where it has one.
    fn record(&self, header: &Header<'_>) -> Option<String>;

    /// The same with variations, the first of which has been played, for records that are not made of
    /// numbered moves; `None` for others.
    fn record_with_tree(&self, _header: &Header<'_>, _tree: &RecordTree) -> Option<String> {
        None
    }

    /// The variations of such a record.
    fn read_tree(&self, _bytes: &[u8]) -> Option<Result<RecordTree, RecordError>> {
        None
    }

    /// How such a record has a legal move: its number and its text; `None` where it is none, or such
    /// records have no variations.
    fn record_move(&self, _mv: &str) -> Option<(u32, String)> {
        None
    }

    /// The moves of a line as such records have them, as far as it can be played; none where they
    /// have no other names for moves.
    fn record_names(&self, _line: NamedLine<'_>) -> Vec<String> {
        Vec::new()
    }

    /// The steps of a legal move, as text, each a move by itself; none for what is no legal move.
    fn steps(&self, mv: &str) -> Vec<String>;

    /// Under which rules a record in the game's own form says that its game was played.
    fn read_rules(&self, _bytes: &[u8]) -> Result<RecordRules, RecordError> {
        Ok(RecordRules::default())
    }

    /// Reads a record in the game's own form; its moves are not played.
    fn read_record(&self, bytes: &[u8]) -> Result<GameRecord, RecordError>;

    /// What would end the game by counting or by repetition, by each rule book.
    fn draws(&self) -> DrawsView {
        DrawsView::default()
    }

    /// What position a move of the board brings back, if it is one that the rules count; also of a
    /// move that they forbid for that.
    fn repeats(&self, _mv: &str) -> Option<RepeatingMove> {
        None
    }

    /// How the game has ended, by the board or by its history.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves as text; none when the game is over, also where the board would still have
    /// some.
    fn legal_moves(&self) -> Vec<String>;

    /// The moves that a person makes at the board, where to point for each, and what it changes: a
    /// turn of several moves by one side is made one after the other.
    fn moves(&self) -> Vec<MoveView>;

    /// The position string.
    fn position_text(&self) -> String;

    /// The game as it stands, its moves by number, apart from this one.
    fn numbered(&self) -> Box<dyn NumberedGame>;
}

/// How far a walk through all lines of so many plies has come: which move comes next at each ply.
#[derive(Clone, Debug)]
pub struct Lines {
    begin: usize,
    /// At the first ply, and at those below it; most walks have one only.
    first: usize,
    below: Vec<usize>,
}

impl Lines {
    /// Lines of so many plies, one at least, of a game in which so many moves were played.
    pub fn new(begin: usize, plies: usize) -> Self {
        Self { begin, first: 0, below: vec![0; plies.saturating_sub(1)] }
    }

    /// Moves played where the lines begin.
    pub const fn begin(&self) -> usize {
        self.begin
    }

    /// Moves played where they end.
    pub const fn end(&self) -> usize {
        self.begin + 1 + self.below.len()
    }

    /// Which move comes next where so many were played; `None` before the lines begin, and at their ends.
    pub(super) fn next_at(&mut self, ply: usize) -> Option<&mut usize> {
        match ply.checked_sub(self.begin)? {
            0 => Some(&mut self.first),
            below => self.below.get_mut(below - 1),
        }
    }
}

/// Where a walk has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The end of a line, by the move of this number.
    Line(u16),
    /// Back where it began: there are no more lines.
    End,
    /// Nowhere: the position that it began with has been taken back.
    Lost,
}

/// A game as it stands, its moves by number.
pub trait NumberedGame: Send {
    /// The same once more; what happens to one does not concern the other.
    fn copy(&self) -> Box<dyn NumberedGame>;

    /// Who moves.
    fn side_to_move(&self) -> Side;

    /// The numbers of the legal moves; none when the game is over, also where the board would still
    /// have some.
    fn moves(&mut self, out: &mut Vec<u16>);

    /// Plays the legal move of this number, or says why not and leaves all as it was.
    fn play(&mut self, number: u16) -> Result<(), MoveError>;

    /// Takes the last move back; `false` when there is none.
    fn undo(&mut self) -> bool;

    /// Takes back what was played since the end of the last line of a walk, and plays the next line. Lines
    /// that the game ends before are none.
    fn next_line(&mut self, lines: &mut Lines) -> Step;

    /// The numbers of the moves played from the set-up.
    fn played(&self) -> &[u16];

    /// How the game has ended, by the board or by its history.
    fn outcome(&self) -> Option<Outcome>;

    /// How the legal move of this number is written; `None` where there is none.
    fn text(&mut self, number: u16) -> Option<String>;

    /// The number of the legal move that a text means. Of moves that lead to the same position a game
    /// may list one only: the number is that one's.
    fn number(&mut self, text: &str) -> Result<u16, MoveError>;

    /// Plays the legal move that a text means, or says why not and leaves all as it was.
    fn play_text(&mut self, text: &str) -> Result<(), MoveError>;

    /// The hash key of the position.
    fn key(&self) -> u64;

    /// What the board looks like, whatever stands on it.
    fn picture(&self) -> Picture;

    /// What stands on each of its places.
    fn scene(&self) -> Scene;

    /// The board in letters.
    fn diagram(&self) -> String;

    /// The position string.
    fn position_text(&self) -> String;

    /// Set-up, moves and result as text.
    fn game_text(&self) -> GameText;

    /// Sets up a position, the start where there is `None`, and plays moves from it: all or nothing.
    fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), SetupError>;
}

/// What is known of a search before it begins, for its recording.
pub fn about(state: &dyn GameState, player: &str) -> About {
    let game = state.game_text();
    About {
        rules: state.rules_in_force(),
        setup: game.setup,
        moves: game.moves,
        position: state.position_text(),
        diagram: state.board().diagram,
        player: player.to_owned(),
        ..About::default()
    }
}
