//! The room of a client: a game with its engine, and one search at a time.
//!
//! A room has a thread of its own. What changes the game or needs the player ends a search that is
//! under way, whose best move is said first; what only looks on is answered beside it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
#[cfg(feature = "program")]
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::ask::copy_of;
use super::board;
use super::budget::Share;
use super::event::{Event, Handle, Terms};
use super::handler;
use super::message::{Go, Request};
use super::outbox::Outbox;
use super::reply::{Info, Learned, Reply, Theatre};
use super::theatre;
use super::thinking;
use super::traces::Recorded;
use super::welcome::welcome;
use crate::engine::{Engine, Started};
use plyglot_core::game::picture::Picture;
use plyglot_core::rng::fresh_seed;
use plyglot_core::{Limits, Settings, Value};
use plyglot_host::beside;
use plyglot_host::event::{Answer, JobResult, Listener, Notice, SearchEvent};
use plyglot_host::job;
use plyglot_host::learn::Lesson;
use plyglot_host::view::NamedLine;
use plyglot_search::SearchControl;
use plyglot_search::selfplay::{Block, TrainingPlan};
use plyglot_search::time::WallTimer;

/// How often a search is asked whether it has thought for long enough.
#[cfg(feature = "program")]
const GLANCE: Duration = Duration::from_millis(250);

/// A lesson has no more games.
const LESSON_GAMES_MAX: u64 = 1_000_000;
/// A lesson is told in so many blocks.
const LESSON_BLOCKS: u64 = 50;

/// A room.
pub(super) struct Room {
    terms: Arc<Terms>,
    session: String,
    pub(super) engine: Engine,
    inbox: Receiver<Event>,
    handle: Handle,
    outbox: Option<Arc<Outbox>>,
    /// What has come while a search was being ended.
    waiting: VecDeque<Event>,
    search: Option<Running>,
    searches: u64,
    /// The clock of what is made ready for searches.
    preparing: Option<Arc<SearchControl>>,
    /// What a search has come to, until the page says something.
    unseen: Option<(u64, Reply)>,
    /// What was recorded last.
    pub(super) recorded: Option<Recorded>,
    /// The picture that the page has.
    known: Option<Picture>,
    /// What it has of the memory of all rooms.
    pub(super) share: Share,
}

/// A search under way.
struct Running {
    number: u64,
    /// The message that asked for it.
    id: u64,
    control: Arc<SearchControl>,
    is_adaptive: bool,
    /// It is no search: a player learns.
    is_lesson: bool,
    /// The newest report of each line, for a page that comes back.
    infos: BTreeMap<u32, Info>,
    theatre: Option<Theatre>,
}

/// Opens a room without a thread: whoever has it hands on what its inbox holds ([`Room::take_in`]).
///
/// # Errors
/// The game cannot be opened.
pub(super) fn open_alone(terms: Arc<Terms>, session: String) -> Result<(Room, Handle), String> {
    let (events, inbox) = channel();
    let handle = Handle::new(events);
    let share = terms.memory.share(hash_mib(&terms.settings))?;
    let room = Room::new(terms, session, share, inbox, handle.clone());
    let room = room.map_err(|(_, error)| error)?;
    Ok((room, handle))
}

/// MiB of the transposition table that these settings ask for.
pub(super) fn hash_mib(settings: &Settings) -> u64 {
    u64::try_from(settings.spin("Hash")).unwrap_or(0)
}

impl Room {
    pub(super) fn new(
        terms: Arc<Terms>,
        session: String,
        share: Share,
        inbox: Receiver<Event>,
        handle: Handle,
    ) -> Result<Self, (Receiver<Event>, String)> {
        let (game, variant) = terms.first;
        let mut settings = terms.settings.clone();
        settings.set("UCI_Variant", Value::Combo(variant.name));
        settings.set("UCI_ShowWDL", Value::Check(true));
        let timer = Arc::new(WallTimer::default());
        let engine = match Engine::with(terms.games, game, variant, settings, timer) {
            Ok(engine) => engine,
            Err(error) => return Err((inbox, error.to_string())),
        };
        Ok(Self {
            terms,
            session,
            engine,
            inbox,
            handle,
            outbox: None,
            waiting: VecDeque::new(),
            search: None,
            searches: 0,
            preparing: None,
            unseen: None,
            recorded: None,
            known: None,
            share,
        })
    }

    /// Takes in what has reached the room by now.
    pub(super) fn take_in(&mut self) {
        while let Some(event) = self.waiting.pop_front().or_else(|| self.inbox.try_recv().ok()) {
            self.take(event);
        }
        self.look_at_the_clock();
    }

    /// Lives until it is closed.
    #[cfg(feature = "program")]
    pub(super) fn run(&mut self) {
        self.prepare();
        loop {
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => match self.inbox.recv_timeout(GLANCE) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => {
                        self.look_at_the_clock();
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                },
            };
            if !self.take(event) {
                break;
            }
        }
        self.end_preparing();
        self.stop();
    }

    /// Whether the room stays open.
    fn take(&mut self, event: Event) -> bool {
        match event {
            Event::Attached { outbox, id, resumed } => self.attach(outbox, id, resumed),
            Event::Asked(id, request) => {
                self.handle.heard(request.weight());
                self.unseen = None;
                self.answer(id, request);
            }
            Event::Detached => self.outbox = None,
            Event::Rest => self.rest(),
            Event::Search(number, told) => self.hear(number, told),
            Event::Said(id, reply) => self.say(id, *reply),
            Event::Prepared => self.preparing = None,
            Event::Leave => return false,
        }
        true
    }

    /// A page is there: it is told what there is, how the game stands, and what a search has found
    /// so far.
    fn attach(&mut self, outbox: Arc<Outbox>, id: u64, resumed: bool) {
        self.outbox = Some(outbox);
        self.known = None;
        let welcome = welcome(&self.terms, &self.session, resumed);
        self.say(id, Reply::Welcome(Box::new(welcome)));
        self.say_state(id);
        if let Some(search) = &self.search {
            let (id, infos) = (search.id, search.infos.clone());
            let theatre = search.theatre.clone();
            self.say(id, Reply::Searching);
            for info in infos.into_values() {
                self.say(id, Reply::Info(info));
            }
            if let Some(theatre) = theatre {
                self.say(id, Reply::Theatre(theatre));
            }
        }
        if let Some((id, reply)) = &self.unseen {
            self.say(*id, reply.clone());
        }
    }

    /// Answers a message, or says why not.
    fn answer(&mut self, id: u64, request: Request) {
        let answered = match request {
            // A page says it once, and its connection has heard it.
            Request::Hello { .. } => Err("hello: expected once, as the first message".to_owned()),
            Request::Ping {} => Ok(Some(Reply::Pong)),
            Request::Go(go) => return self.go(id, &go),
            Request::Stop {} => return self.stop(),
            request => handler::answer(self, id, request),
        };
        match answered {
            Ok(reply) => reply.into_iter().for_each(|reply| self.say(id, reply)),
            Err(what) => self.say(id, Reply::Refused { what }),
        }
    }

    /// Sends a reply to whoever is there.
    pub(super) fn say(&self, id: u64, reply: Reply) {
        if let Some(outbox) = &self.outbox {
            outbox.push(Some(id), reply);
        }
    }

    /// Sends what is worth knowing.
    pub(super) fn note(&self, text: String) {
        if let Some(outbox) = &self.outbox {
            outbox.push(None, Reply::Note { text });
        }
    }

    /// The same of several.
    pub(super) fn note_all(&self, told: &[Notice]) {
        for notice in told {
            self.note(thinking::text(notice).to_owned());
        }
    }

    /// How the game stands.
    pub(super) fn state(&mut self) -> Reply {
        Reply::State(Box::new(board::state(&self.engine, &mut self.known)))
    }

    fn say_state(&mut self, id: u64) {
        let state = self.state();
        self.say(id, state);
    }

    /// Shows the match that is played.
    pub(super) fn watch(&self, id: u64) -> Result<(), String> {
        let none = "watch: no match is played here: `plyglot match --web` plays one";
        let gallery = self.terms.gallery.as_ref().ok_or(none)?;
        if let Some(outbox) = &self.outbox {
            gallery.enter(id, outbox);
        }
        Ok(())
    }

    /// Who looks on at a match takes no time from its players.
    fn is_quiet(&self) -> bool {
        self.terms.gallery.as_ref().is_none_or(|gallery| gallery.is_over())
    }

    fn check_quiet(&self, what: &str) -> Result<(), String> {
        let why = "the players of the match shown here need the machine until it is over";
        if self.is_quiet() { Ok(()) } else { Err(format!("{what}: {why}")) }
    }

    /// The terms of the server.
    pub(super) fn terms(&self) -> Arc<Terms> {
        Arc::clone(&self.terms)
    }

    /// The way in, for what runs beside.
    pub(super) fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// Whether the player has something to do: nobody else is to wait for it.
    pub(super) fn has_player_at_work(&self) -> bool {
        self.search.is_some() || self.preparing.is_some()
    }

    /// Lets the player make ready what its searches need, tables of Kalah for one, until one begins.
    pub(super) fn prepare(&mut self) {
        self.end_preparing();
        if !beside::HAS_THREADS || !self.is_quiet() || !self.engine.state().needs_preparation() {
            return;
        }
        let handle = self.handle.clone();
        let listener = Listener::new(move |event| {
            if let SearchEvent::Done(_) = event {
                handle.tell(Event::Prepared);
            }
        });
        let mut told = Vec::new();
        self.preparing = self.engine.prepare(&mut told, listener);
        self.note_all(&told);
    }

    /// What is ready has to do.
    fn end_preparing(&mut self) {
        if let Some(control) = self.preparing.take() {
            control.stop.set();
        }
    }

    /// Begins a search.
    fn go(&mut self, id: u64, go: &Go) {
        let begun = self
            .check_quiet("go")
            .and_then(|()| thinking::limits(go, self.terms.limits.think_ms))
            .and_then(|limits| handler::check_go(self, go).map(|()| limits))
            .and_then(|limits| {
                self.end_search();
                handler::choose_player(self, go).map(|()| limits)
            });
        match begun {
            Ok(limits) => self.begin(id, go, limits),
            Err(what) => self.say(id, Reply::Refused { what }),
        }
    }

    fn begin(&mut self, id: u64, go: &Go, limits: Limits) {
        self.end_preparing();
        self.say(id, Reply::Searching);
        self.searches += 1;
        self.unseen = None;
        let (number, handle) = (self.searches, self.handle.clone());
        let listener = Listener::new(move |event| handle.tell(Event::Search(number, event)));
        let lines = i64::from(go.lines.unwrap_or(1));
        self.engine.settings.set("MultiPV", Value::Spin(lines));
        let moves: Vec<&str> = go.moves.iter().map(String::as_str).collect();
        let trace = go.theatre.then(|| theatre::order(self));
        let started = self.engine.begin(limits, &moves, trace, listener);
        let Started { control, is_adaptive, notices, .. } = started;
        self.note_all(&notices);
        let infos = BTreeMap::new();
        let (theatre, is_lesson) = (None, false);
        self.search = Some(Running { number, id, control, is_adaptive, is_lesson, infos, theatre });
    }

    /// Lets the player learn, as if it were a search: `stop` ends it.
    pub(super) fn learn(
        &mut self,
        id: u64,
        games: u64,
        against: Option<String>,
        seed: Option<u64>,
    ) -> Result<(), String> {
        if !(1..=LESSON_GAMES_MAX).contains(&games) {
            return Err(format!("learn: found {games} games, expected 1 to {LESSON_GAMES_MAX}"));
        }
        self.check_quiet("learn")?;
        let block = (games / LESSON_BLOCKS).max(1);
        let seed = seed.unwrap_or_else(|| fresh_seed().into());
        let lesson = Lesson { against, plan: TrainingPlan { games, block, seed } };
        // A search that is under way has the player.
        let asked = if self.has_player_at_work() {
            copy_of(self)?.check_lesson(&lesson)
        } else {
            self.engine.state().check_lesson(&lesson)
        };
        asked.map_err(|error| format!("learn: {error}"))?;
        self.end_search();
        self.end_preparing();
        self.searches += 1;
        self.unseen = None;
        let (number, handle) = (self.searches, self.handle.clone());
        let listener = Listener::new(move |event| handle.tell(Event::Search(number, event)));
        let control = job::running_clock();
        self.engine.state.learn(lesson, Arc::clone(&control), listener);
        let (is_adaptive, is_lesson) = (false, true);
        let (infos, theatre) = (BTreeMap::new(), None);
        self.search = Some(Running { number, id, control, is_adaptive, is_lesson, infos, theatre });
        Ok(())
    }

    /// What a search tells; of one that is over nobody wants to know.
    fn hear(&mut self, number: u64, told: SearchEvent) {
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else {
            return;
        };
        let id = search.id;
        match told {
            SearchEvent::Info(info) => {
                let Some(mut info) = thinking::info(info) else { return };
                info.names = self.engine.state().record_names(NamedLine::FromHere(&info.pv));
                search.infos.insert(info.line, info.clone());
                self.say(id, Reply::Info(info));
                self.look_at_the_clock();
            }
            SearchEvent::Notice(notice) => self.note(thinking::text(&notice).to_owned()),
            SearchEvent::Tree(tree) => {
                let Some(tree) = theatre::top(&tree, self.engine.state()) else { return };
                search.theatre = Some(tree.clone());
                self.say(id, Reply::Theatre(tree));
            }
            SearchEvent::Learned(block) => {
                let Block { first, last, won, drawn, lost } = block;
                let learned = Learned { first, last, won, drawn, lost, ..Learned::default() };
                self.say(id, Reply::Learned(learned));
                self.look_at_the_clock();
            }
            SearchEvent::Divided { .. } => {}
            SearchEvent::Done(result) => self.end(result),
        }
    }

    fn end(&mut self, mut result: JobResult) {
        let Some(search) = self.search.take() else { return };
        if search.is_adaptive
            && let Some(text) = self.engine.keep_adaptive_depth(result.used, result.cut)
        {
            self.note(text);
        }
        let reply = match &result.answer {
            Answer::Knowledge(text) => {
                let (done, knowledge) = (true, text.clone());
                Reply::Learned(Learned { done, knowledge, ..Learned::default() })
            }
            _ if search.is_lesson => {
                let why = result.notices.first().map(thinking::text).unwrap_or_default();
                Reply::Refused { what: format!("learn: {why}") }
            }
            _ => Reply::BestMove(thinking::best_move(&result)),
        };
        if let Some(recording) = result.recording.take() {
            if let Some(top) = theatre::top(&recording, self.engine.state()) {
                self.say(search.id, Reply::Theatre(top));
            }
            self.recorded = Some(Recorded::here(recording));
        }
        // Whether a page that is just going has heard it nobody knows.
        self.unseen = Some((search.id, reply.clone()));
        self.say(search.id, reply);
    }

    /// Whether a search is under way, or a lesson.
    pub(super) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Nobody has been here for a while: no search goes on, and its memory is given back.
    fn rest(&mut self) {
        self.end_search();
        self.engine.drop_tt();
    }

    pub(super) fn stop(&self) {
        if let Some(search) = &self.search {
            search.control.stop.set();
        }
    }

    /// Ends the search under way; what else has come meanwhile waits.
    pub(super) fn end_search(&mut self) {
        self.stop();
        beside::run_waiting();
        while self.search.is_some() {
            match self.inbox.recv() {
                Ok(Event::Search(number, told)) => self.hear(number, told),
                Ok(other) => self.waiting.push_back(other),
                Err(_) => return,
            }
        }
    }

    /// A search thinks no longer than the server lets it.
    fn look_at_the_clock(&self) {
        let most = Duration::from_millis(self.terms.limits.think_ms);
        let used = self.search.as_ref().and_then(|search| search.control.time.used());
        if used.is_some_and(|used| used > most) {
            self.stop();
        }
    }
}
