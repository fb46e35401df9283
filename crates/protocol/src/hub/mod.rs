//! The Hub protocol of draughts, version 2 [letouzey-hub-2]: the engine's side, for international
//! draughts and, under the names that pydraughts has for them, for the games of the small board.
//!
//! A client that begins with `hub` is answered in Hub from then on. Its lines become the commands of
//! our own protocol and our replies become lines of Hub, so that everything behind is the same
//! session:
//!
//! ```text
//! hub                                       id …, param …, wait
//! set-param name=threads value=2            setoption name Threads value 2
//! init                                      setoption …, isready           ready
//! ping                                      isready                        pong
//! new-game                                  ucinewgame
//! pos pos=W… moves="32-28 19x30x24"         position fen W… moves 32-28 19x30x24
//! level moves=30 time=60 inc=0.5            kept for the next go
//! go think | ponder | analyze               go … | go ponder … | go infinite
//! stop, ponder-hit, quit                    stop, ponderhit, quit
//!                                           info depth=9 … pv="32-28"
//!                                           done move=32-28 ponder=19-23
//! error message="…"                         what cannot be obeyed
//! ```
//!
//! Captures are written as from, to and the squares of all captured pieces. Unknown commands and
//! arguments are passed over, as the protocol asks.
//! Which games a client may name, and how it writes their boards, the program says ([`Variant`]).

mod level;
mod squares;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt::Write;

use self::level::{Level, MILLISECONDS};
use self::squares::{flipped_moves, turned_board};
use super::{Command, Go, Reply, Setup};
use plyglot_core::{Info, Limits, Score};

/// A game that Hub may be about.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name in Hub.
    pub name: &'static str,
    /// The options that choose it, and how its moves are written.
    pub options: [(&'static str, &'static str); 2],
    /// In position strings the board is turned and the colours are exchanged.
    pub is_turned: bool,
    /// In moves the rows count the other way.
    pub is_flipped: bool,
}

/// What a line of the client comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A command for the session.
    Tell(Told),
    /// A line for the client.
    Say(String),
}

/// A command with its own text: of what is said in Hub little is left as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// [`Command::IsReady`].
    IsReady,
    /// [`Command::SetOption`]: name and value.
    SetOption(Cow<'static, str>, String),
    /// [`Command::NewGame`].
    NewGame,
    /// [`Command::Position`]: the position string, `None` for the start, and moves.
    Position(Option<String>, Vec<String>),
    /// [`Command::Go`].
    Go(Limits),
    /// [`Command::Stop`].
    Stop,
    /// [`Command::PonderHit`].
    PonderHit,
    /// [`Command::Quit`].
    Quit,
}

impl Told {
    /// The command.
    pub fn command(&self) -> Command<'_> {
        match self {
            Self::IsReady => Command::IsReady,
            Self::SetOption(name, value) => Command::SetOption { name, value: Some(value) },
            Self::NewGame => Command::NewGame,
            Self::Position(position, moves) => Command::Position(Setup {
                game: None,
                position: position.as_deref(),
                moves: moves.iter().map(String::as_str).collect(),
            }),
            Self::Go(limits) => {
                Command::Go(Go { limits: limits.clone(), search_moves: Vec::new() })
            }
            Self::Stop => Command::Stop,
            Self::PonderHit => Command::PonderHit,
            Self::Quit => Command::Quit,
        }
    }
}

/// A conversation in Hub.
#[derive(Debug)]
pub struct Hub {
    /// The games there are; the first is meant where none is named.
    variants: &'static [Variant],
    /// The game that is played.
    variant: &'static Variant,
    level: Level,
    /// What each `readyok` to come is called, in order.
    awaited: VecDeque<&'static str>,
    is_set_up: bool,
    /// The position was refused: there is nothing to search.
    is_lost: bool,
    /// Searches asked for so far.
    asked: usize,
    /// So many of them were asked for before the position that the client has named last.
    asked_before: usize,
    /// So many of those to come were asked for before the client could know that the position is refused:
    /// they are none of its searches.
    void: usize,
}

/// A parameter of Hub and the option it sets: names, and how it is declared.
const PARAMS: [(&str, &str, &str); 4] = [
    ("hash", "Hash", "value=64 type=int min=1 max=65536"),
    ("threads", "Threads", "value=1 type=int min=1 max=64"),
    ("ponder", "Ponder", "value=false type=bool"),
    ("tb-path", "TbPath", "value=\"\" type=string"),
];
/// What is said of a search for which there is nothing.
const LOST: &str = "go: there is no position, the last one was refused";
/// A win is a hundred men, less a hundredth for each ply to it.
const WIN: f64 = 100.0;

impl Hub {
    /// A conversation about one of these games, the first until another is named.
    pub fn new(first: &'static Variant, variants: &'static [Variant]) -> Self {
        Self {
            variants,
            variant: first,
            level: Level::default(),
            awaited: VecDeque::new(),
            is_set_up: false,
            is_lost: false,
            asked: 0,
            asked_before: 0,
            void: 0,
        }
    }

    /// Whether a client that begins so speaks Hub.
    pub fn is_greeting(line: &str) -> bool {
        line.trim() == "hub"
    }

    /// What a line of the client means.
    pub fn obey(&mut self, line: &str) -> Vec<Act> {
        let words = split(line);
        let Some((command, arguments)) = words.split_first() else { return Vec::new() };
        let pairs: Vec<(&str, &str)> = arguments.iter().map(|word| pair(word)).collect();
        let get = |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        match command.as_str() {
            "hub" => self.greeting(),
            "init" => self.init(),
            "set-param" if get("name") == Some("variant") => self.choose(get("value")),
            "set-param" => set_param(get("name"), get("value")),
            "new-game" => self.with_set_up(vec![Act::Tell(Told::NewGame)]),
            "pos" => {
                let act = self.position(get("pos"), get("moves").unwrap_or(""));
                self.with_set_up(vec![act])
            }
            "level" => {
                let (level, refused) = Level::read(&pairs);
                self.level = level;
                refused.into_iter().map(|text| error(&text)).collect()
            }
            "go" => self.go(pairs.first().map_or("think", |(key, _)| *key)),
            "stop" => vec![Act::Tell(Told::Stop)],
            "ponder-hit" => vec![Act::Tell(Told::PonderHit)],
            "ping" => {
                self.awaited.push_back("pong");
                vec![Act::Tell(Told::IsReady)]
            }
            "quit" => vec![Act::Tell(Told::Quit)],
            _ => Vec::new(),
        }
    }

    /// One of our replies as the client is told it, if it is.
    pub fn reply(&mut self, reply: &Reply) -> Vec<String> {
        match reply {
            Reply::ReadyOk => self.awaited.pop_front().map(str::to_owned).into_iter().collect(),
            Reply::Info(_) if self.void > 0 => Vec::new(),
            Reply::Info(info) => {
                info_line(info, &self.flipped(&info.pv.join(" "))).into_iter().collect()
            }
            Reply::Error(text) => {
                if text.starts_with("position") {
                    // What waits to be searched waits behind it; what is searched already does not.
                    (self.is_lost, self.void) = (true, self.asked - self.asked_before);
                } else if text.starts_with("go") {
                    self.search_is_answered();
                }
                vec![error_line(text)]
            }
            Reply::BestMove { .. } if self.search_is_answered() => {
                vec![error_line(LOST), "done".to_owned()]
            }
            Reply::BestMove { best: Some(best), ponder } => {
                let ponder = ponder.as_ref().map(|mv| format!(" ponder={}", self.flipped(mv)));
                vec![format!("done move={}{}", self.flipped(best), ponder.unwrap_or_default())]
            }
            // A client that does not know why the game has ended waits for `done` all the same.
            Reply::BestMove { best: None, .. } => {
                vec![error_line("the game is over"), "done".to_owned()]
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

    fn greeting(&self) -> Vec<Act> {
        let version = env!("CARGO_PKG_VERSION");
        let id = format!("id name=plyglot version={version} author=\"the plyglot authors\"");
        let variant =
            format!("param name=variant value=normal type=enum values=\"{}\"", self.names(" "));
        let params = PARAMS.iter().map(|(name, _, about)| format!("param name={name} {about}"));
        [id, variant].into_iter().chain(params).chain(["wait".to_owned()]).map(Act::Say).collect()
    }

    fn init(&mut self) -> Vec<Act> {
        self.awaited.push_back("ready");
        self.with_set_up(vec![Act::Tell(Told::IsReady)])
    }

    /// Chooses the game before the first command that needs it.
    fn with_set_up(&mut self, acts: Vec<Act>) -> Vec<Act> {
        if std::mem::replace(&mut self.is_set_up, true) {
            return acts;
        }
        let choose = self.variant.options.map(|(name, value)| set_option(name, value));
        choose.into_iter().chain(acts).collect()
    }

    /// The client plays this variant from now on.
    fn choose(&mut self, name: Option<&str>) -> Vec<Act> {
        let found = name.unwrap_or("");
        let Some(variant) = self.variants.iter().find(|variant| variant.name == found) else {
            let names = self.names(", ");
            return vec![error(&format!("variant: found `{found}`, expected {names}"))];
        };
        if self.variant.name == variant.name {
            return Vec::new();
        }
        self.variant = variant;
        let was_set_up = std::mem::replace(&mut self.is_set_up, false);
        if was_set_up { self.with_set_up(Vec::new()) } else { Vec::new() }
    }

    /// The names of the games.
    fn names(&self, between: &str) -> String {
        self.variants.iter().map(|variant| variant.name).collect::<Vec<_>>().join(between)
    }

    fn position(&mut self, pos: Option<&str>, moves: &str) -> Act {
        if pos.is_some_and(|pos| pos.trim().is_empty()) {
            self.is_lost = true;
            let found = if moves.trim().is_empty() { "nothing" } else { "`moves`" };
            return error(&format!("position fen: found {found}, expected a position string"));
        }
        self.is_lost = false;
        self.asked_before = self.asked;
        let start = match pos {
            None | Some("start") => None,
            Some(pos) if self.variant.is_turned => Some(turned_board(pos)),
            Some(pos) => Some(pos.to_owned()),
        };
        let moves = moves.split_whitespace().map(|mv| self.flipped(mv)).collect();
        Act::Tell(Told::Position(start, moves))
    }

    /// Moves with the squares that the other side of the conversation has for them.
    fn flipped(&self, moves: &str) -> String {
        if self.variant.is_flipped { flipped_moves(moves) } else { moves.to_owned() }
    }

    fn go(&mut self, how: &str) -> Vec<Act> {
        if self.is_lost {
            return vec![error(LOST)];
        }
        let limits = match how {
            "think" => self.level.limits(),
            "ponder" => Limits { ponder: true, ..self.level.limits() },
            "analyze" | "analyse" => Limits { infinite: true, ..Limits::default() },
            other => {
                return vec![error(&format!(
                    "go: found `{other}`, expected think, ponder or analyze"
                ))];
            }
        };
        self.asked += 1;
        self.with_set_up(vec![Act::Tell(Told::Go(limits))])
    }

    /// One search less is to be answered; whether it was of no position.
    fn search_is_answered(&mut self) -> bool {
        let is_void = self.void > 0;
        self.void = self.void.saturating_sub(1);
        is_void
    }
}

fn set_param(name: Option<&str>, value: Option<&str>) -> Vec<Act> {
    let (name, value) = (name.unwrap_or(""), value.unwrap_or(""));
    match PARAMS.iter().find(|(known, ..)| *known == name) {
        Some((_, option, _)) => vec![set_option(option, value)],
        None => vec![error(&format!("set-param: no such parameter: `{name}`"))],
    }
}

fn info_line(info: &Info, pv: &str) -> Option<String> {
    let mut text = "info".to_owned();
    let depth = info.depth?;
    let _ = write!(text, " depth={depth}");
    if let Some((score, _)) = info.score {
        let _ = write!(text, " score={:.2}", men(score));
    }
    if let Some(nodes) = info.nodes {
        let _ = write!(text, " nodes={nodes}");
    }
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    if let Some(time) = info.time_ms {
        let _ = write!(text, " time={:.3}", time as f64 / MILLISECONDS);
    }
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    if let Some(nps) = info.nps {
        let _ = write!(text, " nps={:.3}", nps as f64 / 1e6);
    }
    if !pv.is_empty() {
        let _ = write!(text, " pv=\"{pv}\"");
    }
    Some(text)
}

/// A score in men.
fn men(score: Score) -> f64 {
    match score.plies_to_end() {
        None => f64::from(score.raw()) / 100.0,
        Some(plies) => {
            let distance = f64::from(plies.abs()) / 100.0;
            if plies > 0 { WIN - distance } else { distance - WIN }
        }
    }
}

fn set_option(name: &'static str, value: &str) -> Act {
    Act::Tell(Told::SetOption(name.into(), value.to_owned()))
}

fn error(text: &str) -> Act {
    Act::Say(error_line(text))
}

/// Quotes would end the message.
fn error_line(text: &str) -> String {
    let text: String =
        text.chars().map(|c| if c == '"' { '\'' } else { c }).filter(|c| !c.is_control()).collect();
    format!("error message=\"{text}\"")
}

/// `name=value` taken apart; a word alone is a name.
fn pair(word: &str) -> (&str, &str) {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    (name, value.trim_matches('"'))
}

/// Words between blanks; quotes hold a value together.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.trim().chars() {
        is_quoted ^= c == '"';
        if c.is_whitespace() && !is_quoted {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
