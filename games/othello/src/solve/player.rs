//! The solver as a player, and the usual player that asks it near the end.
//!
//! `solve` settles the position and plays a best move. Each step of the proof is told as a bound of the
//! score, with the margin that is still possible and who wins as soon as that is known. Where the
//! search is stopped before the bounds meet, a move that shows the lower one is played if it wins or
//! draws, else what the generic search plays in the time that is left. That search also answers `go
//! depth`: a proof knows no depth.
//!
//! `alphabeta` is the generic search; with few empty squares the solver answers in its place: always with
//! fourteen, with more where the time of the move will do for a proof, and where a depth is asked for that
//! reaches the end of the game.

use std::cell::Cell;
use std::time::Duration;

use super::super::rules::{Move, Othello, Position};
use super::search::UNWATCHED_NODES;
use super::{Progress, Solver};
use plyglot_core::game::{PlayedGame, Rules};
use plyglot_core::{Bound, Limits, Score, Settings};
use plyglot_host::game::Game;
use plyglot_search::time::part_of;
use plyglot_search::{
    AlphaBeta, Fallback, Player, PvInfo, Ranking, SearchInfo, SearchRequest, SearchResult, fallback,
};

/// The option for the size of the memory.
pub(in super::super) const MEMORY: &str = "Othello.SolverMemory";
/// So deep the generic search looks where nothing could be shown and no limit was given.
const OTHERWISE_DEPTH: u32 = 10;
/// The part of the time for a move and of its nodes that may go into a proof, in hundredths.
const PROOF_PART: u32 = 70;
/// With at most so many empty squares `alphabeta` asks the solver in any case, a proof takes this time
/// as a rule, and 5/2 of it for each empty square more.
const ENDGAME_EMPTY: u32 = 14;
const ENDGAME_TIME: Duration = Duration::from_millis(2);
/// A solver's nodes a millisecond.
const NODES_A_MS: u64 = 20_000;
/// With more empty squares than these it is not asked.
const ENDGAME_EMPTY_MAX: u32 = 24;
/// Room for these, MiB.
const ENDGAME_MIB: usize = 64;

fn generic(rules: &Othello) -> AlphaBeta<<Othello as Game>::Evaluator> {
    AlphaBeta::new(rules.evaluator(), rules.search_params())
}

/// The player `solve`.
#[derive(Debug)]
pub(in super::super) struct SolverMind {
    solver: Solver,
    otherwise: Fallback<AlphaBeta<<Othello as Game>::Evaluator>>,
}

impl SolverMind {
    pub(in super::super) fn new(rules: &Othello, settings: &Settings) -> Self {
        let mib = usize::try_from(settings.spin(MEMORY)).unwrap_or(1);
        let otherwise = Fallback::new(generic(rules), OTHERWISE_DEPTH);
        Self { solver: Solver::new(*rules, mib), otherwise }
    }
}

impl Player<Othello> for SolverMind {
    fn think(
        &mut self,
        request: &SearchRequest<'_, Othello>,
        say: &mut dyn FnMut(SearchInfo<Move>),
    ) -> Option<SearchResult<Move>> {
        if let Some(why) = fallback::refused(request.limits) {
            return self.otherwise.instead(why, request, say);
        }
        let settled = settle(&mut self.solver, request, say);
        settled.or_else(|| self.otherwise.after(request, say))
    }

    fn ends_by_itself(&self, _rules: &Othello, _played: &PlayedGame<Othello>, _: bool) -> bool {
        true
    }

    fn new_game(&mut self) {
        self.solver.forget();
        self.otherwise.player_mut().new_game();
    }
}

/// The player `alphabeta`.
#[derive(Debug)]
pub(in super::super) struct EndgamePlayer {
    solver: Solver,
    search: AlphaBeta<<Othello as Game>::Evaluator>,
}

impl EndgamePlayer {
    pub(in super::super) fn new(rules: &Othello) -> Self {
        Self { solver: Solver::new(*rules, ENDGAME_MIB), search: generic(rules) }
    }
}

impl Player<Othello> for EndgamePlayer {
    fn think(
        &mut self,
        request: &SearchRequest<'_, Othello>,
        say: &mut dyn FnMut(SearchInfo<Move>),
    ) -> Option<SearchResult<Move>> {
        if is_near(request)
            && let Some(result) = settle(&mut self.solver, request, say)
        {
            return Some(result);
        }
        self.search.think(request, say)
    }

    fn new_game(&mut self) {
        self.solver.forget();
        self.search.new_game();
    }
}

/// Whether the end of the game is so near that a proof may be had.
fn is_near(request: &SearchRequest<'_, Othello>) -> bool {
    let empty = request.rules.empty(request.played.position()).count_ones();
    let Limits { depth, infinite, nodes, .. } = *request.limits;
    let options = request.options;
    let is_plain = !infinite
        && options.skill.is_full()
        && options.target_depth.is_none()
        && request.tracer.is_none()
        && request.limits.is_limited();
    if !is_plain || empty > ENDGAME_EMPTY_MAX {
        return false;
    }
    if let Some(depth) = depth {
        return depth >= empty;
    }
    let more = empty.saturating_sub(ENDGAME_EMPTY);
    let needed = ENDGAME_TIME * 5_u32.pow(more) / 2_u32.pow(more);
    let by_time = request.control.time.aim().map(|aim| aim * PROOF_PART / 100 >= needed);
    let nodes_needed =
        u64::try_from(needed.as_millis()).unwrap_or(u64::MAX).saturating_mul(NODES_A_MS);
    let by_nodes = nodes.map(|nodes| part_of(nodes, PROOF_PART) >= nodes_needed);
    // Where neither is limited, as in a search for a mate, nobody asked for a proof.
    more == 0 || by_time.or(by_nodes).is_some_and(|will_do| will_do && by_nodes != Some(false))
}

/// Settles the position, until the time for it is over or so many nodes are searched. `None` if no move
/// was shown until then that does not lose.
fn settle(
    solver: &mut Solver,
    request: &SearchRequest<'_, Othello>,
    say: &mut dyn FnMut(SearchInfo<Move>),
) -> Option<SearchResult<Move>> {
    let pos = *request.played.position();
    let nodes_max = request.limits.nodes.map_or(u64::MAX, |nodes| part_of(nodes, PROOF_PART));
    solver.set_nodes_max(nodes_max);
    let told = Cell::new(0);
    let must_stop = |nodes: u64| {
        request.control.nodes.add(nodes - told.replace(nodes));
        let control = request.control;
        control.has_used(PROOF_PART)
    };
    if nodes_max < UNWATCHED_NODES || must_stop(0) {
        return None;
    }
    let tell = &mut |progress: &Progress| {
        if progress.settled().is_none() {
            say(SearchInfo::Note(note(progress)));
            say(SearchInfo::Pv(report(request, progress, Vec::new())));
        }
    };
    let progress = match solver.settle(pos.board, request.search_moves, &must_stop, tell) {
        Ok(progress) => progress,
        Err(text) => {
            say(SearchInfo::Failure(text));
            return None;
        }
    };
    request.control.nodes.add(progress.nodes - told.get());
    let is_settled = progress.settled().is_some();
    let best = progress.best.filter(|_| is_settled || progress.low >= 0)?;
    say(SearchInfo::Note(note(&progress)));
    let length_max = if is_settled { request.rules.squares().count_ones() as usize } else { 1 };
    let line = solver.line(pos.board, best, length_max);
    let ponder = line.get(1).copied();
    say(SearchInfo::Pv(report(request, &progress, line)));
    let are_settled = is_settled && settle_more(solver, request, (best, progress), say);
    Some(SearchResult { best, ponder, depth: 1, cut: !are_settled })
}

/// Settles the lines behind the first that are asked for; whether all of them were.
fn settle_more(
    solver: &mut Solver,
    request: &SearchRequest<'_, Othello>,
    (best, first): (Move, Progress),
    say: &mut dyn FnMut(SearchInfo<Move>),
) -> bool {
    let board = request.played.position().board;
    let most = request.rules.squares().count_ones();
    let moves = request.root_moves();
    let mut ranking = Ranking::new(&moves, -most.cast_signed(), most.cast_signed());
    ranking.place_best(best, first.low);
    let (mut nodes, told) = (first.nodes, Cell::new(first.nodes));
    let must_stop = |nodes: u64| {
        request.control.nodes.add(nodes - told.replace(nodes));
        request.control.has_used(100)
    };
    for multi_pv in 2..=request.options.multi_pv.min(moves.len()) {
        // Mostly a little less than the line before: from there down, in steps that grow.
        let mut step = 1;
        let mut aim = |low: i32, high: i32| {
            let alpha = (high - step).max(low);
            step *= 2;
            alpha
        };
        let mut ask = |mv, alpha| solver.ask(board, mv, alpha, &mut nodes, &must_stop);
        let next = ranking.settle_next(&mut aim, &mut ask);
        must_stop(nodes);
        let Some(mv) = next.mv else { return next.is_settled };
        let best = (next.low > -most.cast_signed()).then_some(mv);
        let progress = Progress { low: next.low, high: next.high, best, nodes, ..first };
        let length_max = if next.is_settled { most as usize } else { 1 };
        let line = solver.line(board, mv, length_max);
        say(SearchInfo::Pv(PvInfo { multi_pv, ..report(request, &progress, line) }));
        if !next.is_settled {
            return false;
        }
    }
    true
}

/// What has been proven, in words.
fn note(progress: &Progress) -> String {
    let Progress { low, high, nodes, fill, .. } = *progress;
    let work = format!("{nodes} nodes, memory {fill} per mille full");
    let winner = match progress.winner() {
        Some(1) => "win",
        Some(0) => "draw",
        Some(_) => "loss",
        None => "open",
    };
    match progress.settled() {
        Some(margin) => format!("{winner}, margin {margin:+} proven, {work}"),
        None => format!("{winner}, margin {low:+}..{high:+}, {work}"),
    }
}

fn report(
    request: &SearchRequest<'_, Othello>,
    progress: &Progress,
    pv: Vec<Move>,
) -> PvInfo<Move> {
    let Progress { low, high, best, nodes, fill } = *progress;
    let pos: &Position = request.played.position();
    debug_assert!(request.rules.outcome(pos).is_none(), "a game that is over is not asked about");
    // A proof looks to the end of the game.
    let (margin, bound, depth) = match progress.settled() {
        Some(margin) => (margin, Bound::Exact, request.rules.empty(pos).count_ones()),
        None if best.is_some() => (low, Bound::Lower, 1),
        None => (high, Bound::Upper, 1),
    };
    PvInfo {
        bound,
        exact: bound == Bound::Exact,
        nodes,
        time: request.control.time.thought(),
        hashfull: fill,
        ..PvInfo::line(depth, Score::cp(100 * margin), pv)
    }
}
