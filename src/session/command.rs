//! What the session does while nothing runs: options, positions, saved games, and starting what
//! will run.
//!
//! A command changes everything or nothing: what can fail is done on the side and put in place
//! when it has succeeded.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::debug_log::Log;
use super::event::{self, Event, Finished};
use super::files::Files;
use super::running::RunningJob;
use super::show;
use super::trace::TraceManager;
use crate::bench;
use crate::engine::claim::Claim;
use crate::engine::words;
use crate::engine::{Engine, Started};
use crate::options;
use crate::records::heading::Heading;
use plyglot_core::game::Ending;
use plyglot_core::game::notation::MoveError;
use plyglot_core::{OptionError, Settings, Side};
use plyglot_host::entry::GameEntry;
use plyglot_host::job;
use plyglot_host::state::SetupError;
use plyglot_host::view::outcome_text;
use plyglot_inspect::Recording;
use plyglot_protocol::{Ask, Command, Dialect, Go, Query, Reply, Show};
use plyglot_search::time::Timer;

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

/// One client's engine, and what else the client has set up.
pub(super) struct CommandHandler {
    pub(super) engine: Engine,
    /// The program was started for this game alone.
    only: Option<&'static GameEntry>,
    pub(super) spelling: Spelling,
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
    /// What stood in the last file that was loaded.
    pub(super) heading: Option<Heading>,
}

impl CommandHandler {
    pub(super) fn new(
        games: &'static [&'static GameEntry],
        timer: Arc<dyn Timer>,
        events: Sender<Event>,
    ) -> Result<Self, OptionError> {
        let settings = Settings::defaults(&options::all(games));
        let game = games[0];
        let engine = Engine::with(games, game, &game.variants[0], settings, timer)?;
        Ok(Self {
            engine,
            only: None,
            spelling: Spelling::Ours,
            events,
            traces: TraceManager::default(),
            dialect: Dialect::Uci,
            debug: false,
            log: Log::default(),
            commands_allowed: false,
            files: Files::here(),
            heading: None,
        })
    }

    /// Does what needs an idle engine, or says why not. Returns what runs now.
    pub(super) fn execute(
        &mut self,
        command: Command<'_>,
        out: &mut Vec<Reply>,
    ) -> Option<RunningJob> {
        match self.try_execute(command, out) {
            Ok(running) => running,
            Err(error) => {
                out.push(Reply::Error(error));
                None
            }
        }
    }

    fn try_execute(
        &mut self,
        command: Command<'_>,
        out: &mut Vec<Reply>,
    ) -> Result<Option<RunningJob>, String> {
        let of = |word: &'static str| move |error: String| format!("{word}: {error}");
        match command {
            Command::Go(go) => return Ok(Some(self.go(go, out))),
            Command::Perft { depth, counting } => return self.perft(depth, counting).map(Some),
            Command::Compare { depth, with } => {
                return self.compare(depth, with).map(Some).map_err(of("perft compare"));
            }
            Command::Check { depth, file } => {
                return self.check(depth, file).map(Some).map_err(of("check"));
            }
            Command::Bench => return Ok(Some(self.bench())),
            Command::Uci => self.introduce(Dialect::Uci, out),
            Command::Ugi => self.introduce(Dialect::Ugi, out),
            Command::NewGame => {
                self.engine.new_game();
                // The client waits for `readyok` now, and later its clock runs.
                let mut told = Vec::new();
                self.engine.tt(&mut told);
                out.extend(event::notices(told));
            }
            Command::Hint => {
                let best = self.engine.state.hint();
                let best = best.ok_or("hint: nothing is known about this position yet")?;
                out.push(Reply::Note(format!("hint {best}")));
            }
            Command::Node(moves) => {
                let told = self.engine.state.node(&moves).map_err(of("node"))?;
                out.extend(told.into_iter().map(Reply::Note));
            }
            Command::Query(query) => out.extend(self.query(query)),
            Command::Trace(wish) => out.extend(self.trace(wish)?),
            Command::Ask(Ask::Diff(one, other)) => {
                return self.diff(one, other).map(Some).map_err(of("diff"));
            }
            Command::Ask(ask) => out.extend(self.answer(&ask)?),
            Command::Show(Show::Tables) => {
                let control = self.engine.ask_tables(event::listener(&self.events));
                return Ok(Some(RunningJob::asking(control)));
            }
            Command::Eval(players) => {
                let said = show::eval(self.engine.state(), &players).map_err(of("eval"))?;
                out.extend(said.into_iter().map(Reply::Text));
            }
            Command::Explain(players) => {
                let said = show::explain(self.engine.state(), &players);
                out.extend(said.map_err(of("explain eval"))?.into_iter().map(Reply::Text));
            }
            Command::Show(what) => out.extend(self.show(what).into_iter().map(Reply::Text)),
            Command::SetOption { name, value } => {
                let set = self.set_option(name, value, out);
                self.engine.stir();
                return set;
            }
            Command::Position(setup) => return self.position(&setup, out),
            Command::Moves(moves) => {
                let played = self.engine.play(&moves);
                out.extend(event::notices(played.map_err(|error| format!("moves: {error}"))?));
            }
            Command::Undo(plies) => self.engine.undo(plies).map_err(|error| error.to_string())?,
            Command::Save(path) => return self.save(path).map(Some).map_err(of("save")),
            Command::Load(path) => return self.load(path).map(Some).map_err(of("load")),
            Command::IsReady
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Debug(_)
            | Command::Register
            | Command::Help(_) => debug_assert!(false, "the session answers {command:?}"),
        }
        Ok(None)
    }

    fn perft(&self, depth: u32, counting: Option<&str>) -> Result<RunningJob, String> {
        let counting = counting.map(|word| self.engine.game.counting(word)).transpose()?;
        let control = self.engine.begin_perft(depth, counting, event::listener(&self.events));
        Ok(RunningJob::counting(control))
    }

    fn introduce(&mut self, dialect: Dialect, out: &mut Vec<Reply>) {
        self.dialect = dialect;
        out.push(Reply::IdName(format!("plyglot {}", env!("CARGO_PKG_VERSION"))));
        out.push(Reply::IdAuthor("the plyglot authors".to_owned()));
        let listed = options::listed(self.engine.games, self.only);
        out.extend(listed.iter().map(|opt| Reply::Option(opt.to_string())));
        out.push(if dialect == Dialect::Uci { Reply::UciOk } else { Reply::UgiOk });
    }

    /// The command line has been obeyed, and what comes now is the client's. If it chose a game, no
    /// other is meant.
    pub(super) fn open_to_client(&mut self, is_for_one_game: bool) {
        if self.spelling == Spelling::Ours {
            self.spelling = Spelling::OfVariant;
        }
        self.only = is_for_one_game.then_some(self.engine.game);
    }

    fn go(&mut self, go: Go<'_>, out: &mut Vec<Reply>) -> RunningJob {
        let Go { limits, search_moves } = go;
        let player = self.engine.settings.combo(&self.engine.game.player_option());
        let trace = self.traces.order(self.engine.state(), player);
        let listener = event::listener(&self.events);
        let started = self.engine.begin(limits.clone(), &search_moves, trace, listener);
        let Started { control, is_adaptive, ends, planned, notices } = started;
        if self.debug {
            let text = |time: Option<Duration>| {
                time.map_or("none".to_owned(), |t| format!("{} ms", t.as_millis()))
            };
            let (soft, hard) = (text(planned.soft), text(planned.hard));
            out.push(Reply::Note(format!("time planned: {soft}, at most {hard}")));
        }
        out.extend(event::notices(notices));
        RunningJob::new(control, &limits, is_adaptive, ends)
    }

    /// UGI's questions about the game.
    fn query(&self, query: Query) -> Vec<Reply> {
        let claim = Claim::of(&self.engine.settings);
        // Nobody has thought about the position: who claims only where it stands worse does not.
        let outcome = self.engine.state.outcome().filter(|it| !it.claim || claim.claims(None));
        let yes_or_no = |yes: bool| vec![Reply::Response(if yes { "true" } else { "false" })];
        match query {
            Query::P1Turn => yes_or_no(self.engine.state.side_to_move() == Side::First),
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
        let state = self.engine.state();
        match what {
            Show::Diagram => show::board(state),
            Show::Moves => show::moves(state),
            Show::Rules => words::rules(self.engine.game, state),
            Show::Draws => words::draws(state),
            Show::Tables => Vec::new(),
            Show::Book => show::book(state),
        }
    }

    /// Answers a question about the last search. Of a move of the position on the board that brings
    /// a position back, that is said first, also where the rules forbid it and no search has seen it;
    /// of one that is not legal there, why not.
    fn answer(&mut self, ask: &Ask<'_>) -> Result<Vec<Reply>, String> {
        let mv = if let Ask::Why(Some(mv)) = ask { Some(*mv) } else { None };
        let state = self.engine.state();
        let mv = mv.filter(|_| self.traces.is_about(&state.game_text()));
        let repeats = mv.and_then(|mv| state.repeats(mv));
        let refusal = mv.filter(|_| repeats.is_none()).and_then(|mv| self.refusal(mv));
        if let Some(refusal) = refusal {
            return Ok(vec![Reply::Note(refusal)]);
        }
        let answer = self.traces.answer(ask);
        let Some(repeats) = repeats else { return answer };
        let note = Reply::Note(repeats.sentence());
        Ok(std::iter::once(note).chain(answer.unwrap_or_default()).collect())
    }

    /// Why a move is not legal in the position on the board, if it is a move of this game at all.
    fn refusal(&self, mv: &str) -> Option<String> {
        let moves = self.engine.state().game_text().moves;
        match self.engine.copy_after(&moves).ok()?.play(&[mv]) {
            Err(SetupError::Move { error: error @ MoveError::Illegal { .. }, .. }) => {
                Some(error.to_string())
            }
            _ => None,
        }
    }

    /// Keeps what was recorded of a search.
    pub(super) fn keep_recording(&mut self, recording: Option<Box<Recording>>) {
        if let Some(recording) = recording {
            self.traces.keep(recording);
        }
    }

    /// Makes what searches will need. Returns what runs now.
    pub(super) fn prepare(&mut self, out: &mut Vec<Reply>) -> Option<RunningJob> {
        let mut told = Vec::new();
        let control = self.engine.prepare(&mut told, event::listener(&self.events));
        out.extend(event::notices(told));
        control.map(RunningJob::preparing)
    }

    /// Beside the session, so that `isready` and `stop` are heard.
    fn bench(&self) -> RunningJob {
        let control = job::running_clock();
        let (games, events, clock) = (self.engine.games, self.events.clone(), Arc::clone(&control));
        event::run(events.clone(), "bench", move || {
            let mut say = |line| _ = events.send(Event::Said(Reply::Text(line)));
            let said = bench::run(games, &clock, &mut say).map(|total| match total {
                Some(total) => vec![Reply::Text(total.summary())],
                None => vec![Reply::Note("bench stopped".to_owned())],
            });
            Finished::saying(said, clock.time.used())
        });
        RunningJob::counting(control)
    }

    /// Lets the adaptive depth policy learn from a search; says what it changed. A search that the
    /// client stopped says nothing about the depth.
    pub(super) fn keep_adaptive_depth(
        &mut self,
        running: &RunningJob,
        finish: &Finished,
    ) -> Option<Reply> {
        let may = running.is_adaptive && !running.stopped;
        let said = may.then(|| self.engine.keep_adaptive_depth(finish.used, finish.cut));
        said.flatten().map(Reply::Note)
    }

    /// Lets the player think ahead, if there is something to think about. Returns what runs now.
    pub(super) fn think_ahead(&mut self, out: &mut Vec<Reply>) -> Option<RunningJob> {
        let mut told = Vec::new();
        let control = self.engine.think_ahead(&mut told, || event::listener(&self.events));
        out.extend(event::notices(told));
        control.map(RunningJob::ahead)
    }

    /// What the player has to say when the client leaves.
    pub(super) fn farewell(&self) -> Vec<Reply> {
        event::notices(self.engine.state.farewell())
    }

    /// Something is done: after an answer, the opponent's reply to it is to be thought about. An
    /// analysis, and a search on a reply that was not played, say nothing about what comes next.
    pub(super) fn look_ahead(&mut self, running: &RunningJob, finish: &Finished) {
        if running.is_ahead() && !running.stopped {
            self.engine.rest();
        }
        if let Some(best) = &finish.best
            && running.answers_when_done()
        {
            self.engine.expect_reply_to(best);
        }
    }
}
