//! The session as a table: every event in every state, with an engine that only says what it was
//! told to do.

mod events;

use std::sync::{Arc, Mutex};

use plyglot::core::{Opt, OptionError, RulesInForce, Scope, Settings, Side};
use plyglot::game::notation::{GameRecord, Header, RecordError};
use plyglot::game::picture::{Picture, Scene};
use plyglot::game::{Account, Attribution, Outcome};
use plyglot::games::Variant;
use plyglot::host::event::{JobResult, Listener, Notice, PerftOrder, SearchEvent, SearchOrder};
use plyglot::host::state::{GameState, GameText, NumberedGame, SetupError};
use plyglot::host::view::{BoardView, Explanation, MoveView, PlayerAccount};
use plyglot::inspect::check::Checked;
use plyglot::inspect::page::{EvalBreakdown, GameCursor};
use plyglot::protocol::Reply;
use plyglot::registry::GameEntry;
use plyglot::search::time::ScriptedTimer;
use plyglot::search::{SearchControl, Stopped, TranspositionTable};
use plyglot::session::Flow;
use plyglot::session::event::{Event, Finished};

use crate::common::client::Client;

/// The clock of the search that the stub was last told to start, by test thread.
static CLOCKS: Mutex<Vec<(std::thread::ThreadId, Arc<SearchControl>)>> = Mutex::new(Vec::new());

fn last_control() -> Arc<SearchControl> {
    let clocks = CLOCKS.lock().unwrap();
    let mine = clocks.iter().rev().find(|(thread, _)| *thread == std::thread::current().id());
    Arc::clone(&mine.unwrap().1)
}

/// Starts nothing: the test plays the search.
struct Stub {
    needs_preparation: bool,
    ends_by_itself: bool,
}

/// A walk through a game without a board.
struct Blank;

impl GameCursor for Blank {
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

    fn evaluation(&self) -> Option<EvalBreakdown> {
        None
    }
}

impl GameState for Stub {
    fn cursor(&self) -> Box<dyn GameCursor + '_> {
        Box::new(Blank)
    }

    fn apply(&mut self, settings: &Settings) -> Result<Vec<Notice>, OptionError> {
        let player = settings.combo("Stub.Mind");
        self.needs_preparation = player == "large";
        self.ends_by_itself = player == "ending";
        Ok(Vec::new())
    }

    fn attach_tables(&mut self, _: &Settings) -> Result<Vec<Notice>, String> {
        Ok(Vec::new())
    }

    fn set_position(&mut self, _: Option<&str>, _: &[&str]) -> Result<Vec<Notice>, SetupError> {
        Ok(vec![Notice::Note("set".to_owned())])
    }

    fn play(&mut self, _: &[&str]) -> Result<Vec<Notice>, SetupError> {
        Ok(Vec::new())
    }

    fn undo(&mut self, _: u32) -> Result<(), SetupError> {
        Ok(())
    }

    fn new_game(&mut self) {}

    fn set_up(&self, _scene: &[&str], _side: Side) -> Option<String> {
        unreachable!()
    }

    fn numbered(&self) -> Box<dyn NumberedGame> {
        unreachable!()
    }

    fn side_to_move(&self) -> Side {
        Side::First
    }

    fn go(&mut self, orders: SearchOrder) {
        CLOCKS.lock().unwrap().push((std::thread::current().id(), orders.control));
    }

    fn count(&self, _: &'static str, _: PerftOrder) {}

    fn steps(&self, mv: &str) -> Vec<String> {
        vec![mv.to_owned()]
    }

    fn read_record(&self, _: &[u8]) -> Result<GameRecord, RecordError> {
        Ok(GameRecord::default())
    }

    fn needs_preparation(&self) -> bool {
        self.needs_preparation
    }

    fn prepare(&self, _: Arc<TranspositionTable>, control: Arc<SearchControl>, _: Listener) {
        CLOCKS.lock().unwrap().push((std::thread::current().id(), control));
    }

    fn ends_by_itself(&self, chosen: bool) -> bool {
        self.ends_by_itself && !chosen
    }

    fn thinks_ahead(&self) -> bool {
        true
    }

    fn think_ahead(&mut self, moves: &[String], orders: SearchOrder) {
        let said = Notice::Note(format!("ahead {}", moves.join(" ")));
        orders.listener.tell(SearchEvent::Notice(said));
        CLOCKS.lock().unwrap().push((std::thread::current().id(), orders.control));
    }

    fn hint(&self) -> Option<String> {
        None
    }

    fn perft(&self, _: PerftOrder) {}

    fn ask_tables(&self, _: Arc<SearchControl>, listener: Listener) {
        listener.tell(SearchEvent::Done(JobResult::default()));
    }

    fn check(&self, _: u32, _: &SearchControl) -> Result<Option<Checked>, Stopped> {
        Ok(None)
    }

    fn board(&self) -> BoardView {
        BoardView {
            diagram: vec!["board".to_owned()],
            picture: Blank.picture(),
            scene: Blank.scene(),
            position: String::new(),
            key: 0,
            side: Side::First,
            occurrences: None,
            counters: Vec::new(),
            outcome: None,
        }
    }

    fn accounts(&self, _players: &[&str]) -> Result<Vec<PlayerAccount>, String> {
        let account = Account { total: Some(0.0), ..Account::default() };
        Ok(vec![PlayerAccount { player: "stub", account, unit: "a man", is_evaluator: true }])
    }

    fn explanation(&self) -> Explanation {
        Explanation { weights: None, attribution: Attribution::default() }
    }

    fn describe(&self) -> Vec<String> {
        Vec::new()
    }

    fn variant(&self) -> &'static str {
        "stub"
    }

    fn start_text(&self) -> String {
        String::new()
    }

    fn moves(&self) -> Vec<MoveView> {
        Vec::new()
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

    fn rules_in_force(&self) -> RulesInForce {
        RulesInForce::default()
    }

    fn game_text(&self) -> GameText {
        GameText { setup: None, moves: Vec::new(), result: None }
    }
}

const PLAYERS: [&str; 3] = ["scripted", "large", "ending"];

static GAMES: &[&GameEntry] = &[&GameEntry {
    problem_extension: "",
    record_extension: "",
    is_record: |_| false,
    encoded_moves: 0,
    has_tables: false,
    split_records: |_| Vec::new(),
    countings: &[],
    sizes: &[],
    protocols: &[],
    solved: "",
    classic: &[],
    of_variant: &[],
    name: "stub",
    prefix: "Stub",
    about: "",
    unit: "",
    variants: &[Variant { title: "", name: "stub", about: "" }],
    options: || {
        vec![Opt::combo(Scope::Player, "Stub.Mind", PLAYERS.to_vec(), "How a move is chosen.")]
    },
    players: Vec::new,
    check: |_| Ok(()),
    open: |_, settings| {
        let player = settings.combo("Stub.Mind");
        Ok(Box::new(Stub {
            needs_preparation: player == "large",
            ends_by_itself: player == "ending",
        }))
    },
    bench: |_, _, _| Ok(None),
    learn: |_, _, _, _| Ok(()),
    export: |_, _| Ok(String::new()),
    book: |_, _, _, _| Ok(Vec::new()),
    grow_book: |_, _, _, _| Err(String::new()),
    settle: |_, _, _, _| Ok(true),
    tb: |_, _, _, _| Ok(()),
    tb_over: |_, _, _, _, _| Ok(()),
    tune: |_, _, _, _, _| Ok(()),
}];

/// What the stub has to show, as it is said; a table of states has one word for it.
const SHOWN: [&str; 2] = [
    "board; ; Fen: ; Key: 0000000000000000; Side to move: first; Moves played: 0",
    "total     +0.00; for the side to move; 1.00 is a man",
];

struct Table(Client);

impl Table {
    fn new() -> Self {
        Self(Client::with(GAMES, Arc::new(ScriptedTimer::new(0))))
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
        let (replies, flow) = self.0.event(event);
        let mut said = self.0.texts(&replies);
        if flow == Flow::Quit {
            said.push("quit".to_owned());
        }
        SHOWN.into_iter().fold(said.join("; "), |said, shown| said.replace(shown, "shown"))
    }

    fn line(&mut self, line: &str) -> String {
        self.event(Event::Line(line.to_owned()))
    }

    fn done(&mut self) -> String {
        let best = Reply::BestMove { best: Some("a".to_owned()), ponder: None };
        let best_move = Some("a".to_owned());
        self.event(Event::Done(Finished {
            replies: vec![best],
            best: best_move,
            ..Finished::default()
        }))
    }
}

/// Thinking ahead.
impl Table {
    /// A session with `Ponder` on, whose player is thinking ahead.
    fn ahead() -> Self {
        let mut table = Self::new();
        assert_eq!(table.line("setoption name Ponder value true"), "");
        assert_eq!(table.begun(), ["ahead "]);
        table
    }

    /// What the player has begun to think ahead about since it was last asked.
    fn begun(&self) -> Vec<String> {
        let said = self.0.inbox.try_iter().map(|event| match event {
            Event::Said(Reply::Note(text)) => text,
            other => panic!("{other:?}"),
        });
        said.collect()
    }

    /// The player has ended what nobody asked for.
    fn ended(&mut self) -> String {
        self.event(Event::Done(Finished::default()))
    }
}

const ALL: [&str; 7] =
    ["idle", "bounded", "unbounded", "infinite", "pondering", "withheld", "pondered"];
