//! What a client may say: one line, one [`Command`].
//!
//! A command prints itself in its canonical form: lower case, one space between words, the words of
//! UCI where UGI has others. [`crate::parse`] takes every canonical form back.

use std::fmt;

use super::ask::{Ask, TraceWish};
use super::words::{write_list, write_number, write_words};
use plyglot_core::Limits;

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
        /// May contain spaces, as the client wrote them: compare by [`crate::words::same_words`].
        /// Ends before the first word `value`.
        name: &'a str,
        /// May contain spaces, and the words `name` and `value`. Buttons have none; an empty text
        /// is `value` with nothing behind it.
        value: Option<&'a str>,
    },
    /// `register …`: nothing to register.
    Register,
    /// `ucinewgame`, `uginewgame`.
    NewGame,
    /// `position …`.
    Position(Setup<'a>),
    /// `moves m1 m2 …`: play on from here; never empty. Without a move it is [`Show::Moves`].
    Moves(Vec<&'a str>),
    /// `go …`.
    Go(Go<'a>),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `query p1turn|gameover|result`.
    Query(Query),
    /// `d`, `moves`, `rules`, `draws`, `tb`.
    Show(Show),
    /// `eval [PLAYER…]`: what these players think of the position, the one in force if none is named.
    Eval(Vec<&'a str>),
    /// `explain eval [PLAYER…]`: the same with everything it is made of.
    Explain(Vec<&'a str>),
    /// `perft N [COUNTING]`, `go perft N`.
    Perft {
        /// In plies; 0 counts the position itself.
        depth: u32,
        /// What to count instead of moves, where the game knows such a word; it is for the game to
        /// say that it does not.
        counting: Option<&'a str>,
    },
    /// `perft N compare FILE|COMMAND`.
    Compare {
        /// In plies, 1 or more.
        depth: u32,
        /// A file with another program's divide output, or a command of the shell that prints it.
        with: &'a str,
    },
    /// `check depth N [FILE]`.
    Check {
        /// In plies, 1 or more.
        depth: u32,
        /// A file of positions, instead of the present one; the name may contain spaces.
        file: Option<&'a str>,
    },
    /// `bench`.
    Bench,
    /// `trace …`: whether searches are recorded.
    Trace(TraceWish<'a>),
    /// `why`, `tree` and other questions about the recorded search.
    Ask(Ask<'a>),
    /// `hint`: the best move known here.
    Hint,
    /// `node [MOVE …]`: what is kept of the node after these moves.
    Node(Vec<&'a str>),
    /// `undo [N]`: take back one move, or N, which is at least 1.
    Undo(u32),
    /// `save FILE`; the name may contain spaces.
    Save(&'a str),
    /// `load FILE`; the name may contain spaces.
    Load(&'a str),
    /// `help [TOPIC]`: a command, a game, a player or an option, whose name may contain spaces.
    Help(Option<&'a str>),
    /// `quit`, `exit`.
    Quit,
}

/// `position [GAME] startpos|fen F [moves …]`; `position GAME` alone is its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup<'a> {
    /// The game or variant named in front, as sugar for `UCI_Variant`.
    pub game: Option<&'a str>,
    /// The position string, spaces included; `None` for the game's own start.
    pub position: Option<&'a str>,
    /// The moves played from there.
    pub moves: Vec<&'a str>,
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
    /// `moves`: the legal moves.
    Moves,
    /// `rules`: the rule set in force.
    Rules,
    /// `draws`: what would end the game by counting or repetition, by each rule book.
    Draws,
    /// `tb`: what the endgame tables say of the position and its moves.
    Tables,
    /// `book`: what the opening book says of them.
    Book,
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Ugi => f.write_str("ugi"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::Register => f.write_str("register"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position(setup) => setup.fmt(f),
            Self::Moves(moves) => write_list(f, "moves", moves),
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Query(query) => query.fmt(f),
            Self::Show(show) => show.fmt(f),
            Self::Eval(players) => write_words(f, "eval", players),
            Self::Explain(players) => write_words(f, "explain eval", players),
            Self::Perft { depth, counting: None } => write!(f, "perft {depth}"),
            Self::Perft { depth, counting: Some(what) } => write!(f, "perft {depth} {what}"),
            Self::Compare { depth, with } => write!(f, "perft {depth} compare {with}"),
            Self::Check { depth, file: None } => write!(f, "check depth {depth}"),
            Self::Check { depth, file: Some(file) } => write!(f, "check depth {depth} {file}"),
            Self::Bench => f.write_str("bench"),
            Self::Trace(wish) => wish.fmt(f),
            Self::Ask(ask) => ask.fmt(f),
            Self::Hint => f.write_str("hint"),
            Self::Node(moves) => write_words(f, "node", moves),
            Self::Undo(count) => write!(f, "undo {count}"),
            Self::Save(file) => write!(f, "save {file}"),
            Self::Load(file) => write!(f, "load {file}"),
            Self::Help(None) => f.write_str("help"),
            Self::Help(Some(word)) => write!(f, "help {word}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Setup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("position")?;
        if let Some(game) = self.game {
            write!(f, " {game}")?;
        }
        match self.position {
            None => f.write_str(" startpos")?,
            Some(text) => write!(f, " fen {text}")?,
        }
        write_list(f, " moves", &self.moves)
    }
}

impl fmt::Display for Go<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = &self.limits;
        f.write_str("go")?;
        for (on, word) in [(limits.ponder, "ponder"), (limits.infinite, "infinite")] {
            if on {
                write!(f, " {word}")?;
            }
        }
        for (clock, word) in limits.clock.iter().zip(["wtime", "btime"]) {
            write_number(f, word, clock.map(|time| time.as_millis()))?;
        }
        for (increment, word) in limits.increment.iter().zip(["winc", "binc"]) {
            write_number(f, word, Some(increment.as_millis()).filter(|&ms| ms > 0))?;
        }
        write_number(f, "movestogo", limits.moves_to_go)?;
        write_number(f, "depth", limits.depth)?;
        write_number(f, "nodes", limits.nodes)?;
        write_number(f, "visits", limits.visits)?;
        write_number(f, "mate", limits.mate)?;
        write_number(f, "movetime", limits.move_time.map(|time| time.as_millis()))?;
        write_list(f, " searchmoves", &self.search_moves)
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P1Turn => "query p1turn",
            Self::GameOver => "query gameover",
            Self::Result => "query result",
        })
    }
}

impl fmt::Display for Show {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Diagram => "d",
            Self::Moves => "moves",
            Self::Rules => "rules",
            Self::Draws => "draws",
            Self::Tables => "tb",
            Self::Book => "book",
        })
    }
}
