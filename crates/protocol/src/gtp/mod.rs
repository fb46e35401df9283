//! The Go Text Protocol, version 2 [gtp-2]: the engine's side.
//!
//! A client that begins with one of its commands is answered in it from then on. What is about the game
//! is answered here, by a board that the program lends ([`Board`]); what is searched becomes commands
//! of our own protocol:
//!
//! ```text
//! 7 play b D4                                               =7
//! genmove w          position fen … moves D4, go …          = Q16       and it is played
//! reg_genmove w      the same                               = Q16       and it is not
//! lz-analyze 50      position …, go infinite                =
//!                                                           info move Q16 visits …
//!                    stop, at whatever comes next
//! quit               quit                                   =
//! ```
//!
//! Commands are answered in order: what comes while a move is searched waits. An analysis ends as soon
//! as anything comes, an empty line too. A client that is gone is answered to the end.

mod analysis;
mod answers;
pub mod board;
mod clock;
mod line;
mod resign;

use std::collections::VecDeque;
use std::time::Instant;

use self::analysis::{Analysis, Words, vertex, winrate};
use self::answers::{COMMANDS, Table};
use self::board::Board;
use self::clock::{Clock, Fixed};
use self::line::{Line, answer, side};
use self::resign::Resignation;
use crate::hub::{Act, Told};
use crate::translator::Translator;
use crate::{Info, Reply};
use plyglot_core::{Limits, Side};

/// The word that begins such a conversation on a command line; it is no command of GTP.
pub const WORD: &str = "gtp";

/// What a search is for.
#[derive(Debug)]
enum Search {
    /// A move, for the command with this number.
    Move {
        id: Option<u64>,
        side: Side,
        is_played: bool,
        since: Instant,
        analysis: Option<Analysis>,
    },
    /// An analysis that goes on until something comes.
    Endless { analysis: Analysis, is_stopped: bool },
    /// None: an option is being set, for the command with this number.
    Setting { id: Option<u64>, option: (&'static str, String), error: Option<String> },
}

/// A conversation.
pub struct Gtp {
    table: Table,
    /// The variant that is played.
    variant: &'static str,
    /// The options of the game as the session has them.
    known: Vec<(&'static str, String)>,
    search: Option<Search>,
    /// The chance of the side to move, as the search has said last.
    chance: Option<f64>,
    resignation: Resignation,
    /// Why the position that is searched was refused: the search is one of another, which says nothing.
    refused: Option<String>,
    /// What came meanwhile, in order.
    waiting: VecDeque<String>,
    /// Nothing more will come.
    is_closed: bool,
}

impl std::fmt::Debug for Gtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (search, waiting) = (&self.search, self.waiting.len());
        f.debug_struct("Gtp")
            .field("search", search)
            .field("waiting", &waiting)
            .finish_non_exhaustive()
    }
}

impl Gtp {
    /// A conversation about games of a variant on this board; `known` are the options of the game as the
    /// session has them. [`RESIGN`] is told by [`Gtp::resign_below`].
    pub fn new(
        variant: &'static str,
        known: Vec<(&'static str, String)>,
        board: Box<dyn Board>,
    ) -> Self {
        Self {
            table: Table { board, clock: Clock::default(), fixed: Fixed::default() },
            variant,
            known,
            search: None,
            chance: None,
            resignation: Resignation::default(),
            refused: None,
            waiting: VecDeque::new(),
            is_closed: false,
        }
    }

    /// The option [`RESIGN`] has this value.
    pub fn resign_below(&mut self, value: &str) {
        self.resignation = Resignation::new(value.parse().unwrap_or(0));
    }

    /// Whether a client that begins so speaks this protocol. What our own protocol understands is ours.
    pub fn is_greeting(line: &str) -> bool {
        if line.trim() == WORD {
            return true;
        }
        let is_ours = || crate::parse(line).is_ok_and(|parsed| parsed.is_some());
        Line::parse(line).is_some_and(|parsed| {
            COMMANDS.contains(&parsed.name.as_str()) && (parsed.id.is_some() || !is_ours())
        })
    }

    /// What begins a conversation: the game is chosen.
    fn begin(&self) -> Vec<Act> {
        vec![Act::Tell(Told::SetOption("UCI_Variant".into(), self.variant.to_owned()))]
    }

    /// Obeys a line while nothing is searched.
    fn command(&mut self, text: &str) -> Vec<Act> {
        let Some(line) = Line::parse(text) else { return Vec::new() };
        let say = |said: &Result<String, String>| vec![Act::Say(answer(line.id, said))];
        match line.name.as_str() {
            "quit" => [say(&Ok(String::new())), vec![Act::Tell(Told::Quit)]].concat(),
            "plyglot-option" => self.set_option(&line),
            "genmove" | "reg_genmove" => self.search_move(&line, None),
            "genmove_analyze" | "lz-genmove_analyze" => self.search_move(&line, Some(Words::Leela)),
            "kata-genmove_analyze" => self.search_move(&line, Some(Words::Kata)),
            "lz-analyze" => self.analyse(&line, Words::Leela),
            "kata-analyze" => self.analyse(&line, Words::Kata),
            _ => match self.table.answer(&line) {
                Some(said) => {
                    if ANOTHER_COURSE.contains(&line.name.as_str()) {
                        self.resignation.begin();
                    }
                    let fresh = line.name == "clear_board";
                    let new = fresh.then_some(Act::Tell(Told::NewGame));
                    new.into_iter().chain(say(&said)).collect()
                }
                None => say(&Err("unknown command".to_owned())),
            },
        }
    }

    /// `plyglot-option Go.Mind alphabeta`: an option of ours. The session is asked whether it is ready,
    /// so that what it says before that is about the option.
    fn set_option(&mut self, line: &Line) -> Vec<Act> {
        let known = |name| OPTIONS.iter().find(|known| *known == name);
        let Some(name) = line.arguments.first().and_then(known) else {
            let expected = format!("found no option of that name, expected {}", OPTIONS.join(", "));
            return vec![Act::Say(answer(line.id, &Err(expected)))];
        };
        let value = line.arguments.get(1..).unwrap_or_default().join(" ");
        let option = (*name, value.clone());
        self.search = Some(Search::Setting { id: line.id, option, error: None });
        vec![Act::Tell(Told::SetOption((*name).into(), value)), Act::Tell(Told::IsReady)]
    }

    /// The session could not do what it was told.
    fn failed(&mut self, text: &str) -> Vec<Act> {
        match &mut self.search {
            Some(Search::Setting { error, .. }) => _ = error.get_or_insert_with(|| text.to_owned()),
            Some(_) if text.starts_with("position") => self.refused = Some(text.to_owned()),
            Some(_) if text.starts_with("go") => return self.ended(Err(text)),
            Some(_) | None => {}
        }
        Vec::new()
    }

    /// The position as it stands, with this side to move, and so many lines to be told.
    fn set_up(&mut self, side: Side, lines: u32) -> Vec<Act> {
        let options = self.table.board.options();
        let is_new = |option: &&(&'static str, String)| !self.known.contains(option);
        let changed = options.iter().filter(is_new);
        let mut acts: Vec<Act> = changed
            .map(|(name, value)| Act::Tell(Told::SetOption((*name).into(), value.clone())))
            .collect();
        self.known = options;
        let (position, moves) = self.table.board.position_for(side);
        acts.push(Act::Tell(Told::SetOption("MultiPV".into(), lines.to_string())));
        acts.push(Act::Tell(Told::Position(Some(position), moves)));
        acts
    }

    fn search_move(&mut self, line: &Line, words: Option<Words>) -> Vec<Act> {
        let side = match (words, line.side(0)) {
            (_, Ok(side)) => side,
            (Some(_), Err(_)) => self.table.board.side_to_move(),
            (None, Err(error)) => return vec![Act::Say(answer(line.id, &Err(error)))],
        };
        let rest = line.arguments.get(1..).unwrap_or_default();
        let analysis = words.map(|words| Analysis::new(words, rest));
        let lines = analysis.as_ref().map_or(1, |analysis| analysis.moves_max);
        let limits = self.table.clock.limits(side, self.table.fixed);
        let head = analysis.as_ref().map(|_| Act::Say(head(line.id)));
        let is_played = line.name != "reg_genmove";
        let set_up = self.set_up(side, lines);
        let since = Instant::now();
        self.chance = None;
        self.search = Some(Search::Move { id: line.id, side, is_played, since, analysis });
        let acts = head.into_iter().chain(set_up);
        acts.chain([Act::Tell(Told::Go(limits))]).collect()
    }

    fn analyse(&mut self, line: &Line, words: Words) -> Vec<Act> {
        let named = line.word(0).as_deref().and_then(side);
        let side = named.unwrap_or_else(|| self.table.board.side_to_move());
        let from = usize::from(named.is_some());
        let analysis = Analysis::new(words, line.arguments.get(from..).unwrap_or_default());
        let set_up = self.set_up(side, analysis.moves_max);
        self.search = Some(Search::Endless { analysis, is_stopped: false });
        let limits = Limits { infinite: true, ..Limits::default() };
        let acts = [Act::Say(head(line.id))].into_iter().chain(set_up);
        acts.chain([Act::Tell(Told::Go(limits))]).collect()
    }

    /// What comes while something is searched: an analysis ends, a move does not, but for `quit`.
    fn interrupt(&mut self, text: &str) -> Vec<Act> {
        let is_quit = Line::parse(text).is_some_and(|line| line.name == "quit");
        self.waiting.push_back(text.to_owned());
        match &mut self.search {
            Some(Search::Endless { is_stopped, .. }) => {
                let was_stopped = std::mem::replace(is_stopped, true);
                if was_stopped { Vec::new() } else { vec![Act::Tell(Told::Stop)] }
            }
            Some(Search::Move { .. }) if is_quit => vec![Act::Tell(Told::Stop)],
            Some(Search::Move { .. } | Search::Setting { .. }) | None => Vec::new(),
        }
    }

    /// An analysis that begins when something waits already, or nobody is there any more, is over.
    fn end_at_once(&mut self) -> Option<Act> {
        let Some(Search::Endless { is_stopped, .. }) = &mut self.search else { return None };
        let is_over = self.is_closed || !self.waiting.is_empty();
        (is_over && !std::mem::replace(is_stopped, true)).then_some(Act::Tell(Told::Stop))
    }

    fn told(&mut self, info: &Info) -> Vec<Act> {
        if self.refused.is_some() {
            return vec![Act::Tell(Told::Stop)];
        }
        if info.score.is_some() && info.multi_pv.unwrap_or(1) == 1 {
            self.chance = Some(winrate(info));
        }
        let analysis = match &mut self.search {
            Some(
                Search::Move { analysis: Some(analysis), .. } | Search::Endless { analysis, .. },
            ) => analysis,
            Some(Search::Move { analysis: None, .. } | Search::Setting { .. }) | None => {
                return Vec::new();
            }
        };
        analysis.take(info).map(Act::Say).into_iter().collect()
    }

    /// Plays what was found for a side, or gives up.
    fn play(&mut self, side: Side, mv: String) -> Result<String, String> {
        // Where nothing was searched nothing is known.
        if self.chance.is_some_and(|chance| self.resignation.take(side, chance)) {
            return Ok("resign".to_owned());
        }
        self.table.board.play(side, &mv).map(|()| mv)
    }

    /// A search has ended with this move, or was refused.
    fn ended(&mut self, best: Result<Option<&str>, &str>) -> Vec<Act> {
        let refused = self.refused.take();
        let best = refused.as_deref().map_or(best, Err);
        let said = match self.search.take() {
            None => return Vec::new(),
            Some(Search::Endless { .. }) => String::new(),
            Some(Search::Setting { id, option: (name, value), error }) => {
                if error.is_none() && name == RESIGN {
                    self.resign_below(&value);
                }
                answer(id, &error.map_or(Ok(String::new()), Err))
            }
            Some(Search::Move { id, side, is_played, since, analysis }) => {
                let mv = best.map(|best| best.map_or("pass".to_owned(), vertex));
                let mv = mv.map_err(str::to_owned);
                let mv = if is_played {
                    self.table.clock.take(side, since.elapsed());
                    mv.and_then(|mv| self.play(side, mv))
                } else {
                    mv
                };
                match (analysis, mv) {
                    (None, mv) => answer(id, &mv),
                    (Some(_), Ok(mv)) => format!("play {mv}\n"),
                    (Some(_), Err(_)) => String::new(),
                }
            }
        };
        let mut acts = vec![Act::Say(said)];
        while self.search.is_none() {
            let Some(line) = self.waiting.pop_front() else { break };
            acts.extend(self.command(&line));
        }
        acts.extend(self.end_at_once());
        if self.is_closed && self.search.is_none() {
            acts.push(Act::Tell(Told::Quit));
        }
        acts
    }
}

/// The beginning of an answer that goes on.
fn head(id: Option<u64>) -> String {
    id.map_or("=".to_owned(), |id| format!("={id}"))
}

/// The option that says below which chance of winning a game is given up, thousandths.
pub const RESIGN: &str = "ResignBelow";
/// Options that a client of GTP may set.
const OPTIONS: [&str; 4] = ["Go.Mind", "Hash", RESIGN, "Threads"];
/// Commands after which what was searched before says nothing of the game.
const ANOTHER_COURSE: [&str; 7] = [
    "boardsize",
    "clear_board",
    "fixed_handicap",
    "loadsgf",
    "place_free_handicap",
    "set_free_handicap",
    "undo",
];

impl Translator for Gtp {
    fn obey(&mut self, line: &str) -> Vec<Act> {
        if line.trim() == WORD && self.search.is_none() {
            return Vec::new();
        }
        if self.search.is_some() { self.interrupt(line) } else { self.command(line) }
    }

    fn greet(&mut self) -> Vec<Act> {
        self.begin()
    }

    fn reply(&mut self, reply: &Reply) -> Vec<Act> {
        match reply {
            Reply::Info(info) => self.told(info),
            Reply::BestMove { best, .. } => self.ended(Ok(best.as_deref())),
            Reply::Error(text) => self.failed(text),
            Reply::ReadyOk if matches!(self.search, Some(Search::Setting { .. })) => {
                self.ended(Ok(None))
            }
            Reply::ReadyOk
            | Reply::IdName(_)
            | Reply::IdAuthor(_)
            | Reply::Option(_)
            | Reply::UciOk
            | Reply::UgiOk
            | Reply::Note(_)
            | Reply::Response(_)
            | Reply::Text(_) => Vec::new(),
        }
    }

    fn is_at_work(&mut self) -> bool {
        let is_moving = matches!(self.search, Some(Search::Move { .. } | Search::Setting { .. }));
        self.is_closed |= is_moving;
        is_moving
    }
}
