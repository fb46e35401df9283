//! An evaluator of graph games to whom some moves are noisy and some positions are in check.

use plyglot::core::Score;
use plyglot::game::{Evaluator, NodeTactics, Rules, Tactics};
use plyglot_conformance::graph::{Graph, NodeValue};

/// Moves to a higher number divisible by three are noisy; with `checks`, the side to move is in check in
/// every fourth position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noisy {
    pub(super) checks: bool,
}

impl Evaluator<Graph> for Noisy {
    type Tactics = Self;

    fn tactics(&self) -> &Self {
        self
    }

    fn evaluate(&self, rules: &Graph, pos: &u16) -> Score {
        NodeValue.evaluate(rules, pos)
    }
}

impl Tactics<Graph> for Noisy {
    type Node<'a> = NoisyNode<'a>;

    fn node<'a>(&'a self, rules: &'a Graph, pos: &'a u16) -> NoisyNode<'a> {
        NoisyNode { rules, pos, checks: self.checks }
    }
}

/// A node of [`Noisy`].
pub(super) struct NoisyNode<'a> {
    rules: &'a Graph,
    pos: &'a u16,
    checks: bool,
}

impl NodeTactics<u16> for NoisyNode<'_> {
    fn in_check(&self) -> bool {
        self.checks && self.pos % 4 == 3
    }

    fn noisy_moves(&self, out: &mut Vec<u16>) {
        let mut moves = Vec::new();
        self.rules.legal_moves(self.pos, &mut moves);
        out.extend(moves.into_iter().filter(|&mv| self.in_check() || self.is_noisy(mv)));
    }

    fn is_noisy(&self, mv: u16) -> bool {
        mv > *self.pos && mv.is_multiple_of(3)
    }
}
