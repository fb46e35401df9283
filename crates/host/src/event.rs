//! What a search or a count is started with, what it tells while it runs, and what it comes to: all
//! as values, whose words are the protocol's business.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::view::TablesView;
use plyglot_core::{Info, Limits};
use plyglot_inspect::recording::About;
use plyglot_inspect::{Recording, Scope};
use plyglot_search::player::SearchOptions;
use plyglot_search::selfplay::Block;
use plyglot_search::{SearchControl, TranspositionTable};
use plyglot_tablebase::Metric;

/// What there is to say besides an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Something worth knowing.
    Note(String),
    /// Something that went wrong, or was left out.
    Error(String),
}

/// What a job tells.
#[derive(Debug)]
pub enum SearchEvent {
    /// What the search has found so far.
    Info(Info),
    /// Something else.
    Notice(Notice),
    /// What has been recorded so far.
    Tree(Box<Recording>),
    /// A player that learns has played so many games.
    Learned(Block),
    /// So many of the lines counted begin with this move.
    Divided {
        /// The move.
        mv: String,
        /// Lines.
        nodes: u64,
    },
    /// The job is done: the last event it sends, whatever happens in it.
    Done(JobResult),
}

/// What a job has come to.
#[derive(Debug, Default)]
pub struct JobResult {
    /// What belongs before the answer.
    pub notices: Vec<Notice>,
    /// What was asked for.
    pub answer: Answer,
    /// Time since the clock started.
    pub used: Duration,
    /// A time limit cut the search short of its target depth.
    pub cut: bool,
    /// What was recorded of the search.
    pub recording: Option<Box<Recording>>,
}

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// Nothing, or there is none: the notices say why.
    #[default]
    Nothing,
    /// The best move, `None` where there is none, and the reply expected.
    Move {
        /// To be played.
        best: Option<String>,
        /// To be thought about meanwhile.
        ponder: Option<String>,
    },
    /// The number of lines, told move by move before.
    Divided(u64),
    /// The number of lines of steps of another kind.
    Counted(u64),
    /// What endgame tables know.
    Tables(TablesView),
    /// The longest win of an endgame table.
    Longest(LongestWin),
    /// What a player that has learnt plays by, as text.
    Knowledge(Option<String>),
    /// Searches have what they need.
    Ready,
}

/// The longest win of an endgame table, or the largest where margins are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestWin {
    /// The table.
    pub table: String,
    /// The position string.
    pub position: String,
    /// What is counted.
    pub metric: Metric,
    /// How much of it.
    pub distance: u16,
}

/// Who hears what a job tells, from the job's own thread.
#[derive(Clone)]
pub struct Listener(Arc<dyn Fn(SearchEvent) + Send + Sync>);

impl Listener {
    /// Somebody who is told by a call.
    pub fn new(hear: impl Fn(SearchEvent) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hear))
    }

    /// Somebody who waits for the events in their order.
    pub fn channel() -> (Self, Receiver<SearchEvent>) {
        let (events, inbox) = channel();
        // Whoever has gone away need not be told any more.
        (Self::new(move |event| _ = events.send(event)), inbox)
    }

    /// Tells an event.
    pub fn tell(&self, event: SearchEvent) {
        (self.0)(event);
    }

    /// Tells that something went wrong.
    pub(crate) fn error(&self, text: String) {
        self.tell(SearchEvent::Notice(Notice::Error(text)));
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

/// What a search is to record.
#[derive(Clone, Debug)]
pub struct TraceOrder {
    /// What is kept.
    pub scope: Scope,
    /// Where it is written.
    pub path: Option<String>,
    /// It is shown while it grows, by [`SearchEvent::Tree`].
    pub grows: bool,
    /// What is known before the search.
    pub about: About,
}

/// All that a search is started with.
#[derive(Debug)]
pub struct SearchOrder {
    /// What was asked for.
    pub limits: Limits,
    /// The only moves to look at, all legal ones if there are none; what is no legal move is told and
    /// ignored.
    pub search_moves: Vec<String>,
    /// Runs from now on, or from `ponderhit`.
    pub control: Arc<SearchControl>,
    /// Shared by all searches.
    pub tt: Arc<TranspositionTable>,
    /// Engine-wide options.
    pub options: SearchOptions,
    /// Add chances of win, draw and loss to every score.
    pub show_wdl: bool,
    /// What is to be recorded.
    pub trace: Option<TraceOrder>,
    /// Who is told.
    pub listener: Listener,
}

/// What is to be counted.
#[derive(Clone, Debug)]
pub struct PerftOrder {
    /// Plies, or steps of another kind.
    pub depth: u32,
    /// Counts may be remembered in so many MiB.
    pub memory: usize,
    /// Runs from now on.
    pub control: Arc<SearchControl>,
    /// Who is told.
    pub listener: Listener,
}
