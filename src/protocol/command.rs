//! What a client may say: one line, one [`Command`].

use crate::core::Limits;

/// A line of the client, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<'a> {
    /// What is to be done.
    pub command: Command<'a>,
    /// Words that mean nothing where they stood. UCI wants them ignored; we say so, since a
    /// misspelt `go deph 3` would otherwise search for ever without a word.
    pub unknown: Vec<&'a str>,
}

/// A command, its arguments still text where only a game can read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `uci`: speak UCI from now on, introduce yourself.
    Uci,
    /// `ugi`: the same for UGI.
    Ugi,
    /// `debug on|off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `setoption name N [value V]`.
    SetOption {
        /// May contain spaces.
        name: &'a str,
        /// May contain spaces; buttons have none.
        value: Option<&'a str>,
    },
    /// `register …`: nothing to register.
    Register,
    /// `ucinewgame`, `uginewgame`.
    NewGame,
    /// `position …`.
    Position(Setup<'a>),
    /// `moves m1 m2 …`: play on from here. Without a move it is [`Show::Moves`].
    Moves(Vec<&'a str>),
    /// `go …`.
    Go(Go<'a>),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `query p1turn|gameover|result`.
    Query(Query),
    /// `d`, `eval`, `moves`, `rules`.
    Show(Show),
    /// `perft N`, `go perft N`.
    Perft(u32),
    /// `bench`.
    Bench,
    /// `undo [N]`: take back one move, or N.
    Undo(u32),
    /// `save FILE`.
    Save(&'a str),
    /// `load FILE`.
    Load(&'a str),
    /// `help [COMMAND]`.
    Help(Option<&'a str>),
    /// `quit`.
    Quit,
}

/// `position [GAME] startpos|fen F [moves …]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<'a> {
    /// The game or variant named in front, as sugar for `UCI_Variant`.
    pub game: Option<&'a str>,
    /// Where the game begins.
    pub start: Start<'a>,
    /// The moves played from there.
    pub moves: Vec<&'a str>,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// The game's own start position.
    StartPos,
    /// A position string, spaces included.
    Fen(&'a str),
}

/// `go …`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go<'a> {
    /// Limits in any combination.
    pub limits: Limits,
    /// `searchmoves …`, as text.
    pub search_moves: Vec<&'a str>,
}

/// UGI's three questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is it the first side's turn?
    P1Turn,
    /// Is the game over?
    GameOver,
    /// How did it end?
    Result,
}

/// What a person may ask to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// `d`: diagram, position string, key, counters.
    Diagram,
    /// `eval`: the judge's terms.
    Eval,
    /// `moves`: the legal moves.
    Moves,
    /// `rules`: the rule set in force.
    Rules,
}

/// Why a line was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// No word of the line is a command.
    #[error("unknown command `{found}`, try help")]
    UnknownCommand {
        /// The line, shortened.
        found: String,
    },
    /// A command's argument is missing or is not what belongs there.
    #[error("{command}: found `{found}`, expected {expected}")]
    Argument {
        /// The command.
        command: &'static str,
        /// What was read; empty at the end of the line.
        found: String,
        /// What would have been taken.
        expected: &'static str,
    },
}
