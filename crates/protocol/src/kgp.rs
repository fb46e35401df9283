//! The Kalah Game Protocol, version 1 [kalah-game-protocol]: a client that plays for a server.
//!
//! A server sends boards, always with south to move, and takes the last move that was told of one
//! before it says `stop` or the client says `yield`:
//!
//! ```text
//! kgp 1 0 1                     isready                         set info:name "plyglot"
//!                                                               mode freeplay
//! 4 state <3,0,0,3,3,3,3,3,3>   position fen <3,…> s, go …      @4 move 1
//!                                                               @4 yield
//! 6@4 stop                      stop, isready
//! 8 ping                                                        @8 pong
//! goodbye                       quit                            goodbye
//! ```
//!
//! Each move is one sowing: who goes on with another is sent the next board. A search whose clock the
//! server has told (`set time:clock`) yields by itself, and so does one that has only one pit to choose
//! or proves its move; others go on until `stop`. What searches need is made before the first board and
//! between boards, never while the server waits: it may take the first move that it is told after a
//! tenth of a second.

use crate::hub::{Act, Told};
use crate::translator::Translator;
use crate::{Info, Reply};
use plyglot_core::Limits;
use plyglot_core::text::shorten;
use std::time::Duration;

/// The version that is understood: the first number of three.
const VERSION: &str = "1";
/// The game as the servers of the protocol play it: either side without stones ends it, each keeps its
/// own, and a last stone captures only what lies opposite.
const RULES: [(&str, &str); 6] = [
    ("UCI_Variant", "kalah"),
    ("Kalah.Numbers", "own"),
    ("Kalah.Pie", "false"),
    ("Kalah.Capture", "opposite"),
    ("Kalah.End", "either"),
    ("Kalah.Rest", "owner"),
];
/// A search whose end the server decides. It is not one without a limit: that would first make all it
/// may need.
const UNTIL_STOPPED: Duration = Duration::from_hours(24);
/// The longest line of a server.
const LINE_BYTES_MAX: usize = 16_384;
/// Pits a side.
const PITS: std::ops::RangeInclusive<usize> = 1..=8;

/// A board that the server has asked about.
#[derive(Clone, Debug)]
struct State {
    id: Option<u64>,
    /// The pit that was told last.
    told: Option<u32>,
    /// Nobody waits for a move any more.
    is_over: bool,
}

/// A conversation.
#[derive(Debug)]
pub struct Kgp {
    /// By which the server knows us again.
    token: Option<String>,
    /// Tells a person what happens.
    tell: fn(&str),
    is_known: bool,
    /// The server has been told that boards may come.
    is_open: bool,
    pits: Option<usize>,
    state: Option<State>,
    /// Searches that are not answered.
    searches: u32,
    /// What searches need is being made, so many times.
    readying: u32,
    /// The server gives a time for a whole game; what we have left, and our opponent.
    is_absolute: bool,
    clock: Option<Duration>,
    opponent: Option<Duration>,
}

/// A command, taken apart.
struct Line<'a> {
    id: Option<u64>,
    reference: Option<u64>,
    name: &'a str,
    rest: &'a str,
}

impl<'a> Line<'a> {
    /// `6@4 stop`: perhaps a number, perhaps that of another, a name, arguments.
    fn read(text: &'a str) -> Self {
        let text = text.trim();
        let (head, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (id, reference) = head.split_once('@').unwrap_or((head, ""));
        let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let (id, reference, text) = if is_number(id) && is_number(reference) && !head.is_empty() {
            (id.parse().ok(), reference.parse().ok(), rest.trim())
        } else {
            (None, None, text)
        };
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Self { id, reference, name, rest: rest.trim() }
    }
}

impl Kgp {
    /// A conversation; the server knows who has this token.
    pub fn new(token: Option<String>, tell: fn(&str)) -> Self {
        Self {
            token,
            tell,
            is_known: false,
            is_open: false,
            pits: None,
            state: None,
            searches: 0,
            readying: 0,
            is_absolute: false,
            clock: None,
            opponent: None,
        }
    }

    fn say(&self, text: &str) {
        (self.tell)(&format!("kgp: {text}"));
    }

    /// `kgp 1 0 1`: the server's version.
    fn greeted(&mut self, version: &str) -> Vec<Act> {
        if version.split_whitespace().next() != Some(VERSION) {
            self.say(&format!("found version `{}`, expected {VERSION}", shorten(version)));
            let refused = ["error \"Unsupported version\"", "goodbye"];
            let said = refused.map(|line| Act::Say(line.to_owned()));
            return said.into_iter().chain([Act::Tell(Told::Quit)]).collect();
        }
        if std::mem::replace(&mut self.is_known, true) {
            return Vec::new();
        }
        let token = self.token.iter().map(|token| format!("set auth:token {}", quoted(token)));
        let told = [
            "set info:name \"plyglot\"".to_owned(),
            "set info:authors \"the plyglot authors\"".to_owned(),
        ];
        let said = told.into_iter().chain(token);
        let set = |(name, value): (&'static str, &str)| {
            Act::Tell(Told::SetOption(name.into(), value.to_owned()))
        };
        let mut acts: Vec<Act> = RULES.into_iter().map(set).chain(said.map(Act::Say)).collect();
        acts.extend(self.make_ready());
        acts
    }

    /// What searches need is made while nobody waits for a move.
    fn make_ready(&mut self) -> Option<Act> {
        (self.searches == 0).then(|| {
            self.readying += 1;
            Act::Tell(Told::IsReady)
        })
    }

    /// `readyok`.
    fn is_ready(&mut self) -> Vec<Act> {
        self.readying = self.readying.saturating_sub(1);
        if !self.is_known || std::mem::replace(&mut self.is_open, true) {
            return Vec::new();
        }
        vec![Act::Say("mode freeplay".to_owned())]
    }

    /// `4 state <…>`: a board to think about.
    fn asked(&mut self, id: Option<u64>, board: &str) -> Vec<Act> {
        // The board before this one has the move that was told of it.
        let mut acts = self.give_up();
        acts.extend(self.interrupt());
        let Some(south) = south(board) else {
            self.say(&format!(
                "found `{}`, expected a board such as <3,0,0,3,3,3,3,3,3>",
                shorten(board)
            ));
            let error = refer(id, "error \"Not a board\"");
            return [acts, vec![Act::Say(error)]].concat();
        };
        let filled: Vec<u32> =
            (1..).zip(&south).filter(|(_, stones)| **stones > 0).map(|(pit, _)| pit).collect();
        self.state = Some(State { id, told: None, is_over: false });
        match filled.as_slice() {
            [] => {
                self.state = None;
                acts.push(Act::Say(refer(id, "yield")));
                return acts;
            }
            // It is told at once, whatever else is found.
            [pit, rest @ ..] => {
                acts.extend(self.choose(*pit));
                if rest.is_empty() {
                    acts.extend(self.give_up());
                    return acts;
                }
            }
        }
        if self.pits != Some(south.len()) {
            self.pits = Some(south.len());
            acts.push(Act::Tell(Told::SetOption("Kalah.Pits".into(), south.len().to_string())));
        }
        let clock = self.clock.filter(|_| self.is_absolute);
        let limits = match clock {
            Some(own) => {
                let clock = [Some(own), self.opponent.or(Some(own))];
                Limits { clock, ..Limits::default() }
            }
            None => Limits { move_time: Some(UNTIL_STOPPED), ..Limits::default() },
        };
        self.searches += 1;
        acts.push(Act::Tell(Told::Position(Some(format!("{board} s")), Vec::new())));
        acts.push(Act::Tell(Told::Go(limits)));
        acts
    }

    /// Nobody waits for the board before this one.
    fn interrupt(&mut self) -> Vec<Act> {
        self.state = None;
        let is_idle = self.searches == 0 && self.readying == 0;
        if is_idle { Vec::new() } else { vec![Act::Tell(Told::Stop)] }
    }

    /// Tells a pit, if it is another than before.
    fn choose(&mut self, pit: u32) -> Vec<Act> {
        let Some(state) = self.state.as_mut().filter(|state| !state.is_over) else {
            return Vec::new();
        };
        if state.told.replace(pit) == Some(pit) {
            return Vec::new();
        }
        vec![Act::Say(refer(state.id, &format!("move {pit}")))]
    }

    /// What was told last is our move.
    fn give_up(&mut self) -> Vec<Act> {
        let Some(state) = self.state.as_mut().filter(|state| !state.is_over) else {
            return Vec::new();
        };
        state.is_over = true;
        vec![Act::Say(refer(state.id, "yield"))]
    }

    /// `6@4 stop`: the server has taken a move.
    fn stopped(&mut self, reference: Option<u64>) -> Vec<Act> {
        let is_this =
            self.state.as_ref().is_some_and(|state| reference.is_none() || state.id == reference);
        if is_this { self.interrupt() } else { Vec::new() }
    }

    /// `set time:clock 30`.
    fn set(&mut self, rest: &str) {
        let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = value.trim();
        let seconds = || value.parse().ok().map(|seconds: u32| Duration::from_secs(seconds.into()));
        match name {
            "time:mode" => self.is_absolute = value == "absolute",
            "time:clock" => self.clock = seconds(),
            "time:opclock" => self.opponent = seconds(),
            _ => {}
        }
    }

    /// What a search tells.
    fn heard(&mut self, info: &Info) -> Vec<Act> {
        let is_first = info.multi_pv.is_none_or(|rank| rank == 1);
        if self.searches != 1 || !is_first {
            return Vec::new();
        }
        let Some(pit) = info.pv.first().and_then(|mv| first_pit(mv)) else { return Vec::new() };
        let mut acts = self.choose(pit);
        let is_waited_for = self.state.as_ref().is_some_and(|state| !state.is_over);
        if info.exact && is_waited_for {
            acts.extend(self.give_up());
            acts.push(Act::Tell(Told::Stop));
        }
        acts
    }

    /// A search has been answered.
    fn answered(&mut self, best: Option<&str>) -> Vec<Act> {
        self.searches = self.searches.saturating_sub(1);
        if self.searches > 0 {
            return Vec::new();
        }
        let pit = best.and_then(first_pit);
        let acts = pit.map(|pit| self.choose(pit)).unwrap_or_default();
        acts.into_iter().chain(self.give_up()).chain(self.make_ready()).collect()
    }
}

impl Translator for Kgp {
    fn obey(&mut self, line: &str) -> Vec<Act> {
        if line.len() > LINE_BYTES_MAX {
            self.say(&format!("a line of {} bytes is passed over", line.len()));
            return Vec::new();
        }
        let line = Line::read(line);
        match line.name {
            "kgp" => self.greeted(line.rest),
            "state" => self.asked(line.id, line.rest),
            "stop" => self.stopped(line.reference),
            "ping" => vec![Act::Say(refer(line.id, "pong"))],
            "set" => {
                self.set(line.rest);
                Vec::new()
            }
            "goodbye" => {
                self.state = None;
                vec![Act::Tell(Told::Quit)]
            }
            "error" => {
                self.say(&format!("the server says {}", shorten(line.rest)));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn reply(&mut self, reply: &Reply) -> Vec<Act> {
        match reply {
            Reply::Info(info) => self.heard(info),
            Reply::BestMove { best, .. } => self.answered(best.as_deref()),
            Reply::Error(text) => {
                self.say(text);
                // The move that was told at once stands.
                if text.starts_with("go") { self.answered(None) } else { Vec::new() }
            }
            Reply::ReadyOk => self.is_ready(),
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
}

/// A command that answers another.
fn refer(id: Option<u64>, text: &str) -> String {
    id.map_or_else(|| text.to_owned(), |id| format!("@{id} {text}"))
}

fn quoted(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The first sowing of a move.
fn first_pit(mv: &str) -> Option<u32> {
    mv.split(',').next()?.trim().parse().ok()
}

/// The pits of south on a board: `<PITS,SOUTH,NORTH,…>`.
fn south(board: &str) -> Option<Vec<u32>> {
    let inner = board.strip_prefix('<')?.strip_suffix('>')?;
    let numbers: Option<Vec<u32>> =
        inner.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers?;
    let pits = usize::try_from(*numbers.first()?).ok().filter(|pits| PITS.contains(pits))?;
    (numbers.len() == 3 + 2 * pits).then(|| numbers.get(3..3 + pits).unwrap_or_default().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_numbers_and_refer_to_others() {
        for (text, id, reference, name, rest) in [
            ("4 state <1,0,0,1,1>", Some(4), None, "state", "<1,0,0,1,1>"),
            ("6@4 stop", Some(6), Some(4), "stop", ""),
            ("@4  stop ", None, Some(4), "stop", ""),
            ("kgp 1 0 1", None, None, "kgp", "1 0 1"),
            ("", None, None, "", ""),
            ("12", Some(12), None, "", ""),
        ] {
            let line = Line::read(text);
            assert_eq!(
                (line.id, line.reference, line.name, line.rest),
                (id, reference, name, rest)
            );
        }
    }

    #[test]
    fn boards_are_those_of_the_protocol() {
        assert_eq!(south("<3,0,0,1,2,3,4,5,6>"), Some(vec![1, 2, 3]));
        for bad in
            ["<3,0,0,1,2,3,4,5>", "3,0,0", "<>", "<0,0,0>", "<9>", "<3,0,0,1,2,-3,4,5,6>", "<é>"]
        {
            assert_eq!(south(bad), None, "{bad}");
        }
    }
}
