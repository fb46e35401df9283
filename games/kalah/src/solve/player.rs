//! The solver as a player: `go` settles the position, and plays a best chain.
//!
//! Each step of the proof is told as a bound of the score, with the margin that is still possible.
//! Where the search is stopped before the bounds meet, a chain that shows a win or a draw is played if
//! there is one, else what the default player plays in the time that is left. That player also answers
//! `go depth`: a proof knows no depth. `go nodes` bounds the tables that are made, board by board, and
//! the proof.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::chain::{Chain, SOWINGS_MAX};
use super::super::evaluator::KalahEvaluator;
use super::super::rules::{Kalah, Pie, Position};
use super::super::sowing::Sower;
use super::{Progress, Solver};
use plyglot_core::game::{PlayedGame, Rules};
use plyglot_core::{Bound, Score, Settings};
use plyglot_search::time::part_of;
use plyglot_search::{
    Fallback, Player, PvInfo, Ranking, SearchInfo, SearchRequest, SearchResult, Stopped, fallback,
};

/// The option for the size of the memory.
pub(in super::super) const MEMORY: &str = "Kalah.SolverMemory";

/// The player `solve`.
#[derive(Debug)]
pub(in super::super) struct SolverMind {
    solver: Solver,
    otherwise: Fallback<Sower>,
}

impl SolverMind {
    pub(in super::super) fn new(kalah: &Kalah, settings: &Settings) -> Self {
        let mib = usize::try_from(settings.spin(MEMORY)).unwrap_or(1);
        let sower = Sower::new(kalah, settings, KalahEvaluator::new(kalah));
        Self { solver: Solver::new(kalah, mib), otherwise: Fallback::new(sower, OTHERWISE_DEPTH) }
    }
}

/// Boards of the tables that are made before a client is told that all is ready: a second or two. A
/// full board is worth sixteen times as many, which a search that nobody limits makes itself.
const PREPARED_BOARDS_MAX: u64 = 1 << 24;
/// The part of the time for a move that may go into more of them, in hundredths.
const TABLES_TIME: u32 = 10;
/// The part of the time and of the nodes that may go into them and a proof: where it finds nothing, the
/// default player needs some to find a move.
const PROOF_PART: u32 = 70;
/// So deep the default player looks where nothing could be shown and no limit was given.
const OTHERWISE_DEPTH: u32 = 12;

impl SolverMind {
    /// So many stones in play the endgame tables are to know before a game begins.
    fn tables_wanted(&self, rules: &Kalah) -> u16 {
        let start = Position { pie: Pie::Gone, ..rules.start() };
        if self.solver.refuses(rules, &start).is_some() {
            return 0;
        }
        let worthwhile = self.solver.worthwhile(start.board.in_play());
        worthwhile.min(self.solver.tables_within(PREPARED_BOARDS_MAX))
    }
}

impl Player<Kalah> for SolverMind {
    fn think(
        &mut self,
        request: &SearchRequest<'_, Kalah>,
        say: &mut dyn FnMut(SearchInfo<Chain>),
    ) -> Option<SearchResult<Chain>> {
        let pos = request.played.position();
        let refused = self.solver.refuses(request.rules, pos);
        let refused = refused.or_else(|| {
            let chosen = !request.search_moves.is_empty();
            chosen.then(|| "searchmoves leaves out moves".to_owned())
        });
        let refused = refused.or_else(|| fallback::refused(request.limits).map(str::to_owned));
        if let Some(why) = refused {
            return self.otherwise.instead(&why, request, say);
        }
        let stones = pos.board.in_play();
        if let Some(tables) = request.tb {
            self.solver.take_over(tables.probe, stones, &|| request.control.must_stop());
        }
        let nodes_max = request.limits.nodes.unwrap_or(u64::MAX);
        let tables = self.solver.worthwhile(stones).min(self.solver.tables_within(nodes_max));
        self.solver.grow(tables, &|| request.control.has_used(TABLES_TIME));
        let (known, boards) = self.solver.tables();
        say(SearchInfo::Note(format!("endgame tables: {known} stones in play, {boards} boards")));
        self.solver.set_threads(request.options.threads);
        let is_late = || request.control.has_used(PROOF_PART);
        match settle(&mut self.solver, request, &is_late, part_of(nodes_max, PROOF_PART), say) {
            Ok(Some(answer)) => Some(answer),
            Ok(None) => self.otherwise.after(request, say),
            Err(text) => {
                say(SearchInfo::Failure(text));
                self.otherwise.after(request, say)
            }
        }
    }

    fn ends_by_itself(&self, rules: &Kalah, played: &PlayedGame<Kalah>, chosen: bool) -> bool {
        !chosen && self.solver.refuses(rules, played.position()).is_none()
    }

    fn needs_preparation(&self, rules: &Kalah) -> bool {
        self.solver.tables().0 < self.tables_wanted(rules)
    }

    fn prepare(&mut self, rules: &Kalah, must_stop: &dyn Fn() -> bool) {
        self.solver.grow(self.tables_wanted(rules), must_stop);
    }

    fn new_game(&mut self) {
        self.solver.forget();
        self.otherwise.player_mut().new_game();
    }
}

/// Settles the position, until it is late or so many nodes are searched. `None` if it is not settled
/// then, and no move was shown that does not lose.
pub(in super::super) fn settle(
    solver: &mut Solver,
    request: &SearchRequest<'_, Kalah>,
    is_late: &(dyn Fn() -> bool + Sync),
    nodes_max: u64,
    say: &mut dyn FnMut(SearchInfo<Chain>),
) -> Result<Option<SearchResult<Chain>>, String> {
    let limit = request.limits.nodes.unwrap_or(u64::MAX);
    let nodes_max = nodes_max.min(limit);
    let told = AtomicU64::new(0);
    let tell = |nodes: u64| {
        let before = told.fetch_max(nodes, Ordering::Relaxed);
        request.control.nodes.add(nodes.saturating_sub(before));
    };
    let grant = |nodes: u64| {
        tell(nodes);
        if is_late() { 0 } else { nodes_max.saturating_sub(nodes) }
    };
    // Once the first line is settled, nobody else needs the rest of the time and of the nodes.
    let grant_more = |nodes: u64| {
        tell(nodes);
        if request.control.has_used(100) { 0 } else { limit.saturating_sub(nodes) }
    };
    let pos = *request.played.position();
    let progress = solver.settle(pos.board, &grant, &mut |progress| {
        if progress.settled().is_none() {
            say(SearchInfo::Note(note(&pos, progress)));
            say(SearchInfo::Pv(report(request, &pos, progress, Vec::new())));
        }
    })?;
    tell(progress.nodes);
    let is_shown = progress.low > -pos.board.in_play().cast_signed();
    let is_worth_it = is_shown && progress.low + ahead(&pos) >= 0;
    if progress.settled().is_none() && !is_worth_it {
        return Ok(None);
    }
    // The proof is in the memory, but for what had to give way there.
    let polls = Cell::new(if progress.settled().is_some() { u32::MAX } else { 20 });
    let stop = || polls.replace(polls.get().saturating_sub(1)) == 0;
    let Some(best) = chain(solver, request.rules, &pos, progress.low, &stop) else {
        return Ok(None);
    };
    let best = request.rules.listed(request.played, best);
    say(SearchInfo::Note(note(&pos, &progress)));
    say(SearchInfo::Pv(report(request, &pos, &progress, vec![best])));
    let cut = progress.settled().is_none()
        || !settle_more(solver, request, (best, progress), &grant_more, say);
    Ok(Some(SearchResult { best, ponder: None, depth: 1, cut }))
}

/// Settles the lines behind the first that are asked for; whether all of them were.
fn settle_more(
    solver: &mut Solver,
    request: &SearchRequest<'_, Kalah>,
    (best, first): (Chain, Progress),
    grant: &(dyn Fn(u64) -> u64 + Sync),
    say: &mut dyn FnMut(SearchInfo<Chain>),
) -> bool {
    let lines = request.options.multi_pv;
    if lines < 2 {
        return true;
    }
    let pos = request.played.position();
    let moves = request.root_moves();
    let (stones, ahead_now) = (pos.board.in_play().cast_signed(), i32::from(ahead(pos)));
    let most = i32::from(stones);
    let mut ranking = Ranking::new(&moves, ahead_now - most, ahead_now + most);
    ranking.place_best(best, ahead_now + i32::from(first.low));
    let mut progress = first;
    for multi_pv in 2..=lines.min(moves.len()) {
        // Mostly a little less than the line before: from there down, in steps that grow. Margins
        // are even or odd as the stones are.
        let mut step = 1;
        let mut aim = |low: i32, high: i32| {
            let alpha = (high - step).max(low + 1);
            step = 2 * step + 1;
            alpha
        };
        let mut ask = |mv, alpha| ask(solver, request, mv, alpha, grant, &mut progress);
        let next = ranking.settle_next(&mut aim, &mut ask);
        let of_board = |margin: i32| i16::try_from(margin - ahead_now).unwrap_or(0);
        let shown = Progress { low: of_board(next.low), high: of_board(next.high), ..progress };
        let pv = next.mv.into_iter().collect();
        say(SearchInfo::Pv(PvInfo { multi_pv, ..report(request, pos, &shown, pv) }));
        if !next.is_settled {
            return false;
        }
    }
    true
}

/// Whether a move leads to more than `alpha`, one less than a margin that is possible, stores counted:
/// a bound of its margin, from below if so and from above if not.
fn ask(
    solver: &Solver,
    request: &SearchRequest<'_, Kalah>,
    mv: Chain,
    alpha: i32,
    grant: &(dyn Fn(u64) -> u64 + Sync),
    progress: &mut Progress,
) -> Result<i32, Stopped> {
    let pos = request.played.position();
    let after = request.rules.after(pos, mv);
    let ahead = i32::from(ahead(&after));
    // Who moves again has more from a goal on, and else the other side less than two above its own.
    let is_own = after.side == pos.side;
    let goal = if is_own { alpha + 1 - ahead } else { 1 - alpha - ahead };
    let goal = i16::try_from(goal).map_err(|_| Stopped)?;
    let found = ahead + i32::from(solver.ask(after.board, goal, grant, progress)?);
    Ok(if is_own { found } else { -found })
}

/// A chain that keeps the margin of the board.
fn chain(
    solver: &Solver,
    kalah: &Kalah,
    pos: &Position,
    margin: i16,
    must_stop: &dyn Fn() -> bool,
) -> Option<Chain> {
    let mut at = *pos;
    let mut margin = margin;
    let mut chain = Chain::EMPTY;
    while chain.len() < SOWINGS_MAX && at.side == pos.side && !kalah.is_over(&at) {
        let (pit, next) = solver.best_sowing(at.board, margin, must_stop)?;
        chain = chain.and(pit);
        kalah.sow(&mut at, pit);
        margin = next;
    }
    Some(chain)
}

/// How far the first player's, or whoever moves, is ahead already.
fn ahead(pos: &Position) -> i16 {
    pos.stores[0].cast_signed() - pos.stores[1].cast_signed()
}

fn note(pos: &Position, progress: &Progress) -> String {
    let ahead = ahead(pos);
    let Progress { low, high, nodes, fill, .. } = *progress;
    let [low, high] = [low, high].map(|margin| margin + ahead);
    match progress.settled() {
        Some(_) => format!("margin {low:+} proven, {nodes} nodes, memory {fill} per mille full"),
        None => format!("margin {low:+}..{high:+}, {nodes} nodes, memory {fill} per mille full"),
    }
}

fn report(
    request: &SearchRequest<'_, Kalah>,
    pos: &Position,
    progress: &Progress,
    pv: Vec<Chain>,
) -> PvInfo<Chain> {
    let Progress { low, high, nodes, tb_hits, fill } = *progress;
    let stones = pos.board.in_play().cast_signed();
    let (margin, bound) = match progress.settled() {
        Some(margin) => (margin, Bound::Exact),
        None if low > -stones => (low, Bound::Lower),
        None => (high, Bound::Upper),
    };
    PvInfo {
        bound,
        exact: bound == Bound::Exact,
        nodes,
        time: request.control.time.thought(),
        hashfull: fill,
        tb_hits,
        ..PvInfo::line(1, Score::cp(100 * i32::from(margin + ahead(pos))), pv)
    }
}
