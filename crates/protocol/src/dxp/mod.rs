//! `DamExchange`, DXP, for games of international draughts between two programs [dxp-1].
//!
//! One of them asks for games (the initiator), the other takes them (the follower); then moves go to and
//! fro until who has the move ends the game instead, which the other confirms. What this end thinks
//! about becomes commands of our own protocol:
//!
//! ```text
//! R01Scan     … W060075A   setoption …, position startpos            Aplyglot … 0
//!                          go wtime … movestogo 75                   M0012322800
//! M0007192300              position startpos moves 32-28 19-23, go …  M0009281900…
//! E10                                                                E00
//! B005Z                    stop                                      K0
//! ```
//!
//! The rules are our own ([`Refereed`]): a move that they do not know ends the game without a result.

mod message;

use std::time::{Duration, Instant};

use self::message::{MESSAGE_MAX, Request, Step, Unfit, accepted, back};
use crate::hub::{Act, Told};
use crate::refereed::Refereed;
use crate::translator::Translator;
use crate::{Info, Reply};
use plyglot_core::{Limits, Score, Side};

/// Who we are.
const NAME: &str = "plyglot";
/// How long a move may take where no time is set.
const MOVE_TIME: Duration = Duration::from_secs(5);

/// The games that this end asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// So many, with sides changed after each.
    pub games: u32,
    /// Ours in the first.
    pub side: Side,
    /// Of each side for a game.
    pub minutes: u32,
    /// Of each side; 0 for any number.
    pub moves: u32,
}

/// What a conversation is about.
#[expect(missing_debug_implementations, reason = "a game is not shown")]
pub struct Terms {
    /// The games that we ask for; `None` where the other does.
    pub wish: Option<Wish>,
    /// The options that choose the game and how its moves are written, as Hub has them.
    pub options: &'static [(&'static str, &'static str)],
    /// The game.
    pub game: Box<dyn Refereed>,
    /// Tells a person what happens.
    pub tell: fn(&str),
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Between games.
    Idle,
    /// A game was asked for.
    Asked,
    /// It is played.
    Played,
    /// We have ended it.
    Ended,
}

/// A conversation.
pub struct Dxp {
    wish: Option<Wish>,
    options: &'static [(&'static str, &'static str)],
    game: Box<dyn Refereed>,
    tell: fn(&str),
    phase: Phase,
    /// Ours.
    side: Side,
    /// Who moved first.
    first: Side,
    /// What each side has left, and how many moves a game has; 0 for any number.
    clock: [Option<Duration>; 2],
    moves: u32,
    /// Games played or asked for.
    games: u32,
    is_set_up: bool,
    /// Searches that are not answered; only the last one may be waited for.
    searches: u32,
    /// When it was asked for, if it is.
    since: Option<Instant>,
    /// What it thinks, from our side.
    score: Option<Score>,
}

impl std::fmt::Debug for Dxp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dxp").field("phase", &self.phase).finish_non_exhaustive()
    }
}

impl Dxp {
    /// A conversation.
    pub fn new(terms: Terms) -> Self {
        let Terms { wish, options, game, tell } = terms;
        Self {
            wish,
            options,
            game,
            tell,
            phase: Phase::Idle,
            side: Side::First,
            first: Side::First,
            clock: [None; 2],
            moves: 0,
            games: 0,
            is_set_up: false,
            searches: 0,
            since: None,
            score: None,
        }
    }

    fn say(&self, text: &str) {
        (self.tell)(&format!("dxp: {text}"));
    }

    /// Asks for the next game, or leaves where there is none.
    fn ask(&mut self) -> Vec<Act> {
        let Some(wish) = self.wish.filter(|wish| self.games < wish.games) else {
            return vec![Act::Tell(Told::Quit)];
        };
        let ours = if self.games.is_multiple_of(2) { wish.side } else { wish.side.other() };
        self.games += 1;
        let Wish { minutes, moves, .. } = wish;
        let (name, position) = (NAME.to_owned(), None);
        let request = Request { name, follower: ours.other(), minutes, moves, position };
        if let Err(why) = self.begin(&request, ours) {
            self.say(&why);
            return vec![Act::Tell(Told::Quit)];
        }
        self.phase = Phase::Asked;
        vec![Act::Say(request.text())]
    }

    /// The board and the clocks of a game.
    fn begin(&mut self, request: &Request, ours: Side) -> Result<(), String> {
        self.game.begin(request.position.as_deref())?;
        if self.game.legal_moves().is_empty() {
            return Err("there is no move".to_owned());
        }
        let time = Duration::from_secs(u64::from(request.minutes) * 60);
        (self.side, self.first) = (ours, self.game.side_to_move());
        self.clock = [Some(time).filter(|time| !time.is_zero()); 2];
        (self.moves, self.score) = (request.moves, None);
        Ok(())
    }

    /// `R`: the other asks for a game.
    fn asked(&mut self, text: &str) -> Vec<Act> {
        let answer = |code: char| vec![Act::Say(accepted(NAME, code))];
        let request = match Request::read(text) {
            Ok(request) if self.wish.is_none() && self.phase == Phase::Idle => request,
            Err(Unfit::Version) => return answer('1'),
            Ok(_) | Err(Unfit::Fields) => return answer('2'),
        };
        if let Err(why) = self.begin(&request, request.follower) {
            self.say(&why);
            return answer('2');
        }
        self.phase = Phase::Played;
        self.say(&format!("a game with {}, {} minutes", request.name, request.minutes));
        let fresh = vec![Act::Tell(Told::NewGame)];
        [answer('0'), fresh, self.next()].concat()
    }

    /// `A`: whether the game that we asked for is taken.
    fn answered(&mut self, text: &str) -> Vec<Act> {
        if self.phase != Phase::Asked {
            return Vec::new();
        }
        if text.get(32..33) != Some("0") {
            self.say("the game is refused");
            return vec![Act::Tell(Told::Quit)];
        }
        self.phase = Phase::Played;
        self.say(&format!("a game with {}", text.get(..32).unwrap_or("").trim()));
        [vec![Act::Tell(Told::NewGame)], self.next()].concat()
    }

    /// What is to be done at this point of a game: our move, or its end.
    fn next(&mut self) -> Vec<Act> {
        if self.phase != Phase::Played || self.game.side_to_move() != self.side {
            return Vec::new();
        }
        let made = self.made();
        if let Some(ending) = self.game.ending(self.score) {
            let reason = match ending.winner() {
                None => '2',
                Some(winner) if winner == self.side => '3',
                Some(_) => '1',
            };
            self.say(&format!("{}: {}", outcome(reason), ending.reason));
            return self.end(reason);
        }
        if self.moves > 0 && made >= 2 * self.moves {
            self.say("all moves are made");
            return self.end('0');
        }
        self.think(made)
    }

    /// Moves of the game so far.
    fn made(&self) -> u32 {
        u32::try_from(self.game.game().1.len()).unwrap_or(u32::MAX)
    }

    fn end(&mut self, reason: char) -> Vec<Act> {
        self.phase = Phase::Ended;
        let is_last = self.wish.is_some_and(|wish| self.games >= wish.games);
        vec![Act::Say(format!("E{reason}{}", u8::from(is_last)))]
    }

    fn think(&mut self, made: u32) -> Vec<Act> {
        let mut acts = Vec::new();
        if !std::mem::replace(&mut self.is_set_up, true) {
            let set = |(name, value): &(&'static str, &'static str)| {
                Act::Tell(Told::SetOption((*name).into(), (*value).to_owned()))
            };
            acts.extend(self.options.iter().map(set));
        }
        let left = self.moves.saturating_sub(made / 2);
        let limits = if self.clock.iter().all(Option::is_none) {
            Limits { move_time: Some(MOVE_TIME), ..Limits::default() }
        } else {
            let moves_to_go = Some(left).filter(|left| *left > 0);
            Limits { clock: self.clock, moves_to_go, ..Limits::default() }
        };
        let (position, moves) = self.game.game();
        self.since = Some(Instant::now());
        self.searches += 1;
        acts.push(Act::Tell(Told::Position(position, moves)));
        acts.push(Act::Tell(Told::Go(limits)));
        acts
    }

    /// Nobody waits for a move of ours.
    fn interrupt(&mut self) -> Vec<Act> {
        self.since.take().map(|_| Act::Tell(Told::Stop)).into_iter().collect()
    }

    /// The clock of a side has run so long.
    fn take(&mut self, side: Side, used: Duration) {
        if let Some(Some(left)) = self.clock.get_mut(side.index()) {
            *left = left.saturating_sub(used);
        }
    }

    /// `M`: the other has moved.
    fn moved(&mut self, text: &str) -> Vec<Act> {
        if self.phase != Phase::Played || self.game.side_to_move() == self.side {
            return Vec::new();
        }
        let legal = self.game.legal_moves();
        let read = Step::read(text);
        let found = read.as_ref().and_then(|(_, told)| {
            let steps = || legal.iter().filter_map(|mv| Some((mv, Step::of(mv)?)));
            let same = steps().find(|(_, step)| step == told);
            let mut like = steps().filter(|(_, step)| step.is_like(told));
            // Some programs leave captures out where there is no doubt.
            let only = like.next().filter(|_| like.next().is_none());
            same.or(only).map(|(mv, _)| mv.clone())
        });
        let played = found.is_some_and(|mv| self.game.play(&mv).is_ok());
        if !played {
            self.say(&format!("`M{}` is not legal in {}", shown(text), self.game.position()));
            return self.end('0');
        }
        let seconds = read.map_or(0, |(seconds, _)| seconds);
        self.take(self.side.other(), Duration::from_secs(seconds));
        self.next()
    }

    /// `E`: the other ends the game, or has heard that we have.
    fn ended(&mut self, text: &str) -> Vec<Act> {
        let mut acts = self.interrupt();
        let is_last = text.get(1..2) == Some("1");
        if self.phase == Phase::Played {
            let reason = match text.get(..1) {
                Some("1") => '3',
                Some("2") => '2',
                Some("3") => '1',
                _ => '0',
            };
            self.say(outcome(reason));
            acts.extend(self.end('0'));
        }
        self.phase = Phase::Idle;
        if is_last {
            acts.push(Act::Tell(Told::Quit));
        } else if self.wish.is_some() {
            acts.extend(self.ask());
        }
        acts
    }

    /// `B`: the other wants to go back.
    fn back(&mut self, text: &str) -> Vec<Act> {
        let made = self.made();
        let plies = back(text, self.first).and_then(|ply| made.checked_sub(ply));
        let Some(plies) = plies.filter(|_| self.phase == Phase::Played) else {
            return vec![Act::Say("K2".to_owned())];
        };
        let acts = self.interrupt();
        if self.game.undo(plies).is_err() {
            return [acts, vec![Act::Say("K2".to_owned())]].concat();
        }
        [acts, vec![Act::Say("K0".to_owned())], self.next()].concat()
    }

    /// A search has been answered.
    fn found(&mut self, best: Option<&str>) -> Vec<Act> {
        self.searches = self.searches.saturating_sub(1);
        let since = self.since.filter(|_| self.searches == 0);
        let Some(since) = since else { return Vec::new() };
        self.since = None;
        let used = since.elapsed();
        self.take(self.side, used);
        let step = best.and_then(Step::of);
        let played = best.is_some_and(|best| self.game.play(best).is_ok());
        if let Some(step) = step.filter(|_| played) {
            return vec![Act::Say(step.text(used.as_secs()))];
        }
        self.say("no move was found");
        self.end('0')
    }

    fn heard(&mut self, info: &Info) {
        if self.searches == 1 && self.since.is_some() && info.multi_pv.is_none_or(|rank| rank == 1)
        {
            self.score = info.score.map(|(score, _)| score).or(self.score);
        }
    }
}

impl Translator for Dxp {
    fn open(&mut self) -> Vec<Act> {
        if self.wish.is_some() { self.ask() } else { Vec::new() }
    }

    fn obey(&mut self, line: &str) -> Vec<Act> {
        if line.len() > MESSAGE_MAX {
            self.say(&format!("a message of {} bytes is passed over", line.len()));
            return Vec::new();
        }
        let Some(kind) = line.chars().next() else { return Vec::new() };
        let rest = line.get(kind.len_utf8()..).unwrap_or("");
        match kind {
            'R' => self.asked(rest),
            'A' => self.answered(rest),
            'M' => self.moved(rest),
            'E' => self.ended(rest),
            'B' => self.back(rest),
            'C' => {
                self.say(&format!("they say: {}", shown(rest)));
                Vec::new()
            }
            'K' => Vec::new(),
            _ => {
                self.say(&format!("`{}` is no message", shown(line)));
                Vec::new()
            }
        }
    }

    fn reply(&mut self, reply: &Reply) -> Vec<Act> {
        match reply {
            Reply::BestMove { best, .. } => self.found(best.as_deref()),
            Reply::Info(info) => {
                self.heard(info);
                Vec::new()
            }
            Reply::Error(text) => {
                self.say(text);
                // The search that was refused is not answered otherwise.
                if text.starts_with("go") { self.found(None) } else { Vec::new() }
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
}

/// A result for people, from our side.
const fn outcome(reason: char) -> &'static str {
    match reason {
        '1' => "lost",
        '2' => "drawn",
        '3' => "won",
        _ => "ended without a result",
    }
}

fn shown(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plyglot_core::text::shorten(&plain)
}
