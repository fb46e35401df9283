//! The chess engine communication protocol, CECP, version 2 [cecp-2]: the engine's side.
//!
//! A client that begins with `xboard` is answered in it from then on. The game is kept here, by rules
//! that the program lends ([`Refereed`]), and what is searched becomes commands of our own protocol:
//!
//! ```text
//! xboard, protover 2                                       feature …, feature done=1
//! new                ucinewgame
//! variant V          kept for the next search              setup …, or Error (…)
//! level, st, sd, time, otim                                kept for the next search
//! usermove e2e4      position startpos moves e2e4, go …    move e7e5
//!                                                          1-0 {White mates}, where it is over
//! analyze            position …, go infinite               9 156 1084 48000 …
//! ?                  stop                                  move …
//! ping 7             isready                               pong 7
//! force, result, …   stop, and nothing more is said of the search
//! ```
//!
//! A `ping` is answered when the move that is being searched has been made. Whoever thinks on its
//! opponent's time (`hard`) is stopped when the opponent has moved and searches anew, with all that it
//! has found. A move that may not be played is refused, and so is every one after a position that was.

mod clock;
mod commands;
mod features;
mod squares;
mod thinking;

use std::collections::VecDeque;
use std::time::Instant;

use self::clock::Clock;
use self::squares::{Edit, Squares};
use self::thinking::Status;
use crate::hub::{Act, Told};
use crate::refereed::{Refereed, Refusal};
use crate::translator::{Translator, said};
use crate::{Info, Reply};
use plyglot_core::game::Outcome;
use plyglot_core::{Limits, Opt, Score, Settings, Side};

/// The word that begins such a conversation.
pub const WORD: &str = "xboard";

/// A game that clients know by a name of theirs.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name in the protocol.
    pub name: &'static str,
    /// The options that choose it, and how its moves are written.
    pub options: &'static [(&'static str, &'static str)],
    /// What a client is told that does not know it: men, size of the board, position.
    pub setup: Option<&'static str>,
    /// Kings that move onto their rooks castle, and write it `O-O`.
    pub castles: bool,
    /// A board can be put up man by man.
    pub is_edited: bool,
}

/// Whose moves are ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nobody's.
    Force,
    /// Those of this side.
    Plays(Side),
    /// Nobody's, and every position is looked at.
    Analysis,
}

/// What is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Search {
    /// A move is to be made.
    Move,
    /// The opponent's time is used.
    Ponder,
    /// Until something comes.
    Analysis,
    /// A move for the opponent to think about.
    Hint,
    /// Nobody waits for it any more.
    Void,
}

/// What a conversation is about.
#[expect(missing_debug_implementations, reason = "a game is not shown")]
pub struct Terms {
    /// The games there are.
    pub variants: &'static [Variant],
    /// The one that a game begins as.
    pub first: &'static Variant,
    /// The options that the client may set.
    pub options: Vec<Opt>,
    /// What they hold.
    pub settings: Settings,
    /// The game, which is the first one.
    pub game: Box<dyn Refereed>,
}

/// A conversation.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the protocol's")]
pub struct Xboard {
    variants: &'static [Variant],
    first: &'static Variant,
    options: Vec<Opt>,
    settings: Settings,
    game: Box<dyn Refereed>,
    variant: &'static Variant,
    /// The variant that the session has.
    told: Option<&'static str>,
    mode: Mode,
    clock: Clock,
    searches: VecDeque<Search>,
    /// When the move that is searched was asked for.
    since: Option<Instant>,
    /// What was paused.
    paused: Option<Search>,
    /// What our last search thought of the game, from our side.
    score: Option<Score>,
    /// The answer to our last move that we expect.
    expected: Option<String>,
    status: Status,
    /// A board that is being put up.
    edit: Option<Edit>,
    /// The last position was refused, and there is none.
    is_lost: bool,
    /// Lines of thinking are shown.
    is_posting: bool,
    /// The opponent's time is used.
    is_hard: bool,
    /// The client takes lines that are for nobody.
    takes_notes: bool,
    /// The client is gone.
    is_closed: bool,
    /// The numbers of pings that are asked for.
    pings: VecDeque<String>,
    /// Those that wait for a move.
    held: Vec<String>,
}

impl std::fmt::Debug for Xboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (mode, searches) = (&self.mode, &self.searches);
        f.debug_struct("Xboard")
            .field("mode", mode)
            .field("searches", searches)
            .finish_non_exhaustive()
    }
}

/// Moves of each side after which a draw is taken that is no worse than the game.
const LONG_GAME_PLIES: usize = 80;
/// So far behind, hundredths, a draw is taken at any time.
const BEHIND: Score = Score::cp(-100);
/// How long a move is looked for that is only a hint.
const HINT_TIME: std::time::Duration = std::time::Duration::from_millis(500);

impl Xboard {
    /// A conversation.
    pub fn new(terms: Terms) -> Self {
        let Terms { variants, first, options, settings, game } = terms;
        Self {
            variants,
            first,
            options: features::told(options),
            settings,
            game,
            variant: first,
            told: None,
            mode: Mode::Plays(Side::Second),
            clock: Clock::default(),
            searches: VecDeque::new(),
            since: None,
            paused: None,
            score: None,
            expected: None,
            status: Status::default(),
            edit: None,
            is_lost: false,
            is_posting: false,
            is_hard: false,
            takes_notes: false,
            is_closed: false,
            pings: VecDeque::new(),
            held: Vec::new(),
        }
    }

    /// Whether a client that begins so speaks this protocol.
    pub fn is_greeting(line: &str) -> bool {
        line.trim() == WORD
    }

    /// What is being searched for somebody.
    fn live(&self) -> Option<Search> {
        self.searches.back().copied().filter(|search| *search != Search::Void)
    }

    /// Ends what is being searched: nobody waits for it.
    fn interrupt(&mut self) -> Vec<Act> {
        let Some(live) = self.live() else { return Vec::new() };
        if live == Search::Move {
            self.clock.take(self.since.take().map(|since| since.elapsed()).unwrap_or_default());
        }
        self.searches.iter_mut().for_each(|search| *search = Search::Void);
        [vec![Act::Tell(Told::Stop)], self.release()].concat()
    }

    /// No move is waited for: pings may be answered.
    fn release(&mut self) -> Vec<Act> {
        let held = std::mem::take(&mut self.held);
        held.into_iter().flat_map(|number| self.ping(number)).collect()
    }

    fn ping(&mut self, number: String) -> Vec<Act> {
        if self.live() == Some(Search::Move) {
            self.held.push(number);
            return Vec::new();
        }
        self.pings.push_back(number);
        vec![Act::Tell(Told::IsReady)]
    }

    /// Begins a search of the game as it stands, after a move that is expected perhaps.
    fn search(&mut self, search: Search, limits: Limits) -> Vec<Act> {
        let mut acts = Vec::new();
        if self.told != Some(self.variant.name) {
            self.told = Some(self.variant.name);
            let set = |(name, value): &(&'static str, &'static str)| {
                Act::Tell(Told::SetOption((*name).into(), (*value).to_owned()))
            };
            acts.extend(self.variant.options.iter().map(set));
        }
        let (position, mut moves) = self.game.game();
        if search == Search::Ponder {
            moves.extend(self.expected.clone());
        }
        self.status = Status::default();
        self.searches.push_back(search);
        acts.push(Act::Tell(Told::Position(position, moves)));
        acts.push(Act::Tell(Told::Go(limits)));
        acts
    }

    /// Thinks about a move of ours, if there is one to be made.
    fn think(&mut self) -> Vec<Act> {
        if self.is_lost {
            return Vec::new();
        }
        if let Some(ending) = self.game.ending(self.score) {
            return vec![Act::Say(result(&ending))];
        }
        let side = self.game.side_to_move();
        self.mode = Mode::Plays(side);
        self.since = Some(Instant::now());
        let limits = self.clock.limits(side);
        self.search(Search::Move, limits)
    }

    /// Looks at the position as it stands.
    fn analyse(&mut self) -> Vec<Act> {
        if self.is_lost || self.game.ending(None).is_some_and(|ending| !ending.claim) {
            return Vec::new();
        }
        let limits = Limits { infinite: true, ..Limits::default() };
        self.search(Search::Analysis, limits)
    }

    /// Uses the opponent's time, where that is wanted and there is a move to expect.
    fn ponder(&mut self) -> Vec<Act> {
        let Mode::Plays(side) = self.mode else { return Vec::new() };
        let is_theirs = side != self.game.side_to_move();
        let wanted = self.is_hard && !self.is_closed && is_theirs && self.live().is_none();
        let Some(expected) = self.expected.clone().filter(|_| wanted) else { return Vec::new() };
        if self.game.ending(self.score).is_some() {
            return Vec::new();
        }
        let hint = self.is_posting.then(|| Act::Say(format!("Hint: {}", self.written(&expected))));
        let limits = Limits { ponder: true, ..self.clock.limits(side) };
        hint.into_iter().chain(self.search(Search::Ponder, limits)).collect()
    }

    /// Takes up again what was interrupted.
    fn again(&mut self, search: Option<Search>) -> Vec<Act> {
        match search {
            Some(Search::Move) => self.think(),
            Some(Search::Ponder) => self.ponder(),
            Some(Search::Analysis) => self.analyse(),
            Some(Search::Hint | Search::Void) | None => Vec::new(),
        }
    }

    /// A move of the client's.
    fn user_move(&mut self, mv: &str, is_named: bool) -> Vec<Act> {
        let illegal = |why: &str| {
            let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
            vec![Act::Say(format!("Illegal move{why}: {}", shown(mv)))]
        };
        if self.is_lost {
            return illegal("there is no position");
        }
        if self.live() == Some(Search::Move) {
            return illegal("it is not your turn");
        }
        match self.game.play(mv) {
            Err(Refusal::NoMove) if !is_named => return unknown(mv),
            Err(Refusal::NoMove) => return illegal("not a move"),
            Err(Refusal::Illegal(why)) => return illegal(&why),
            Ok(()) => {}
        }
        self.expected = None;
        let acts = self.interrupt();
        [acts, self.after_move()].concat()
    }

    /// What follows the client's move.
    fn after_move(&mut self) -> Vec<Act> {
        match self.mode {
            Mode::Analysis => self.analyse(),
            Mode::Plays(side) if side == self.game.side_to_move() => self.think(),
            Mode::Plays(_) => {
                let ending = self.game.ending(None).filter(|ending| !ending.claim);
                ending.iter().map(|ending| Act::Say(result(ending))).collect()
            }
            Mode::Force => Vec::new(),
        }
    }

    /// The search has found our move.
    fn made(&mut self, best: Option<&str>, ponder: Option<&str>) -> Vec<Act> {
        self.clock.take(self.since.take().map(|since| since.elapsed()).unwrap_or_default());
        let written = best.map(|best| self.written(best));
        let played = best.map(|best| self.game.play(best));
        let (Some(written), Some(Ok(()))) = (written, played) else {
            self.mode = Mode::Force;
            let lost = "tellusererror there is no move to make".to_owned();
            return [vec![Act::Say(lost)], self.release()].concat();
        };
        self.clock.moved();
        self.expected = ponder.map(str::to_owned);
        let mut acts = vec![Act::Say(format!("move {written}"))];
        match self.game.ending(self.score) {
            Some(ending) => acts.push(Act::Say(result(&ending))),
            None => acts.extend(self.ponder()),
        }
        [acts, self.release()].concat()
    }

    /// A move as clients read it.
    fn written(&self, mv: &str) -> String {
        let castling =
            self.variant.castles.then(|| Squares::of(&self.game.position()).castling(mv)).flatten();
        castling.map_or_else(|| mv.to_owned(), str::to_owned)
    }

    /// Whether an offer to call the game a draw is taken.
    fn takes_draw(&self) -> bool {
        let is_long = self.game.game().1.len() >= LONG_GAME_PLIES;
        self.score.is_some_and(|score| score < BEHIND || is_long && score <= Score::DRAW)
    }

    /// What a search tells.
    fn told(&mut self, info: &Info) -> Vec<Act> {
        let front = self.searches.front().copied().unwrap_or(Search::Void);
        if front == Search::Void {
            return Vec::new();
        }
        self.status.take(info);
        if let (Search::Move, Some((score, _)), None | Some(1)) = (front, info.score, info.multi_pv)
        {
            self.score = Some(score);
        }
        let is_shown = self.is_posting && front != Search::Hint || front == Search::Analysis;
        thinking::line(info).filter(|_| is_shown).map(Act::Say).into_iter().collect()
    }

    /// A search has ended.
    fn answered(&mut self, best: Option<&str>, ponder: Option<&str>) -> Vec<Act> {
        match self.searches.pop_front().unwrap_or(Search::Void) {
            Search::Move => self.made(best, ponder),
            Search::Hint => {
                let hint = best.map(|best| Act::Say(format!("Hint: {}", self.written(best))));
                hint.into_iter().collect()
            }
            Search::Ponder | Search::Analysis | Search::Void => Vec::new(),
        }
    }

    /// The session could not do what it was told.
    fn failed(&mut self, text: &str) -> Vec<Act> {
        let said = vec![Act::Say(format!("tellusererror {text}"))];
        if text.starts_with("go") {
            self.searches.pop_back();
            return [said, self.release()].concat();
        }
        if text.starts_with("position") {
            self.searches.iter_mut().for_each(|search| *search = Search::Void);
            return [said, self.release()].concat();
        }
        said
    }
}

impl Translator for Xboard {
    fn obey(&mut self, line: &str) -> Vec<Act> {
        self.command(line)
    }

    fn reply(&mut self, reply: &Reply) -> Vec<Act> {
        match reply {
            Reply::ReadyOk => said(
                self.pings.pop_front().map(|number| format!("pong {number}")).into_iter().collect(),
            ),
            Reply::Info(info) => self.told(info),
            Reply::BestMove { best, ponder } => self.answered(best.as_deref(), ponder.as_deref()),
            Reply::Error(text) => self.failed(text),
            Reply::Note(text) if self.takes_notes => vec![Act::Say(format!("# {text}"))],
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

    fn is_at_work(&mut self) -> bool {
        self.is_closed = true;
        false
    }
}

/// How a game ended, as clients read it. The first side is White, whatever its colour.
fn result(ending: &Outcome) -> String {
    let reason = ending.reason;
    match (ending.winner(), reason) {
        (Some(Side::First), "checkmate") => "1-0 {White mates}".to_owned(),
        (Some(Side::Second), "checkmate") => "0-1 {Black mates}".to_owned(),
        (Some(Side::First), _) => format!("1-0 {{White wins: {reason}}}"),
        (Some(Side::Second), _) => format!("0-1 {{Black wins: {reason}}}"),
        (None, "stalemate") => "1/2-1/2 {Stalemate}".to_owned(),
        (None, _) => format!("1/2-1/2 {{Draw: {reason}}}"),
    }
}

/// What nobody knows.
fn unknown(command: &str) -> Vec<Act> {
    error("unknown command", command)
}

fn error(why: &str, command: &str) -> Vec<Act> {
    vec![Act::Say(format!("Error ({why}): {}", shown(command)))]
}

/// A text of the client's, short and on one line.
fn shown(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plyglot_core::text::shorten(&plain)
}
