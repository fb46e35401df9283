//! What runs beside whoever asked for it: a search or a count, in a thread of its own, speaking by
//! events.
//!
//! Whatever happens in there, a panic anywhere or no thread to be had included, the last event is
//! [`SearchEvent::Done`]: somebody waits for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};

use crate::beside;
use crate::event::{
    Answer, JobResult, Listener, Notice, PerftOrder, SearchEvent, SearchOrder, TraceOrder,
};
use crate::game::Game;
use crate::players::SharedPlayer;
use crate::shelf::{self, OpenBook};
use crate::tables::Ready;
use crate::tracer::{Reported, Tracer};
use crate::wdl;
use plyglot_core::game::perft::{Counter, Uncounted};
use plyglot_core::game::{Notation, PlayedGame};
use plyglot_core::{Bound, Info, Score, priority};
use plyglot_inspect::Recording;
use plyglot_search::player::{PvInfo, SearchInfo, SearchRequest, SearchResult};
use plyglot_search::team::STACK_BYTES;
use plyglot_search::time::{Budget, WallTimer};
use plyglot_search::tracer::SharedTracer;
use plyglot_search::{SearchControl, TbAccess};

/// A clock for work that only `stop` ends, already running.
pub fn running_clock() -> Arc<SearchControl> {
    let control = SearchControl::new(Arc::new(WallTimer::default()), Budget::default(), None);
    control.time.start();
    Arc::new(control)
}

/// Runs a job in a thread of its own and hands on what it comes to, once. Where it panics, or the
/// system has no thread for it, this is handed on `otherwise`; if that panics as well, the default.
pub fn start<T: Default + 'static>(
    done: impl FnOnce(T) + Send + 'static,
    otherwise: impl FnOnce() -> T + Send + 'static,
    job: impl FnOnce() -> T + Send + 'static,
) {
    let guard = Guard { ends: Some((done, otherwise)) };
    spawn(Box::new(move || guard.with(job())));
}

/// Whether jobs give way to whatever else this program does.
static GIVES_WAY: AtomicBool = AtomicBool::new(false);

/// From now on jobs give way to the threads that do not search: to be said by who answers many at
/// once. Of 50 clients analysing on two cores each is answered within 30 ms so, half of the time in less
/// than one (`tools/web-load`), as long as no lock of the allocator is shared with a thread that gives way.
pub fn give_way() {
    GIVES_WAY.store(true, Ordering::Relaxed);
}

fn spawn(job: Box<dyn FnOnce() + Send>) {
    let run = move || {
        if GIVES_WAY.load(Ordering::Relaxed) {
            priority::give_way();
        }
        job();
    };
    beside::start("search", Some(STACK_BYTES), Box::new(run));
}

/// Hands on what becomes of a job, whatever that is.
struct Guard<T: Default, D: FnOnce(T), O: FnOnce() -> T> {
    ends: Option<(D, O)>,
}

impl<T: Default, D: FnOnce(T), O: FnOnce() -> T> Guard<T, D, O> {
    fn with(mut self, result: T) {
        if let Some((done, _)) = self.ends.take() {
            done(result);
        }
    }
}

impl<T: Default, D: FnOnce(T), O: FnOnce() -> T> Drop for Guard<T, D, O> {
    fn drop(&mut self) {
        if let Some((done, otherwise)) = self.ends.take() {
            // Nothing may keep anybody waiting, not even a second panic.
            done(catch_unwind(AssertUnwindSafe(otherwise)).unwrap_or_default());
        }
    }
}

/// Runs a job for a listener; one that fails comes to that notice.
pub(super) fn run(
    listener: Listener,
    what: &'static str,
    job: impl FnOnce() -> JobResult + Send + 'static,
) {
    let failed = move || {
        let notices = vec![Notice::Error(format!("{what} failed"))];
        JobResult { notices, ..JobResult::default() }
    };
    run_or(listener, failed, job);
}

/// Runs a job for a listener; one that fails comes to what is said `otherwise`.
pub(super) fn run_or(
    listener: Listener,
    otherwise: impl FnOnce() -> JobResult + Send + 'static,
    job: impl FnOnce() -> JobResult + Send + 'static,
) {
    start(move |result| listener.tell(SearchEvent::Done(result)), otherwise, job);
}

/// One search.
pub(super) struct Job<G: Game> {
    pub rules: Arc<G>,
    pub played: PlayedGame<G>,
    pub player: SharedPlayer<G>,
    pub took_part: Arc<AtomicBool>,
    pub tb: Ready<G>,
    /// Asked before the player.
    pub book: Option<OpenBook<G>>,
    pub order: SearchOrder,
}

impl<G: Game> Job<G> {
    pub(super) fn start(self) {
        let (rules, line) = (Arc::clone(&self.rules), self.played.clone());
        let listener = self.order.listener.clone();
        run_or(listener, move || first_legal(&*rules, &line), move || self.run());
    }

    /// Lets the player think without being asked; the end is all that is answered.
    pub(super) fn start_ahead(self) {
        run_or(self.order.listener.clone(), JobResult::default, move || {
            if self.played.outcome(&*self.rules).is_none() {
                self.think_ahead();
            }
            JobResult::default()
        });
    }

    fn run(self) -> JobResult {
        let over = self.played.outcome(&*self.rules).filter(|outcome| !outcome.claim);
        let (mut traced, mut recording) = (Vec::new(), None);
        let answer = match over {
            Some(outcome) => {
                let side = self.rules.side_to_move(self.played.position());
                self.say(self.score_info(0, outcome.score(side, 0)));
                None
            }
            None => match &self.order.trace {
                None => {
                    self.by_book().or_else(|| self.think(None, &mut |saying| self.tell(saying)))
                }
                Some(order) => {
                    let (answer, recorded, notices) = self.think_traced(order);
                    (recording, traced) = (Some(recorded), notices);
                    answer
                }
            },
        };
        let mut notices = traced;
        notices.extend(self.after_the_game(answer.as_ref()));
        let used = self.order.control.time.used().unwrap_or_default();
        let cut = answer.as_ref().is_some_and(|answer| answer.cut);
        JobResult { notices, answer: self.best_move(answer.as_ref()), used, cut, recording }
    }

    fn say(&self, info: Info) {
        self.order.listener.tell(SearchEvent::Info(info));
    }

    fn note(&self, text: String) {
        self.order.listener.tell(SearchEvent::Notice(Notice::Note(text)));
    }

    fn error(&self, text: String) {
        self.order.listener.error(text);
    }

    /// A search that is recorded.
    fn think_traced(
        &self,
        order: &TraceOrder,
    ) -> (Option<SearchResult<G::Move>>, Box<Recording>, Vec<Notice>) {
        let workers = self.order.options.threads;
        let tracer = Tracer::new(order, &*self.rules, &self.played, workers);
        let mut reported = Reported::default();
        let answer = self.think(Some(tracer.shared()), &mut |saying| {
            tracer.hear(&saying, &mut reported);
            self.tell(saying);
            if let Some(tree) = tracer.growing(&mut reported) {
                self.order.listener.tell(SearchEvent::Tree(tree));
            }
        });
        let played = answer.as_ref().map(|answer| answer.best);
        let player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let (recording, notices) = tracer.finish(reported, played, &**player);
        (answer, recording, notices)
    }

    /// The move of the book, where one is open, has the position, and a move is all that is wanted.
    fn by_book(&self) -> Option<SearchResult<G::Move>> {
        let book = self.book.as_ref().filter(|_| shelf::is_for_a_book(&self.order))?;
        let request = self.request(&[], None, None);
        let line = book.line(&self.rules, &self.played, request.lot())?;
        self.note("book".to_owned());
        if line.is_drawn {
            request.say_seed(&mut |saying| self.tell(saying));
        }
        let (best, ponder) = (line.moves[0], line.moves.get(1).copied());
        let report = line.report(self.order.control.time.thought());
        let depth = report.depth;
        self.tell(SearchInfo::Pv(report));
        Some(SearchResult { best, ponder, depth, cut: false })
    }

    fn request<'a>(
        &'a self,
        search_moves: &'a [G::Move],
        tb: Option<TbAccess<'a, G>>,
        tracer: Option<&'a dyn SharedTracer<G>>,
    ) -> SearchRequest<'a, G> {
        SearchRequest {
            rules: &*self.rules,
            played: &self.played,
            limits: &self.order.limits,
            search_moves,
            control: &self.order.control,
            tt: &self.order.tt,
            tb,
            options: self.order.options,
            tracer,
        }
    }

    fn think_ahead(&self) {
        let request = self.request(&[], None, None);
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let mut say = |saying| self.tell(saying);
        if catch_unwind(AssertUnwindSafe(|| player.think_ahead(&request, &mut say))).is_err() {
            player.new_game();
            self.error("the mind failed while it was thinking ahead".to_owned());
        }
    }

    fn think(
        &self,
        tracer: Option<&dyn SharedTracer<G>>,
        tell: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> Option<SearchResult<G::Move>> {
        let search_moves = self.search_moves();
        let _pause = self.tb.enter(&self.order.limits, &self.order.control);
        let (probe, hits) = (self.tb.probe(&self.rules), AtomicU64::new(0));
        let limits = &self.order.limits;
        let tb = probe.as_ref().map(|probe| self.tb.for_search(&**probe, limits, &hits));
        let request = self.request(&search_moves, tb, tracer);
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        let thought = catch_unwind(AssertUnwindSafe(|| player.think(&request, tell)));
        thought.unwrap_or_else(|_| {
            self.error("the mind failed; playing the first legal move".to_owned());
            let best = *request.root_moves().first()?;
            Some(SearchResult { best, ponder: None, depth: 0, cut: false })
        })
    }

    /// The legal moves among the words after `searchmoves`.
    fn search_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let words: Vec<&str> = self.order.search_moves.iter().map(String::as_str).collect();
        for text in self.rules.moves_in(&words) {
            match self.rules.parse_move(&self.played, &text) {
                Ok(mv) => {
                    for mv in self.rules.meant_by(&self.played, mv) {
                        if !moves.contains(&mv) {
                            moves.push(mv);
                        }
                    }
                }
                Err(error) => self.error(format!("searchmoves: {error}, ignored")),
            }
        }
        moves
    }

    fn tell(&self, saying: SearchInfo<G::Move>) {
        match saying {
            SearchInfo::Pv(report) => {
                if report.exact && report.bound == Bound::Exact && report.multi_pv == 1 {
                    self.note("exact".to_owned());
                }
                self.say(self.info(&report));
            }
            SearchInfo::Current { depth, mv, number } => {
                let text = self.rules.move_text(self.played.position(), mv);
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                let current = Some((text, number));
                self.say(Info { depth: Some(depth), current, ..Info::default() });
            }
            SearchInfo::Note(text) => self.note(text),
            SearchInfo::Failure(text) => self.error(format!("a search thread failed: {text}")),
        }
    }

    fn info(&self, report: &PvInfo<G::Move>) -> Info {
        let bound = told_bound(report);
        Info {
            depth: Some(report.depth),
            seldepth: Some(report.seldepth),
            multi_pv: Some(u32::try_from(report.multi_pv).unwrap_or(u32::MAX)),
            score: Some((report.score, bound)),
            exact: report.exact && bound == Bound::Exact,
            chance: report.chance,
            visits: report.visits,
            wdl: self.order.show_wdl.then(|| wdl::chances(report.score, report.exact)),
            nodes: Some(report.nodes),
            nps: nodes_per_second(report.nodes, report.time),
            hashfull: Some(report.hashfull),
            tb_hits: Some(report.tb_hits),
            time_ms: Some(u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX)),
            current: None,
            pv: self.pv_texts(&report.pv),
        }
    }

    fn score_info(&self, depth: u32, score: Score) -> Info {
        let wdl = self.order.show_wdl.then(|| wdl::chances(score, true));
        let score = Some((score, Bound::Exact));
        Info { depth: Some(depth), score, wdl, ..Info::default() }
    }

    fn pv_texts(&self, pv: &[G::Move]) -> Vec<String> {
        let mut pos = self.played.position().clone();
        let text = |&mv: &G::Move| {
            let text = self.rules.move_text(&pos, mv);
            self.rules.play(&mut pos, mv);
            text
        };
        pv.iter().map(text).collect()
    }

    /// The answer as text, without a ponder move where that would end the game.
    fn best_move(&self, answer: Option<&SearchResult<G::Move>>) -> Answer {
        let Some(answer) = answer else { return Answer::Move { best: None, ponder: None } };
        let best = Some(self.rules.move_text(self.played.position(), answer.best));
        let mut played = self.played.clone();
        played.play(&*self.rules, answer.best);
        let ponder = answer.ponder.and_then(|mv| {
            let text = self.rules.move_text(played.position(), mv);
            played.play(&*self.rules, mv);
            played.outcome(&*self.rules).is_none().then_some(text)
        });
        Answer::Move { best, ponder }
    }

    /// The player has moved; if that ends the game, it is told so. Analysis is no game.
    fn after_the_game(&self, answer: Option<&SearchResult<G::Move>>) -> Vec<Notice> {
        let Some(answer) = answer else { return Vec::new() };
        if self.order.limits.infinite {
            return Vec::new();
        }
        let mut played = self.played.clone();
        played.play(&*self.rules, answer.best);
        let outcome = played.outcome(&*self.rules);
        self.took_part.store(outcome.is_none(), Ordering::Release);
        let Some(outcome) = outcome else { return Vec::new() };
        let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
        told(player.game_over(&self.rules, &played, &outcome))
    }
}

/// What is answered where a search has failed: the first legal move, so that the game goes on.
pub fn first_legal<N: Notation>(rules: &N, played: &PlayedGame<N>) -> JobResult {
    let first = || {
        let is_over = played.outcome(rules).is_some_and(|outcome| !outcome.claim);
        let mv = (!is_over).then(|| played.moves(rules).first().copied()).flatten();
        mv.map(|mv| rules.move_text(played.position(), mv))
    };
    let best = catch_unwind(AssertUnwindSafe(first)).unwrap_or_default();
    let text = "the search failed; playing the first legal move".to_owned();
    JobResult {
        notices: vec![Notice::Error(text)],
        answer: Answer::Move { best, ponder: None },
        ..JobResult::default()
    }
}

/// What a player has to tell at the end of a game.
pub(super) fn told(told: Result<Vec<String>, String>) -> Vec<Notice> {
    match told {
        Ok(lines) => lines.into_iter().map(Notice::Note).collect(),
        Err(error) => vec![Notice::Error(error)],
    }
}

/// Counts lines of `depth` plies move by move, as python-chess and GUIs expect them.
pub(super) fn perft<G: Game>(rules: &G, pos: &G::Position, count: &PerftOrder) -> JobResult {
    let mut tell = |mv: G::Move, nodes: u64| {
        let mv = rules.move_text(pos, mv);
        count.listener.tell(SearchEvent::Divided { mv, nodes });
    };
    let divide = |counter: &mut Counter<'_>| counter.divide(rules, pos, count.depth, &mut tell);
    counted(count, Answer::Divided, divide)
}

/// Counts lines of `depth` steps of the kind that the game calls `counting`.
pub(super) fn count<G: Game>(
    rules: &G,
    pos: &G::Position,
    counting: &str,
    count: &PerftOrder,
) -> JobResult {
    counted(count, Answer::Counted, |counter| rules.count(counting, pos, count.depth, counter))
}

/// Counts and says how many, or why not.
fn counted(
    order: &PerftOrder,
    answer: impl FnOnce(u64) -> Answer,
    count: impl FnOnce(&mut Counter<'_>) -> Result<u64, Uncounted>,
) -> JobResult {
    let must_stop = || order.control.must_stop();
    let mut memory = order.memory;
    let mut counter = loop {
        match Counter::remembering(memory, &must_stop) {
            Ok(counter) => break counter,
            Err(error) => {
                order.listener.error(format!("PerftMemory: {memory} MiB: {error}, trying half"));
                memory /= 2;
            }
        }
    };
    let mut result = JobResult::default();
    match count(&mut counter) {
        Ok(nodes) => result.answer = answer(nodes),
        Err(Uncounted::Stopped) => result.notices.push(Notice::Note("perft stopped".to_owned())),
        Err(Uncounted::TooMany) => {
            let text = format!("perft {}: more lines than {}", order.depth, u64::MAX);
            result.notices.push(Notice::Error(text));
        }
    }
    result.used = order.control.time.used().unwrap_or_default();
    result
}

/// What a score is a bound of as it is told: scores have no room for margins beyond [`Score::EVAL_MAX`], which
/// a large board of Go has, so that the last of them stands for all.
fn told_bound<M>(report: &PvInfo<M>) -> Bound {
    match report.score {
        Score::EVAL_MAX => Bound::Lower,
        score if score == -Score::EVAL_MAX => Bound::Upper,
        _ => report.bound,
    }
}

/// Nodes a second, once there is something to divide by.
pub fn nodes_per_second(nodes: u64, time: std::time::Duration) -> Option<u64> {
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    (micros > 0).then(|| nodes.saturating_mul(1_000_000) / micros)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// All that is handed on.
    fn end(
        otherwise: impl FnOnce() -> Vec<u8> + Send + 'static,
        job: impl FnOnce() -> Vec<u8> + Send + 'static,
    ) -> Vec<Vec<u8>> {
        let (done, inbox) = channel();
        start(move |result| done.send(result).unwrap(), otherwise, job);
        inbox.iter().collect()
    }

    #[test]
    fn whatever_panics_the_end_is_said_once() {
        assert_eq!(end(|| vec![2], || vec![1]), [[1]]);
        assert_eq!(end(|| vec![2], || panic!("a job")), [[2]]);
        let nothing: [&[u8]; 1] = [&[]];
        assert_eq!(end(|| panic!("and what is said of it"), || panic!("a job")), nothing);
    }
}
