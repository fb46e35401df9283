//! Searches and counts of an engine: begun here, running in threads of their own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::Engine;
use crate::options;
use plyglot_core::Limits;
use plyglot_host::beside;
use plyglot_host::event::{
    Answer, JobResult, Listener, Notice, PerftOrder, SearchEvent, SearchOrder, TraceOrder,
};
use plyglot_host::job;
use plyglot_host::state::about;
use plyglot_host::view::TablesView;
use plyglot_inspect::Scope;
use plyglot_search::time::Budget;
use plyglot_search::{AdaptiveDepth, SearchControl, TranspositionTable};

/// The pages of a larger table are written in a thread of their own.
const WRITTEN_AT_ONCE_MIB: usize = 128;

/// A search under way, or a count. Dropping it stops it.
#[derive(Debug)]
pub struct Search {
    control: Arc<SearchControl>,
    result: Receiver<JobResult>,
}

impl Search {
    /// It is to end soon; what it has found is its result.
    pub fn stop(&self) {
        self.control.stop.set();
    }

    /// Its clock, its flag and its count of nodes, for whoever stops it from elsewhere.
    pub fn control(&self) -> &Arc<SearchControl> {
        &self.control
    }

    /// The move pondered on was played: time counts from now.
    pub fn ponder_hit(&self) {
        self.control.time.start();
    }

    /// What it comes to.
    pub fn wait(self) -> JobResult {
        beside::run_waiting();
        self.result.recv().unwrap_or_default()
    }

    /// The same, if it comes within this time.
    pub fn wait_for(&self, time: Duration) -> Option<JobResult> {
        beside::run_waiting();
        self.result.recv_timeout(time).ok()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop.set();
    }
}

/// A search that has begun, as whoever manages it has to know it.
#[derive(Debug)]
pub struct Started {
    /// Its clock, its flag and its count of nodes.
    pub control: Arc<SearchControl>,
    /// It goes to the target of the adaptive depth policy.
    pub is_adaptive: bool,
    /// It comes to an end without any limit.
    pub ends: bool,
    /// The time that was planned for it.
    pub planned: Budget,
    /// What did not go as it was asked for.
    pub notices: Vec<Notice>,
}

impl Engine {
    /// Starts a search and returns at once; what it tells is heard from its own thread.
    pub fn search(
        &mut self,
        limits: Limits,
        hear: impl Fn(SearchEvent) + Send + Sync + 'static,
    ) -> Search {
        self.search_among(limits, &[], None, hear)
    }

    /// The same of these moves alone, if there are any. What is within the `scope`, if there is one,
    /// is recorded, and belongs to what the search comes to.
    pub fn search_among(
        &mut self,
        limits: Limits,
        moves: &[&str],
        scope: Option<Scope>,
        hear: impl Fn(SearchEvent) + Send + Sync + 'static,
    ) -> Search {
        let (listener, result) = heard(hear);
        let trace = scope.map(|scope| {
            let player = self.settings.combo(&self.game.player_option());
            TraceOrder { scope, path: None, grows: false, about: about(&*self.state, player) }
        });
        let Started { control, notices, .. } = self.begin(limits, moves, trace, listener.clone());
        for notice in notices {
            listener.tell(SearchEvent::Notice(notice));
        }
        Search { control, result }
    }

    /// Starts a search for a listener, of these moves alone if there are any, and returns at once.
    pub(crate) fn begin(
        &mut self,
        limits: Limits,
        search_moves: &[&str],
        trace: Option<TraceOrder>,
        listener: Listener,
    ) -> Started {
        let mut options = options::search_options(&self.settings);
        let free = limits.depth.is_none() && limits.mate.is_none() && !limits.infinite;
        options.target_depth =
            self.adaptive_depth.as_ref().filter(|_| free).map(AdaptiveDepth::target);
        let is_adaptive = options.target_depth.is_some();
        self.ahead = None;
        // The client's clock runs; so does ours, also where there was no time yet to make the table.
        let planned = self.budget(&limits, is_adaptive);
        // Nobody makes more nodes than there are to be visits.
        let nodes_max = limits.nodes.into_iter().chain(limits.visits).min();
        let control = SearchControl::new(Arc::clone(&self.timer), planned, nodes_max);
        if limits.ponder {
            control.time.ponder();
        } else {
            control.time.start();
        }
        let control = Arc::new(control);
        let mut notices = Vec::new();
        // Who has a clock has asked `isready` before it ran, or has no time for what large pages take.
        let tt = match planned {
            Budget { soft: None, hard: None } => self.tt_in_large_pages(&mut notices),
            Budget { .. } => self.tt(&mut notices),
        };
        let ends = self.state.ends_by_itself(!search_moves.is_empty());
        self.state.go(SearchOrder {
            limits,
            search_moves: search_moves.iter().map(|&mv| mv.to_owned()).collect(),
            control: Arc::clone(&control),
            tt,
            options,
            show_wdl: self.settings.check("UCI_ShowWDL"),
            trace,
            listener,
        });
        Started { control, is_adaptive, ends, planned, notices }
    }

    /// The time for a search with these limits.
    fn budget(&self, limits: &Limits, is_adaptive: bool) -> Budget {
        if limits.infinite {
            return Budget::default();
        }
        let overhead = Duration::from_millis(self.settings.spin("Move Overhead").unsigned_abs());
        let mut budget = Budget::new(limits, self.state.side_to_move(), overhead);
        if is_adaptive {
            // The target decides; only hard limits cut.
            budget.soft = None;
        }
        budget
    }

    /// Counts the lines of so many plies from here.
    pub fn perft(&self, depth: u32) -> u64 {
        let (listener, inbox) = Listener::channel();
        self.begin_perft(depth, None, listener);
        match ended(&inbox).answer {
            Answer::Divided(nodes) => nodes,
            _ => 0,
        }
    }

    /// Starts to count the lines of so many plies from here and returns at once; hears how many begin
    /// with each move.
    pub fn start_perft(
        &self,
        depth: u32,
        hear: impl Fn(SearchEvent) + Send + Sync + 'static,
    ) -> Search {
        let (listener, result) = heard(hear);
        Search { control: self.begin_perft(depth, None, listener), result }
    }

    /// Starts to ask endgame tables about this position and its moves and returns at once; small
    /// tables under way are waited for.
    pub fn start_probe(&self) -> Search {
        let (listener, result) = heard(|_| {});
        Search { control: self.ask_tables(listener), result }
    }

    /// What endgame tables know of this position and of its moves.
    pub fn probe(&self) -> TablesView {
        let (listener, inbox) = Listener::channel();
        self.ask_tables(listener);
        match ended(&inbox).answer {
            Answer::Tables(view) => view,
            _ => TablesView::default(),
        }
    }

    /// Starts to count lines of moves, or of what else the game counts by this name.
    pub(crate) fn begin_perft(
        &self,
        depth: u32,
        counting: Option<&'static str>,
        listener: Listener,
    ) -> Arc<SearchControl> {
        let memory = usize::try_from(self.settings.spin("PerftMemory")).unwrap_or(0);
        let control = job::running_clock();
        let order = PerftOrder { depth, memory, control: Arc::clone(&control), listener };
        match counting {
            None => self.state.perft(order),
            Some(what) => self.state.count(what, order),
        }
        control
    }

    /// Starts to ask the endgame tables; some may still be built.
    pub(crate) fn ask_tables(&self, listener: Listener) -> Arc<SearchControl> {
        let control = job::running_clock();
        self.state.ask_tables(Arc::clone(&control), listener);
        control
    }

    /// Forgets what was searched.
    pub fn forget_tt(&mut self) {
        match &self.tt {
            // To have it anew costs nothing, and its pages are written before the next search.
            Some(tt) if tt.mib() > WRITTEN_AT_ONCE_MIB => self.tt = None,
            Some(tt) => tt.clear(),
            None => {}
        }
    }

    /// The next search has a table of another size.
    pub(crate) fn drop_tt(&mut self) {
        self.tt = None;
    }

    /// The transposition table; smaller than asked for where memory is short.
    pub(crate) fn tt(&mut self, notices: &mut Vec<Notice>) -> Arc<TranspositionTable> {
        let mut mib = usize::try_from(self.settings.spin("Hash")).unwrap_or(1).max(1);
        let tt = self.tt.take().unwrap_or_else(|| {
            loop {
                match TranspositionTable::try_new(mib) {
                    Ok(tt) => break Arc::new(tt),
                    Err(error) if mib > 1 => {
                        let text = format!("Hash: {mib} MiB: {error}, trying half");
                        notices.push(Notice::Error(text));
                        mib /= 2;
                    }
                    Err(_) => break Arc::new(TranspositionTable::with_buckets(1)),
                }
            }
        });
        self.tt = Some(Arc::clone(&tt));
        tt
    }

    /// The same, in large pages if it is new: they are cleared as they are touched, two MiB at a time.
    fn tt_in_large_pages(&mut self, notices: &mut Vec<Notice>) -> Arc<TranspositionTable> {
        let mut tt = self.tt(notices);
        self.tt = None;
        if tt.is_to_be_taken_in().is_some()
            && let Some(tt) = Arc::get_mut(&mut tt)
        {
            tt.advise();
        }
        self.tt = Some(Arc::clone(&tt));
        tt
    }

    /// Makes what searches will need: a small table at once, the rest in a thread of its own, whose
    /// clock is given back.
    pub(crate) fn prepare(
        &mut self,
        notices: &mut Vec<Notice>,
        listener: Listener,
    ) -> Option<Arc<SearchControl>> {
        let tt = self.tt_in_large_pages(notices);
        let to_take_in = tt.is_to_be_taken_in();
        let is_large = to_take_in.is_some_and(|mib| mib > WRITTEN_AT_ONCE_MIB);
        if !is_large {
            tt.take_in(&|| false);
        }
        (is_large || self.state.needs_preparation()).then(|| {
            let control = job::running_clock();
            self.state.prepare(tt, Arc::clone(&control), listener);
            control
        })
    }
}

/// Somebody who hears all that a job tells, and where what it comes to arrives.
fn heard(hear: impl Fn(SearchEvent) + Send + Sync + 'static) -> (Listener, Receiver<JobResult>) {
    let (done, result) = channel();
    let listener = Listener::new(move |event| match event {
        SearchEvent::Done(result) => _ = done.send(result),
        event => hear(event),
    });
    (listener, result)
}

/// What a job comes to; what it tells before is not heard.
fn ended(inbox: &Receiver<SearchEvent>) -> JobResult {
    beside::run_waiting();
    let result = inbox.iter().find_map(|event| match event {
        SearchEvent::Done(result) => Some(result),
        SearchEvent::Info(_)
        | SearchEvent::Notice(_)
        | SearchEvent::Tree(_)
        | SearchEvent::Learned(_)
        | SearchEvent::Divided { .. } => None,
    });
    result.unwrap_or_default()
}
