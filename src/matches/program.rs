//! A player that is another program: a conversation over a wire in which everything has a deadline
//! and every way to fail has a name.

use std::time::{Duration, Instant};

use super::player::{Fault, Thought};
use super::rules::{self, Declared, MatchRules};
use super::spec::{Habits, PlayerSpec};
use super::wire::{Heard, ProcessWire, Wire};
use crate::system::interrupts::Interrupts;
use plyglot_core::Limits;
use plyglot_host::entry::GameEntry;
use plyglot_protocol::{Command, Dialect, Go, Reply, Setup};

/// A program has so long to introduce itself.
const START_TIME: Duration = Duration::from_secs(15);
/// A program has so long to say that it is ready.
const READY_TIME: Duration = Duration::from_secs(30);
/// So much may be said to one question; a search of an hour says less than a hundredth.
pub(super) const TALK_BYTES_MAX: usize = 64 << 20;
/// What programs of this family call the option for where random numbers begin.
const SEED: &str = "Seed";
/// How often a waiting referee asks whether the match is being broken off.
pub(super) const BREAK_OFF_TICK: Duration = Duration::from_millis(100);

/// Another program at the board.
pub(super) struct Program {
    name: String,
    dialect: Dialect,
    habits: Habits,
    /// How many bytes it has said to the question before it.
    said: usize,
    /// What cuts the waiting for it short.
    pub(super) interrupts: Interrupts,
    wire: Box<dyn Wire>,
    /// Its option for where random numbers begin, if it has one and nobody has set it.
    seed: Option<Declared>,
}

impl Program {
    /// Starts the program of this command and tells it what it is to play, and how.
    pub(super) fn start(
        command: &str,
        spec: &PlayerSpec,
        game: &'static GameEntry,
        variant: &'static str,
        match_rules: &MatchRules,
        interrupts: &Interrupts,
    ) -> Result<Self, Fault> {
        let wire = ProcessWire::start(command)
            .map_err(|error| Fault::Start(format!("{command}: {error}")))?;
        let mut program = Self {
            name: spec.name.clone(),
            dialect: spec.dialect,
            habits: spec.habits,
            said: 0,
            interrupts: interrupts.clone(),
            wire: Box::new(wire),
            seed: None,
        };
        program.introduce(spec, game, variant, match_rules)?;
        Ok(program)
    }

    /// Prepares for a new game, whose random numbers are to begin here where the program can be told.
    pub(super) fn new_game(&mut self, seed: Option<u32>) -> Result<(), Fault> {
        let seed = seed.map(|seed| seed.to_string());
        let fits = |seed: &String| self.seed.as_ref().is_some_and(|opt| opt.admit(seed).is_ok());
        if let Some(seed) = seed.filter(fits) {
            self.set_option(SEED, &seed)?;
        }
        self.send(if self.is_ugi() { "uginewgame" } else { "ucinewgame" })?;
        self.ready(false).map(drop)
    }

    fn is_ugi(&self) -> bool {
        self.dialect == Dialect::Ugi
    }

    /// The handshake, then the variant and the options.
    fn introduce(
        &mut self,
        spec: &PlayerSpec,
        game: &'static GameEntry,
        variant: &'static str,
        match_rules: &MatchRules,
    ) -> Result<(), Fault> {
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
        let find = |name: &str| rules::find(&declared, game, name);
        if let Some(option) = find("UCI_Variant") {
            option.admit(variant).map_err(Fault::Start)?;
            self.set_option("UCI_Variant", variant)?;
        }
        self.lay_down_rules(&declared, game, match_rules)?;
        for (name, value) in &spec.options {
            if find(name).is_none() {
                return Err(Fault::Start(format!("no option is called `{name}`")));
            }
            self.set_option(name, value)?;
        }
        let given = spec.options.iter().chain(&match_rules.given);
        let is_free = !given.into_iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED));
        self.seed = find(SEED).filter(|_| is_free).cloned();
        self.ready(false).map(drop)
    }

    /// Tells the rules in force, which it must have declared.
    fn lay_down_rules(
        &mut self,
        declared: &[Declared],
        game: &GameEntry,
        match_rules: &MatchRules,
    ) -> Result<(), Fault> {
        let options = &match_rules.rules.options;
        for (name, value) in options {
            let refused = |why: String| Fault::Start(format!("cannot take the rules: {why}"));
            let option = rules::find(declared, game, name)
                .ok_or_else(|| refused(format!("no option is called `{name}`")))?;
            option.admit(value).map_err(refused)?;
            self.set_option(&option.name, value)?;
        }
        if options.is_empty() { Ok(()) } else { self.ready_with_rules() }
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
    /// a game is being played: what is left over from the last one has lost nothing in this one. Gives
    /// back what was noted.
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
                _ => {}
            }
        }
    }

    /// Shows a position that asks for nothing, and gives back what there is to say of it.
    pub(super) fn show(&mut self, setup: &Setup<'_>) -> Result<Vec<String>, Fault> {
        let line = Command::Position(setup.clone()).to_string();
        self.send(&if self.habits.joined { joined(&line) } else { line })?;
        self.ready(true)
    }

    /// Takes leave, and gives back what there is to say of the game that is left.
    pub(super) fn leave(&mut self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.send("quit").is_ok() {
            let deadline = Instant::now() + READY_TIME;
            while let Ok(reply) = self.hear(deadline, false) {
                if let Reply::Note(text) = reply {
                    notes.push(text);
                }
            }
        }
        notes
    }

    /// Asks for a move. `patience` is how long the player may take before it counts as silent;
    /// whether it was late is the referee's business.
    pub(super) fn think(
        &mut self,
        setup: &Setup<'_>,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Thought, Fault> {
        self.show(setup)?;
        let begun = Instant::now();
        self.send(&go(limits, self.dialect))?;
        let deadline = begun + patience;
        let mut thought = Thought::default();
        loop {
            match self.hear(deadline, true)? {
                Reply::Info(info) => thought.hear(&info),
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
        log::debug!("to {}: {line}", self.name);
        self.said = 0;
        if self.wire.send(line) { Ok(()) } else { Err(Fault::Crash) }
    }

    /// The next reply, waiting until then at most.
    fn listen(&mut self, deadline: Instant) -> Result<Option<Reply>, Fault> {
        let dialect = self.dialect;
        match self.wire.receive(deadline) {
            Heard::Line(line) => {
                log::debug!("from {}: {line}", self.name);
                self.said += line.len() + 1;
                if self.said > TALK_BYTES_MAX {
                    return Err(Fault::Flood);
                }
                let said = if self.habits.inline { answer_in(&line) } else { &line };
                Ok(Some(match Reply::parse(said, dialect) {
                    Reply::Info(_) if self.habits.joined => Reply::Text(line),
                    reply => reply,
                }))
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

/// A line `position … moves A b C`, as `position … moves AbC`.
fn joined(line: &str) -> String {
    match line.split_once(" moves ") {
        Some((before, moves)) => format!("{before} moves {}", moves.replace(' ', "")),
        None => line.to_owned(),
    }
}

/// The answer that stands in an `info` line, or the line.
fn answer_in(line: &str) -> &str {
    let at = line.starts_with("info ").then(|| line.find(" bestmove ")).flatten();
    at.map_or(line, |at| &line[at + 1..])
}

/// The `go` with these limits. UGI has words of its own for clocks, and none for moves to go.
fn go(limits: &Limits, dialect: Dialect) -> String {
    let [Some(first), Some(second)] = limits.clock.map(|time| time.map(|time| time.as_millis()))
    else {
        return Command::Go(Go { limits: limits.clone(), search_moves: Vec::new() }).to_string();
    };
    let [add, add_second] = limits.increment.map(|time| time.as_millis());
    if dialect == Dialect::Ugi {
        return format!("go p1time {first} p2time {second} p1inc {add} p2inc {add_second}");
    }
    let to_go = limits.moves_to_go.map_or(String::new(), |n| format!(" movestogo {n}"));
    format!("go wtime {first} btime {second} winc {add} binc {add_second}{to_go}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_met() {
        assert_eq!(joined("position startpos moves F e B"), "position startpos moves FeB");
        assert_eq!(joined("position startpos"), "position startpos");
        assert_eq!(answer_in("info depth 9 score cp 1 bestmove d6"), "bestmove d6");
        assert_eq!(answer_in("bestmove d6"), "bestmove d6");
        assert_eq!(answer_in("info string no bestmove"), "info string no bestmove");
    }
}
