//! Whole sessions: lines one after the other, each with what the ones before have left.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use plyglot::hub;
use plyglot::protocol::hub::{Act, Hub};
use plyglot::protocol::{Dialect, Reply};
use plyglot::registry::GAMES;
use plyglot::search::time::ScriptedTimer;
use plyglot::session::event::Event;
use plyglot::session::files::Files;
use plyglot::session::{Flow, Session};

/// No more lines are taken of one text.
const LINES_MAX: usize = 60;
/// Numbers above this keep a machine busy.
const NUMBER_MAX: i128 = 300;

/// Every line is taken calmly, `readyok` comes at once or when what is being made ready is, each
/// reply is one line, and what was begun ends when it is stopped. A text that begins with `hub` is a
/// conversation in Hub.
pub fn session(text: &str) {
    let mut client = Client::new();
    let is_hub = text.lines().next().is_some_and(Hub::is_greeting);
    for line in text.lines().filter(|line| is_harmless(line)).take(LINES_MAX) {
        let flow = if is_hub { client.hub_line(line) } else { client.line(line) };
        let (mut replies, _) = client.event(Event::Line("isready".to_owned()));
        if !replies.contains(&Reply::ReadyOk) {
            // It waits for a search that was told to stop, or until tables are made.
            replies = client.settle();
        }
        assert!(replies.contains(&Reply::ReadyOk), "after {line:?}: {replies:?}");
        if flow == Flow::Quit {
            break;
        }
        if line.len() % 4 > 0 {
            client.settle();
        }
    }
    client.settle();
}

/// Words that would write files, run threads by the dozen or take long, however they came about.
fn is_harmless(line: &str) -> bool {
    let line = line.to_lowercase();
    let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    let is_big =
        numbers.into_iter().any(|word| word.parse().map_or(true, |n: i128| n > NUMBER_MAX));
    let is_heavy = ["bench", "threads", "memory", "compare", "check", "perft"];
    !is_big && !is_heavy.iter().any(|word| line.contains(word))
}

struct Client {
    session: Session,
    inbox: Receiver<Event>,
    hub: Hub,
}

impl Client {
    fn new() -> Self {
        let (events, inbox) = channel();
        // Time flies: a look at the clock takes a tenth of a millisecond, so nothing lasts long.
        let timer = Arc::new(ScriptedTimer::new(100));
        let mut session = Session::new(GAMES, timer, events).expect("defaults are taken");
        session.allow_files(Files::none());
        Self { session, inbox, hub: hub::open() }
    }

    fn event(&mut self, event: Event) -> (Vec<Reply>, Flow) {
        let mut replies = Vec::new();
        let flow = self.session.handle(event, &mut replies);
        self.check(&replies);
        (replies, flow)
    }

    /// Each reply is one line, in every dialect.
    fn check(&mut self, replies: &[Reply]) {
        for reply in replies {
            for dialect in [Dialect::Uci, Dialect::Ugi] {
                let text = reply.in_dialect(dialect).to_string();
                assert!(!text.contains(['\n', '\r']), "{text:?}");
            }
            let _ = self.hub.reply(reply);
        }
    }

    fn line(&mut self, line: &str) -> Flow {
        self.event(Event::Line(line.to_owned())).1
    }

    fn hub_line(&mut self, line: &str) -> Flow {
        let mut flow = Flow::Continue;
        for act in self.hub.obey(line) {
            if let Act::Tell(told) = act {
                let mut replies = Vec::new();
                flow = self.session.obey(told.command(), &mut replies);
                self.check(&replies);
            }
        }
        flow
    }

    /// Lets what runs come to its end, by itself or by `stop`.
    fn settle(&mut self) -> Vec<Reply> {
        let mut all = Vec::new();
        while self.session.is_busy() {
            all.extend(self.event(Event::Line("stop".to_owned())).0);
            if self.session.is_busy() {
                let event = self.inbox.recv().expect("what runs says when it is done");
                all.extend(self.event(event).0);
            }
        }
        all
    }
}
