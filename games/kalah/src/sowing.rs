//! The search inside: one sowing a node, one turn a ply.
//!
//! To the outside a move is a whole chain. A search that lists chains at every node pays for all
//! of them before it looks at the first, and orders them by little. Here a node is a single sowing:
//! the table knows the position in the middle of a chain, whichever way led there, and a cut saves
//! the chains that were never listed. A position in the middle of a chain is not evaluated (it is
//! "forced" [dubner-1990, section 4]), and going on from it costs no depth, as if in check.
//!
//! The line found is put together to chains again. Where it stops in the middle of one, the rest
//! is searched from there with what the table has, on a few nodes of its own: time and nodes of the
//! search itself may be used up, and the first sowing at hand has lost games.
//!
//! Near the end there is no need to search by judgement. Boards with few stones in play are in the
//! endgame tables of the solver, and to the search they are finished games with a known margin. A
//! position with somewhat more is given to the solver first, for a limited number of nodes. A
//! search to a given depth does without both: it is what its depth says. The tables are made before
//! the clock runs, when the client asks whether all is ready; a search that finds them missing makes
//! no more of them than a small part of its time or nodes allows.

use std::sync::Arc;

use super::chain::{Chain, SOWINGS_MAX};
use super::evaluator::KalahEvaluator;
use super::rules::{self, Kalah, Pie, Position};
use super::solve::{Solver, settle};
use super::tactics::{KalahTactics, sowing_score};
use plyglot_core::game::tactics::gives_check_when_played;
use plyglot_core::game::{
    Account, Evaluator, NodeTactics, Outcome, PlayedGame, Razoring, ReverseFutility, Rules,
    SearchParams, Tactics, key_when_played,
};
use plyglot_core::{Limits, Score, Settings, Side};
use plyglot_search::player::SearchOptions;
use plyglot_search::tracer::{Entering, NodeExit, SharedTracer};
use plyglot_search::{AlphaBeta, Player, PvInfo, SearchInfo, SearchRequest, SearchResult};

/// Kalah by single sowings.
#[derive(Clone, Debug)]
pub(super) struct BySowing {
    kalah: Kalah,
    /// Endgame tables, if they fit the rules and the limits.
    solver: Option<Arc<Solver>>,
}

/// The option for the size of the endgame tables.
pub(super) const TABLES: &str = "Kalah.Tables";
/// Positions with more stones in play are not given to the solver.
const SETTLED_STONES_MAX: u16 = 24;
/// What the solver may spend on a position.
const SETTLED_NODES_MAX: u64 = 400_000;
/// What the solver may remember for it.
const SETTLED_MIB_MAX: usize = 8;
/// The rest of a chain may take this part of the nodes of the search, and so many.
const REST_OF_NODES: u64 = 8;
const REST_NODES: std::ops::RangeInclusive<u64> = 200..=10_000;
/// The part of the time the solver may take, in hundredths, and of the nodes.
const SETTLED_TIME: u32 = 25;
const SETTLED_OF_NODES: u64 = 4;
/// With less it does not begin: it counts its nodes by the thousand.
const SETTLED_NODES_MIN: u64 = 4096;
/// The part of the nodes that may go, in boards, into tables that were not there before.
const TABLES_OF_NODES: u64 = 8;

/// A position, and whether it stands in the middle of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    pos: Position,
    forced: bool,
}

/// The pit that is sown, counted from 0.
type Pit = u8;
/// The swap of the pie rule, as a pit.
const SWAP: Pit = 8;

impl BySowing {
    /// A best pit of a board that the endgame tables know.
    fn table_pit(&self, pos: &Position) -> Option<usize> {
        let solver = self.solver.as_ref()?;
        let margin = solver.look_up(pos.board)?;
        solver.best_sowing(pos.board, margin, &|| false).map(|(pit, _)| pit)
    }
}

impl Rules for BySowing {
    type Position = Moment;
    type Move = Pit;

    fn start(&self) -> Moment {
        Moment { pos: self.kalah.start(), forced: false }
    }

    fn side_to_move(&self, at: &Moment) -> Side {
        at.pos.side
    }

    fn legal_moves(&self, at: &Moment, out: &mut Vec<Pit>) {
        if self.kalah.is_over(&at.pos) {
            return;
        }
        out.extend((0..SWAP).filter(|&pit| at.pos.board.stones(pit.into()) > 0));
        if at.pos.pie == Pie::Now {
            out.push(SWAP);
        }
    }

    fn play(&self, at: &mut Moment, pit: Pit) {
        let side = at.pos.side;
        match pit {
            SWAP => self.kalah.play(&mut at.pos, Chain::SWAP),
            pit => self.kalah.sow(&mut at.pos, pit.into()),
        }
        at.forced = at.pos.side == side;
    }

    fn outcome(&self, at: &Moment) -> Option<Outcome> {
        self.kalah.outcome(&at.pos).or_else(|| {
            let margin = self.solver.as_ref()?.look_up(at.pos.board)?;
            let ahead = at.pos.stores[0].cast_signed() - at.pos.stores[1].cast_signed() + margin;
            let units = if at.pos.side == Side::First { ahead } else { -ahead };
            Some(Outcome::margin(units, "endgame tables"))
        })
    }

    fn stuck(&self, at: &Moment) -> Outcome {
        self.kalah.stuck(&at.pos)
    }

    fn key(&self, at: &Moment) -> u64 {
        rules::key(&at.pos)
    }

    fn key_after(&self, at: &Moment, pit: Pit) -> Option<u64> {
        Some(key_when_played(self, at, pit))
    }

    fn encode_move(pit: Pit) -> u16 {
        pit.into()
    }

    fn is_irreversible(&self, _at: &Moment, _pit: Pit) -> bool {
        true
    }
}

impl Evaluator<BySowing> for KalahEvaluator {
    type Tactics = KalahTactics;

    fn tactics(&self) -> &KalahTactics {
        &KalahTactics
    }

    fn evaluate(&self, rules: &BySowing, at: &Moment) -> Score {
        self.value(&rules.kalah, &at.pos)
    }
}

/// Who has to sow once more is as if in check. What is left out besides was worth Elo +86 ± 50 at 20,000
/// nodes a move and +33 ± 41 at 100,000 (160 games each from six random plies, both sides); margins of 80
/// cp +66 ± 41, of 40 cp to depth 16 less than these by 22 ± 40.
pub(super) const PARAMS: SearchParams = SearchParams {
    check_extension: true,
    iir_depth_min: Some(4),
    reverse_futility: Some(ReverseFutility { margin: 60, depth_max: 12 }),
    razoring: Some(Razoring { margin: 200, depth_max: 3 }),
    ..SearchParams::NONE
};

impl Tactics<BySowing> for KalahTactics {
    type Node<'a> = SowingNode<'a>;

    #[inline]
    fn node<'a>(&'a self, rules: &'a BySowing, at: &'a Moment) -> SowingNode<'a> {
        SowingNode { rules, at }
    }
}

/// The tactics of one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct SowingNode<'a> {
    rules: &'a BySowing,
    at: &'a Moment,
}

impl NodeTactics<Pit> for SowingNode<'_> {
    fn in_check(&self) -> bool {
        self.at.forced
    }

    fn noisy_moves(&self, out: &mut Vec<Pit>) {
        if self.at.forced {
            self.rules.legal_moves(self.at, out);
        }
    }

    fn order_score(&self, pit: Pit) -> i32 {
        if pit == SWAP { 0 } else { sowing_score(&self.rules.kalah, &self.at.pos, pit.into()) }
    }

    fn gives_check(&self, pit: Pit) -> bool {
        gives_check_when_played(&KalahTactics, self.rules, self.at, pit)
    }

    /// Nothing is razored here, so nobody looks.
    fn can_give_check(&self) -> bool {
        true
    }
}

/// Whoever watches a search of Kalah is shown each sowing as a chain of one.
impl SharedTracer<BySowing> for &dyn SharedTracer<Kalah> {
    fn helper(&self) -> usize {
        (**self).helper()
    }

    fn ply_max(&self) -> u32 {
        (**self).ply_max()
    }

    fn enter(&self, worker: usize, node: &Entering<'_, BySowing>) {
        let &Entering { ply, mv, pos, alpha, beta, depth } = node;
        let mv = mv.map(|pit| with(Chain::EMPTY, pit));
        (**self).enter(worker, &Entering { ply, mv, pos: &pos.pos, alpha, beta, depth });
    }

    fn leave(&self, worker: usize, exit: &NodeExit) {
        (**self).leave(worker, exit);
    }

    fn abandon(&self, worker: usize) {
        (**self).abandon(worker);
    }
}

/// The default player: [`AlphaBeta`] by single sowings.
#[derive(Debug)]
pub(super) struct Sower {
    by_sowing: AlphaBeta<KalahEvaluator>,
    /// For several lines, chosen moves or weaker play: these are questions about chains.
    by_chain: AlphaBeta<KalahEvaluator>,
    /// With the endgame tables, which it shares with the rules of a search.
    solver: Arc<Solver>,
    /// How far the tables are to go.
    tables_max: u16,
}

impl Sower {
    pub(super) fn new(kalah: &Kalah, settings: &Settings, evaluator: KalahEvaluator) -> Self {
        Self {
            solver: Arc::new(Solver::new(kalah, SETTLED_MIB_MAX)),
            tables_max: u16::try_from(settings.spin(TABLES)).unwrap_or(0),
            ..Self::with(kalah, evaluator, PARAMS)
        }
    }

    /// The search alone, with these numbers: it settles nothing and has no tables.
    pub(super) fn with(kalah: &Kalah, evaluator: KalahEvaluator, params: SearchParams) -> Self {
        Self {
            by_sowing: AlphaBeta::new(evaluator, params),
            by_chain: AlphaBeta::new(evaluator, SearchParams::NONE),
            solver: Arc::new(Solver::new(kalah, 0)),
            tables_max: 0,
        }
    }

    /// How far tables are worth their while with so many stones in play: nothing is gained by those
    /// of more stones than are left, or of almost as many.
    fn tables_wanted(&self, stones: u16) -> u16 {
        self.tables_max.min(stones / 2 + 4)
    }

    /// Grows the tables, and lets the solver try.
    fn settle(
        &mut self,
        request: &SearchRequest<'_, Kalah>,
        say: &mut dyn FnMut(SearchInfo<Chain>),
    ) -> Option<SearchResult<Chain>> {
        let pos = request.played.position();
        let stones = pos.board.in_play();
        let wanted = self.tables_wanted(stones);
        let nodes_max = request.limits.nodes.unwrap_or(u64::MAX);
        let solver = Arc::get_mut(&mut self.solver)?;
        let must_stop = || request.control.has_used(SETTLED_TIME);
        if let Some(tables) = request.tb {
            solver.take_over(tables.probe, stones, &must_stop);
        }
        // They are made when the client asks whether we are ready: no move pays for them by the clock.
        if !request.control.time.is_limited() {
            let wanted = wanted.min(solver.tables_within(nodes_max / TABLES_OF_NODES));
            solver.grow(wanted, &|| request.control.must_stop());
        }
        if stones > SETTLED_STONES_MAX || must_stop() {
            return None;
        }
        let nodes_max = SETTLED_NODES_MAX.min(nodes_max / SETTLED_OF_NODES);
        if nodes_max < SETTLED_NODES_MIN {
            return None;
        }
        settle(solver, request, &must_stop, nodes_max, say).ok()?.filter(|found| !found.cut)
    }

    /// The rest of a chain that has been begun, each sowing the best by a search of its own, which
    /// begins with what the table remembers.
    fn complete(
        &mut self,
        request: &SearchRequest<'_, Kalah>,
        rules: &BySowing,
        chain: Chain,
    ) -> Chain {
        let mut chain = chain;
        let nodes = request.control.nodes.count() / REST_OF_NODES;
        let mut nodes = nodes.clamp(*REST_NODES.start(), *REST_NODES.end());
        let limits = Limits { depth: request.limits.depth, ..Limits::default() };
        let options = SearchOptions { threads: 1, target_depth: None, ..request.options };
        while chain.len() < SOWINGS_MAX && chain != Chain::SWAP {
            let start = *request.played.position();
            let Ok(pos) = rules.kalah.replay(&start, chain) else { break };
            if !chain.is_empty() && pos.side != start.side || rules.kalah.is_over(&pos) {
                break;
            }
            let at = Moment { pos, forced: !chain.is_empty() };
            if let Some(pit) = rules.table_pit(&pos) {
                chain = chain.and(pit);
                continue;
            }
            let control = request.control.afterwards(nodes);
            let played = PlayedGame::new(rules, at);
            let rest = inner(request, rules, &played, None);
            let rest = SearchRequest { limits: &limits, control: &control, options, ..rest };
            let Some(answer) = self.by_sowing.think(&rest, &mut |_| {}) else { break };
            nodes = nodes.saturating_sub(control.nodes.count());
            chain = with(chain, answer.best);
        }
        chain
    }
}

/// The task by single sowings.
fn inner<'a>(
    request: &'a SearchRequest<'_, Kalah>,
    rules: &'a BySowing,
    played: &'a PlayedGame<BySowing>,
    tracer: Option<&'a dyn SharedTracer<BySowing>>,
) -> SearchRequest<'a, BySowing> {
    SearchRequest {
        rules,
        played,
        limits: request.limits,
        search_moves: &[],
        control: request.control,
        tt: request.tt,
        // Tables know the rules of the outer game, not those of single sowings.
        tb: None,
        options: request.options,
        tracer,
    }
}

/// A chain with one more sowing.
fn with(chain: Chain, pit: Pit) -> Chain {
    if pit == SWAP { Chain::SWAP } else { chain.and(pit.into()) }
}

impl Player<Kalah> for Sower {
    fn level_option(&self) -> Option<&'static str> {
        Player::<Kalah>::level_option(&self.by_chain)
    }

    fn account(&self, rules: &Kalah, played: &PlayedGame<Kalah>) -> Option<Account> {
        self.by_chain.account(rules, played)
    }

    fn think(
        &mut self,
        request: &SearchRequest<'_, Kalah>,
        say: &mut dyn FnMut(SearchInfo<Chain>),
    ) -> Option<SearchResult<Chain>> {
        let options = &request.options;
        if !request.search_moves.is_empty() || options.multi_pv > 1 || !options.skill.is_full() {
            return self.by_chain.think(request, say);
        }
        let fits = self.solver.refuses(request.rules, request.played.position()).is_none();
        let fits = fits && self.tables_max > 0 && request.limits.depth.is_none();
        if fits && let Some(answer) = self.settle(request, say) {
            return Some(answer);
        }
        let solver = fits.then(|| Arc::clone(&self.solver));
        let rules = BySowing { kalah: request.rules.clone(), solver };
        let at = Moment { pos: *request.played.position(), forced: false };
        let mut told: Option<PvInfo<Chain>> = None;
        let tracer = request.tracer.as_ref().map(|tracer| tracer as &dyn SharedTracer<BySowing>);
        let played = PlayedGame::new(&rules, at);
        let by_sowing = inner(request, &rules, &played, tracer);
        let answer = self.by_sowing.think(&by_sowing, &mut |saying| {
            if let Some(saying) = translated(&rules, at, saying) {
                if let SearchInfo::Pv(report) = &saying {
                    told = Some(report.clone());
                }
                say(saying);
            }
        })?;
        let best_line = told.as_ref().map_or(&[][..], |report| &report.pv);
        let begins = |chain: &Chain| chain.pits().next() == Some(usize::from(answer.best));
        let first = best_line.first().copied().filter(begins);
        let first = first.unwrap_or(with(Chain::EMPTY, answer.best));
        let best = self.complete(request, &rules, first);
        let ponder = best_line.get(1).copied().filter(|_| best == first);
        let best = request.rules.listed(request.played, best);
        let ponder =
            ponder.filter(|&mv| is_whole(request.rules, request.played.position(), best, mv));
        if let Some(report) = told.filter(|report| report.pv.first() != Some(&best)) {
            // What was said last is to be the line that is played.
            say(SearchInfo::Pv(PvInfo { pv: vec![best], ..report }));
        }
        Some(SearchResult { best, ponder, depth: answer.depth, cut: answer.cut })
    }

    fn needs_preparation(&self, rules: &Kalah) -> bool {
        let start = Position { pie: Pie::Gone, ..rules.start() };
        let wanted = self.tables_wanted(start.board.in_play());
        self.solver.tables().0 < wanted && self.solver.refuses(rules, &start).is_none()
    }

    fn prepare(&mut self, rules: &Kalah, must_stop: &dyn Fn() -> bool) {
        let wanted = self.tables_wanted(rules.start().board.in_play());
        if let Some(solver) = Arc::get_mut(&mut self.solver) {
            solver.grow(wanted, must_stop);
        }
    }

    fn new_game(&mut self) {
        if let Some(solver) = Arc::get_mut(&mut self.solver) {
            solver.forget();
        }
        Player::<BySowing>::new_game(&mut self.by_sowing);
        Player::<Kalah>::new_game(&mut self.by_chain);
    }
}

/// Whether `reply` is a whole turn of the other side after `best`.
fn is_whole(kalah: &Kalah, pos: &Position, best: Chain, reply: Chain) -> bool {
    let Ok(after) = kalah.replay(pos, best) else { return false };
    let Ok(end) = kalah.replay(&after, reply) else { return false };
    after.side != pos.side && (end.side != after.side || kalah.is_over(&end))
}

/// What is said of sowings, said of chains. What is said of the sowing now tried is of no use.
fn translated(rules: &BySowing, at: Moment, saying: SearchInfo<Pit>) -> Option<SearchInfo<Chain>> {
    match saying {
        SearchInfo::Pv(report) => {
            let pv = chains(rules, at, &report.pv);
            let PvInfo { depth, seldepth, multi_pv, score, bound, exact, .. } = report;
            let PvInfo { chance, visits, nodes, time, hashfull, tb_hits, .. } = report;
            let report = PvInfo {
                depth,
                seldepth,
                multi_pv,
                score,
                bound,
                exact,
                chance,
                visits,
                nodes,
                time,
                hashfull,
                tb_hits,
                pv,
            };
            Some(SearchInfo::Pv(report))
        }
        SearchInfo::Current { .. } => None,
        SearchInfo::Note(text) => Some(SearchInfo::Note(text)),
        SearchInfo::Failure(text) => Some(SearchInfo::Failure(text)),
    }
}

/// A line of sowings as chains; the last one may be unfinished.
fn chains(rules: &BySowing, at: Moment, line: &[Pit]) -> Vec<Chain> {
    let mut at = at;
    let mut chains = vec![Chain::EMPTY];
    for &pit in line {
        let side = at.pos.side;
        rules.play(&mut at, pit);
        if let Some(last) = chains.last_mut() {
            *last = with(*last, pit);
            let is_full = last.len() == SOWINGS_MAX;
            if at.pos.side != side || is_full {
                chains.push(Chain::EMPTY);
            }
        }
    }
    chains.retain(|&chain| chain != Chain::EMPTY);
    chains
}
