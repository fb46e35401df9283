//! Watching a search and keeping what was seen, in bounded memory.
//!
//! The recorder is told when a node is entered and what was done there when it is left: its static
//! eval, extension, reduction, reason, score. Which move cut, which moves were left out and when a
//! repeated position stood before it sees from the order of these calls and by asking the rules. It
//! has no evaluator, and does not know how the search works. When more visits come than may be
//! kept, the deepest plies are dropped, again and again: what stays is the top of the tree, and
//! that whole.
//!
//! Every worker has a store of its own, so that what the first does is recorded the same however
//! many there are, and the room is shared out evenly. Where each ends differs; put together, all
//! are cut to the shallowest.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::merge::{Part, keep, keep_plies, merge};
use super::recording::{End, NO_TEXT, Node, Recording, TextId, Texts};
use super::scope::Scope;
use plyglot_core::game::{Ending, Notation, PlayedGame, Rules};
use plyglot_core::{Bound, Score, Side};
use plyglot_search::tracer::{Entering, ExitReason, NodeExit, SharedTracer};

/// Up to this ply everything is kept: the root and its moves.
const PLY_ALWAYS: u32 = 1;

/// Watches one search with all its workers.
pub struct Recorder<'a, R: Rules> {
    rules: &'a R,
    scope: Scope,
    /// When the positions of the game so far stood on the board, the newest last; the root is not
    /// among them.
    before: Vec<u64>,
    workers: Vec<Mutex<State<R>>>,
    /// Workers besides the first that have begun.
    helpers: AtomicUsize,
}

/// What has been seen of one worker so far.
struct State<R: Rules> {
    nodes: Vec<Node>,
    texts: Texts,
    open: Vec<Frame<R>>,
    visits: u64,
    ply_kept: u32,
    dropped: bool,
    /// Legal moves that the first visit of the root did not search; `None` before it is left.
    excluded: Option<Vec<String>>,
}

/// A node that has been entered and not left.
struct Frame<R: Rules> {
    /// Where it is recorded.
    at: Option<u32>,
    pos: R::Position,
    side: Side,
    key: u64,
    /// Plies asked for.
    depth: i32,
    is_root: bool,
    is_beneath: bool,
    /// The moves visited so far, each as it was left last.
    tried: Vec<Tried<R::Move>>,
    /// The child left last.
    last: TextId,
    /// The move that led here.
    played: Option<R::Move>,
    mv: TextId,
    visits: u64,
}

/// A move of an open node.
struct Tried<M> {
    mv: M,
    text: TextId,
    /// Of its last visit.
    depth: i32,
    /// For the side that plays it.
    score: Option<Score>,
}

impl<R: Rules> Frame<R> {
    /// Whether the last visit of a move belongs to the search of the node, which was left so, and
    /// not to a quiescence that was only tried.
    fn counts(&self, tried: &Tried<R::Move>, exit: &NodeExit) -> bool {
        self.depth + exit.extension <= 0 || tried.depth >= 0
    }

    /// The first of the moves with the best score, and that score.
    fn best(&self, exit: &NodeExit) -> (TextId, Option<Score>) {
        let mut best: Option<&Tried<R::Move>> = None;
        for tried in self.tried.iter().filter(|tried| self.counts(tried, exit)) {
            if tried.score > best.and_then(|best| best.score) {
                best = Some(tried);
            }
        }
        best.map_or((NO_TEXT, None), |best| (best.text, best.score))
    }
}

impl<'a, R: Notation> Recorder<'a, R> {
    /// A recorder of a search of this game's position by so many workers.
    pub fn new(rules: &'a R, played: &PlayedGame<R>, mut scope: Scope, workers: usize) -> Self {
        let earlier = played.positions().split_last().map_or(&[][..], |(_, earlier)| earlier);
        let before = earlier.iter().map(|pos| rules.key(pos)).collect();
        let workers = workers.max(1);
        scope.nodes = (scope.nodes / workers).max(1);
        let ply_kept = scope.ply.max(PLY_ALWAYS);
        let workers = (0..workers).map(|_| Mutex::new(State::new(ply_kept))).collect();
        Self { rules, scope, before, workers, helpers: AtomicUsize::new(0) }
    }

    /// What was seen.
    pub fn into_recording(self) -> Recording {
        let states = self.workers.into_iter();
        let states = states.map(|state| state.into_inner().unwrap_or_else(PoisonError::into_inner));
        merge(states.map(State::into_part).collect())
    }

    /// What the first worker has been seen to do so far; what it is at stands there as stopped.
    pub fn so_far(&self) -> Recording {
        let part = self.state(0).map(|state| Part {
            nodes: state.nodes.clone(),
            texts: state.texts.list.clone(),
            visits: state.visits,
            ply_kept: state.dropped.then_some(state.ply_kept),
            excluded: state.excluded.clone().unwrap_or_default(),
        });
        merge(part.into_iter().collect())
    }

    /// What has been seen of a worker; of more workers than were announced, nothing is.
    fn state(&self, worker: usize) -> Option<MutexGuard<'_, State<R>>> {
        Some(self.workers.get(worker)?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn entered(&self, state: &mut State<R>, node: &Entering<'_, R>) {
        let above = state.open.last();
        let known = node.ply as usize <= self.scope.moves.len();
        let named = above.is_none_or(|frame| frame.at.is_some()) || known;
        let text = match (above, node.mv) {
            (Some(frame), Some(mv)) if named => self.rules.move_text(&frame.pos, mv),
            _ => String::new(),
        };
        let is_beneath = self.is_beneath(above, node.ply, &text);
        let mv = if text.is_empty() { NO_TEXT } else { state.texts.id(&text) };
        let side = self.rules.side_to_move(node.pos);
        let key = self.rules.key(node.pos);
        if let (Some(frame), Some(played)) = (state.open.last_mut(), node.mv) {
            let tried = Tried { mv: played, text: mv, depth: node.depth, score: None };
            match frame.tried.iter_mut().find(|tried| tried.mv == played) {
                Some(again) => *again = tried,
                None => frame.tried.push(tried),
            }
        }
        let at = self.keep(state, node, is_beneath).then(|| {
            let parent = state.open.last();
            let iteration = state.open.first().map_or(node.depth, |frame| frame.depth);
            state.nodes.push(Node {
                parent: parent.and_then(|frame| frame.at),
                thread: 0,
                ply: narrow(node.ply),
                iteration: narrow(iteration.unsigned_abs()),
                mv,
                depth: short(node.depth),
                extension: 0,
                reduction: 0,
                alpha: node.alpha,
                beta: node.beta,
                static_eval: None,
                score: None,
                same_side: parent.is_some_and(|frame| frame.side == side),
                end: End::Stopped,
                text: NO_TEXT,
                earlier: None,
                visits: 1,
                skipped: Vec::new(),
                key,
            });
            u32::try_from(state.nodes.len() - 1).unwrap_or(u32::MAX)
        });
        state.visits += 1;
        let (tried, last, played) = (Vec::new(), NO_TEXT, node.mv);
        let (pos, depth) = (node.pos.clone(), node.depth);
        let (is_root, visits) = (state.open.is_empty(), 1);
        state.open.push(Frame {
            at,
            pos,
            side,
            key,
            depth,
            is_root,
            is_beneath,
            tried,
            last,
            played,
            mv,
            visits,
        });
        if state.nodes.len() > self.scope.nodes {
            if self.scope.is_light {
                state.thin_out();
            }
            if state.nodes.len() > self.scope.nodes / 2 {
                state.make_room();
            }
        }
    }

    /// Whether a node lies on the way to the moves asked for or below them.
    fn is_beneath(&self, above: Option<&Frame<R>>, ply: u32, text: &str) -> bool {
        let Some(frame) = above else { return true };
        let wanted = (ply as usize).checked_sub(1).and_then(|i| self.scope.moves.get(i));
        frame.is_beneath && wanted.is_none_or(|wanted| wanted.eq_ignore_ascii_case(text))
    }

    fn keep(&self, state: &State<R>, node: &Entering<'_, R>, is_beneath: bool) -> bool {
        if node.ply <= PLY_ALWAYS {
            return true;
        }
        let root = state.open.first().map_or(0, |frame| frame.depth);
        let deep = i64::from(root) >= i64::from(self.scope.depth);
        let above = state.open.last().is_some_and(|frame| frame.at.is_some());
        above && deep && is_beneath && node.ply <= state.ply_kept
    }

    fn left(&self, state: &mut State<R>, exit: &NodeExit) {
        let Some(mut frame) = state.open.pop() else { return };
        if state.open.len() as u64 == u64::from(self.ply_max()) {
            // Nobody has told of what was played below.
            frame.visits += exit.nodes;
            state.visits += exit.nodes;
        }
        frame.visits += exit.again;
        state.visits += exit.again;
        let is_stopped = exit.reason == ExitReason::Stopped;
        let skipped = self.skipped(&frame, exit);
        if frame.is_root && state.excluded.is_none() && !is_stopped {
            // What was not tried yet is no more than that.
            let is_untried = exit.reason == ExitReason::Averaged && exit.left_out > 0;
            let excluded = || self.excluded(&frame);
            state.excluded = Some(if is_untried { Vec::new() } else { excluded() });
        }
        if let Some(node) = frame.at.map(|at| at as usize) {
            let names = skipped.into_iter().map(|mv| self.rules.move_text(&frame.pos, mv));
            let skipped = names.map(|name| state.texts.id(&name)).collect();
            let (end, text) = self.end(state, &frame, exit);
            let earlier = (end == End::Repetition).then(|| self.earlier(state, &frame)).flatten();
            let node = &mut state.nodes[node];
            (node.extension, node.reduction) = (short(exit.extension), short(exit.reduction));
            node.static_eval = exit.static_eval;
            node.score = (!is_stopped).then_some(exit.score);
            (node.end, node.text) = (end, text);
            (node.earlier, node.skipped, node.visits) = (earlier, skipped, frame.visits);
        }
        let Some(above) = state.open.last_mut() else { return };
        above.visits += frame.visits;
        if !is_stopped {
            above.last = frame.mv;
            let seen = if above.side == frame.side { exit.score } else { -exit.score };
            let tried = above.tried.iter_mut().find(|tried| Some(tried.mv) == frame.played);
            if let Some(tried) = tried {
                tried.score = Some(seen);
            }
        }
    }

    /// The reason with what the recorder knows besides.
    fn end(&self, state: &mut State<R>, frame: &Frame<R>, exit: &NodeExit) -> (End, TextId) {
        let end = match exit.reason {
            ExitReason::Finished if self.has_run_out(&frame.pos) => End::NoProgress,
            ExitReason::Finished => End::Finished,
            ExitReason::Repetition => End::Repetition,
            ExitReason::MateDistance => End::MateDistance,
            ExitReason::Tt => End::Table,
            ExitReason::Tb => End::Endgame,
            ExitReason::NullMove => End::NullMove,
            ExitReason::ProbCut => End::ProbCut,
            ExitReason::Futility => End::Futility,
            ExitReason::Razoring => End::Razoring,
            ExitReason::StandPat => End::StandPat,
            ExitReason::Horizon => End::Horizon,
            ExitReason::Searched if exit.bound == Bound::Lower => End::Cut,
            ExitReason::Searched => End::Searched,
            ExitReason::Averaged => End::Averaged,
            ExitReason::PlayedOut => End::PlayedOut,
            ExitReason::TooLong => End::TooLong,
            ExitReason::Stopped => End::Stopped,
        };
        let text = match end {
            End::Finished | End::NoProgress => {
                let outcome = self.rules.outcome(&frame.pos);
                let reason = outcome.unwrap_or_else(|| self.rules.stuck(&frame.pos)).reason;
                state.texts.id(reason)
            }
            End::Cut => frame.last,
            End::Searched => frame.best(exit).0,
            End::Averaged => frame.tried.first().map_or(NO_TEXT, |tried| tried.text),
            // Where standing still was better, the score is an evaluation.
            End::Horizon | End::Razoring => match frame.best(exit) {
                (best, found) if found == Some(exit.score) => best,
                _ => NO_TEXT,
            },
            _ => NO_TEXT,
        };
        (end, text)
    }

    /// Whether a counter has ended the game in a draw.
    fn has_run_out(&self, pos: &R::Position) -> bool {
        let reached = |&(_, value, limit): &(&str, u32, u32)| value >= limit;
        let is_draw = || self.rules.outcome(pos).is_some_and(|it| it.ending == Ending::Draw);
        self.rules.counters(pos).iter().any(reached) && is_draw()
    }

    /// The legal moves that a node whose moves were all searched, or tried time and again, has not
    /// tried. Those of the root of a search of all moves are
    /// [`About::excluded`](super::recording::About).
    fn skipped(&self, frame: &Frame<R>, exit: &NodeExit) -> Vec<R::Move> {
        let is_averaged = exit.reason == ExitReason::Averaged;
        let has_searched = exit.reason == ExitReason::Searched && exit.bound != Bound::Lower;
        let is_asked = is_averaged || has_searched && !frame.is_root;
        let is_last = frame.tried.is_empty();
        if exit.left_out == 0 || !is_asked || frame.at.is_none() || is_last {
            return Vec::new();
        }
        let mut moves = self.legal_moves(frame);
        let is_tried =
            |mv| frame.tried.iter().any(|tried| tried.mv == mv && frame.counts(tried, exit));
        moves.retain(|&mv| !is_tried(mv));
        moves
    }

    /// The legal moves of which not even the first step was tried at the root.
    fn excluded(&self, frame: &Frame<R>) -> Vec<String> {
        let first = |mv| self.rules.steps(mv).first().copied().unwrap_or(mv);
        let is_tried = |mv| frame.tried.iter().any(|tried| tried.mv == mv);
        let mut moves = self.legal_moves(frame);
        moves.retain(|&mv| !is_tried(mv) && !is_tried(first(mv)));
        moves.into_iter().map(|mv| self.rules.move_text(&frame.pos, mv)).collect()
    }

    fn legal_moves(&self, frame: &Frame<R>) -> Vec<R::Move> {
        let mut moves = Vec::new();
        self.rules.legal_moves(&frame.pos, &mut moves);
        moves
    }

    /// When a position stood on the board before: the ply, negative before the root.
    fn earlier(&self, state: &State<R>, frame: &Frame<R>) -> Option<i32> {
        let on_path = state.open.iter().rposition(|open| open.key == frame.key);
        let in_game = || {
            let back = self.before.iter().rev().position(|&key| key == frame.key)?;
            i32::try_from(back).ok().map(|back| -1 - back)
        };
        on_path.and_then(|ply| i32::try_from(ply).ok()).or_else(in_game)
    }
}

impl<R: Rules> fmt::Debug for Recorder<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("scope", &self.scope).finish_non_exhaustive()
    }
}

impl<R: Notation> SharedTracer<R> for Recorder<'_, R> {
    fn helper(&self) -> usize {
        1 + self.helpers.fetch_add(1, Ordering::Relaxed)
    }

    fn ply_max(&self) -> u32 {
        if self.scope.is_light { self.scope.ply.max(PLY_ALWAYS) } else { u32::MAX }
    }

    fn enter(&self, worker: usize, node: &Entering<'_, R>) {
        if let Some(mut state) = self.state(worker) {
            self.entered(&mut state, node);
        }
    }

    fn leave(&self, worker: usize, exit: &NodeExit) {
        if let Some(mut state) = self.state(worker) {
            self.left(&mut state, exit);
        }
    }

    fn abandon(&self, worker: usize) {
        if let Some(mut state) = self.state(worker) {
            state.abandon();
        }
    }

    fn looks_on(&self) -> bool {
        self.scope.is_light
    }

    fn anew(&self) {
        if let Some(mut state) = self.state(0) {
            *state = State::new(self.scope.ply.max(PLY_ALWAYS));
        }
    }
}

impl<R: Rules> State<R> {
    fn new(ply_kept: u32) -> Self {
        Self {
            nodes: Vec::new(),
            texts: Texts::new(),
            open: Vec::new(),
            visits: 0,
            ply_kept,
            dropped: false,
            excluded: None,
        }
    }

    fn into_part(mut self) -> Part {
        // A worker that has panicked has left nothing.
        self.abandon();
        let Self { nodes, texts, visits, ply_kept, dropped, excluded, .. } = self;
        let ply_kept = dropped.then_some(ply_kept);
        Part { nodes, texts: texts.list, visits, ply_kept, excluded: excluded.unwrap_or_default() }
    }

    /// Closes what is open: the search was stopped there.
    fn abandon(&mut self) {
        while let Some(frame) = self.open.pop() {
            if let Some(at) = frame.at {
                self.nodes[at as usize].visits = frame.visits;
            }
            if let Some(above) = self.open.last_mut() {
                above.visits += frame.visits;
            }
        }
    }

    /// Forgets of all iterations but the last two what is below the root moves.
    fn thin_out(&mut self) {
        let last = self.open.first().map_or(0, |frame| narrow(frame.depth.unsigned_abs()));
        let stays = |node: &Node| node.iteration + 1 >= last || u32::from(node.ply) <= PLY_ALWAYS;
        let moved = keep(&mut self.nodes, stays);
        self.move_open(&moved);
    }

    /// The visits have new places.
    fn move_open(&mut self, moved: &[Option<u32>]) {
        for frame in &mut self.open {
            frame.at = frame.at.and_then(|at| moved[at as usize]);
        }
    }

    /// Forgets the deepest plies, until an eighth of the room is free, so that this need not be
    /// done again at once; the root and its moves stay.
    fn make_room(&mut self) {
        if self.ply_kept == PLY_ALWAYS {
            return;
        }
        let mut counts = vec![0_usize; 1 + PLY_ALWAYS as usize];
        for node in &self.nodes {
            let ply = usize::from(node.ply);
            counts.resize(counts.len().max(ply + 1), 0);
            counts[ply] += 1;
        }
        let mut kept = self.nodes.len();
        let wanted = kept - kept / 8;
        let mut plies = counts.len();
        while kept > wanted && plies > 1 + PLY_ALWAYS as usize {
            plies -= 1;
            kept -= counts[plies];
        }
        if kept == self.nodes.len() {
            return;
        }
        self.ply_kept = u32::try_from(plies - 1).unwrap_or(u32::MAX);
        self.dropped = true;
        let moved = keep_plies(&mut self.nodes, self.ply_kept);
        self.move_open(&moved);
    }
}

fn narrow(n: u32) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

fn short(n: i32) -> i16 {
    i16::try_from(n).unwrap_or(i16::MAX)
}
