//! One player: a conversation over a wire in which everything has a deadline and every way to fail
//! has a name.

use std::time::{Duration, Instant};

use super::rules::{self, Declared, House};
use super::spec::{Origin, PlayerSpec};
use super::wire::{Heard, LINE_BYTES_MAX, ProcessWire, SessionWire, Wire};
use crate::server::interrupts::Interrupts;
use plyglot_core::{Bound, Score};
use plyglot_host::entry::GameEntry;
use plyglot_protocol::{Dialect, Info, Reply};

use crate::server::registry::GAMES;

/// A program has so long to introduce itself.
const START_TIME: Duration = Duration::from_secs(15);
/// A program has so long to say that it is ready.
const READY_TIME: Duration = Duration::from_secs(30);
/// So much may be said to one question; a search of an hour says less than a hundredth.
const TALK_BYTES_MAX: usize = 64 << 20;
/// How often a waiting referee asks whether the match is being broken off.
const BREAK_OFF_TICK: Duration = Duration::from_millis(100);

/// Why a player lost without the rules of the game, or why a match cannot go on with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The program could not be started, or is not what it should be.
    #[error("does not start: {0}")]
    Start(String),
    /// The program has ended.
    #[error("crashed")]
    Crash,
    /// No answer to `isready`, or to `go` long after every limit.
    #[error("silent")]
    Silent,
    /// A clock ran out.
    #[error("lost on time: {} ms late", .over.as_millis())]
    Time {
        /// How much later than its clock the answer came.
        over: Duration,
    },
    /// A line that no player needs.
    #[error("wrote a line of more than {LINE_BYTES_MAX} bytes")]
    Line,
    /// More lines to one question than anybody reads.
    #[error("wrote more than {} MiB to one question", TALK_BYTES_MAX >> 20)]
    Flood,
    /// A second answer to one `go`.
    #[error("answered twice: `{0}`")]
    Twice(String),
    /// A move that the rules do not allow.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// No move, though the game goes on.
    #[error("claims the end of a game that goes on")]
    WrongClaim,
    /// Nobody's fault: the match is being broken off.
    #[error("broken off")]
    BrokenOff,
}

impl Fault {
    /// Something was said that the rules of the game, or of talking about it, do not allow.
    pub fn is_infraction(&self) -> bool {
        match self {
            Self::Line | Self::Flood | Self::Twice(_) | Self::Illegal(_) | Self::WrongClaim => true,
            Self::Start(_) | Self::Crash | Self::Silent | Self::Time { .. } | Self::BrokenOff => {
                false
            }
        }
    }
}

/// What a player answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// Its move; `None` where it says there is none.
    pub best: Option<String>,
    /// From `go` to `bestmove`.
    pub used: Duration,
    /// The last score of its first line that is no bound, from its side.
    pub score: Option<Score>,
    /// The depth of that score.
    pub depth: u32,
    /// Moves played in its search.
    pub nodes: u64,
    /// The line that goes with that score.
    pub pv: Vec<String>,
    /// What else it had to say, of a game that its move has ended.
    pub notes: Vec<String>,
}

/// A player at the board.
pub struct MatchPlayer {
    spec: PlayerSpec,
    game: &'static GameEntry,
    variant: &'static str,
    house: House,
    /// Where the random numbers of its next game begin.
    seed: Option<u32>,
    /// How many bytes it has said to the question before it.
    said: usize,
    /// What cuts the waiting for it short.
    interrupts: Interrupts,
    wire: Option<Box<dyn Wire>>,
    connect: fn(&PlayerSpec) -> Result<Box<dyn Wire>, Fault>,
}

impl std::fmt::Debug for MatchPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player").field("name", &self.spec.name).finish_non_exhaustive()
    }
}

/// Starts a program or a session of our own.
fn connect(spec: &PlayerSpec) -> Result<Box<dyn Wire>, Fault> {
    Ok(match &spec.origin {
        Origin::Player(_) => Box::new(SessionWire::start(GAMES).map_err(Fault::Start)?),
        Origin::Command(command) => {
            let started = ProcessWire::start(command);
            Box::new(started.map_err(|error| Fault::Start(format!("{command}: {error}")))?)
        }
    })
}

impl MatchPlayer {
    /// A player for this variant; nothing is started before it is needed.
    pub fn new(spec: PlayerSpec, game: &'static GameEntry, variant: &'static str) -> Self {
        Self::over(spec, game, variant, connect)
    }

    /// A player over another wire, for tests.
    pub fn over(
        spec: PlayerSpec,
        game: &'static GameEntry,
        variant: &'static str,
        connect: fn(&PlayerSpec) -> Result<Box<dyn Wire>, Fault>,
    ) -> Self {
        let (house, interrupts) = (House::default(), Interrupts::default());
        Self { spec, game, variant, house, seed: None, said: 0, interrupts, wire: None, connect }
    }

    /// The same player under these rules; nothing is started before it is needed.
    #[must_use]
    pub fn under(self, house: &House) -> Self {
        Self { house: house.clone(), ..self }
    }

    /// The same player, who is waited for only as long as nobody wants to leave.
    #[must_use]
    pub fn until(self, interrupts: &Interrupts) -> Self {
        Self { interrupts: interrupts.clone(), ..self }
    }

    /// A mind of ours that was not told otherwise begins its random numbers here from now on.
    pub fn reseed(&mut self, seed: u32) {
        let is_told = |options: &[(String, String)]| {
            options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed"))
        };
        let is_ours = matches!(self.spec.origin, Origin::Player(_));
        if is_ours && !is_told(&self.spec.options) && !is_told(&self.house.given) {
            self.seed = Some(seed);
        }
    }

    /// What was asked for.
    pub fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Hangs up; the next game starts it anew.
    pub fn drop_wire(&mut self) {
        self.wire = None;
    }

    /// Prepares for a new game; starts the program where it is not running.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        if self.wire.is_none() {
            self.wire = Some((self.connect)(&self.spec)?);
            self.introduce()?;
        }
        if let Some(seed) = self.seed {
            self.set_option("Seed", &seed.to_string())?;
        }
        let new_game = if self.is_ugi() { "uginewgame" } else { "ucinewgame" };
        self.send(new_game)?;
        self.ready(false).map(drop)
    }

    fn is_ugi(&self) -> bool {
        self.spec.dialect == Dialect::Ugi
    }

    /// The handshake, then the variant and the options.
    fn introduce(&mut self) -> Result<(), Fault> {
        self.send(if self.is_ugi() { "ugi" } else { "uci" })?;
        let deadline = Instant::now() + START_TIME;
        let mut declared = Vec::new();
        loop {
            match self.hear(deadline, false)? {
                Reply::UciOk | Reply::UgiOk => break,
                Reply::Option(text) => declared.extend(Declared::parse(&text)),
                _ => {}
            }
        }
        let find = |name: &str| rules::find(&declared, self.game, name);
        if let Some(variant) = find("UCI_Variant") {
            variant.admit(self.variant).map_err(Fault::Start)?;
            self.set_option("UCI_Variant", self.variant)?;
        }
        self.lay_down_rules(&declared)?;
        for (name, value) in self.spec.options.clone() {
            if rules::find(&declared, self.game, &name).is_none() {
                return Err(Fault::Start(format!("no option is called `{name}`")));
            }
            self.set_option(&name, &value)?;
        }
        self.ready(false).map(drop)
    }

    /// Tells the rules in force. A mind of ours takes every option that was given, and refuses
    /// what it cannot; another program must have declared what it is told.
    fn lay_down_rules(&mut self, declared: &[Declared]) -> Result<(), Fault> {
        let House { rules, given } = self.house.clone();
        if let Origin::Player(mind) = self.spec.origin.clone() {
            for (name, value) in given {
                self.set_option(&name, &value)?;
            }
            return self.set_option(&self.game.player_option(), &mind);
        }
        for (name, value) in &rules.options {
            let refused = |why: String| Fault::Start(format!("cannot take the rules: {why}"));
            let option = rules::find(declared, self.game, name)
                .ok_or_else(|| refused(format!("no option is called `{name}`")))?;
            option.admit(value).map_err(refused)?;
            self.set_option(&option.name, value)?;
        }
        if rules.options.is_empty() { Ok(()) } else { self.ready_with_rules() }
    }

    /// A program of this family says what it refuses; then it plays by other rules.
    fn ready_with_rules(&mut self) -> Result<(), Fault> {
        self.send("isready")?;
        let deadline = Instant::now() + READY_TIME;
        loop {
            match self.hear(deadline, false)? {
                Reply::ReadyOk => return Ok(()),
                Reply::Error(why) => {
                    return Err(Fault::Start(format!("cannot take the rules: {why}")));
                }
                _ => {}
            }
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Waits until everything sent has been taken. An answer that nobody asked for is a fault, once
    /// a game is being played: what is left over from the last one has lost nothing in this one. A
    /// refusal of an option by one of our own minds is a fault too. Gives back what was noted.
    fn ready(&mut self, playing: bool) -> Result<Vec<String>, Fault> {
        self.send("isready")?;
        let deadline = Instant::now() + READY_TIME;
        let mut notes = Vec::new();
        loop {
            match self.hear(deadline, false)? {
                Reply::ReadyOk => return Ok(notes),
                Reply::Note(text) => notes.push(text),
                Reply::BestMove { best, .. } if playing => {
                    return Err(Fault::Twice(best.unwrap_or_default()));
                }
                Reply::Error(text) if matches!(self.spec.origin, Origin::Player(_)) => {
                    return Err(Fault::Start(text));
                }
                _ => {}
            }
        }
    }

    /// Shows a position that asks for nothing: how a game ended, for those who learn from it. Gives
    /// back what there is to say of it.
    pub fn show(&mut self, position: &str) -> Result<Vec<String>, Fault> {
        self.send(position)?;
        self.ready(true)
    }

    /// Takes leave, and gives back what there is to say of the game that is left, as it stands in
    /// this position if the player has taken part in it. It is waited for, whoever is in a hurry.
    pub fn leave(&mut self, position: Option<&str>) -> Vec<String> {
        self.interrupts = Interrupts::default();
        if let Some(position) = position {
            // If it is gone already it has nothing to say.
            let _ = self.show(position);
        }
        let mut notes = Vec::new();
        if self.wire.is_some() && self.send("quit").is_ok() {
            let deadline = Instant::now() + READY_TIME;
            while let Ok(reply) = self.hear(deadline, false) {
                notes.extend(match reply {
                    Reply::Note(text) => Some(text),
                    _ => None,
                });
            }
        }
        self.drop_wire();
        notes
    }

    /// Asks for a move. `patience` is how long the player may take before it counts as silent;
    /// whether it was late is the referee's business.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        patience: Duration,
    ) -> Result<Thought, Fault> {
        self.send(position)?;
        self.ready(true)?;
        let begun = Instant::now();
        self.send(go)?;
        let deadline = begun + patience;
        let mut thought = Thought::default();
        loop {
            match self.hear(deadline, true)? {
                Reply::Info(info) => {
                    // What was noted before belongs to the search.
                    thought.notes.clear();
                    note(&mut thought, &info);
                }
                Reply::Note(text) => thought.notes.push(text),
                Reply::BestMove { best, .. } => {
                    thought.used = begun.elapsed();
                    return Ok(Thought { best, ..thought });
                }
                _ => {}
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        log::debug!("to {}: {line}", self.spec.name);
        self.said = 0;
        let sent = self.wire.as_mut().is_some_and(|wire| wire.send(line));
        if sent { Ok(()) } else { Err(Fault::Crash) }
    }

    /// The next reply, waiting until then at most.
    fn listen(&mut self, deadline: Instant) -> Result<Option<Reply>, Fault> {
        let dialect = self.spec.dialect;
        match self.wire.as_mut().map_or(Heard::Gone, |wire| wire.receive(deadline)) {
            Heard::Line(line) => {
                log::debug!("from {}: {line}", self.spec.name);
                self.said += line.len() + 1;
                if self.said > TALK_BYTES_MAX {
                    return Err(Fault::Flood);
                }
                Ok(Some(Reply::parse(&line, dialect)))
            }
            Heard::TooLong => Err(Fault::Line),
            Heard::Nothing => Ok(None),
            Heard::Gone => Err(Fault::Crash),
        }
    }

    /// The next reply; who talks beyond the deadline is silent about what was asked.
    /// One that thinks can be told to stop.
    fn hear(&mut self, deadline: Instant, thinks: bool) -> Result<Reply, Fault> {
        loop {
            if thinks && self.interrupts.must_stop() {
                self.send("stop")?;
            }
            if self.interrupts.must_leave() {
                return Err(Fault::BrokenOff);
            }
            let now = Instant::now();
            if now >= deadline {
                return Err(Fault::Silent);
            }
            if let Some(reply) = self.listen((now + BREAK_OFF_TICK).min(deadline))? {
                return Ok(reply);
            }
        }
    }
}

/// Keeps what an `info` says about the first line.
fn note(thought: &mut Thought, info: &Info) {
    thought.nodes = info.nodes.unwrap_or(thought.nodes);
    if info.multi_pv.unwrap_or(1) != 1 {
        return;
    }
    if let Some((score, Bound::Exact)) = info.score {
        thought.score = Some(score);
        thought.depth = info.depth.unwrap_or(0);
        thought.pv.clone_from(&info.pv);
    }
}
