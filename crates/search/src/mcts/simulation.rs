//! One simulation: down the tree to a leaf, an evaluation there, and back.
//!
//! The leaf is evaluated by the game's evaluator once noisy moves are resolved, in the same quiescence
//! that ends the lines of alpha-beta, or played on before ([`super::playout`]). A leaf where the game
//! is over, or that an endgame table knows, is proven. The first visit of a node evaluates it, the
//! second gives it its moves.

use super::chance::Squash;
use super::experience::Experience;
use super::playout::{Lots, PlayoutPolicy};
use super::proof::{Proof, first};
use super::select::Selection;
use super::tree::{Edge, Node, Tree};
use crate::node::NodeArgs;
use crate::tracer::NoTrace;
use crate::window::Window;
use crate::worker::{PLY_LIMIT, Searcher, Stopped};
use plyglot_core::game::played_game::{advance, ended_by_history, retain_allowed};
use plyglot_core::game::{Evaluator, NodeTactics, Rules, Tactics};
use plyglot_core::sort::sort_descending;
use plyglot_core::{Score, Side};

/// How simulations are made, apart from where.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SimulationParams {
    /// Which move is tried next.
    pub(super) selection: Selection,
    /// Scores as chances.
    pub(super) squash: Squash,
    /// Plies that a leaf is played on.
    pub(super) playout_plies: u32,
    /// Several lines are wanted of the root.
    pub(super) several: bool,
    /// A win is looked for within so many plies, and nothing else counts.
    pub(super) mate_plies: Option<u32>,
}

impl SimulationParams {
    /// Moves made later count as made now.
    pub(super) fn has_lasting_moves(self) -> bool {
        self.selection.rave_visits > 0.0
    }
}

/// A move on the way down.
struct Step<'t, M> {
    node: &'t Node<M>,
    side: Side,
    edge: &'t Edge<M>,
    child: &'t Node<M>,
}

/// Who makes simulations.
pub(super) struct Simulator<'a, R: Rules, E: Evaluator<R>, P> {
    tree: &'a Tree<R::Move>,
    searcher: Searcher<'a, R, E, NoTrace>,
    policy: &'a P,
    params: SimulationParams,
    lots: Lots<R>,
    path: Vec<Step<'a, R::Move>>,
    moves: Vec<R::Move>,
    /// By encoded move, the simulation in which it was last played, and who did so first.
    played: Vec<(u32, Side)>,
    number: u32,
    /// The longest way down, plies.
    pub(super) seldepth: u32,
}

impl<'a, R: Rules, E: Evaluator<R>, P: PlayoutPolicy<R>> Simulator<'a, R, E, P> {
    /// Makes them in this tree, leaves evaluated by this searcher.
    pub(super) fn new(
        tree: &'a Tree<R::Move>,
        searcher: Searcher<'a, R, E, NoTrace>,
        policy: &'a P,
        params: SimulationParams,
        seed: u64,
    ) -> Self {
        Self {
            tree,
            searcher,
            policy,
            params,
            lots: Lots::new(seed),
            path: Vec::new(),
            moves: Vec::new(),
            played: Vec::new(),
            number: 0,
            seldepth: 0,
        }
    }

    /// One simulation from the root, which has its moves. Where it was stopped, the tree is as it was
    /// before.
    pub(super) fn simulate(&mut self) -> Result<(), Stopped> {
        let played = self.searcher.shared.played;
        let len = played.key_history().len();
        let mut pos = played.position().clone();
        self.lots.noted.clear();
        let judged = self.descend(&mut pos);
        self.searcher.rewind(len);
        match judged {
            Ok(chance) => self.back_up(chance),
            Err(Stopped) => self.path.drain(..).for_each(|step| step.child.leave()),
        }
        judged.map(|_| ())
    }

    /// Goes down to a leaf; the first side's chance there.
    fn descend(&mut self, pos: &mut R::Position) -> Result<u32, Stopped> {
        let (tree, rules) = (self.tree, self.searcher.shared.rules);
        let mut node = &tree.root;
        loop {
            let side = rules.side_to_move(pos);
            let ply = u32::try_from(self.path.len()).unwrap_or(u32::MAX);
            self.seldepth = self.seldepth.max(ply);
            let several = self.params.several && ply == 0;
            let proof = node.proof.get();
            if proof.is_closed() && !several {
                return Ok(self.params.squash.chance(proof.score(Side::First, Score::DRAW)));
            }
            if node.edges().is_empty() && !self.open(node, pos, side)? {
                let proof = node.proof.get();
                if proof.is_closed() {
                    continue;
                }
                return self.evaluate(pos);
            }
            let Some(at) = self.params.selection.choose(node, side, several) else {
                // Another thread has proven the last of its moves.
                node.prove_by_moves(side);
                return self.evaluate(pos);
            };
            let edge = &node.edges()[at];
            let child = tree.child(edge);
            child.enter();
            self.path.push(Step { node, side, edge, child });
            let step = advance(rules, pos, edge.mv);
            self.searcher.key_history.push(step);
            node = child;
        }
    }

    /// Proves what can be seen of a node without moves, or gives it its moves at its second visit;
    /// whether it has moves now.
    fn open(
        &mut self,
        node: &Node<R::Move>,
        pos: &R::Position,
        side: Side,
    ) -> Result<bool, Stopped> {
        let ply = u32::try_from(self.path.len()).unwrap_or(u32::MAX);
        if let Some((proof, is_loose)) = self.known(pos, side, ply)? {
            self.tree.prove(node, proof, is_loose);
            return Ok(false);
        }
        let has_room = ply < PLY_LIMIT && !(self.tree.is_frozen() && self.tree.is_full());
        if node.mean.visits() == 0 || !has_room {
            return Ok(false);
        }
        self.moves.clear();
        let rules = self.searcher.shared.rules;
        rules.legal_moves(pos, &mut self.moves);
        let Searcher { repetition, key_history, .. } = &self.searcher;
        retain_allowed(rules, *repetition, key_history, pos, &mut self.moves, 0);
        if self.moves.is_empty() {
            let proof = Proof::exact(side, rules.stuck(pos).score(side, 0));
            self.tree.prove(node, proof, false);
            return Ok(false);
        }
        let expected = self.policy.experience(rules, pos, self.last_move());
        let edges = edges(rules, self.searcher.shared.evaluator, pos, &self.moves, expected);
        self.tree.expand(node, edges, self.params.has_lasting_moves());
        Ok(true)
    }

    /// The move that led to where the walk is.
    fn last_move(&self) -> Option<R::Move> {
        let before = self.searcher.shared.played.moves_played().last();
        self.path.last().map(|step| step.edge.mv).or(before.copied())
    }

    /// What is certain of a position without looking at its moves, and whether that holds within this
    /// search only.
    fn known(
        &mut self,
        pos: &R::Position,
        side: Side,
        ply: u32,
    ) -> Result<Option<(Proof, bool)>, Stopped> {
        let Searcher { shared, repetition, key_history, .. } = &self.searcher;
        if let Some(outcome) = shared.rules.outcome(pos) {
            let proof = Proof::exact(side, outcome.score(side, 0));
            return Ok(Some((proof, outcome.claim)));
        }
        if let Some(outcome) = ended_by_history(shared.rules, *repetition, key_history, pos) {
            let proof = Proof::exact(side, outcome.score(side, 0));
            return Ok(Some((proof, outcome.claim || repetition.root.is_some())));
        }
        if self.params.mate_plies.is_some_and(|plies| ply >= plies) {
            return Ok(Some((Proof::exact(side, Score::DRAW), true)));
        }
        let Some(tb) = shared.tb else { return Ok(None) };
        let score = self.searcher.probe_tb(pos, 0, tb.depth_min)?;
        Ok(score.map(|score| (Proof::exact(side, score), false)))
    }

    /// The first side's chance in a position that is not over.
    fn evaluate(&mut self, pos: &R::Position) -> Result<u32, Stopped> {
        let rules = self.searcher.shared.rules;
        if self.params.playout_plies == 0 {
            return self.judge_as_it_stands(pos);
        }
        let mut pos = pos.clone();
        self.lots.plies = self.params.playout_plies;
        self.lots.last = self.last_move();
        let evaluator = self.searcher.shared.evaluator;
        match self.policy.play_out(rules, evaluator, &mut pos, &mut self.lots) {
            Some(outcome) => Ok(self.params.squash.chance(outcome.score(Side::First, 0))),
            None => self.judge_as_it_stands(&pos),
        }
    }

    /// What quiescence thinks of it.
    fn judge_as_it_stands(&mut self, pos: &R::Position) -> Result<u32, Stopped> {
        let args = NodeArgs {
            ply: 0,
            depth: 0,
            reduction: 0,
            window: Window::FULL,
            after_null: false,
            cut_node: false,
        };
        let score = self.searcher.visit(pos, None, args)?;
        let side = self.searcher.shared.rules.side_to_move(pos);
        // What quiescence takes for won is so if nobody stands still: an evaluation.
        let (most, least) = (Score::EVAL_MAX, -Score::EVAL_MAX);
        Ok(self.params.squash.chance(first(side, score.min(most).max(least))))
    }

    /// Tells all nodes on the way what it came to, to each no more and no less than is proven of it.
    fn back_up(&mut self, mut chance: u32) {
        self.number = self.number.wrapping_add(1);
        let noted = std::mem::take(&mut self.lots.noted);
        if self.params.has_lasting_moves() {
            // What was played first comes last, and stays.
            noted.iter().rev().for_each(|&(side, encoded)| self.mark(side, encoded));
        }
        self.lots.noted = noted;
        let mut is_news = true;
        while let Some(Step { node, side, edge, child }) = self.path.pop() {
            if self.params.has_lasting_moves() {
                self.mark(side, R::encode_move(edge.mv));
                for (edge, later) in node.edges().iter().zip(node.rave()) {
                    if self.is_marked(side, R::encode_move(edge.mv)) {
                        later.add(chance);
                    }
                }
            }
            let bounds = self.params.selection.bounds_of(child.proof.get(), Side::First);
            if let Some([low, high]) = bounds {
                chance = chance.max(low).min(high);
            }
            child.mean.add(chance);
            child.leave();
            is_news = is_news && child.proof.get() != Proof::NONE && node.prove_by_moves(side);
        }
        self.tree.root.mean.add(chance);
    }

    /// An encoded move was played by this side, before all that has been marked.
    fn mark(&mut self, side: Side, encoded: u16) {
        let encoded = usize::from(encoded);
        if encoded >= self.played.len() {
            self.played.resize(encoded + 1, (0, side));
        }
        self.played[encoded] = (self.number, side);
    }

    /// Whether this side was the first to play an encoded move.
    fn is_marked(&self, side: Side, encoded: u16) -> bool {
        self.played.get(usize::from(encoded)) == Some(&(self.number, side))
    }
}

/// The edges of a node, best at sight first.
pub(super) fn edges<R: Rules, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    pos: &R::Position,
    moves: &[R::Move],
    expected: impl Fn(R::Move) -> Experience,
) -> Vec<Edge<R::Move>> {
    let node = evaluator.tactics().node(rules, pos);
    let mut rated: Vec<(R::Move, i32)> =
        moves.iter().map(|&mv| (mv, node.order_score_by_see(mv))).collect();
    sort_descending(&mut rated, |rated| rated.1);
    let weights = priors(rated.iter().map(|rated| rated.1));
    rated
        .into_iter()
        .zip(weights)
        .map(|((mv, _), prior)| Edge::new(mv, prior, expected(mv)))
        .collect()
}

/// How much of the search each of these moves deserves by its order score, best first. Order scores
/// are no measure, so the place among the others counts: a move behind `n` better ones has
/// `1 / √(1 + n)` of the best one's share.
fn priors(order_scores: impl Iterator<Item = i32> + Clone) -> Vec<f32> {
    let (mut weights, mut better, mut last) = (Vec::new(), 0_u16, None);
    for (before, score) in (0_u16..).zip(order_scores) {
        if last != Some(score) {
            (better, last) = (before, Some(score));
        }
        weights.push((f32::from(better) + 1.0).sqrt().recip());
    }
    let all: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_look_alike_deserve_as_much() {
        let found = priors([300, 0, 0, -50].into_iter());
        assert!((found.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{found:?}");
        assert!(found[0] > found[1] && found[2] > found[3], "{found:?}");
        assert!((found[1] - found[2]).abs() < f32::EPSILON, "{found:?}");
    }
}
