//! `deepthought` of [bojar-1998]: alpha-beta to a fixed depth over the tree of the wave.
//!
//! Sons that the wave has made come first. One that the wave has worked out as deep as is wanted
//! is not searched again; the others are searched deeper. Then the moves that have no node yet are
//! made nodes one by one, searched, and thrown away: after the search the tree is as before.
//!
//! When there is no memory for such a node, its father keeps the value of his own board, and the
//! depth of the whole search falls to his ply, for all that is still to be searched.

use super::Meter;
use super::tree::{FINAL, NONE, NodeId, Tree};
use crate::movegen::Move;
use crate::rules::{Abalone, Position};
use plyglot_core::game::Rules;
use plyglot_core::{Bound, Score};
use plyglot_search::Stopped;
use plyglot_search::tracer::{Entering, ExitReason, SingleTracer};

/// What a search of the root has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// For the side to move.
    pub score: Score,
    /// To how many plies: less than was wanted when memory ran out.
    pub depth: u32,
    /// The best line, best move first.
    pub pv: Vec<Move>,
}

/// One search.
pub(super) struct Dive<'a, 'c> {
    tree: &'a mut Tree,
    meter: &'a mut Meter<'c>,
    /// Plies from the root; falls when memory runs out.
    limit: u32,
    moves: Vec<Move>,
    /// The best line from each ply on.
    pv: Vec<Vec<Move>>,
    /// Whoever watches.
    tracer: Option<SingleTracer<'a, Abalone>>,
}

/// What a son has to lie between to matter.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// As the other side sees it.
    fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<'a, 'c> Dive<'a, 'c> {
    /// A search of `depth` plies, at least 1.
    pub(super) fn new(tree: &'a mut Tree, meter: &'a mut Meter<'c>, depth: u32) -> Self {
        Self { tree, meter, limit: depth, moves: Vec::new(), pv: Vec::new(), tracer: None }
    }

    /// The same, shown to whoever watches.
    pub(super) fn traced_by(self, tracer: Option<SingleTracer<'a, Abalone>>) -> Self {
        Self { tracer, ..self }
    }

    /// Searches the root; with `only`, these moves and no others.
    pub(super) fn run(mut self, pos: &Position, only: &[Move]) -> Result<Found, Stopped> {
        let root = self.tree.root();
        let mut window = Window { alpha: Score::MINUS_INFINITE, beta: Score::INFINITE };
        if only.is_empty() {
            let score = self.deepthought(root, pos, 0, window)?;
            let pv = self.pv.swap_remove(0);
            return Ok(Found { score, depth: self.limit, pv });
        }
        self.line_at(0).clear();
        for &mv in only {
            let known = self.tree.sons(root).find(|&(_, of_son)| of_son == mv);
            let score = match known {
                Some((son, _)) => self.son(son, mv, pos, 0, window)?,
                None => self.passing_son(root, mv, pos, 0, window)?.ok_or(Stopped)?,
            };
            self.raise(&mut window, score, mv, 0);
        }
        let pv = self.pv.swap_remove(0);
        Ok(Found { score: window.alpha, depth: self.limit, pv })
    }

    /// The value of a node, for its side to move, as far as it lies in the window; shown to whoever
    /// watches.
    fn deepthought(
        &mut self,
        node: NodeId,
        pos: &Position,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let Some(tracer) = self.tracer else { return self.deepen(node, pos, ply, window) };
        if self.is_known(node, ply) {
            self.tree.show(tracer, node, pos, ply);
            return self.deepen(node, pos, ply, window);
        }
        let Window { alpha, beta } = window;
        let depth = i32::try_from(self.limit.saturating_sub(ply)).unwrap_or(0);
        tracer.enter(&Entering { ply, mv: self.tree.mv(node), pos, alpha, beta, depth });
        let found = self.deepen(node, pos, ply, window);
        match found {
            Ok(score) => {
                let bound = match score {
                    score if score >= beta => Bound::Lower,
                    score if score <= alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                tracer.leave(ExitReason::Searched, score, bound);
            }
            Err(Stopped) => tracer.leave(ExitReason::Stopped, Score::DRAW, Bound::Exact),
        }
        found
    }

    /// Whether the wave has worked a node out as deep as is wanted.
    fn is_known(&self, node: NodeId, ply: u32) -> bool {
        let depth = self.tree.depth(node);
        depth == FINAL || ply + u32::from(depth) >= self.limit
    }

    fn deepen(
        &mut self,
        node: NodeId,
        pos: &Position,
        ply: u32,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        self.meter.visit(self.tree.created())?;
        self.line_at(ply).clear();
        if self.is_known(node, ply) {
            self.tree.best_line(node, &mut self.pv[ply as usize]);
            return Ok(Score::from_table(self.tree.value(node), ply));
        }
        let mut best = self.tree.floor(node);
        let mut son = self.tree.first(node);
        while let Some(mv) = Some(son).filter(|&son| son != NONE).and_then(|son| self.tree.mv(son))
        {
            best = best.max(self.son(son, mv, pos, ply, window)?);
            if self.raise(&mut window, best, mv, ply) {
                return Ok(best);
            }
            son = self.tree.next(son);
        }
        if self.tree.is_complete(node) {
            return Ok(best);
        }
        let first = self.moves.len();
        self.tree.rules.legal_moves(pos, &mut self.moves);
        for i in first + self.tree.made(node)..self.moves.len() {
            let mv = self.moves[i];
            let Some(score) = self.passing_son(node, mv, pos, ply, window)? else {
                self.limit = self.limit.min(ply.max(1));
                self.moves.truncate(first);
                self.line_at(ply).clear();
                return Ok(Score::from_table(self.tree.value(node), ply));
            };
            best = best.max(score);
            if self.raise(&mut window, best, mv, ply) {
                break;
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }

    /// The value of a son, for his father's side.
    fn son(
        &mut self,
        son: NodeId,
        mv: Move,
        pos: &Position,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let mut board = *pos;
        self.tree.rules.play(&mut board, mv);
        Ok(-self.deepthought(son, &board, ply + 1, window.turned())?)
    }

    /// The value of a son made for the purpose; `None` when there is no memory for him.
    fn passing_son(
        &mut self,
        node: NodeId,
        mv: Move,
        pos: &Position,
        ply: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        self.meter.check(self.tree.created())?;
        let mut board = *pos;
        self.tree.rules.play(&mut board, mv);
        let Some(son) = self.tree.create_passing(node, Some(mv), &board) else { return Ok(None) };
        let score = self.deepthought(son, &board, ply + 1, window.turned());
        self.tree.release_passing(son);
        Ok(Some(-score?))
    }

    /// Takes a better move into the line; whether it is too good for the other side to allow.
    fn raise(&mut self, window: &mut Window, score: Score, mv: Move, ply: u32) -> bool {
        if score > window.alpha {
            window.alpha = score;
            self.line_at(ply + 1);
            let (above, below) = self.pv.split_at_mut(ply as usize + 1);
            let line = &mut above[ply as usize];
            line.clear();
            line.push(mv);
            line.extend_from_slice(&below[0]);
        }
        window.alpha >= window.beta
    }

    /// The best line from a ply on.
    fn line_at(&mut self, ply: u32) -> &mut Vec<Move> {
        let ply = ply as usize;
        if self.pv.len() <= ply {
            self.pv.resize_with(ply + 1, Vec::new);
        }
        &mut self.pv[ply]
    }
}
