//! A player of ours: an engine in this process, asked and answered by values.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::player::{Fault, Purpose, Thought};
use super::program::BREAK_OFF_TICK;
use super::rules::MatchRules;
use super::spec::PlayerSpec;
use crate::engine::{Engine, Started};
use crate::system::interrupts::Interrupts;
use plyglot_core::Limits;
use plyglot_host::entry::GameEntry;
use plyglot_host::event::{Answer, JobResult, Listener, Notice, SearchEvent};
use plyglot_protocol::Setup;
use plyglot_search::SearchControl;

/// What is made before a game may take so long.
const READY_TIME: Duration = Duration::from_secs(30);

/// Who has just begun to think ahead is given so long to know something.
const FIRST_TIME: Duration = Duration::from_secs(2);

/// A player of ours at the board.
pub(super) struct Own {
    engine: Engine,
    /// What cuts the waiting for it short.
    pub(super) interrupts: Interrupts,
    /// It thinks ahead.
    ahead: Option<(Arc<SearchControl>, Receiver<SearchEvent>)>,
}

impl Own {
    /// The player of this name with the options of the match and its own.
    pub(super) fn new(
        player: &str,
        spec: &PlayerSpec,
        game: &'static GameEntry,
        variant: &'static str,
        match_rules: &MatchRules,
        interrupts: &Interrupts,
    ) -> Result<Self, Fault> {
        let engine = Engine::open(variant, &[]).map_err(Fault::Start)?;
        let mut own = Self { engine, interrupts: interrupts.clone(), ahead: None };
        for (name, value) in &match_rules.given {
            own.set_option(name, value)?;
        }
        own.set_option(&game.player_option(), player)?;
        for (name, value) in &spec.options {
            if own.engine.option(name).is_err() {
                return Err(Fault::Start(format!("no option is called `{name}`")));
            }
            own.set_option(name, value)?;
        }
        own.ready()?;
        Ok(own)
    }

    /// Sets an option; a refusal is a fault, since the match would be played by other rules or
    /// another player.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.attend();
        self.engine.set_option(name, value).map(drop).map_err(Fault::Start)
    }

    pub(super) fn new_game(&mut self) -> Result<(), Fault> {
        self.attend();
        self.engine.new_game();
        self.ready()
    }

    /// Sets up a position, and gives back what there is to say of it.
    pub(super) fn show(&mut self, setup: &Setup<'_>) -> Result<Vec<String>, Fault> {
        let told = self.set_up(setup)?;
        self.think_ahead();
        notes(told)
    }

    /// The position, with all that a search of it needs.
    fn set_up(&mut self, setup: &Setup<'_>) -> Result<Vec<Notice>, Fault> {
        self.attend();
        let told = self.engine.set_position(setup.position, &setup.moves);
        let told = told.map_err(|error| Fault::Start(error.to_string()))?;
        self.ready()?;
        Ok(told)
    }

    /// Gives back what there is to say of the game that is left.
    pub(super) fn leave(&mut self) -> Vec<String> {
        self.attend();
        notes(self.engine.state().farewell()).unwrap_or_default()
    }

    /// Asks for a move; who has not moved after all this time is silent.
    pub(super) fn think(
        &mut self,
        purpose: Purpose,
        setup: &Setup<'_>,
        limits: &Limits,
        patience: Duration,
    ) -> Result<Thought, Fault> {
        notes(self.set_up(setup)?)?;
        let begun = Instant::now();
        let (listener, inbox) = Listener::channel();
        let Started { control, is_adaptive, .. } =
            self.engine.begin(limits.clone(), &[], None, listener);
        let mut thought = Thought::default();
        let hear = |event| match event {
            SearchEvent::Info(info) => thought.hear(&info),
            SearchEvent::Notice(Notice::Note(text)) => thought.notes.push(text),
            _ => {}
        };
        let result = self.wait(&control, &inbox, begun + patience, hear)?;
        thought.used = begun.elapsed();
        if is_adaptive && purpose == Purpose::Move && !control.stop.is_set() {
            thought.notes.extend(self.engine.keep_adaptive_depth(result.used, result.cut));
        }
        thought.notes.extend(notes(result.notices).unwrap_or_default());
        if let Answer::Move { best: Some(best), .. } = &result.answer {
            self.engine.expect_reply_to(best);
            thought.best = Some(best.clone());
        }
        self.think_ahead();
        Ok(thought)
    }

    /// Makes what searches need, before any clock runs.
    fn ready(&mut self) -> Result<(), Fault> {
        let (listener, inbox) = Listener::channel();
        let mut told = Vec::new();
        if let Some(control) = self.engine.prepare(&mut told, listener) {
            self.wait(&control, &inbox, Instant::now() + READY_TIME, |_| ())?;
        }
        Ok(())
    }

    /// Waits for the end of a job. It is told to stop when the person or the match wants that.
    fn wait(
        &self,
        control: &SearchControl,
        inbox: &Receiver<SearchEvent>,
        deadline: Instant,
        mut hear: impl FnMut(SearchEvent),
    ) -> Result<JobResult, Fault> {
        let ended = loop {
            if self.interrupts.must_stop() {
                control.stop.set();
            }
            if self.interrupts.must_leave() {
                break Err(Fault::BrokenOff);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match inbox.recv_timeout(left.min(BREAK_OFF_TICK)) {
                Ok(SearchEvent::Done(result)) => return Ok(result),
                Ok(event) => hear(event),
                Err(RecvTimeoutError::Disconnected) => break Err(Fault::Crash),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => break Err(Fault::Silent),
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        control.stop.set();
        ended
    }

    /// What thinking ahead has come to since it was asked the last time: the last line it said.
    pub(super) fn overhear(&self) -> Option<Thought> {
        let (_, inbox) = self.ahead.as_ref()?;
        let mut thought = None;
        for event in inbox.try_iter() {
            if let SearchEvent::Info(info) = event {
                thought.get_or_insert_with(Thought::default).hear(&info);
            }
        }
        thought
    }

    /// The best move known without a search. Thinking ahead, which has to pause for the question, is
    /// given a moment where it has only just begun.
    pub(super) fn known(&mut self) -> Option<String> {
        self.attend();
        let mut known = self.engine.state().hint();
        self.think_ahead();
        if let (None, Some((_, inbox))) = (&known, &self.ahead) {
            let _ = inbox.recv_timeout(FIRST_TIME);
            self.attend();
            known = self.engine.state().hint();
            self.think_ahead();
        }
        known
    }

    /// Lets the player think ahead, if it does.
    fn think_ahead(&mut self) {
        let (listener, inbox) = Listener::channel();
        let begun = self.engine.think_ahead(&mut Vec::new(), || listener);
        self.ahead = begun.map(|control| (control, inbox));
    }

    /// It thinks ahead no longer.
    fn attend(&mut self) {
        let Some((control, inbox)) = self.ahead.take() else { return };
        control.stop.set();
        for event in inbox {
            if let SearchEvent::Done(_) = event {
                return;
            }
        }
    }
}

/// What was noted; an error is a fault.
fn notes(told: Vec<Notice>) -> Result<Vec<String>, Fault> {
    let note = |notice| match notice {
        Notice::Note(text) => Ok(text),
        Notice::Error(text) => Err(Fault::Start(text)),
    };
    told.into_iter().map(note).collect()
}
