//! What the session does while nothing runs: options, positions, saved games, and starting what
//! will run.
//!
//! A command changes everything or nothing: what can fail is done on the side and put in place
//! when it has succeeded.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::bench;
use super::debug_log::Log;
use super::event::{self, Event, Finished};
use super::files::Files;
use super::options;
use super::running::RunningJob;
use super::show;
use super::trace::TraceManager;
use plyglot_core::game::Ending;
use plyglot_core::{Limits, Opt, OptionError, Settings, Side};
use plyglot_host::entry::GameEntry;
use plyglot_host::event::{PerftOrder, SearchOrder, TraceOrder};
use plyglot_host::job;
use plyglot_host::state::GameState;
use plyglot_host::view::outcome_text;
use plyglot_inspect::Recording;
use plyglot_protocol::{Ask, Command, Dialect, Go, Query, Reply, Show};
use plyglot_search::time::{Budget, Timer};
use plyglot_search::{AdaptiveDepth, SearchControl, TranspositionTable};

/// How moves are written where nobody says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spelling {
    /// As we do.
    Ours,
    /// As who sets `UCI_Variant` knows it from elsewhere.
    OfVariant,
    /// Somebody has said so.
    Chosen,
}

/// The game in force and everything it is set up with.
pub(super) struct CommandHandler {
    pub(super) games: &'static [&'static GameEntry],
    pub(super) options: Vec<Opt>,
    pub(super) settings: Settings,
    pub(super) game: &'static GameEntry,
    pub(super) variant: &'static str,
    /// The program was started for this game alone.
    only: Option<&'static GameEntry>,
    pub(super) spelling: Spelling,
    pub(super) engine: Box<dyn GameState>,
    /// Made for the first game or search: a client that only wants the options waits for no memory.
    pub(super) table: Option<Arc<TranspositionTable>>,
    pub(super) adaptive_depth: Option<AdaptiveDepth>,
    /// What a player may think ahead about: the position after these moves from here.
    ahead: Option<Vec<String>>,
    timer: Arc<dyn Timer>,
    pub(super) events: Sender<Event>,
    pub(super) traces: TraceManager,
    pub dialect: Dialect,
    pub debug: bool,
    /// Where the conversation is written down.
    pub(super) log: Log,
    /// Whether the client may have commands of the shell run.
    pub commands_allowed: bool,
    /// Which files it may touch.
    pub files: Files,
}

impl CommandHandler {
    pub(super) fn new(
        games: &'static [&'static GameEntry],
        timer: Arc<dyn Timer>,
        events: Sender<Event>,
    ) -> Result<Self, OptionError> {
        let options = options::all(games);
        let settings = Settings::defaults(&options);
        let game = &games[0];
        let variant = game.variants[0].name;
        let mut engine = (game.open)(variant, &settings)?;
        let _ = engine.attach_tables(&settings);
        Ok(Self {
            games,
            options,
            settings,
            game,
            variant,
            only: None,
            spelling: Spelling::Ours,
            engine,
            table: None,
            adaptive_depth: None,
            ahead: None,
            timer,
            events,
            traces: TraceManager::default(),
            dialect: Dialect::Uci,
            debug: false,
            log: Log::default(),
            commands_allowed: false,
            files: Files::here(),
        })
    }

    /// Does what needs an idle engine. Returns what runs now.
    pub(super) fn execute(
        &mut self,
        command: Command<'_>,
        out: &mut Vec<Reply>,
    ) -> Option<RunningJob> {
        match command {
            Command::Go(go) => return Some(self.go(go, out)),
            Command::Perft { depth, counting } => {
                match counting.map(|word| self.game.counting(word)).transpose() {
                    Ok(counting) => return Some(self.perft(depth, counting)),
                    Err(error) => out.push(Reply::Error(error)),
                }
            }
            Command::Compare { depth, with } => match self.compare(depth, with) {
                Ok(running) => return Some(running),
                Err(error) => out.push(Reply::Error(format!("perft compare: {error}"))),
            },
            Command::Check { depth, file } => match self.check(depth, file) {
                Ok(running) => return Some(running),
                Err(error) => out.push(Reply::Error(format!("check: {error}"))),
            },
            Command::Bench => return Some(self.bench()),
            Command::Uci => self.introduce(Dialect::Uci, out),
            Command::Ugi => self.introduce(Dialect::Ugi, out),
            Command::NewGame => {
                self.new_game();
                // The client waits for `readyok` now, and later its clock runs.
                self.table(out);
            }
            Command::Hint => out.push(match self.engine.hint() {
                Some(best) => Reply::Note(format!("hint {best}")),
                None => Reply::Error("hint: nothing is known about this position yet".to_owned()),
            }),
            Command::Query(query) => out.extend(self.query(query)),
            Command::Trace(wish) => report(self.trace(wish), out),
            Command::Ask(Ask::Diff(one, other)) => match self.diff(one, other) {
                Ok(running) => return Some(running),
                Err(error) => out.push(Reply::Error(format!("diff: {error}"))),
            },
            Command::Ask(ask) => report(self.traces.answer(&ask), out),
            Command::Show(Show::Tables) => return Some(self.ask_tables()),
            Command::Show(what) => out.extend(self.show(what).into_iter().map(Reply::Text)),
            Command::SetOption { name, value } => {
                let running = self.set_option(name, value, out);
                self.ahead.get_or_insert_default();
                return running;
            }
            Command::Position(setup) => return self.position(&setup, out),
            Command::Moves(moves) => {
                let played = self.engine.play(&moves).map(event::notices);
                report(self.moved(played.map_err(|error| format!("moves: {error}"))), out);
            }
            Command::Undo(plies) => {
                let undone = self.engine.undo(plies).map(|()| Vec::new());
                report(self.moved(undone.map_err(|error| error.to_string())), out);
            }
            Command::Save(path) => match self.save(path) {
                Ok(running) => return Some(running),
                Err(error) => out.push(Reply::Error(format!("save: {error}"))),
            },
            Command::Load(path) => match self.load(path) {
                Ok(running) => return Some(running),
                Err(error) => out.push(Reply::Error(format!("load: {error}"))),
            },
            Command::IsReady
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Debug(_)
            | Command::Register
            | Command::Help(_) => debug_assert!(false, "the session answers {command:?}"),
        }
        None
    }

    fn introduce(&mut self, dialect: Dialect, out: &mut Vec<Reply>) {
        self.dialect = dialect;
        out.push(Reply::IdName(format!("plyglot {}", env!("CARGO_PKG_VERSION"))));
        out.push(Reply::IdAuthor("the plyglot authors".to_owned()));
        let listed = options::listed(self.games, self.only);
        out.extend(listed.iter().map(|opt| Reply::Option(opt.to_string())));
        out.push(if dialect == Dialect::Uci { Reply::UciOk } else { Reply::UgiOk });
    }

    /// If a command has changed the board, that is now what to think ahead about.
    pub(super) fn moved(&mut self, done: Result<Vec<Reply>, String>) -> Result<Vec<Reply>, String> {
        if done.is_ok() {
            self.ahead = Some(Vec::new());
        }
        done
    }

    fn new_game(&mut self) {
        self.engine.new_game();
        self.new_board();
    }

    /// Nothing of the last game helps in the next one.
    pub(super) fn new_board(&mut self) {
        self.ahead = Some(Vec::new());
        self.forget_table();
        if let Some(adaptive_depth) = &mut self.adaptive_depth {
            adaptive_depth.reset();
        }
    }

    /// The command line has been obeyed, and what comes now is the client's. If it chose a game, no
    /// other is meant.
    pub(super) fn open_to_client(&mut self, is_for_one_game: bool) {
        if self.spelling == Spelling::Ours {
            self.spelling = Spelling::OfVariant;
        }
        self.only = is_for_one_game.then_some(self.game);
    }

    fn go(&mut self, go: Go<'_>, out: &mut Vec<Reply>) -> RunningJob {
        let limits = go.limits;
        let mut options = options::search_options(&self.settings);
        let free = limits.depth.is_none() && limits.mate.is_none() && !limits.infinite;
        options.target_depth =
            self.adaptive_depth.as_ref().filter(|_| free).map(AdaptiveDepth::target);
        self.ahead = None;
        // The client's clock runs; so does ours, also where there was no time yet to make the table.
        let control = Arc::new(self.control(&limits, options.target_depth.is_some(), out));
        let table = self.table(out);
        let ends = self.engine.ends_by_itself(!go.search_moves.is_empty());
        let is_adaptive = options.target_depth.is_some();
        let running = RunningJob::new(Arc::clone(&control), &limits, is_adaptive, ends);
        let order = SearchOrder {
            limits,
            search_moves: go.search_moves.into_iter().map(str::to_owned).collect(),
            control,
            table,
            options,
            show_wdl: self.settings.check("UCI_ShowWDL"),
            trace: self.trace_order(),
            listener: event::listener(&self.events),
        };
        self.engine.go(order);
        running
    }

    /// UGI's questions about the game.
    fn query(&self, query: Query) -> Vec<Reply> {
        let outcome = self.engine.outcome();
        let yes_or_no = |yes: bool| vec![Reply::Response(if yes { "true" } else { "false" })];
        match query {
            Query::P1Turn => yes_or_no(self.engine.side_to_move() == Side::First),
            Query::GameOver => yes_or_no(outcome.is_some()),
            Query::Result => {
                let word = match outcome.as_ref().map(|it| (it.winner(), it.ending)) {
                    None => "none",
                    Some((Some(Side::First), _)) => "p1win",
                    Some((Some(Side::Second), _)) => "p2win",
                    Some((None, Ending::Draw | Ending::Margin(_) | Ending::Win(_))) => "draw",
                };
                let reason = outcome.map(|outcome| Reply::Note(outcome_text(&outcome)));
                reason.into_iter().chain([Reply::Response(word)]).collect()
            }
        }
    }

    /// What a person asks to see.
    fn show(&self, what: Show) -> Vec<String> {
        let state = &*self.engine;
        match what {
            Show::Diagram => show::board(state),
            Show::Eval => show::eval(state),
            Show::Moves => show::moves(state),
            Show::Explain => show::explain(state),
            Show::Rules => show::rules(self.game, state),
            Show::Tables => Vec::new(),
        }
    }

    /// What the search that begins now is to record.
    fn trace_order(&mut self) -> Option<TraceOrder> {
        let player = self.settings.combo(&self.game.player_option());
        self.traces.order(&*self.engine, player)
    }

    /// Keeps what was recorded of a search.
    pub(super) fn keep_recording(&mut self, recording: Option<Box<Recording>>) {
        if let Some(recording) = recording {
            self.traces.keep(recording);
        }
    }

    /// A clock for these limits, running unless the search is to ponder.
    fn control(&self, limits: &Limits, is_adaptive: bool, out: &mut Vec<Reply>) -> SearchControl {
        let overhead = Duration::from_millis(self.settings.spin("Move Overhead").unsigned_abs());
        let mut budget = Budget::new(limits, self.engine.side_to_move(), overhead);
        if limits.infinite {
            budget = Budget::default();
        }
        if is_adaptive {
            // The target decides; only hard limits cut.
            budget.soft = None;
        }
        if self.debug {
            let text = |time: Option<Duration>| {
                time.map_or("none".to_owned(), |t| format!("{} ms", t.as_millis()))
            };
            out.push(Reply::Note(format!(
                "time planned: {}, at most {}",
                text(budget.soft),
                text(budget.hard)
            )));
        }
        let control = SearchControl::new(Arc::clone(&self.timer), budget, limits.nodes);
        if limits.ponder {
            control.time.ponder();
        } else {
            control.time.start();
        }
        control
    }

    /// Counts lines of moves, or of what else the game counts.
    fn perft(&self, depth: u32, counting: Option<&'static str>) -> RunningJob {
        let memory = usize::try_from(self.settings.spin("PerftMemory")).unwrap_or(0);
        let control = job::running_clock();
        let listener = event::listener(&self.events);
        let order = PerftOrder { depth, memory, control: Arc::clone(&control), listener };
        match counting {
            None => self.engine.perft(order),
            Some(what) => self.engine.count(what, order),
        }
        RunningJob::counting(control)
    }

    /// Asks the endgame tables, beside: some may still be built.
    fn ask_tables(&self) -> RunningJob {
        let control = job::running_clock();
        self.engine.ask_tables(Arc::clone(&control), event::listener(&self.events));
        RunningJob::counting(control)
    }

    fn bench(&self) -> RunningJob {
        let control = job::running_clock();
        bench::start(self.games, Arc::clone(&control), self.events.clone());
        RunningJob::counting(control)
    }

    /// Lets the adaptive depth policy learn from a search; says what it changed. A search that the
    /// client stopped says nothing about the depth.
    pub(super) fn keep_adaptive_depth(
        &mut self,
        running: &RunningJob,
        finish: &Finished,
    ) -> Option<Reply> {
        let adaptive_depth =
            self.adaptive_depth.as_mut().filter(|_| running.is_adaptive && !running.stopped)?;
        adaptive_depth.after(finish.used, finish.cut).map(Reply::Note)
    }

    /// Lets the player think ahead, where it does that, the client lets it (`Ponder`), and there is
    /// something new to think about. Returns what runs now.
    pub(super) fn think_ahead(&mut self, out: &mut Vec<Reply>) -> Option<RunningJob> {
        let moves = self.ahead.clone().filter(|_| self.settings.check("Ponder"))?;
        if !self.engine.thinks_ahead() {
            return None;
        }
        let control = SearchControl::new(Arc::clone(&self.timer), Budget::default(), None);
        control.time.start();
        let control = Arc::new(control);
        let order = SearchOrder {
            limits: Limits { infinite: true, ..Limits::default() },
            search_moves: Vec::new(),
            control: Arc::clone(&control),
            table: self.table(out),
            options: options::search_options(&self.settings),
            show_wdl: self.settings.check("UCI_ShowWDL"),
            trace: None,
            listener: event::listener(&self.events),
        };
        self.engine.think_ahead(&moves, order);
        Some(RunningJob::ahead(control))
    }

    /// What the player has to say when the client leaves.
    pub(super) fn farewell(&self) -> Vec<Reply> {
        event::notices(self.engine.farewell())
    }

    /// Nothing is left to think ahead about until something changes.
    pub(super) fn rest(&mut self) {
        self.ahead = None;
    }

    /// Something is done: after an answer, the opponent's reply to it is to be thought about. An
    /// analysis, and a search on a reply that was not played, say nothing about what comes next.
    pub(super) fn look_ahead(&mut self, running: &RunningJob, finish: &Finished) {
        if running.is_ahead() && !running.stopped {
            self.rest();
        }
        if let Some(best) = &finish.best
            && running.answers_when_done()
        {
            self.ahead = Some(vec![best.clone()]);
        }
    }
}

/// What a command has to say, or why it changed nothing.
pub(super) fn report(result: Result<Vec<Reply>, String>, out: &mut Vec<Reply>) {
    match result {
        Ok(replies) => out.extend(replies),
        Err(error) => out.push(Reply::Error(error)),
    }
}
