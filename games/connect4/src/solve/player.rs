//! The solver as a player: `go` settles the position, and plays a best column.
//!
//! Each step of the proof is told as a bound of the score. Where the search is stopped before the
//! bounds meet, a column that shows a win or a draw is played if there is one, else what the generic
//! search plays. That also answers `go depth`, `go mate` and `searchmoves`: a proof knows no depth. `go nodes`
//! bounds the proof. [`Mixed`] is the default player: the solver for a part of the time of a move, and
//! then the generic search.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::time::Duration;

use super::book::Book;
use super::{Progress, Solver, question};
use crate::evaluator::Connect4Evaluator;
use crate::rules::{Connect4, Position};
use crate::tactics::PARAMS;
use plyglot_core::game::{PlayedGame, Rules};
use plyglot_core::{Bound, Limits, Score, Settings};
use plyglot_search::{
    AlphaBeta, Fallback, Player, PvInfo, Ranking, SearchInfo, SearchRequest, SearchResult, fallback,
};

/// The option for the size of the memory.
pub(in super::super) const MEMORY: &str = "Connect4.SolverMemory";
/// The option for the opening book.
pub(in super::super) const BOOK: &str = "Connect4.Book";

/// So deep the generic search looks where nothing could be shown and no limit was given.
const OTHERWISE_DEPTH: u32 = 12;
/// The part of the time for a move that may go into a proof, in hundredths: where it finds nothing, the
/// generic search needs some to find a move.
const PROOF_TIME: u32 = 80;
/// The part of the time for a move that the default player leaves to the solver, in hundredths.
const SOLVER_TIME: u32 = 50;
/// The default player, whose time is short, has the solver remember no more than this, MiB.
const MIXED_MIB_MAX: i64 = 64;
/// How often it is told that a proof is still being looked for.
const NEWS_EVERY: Duration = Duration::from_secs(2);
/// So often may be polled for the moves of a line after the first.
const LINE_POLLS: u32 = 200;
/// So often may be polled for a column where a search was stopped.
const STOPPED_POLLS: u32 = 20;

/// The player `solve`.
#[derive(Debug)]
pub(in super::super) struct SolverMind {
    solver: Solver,
    otherwise: Fallback<AlphaBeta<Connect4Evaluator>>,
}

/// The default player.
#[derive(Debug)]
pub(in super::super) struct Mixed(SolverMind);

impl SolverMind {
    pub(in super::super) fn new(rules: &Connect4, settings: &Settings) -> Result<Self, String> {
        Self::with_memory(rules, settings, settings.spin(MEMORY), Connect4Evaluator::new(rules))
    }

    /// The same with so many MiB at most, and an evaluator for where nothing could be shown.
    fn with_memory(
        rules: &Connect4,
        settings: &Settings,
        mib: i64,
        evaluator: Connect4Evaluator,
    ) -> Result<Self, String> {
        let mib = usize::try_from(mib).unwrap_or(1);
        let path = settings.text(BOOK);
        let is_given = !path.is_empty();
        let book = is_given.then(|| Book::read(Path::new(path), rules.geometry)).transpose()?;
        let search = AlphaBeta::new(evaluator, PARAMS);
        Ok(Self {
            solver: Solver::new(rules.geometry, mib).with_book(book),
            otherwise: Fallback::new(search, OTHERWISE_DEPTH),
        })
    }

    /// Settles the position until it is late, and plays what was shown. If it was settled, so are the
    /// lines behind the first that were asked for, as long as `is_late_for_more` lets them.
    fn settle(
        &mut self,
        request: &SearchRequest<'_, Connect4>,
        [is_late, is_late_for_more]: [&dyn Fn() -> bool; 2],
        say: &mut dyn FnMut(SearchInfo<u8>),
    ) -> Option<SearchResult<u8>> {
        let pos = *request.played.position();
        if request.rules.outcome(&pos).is_some() {
            return None;
        }
        let meter = Meter::new(request, say);
        let settled = self.solver.settle(&pos, &meter.grant(is_late), &mut |progress| {
            if progress.settled().is_none() {
                meter.say(SearchInfo::Pv(report(request, &pos, progress, Vec::new())));
            }
        });
        let progress = match settled {
            Ok(progress) => progress,
            Err(text) => {
                meter.say(SearchInfo::Failure(text));
                return None;
            }
        };
        let is_settled = progress.settled().is_some();
        if !is_settled && progress.low < 0 {
            return None;
        }
        // The proof is in the memory, but for what had to give way there.
        let polls = Cell::new(if is_settled { u32::MAX } else { STOPPED_POLLS });
        let best = progress
            .from_book
            .or_else(|| self.solver.best_column(&pos, progress.low, &limited(request, &polls)))?;
        let line = self.line(request, &pos, best, &progress);
        meter.say(SearchInfo::Pv(report(request, &pos, &progress, line.clone())));
        let are_settled =
            is_settled && self.settle_more(request, (best, &progress), &meter, is_late_for_more);
        Some(SearchResult { best, ponder: line.get(1).copied(), depth: 1, cut: !are_settled })
    }

    /// Settles the lines behind the first that are asked for; whether all of them were.
    fn settle_more(
        &mut self,
        request: &SearchRequest<'_, Connect4>,
        (best, progress): (u8, &Progress),
        meter: &Meter<'_, '_>,
        is_late: &dyn Fn() -> bool,
    ) -> bool {
        let pos = request.played.position();
        let mut moves = request.root_moves();
        // From the middle outwards, as the solver orders them.
        moves.sort_by_key(|column| column.abs_diff(request.rules.geometry.width / 2));
        let empty = request.rules.geometry.cells() - pos.filled().count_ones();
        let (low, high) = Solver::scores(empty.cast_signed());
        let mut ranking = Ranking::new(&moves, low, high);
        ranking.place_best(best, progress.low);
        let grant = meter.grant(is_late);
        for multi_pv in 2..=request.options.multi_pv.min(moves.len()) {
            let next = ranking
                .settle_next(&mut |low, high| question(low, high), &mut |column, alpha| {
                    self.solver.ask(pos, column, alpha, &grant)
                });
            let progress =
                Progress { low: next.low, high: next.high, from_book: None, ..*progress };
            let pv = match next.mv {
                Some(column) if next.is_settled => self.line(request, pos, column, &progress),
                seems => seems.into_iter().collect(),
            };
            let info = report(request, pos, &progress, pv);
            meter.say(SearchInfo::Pv(PvInfo { multi_pv, ..info }));
            if !next.is_settled {
                return false;
            }
        }
        true
    }

    /// A column that keeps what was shown of the position, and what follows if that is its score and
    /// the memory knows it.
    fn line(
        &mut self,
        request: &SearchRequest<'_, Connect4>,
        pos: &Position,
        first: u8,
        progress: &Progress,
    ) -> Vec<u8> {
        let polls = Cell::new(LINE_POLLS);
        let grant = limited(request, &polls);
        let (mut pos, mut score, mut line) = (*pos, progress.low, Vec::new());
        let mut next = Some(first);
        while let Some(column) = next {
            line.push(column);
            request.rules.play(&mut pos, column);
            score = -score;
            let goes_on = progress.settled().is_some()
                && progress.from_book.is_none()
                && request.rules.outcome(&pos).is_none();
            next = if goes_on { self.solver.best_column(&pos, score, &grant) } else { None };
        }
        line
    }
}

/// Counts the nodes of a search, says now and then how many there were, and grants more.
struct Meter<'a, 's> {
    request: &'a SearchRequest<'a, Connect4>,
    nodes: Cell<u64>,
    /// When it was said last.
    told: Cell<Duration>,
    say: RefCell<&'s mut dyn FnMut(SearchInfo<u8>)>,
}

impl<'a, 's> Meter<'a, 's> {
    fn new(
        request: &'a SearchRequest<'a, Connect4>,
        say: &'s mut dyn FnMut(SearchInfo<u8>),
    ) -> Self {
        let (nodes, told) = (Cell::new(0), Cell::new(Duration::ZERO));
        Self { request, nodes, told, say: RefCell::new(say) }
    }

    fn say(&self, info: SearchInfo<u8>) {
        (self.say.borrow_mut())(info);
    }

    /// Grants as many nodes as the request leaves, none when it is late.
    fn grant<'b>(&'b self, is_late: &'b dyn Fn() -> bool) -> impl Fn(u64) -> u64 + 'b {
        let control = self.request.control;
        let nodes_max = self.request.limits.nodes.unwrap_or(u64::MAX);
        move |used| {
            self.nodes.set(self.nodes.get() + used);
            control.nodes.add(used);
            let thought = control.time.thought();
            if thought > self.told.get() + NEWS_EVERY {
                self.told.set(thought);
                self.say(SearchInfo::Note(format!("settling, {} nodes", self.nodes.get())));
            }
            if is_late() { 0 } else { nodes_max.saturating_sub(self.nodes.get()) }
        }
    }
}

/// Grants nodes until it was polled so often.
fn limited<'a>(
    request: &'a SearchRequest<'_, Connect4>,
    polls: &'a Cell<u32>,
) -> impl Fn(u64) -> u64 + 'a {
    |used| {
        request.control.nodes.add(used);
        polls.set(polls.get().saturating_sub(1));
        if polls.get() == 0 { 0 } else { u64::MAX }
    }
}

impl Player<Connect4> for SolverMind {
    fn think(
        &mut self,
        request: &SearchRequest<'_, Connect4>,
        say: &mut dyn FnMut(SearchInfo<u8>),
    ) -> Option<SearchResult<u8>> {
        let is_chosen = !request.search_moves.is_empty();
        let refused = self.solver.refuses();
        let refused = refused.or(is_chosen.then(|| "searchmoves leaves out moves".to_owned()));
        let refused = refused.or_else(|| fallback::refused(request.limits).map(str::to_owned));
        if let Some(why) = refused {
            return self.otherwise.instead(&why, request, say);
        }
        let is_late = || request.control.has_used(PROOF_TIME);
        let is_late_for_more = || request.control.has_used(100);
        if self.solver.has_time(request.control.time.aim())
            && let Some(answer) = self.settle(request, [&is_late, &is_late_for_more], say)
        {
            return Some(answer);
        }
        self.otherwise.after(request, say)
    }

    fn ends_by_itself(&self, _rules: &Connect4, _: &PlayedGame<Connect4>, chosen: bool) -> bool {
        !chosen && self.solver.refuses().is_none()
    }

    fn new_game(&mut self) {
        self.solver.forget();
        <AlphaBeta<_> as Player<Connect4>>::new_game(self.otherwise.player_mut());
    }
}

impl Mixed {
    pub(in super::super) fn new(
        rules: &Connect4,
        settings: &Settings,
        evaluator: Connect4Evaluator,
    ) -> Result<Self, String> {
        let mib = settings.spin(MEMORY).min(MIXED_MIB_MAX);
        SolverMind::with_memory(rules, settings, mib, evaluator).map(Self)
    }
}

impl Player<Connect4> for Mixed {
    fn think(
        &mut self,
        request: &SearchRequest<'_, Connect4>,
        say: &mut dyn FnMut(SearchInfo<u8>),
    ) -> Option<SearchResult<u8>> {
        let Limits { depth, nodes, mate, infinite, ponder, .. } = *request.limits;
        let has_only_time = !infinite && !ponder && depth.is_none() && nodes.is_none();
        let may_settle = has_only_time
            && mate.is_none()
            && request.control.time.is_limited()
            && request.search_moves.is_empty()
            && request.options.skill == plyglot_search::Skill::FULL
            && request.options.target_depth.is_none()
            && self.0.solver.refuses().is_none();
        if may_settle && self.0.solver.has_time(request.control.time.aim()) {
            let is_late = || request.control.has_used(SOLVER_TIME);
            // Once the first line is settled, the others are not left to an evaluation.
            let is_late_for_more = || request.control.has_used(100);
            if let Some(answer) = self.0.settle(request, [&is_late, &is_late_for_more], say) {
                return Some(answer);
            }
        }
        self.0.otherwise.player_mut().think(request, say)
    }

    fn level_option(&self) -> Option<&'static str> {
        <AlphaBeta<_> as Player<Connect4>>::level_option(self.0.otherwise.player())
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

/// What has been shown, as the score it means.
fn report(
    request: &SearchRequest<'_, Connect4>,
    pos: &Position,
    progress: &Progress,
    pv: Vec<u8>,
) -> PvInfo<u8> {
    let empty = request.rules.geometry.cells() - pos.filled().count_ones();
    let value = |score: i32| {
        let plies = Solver::plies_to_end(empty, score);
        match plies {
            0 => Score::DRAW,
            1.. => Score::win_in(plies.unsigned_abs()),
            _ => Score::loss_in(plies.unsigned_abs()),
        }
    };
    let (score, bound) = match progress.settled() {
        Some(score) => (score, Bound::Exact),
        None if progress.high <= 0 => (progress.high, Bound::Upper),
        None => (progress.low, Bound::Lower),
    };
    PvInfo {
        bound,
        exact: bound == Bound::Exact,
        nodes: request.control.nodes.count(),
        time: request.control.time.thought(),
        hashfull: progress.fill,
        ..PvInfo::line(1, value(score), pv)
    }
}
