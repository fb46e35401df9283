//! The default player of every game: iterative deepening alpha-beta over the game's evaluator.
//!
//! With several threads all workers search the same root and share nothing but the transposition
//! table (lazy SMP): helpers begin at other depths and are steered apart by what they find in the
//! table. Only the first worker reports and decides, and the others go on for as long as it does.
//! There is no vote: by depth and score it was Elo -13 ± 36 with two threads in chess (208 games at
//! 40,000 nodes a move). But a first worker that the system has let wait, as it may with more threads
//! than processors, answers what the deepest says, unless somebody watches.
//! Where the system has no threads left, those there are search. One thread without a clock is
//! reproducible to the node.
//!
//! A worker that panics stops the others; the table is cleared, since the panic may have left it
//! in any state, and the last finished iteration is answered.

use std::sync::Mutex;

use super::history::History;
use super::player::{Player, PvInfo, SearchInfo, SearchOptions, SearchRequest, SearchResult};
use super::root::{DEPTH_LAST, Depths};
use super::root_moves::RootMoves;
use super::skill;
use super::tb::{self, AtRoot};
use super::team::{Failed, HelpersGoOn, MayStart, Team};
use super::tracer::NoTrace;
use super::worker::{Config, Role, Searcher, Shared};
use plyglot_core::game::{Account, Evaluator, PlayedGame, Rules, SearchParams};

/// What a worker has come to, and what it has learnt.
#[derive(Clone, Debug)]
struct Work<M> {
    state: RootMoves<M>,
    /// `None` before the first search of a game, and after a panic.
    history: Option<History>,
}

/// Iterative deepening alpha-beta with an evaluator.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    evaluator: E,
    params: SearchParams,
    /// Exactly how to search; `None` for everything that the parameters and the rules allow.
    config: Option<Config>,
    may_start: MayStart,
    /// What earlier searches of the game have learnt about quiet moves.
    history: Option<History>,
}

impl<E> AlphaBeta<E> {
    /// With everything these parameters and the rules allow.
    pub fn new(evaluator: E, params: SearchParams) -> Self {
        Self { evaluator, params, config: None, may_start: |_| true, history: None }
    }

    /// With exactly this configuration, for tests.
    pub fn with_config(evaluator: E, config: Config) -> Self {
        Self { config: Some(config), ..Self::new(evaluator, config.params) }
    }

    /// With threads only for the helpers that `may_start`, for tests of what happens without.
    #[must_use]
    pub fn with_threads(self, may_start: MayStart) -> Self {
        Self { may_start, ..self }
    }
}

impl<R: Rules, E: Evaluator<R>> Player<R> for AlphaBeta<E> {
    fn level_option(&self) -> Option<&'static str> {
        Some("Skill")
    }

    fn think(
        &mut self,
        request: &SearchRequest<'_, R>,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>> {
        match tb::at_root(request, say) {
            AtRoot::Settled(answer) => Some(answer),
            AtRoot::Drawn(moves) => {
                let request = SearchRequest { tb: None, ..*request };
                self.search(&request, &moves, &mut tb::as_drawn(say))
            }
            AtRoot::Open(moves) => self.search(request, &moves, say),
        }
    }

    fn account(&self, rules: &R, played: &PlayedGame<R>) -> Option<Account> {
        Some(self.evaluator.account(rules, played.position()))
    }

    fn new_game(&mut self) {
        self.history = None;
    }
}

impl<E> AlphaBeta<E> {
    /// Searches these moves.
    fn search<R: Rules>(
        &mut self,
        request: &SearchRequest<'_, R>,
        moves: &[R::Move],
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Option<SearchResult<R::Move>>
    where
        E: Evaluator<R>,
    {
        if moves.is_empty() {
            return None;
        }
        request.tt.new_search();
        let depths = depths(request, moves.len());
        let config = self.config.unwrap_or_else(|| {
            let mut config = Config::full(self.params, request.rules.repetition());
            if request.limits.mate.is_some() {
                // A forced end is to be proven, and nothing may be left out of a proof.
                let check_extension = config.params.check_extension;
                config.params = SearchParams { check_extension, ..SearchParams::NONE };
            }
            config
        });
        let mut history = self.history.take();
        if let Some(history) = &mut history {
            history.new_search();
        }
        let mut work = Work { state: RootMoves::new(moves), history };
        let failed = self.run(request, &config, depths, &mut work, say);
        let Work { state, history } = work;
        self.history = history;
        if let Some(text) = failed {
            request.tt.clear();
            say(SearchInfo::Failure(text));
        }
        let best = choose(request, &state, say);
        let root = &state.roots[best];
        let target_missed = request.options.target_depth.is_some_and(|target| state.depth < target);
        Some(SearchResult {
            best: root.mv,
            ponder: root.pv.get(1).copied().filter(|_| request.passes_turn(root.mv)),
            depth: state.depth,
            cut: state.cut && target_missed && !state.exact,
        })
    }

    /// Runs all workers to the end; the text is that of the panic of one of them.
    fn run<R: Rules>(
        &self,
        request: &SearchRequest<'_, R>,
        config: &Config,
        depths: Depths,
        work: &mut Work<R::Move>,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> Failed
    where
        E: Evaluator<R>,
    {
        // The workers stop one another, and nobody who has asked for this search.
        let stop = request.control.stop.part();
        let shared = Shared::new(request, &self.evaluator, config);
        let worker = |depths: Depths, work: &mut Work<R::Move>, say: Option<&mut dyn FnMut(_)>| {
            let role = Role { stop: stop.clone(), leads: say.is_some() };
            let history = work.history.take().unwrap_or_default();
            let mut searcher = Searcher::new(shared, role, history, NoTrace);
            searcher.deepen(request.played.position(), depths, &mut work.state, say);
            work.state.seldepth = searcher.seldepth;
            work.history = Some(searcher.history);
        };
        let begun = work.clone();
        let lead = |say: &mut dyn FnMut(_)| {
            worker(depths, work, Some(say));
            HelpersGoOn(false)
        };
        let found = Mutex::new(Vec::new());
        let help = |number| {
            let mut own = begun.clone();
            worker(helper_depths(depths, number), &mut own, None);
            if let Ok(mut found) = found.lock() {
                found.push(own.state);
            }
        };
        let threads = request.options.threads;
        let team = Team { threads, may_start: self.may_start, stop: &stop };
        let failed = team.run(say, lead, help);
        let found = found.into_inner().unwrap_or_default();
        // Who watches is told by the first worker why it plays what it does.
        let may_give_way = failed.is_none() && depths.lines == 1 && request.tracer.is_none();
        if may_give_way && work.state.give_way(found) {
            let (best, seldepth) = (&work.state.roots[0], work.state.seldepth);
            let depth = best.depth.max(1);
            let seldepth = seldepth.max(depth);
            say(SearchInfo::Pv(PvInfo { seldepth, ..shared.pv_info(best, depth) }));
        }
        failed
    }
}

/// The index of the root move to play: the best at full strength, else a choice by lot.
fn choose<R: Rules>(
    request: &SearchRequest<'_, R>,
    state: &RootMoves<R::Move>,
    say: &mut dyn FnMut(SearchInfo<R::Move>),
) -> usize {
    let SearchOptions { skill, seed, .. } = request.options;
    if skill.is_full() || state.depth == 0 {
        return 0;
    }
    let (level, mut scores) =
        (skill.drawn(request.lot()), state.roots.iter().map(|root| root.score));
    let best = skill::choose(level, request.lot(), &mut scores);
    say(SearchInfo::Note(format!("skill {level}, seed {seed}: chose line {}", best + 1)));
    best
}

/// How deep to go for this task, and how many lines.
fn depths<R: Rules>(request: &SearchRequest<'_, R>, moves: usize) -> Depths {
    let limits = request.limits;
    let by_skill = request.options.skill.depth(request.lot());
    // Whole plies are searched: what is not found within the moves asked for is not there.
    let mate_plies = limits.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
    let wanted = [limits.depth, request.options.target_depth, by_skill, mate_plies];
    let last = wanted.into_iter().flatten().min().unwrap_or(DEPTH_LAST).clamp(1, DEPTH_LAST);
    let clocked = limits.clock.iter().any(Option::is_some) && !limits.infinite;
    let lines = if request.options.skill.is_full() {
        request.options.multi_pv
    } else {
        request.options.multi_pv.max(skill::LINES)
    };
    Depths {
        first: 1,
        last,
        mate_plies,
        stop_when_proven: limits.depth.is_none() && !limits.infinite,
        lines: lines.clamp(1, moves),
        forced: moves == 1 && clocked && request.options.multi_pv == 1 && !limits.ponder,
    }
}

/// Every other helper is a ply ahead, so that they do not all do the same work.
fn helper_depths(depths: Depths, number: usize) -> Depths {
    let ahead = u32::from(number % 2 == 1);
    let first = (depths.first + ahead).min(depths.last);
    Depths { first, last: DEPTH_LAST, lines: 1, ..depths }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root::Listener;
    use crate::time::{Budget, ScriptedTimer};
    use crate::{SearchControl, TranspositionTable};
    use plyglot_conformance::graph::{Graph, NodeValue, Shape};
    use plyglot_core::Limits;
    use plyglot_core::game::PlayedGame;
    use std::sync::Arc;
    use std::time::Duration;

    /// The depth that a worker comes to whose soft limit is over from the first look on.
    fn depth_of(say: Listener<'_, u16>) -> u32 {
        let shape = Shape { nodes: 500, moves_max: 8, ends_percent: 2, ..Shape::SMALL };
        let graph = Graph::random(4, Shape { margins: true, ..shape });
        let played = PlayedGame::new(&graph, 0);
        let soft = Some(Duration::from_micros(1));
        let timer = Arc::new(ScriptedTimer::new(1000));
        let control = SearchControl::new(timer, Budget { soft, hard: None }, None);
        control.time.start();
        let request = SearchRequest {
            rules: &graph,
            played: &played,
            limits: &Limits { depth: Some(5), ..Limits::default() },
            search_moves: &[],
            control: &control,
            tt: &TranspositionTable::with_buckets(64),
            tb: None,
            options: SearchOptions::default(),
            tracer: None,
        };
        let moves = request.root_moves();
        let mut state = RootMoves::new(&moves);
        let depths = depths(&request, moves.len());
        let role = Role { stop: control.stop.clone(), leads: say.is_some() };
        let shared = Shared::new(&request, &NodeValue, &Config::PLAIN);
        let mut worker = Searcher::new(shared, role, History::default(), NoTrace);
        worker.deepen(played.position(), depths, &mut state, say);
        state.depth
    }

    #[test]
    fn helpers_go_on_past_the_soft_limit_that_ends_the_first_worker() {
        assert_eq!(depth_of(Some(&mut |_| ())), 1);
        assert_eq!(depth_of(None), 5, "the first worker tells them when to stop");
    }
}
