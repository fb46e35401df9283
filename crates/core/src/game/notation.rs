//! Text: positions, moves and diagrams. Every write has a parse that takes it back.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::key_board::KeyBoard;
use super::picture::{Picture, Scene};
use super::record_tree::RecordTree;
use super::{Ending, Outcome, PlayedGame, Rules, tags};
use crate::Side;
pub use crate::text::shorten;

/// Why a position was not taken: which part of it, what was there, what belongs there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position: {field}: found `{found}`, expected {expected}")]
pub struct PositionError {
    /// The part of the position string.
    pub field: &'static str,
    /// What was read there.
    pub found: String,
    /// What would have been taken.
    pub expected: String,
}

impl PositionError {
    /// An error in `field`, where `found` stands and `expected` belongs.
    pub fn new(field: &'static str, found: &str, expected: impl Into<String>) -> Self {
        Self { field, found: shorten(found), expected: expected.into() }
    }
}

/// Why a move was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move of this game at all.
    #[error("`{found}` is not a move, expected {expected}")]
    Syntax {
        /// What was read.
        found: String,
        /// How moves of this game are written.
        expected: &'static str,
    },
    /// A well-formed move that may not be played here.
    #[error("`{found}` is not legal here{}", because(.why))]
    Illegal {
        /// What was read.
        found: String,
        /// The reason, where the game gives one; else empty.
        why: String,
    },
    /// The move would bring a position back, which the rule of repetition forbids.
    #[error("`{found}` repeats the position after ply {ply}, which these rules forbid")]
    Repeats {
        /// What was read.
        found: String,
        /// How many plies had been played when the position last stood there.
        ply: usize,
    },
    /// The game is over; no move may be played.
    #[error("`{found}` cannot be played: the game is over ({reason})")]
    Over {
        /// What was read.
        found: String,
        /// The rule that ended the game.
        reason: &'static str,
    },
}

/// A reason as the end of a sentence.
fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(": {why}") }
}

/// What a text means as a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParsedMove<M> {
    /// This legal move.
    Move(M),
    /// A move that may not be played here.
    Illegal,
    /// No move of this game at all, or none that says which: this is how it should be written.
    Syntax(&'static str),
}

impl<M> ParsedMove<M> {
    /// A legal move, where there is one.
    pub fn of(legal: Option<M>) -> Self {
        legal.map_or(Self::Illegal, Self::Move)
    }
}

/// What a record of a game says besides its moves.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    /// Names and values, in order: `White`, `Black`, `Date`; the form may have tags of its own.
    pub tags: &'a [(&'static str, String)],
    /// A comment after each move of the line; empty where there is nothing to say.
    pub comments: &'a [String],
    /// Who won, if the game is over: by its rules or otherwise.
    pub result: Option<Option<Side>>,
}

impl<'a> Header<'a> {
    /// The value of a tag.
    pub fn find(&self, name: &str) -> Option<&'a str> {
        self.tags.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value.as_str())
    }
}

/// A game read from a record, its moves as they are to be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Names and values: `First` and `Second` are the players.
    pub tags: Vec<(&'static str, String)>,
    /// The position string it begins with; `None` where it is the start position.
    pub setup: Option<String>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// How the record says that the game ended.
    pub claim: Option<Ending>,
}

/// A move of a record, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// As [`Notation::parse_move`] reads it.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
    /// Whose move the record says it is, if it does.
    pub side: Option<Side>,
}

/// Under which rules a game was played, as its record says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordRules {
    /// The variant, where the form has a word for it.
    pub variant: Option<&'static str>,
    /// Full names of options and their values; others are at their defaults.
    pub options: Vec<(String, String)>,
    /// The line that says so, from 1.
    pub line: usize,
    /// What was not understood and taken to be as usual, a sentence each.
    pub remarks: Vec<String>,
}

impl RecordRules {
    /// Takes the options that a line of the record names: the value of its [`RULES_TAG`].
    ///
    /// # Errors
    /// Names the word that is none.
    pub fn take_options(&mut self, text: &str, line: usize) -> Result<(), RecordError> {
        self.options = read_options(text).map_err(|word| {
            let what = format!("found `{word}`, expected options as NAME=VALUE");
            RecordError { line, what }
        })?;
        self.line = line;
        Ok(())
    }
}

/// The tag of a record that names options, [`options_text`] as its value.
pub const RULES_TAG: &str = "Rules";

/// Options and their values as one text: `Kalah.Pits=4 Kalah.Stones=3`.
pub fn options_text(options: &[(String, String)]) -> String {
    let words: Vec<String> =
        options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    words.join(" ")
}

/// Takes [`options_text`] apart again; an error is the word that is none.
fn read_options(text: &str) -> Result<Vec<(String, String)>, String> {
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').ok_or_else(|| shorten(word))?;
        Ok((name.to_owned(), value.to_owned()))
    };
    text.split_whitespace().map(pair).collect()
}

/// Why a record was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What was found there and what expected.
    pub what: String,
}

/// How positions and moves of a game are written.
pub trait Notation: Rules {
    /// How a move looks, for error messages: "two squares, as in e2e4".
    const MOVE_FORM: &'static str;
    /// How names of files with records of this game end, without the dot; empty where none are read.
    const RECORD_EXTENSION: &'static str = "";
    /// The same of problems, moves with their values; empty where there is no such form.
    const PROBLEM_EXTENSION: &'static str = "";

    /// Whether a text looks like a record of this game and of no other; for what has no name.
    fn is_record(_text: &str) -> bool {
        false
    }

    /// What the game calls its sides, the first before the second: White and Black, say.
    fn side_names(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    /// The start position with this side on move, if a game may begin so.
    fn start_for(&self, side: Side) -> Option<Self::Position> {
        (side == self.side_to_move(&self.start())).then(|| self.start())
    }

    /// Reads a position string. Never trusts it: any text gives a position or an error.
    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Writes the canonical position string.
    fn write_position(&self, pos: &Self::Position, f: &mut dyn Write) -> fmt::Result;

    /// Writes a legal move of this position as one token without spaces.
    fn write_move(&self, pos: &Self::Position, mv: Self::Move, f: &mut dyn Write) -> fmt::Result;

    /// Draws the board so that a person can play from it; each line ends with a newline.
    fn write_diagram(&self, pos: &Self::Position, f: &mut dyn Write) -> fmt::Result;

    /// The board as keys play it, for games whose source text tells of a program that was played so.
    fn key_board(&self, _pos: &Self::Position) -> Option<KeyBoard> {
        None
    }

    /// What the board looks like. Games draw their own by overriding this and [`Notation::scene`];
    /// without that, the diagram is drawn letter by letter.
    fn picture(&self) -> Picture {
        Picture::of_text(&self.diagram_text(&self.start()))
    }

    /// What stands on each place of [`Notation::picture`].
    fn scene(&self, pos: &Self::Position) -> Scene {
        self.picture().scene_of_text(&self.diagram_text(pos))
    }

    /// The position string of what was put on the places of [`Notation::picture`] by hand, with this
    /// side on move; [`Notation::parse_position`] says whether it is a position. `None` where the
    /// board is not set up so.
    fn set_up(&self, _scene: &[&str], _side: Side) -> Option<String> {
        None
    }

    /// What this text means here. Games with more than one spelling of a move override this; without
    /// that, the legal moves are those that are written so, in upper or lower case.
    fn read_move(&self, played: &PlayedGame<Self>, text: &str) -> ParsedMove<Self::Move>
    where
        Self: Sized,
    {
        let is_it =
            |mv: &Self::Move| self.move_text(played.position(), *mv).eq_ignore_ascii_case(text);
        ParsedMove::of(played.moves(self).into_iter().find(is_it))
    }

    /// Why a text that is a move may not be played here, as the end of a sentence; empty for no more.
    fn why_illegal(&self, _played: &PlayedGame<Self>, _text: &str) -> String
    where
        Self: Sized,
    {
        String::new()
    }

    /// The legal move that this text means, or why there is none. A game that a count has ended still
    /// has its moves, for analysis: there a text that is none of them is at fault, not the end.
    fn parse_move(&self, played: &PlayedGame<Self>, text: &str) -> Result<Self::Move, MoveError>
    where
        Self: Sized,
    {
        let found = || shorten(text);
        let refused = |mv| played.forbids(self, mv);
        match self.read_move(played, text) {
            ParsedMove::Move(mv) => match refused(mv) {
                Some(ply) => Err(MoveError::Repeats { found: found(), ply }),
                None => Ok(mv),
            },
            ParsedMove::Syntax(expected) => Err(MoveError::Syntax { found: found(), expected }),
            ParsedMove::Illegal => Err(match self.outcome(played.position()) {
                Some(Outcome { reason, claim: false, .. }) if played.moves(self).is_empty() => {
                    MoveError::Over { found: found(), reason }
                }
                _ => match self.move_of_board(played, text).and_then(refused) {
                    Some(ply) => MoveError::Repeats { found: found(), ply },
                    None => {
                        MoveError::Illegal { found: found(), why: self.why_illegal(played, text) }
                    }
                },
            }),
        }
    }

    /// The move of the board that this text means, whatever was played before.
    fn move_of_board(&self, played: &PlayedGame<Self>, text: &str) -> Option<Self::Move>
    where
        Self: Sized,
    {
        match self.read_move(&PlayedGame::new(self, played.position().clone()), text) {
            ParsedMove::Move(mv) => Some(mv),
            ParsedMove::Illegal | ParsedMove::Syntax(_) => None,
        }
    }

    /// The texts of moves that a list of words stands for: each is a move, unless the game is also
    /// written without spaces between its moves, or with one inside a move.
    fn moves_in<'a>(&self, words: &[&'a str]) -> Vec<Cow<'a, str>> {
        words.iter().copied().map(Cow::Borrowed).collect()
    }

    /// The moves among the listed ones that a move stands for where some are to be chosen: itself,
    /// unless it may be played without being listed, as the beginning of several.
    fn meant_by(&self, _played: &PlayedGame<Self>, mv: Self::Move) -> Vec<Self::Move>
    where
        Self: Sized,
    {
        vec![mv]
    }

    /// The parts of a move that a person may watch one after the other, each a move by itself; a
    /// move that is one step is itself.
    fn steps(&self, mv: Self::Move) -> Vec<Self::Move> {
        vec![mv]
    }

    /// The moves that a person makes at the board: all legal ones, but of a turn of several steps that
    /// are moves themselves the first step, after which the same side goes on.
    fn moves_by_hand(&self, played: &PlayedGame<Self>) -> Vec<Self::Move>
    where
        Self: Sized,
    {
        played.moves(self)
    }

    /// The places of this [`Notation::picture`] that a person points at, one after the other, to make a
    /// legal move: from where and to where, say. Games whose moves are not written as the places they
    /// touch override this.
    fn clicks(&self, picture: &Picture, pos: &Self::Position, mv: Self::Move) -> Vec<String> {
        picture.named_in(&self.move_text(pos, mv))
    }

    /// Other places that a person may point at and mean this move: where it passes by, as a piece that
    /// captures several does, or a stone that falls.
    fn via(&self, _pos: &Self::Position, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// What stands on the board after each step of a legal move that a person may watch, the last
    /// being the position after it: stone by stone where stones are sown.
    fn frames(&self, pos: &Self::Position, mv: Self::Move) -> Vec<Scene> {
        let mut pos = pos.clone();
        let frame = |step| {
            self.play(&mut pos, step);
            self.scene(&pos)
        };
        self.steps(mv).into_iter().map(frame).collect()
    }

    /// The games of a file of such records, each with the number of its first line, from 1.
    fn split_records(bytes: &[u8]) -> Vec<(usize, &[u8])>
    where
        Self: Sized,
    {
        tags::games(bytes)
    }

    /// The game as a record in the form its players use, PGN for chess; `None` where there is no
    /// such form, or none of ours.
    fn write_game(&self, _line: &PlayedGame<Self>, _header: &Header<'_>) -> Option<String>
    where
        Self: Sized,
    {
        None
    }

    /// The same of a main line with its variations, for a form that is not made of numbered moves.
    fn write_tree(&self, _: &PlayedGame<Self>, _: &Header<'_>, _: &RecordTree) -> Option<String>
    where
        Self: Sized,
    {
        None
    }

    /// Reads the variations of a record in such a form; the moves are not played.
    fn read_tree(&self, _bytes: &[u8]) -> Option<Result<RecordTree, RecordError>> {
        None
    }

    /// How such a record has a legal move from the end of this game: the number of its pair of moves,
    /// and its text; `None` where such records have no variations.
    fn record_move(&self, _played: &PlayedGame<Self>, _mv: Self::Move) -> Option<(u32, String)>
    where
        Self: Sized,
    {
        None
    }

    /// Under which rules a record says that its game was played: those under which it is to be read.
    fn read_rules(&self, _bytes: &[u8]) -> Result<RecordRules, RecordError> {
        Ok(RecordRules::default())
    }

    /// Reads a record of the form that [`Notation::RECORD_EXTENSION`] names. The moves are not
    /// played, so they may turn out not to be legal. Never trusts the bytes.
    fn read_game(&self, _bytes: &[u8]) -> Result<GameRecord, RecordError> {
        let what = "this game has no records that could be read".to_owned();
        Err(RecordError { line: 1, what })
    }

    /// [`Notation::write_position`] as a string.
    fn position_text(&self, pos: &Self::Position) -> String {
        let mut text = String::new();
        self.write_position(pos, &mut text).expect("writing to a string does not fail");
        text
    }

    /// [`Notation::write_move`] as a string.
    fn move_text(&self, pos: &Self::Position, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(pos, mv, &mut text).expect("writing to a string does not fail");
        text
    }

    /// [`Notation::write_diagram`] as a string.
    fn diagram_text(&self, pos: &Self::Position) -> String {
        let mut text = String::new();
        self.write_diagram(pos, &mut text).expect("writing to a string does not fail");
        text
    }
}
