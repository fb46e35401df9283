//! A search from its limits to its answer: rounds of simulations by all workers, between which room
//! is made in the tree, and what is said on the way.
//!
//! The first worker looks at the clock and reports, each time the visits of the root have doubled.

use std::sync::atomic::{AtomicU64, Ordering};

use super::chance::Squash;
use super::kept::Kept;
use super::lines::Reading;
use super::options::Wishes;
use super::playout::PlayoutPolicy;
use super::select::Selection;
use super::show::{Show, depth_of};
use super::simulation::{SimulationParams, Simulator, edges};
use super::tree::{Edge, Node, Tree};
use crate::history::History;
use crate::player::{PvInfo, SearchInfo, SearchRequest, SearchResult};
use crate::skill;
use crate::team::{Failed, HelpersGoOn, MayStart, Team};
use crate::time::StopFlag;
use crate::tracer::{NoTrace, SingleTracer};
use crate::window::seen_by;
use crate::worker::{Config, Role, Searcher, Shared, Stopped, TtMode};
use crate::{SearchControl, SearchOptions};
use plyglot_core::game::{Evaluator, Rules, SearchParams};
use plyglot_core::{Limits, Score, Side};

/// How many simulations may pass between two looks at the clock.
const POLL_INTERVAL: u32 = 16;
/// The nodes that may be spent to resolve noisy moves at a leaf.
const QSEARCH_NODES_MAX: u64 = 256;
/// With one move to choose from, this much of the time for a move is thought about it.
const FORCED_MOVE_PERCENT: u32 = 5;
/// When so many hundredths of the time are used, a move that the visits still to come cannot catch up
/// with is played.
const SETTLED_PERCENT: [u32; 4] = [90, 80, 70, 60];

/// A search, and all it is made with.
pub(super) struct Thinking<'a, 'r, R: Rules, E, P> {
    pub(super) request: &'a SearchRequest<'r, R>,
    pub(super) evaluator: &'a E,
    pub(super) params: SearchParams,
    pub(super) policy: &'a P,
    pub(super) wishes: Wishes,
    pub(super) may_start: MayStart,
}

/// When a search ends, as far as that is known before.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// Simulations.
    simulations_max: u64,
    /// Visits that the root had before.
    visits_before: u32,
    /// How many lines are reported.
    lines: usize,
    /// There is nothing to choose, and a clock runs.
    is_forced: bool,
    /// A clock runs.
    is_clocked: bool,
}

/// Why a round of simulations ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// All there were to be are made, or nothing is left to find out.
    Done,
    /// The tree is full.
    Full,
    /// Told to stop, or out of time.
    Stopped,
}

impl<R: Rules, E: Evaluator<R>, P: PlayoutPolicy<R>> Thinking<'_, '_, R, E, P> {
    /// Searches these moves, with the tree that is kept if there is one. Gives back the tree as well,
    /// unless a worker has failed.
    pub(super) fn run(
        &self,
        kept: Option<Kept<R>>,
        moves: &[R::Move],
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> (SearchResult<R::Move>, Option<Tree<R::Move>>) {
        let &SearchRequest { rules, played, tt, .. } = self.request;
        let (params, bytes_max) = (self.simulation_params(), tt.mib().max(1) << 20);
        let kept = kept.and_then(|kept| kept.for_search(rules, played, tt, bytes_max));
        let mut tree = kept.unwrap_or_else(|| {
            let tree = Tree::new(bytes_max);
            let (pos, last) = (played.position(), played.moves_played().last().copied());
            let expected = self.policy.experience(rules, pos, last);
            let edges = edges(rules, self.evaluator, pos, moves, expected);
            tree.expand(&tree.root, edges, params.has_lasting_moves());
            tree
        });
        let plan = plan(self.request, moves.len(), &tree.root);
        if params.playout_plies > 0 {
            self.request.say_seed(say);
        }
        let begun = AtomicU64::new(0);
        let (mut end, mut failed, mut seldepth) = (End::Full, None, 0);
        while end == End::Full && failed.is_none() {
            let round = Round { search: self, tree: &tree, params, plan, begun: &begun };
            (end, failed) = round.run(&mut seldepth, say);
            if end == End::Full {
                tree.prune();
            }
        }
        self.report(&tree, plan, seldepth, say);
        let result = self.answer(&tree, plan, end, say);
        self.show(&tree);
        let has_failed = failed.is_some();
        if let Some(text) = failed {
            say(SearchInfo::Failure(text));
        }
        (result, (!has_failed).then_some(tree))
    }

    fn simulation_params(&self) -> SimulationParams {
        let Wishes { exploration, rave, playout_plies } = self.wishes;
        let rules = self.request.rules;
        let exploration = exploration.unwrap_or_else(|| self.policy.exploration(rules));
        let rave = match self.policy.rave_visits(rules) {
            0 => 0,
            visits => rave.unwrap_or(visits),
        };
        let Reading { squash, only_mates } = self.reading();
        let selection = Selection {
            exploration: f64::from(exploration) / 100.0,
            rave_visits: f64::from(rave),
            bounds: (!only_mates).then_some(squash),
        };
        SimulationParams {
            selection,
            squash,
            playout_plies: playout_plies.unwrap_or_else(|| self.policy.plies(rules)),
            several: self.request.options.multi_pv > 1,
            mate_plies: mate_plies(self.request.limits),
        }
    }

    fn reading(&self) -> Reading {
        let squash = Squash::new(self.policy.scale_cp(self.request.rules));
        Reading { squash, only_mates: self.request.limits.mate.is_some() }
    }

    fn side(&self) -> Side {
        self.request.rules.side_to_move(self.request.played.position())
    }

    /// Says the best lines as they stand.
    fn report(
        &self,
        tree: &Tree<R::Move>,
        plan: Plan,
        seldepth: u32,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) {
        let SearchRequest { rules, played, control, tb, .. } = self.request;
        if SingleTracer::of(self.request.tracer).is_some_and(SingleTracer::looks_on) {
            self.show(tree);
        }
        let (reading, side) = (self.reading(), self.side());
        let ranked = reading.ranked(&tree.root, side);
        let depth = depth_of(tree.root.mean.visits().into()).max(1);
        for (i, edge) in ranked.into_iter().take(plan.lines).enumerate() {
            let Some(score) = reading.score(edge, side) else { continue };
            let is_exact = reading.is_exact(edge) && (i > 0 || tree.root.proof.get().is_exact());
            let pv = reading.line(*rules, played.position(), edge);
            say(SearchInfo::Pv(PvInfo {
                seldepth: seldepth.max(u32::try_from(pv.len()).unwrap_or(0)).max(depth),
                multi_pv: i + 1,
                exact: is_exact && !tree.is_loose(),
                chance: Some(reading.chance(score)),
                visits: Some(edge.visits().into()),
                nodes: control.nodes.count(),
                time: control.time.thought(),
                hashfull: tree.permille(),
                tb_hits: tb.map_or(0, |tb| tb.hits.load(Ordering::Relaxed)),
                ..PvInfo::line(depth, score, pv)
            }));
        }
    }

    /// The move to play.
    fn answer(
        &self,
        tree: &Tree<R::Move>,
        plan: Plan,
        end: End,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> SearchResult<R::Move> {
        let &SearchRequest { rules, played, ref options, .. } = self.request;
        let (reading, side, pos) = (self.reading(), self.side(), played.position());
        let ranked = reading.ranked(&tree.root, side);
        let visits = tree.root.mean.visits();
        let depth = if ranked.is_empty() { 0 } else { depth_of(visits.into()).max(1) };
        let best = match ranked.len() {
            0 => {
                return SearchResult {
                    best: self.at_sight(tree, say),
                    ponder: None,
                    depth,
                    cut: true,
                };
            }
            _ => ranked[self.choose(&ranked, depth, say)],
        };
        let line = reading.line(rules, pos, best);
        let is_missed = options.target_depth.is_some_and(|target| depth < target);
        let is_proven = tree.root.proof.get().is_closed();
        debug_assert!(plan.lines > 0, "{plan:?}");
        SearchResult {
            best: best.mv,
            ponder: line.get(1).copied().filter(|_| self.request.passes_turn(best.mv)),
            depth,
            cut: end == End::Stopped && is_missed && !is_proven,
        }
    }

    /// The place of the move to play: the best at full strength, else a choice by lot.
    fn choose(
        &self,
        ranked: &[&Edge<R::Move>],
        depth: u32,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> usize {
        let SearchOptions { skill, seed, .. } = self.request.options;
        if skill.is_full() || depth == 0 {
            return 0;
        }
        let (reading, side) = (self.reading(), self.side());
        let score = |edge: &&Edge<R::Move>| reading.score(edge, side).unwrap_or(Score::DRAW);
        let (level, lot) = (skill.drawn(self.request.lot()), self.request.lot());
        let best = skill::choose(level, lot, &mut ranked.iter().map(score));
        say(SearchInfo::Note(format!("skill {level}, seed {seed}: chose line {}", best + 1)));
        best
    }

    /// The move that leads to the position the evaluator likes best: nothing was tried. It is said
    /// like a line, with that evaluation.
    fn at_sight(&self, tree: &Tree<R::Move>, say: &mut dyn FnMut(SearchInfo<R::Move>)) -> R::Move {
        let SearchRequest { rules, played, control, .. } = *self.request;
        let pos = played.position();
        let side = rules.side_to_move(pos);
        let score = |edge: &&Edge<R::Move>| {
            let child = rules.after(pos, edge.mv);
            let child_side = rules.side_to_move(&child);
            let score = match rules.outcome(&child) {
                Some(outcome) => outcome.score(child_side, 1),
                None => self.evaluator.evaluate(rules, &child),
            };
            seen_by(side, child_side, score)
        };
        // Of equal ones the first.
        let best = tree.root.edges().iter().rev().max_by_key(score);
        let best = best.expect("a search has moves to choose from");
        say(SearchInfo::Pv(PvInfo {
            chance: Some(self.reading().chance(score(&best))),
            nodes: control.nodes.count(),
            time: control.time.thought(),
            ..PvInfo::line(1, score(&best), vec![best.mv])
        }));
        best.mv
    }

    /// Shows the tree to whoever watches.
    fn show(&self, tree: &Tree<R::Move>) {
        let Some(tracer) = SingleTracer::of(self.request.tracer) else { return };
        let (rules, pos) = (self.request.rules, self.request.played.position());
        let plays_out = self.simulation_params().playout_plies > 0;
        let show = Show { tracer, rules, reading: self.reading(), plays_out };
        let depth = depth_of(tree.root.mean.visits().into()).max(1);
        if !self.reading().ranked(&tree.root, self.side()).is_empty() {
            show.root(&tree.root, pos, depth);
        }
    }
}

/// Plies of the longest line in which a mate is looked for.
fn mate_plies(limits: &Limits) -> Option<u32> {
    limits.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1))
}

/// When this search is to end.
fn plan<R: Rules, M>(request: &SearchRequest<'_, R>, moves: usize, root: &Node<M>) -> Plan {
    let SearchRequest { limits, options, control, .. } = request;
    let visits_before = root.mean.visits();
    let by_skill = options.skill.depth(request.lot());
    let depth = [limits.depth, options.target_depth, by_skill].into_iter().flatten().min();
    let visits_of = |depth: u32| 4_u64.checked_pow(depth).unwrap_or(u64::MAX);
    let more = |visits: u64| visits.saturating_sub(visits_before.into());
    let visits = limits.visits.map(more);
    let wanted = [control.nodes.max(), depth.map(|depth| more(visits_of(depth))), visits];
    // Counts of visits are numbers of 32 bits.
    let most = u64::from(u32::MAX / 2 - visits_before.min(u32::MAX / 2));
    let is_clocked = limits.clock.iter().any(Option::is_some) && !limits.infinite;
    let lines = if options.skill.is_full() { 1 } else { skill::LINES };
    Plan {
        simulations_max: wanted.into_iter().flatten().min().unwrap_or(u64::MAX).min(most),
        visits_before,
        lines: options.multi_pv.max(lines).min(moves),
        is_forced: moves == 1 && is_clocked && options.multi_pv == 1 && !limits.ponder,
        is_clocked,
    }
}

/// Simulations by all workers until one of them finds that it is enough.
struct Round<'t, 'a, 'r, R: Rules, E, P> {
    search: &'t Thinking<'a, 'r, R, E, P>,
    tree: &'t Tree<R::Move>,
    params: SimulationParams,
    plan: Plan,
    /// Simulations begun, by all workers of all rounds.
    begun: &'t AtomicU64,
}

impl<R: Rules, E: Evaluator<R>, P: PlayoutPolicy<R>> Round<'_, '_, '_, R, E, P> {
    fn run(&self, seldepth: &mut u32, say: &mut dyn FnMut(SearchInfo<R::Move>)) -> (End, Failed) {
        let request = self.search.request;
        let stop = request.control.stop.part();
        // What is looked at at a leaf counts for nothing and has no limit but its own.
        let control = request.control.part();
        let config = Config {
            tt: TtMode::Off,
            qsearch_nodes_max: QSEARCH_NODES_MAX,
            ..Config::full(self.search.params, request.rules.repetition())
        };
        let mut end = End::Stopped;
        let first_round = self.begun.load(Ordering::Relaxed) == 0;
        let lead = |say: &mut dyn FnMut(SearchInfo<R::Move>)| {
            let mut simulator = self.simulator(&stop, &control, &config, 0);
            end = self.lead(&mut simulator, &stop, *seldepth, say);
            *seldepth = simulator.seldepth.max(*seldepth);
            HelpersGoOn(end != End::Stopped)
        };
        let help = |number: usize| {
            let mut simulator = self.simulator(&stop, &control, &config, number as u64);
            while self.step(&mut simulator, &stop).is_none() {}
        };
        let threads = request.options.threads;
        let mut say = |saying| {
            if first_round || !matches!(saying, SearchInfo::Note(_)) {
                say(saying);
            }
        };
        let failed = Team { threads, may_start: self.search.may_start, stop: &stop }
            .run(&mut say, lead, help);
        (end, failed)
    }

    fn simulator<'s>(
        &'s self,
        stop: &StopFlag,
        control: &'s SearchControl,
        config: &'s Config,
        number: u64,
    ) -> Simulator<'s, R, E, P> {
        let request = self.search.request;
        let shared = Shared { control, ..Shared::new(request, self.search.evaluator, config) };
        let role = Role { stop: stop.clone(), leads: false };
        let searcher = Searcher::new(shared, role, History::default(), NoTrace);
        // Each round begins where the last one ended.
        let lot = request.lot() ^ number << 32 ^ self.begun.load(Ordering::Relaxed) << 40;
        Simulator::new(self.tree, searcher, self.search.policy, self.params, lot)
    }

    /// The first worker: until the round ends.
    fn lead(
        &self,
        simulator: &mut Simulator<'_, R, E, P>,
        stop: &StopFlag,
        seldepth: u32,
        say: &mut dyn FnMut(SearchInfo<R::Move>),
    ) -> End {
        let before = self.tree.root.mean.visits();
        let mut report_at = (before + 1).next_power_of_two();
        let mut polled_in = 0;
        loop {
            if polled_in == 0 {
                polled_in = POLL_INTERVAL;
                if self.is_over() {
                    stop.set();
                    return End::Stopped;
                }
            }
            polled_in -= 1;
            if let Some(end) = self.step(simulator, stop) {
                return end;
            }
            if self.tree.root.mean.visits() >= report_at {
                let seldepth = simulator.seldepth.max(seldepth);
                self.search.report(self.tree, self.plan, seldepth, say);
                report_at = report_at.saturating_mul(2);
            }
        }
    }

    /// One simulation; why none is to follow, if so.
    fn step(&self, simulator: &mut Simulator<'_, R, E, P>, stop: &StopFlag) -> Option<End> {
        if stop.is_set() {
            return Some(End::Stopped);
        }
        if self.tree.is_full() && !self.tree.is_frozen() {
            return Some(End::Full);
        }
        let is_spent = || self.begun.fetch_add(1, Ordering::Relaxed) >= self.plan.simulations_max;
        if self.is_settled() || is_spent() {
            return Some(End::Done);
        }
        if simulator.simulate() == Err(Stopped) {
            return Some(End::Stopped);
        }
        self.search.request.control.nodes.add(1);
        None
    }

    /// Whether there is nothing more to find out about the lines that are wanted.
    fn is_settled(&self) -> bool {
        let root = &self.tree.root;
        if !self.params.several {
            return root.proof.get().is_closed();
        }
        root.edges().iter().all(|edge| edge.proof().is_closed())
    }

    /// Whether the time for this search is over.
    fn is_over(&self) -> bool {
        let control = self.search.request.control;
        let Plan { is_forced, is_clocked, lines, .. } = self.plan;
        let percent = if is_forced { FORCED_MOVE_PERCENT } else { 100 };
        if control.must_stop() || !control.may_deepen(percent) {
            return true;
        }
        is_clocked && lines == 1 && self.is_out_of_reach()
    }

    /// Whether no other move can have more visits in the time that is left than the best has now.
    fn is_out_of_reach(&self) -> bool {
        let control = self.search.request.control;
        let Some(&used) = SETTLED_PERCENT.iter().find(|&&percent| !control.may_deepen(percent))
        else {
            return false;
        };
        let mut most = [0, 0];
        for visits in self.tree.root.edges().iter().map(Edge::visits) {
            if visits > most[0] {
                most = [visits, most[0]];
            } else if visits > most[1] {
                most[1] = visits;
            }
        }
        let made = u64::from(self.tree.root.mean.visits() - self.plan.visits_before);
        u64::from(most[0] - most[1]) > made * u64::from(100 - used) / u64::from(used)
    }
}

/// What is kept of the node that these moves lead to, a line each.
pub(super) fn tell_node<R: Rules>(
    root: &Node<R::Move>,
    (rules, pos): (&R, &R::Position),
    moves: &[R::Move],
    squash: Squash,
) -> Result<Vec<String>, String> {
    let (mut node, mut pos) = (root, pos.clone());
    for (ply, &mv) in moves.iter().enumerate() {
        let edge = node.edges().iter().find(|edge| edge.mv == mv);
        node = edge
            .and_then(Edge::child)
            .ok_or_else(|| format!("the tree ends after {ply} of these moves"))?;
        rules.play(&mut pos, mv);
    }
    let side = rules.side_to_move(&pos);
    let score = Reading { squash, only_mates: false }.score_of_node(node, side);
    let tried = node.edges().iter().filter(|edge| edge.child().is_some()).count();
    let proof = node.proof.get().seen_by(side);
    let end = |score: Score| match score {
        Score::INFINITE | Score::MINUS_INFINITE => "nothing".to_owned(),
        score => score.to_string(),
    };
    Ok(vec![
        format!("visits {}, {score} for the side to move", node.mean.visits()),
        format!("proven: at least {}, at most {}", end(proof.low), end(proof.high)),
        format!("moves tried: {tried} of {}", node.edges().len()),
    ])
}
