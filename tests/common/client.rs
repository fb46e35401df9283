//! A client of one session in this process.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use plyglot::host::entry::GameEntry;
use plyglot::protocol::Reply;
use plyglot::registry::GAMES;
use plyglot::search::time::{ScriptedTimer, Timer};
use plyglot::session::event::Event;
use plyglot::session::{Flow, Session};

pub(crate) struct Client {
    pub(crate) session: Session,
    /// What the jobs of the session have to say.
    pub(crate) inbox: Receiver<Event>,
}

impl Client {
    /// A look at the clock takes so many microseconds, and nothing else takes time.
    pub(crate) fn new(step_us: u64) -> Self {
        Self::with(GAMES, Arc::new(ScriptedTimer::new(step_us)))
    }

    pub(crate) fn with(games: &'static [&'static GameEntry], timer: Arc<dyn Timer>) -> Self {
        let (events, inbox) = channel();
        Self { session: Session::new(games, timer, events).unwrap(), inbox }
    }

    pub(crate) fn event(&mut self, event: Event) -> (Vec<Reply>, Flow) {
        let mut replies = Vec::new();
        let flow = self.session.handle(event, &mut replies);
        (replies, flow)
    }

    /// What is said to a line at once.
    pub(crate) fn tell(&mut self, line: &str) -> Vec<Reply> {
        self.event(Event::Line(line.to_owned())).0
    }

    /// What is said until the session is idle.
    pub(crate) fn wait(&mut self) -> Vec<Reply> {
        let mut replies = Vec::new();
        while self.session.is_busy() {
            let event = self.inbox.recv().unwrap();
            replies.extend(self.event(event).0);
        }
        replies
    }

    /// What is said to a line until the session is idle.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<Reply> {
        let mut replies = self.tell(line);
        replies.extend(self.wait());
        replies
    }

    /// The same as text.
    pub(crate) fn send(&mut self, line: &str) -> Vec<String> {
        let replies = self.ask(line);
        self.texts(&replies)
    }

    pub(crate) fn texts(&self, replies: &[Reply]) -> Vec<String> {
        let dialect = self.session.dialect();
        replies.iter().map(|reply| reply.in_dialect(dialect).to_string()).collect()
    }

    pub(crate) fn set_up(&mut self, position: &str) {
        let replies = self.tell(&format!("position {position}"));
        let is_error = |reply: &Reply| matches!(reply, Reply::Error(_));
        assert!(!replies.iter().any(is_error), "{position}: {replies:?}");
    }

    /// What is said until the search has answered.
    pub(crate) fn go(&mut self, limits: &str) -> Vec<Reply> {
        self.ask(&format!("go {limits}"))
    }
}
