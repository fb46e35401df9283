//! One worker: everything a search carries from node to node.

use super::history::History;
use super::node::{Node, Notes};
use super::sort::Sorter;
use super::time::StopFlag;
use super::tracer::{SharedTracer, Tracer};
use super::tt::{RESOLVED, TranspositionTable, TtEntry};
use super::window::Window;
use super::{SearchControl, SearchRequest, TbAccess};
use plyglot_core::game::played_game::advance;
use plyglot_core::game::repetition::{TableUse, Then};
use plyglot_core::game::{Evaluator, KeyHistory, PlayedGame, Repetition, Rules, SearchParams};
use plyglot_core::{Bound, Score, Side};

/// No line is longer than this; the last position is judged as it stands.
pub const PLY_LIMIT: u32 = 250;

/// The search was told to stop: what it was doing is worth nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// How a search works, apart from what it searches. The oracle tests run every combination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// What is extended, reduced and left out.
    pub params: SearchParams,
    /// What the transposition table is used for.
    pub tt: TtMode,
    /// Resolve noisy moves at the horizon; otherwise the evaluator is asked there and then.
    pub quiescence: bool,
    /// Begin iterations with a narrow window around the last score.
    pub aspiration: bool,
    /// Use killers, counter moves and histories.
    pub statistics: bool,
    /// Nodes that a quiescence search may take from its horizon on; see [`QSEARCH_NODES_MAX`].
    pub qsearch_nodes_max: u64,
}

/// A quiescence search that has taken so many nodes evaluates what it still meets as it stands.
/// Where captures breed captures (a draughts board of flying kings, mills that may be opened and
/// closed) the noisy moves alone make a tree that no clock outlives.
pub const QSEARCH_NODES_MAX: u64 = 4096;

/// What the transposition table is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum TtMode {
    /// Nothing.
    Off,
    /// Its move is tried first.
    Order,
    /// Besides, an entry of exactly the depth asked for may end a node: for a given depth the
    /// score is then that of plain minimax.
    SameDepth,
    /// Besides, a deeper entry may.
    Deeper,
}

impl Config {
    /// Everything on that the evaluator and the repetition rule allow.
    pub fn full(params: SearchParams, repetition: Repetition) -> Self {
        let tt = match repetition.table_use() {
            TableUse::Cut => TtMode::Deeper,
            TableUse::OrderOnly => TtMode::Order,
        };
        Self {
            params,
            tt,
            quiescence: true,
            aspiration: true,
            statistics: true,
            qsearch_nodes_max: QSEARCH_NODES_MAX,
        }
    }

    /// Alpha-beta and nothing else.
    pub const PLAIN: Self = Self {
        params: SearchParams::NONE,
        tt: TtMode::Off,
        quiescence: false,
        aspiration: false,
        statistics: false,
        qsearch_nodes_max: u64::MAX,
    };
}

/// What a worker is among those of one search.
#[derive(Clone, Debug)]
pub struct Role {
    /// The flag of all workers of this search.
    pub stop: StopFlag,
    /// The first worker, which reports, decides and looks at the time.
    pub leads: bool,
}

/// What all workers of a search share.
#[derive(Debug)]
pub struct Shared<'a, R: Rules, E> {
    pub(super) rules: &'a R,
    pub(super) evaluator: &'a E,
    pub(super) played: &'a PlayedGame<R>,
    pub(super) control: &'a SearchControl,
    pub(super) tt: &'a TranspositionTable,
    pub(super) tb: Option<TbAccess<'a, R>>,
    pub(super) config: &'a Config,
    /// Who wants to watch.
    pub(super) tracer: Option<&'a dyn SharedTracer<R>>,
}

// Derived, these would ask that the rules and the evaluator be `Clone` and `Copy`.
impl<R: Rules, E> Clone for Shared<'_, R, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules, E> Copy for Shared<'_, R, E> {}

impl<'a, R: Rules, E> Shared<'a, R, E> {
    /// What the workers of this search share.
    pub fn new(request: &SearchRequest<'a, R>, evaluator: &'a E, config: &'a Config) -> Self {
        let &SearchRequest { rules, played, control, tt, tb, tracer, .. } = request;
        Self { rules, evaluator, played, control, tt, tb, config, tracer }
    }
}

/// One worker of a search.
#[derive(Debug)]
pub struct Searcher<'a, R: Rules, E: Evaluator<R>, T: Tracer<R>> {
    pub(super) shared: Shared<'a, R, E>,
    pub(super) role: Role,
    pub(super) tracer: T,
    /// The rule as it holds within the search.
    pub(super) repetition: Repetition,
    pub(super) key_history: KeyHistory,
    /// One stack of moves for all plies, and their ordering keys beside it.
    pub(super) moves: Vec<R::Move>,
    pub(super) keys: Vec<i32>,
    pub(super) sorter: Sorter<R::Move>,
    /// The best line from each ply of the path on.
    pub(super) pv: Vec<Vec<R::Move>>,
    /// The encoded moves on the path, by the ply they were played at.
    pub(super) path: Vec<Option<u16>>,
    pub(super) history: History,
    /// The static eval of each position of the path, and for whom.
    pub(super) evals: Vec<Option<(Side, Score)>>,
    /// The same of the position before the root.
    pub(super) eval_before_root: Option<(Side, Score)>,
    /// Moves played by this worker.
    pub(super) nodes: u64,
    nodes_told: u64,
    /// Questions to endgame tables since the clock was last asked.
    probes: u32,
    pub(super) seldepth: u32,
    /// How often a static eval, a repetition or an unresolved table entry was relied upon. A node
    /// across which this does not grow has been searched to the ends of all its lines.
    pub(super) unresolved: u64,
    /// The count of nodes from which on the quiescence search under way tries nothing more.
    pub(super) qsearch_end: Option<u64>,
    /// What who watches is to be told of the nodes of the path, the root first; empty if nobody
    /// does.
    pub(super) notes: Vec<Notes>,
}

impl<'a, R: Rules, E: Evaluator<R>, T: Tracer<R>> Searcher<'a, R, E, T> {
    /// A worker for this search, with what earlier searches have learnt.
    pub fn new(shared: Shared<'a, R, E>, role: Role, history: History, tracer: T) -> Self {
        let key_history = shared.played.key_history().clone();
        Self {
            shared,
            role,
            tracer,
            repetition: shared.rules.repetition().in_search(&key_history),
            key_history,
            moves: Vec::new(),
            keys: Vec::new(),
            sorter: Sorter::default(),
            pv: vec![Vec::new()],
            path: Vec::new(),
            history,
            evals: Vec::new(),
            eval_before_root: None,
            nodes: 0,
            nodes_told: 0,
            probes: 0,
            seldepth: 0,
            unresolved: 0,
            qsearch_end: None,
            notes: Vec::new(),
        }
    }

    /// The same worker before its first node, with another tracer. What it has learnt goes
    /// with it; [`Searcher::take_over`] brings it back.
    pub(super) fn traced_by<P: Tracer<R>>(&mut self, tracer: P) -> Searcher<'a, R, E, P> {
        Searcher::new(self.shared, self.role.clone(), std::mem::take(&mut self.history), tracer)
    }

    /// What the other has done and learnt is this worker's.
    pub(super) fn take_over<P: Tracer<R>>(&mut self, other: Searcher<'a, R, E, P>) {
        let Searcher { history, nodes, nodes_told, seldepth, unresolved, .. } = other;
        (self.history, self.nodes, self.nodes_told) = (history, nodes, nodes_told);
        (self.seldepth, self.unresolved) = (seldepth, unresolved);
    }

    /// Moves played by this worker so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The tracer, for what it has seen.
    pub fn into_tracer(self) -> T {
        self.tracer
    }

    /// Plays `mv` on `child`, a copy of the position it is played in, and enters it in the key
    /// history: one node, undone by [`Searcher::undo`]. `false`, and no node, if the repetition
    /// rule forbids it. The child will be searched to this depth.
    pub(super) fn make(
        &mut self,
        child: &mut R::Position,
        mv: R::Move,
        depth: i32,
    ) -> Result<bool, Stopped> {
        let step = advance(self.shared.rules, child, mv);
        let forbids = self.repetition.then == Then::Forbidden;
        if forbids && self.repetition.would_bite(&self.key_history, &step) {
            return Ok(false);
        }
        self.count_node()?;
        self.prefetch(child, step.situation, depth);
        self.key_history.push(step);
        self.path.push(Some(R::encode_move(mv)));
        Ok(true)
    }

    /// A position with this key will be searched to this depth: what is remembered of it is called
    /// for, so that it is near when it is asked about.
    pub(super) fn prefetch(&self, pos: &R::Position, key: u64, depth: i32) {
        if self.is_kept(depth) {
            self.shared.tt.prefetch(key);
        }
        self.shared.evaluator.prefetch(pos);
    }

    /// The moves on the stack from `from` on lead to positions that may be searched to this depth: what is
    /// remembered of them is called for, long before it is asked about, where the game foresees their keys.
    pub(super) fn prefetch_all(&self, pos: &R::Position, from: usize, depth: i32) {
        if self.is_kept(depth) {
            let keys = self.moves[from..].iter();
            keys.filter_map(|&mv| self.shared.rules.key_after(pos, mv))
                .for_each(|key| self.shared.tt.prefetch(key));
        }
    }

    /// Takes a move that may not be played off the stack.
    pub(super) fn remove_move(&mut self, at: usize) {
        self.moves.remove(at);
        self.keys.remove(at);
    }

    /// Takes the newest move of the key history back.
    pub(super) fn undo(&mut self) {
        self.key_history.pop();
        self.path.pop();
    }

    /// Counts a move about to be played and asks, now and then, whether to go on. A limit on nodes
    /// is kept to the node.
    fn count_node(&mut self) -> Result<(), Stopped> {
        /// How many nodes may pass between two looks at the clock.
        const POLL_INTERVAL_NODES: u64 = 1024;
        if let Some(max) = self.shared.control.nodes.max() {
            let others = self.shared.control.nodes.count() - self.nodes_told;
            if others + self.nodes >= max {
                return Err(Stopped);
            }
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL_NODES) {
            self.tell_nodes();
            if self.must_stop() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Counts a question to endgame tables and asks, more often than of nodes, whether to go on: a
    /// table that lies packed in a file is unpacked block by block, and a block may take as long as
    /// some thousand nodes.
    pub(super) fn count_probe(&mut self) -> Result<(), Stopped> {
        const POLL_INTERVAL_PROBES: u32 = 8;
        self.probes = (self.probes + 1) % POLL_INTERVAL_PROBES;
        if self.probes == 0 && self.must_stop() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Whether this worker is told to stop; the first looks at the time for all.
    pub(super) fn must_stop(&self) -> bool {
        self.role.stop.is_set() || self.role.leads && self.shared.control.time.is_out()
    }

    /// Adds this worker's nodes to the common count.
    pub(super) fn tell_nodes(&mut self) {
        self.shared.control.nodes.add(self.nodes - self.nodes_told);
        self.nodes_told = self.nodes;
    }

    /// Forgets everything below the root after a stop in mid-tree.
    pub(super) fn rewind(&mut self, trail_len: usize) {
        self.key_history.truncate(trail_len);
        self.path.clear();
        self.qsearch_end = None;
        self.moves.clear();
        self.keys.clear();
        if T::ON {
            self.notes.clear();
            self.tracer.abandon();
        }
    }

    /// Makes `mv` and the line below it the best line from this ply on.
    pub(super) fn update_pv(&mut self, ply: u32, mv: R::Move) {
        let ply = ply as usize;
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        if let Some(below) = lower.first() {
            line.extend_from_slice(below);
        }
    }

    /// Forgets the best line from this ply on; makes room for it the first time.
    pub(super) fn clear_pv(&mut self, ply: u32) {
        let ply = ply as usize;
        while self.pv.len() <= ply + 1 {
            self.pv.push(Vec::new());
        }
        self.pv[ply].clear();
    }

    /// What the TT knows of a position with so much depth left, as far as the configuration wants
    /// to hear it.
    pub(super) fn tt_probe(&self, key: u64, ply: u32, depth: i32) -> Option<TtEntry> {
        if self.is_kept(depth) { self.shared.tt.probe(key, ply) } else { None }
    }

    /// Whether nodes of this depth are looked up in the TT and stored there. Below its first
    /// ply quiescence does without: there a position is found out about sooner than the memory
    /// answers. Chess takes a fiftieth more nodes to the same depth, and searches a twentieth more of
    /// them a second; draughts, morris and oware take as many as before.
    fn is_kept(&self, depth: i32) -> bool {
        self.shared.config.tt != TtMode::Off && depth >= 0
    }

    /// Whether an entry of the TT is the answer of a node with this window and depth.
    pub(super) fn tt_cutoff(&self, entry: &TtEntry, window: Window, depth: i32) -> bool {
        let found = i32::from(entry.depth) - 1;
        let deep_enough = entry.depth == RESOLVED
            || match self.shared.config.tt {
                TtMode::Off | TtMode::Order => false,
                TtMode::SameDepth => found == depth.max(0),
                TtMode::Deeper => found >= depth.max(0),
            };
        let may_cut = self.shared.config.tt > TtMode::Order;
        may_cut
            && deep_enough
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= window.beta,
                Bound::Upper => entry.score <= window.alpha,
            }
    }

    /// Stores what a node came to.
    pub(super) fn tt_store(&self, node: &Node<'_, R, E>, ply: u32, result: NodeResult) {
        if !self.is_kept(result.depth) {
            return;
        }
        // An entry that is good for every depth would tell a shallow search what lies behind its
        // horizon.
        let is_resolved =
            self.shared.config.tt != TtMode::SameDepth && self.unresolved == node.unresolved_before;
        let depth = if self.shared.rules.is_near_limit(node.pos) {
            // The value belongs to the counter, which the key leaves out.
            MOVE_ONLY
        } else if is_resolved {
            RESOLVED
        } else {
            depth_byte(result.depth)
        };
        let NodeResult { mv, score, bound, .. } = result;
        self.shared.tt.store(node.key, ply, TtEntry { mv, score, bound, depth });
    }
}

/// What a node came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeResult {
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) mv: Option<u16>,
    pub(super) depth: i32,
}

/// Depth of an entry whose move alone may be used.
pub(super) const MOVE_ONLY: u8 = 0;

/// A depth in the table: 1 for quiescence, then a step a ply.
#[inline]
fn depth_byte(depth: i32) -> u8 {
    u8::try_from((depth.max(0) + 1).min(i32::from(RESOLVED) - 1)).unwrap_or(MOVE_ONLY)
}
