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
//! analyze                    position …, go …, of every position      analysis 12 -0.50
//! ping 7                     stop, isready                            pong 7
//! learn                                                               learned
//! quit                       quit
//! ```
//!
//! A move is searched as deep as the client says and by the clock of the game, hints and analyses only
//! as deep. An analysis goes through the game from its end to its beginning, so that what was found of a
//! position is known to the one before it. Lines of thinking (`search`) come with moves as with hints,
//! and with either `nodestats`: nodes and seconds, with every depth, and at the end where more was
//! searched since.
//!
//! A ping ends what is being searched, and nothing more is said of it. Evaluations are discs, for the
//! side to move, but for those of an analysis, which a client draws as one line: these are Black's. How
//! a game is read out of a record, the program says ([`ReadGame`]). Unknown commands are passed over;
//! what cannot be obeyed is a `status`.
//!
//! Whatever follows a `set game` or a `move` is about the position that it leads to. A client whose
//! game or move was refused has another position before it than we have, and would take every answer
//! for one about its own: nothing is searched from then on until a game is set up. A `go` has to be
//! answered by `===` and a move; where the game is over that is `PA`, the only move without a square,
//! and the `status` behind it, which the client shows, says why.

mod clock;

use std::collections::VecDeque;

use self::clock::Clocks;
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
    /// The game is gone through backwards: the position after so many moves.
    Analysis(usize),
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
    /// The engine has another position of the game before it: one was analysed.
    is_away: bool,
    /// The client was told our name.
    is_named: bool,
    /// The client is gone, and an analysis that it asked for is not done.
    is_closed: bool,
    clocks: Clocks,
    depth: u32,
    searches: VecDeque<Search>,
    /// What the first search has said last.
    latest: Option<Info>,
    /// Its nodes and milliseconds, unless they have been told.
    spent: Option<(u64, u64)>,
    /// The numbers of the pings that wait, in order.
    pings: VecDeque<String>,
}

/// Searched so deep until the client says otherwise, plies.
const DEPTH: u32 = 10;
const DEPTH_MAX: u32 = 60;
/// A depth that says that the value is proven.
const SOLVED: &str = "100%";
const OVER: &str = "status the game is over";
/// How a position string ends where White is to move.
const WHITE: &str = " O";
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
            is_away: false,
            is_named: false,
            is_closed: false,
            clocks: Clocks::NONE,
            depth: DEPTH,
            searches: VecDeque::new(),
            latest: None,
            spent: None,
            pings: VecDeque::new(),
        }
    }

    /// Whether a client that begins so speaks this protocol.
    pub fn is_greeting(line: &str) -> bool {
        line.split_whitespace().next() == Some("nboard")
    }

    /// Sets the position up, behind whatever is being searched.
    fn set_up(&mut self) -> Vec<Act> {
        self.is_away = false;
        [self.end(), vec![self.after(self.moves.len())]].concat()
    }

    /// The position after so many moves of the game.
    fn after(&self, moves: usize) -> Act {
        let moves = self.moves.iter().take(moves).cloned().collect();
        Act::Tell(Told::Position(self.position.clone(), moves))
    }

    /// Ends what is being searched: nobody waits for it.
    fn end(&mut self) -> Vec<Act> {
        if self.searches.iter().all(|search| *search == Search::Void) {
            return Vec::new();
        }
        self.searches.iter_mut().for_each(|search| *search = Search::Void);
        vec![Act::Tell(Told::Stop), status("")]
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
                    let (clocks, refused) = Clocks::read(value);
                    self.clocks = clocks;
                    let refused = refused.map(|error| status(&format!("set game: {error}")));
                    [self.set_up(), refused.into_iter().collect()].concat()
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
        let (command, doing) = match search {
            Search::Move => ("go", "thinking"),
            Search::Hint => ("hint", "analyzing"),
            Search::Analysis(_) | Search::Void => ("analyze", "analyzing"),
        };
        if let Some(lost) = self.lost(command) {
            return vec![status(&lost)];
        }
        let mut acts = self.end();
        acts.push(status(doing));
        if std::mem::take(&mut self.is_away) {
            acts.push(self.after(self.moves.len()));
        }
        let lines = Told::SetOption("MultiPV".into(), lines.to_string());
        acts.extend([Act::Tell(lines), self.go(search)]);
        acts
    }

    fn go(&mut self, search: Search) -> Act {
        self.searches.push_back(search);
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        Act::Tell(Told::Go(match search {
            Search::Move => self.clocks.limit(limits),
            Search::Hint | Search::Analysis(_) | Search::Void => limits,
        }))
    }

    /// The position after so many moves was judged: says so, and goes on with the one before it.
    fn analysed(&mut self, moves: usize) -> Vec<Act> {
        self.searches.pop_front();
        let mut info = self.latest.take().unwrap_or_default();
        if self.is_whites_turn(moves) {
            info.score = info.score.map(|(score, bound)| (-score, bound));
        }
        let said = Act::Say(format!("analysis {moves} {:.2}", discs(&info)));
        match moves.checked_sub(1) {
            None if self.is_closed => vec![said, status(""), Act::Tell(Told::Quit)],
            None => vec![said, status("")],
            Some(moves) => {
                self.is_away = true;
                vec![said, self.after(moves), self.go(Search::Analysis(moves))]
            }
        }
    }

    /// Whether White moves after so many moves of the game, passes among them.
    fn is_whites_turn(&self, moves: usize) -> bool {
        let white_begins = self.position.as_deref().is_some_and(|text| text.ends_with(WHITE));
        white_begins != (moves % 2 == 1)
    }

    fn move_made(&mut self, text: &str) -> Vec<Act> {
        if let Some(lost) = self.lost("move") {
            return vec![status(&lost)];
        }
        let mv = text.split('/').next().unwrap_or("").to_lowercase();
        self.moves.push(if mv.starts_with("pa") { "pass".to_owned() } else { mv });
        match (self.check)(self.position.as_deref(), &self.moves) {
            Ok(()) => {
                self.clocks.take(text);
                self.set_up()
            }
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
        let info = self.latest.take().unwrap_or_default();
        let stats = self.stats();
        let lines = match (search, best) {
            // What is analysed is answered elsewhere, and goes on.
            (Search::Void | Search::Analysis(_), _) => return Vec::new(),
            (Search::Hint, None) => vec![OVER.to_owned()],
            (Search::Hint, Some(_)) => vec![status_line("")],
            (Search::Move, None) => vec!["=== PA".to_owned(), OVER.to_owned()],
            (Search::Move, Some(best)) => {
                let mv = if best == "pass" { "PA" } else { best };
                let seconds = seconds(info.time_ms.unwrap_or(0));
                vec![format!("=== {mv} {:.2} {seconds:.2}", discs(&info)), status_line("")]
            }
        };
        stats.into_iter().chain(lines).collect()
    }

    /// What has been spent, where that is news.
    fn stats(&mut self) -> Option<String> {
        let (nodes, ms) = self.spent.take()?;
        Some(format!("nodestats {nodes} {:.2}", seconds(ms)))
    }

    fn told(&mut self, info: &Info) -> Vec<String> {
        match self.searches.front() {
            None | Some(Search::Void) => return Vec::new(),
            Some(Search::Analysis(_)) => {
                // A finished game has a value and no move.
                if info.score.is_some() {
                    self.latest = Some(info.clone());
                }
                return Vec::new();
            }
            Some(Search::Move | Search::Hint) => {}
        }
        self.spent = info.nodes.map(|nodes| (nodes, info.time_ms.unwrap_or(0))).or(self.spent);
        if info.pv.is_empty() {
            return Vec::new();
        }
        self.latest = Some(info.clone());
        // There is no word for what is only known to be at least or at most so much.
        if info.score.is_none_or(|(_, bound)| bound != Bound::Exact) {
            return Vec::new();
        }
        let depth = match info.depth {
            _ if info.exact => SOLVED.to_owned(),
            depth => depth.unwrap_or(0).to_string(),
        };
        let line: String =
            info.pv.iter().map(|mv| if mv == "pass" { "PA" } else { mv.as_str() }).collect();
        let search = format!("search {line} {:.2} 0 {depth}", discs(info));
        // Once for all lines of a depth.
        let stats = if info.multi_pv.is_none_or(|nth| nth == 1) { self.stats() } else { None };
        [search].into_iter().chain(stats).collect()
    }
}

impl Translator for NBoard {
    fn obey(&mut self, line: &str) -> Vec<Act> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "nboard" => {
                let variant = Told::SetOption("UCI_Variant".into(), self.variant.to_owned());
                let name = Act::Say("set myname plyglot".to_owned());
                // `plyglot nboard` has greeted before its client does.
                let is_named = std::mem::replace(&mut self.is_named, true);
                [Act::Tell(variant)].into_iter().chain((!is_named).then_some(name)).collect()
            }
            "set" => self.set(rest),
            "move" => self.move_made(rest),
            "go" => self.search(Search::Move, 1),
            "hint" => {
                let lines = rest.parse().unwrap_or(1);
                self.search(Search::Hint, u32::clamp(lines, 1, HINTS_MAX))
            }
            "analyze" => self.search(Search::Analysis(self.moves.len()), 1),
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
        match (reply, self.searches.front()) {
            (Reply::BestMove { .. }, Some(&Search::Analysis(moves))) => self.analysed(moves),
            _ => said(self.lines(reply)),
        }
    }

    fn is_at_work(&mut self) -> bool {
        let is_analysing = self.searches.iter().any(|it| matches!(it, Search::Analysis(_)));
        self.is_closed |= is_analysing;
        is_analysing
    }
}

/// The score in discs.
fn discs(info: &Info) -> f64 {
    info.score.map_or(0.0, |(score, _)| f64::from(score.raw()) / 100.0)
}

#[expect(clippy::cast_precision_loss, reason = "for people")]
fn seconds(ms: u64) -> f64 {
    ms as f64 / 1000.0
}

fn status(text: &str) -> Act {
    Act::Say(status_line(text))
}

/// A client may end where it reads a letter beyond Latin-1, such as the dots of what was cut short.
fn status_line(text: &str) -> String {
    let plain = text.replace('…', "...").replace(|letter: char| !letter.is_ascii(), "?");
    format!("status {plain}").trim_end().to_owned()
}
