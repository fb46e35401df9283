//! What reaches a session, from outside and from what runs beside it, and the words of the protocol
//! for what a game tells as values.

use std::sync::mpsc::Sender;
use std::time::Duration;

use plyglot_host::event::{Answer, JobResult, Listener, Notice, SearchEvent};
use plyglot_host::job;
use plyglot_inspect::Recording;
use plyglot_protocol::Reply;

/// The longest line that is read, in bytes.
pub const LINE_BYTES_MAX: usize = 1 << 20;

/// What reaches the session, from outside and from its own searches.
#[derive(Debug)]
pub enum Event {
    /// A line of the client, without its end.
    Line(String),
    /// A line longer than we read, of so many bytes; it was skipped.
    TooLong(usize),
    /// The client will send nothing more.
    EndOfInput,
    /// Ctrl-C typed at the prompt: stops a search, or leaves.
    Interrupt,
    /// A signal that asks the program to end.
    Terminate,
    /// A while has passed without an event.
    Tick,
    /// The running job says something.
    Said(Reply),
    /// The running job is done: the last event it sends.
    Done(Finished),
}

/// How a job ended.
#[derive(Debug, Default)]
pub struct Finished {
    /// `bestmove …` for a search; what belongs after everything else for the others.
    pub replies: Vec<Reply>,
    /// The move of a search that has one.
    pub best: Option<String>,
    /// Time since the clock started.
    pub used: Duration,
    /// A time limit cut the search short of its target depth.
    pub cut: bool,
    /// What was recorded of the search.
    pub recording: Option<Box<Recording>>,
}

impl Finished {
    /// A job that has these lines to say at its end, or failed.
    pub(super) fn saying(lines: Result<Vec<Reply>, String>, used: Option<Duration>) -> Self {
        let replies = lines.unwrap_or_else(|error| vec![Reply::Error(error)]);
        Self { replies, used: used.unwrap_or_default(), ..Self::default() }
    }
}

impl From<JobResult> for Finished {
    fn from(result: JobResult) -> Self {
        let JobResult { notices, answer, used, cut, recording } = result;
        let best = match &answer {
            Answer::Move { best, .. } => best.clone(),
            _ => None,
        };
        let replies = notices.into_iter().map(notice).chain(words(answer)).collect();
        Self { replies, best, used, cut, recording }
    }
}

impl From<SearchEvent> for Event {
    fn from(event: SearchEvent) -> Self {
        match event {
            SearchEvent::Info(info) => Self::Said(Reply::Info(info)),
            SearchEvent::Notice(told) => Self::Said(notice(told)),
            // A session asks for neither.
            SearchEvent::Tree(tree) => Self::Said(Reply::Note(format!("visits {}", tree.visits))),
            SearchEvent::Learned(block) => Self::Said(Reply::Note(format!("games {}", block.last))),
            SearchEvent::Divided { mv, nodes } => Self::Said(Reply::Text(format!("{mv}: {nodes}"))),
            SearchEvent::Done(result) => Self::Done(result.into()),
        }
    }
}

/// A notice in the words of the protocol.
pub(super) fn notice(told: Notice) -> Reply {
    match told {
        Notice::Note(text) => Reply::Note(text),
        Notice::Error(text) => Reply::Error(text),
    }
}

/// Notices in the words of the protocol.
pub(super) fn notices(told: Vec<Notice>) -> Vec<Reply> {
    told.into_iter().map(notice).collect()
}

/// An answer in the words of the protocol.
fn words(answer: Answer) -> Vec<Reply> {
    let counted = |nodes| Reply::Text(format!("Nodes searched: {nodes}"));
    match answer {
        Answer::Nothing => Vec::new(),
        Answer::Move { best, ponder } => vec![Reply::BestMove { best, ponder }],
        // python-chess and GUIs expect the empty line.
        Answer::Divided(nodes) => vec![Reply::Text(String::new()), counted(nodes)],
        Answer::Counted(nodes) => vec![counted(nodes)],
        Answer::Tables(view) => view.lines().into_iter().map(Reply::Text).collect(),
        Answer::Knowledge(text) => text.into_iter().map(Reply::Text).collect(),
        Answer::Longest(win) => vec![Reply::Note(format!("{} {}", win.table, win.position))],
        Answer::Ready => vec![Reply::ReadyOk],
    }
}

/// Lets the session hear what a job of a game tells.
pub(super) fn listener(events: &Sender<Event>) -> Listener {
    let events = events.clone();
    // The session outlives its searches; at the very end nobody listens any more.
    Listener::new(move |event| _ = events.send(event.into()))
}

/// Runs a job of the session's own beside it; one that fails says so.
pub(super) fn run(
    events: Sender<Event>,
    what: &'static str,
    job: impl FnOnce() -> Finished + Send + 'static,
) {
    let done = move |finished| _ = events.send(Event::Done(finished));
    job::start(done, move || Finished::saying(Err(format!("{what} failed")), None), job);
}
