//! The `NBoard` protocol of Othello, version 2 [nboard-protocol]: the engine's side.
//!
//! A client that begins with `nboard` is answered in it from then on. Its lines become the commands of
//! our own protocol and our replies become lines of its:
//!
//! ```text
//! nboard 2                   setoption name UCI_Variant value …       set myname plyglot
//! set depth 12               kept for the next search
//! set game (;GM[Othello]…;)  position fen … moves …
//! move f5/1.00/2.5           position fen … moves … f5
//! hint 3                     setoption name MultiPV value 3, go …     search f5d6 1.50 0 12
//! go                         setoption name MultiPV value 1, go …     === f5 1.50 0.3
//! ping 7                     stop, isready                            pong 7
//! learn                                                               learned
//! quit                       quit
//! ```
//!
//! A ping ends what is being searched, and nothing more is said of it. Evaluations are discs, for the
//! side to move. How a game is read out of a record, the program says ([`ReadGame`]). Unknown commands
//! are passed over; what cannot be obeyed is a `status`.
//!
//! Whatever follows a `set game` or a `move` is about the position that it leads to. A client whose
//! game or move was refused has another position before it than we have, and would take every answer
//! for one about its own: nothing is searched from then on until a game is set up. A `go` has to be
//! answered by `===` and a move; where the game is over that is `PA`, the only move without a square,
//! and the `status` behind it, which the client shows, says why.

use std::collections::VecDeque;

use crate::hub::{Act, Told};
use crate::translator::{Translator, said};
use crate::{Info, Reply};
use plyglot_core::{Bound, Limits};

/// A game read out of a record: the position string, `None` for the start, and the moves from
/// there. The error is a line.
pub type ReadGame = fn(&str) -> Result<(Option<String>, Vec<String>), String>;

/// Whether a game can be played so: the position string, `None` for the start, and its moves. The
/// error is a line about the last of them.
pub type CheckGame = fn(Option<&str>, &[String]) -> Result<(), String>;

/// What is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Search {
    /// A move is to be answered.
    Move,
    /// So many lines are to be told.
    Hint,
    /// Nobody waits for it any more.
    Void,
}

/// A conversation.
#[derive(Debug)]
pub struct NBoard {
    /// The variant that is played.
    variant: &'static str,
    read: ReadGame,
    check: CheckGame,
    position: Option<String>,
    moves: Vec<String>,
    /// What of the client's was refused, so that there is no position.
    refused: Option<&'static str>,
    depth: u32,
    searches: VecDeque<Search>,
    /// What the first search has said last.
    latest: Option<Info>,
    /// The numbers of the pings that wait, in order.
    pings: VecDeque<String>,
}

/// Searched so deep until the client says otherwise, plies.
const DEPTH: u32 = 10;
const DEPTH_MAX: u32 = 60;
/// A depth that says that the value is proven.
const SOLVED: &str = "100%";
const OVER: &str = "status the game is over";
/// Lines of a hint, at most.
const HINTS_MAX: u32 = 60;

impl NBoard {
    /// A conversation about games of this variant.
    pub fn new(variant: &'static str, read: ReadGame, check: CheckGame) -> Self {
        Self {
            variant,
            read,
            check,
            position: None,
            moves: Vec::new(),
            refused: None,
            depth: DEPTH,
            searches: VecDeque::new(),
            latest: None,
            pings: VecDeque::new(),
        }
    }

    /// Whether a client that begins so speaks this protocol.
    pub fn is_greeting(line: &str) -> bool {
        line.split_whitespace().next() == Some("nboard")
    }

    /// Sets the position up, behind whatever is being searched.
    fn set_up(&mut self) -> Vec<Act> {
        let position = Told::Position(self.position.clone(), self.moves.clone());
        [self.end(), vec![Act::Tell(position)]].concat()
    }

    /// Ends what is being searched: nobody waits for it.
    fn end(&mut self) -> Vec<Act> {
        if self.searches.iter().all(|search| *search == Search::Void) {
            return Vec::new();
        }
        self.searches.iter_mut().for_each(|search| *search = Search::Void);
        vec![Act::Tell(Told::Stop)]
    }

    fn set(&mut self, what: &str) -> Vec<Act> {
        let (name, value) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
        let value = value.trim();
        match name {
            "depth" => match value.parse() {
                Ok(depth) => {
                    self.depth = u32::clamp(depth, 1, DEPTH_MAX);
                    Vec::new()
                }
                Err(_) => vec![status(&format!("set depth: found `{value}`, expected a number"))],
            },
            "game" => match (self.read)(value) {
                Ok((position, moves)) => {
                    (self.position, self.moves, self.refused) = (position, moves, None);
                    self.set_up()
                }
                Err(error) => self.refuse("game", &format!("set game: {error}")),
            },
            _ => Vec::new(),
        }
    }

    /// What the client has before it is not known any more.
    fn refuse(&mut self, what: &'static str, error: &str) -> Vec<Act> {
        self.refused = Some(what);
        [self.end(), vec![status(error)]].concat()
    }

    /// Why there is no position, if so, for the answer to this command.
    fn lost(&self, command: &str) -> Option<String> {
        let what = self.refused?;
        Some(format!("{command}: there is no position: the last {what} was refused"))
    }

    fn search(&mut self, search: Search, lines: u32) -> Vec<Act> {
        let command = if search == Search::Hint { "hint" } else { "go" };
        if let Some(lost) = self.lost(command) {
            return vec![status(&lost)];
        }
        let ended = self.end();
        self.searches.push_back(search);
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let lines = Told::SetOption("MultiPV", lines.to_string());
        [ended, vec![Act::Tell(lines), Act::Tell(Told::Go(limits))]].concat()
    }

    fn move_made(&mut self, text: &str) -> Vec<Act> {
        if let Some(lost) = self.lost("move") {
            return vec![status(&lost)];
        }
        let mv = text.split('/').next().unwrap_or("").to_lowercase();
        self.moves.push(if mv.starts_with("pa") { "pass".to_owned() } else { mv });
        match (self.check)(self.position.as_deref(), &self.moves) {
            Ok(()) => self.set_up(),
            Err(error) => self.refuse("move", &format!("move: {error}")),
        }
    }

    /// One of our replies as the client is told it.
    pub fn lines(&mut self, reply: &Reply) -> Vec<String> {
        match reply {
            Reply::ReadyOk => {
                self.pings.pop_front().map(|number| format!("pong {number}")).into_iter().collect()
            }
            Reply::Info(info) => self.told(info),
            Reply::BestMove { best, .. } => self.answer(best.as_deref()),
            Reply::Error(text) => {
                // The search that was refused is not answered otherwise.
                if text.starts_with("go") {
                    self.searches.pop_back();
                }
                vec![status_line(text)]
            }
            Reply::IdName(_)
            | Reply::IdAuthor(_)
            | Reply::Option(_)
            | Reply::UciOk
            | Reply::UgiOk
            | Reply::Note(_)
            | Reply::Response(_)
            | Reply::Text(_) => Vec::new(),
        }
    }

    /// The answer to a search.
    fn answer(&mut self, best: Option<&str>) -> Vec<String> {
        let search = self.searches.pop_front().unwrap_or(Search::Void);
        let latest = self.latest.take();
        let waiting = "status".to_owned();
        match (search, best) {
            (Search::Void, _) => Vec::new(),
            (Search::Hint, None) => vec![OVER.to_owned()],
            (Search::Hint, Some(_)) => vec![waiting],
            (Search::Move, None) => vec!["=== PA".to_owned(), OVER.to_owned()],
            (Search::Move, Some(best)) => {
                let info = latest.unwrap_or_default();
                #[expect(clippy::cast_precision_loss, reason = "for people")]
                let seconds = info.time_ms.unwrap_or(0) as f64 / 1000.0;
                let mv = if best == "pass" { "PA" } else { best };
                vec![format!("=== {mv} {:.2} {seconds:.1}", discs(&info)), waiting]
            }
        }
    }

    fn told(&mut self, info: &Info) -> Vec<String> {
        let search = self.searches.front().copied();
        if info.pv.is_empty() || !matches!(search, Some(Search::Move | Search::Hint)) {
            return Vec::new();
        }
        self.latest = Some(info.clone());
        // A hint has no word for what is only known to be at least or at most so much.
        let is_bound = info.score.is_none_or(|(_, bound)| bound != Bound::Exact);
        if search == Some(Search::Move) || is_bound {
            return Vec::new();
        }
        let depth = match info.depth {
            _ if info.exact => SOLVED.to_owned(),
            depth => depth.unwrap_or(0).to_string(),
        };
        let line: String =
            info.pv.iter().map(|mv| if mv == "pass" { "PA" } else { mv.as_str() }).collect();
        vec![format!("search {line} {:.2} 0 {depth}", discs(info))]
    }
}

impl Translator for NBoard {
    fn obey(&mut self, line: &str) -> Vec<Act> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "nboard" => {
                let variant = Told::SetOption("UCI_Variant", self.variant.to_owned());
                vec![Act::Tell(variant), Act::Say("set myname plyglot".to_owned())]
            }
            "set" => self.set(rest),
            "move" => self.move_made(rest),
            "go" => self.search(Search::Move, 1),
            "hint" => {
                let lines = rest.parse().unwrap_or(1);
                self.search(Search::Hint, u32::clamp(lines, 1, HINTS_MAX))
            }
            "ping" => {
                self.pings.push_back(rest.to_owned());
                [self.end(), vec![Act::Tell(Told::IsReady)]].concat()
            }
            "learn" => vec![Act::Say("learned".to_owned())],
            "quit" => vec![Act::Tell(Told::Quit)],
            _ => Vec::new(),
        }
    }

    fn reply(&mut self, reply: &Reply) -> Vec<Act> {
        said(self.lines(reply))
    }
}

/// The score in discs.
fn discs(info: &Info) -> f64 {
    info.score.map_or(0.0, |(score, _)| f64::from(score.raw()) / 100.0)
}

fn status(text: &str) -> Act {
    Act::Say(status_line(text))
}

fn status_line(text: &str) -> String {
    format!("status {text}")
}
