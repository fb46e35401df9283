//! Questions about a recorded search, and what is to be recorded: one grammar for the protocol and
//! for `plyglot inspect`.
//!
//! ```text
//! trace     = "trace" [ "on" | "off" | file ] { "nodes" n | "depth" n | "ply" n | "move" move … }
//! question  = "why" [ "not" ] [ move ] | "tree" { move } [ "depth" n ] | "up" | "down" move
//!           | "best" n | "hot" | "iterations" | "explain" "eval" | "diff" file [ file ]
//! ```

use std::fmt;

use super::error::ParseError;
use super::words::write_number;
use plyglot_core::text::shorten;

/// A question about the recorded search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask<'a> {
    /// `why`, `why MOVE`, `why not MOVE`: the best line, or what speaks against a move.
    Why(Option<&'a str>),
    /// `tree [PATH] [depth N]`.
    Tree {
        /// Moves from where the walk has led.
        path: Vec<&'a str>,
        /// How many plies below it to show.
        depth: u32,
    },
    /// `up`.
    Up,
    /// `down MOVE`.
    Down(&'a str),
    /// `best N`.
    Best(u32),
    /// `hot`.
    Hot,
    /// `iterations`.
    Iterations,
    /// `diff A [B]`: a file against the recorded search, or two files.
    Diff(&'a str, Option<&'a str>),
}

/// What `trace` is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceWish<'a> {
    /// Where to.
    pub to: TraceTo<'a>,
    /// So many visits at most.
    pub nodes: Option<u32>,
    /// Whole trees from this iteration on.
    pub depth: Option<u32>,
    /// No deeper than this ply.
    pub ply: Option<u32>,
    /// Below these moves only.
    pub moves: Vec<&'a str>,
}

/// Where a recording goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceTo<'a> {
    /// Nowhere: searches are not recorded.
    Off,
    /// Every search is kept in memory until the next.
    Memory,
    /// The next search goes to this file, and is kept in memory.
    File(&'a str),
}

/// Words after a command, taken from the front.
struct Words<'a> {
    place: &'static str,
    left: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn new(place: &'static str, text: &'a str) -> Self {
        Self { place, left: text.split_whitespace().rev().collect() }
    }

    fn next(&mut self) -> Option<&'a str> {
        self.left.pop()
    }

    fn takes(&mut self, word: &str) -> bool {
        let found = self.left.last().is_some_and(|next| next.eq_ignore_ascii_case(word));
        if found {
            self.left.pop();
        }
        found
    }

    fn wrong(&self, found: Option<&str>, expected: &'static str) -> ParseError {
        let found = shorten(found.unwrap_or(""));
        ParseError::Argument { place: self.place.to_owned(), found, expected }
    }

    fn number(&mut self) -> Result<u32, ParseError> {
        let word = self.next();
        let number = word.and_then(|word| word.parse::<u64>().ok());
        let number = number.ok_or_else(|| self.wrong(word, "a whole number"))?;
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }

    fn word(&mut self, expected: &'static str) -> Result<&'a str, ParseError> {
        self.next().ok_or_else(|| self.wrong(None, expected))
    }

    /// What is left means nothing here.
    fn rest(self) -> Vec<&'a str> {
        self.left.into_iter().rev().collect()
    }
}

/// What stands behind the word, and words that mean nothing there.
type Taken<'a, T> = Result<(T, Vec<&'a str>), ParseError>;

/// Lines that `best` shows when no number is given.
const BEST_DEFAULT: u32 = 5;

impl<'a> Ask<'a> {
    /// The words that begin a question.
    pub const WORDS: [&'static str; 9] =
        ["why", "tree", "up", "down", "best", "hot", "iterations", "explain", "diff"];

    /// Reads what stands behind one of [`Ask::WORDS`], except `explain`, which is not about a
    /// recording.
    pub(super) fn parse(place: &'static str, text: &'a str) -> Taken<'a, Self> {
        let mut words = Words::new(place, text);
        let ask = match place {
            "why" => {
                let not = words.takes("not");
                let mv = if not { Some(words.word("a move")?) } else { words.next() };
                Self::Why(mv)
            }
            "tree" => {
                let (mut path, mut depth) = (Vec::new(), 1);
                while let Some(word) = words.next() {
                    if word.eq_ignore_ascii_case("depth") {
                        depth = words.number()?.max(1);
                    } else {
                        path.push(word);
                    }
                }
                Self::Tree { path, depth }
            }
            "up" => Self::Up,
            "down" => Self::Down(words.word("a move")?),
            "best" if words.left.is_empty() => Self::Best(BEST_DEFAULT),
            "best" => Self::Best(words.number()?.max(1)),
            "hot" => Self::Hot,
            "diff" => Self::Diff(words.word("a trace file, or two")?, words.next()),
            _ => Self::Iterations,
        };
        Ok((ask, words.rest()))
    }
}

impl<'a> TraceWish<'a> {
    pub(super) fn parse(text: &'a str) -> Taken<'a, Self> {
        let mut words = Words::new("trace", text);
        let to = match words.word("on, off or a file's name")? {
            word if word.eq_ignore_ascii_case("on") => TraceTo::Memory,
            word if word.eq_ignore_ascii_case("off") => TraceTo::Off,
            name => TraceTo::File(name),
        };
        let mut wish = Self { to, nodes: None, depth: None, ply: None, moves: Vec::new() };
        let mut unknown = Vec::new();
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "nodes" => wish.nodes = Some(words.number()?),
                "depth" => wish.depth = Some(words.number()?),
                "ply" => wish.ply = Some(words.number()?),
                "move" => {
                    let is_limit = |word: &&str| {
                        ["nodes", "depth", "ply", "move"].contains(&&*word.to_ascii_lowercase())
                    };
                    while words.left.last().is_some_and(|next| !is_limit(next)) {
                        wish.moves.extend(words.next());
                    }
                    if wish.moves.is_empty() {
                        return Err(words.wrong(words.left.last().copied(), "a move"));
                    }
                }
                _ => unknown.push(word),
            }
        }
        Ok((wish, unknown))
    }
}

impl fmt::Display for Ask<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Why(None) => f.write_str("why"),
            Self::Why(Some(mv)) => write!(f, "why not {mv}"),
            Self::Tree { path, depth } => {
                f.write_str("tree")?;
                path.iter().try_for_each(|mv| write!(f, " {mv}"))?;
                write!(f, " depth {depth}")
            }
            Self::Up => f.write_str("up"),
            Self::Down(mv) => write!(f, "down {mv}"),
            Self::Best(lines) => write!(f, "best {lines}"),
            Self::Hot => f.write_str("hot"),
            Self::Iterations => f.write_str("iterations"),
            Self::Diff(one, None) => write!(f, "diff {one}"),
            Self::Diff(one, Some(other)) => write!(f, "diff {one} {other}"),
        }
    }
}

impl fmt::Display for TraceWish<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            TraceTo::Off => f.write_str("trace off")?,
            TraceTo::Memory => f.write_str("trace on")?,
            TraceTo::File(name) => write!(f, "trace {name}")?,
        }
        write_number(f, "nodes", self.nodes)?;
        write_number(f, "depth", self.depth)?;
        write_number(f, "ply", self.ply)?;
        if !self.moves.is_empty() {
            write!(f, " move {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}
