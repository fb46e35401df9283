//! The session as a table: every event in every state, with an engine that only says what it was
//! told to do.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use plyglot::core::{Opt, OptionError, Settings, Side};
use plyglot::game::Outcome;
use plyglot::game::notation::{GameRecord, Header, RecordError};
use plyglot::game::picture::{Picture, Scene};
use plyglot::games::Variant;
use plyglot::inspect::check::{Checked, Stopped};
use plyglot::inspect::page::{Opinion, Stage};
use plyglot::protocol::{Query, Reply, Show, Start};
use plyglot::search::Clock;
use plyglot::search::clock::ScriptedTimer;
use plyglot::server::engine::{Engine, Event, Finish, GameText, Orders, SetupError};
use plyglot::server::registry::GameEntry;
use plyglot::server::session::{Flow, Session};

/// The clock of the search that the stub was last told to start, by test thread.
static CLOCKS: Mutex<Vec<(std::thread::ThreadId, Arc<Clock>)>> = Mutex::new(Vec::new());

fn last_clock() -> Arc<Clock> {
    let clocks = CLOCKS.lock().unwrap();
    let mine = clocks.iter().rev().find(|(thread, _)| *thread == std::thread::current().id());
    Arc::clone(&mine.unwrap().1)
}

/// Starts nothing: the test plays the search.
struct Stub;

/// A walk through a game without a board.
struct Blank;

impl Stage for Blank {
    fn picture(&self) -> Picture {
        Picture::of_text("")
    }

    fn play(&mut self, _: Option<&str>) -> bool {
        false
    }

    fn back(&mut self) {}

    fn scene(&self) -> Scene {
        self.picture().scene_of_text("")
    }

    fn side(&self) -> Side {
        Side::First
    }

    fn opinion(&self) -> Option<Opinion> {
        None
    }
}

impl Engine for Stub {
    fn stage(&self) -> Box<dyn Stage + '_> {
        Box::new(Blank)
    }

    fn apply(&mut self, _: &Settings) -> Result<Vec<Reply>, OptionError> {
        Ok(Vec::new())
    }

    fn attach_tables(&mut self, _: &Settings) -> Result<Vec<Reply>, String> {
        Ok(Vec::new())
    }

    fn set_position(&mut self, _: Start<'_>, _: &[&str]) -> Result<Vec<Reply>, SetupError> {
        Ok(vec![Reply::Note("set".to_owned())])
    }

    fn play(&mut self, _: &[&str]) -> Result<Vec<Reply>, SetupError> {
        Ok(Vec::new())
    }

    fn undo(&mut self, _: u32) -> Result<(), SetupError> {
        Ok(())
    }

    fn new_game(&mut self) {}

    fn side_to_move(&self) -> Side {
        Side::First
    }

    fn go(&mut self, orders: Orders) {
        CLOCKS.lock().unwrap().push((std::thread::current().id(), orders.clock));
    }

    fn count(&self, _: &'static str, _: u32, _: Arc<Clock>, _: Sender<Event>) {}

    fn steps(&self, mv: &str) -> Vec<String> {
        vec![mv.to_owned()]
    }

    fn read_record(&self, _: &[u8]) -> Result<GameRecord, RecordError> {
        Ok(GameRecord::default())
    }

    fn thinks_ahead(&self) -> bool {
        true
    }

    fn think_ahead(&mut self, moves: &[String], orders: Orders) {
        let said = Reply::Note(format!("ahead {}", moves.join(" ")));
        orders.events.send(Event::Said(said)).unwrap();
        CLOCKS.lock().unwrap().push((std::thread::current().id(), orders.clock));
    }

    fn hint(&self) -> Option<String> {
        None
    }

    fn perft(&self, _: u32, _: Arc<Clock>, _: Sender<Event>) {}

    fn check(&self, _: u32, _: &Clock) -> Result<Option<Checked>, Stopped> {
        Ok(None)
    }

    fn query(&self, _: Query) -> Vec<Reply> {
        vec![Reply::Response("none")]
    }

    fn show(&self, _: Show) -> Vec<Reply> {
        vec![Reply::Text("shown".to_owned())]
    }

    fn introduction(&self) -> String {
        "variant stub".to_owned()
    }

    fn record(&self, _: &Header<'_>) -> Option<String> {
        None
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self) -> Vec<String> {
        Vec::new()
    }

    fn position_text(&self) -> String {
        String::new()
    }

    fn game_text(&self) -> GameText {
        GameText { setup: None, moves: Vec::new(), result: None }
    }
}

static GAMES: &[GameEntry] = &[GameEntry {
    record_extension: "",
    countings: &[],
    name: "stub",
    prefix: "Stub",
    about: "",
    unit: "",
    variants: &[Variant { name: "stub", about: "" }],
    options: || vec![Opt::combo("Stub.Mind", vec!["scripted"], "How a move is chosen.")],
    minds: Vec::new,
    open: |_, _| Ok(Box::new(Stub)),
    laws: |_, _, _| Ok(()),
    bench: |_, _, _| Ok(None),
    learn: |_, _, _, _| Ok(()),
    tb: |_, _, _, _| Ok(()),
    tune: |_, _, _, _| Ok(()),
}];

struct Table {
    session: Session,
    inbox: Receiver<Event>,
}

impl Table {
    fn new() -> Self {
        let (events, inbox) = channel();
        let timer = Arc::new(ScriptedTimer::new(0));
        Self { session: Session::new(GAMES, timer, events).unwrap(), inbox }
    }

    /// A session in a state: `idle`, `bounded`, `unbounded`, `infinite`, `pondering`, `withheld`
    /// (infinite, its answer there) or `pondered` (pondering, its answer there).
    fn in_state(state: &str) -> Self {
        let mut table = Self::new();
        let go = match state {
            "idle" => return table,
            "bounded" => "go depth 3",
            "unbounded" => "go",
            "infinite" | "withheld" => "go infinite",
            "pondering" | "pondered" => "go ponder wtime 1000",
            other => panic!("no state {other}"),
        };
        assert_eq!(table.line(go), "");
        if state == "withheld" || state == "pondered" {
            assert_eq!(table.done(), "");
        }
        table
    }

    /// What is said to an event, replies joined by `; `; `quit` at the end if that ends it.
    fn event(&mut self, event: Event) -> String {
        let mut replies = Vec::new();
        let flow = self.session.handle(event, &mut replies);
        let dialect = self.session.dialect();
        let mut said: Vec<String> =
            replies.iter().map(|reply| reply.in_dialect(dialect).to_string()).collect();
        if flow == Flow::Quit {
            said.push("quit".to_owned());
        }
        said.join("; ")
    }

    fn line(&mut self, line: &str) -> String {
        self.event(Event::Line(line.to_owned()))
    }

    fn done(&mut self) -> String {
        let best = Reply::BestMove { best: Some("a".to_owned()), ponder: None };
        self.event(Event::Done(Finish { replies: vec![best], ..Finish::default() }))
    }
}

/// Thinking ahead.
impl Table {
    /// A session with `Ponder` on, whose mind is thinking ahead.
    fn ahead() -> Self {
        let mut table = Self::new();
        assert_eq!(table.line("setoption name Ponder value true"), "");
        assert_eq!(table.begun(), ["ahead "]);
        table
    }

    /// What the mind has begun to think ahead about since it was last asked.
    fn begun(&self) -> Vec<String> {
        let said = self.inbox.try_iter().map(|event| match event {
            Event::Said(Reply::Note(text)) => text,
            other => panic!("{other:?}"),
        });
        said.collect()
    }

    /// The mind has ended what nobody asked for.
    fn ended(&mut self) -> String {
        self.event(Event::Done(Finish::default()))
    }
}

const ALL: [&str; 7] =
    ["idle", "bounded", "unbounded", "infinite", "pondering", "withheld", "pondered"];

#[test]
fn isready_is_answered_at_once_and_disturbs_nothing() {
    for state in ALL {
        let mut table = Table::in_state(state);
        assert_eq!(table.line("isready"), "readyok", "{state}");
        if state != "idle" {
            assert!(!last_clock().is_stopped(), "{state}");
        }
    }
}

#[test]
fn stop_stops_what_runs_and_releases_what_is_withheld() {
    for (state, said, stops) in [
        ("idle", "", false),
        ("bounded", "", true),
        ("unbounded", "", true),
        ("infinite", "", true),
        ("pondering", "", true),
        ("withheld", "bestmove a", true),
        ("pondered", "bestmove a", true),
    ] {
        let mut table = Table::in_state(state);
        assert_eq!(table.line("stop"), said, "{state}");
        assert_eq!(state != "idle" && last_clock().is_stopped(), stops, "{state}");
        if said.is_empty() && state != "idle" {
            assert_eq!(table.done(), "bestmove a", "{state}");
        }
        assert_eq!(table.line("d"), "shown", "{state}: idle again");
    }
}

#[test]
fn a_stray_stop_is_not_remembered() {
    let mut table = Table::in_state("idle");
    table.line("stop");
    table.line("go infinite");
    assert!(!last_clock().is_stopped());
    assert_eq!(table.done(), "");
}

#[test]
fn ponderhit_starts_the_clock_of_a_pondering_search_only() {
    for (state, said, started) in [
        ("bounded", "", true),
        ("infinite", "", true),
        ("pondering", "", true),
        ("withheld", "", true),
        ("pondered", "bestmove a", true),
    ] {
        let mut table = Table::in_state(state);
        let before = last_clock().used().is_some();
        assert_eq!(before, !state.starts_with("ponder"), "{state}");
        assert_eq!(table.line("ponderhit"), said, "{state}");
        assert_eq!(last_clock().used().is_some(), started, "{state}");
    }
    assert_eq!(Table::in_state("idle").line("ponderhit"), "");
}

#[test]
fn after_ponderhit_a_search_is_bounded_if_anything_limits_it() {
    let mut table = Table::in_state("pondering");
    table.line("ponderhit");
    assert_eq!(table.line("d"), "", "it waits");
    assert_eq!(table.done(), "bestmove a; shown");

    let mut table = Table::new();
    table.line("go ponder");
    table.line("ponderhit");
    let refused = "info string error d: a search without limit is running, send stop first";
    assert_eq!(table.line("d"), refused);
    assert_eq!(table.done(), "bestmove a");
}

#[test]
fn commands_that_need_an_idle_engine_wait_or_are_refused() {
    for command in ["position startpos", "setoption name Hash value 1", "go depth 1", "d", "eval"] {
        let word = command.split(' ').next().unwrap();
        let refused =
            format!("info string error {word}: a search without limit is running, send stop first");
        for state in ["unbounded", "infinite", "pondering", "withheld", "pondered"] {
            assert_eq!(Table::in_state(state).line(command), refused, "{state} {command}");
        }
        assert_eq!(Table::in_state("bounded").line(command), "", "{command}");
    }
    let mut table = Table::in_state("bounded");
    for command in ["position startpos", "d", "go depth 2", "eval", "query result"] {
        assert_eq!(table.line(command), "");
    }
    assert_eq!(table.done(), "bestmove a; info string set; shown");
    assert_eq!(table.done(), "bestmove a; shown; response none");
    assert_eq!(table.done(), "", "nothing runs");
}

#[test]
fn what_a_search_says_is_passed_on_and_nothing_after_its_end() {
    for state in ["bounded", "infinite", "pondering"] {
        let mut table = Table::in_state(state);
        let said = table.event(Event::Said(Reply::Note("hello".to_owned())));
        assert_eq!(said, "info string hello", "{state}");
    }
    let mut table = Table::in_state("bounded");
    assert_eq!(table.done(), "bestmove a");
    assert_eq!(table.event(Event::Tick), "");
}

#[test]
fn quit_stops_answers_and_leaves_and_what_waits_is_dropped() {
    assert_eq!(Table::in_state("idle").line("quit"), "quit");
    for state in ["bounded", "unbounded", "infinite", "pondering"] {
        let mut table = Table::in_state(state);
        table.line("d");
        assert_eq!(table.line("quit"), "", "{state}");
        assert!(last_clock().is_stopped(), "{state}");
        assert_eq!(table.done(), "bestmove a; quit", "{state}");
    }
    for state in ["withheld", "pondered"] {
        assert_eq!(Table::in_state(state).line("quit"), "bestmove a; quit", "{state}");
    }
}

#[test]
fn at_the_end_of_input_bounded_work_is_finished_and_unbounded_stopped() {
    assert_eq!(Table::in_state("idle").event(Event::EndOfInput), "quit");
    for state in ["unbounded", "infinite", "pondering"] {
        let mut table = Table::in_state(state);
        assert_eq!(table.event(Event::EndOfInput), "", "{state}");
        assert!(last_clock().is_stopped(), "{state}");
        assert_eq!(table.done(), "bestmove a; quit", "{state}");
    }
    for state in ["withheld", "pondered"] {
        assert_eq!(Table::in_state(state).event(Event::EndOfInput), "bestmove a; quit", "{state}");
    }
    let mut table = Table::in_state("bounded");
    table.line("d");
    table.line("go infinite");
    assert_eq!(table.event(Event::EndOfInput), "");
    assert!(!last_clock().is_stopped());
    assert_eq!(table.done(), "bestmove a; shown", "and the infinite one is stopped at once");
    assert!(last_clock().is_stopped());
    assert_eq!(table.done(), "bestmove a; quit");
}

#[test]
fn control_c_stops_a_search_and_leaves_an_idle_prompt() {
    let mut table = Table::in_state("infinite");
    assert_eq!(table.event(Event::Interrupt), "");
    assert_eq!(table.done(), "bestmove a");
    assert_eq!(table.event(Event::Interrupt), "quit");
    let mut table = Table::in_state("bounded");
    assert_eq!(table.event(Event::Terminate), "");
    assert_eq!(table.done(), "bestmove a; quit");
}

#[test]
fn a_line_too_long_is_refused_and_the_session_goes_on() {
    let mut table = Table::in_state("bounded");
    let said = table.event(Event::TooLong(2_000_000));
    assert_eq!(said, "info string error line: found 2000000 bytes, expected at most 1048576");
    assert_eq!(table.line("isready"), "readyok");
}

#[test]
fn without_ponder_no_mind_thinks_ahead() {
    for state in ALL {
        let mut table = Table::in_state(state);
        table.line("stop");
        table.done();
        table.line("position startpos");
        assert!(table.begun().is_empty(), "{state}");
    }
}

#[test]
fn a_command_ends_the_thinking_ahead_is_done_and_the_thinking_goes_on() {
    for (command, said) in [("position startpos", "info string set"), ("d", "shown"), ("undo", "")]
    {
        let mut table = Table::ahead();
        let before = last_clock();
        assert_eq!(table.line("isready"), "readyok");
        assert_eq!(table.event(Event::Tick), "");
        assert!(!before.is_stopped(), "nobody is disturbed by that");
        assert_eq!(table.line(command), "", "{command} waits");
        assert!(before.is_stopped());
        assert_eq!(table.line("isready"), "readyok", "not for that");
        assert_eq!(table.ended(), said);
        assert_eq!(table.begun(), ["ahead "], "{command}");
        assert!(!last_clock().is_stopped());
    }
}

#[test]
fn after_an_answer_the_reply_to_it_is_thought_about() {
    let mut table = Table::ahead();
    assert_eq!(table.line("go depth 3"), "");
    assert_eq!(table.ended(), "");
    assert!(table.begun().is_empty(), "a search runs");
    assert_eq!(table.done(), "bestmove a");
    assert_eq!(table.begun(), ["ahead a"]);
    assert_eq!(table.line("d"), "");
    assert_eq!(table.ended(), "shown");
    assert_eq!(table.begun(), ["ahead a"], "the board has not changed");
}

#[test]
fn after_an_analysis_or_a_wrong_guess_nothing_is_thought_ahead() {
    for go in ["go infinite", "go ponder wtime 1000"] {
        let mut table = Table::ahead();
        assert_eq!(table.line(go), "");
        assert_eq!(table.ended(), "");
        assert_eq!(table.line("stop"), "");
        assert_eq!(table.done(), "bestmove a");
        assert!(table.begun().is_empty(), "{go}");
        assert_eq!(table.line("position startpos"), "info string set");
        assert_eq!(table.begun(), ["ahead "], "{go}");
    }
}

#[test]
fn thinking_ahead_that_was_stopped_or_has_come_to_its_end_rests() {
    for stopped in [true, false] {
        let mut table = Table::ahead();
        if stopped {
            assert_eq!(table.line("stop"), "");
            assert!(last_clock().is_stopped());
        }
        assert_eq!(table.ended(), "", "and no bestmove");
        assert_eq!(table.line("d"), "shown", "idle");
        assert!(table.begun().is_empty());
        assert_eq!(table.line("position startpos"), "info string set");
        assert_eq!(table.begun(), ["ahead "]);
    }
}

#[test]
fn whoever_leaves_waits_for_the_thinking_ahead_to_end() {
    let leave: [fn(&mut Table) -> String; 4] = [
        |table| table.line("quit"),
        |table| table.event(Event::EndOfInput),
        |table| table.event(Event::Interrupt),
        |table| table.event(Event::Terminate),
    ];
    for leave in leave {
        let mut table = Table::ahead();
        assert_eq!(leave(&mut table), "");
        assert!(last_clock().is_stopped());
        assert_eq!(table.ended(), "quit");
        assert!(table.begun().is_empty());
    }
    let mut table = Table::ahead();
    assert_eq!(table.line("d"), "");
    assert_eq!(table.event(Event::EndOfInput), "");
    assert_eq!(table.ended(), "shown; quit", "what was asked is answered");
}

#[test]
fn what_comes_while_the_thinking_ahead_ends_is_done_in_order() {
    let mut table = Table::ahead();
    for line in ["go infinite", "stop", "d"] {
        assert_eq!(table.line(line), "");
    }
    let refused = "info string error d: a search without limit is running, send stop first";
    assert_eq!(table.ended(), refused);
    assert!(last_clock().is_stopped(), "the stop meant the search");
    assert_eq!(table.done(), "bestmove a");

    let mut table = Table::ahead();
    for line in ["go ponder wtime 1000", "ponderhit", "d"] {
        assert_eq!(table.line(line), "");
    }
    assert_eq!(table.ended(), "");
    assert!(last_clock().used().is_some(), "the clock has started");
    assert_eq!(table.done(), "bestmove a; shown");
}
