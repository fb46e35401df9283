//! What the tree says: the moves of a node in the order of their worth, lines, scores.
//!
//! The best move is the one that was tried most, unless proofs say better: a move that wins goes
//! before all others, the sooner the better; a move that loses comes last, the later the better; and
//! a move whose evaluation is below what another is sure of does not go before that, nor any other before
//! one that comes to what is proven to be the most. Visits that were made when more was thought of a move than
//! it is proven to come to say nothing, if the move that was tried most besides has a better score. Where
//! that has none they count as they are: an upper bound is a hope, and a move that was hardly tried has
//! a high one soon.

use super::chance::{Squash, WHOLE};
use super::proof::Proof;
use super::tree::{Edge, Node};
use plyglot_core::game::Rules;
use plyglot_core::sort::sort_descending;
use plyglot_core::{Score, Side};

/// A chance that is so much too high was clearly wrong.
const CLEARLY: u32 = WHOLE / 50;

/// How much one should like a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Wish {
    /// Of a win the score, else no win.
    win: Score,
    is_not_lost: bool,
    /// Not below what another is sure of; where the value of the node is proven, proven to come to it.
    is_sure: bool,
    visits: u32,
    score: Score,
}

/// A tree as it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// Chances as scores.
    pub(super) squash: Squash,
    /// Proofs of draws hold only up to the horizon of a search for a mate: there a line ends in one.
    pub(super) only_mates: bool,
}

impl Reading {
    /// The score of a move for the side that plays it; `None` where it was not tried.
    pub(super) fn score<M>(self, edge: &Edge<M>, side: Side) -> Option<Score> {
        let child = edge.child()?;
        let proof = edge.proof();
        let mean = child.mean.of(side, 0).map(|chance| self.squash.score(chance));
        let decides = proof.low > Score::EVAL_MAX || proof.high < -Score::EVAL_MAX;
        if self.only_mates && !decides {
            return mean;
        }
        match mean {
            Some(mean) => Some(proof.score(side, mean)),
            None => proof.is_closed().then(|| proof.score(side, Score::DRAW)),
        }
    }

    /// Whether [`Reading::score`] of a move is proven, and no evaluation.
    pub(super) fn is_exact<M>(self, edge: &Edge<M>) -> bool {
        let proof = edge.proof();
        proof.is_exact() && !(self.only_mates && proof.low.raw().abs() <= Score::EVAL_MAX.raw())
    }

    /// The chance that a score stands for, in thousandths.
    pub(super) fn chance(self, score: Score) -> u16 {
        let thousandths = (self.squash.chance(score) * 1000 + WHOLE / 2) / WHOLE;
        u16::try_from(thousandths).unwrap_or(1000)
    }

    /// The score of a node that has been visited, for this side to move.
    pub(super) fn score_of_node<M>(self, node: &Node<M>, side: Side) -> Score {
        let mean = node.mean.of(side, 0).map_or(Score::DRAW, |mean| self.squash.score(mean));
        node.proof.get().score(side, mean)
    }

    /// Whether clearly less is proven of a move than was thought of it.
    fn is_overrated<M>(self, edge: &Edge<M>, side: Side) -> bool {
        let mean = edge.child().and_then(|child| child.mean.of(side, 0));
        let high = edge.proof().seen_by(side).high;
        let most = f64::from(self.squash.chance(high) + CLEARLY) / f64::from(WHOLE);
        !self.only_mates && mean.is_some_and(|mean| mean > most)
    }

    /// The score of the move that was tried most of those whose visits speak for them.
    fn score_of_most_tried<M>(self, node: &Node<M>, side: Side) -> Option<Score> {
        let rated = node.edges().iter().filter(|edge| !self.is_overrated(edge, side));
        rated.max_by_key(|edge| edge.visits()).and_then(|edge| self.score(edge, side))
    }

    /// The tried edges of a node, the best first.
    pub(super) fn ranked<M>(self, node: &Node<M>, side: Side) -> Vec<&Edge<M>> {
        let Proof { low, high } = node.proof.get().seen_by(side);
        let rival = self.score_of_most_tried(node, side);
        let wish = |edge: &Edge<M>| {
            let (proof, score) = (edge.proof().seen_by(side), self.score(edge, side)?);
            let is_refuted =
                self.is_overrated(edge, side) && rival.is_some_and(|rival| rival > score);
            let is_won = proof.low > Score::EVAL_MAX;
            let is_lost = proof.high < -Score::EVAL_MAX;
            Some(Wish {
                win: if is_won { proof.low } else { Score::EVAL_MAX },
                is_not_lost: !is_lost,
                is_sure: self.only_mates
                    || if low == high { proof.low >= low } else { score >= low },
                visits: if is_refuted || is_lost { 0 } else { edge.visits() },
                score,
            })
        };
        let mut ranked: Vec<(Wish, &Edge<M>)> =
            node.edges().iter().filter_map(|edge| Some((wish(edge)?, edge))).collect();
        sort_descending(&mut ranked, |(wish, _)| *wish);
        ranked.into_iter().map(|(_, edge)| edge).collect()
    }

    /// The best line that begins with this move.
    pub(super) fn line<R: Rules>(
        self,
        rules: &R,
        pos: &R::Position,
        first: &Edge<R::Move>,
    ) -> Vec<R::Move> {
        let (mut line, mut pos, mut edge) = (Vec::new(), pos.clone(), first);
        loop {
            line.push(edge.mv);
            rules.play(&mut pos, edge.mv);
            let next = edge.child().map(|child| self.ranked(child, rules.side_to_move(&pos)));
            let Some(next) = next.and_then(|ranked| ranked.first().copied()) else { return line };
            edge = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::experience::Experience;
    use super::super::select::Selection;
    use super::super::tree::Tree;
    use super::*;

    const SCALE_CP: i32 = 100;

    /// A node of the first side with two moves, each tried so often with so many wins of ten, the first ones
    /// first; the first move is proven to come to `high` at most.
    fn two_moves(visits: [u32; 2], wins_of_ten: u32, high: i32) -> Tree<u16> {
        let tree = Tree::new(1 << 20);
        let edges = [1, 2].map(|mv| Edge::new(mv, 0.5, Experience::NONE));
        tree.expand(&tree.root, edges.into(), false);
        for (edge, visits) in tree.root.edges().iter().zip(visits) {
            let child = tree.child(edge);
            for visit in 0..visits {
                let chance = if visit % 10 < wins_of_ten { WHOLE } else { 0 };
                child.mean.add(chance);
                tree.root.mean.add(chance);
            }
        }
        let child = tree.child(&tree.root.edges()[0]);
        child.proof.add(Proof { low: Score::MINUS_INFINITE, high: Score::cp(high) });
        tree
    }

    /// A move that 90 visits thought won by nine to one before it was proven to come to a loss by fifteen
    /// points at most, and one of ten visits that are as good.
    fn deceived() -> Tree<u16> {
        two_moves([90, 10], 9, -1500)
    }

    #[test]
    fn visits_say_nothing_of_a_move_that_is_proven_to_come_to_less() {
        let tree = deceived();
        let ranked = |only_mates| {
            let reading = Reading { squash: Squash::new(SCALE_CP), only_mates };
            reading.ranked(&tree.root, Side::First).iter().map(|edge| edge.mv).collect::<Vec<_>>()
        };
        assert_eq!(ranked(false), [2, 1]);
        assert_eq!(ranked(true), [1, 2], "where only mates count it is an evaluation like others");
    }

    #[test]
    fn a_mean_is_believed_as_far_as_the_proof_goes() {
        let tree = deceived();
        let choose = |bounds| {
            let selection = Selection { exploration: 0.0, rave_visits: 0.0, bounds };
            selection.choose(&tree.root, Side::First, false)
        };
        assert_eq!(choose(Some(Squash::new(SCALE_CP))), Some(1));
        assert_eq!(choose(None), Some(0), "means alike, the first");
    }

    #[test]
    fn a_mean_that_was_low_enough_before_counts_with_its_visits() {
        let reading = Reading { squash: Squash::new(SCALE_CP), only_mates: false };
        let mean = reading.squash.score(0.9);
        for (high, is_overrated) in [(2000, false), (mean.raw() - 1, false), (100, true)] {
            let tree = deceived();
            let edge = &tree.root.edges()[1];
            tree.child(edge).proof.add(Proof { low: Score::MINUS_INFINITE, high: Score::cp(high) });
            assert_eq!(reading.is_overrated(edge, Side::First), is_overrated, "{high}");
        }
        let tree = deceived();
        assert!(!reading.is_overrated(&tree.root.edges()[1], Side::First), "nothing is proven");
    }

    /// A move that two playouts won, and that is proven to come to `high` at most, beside one that was tried
    /// 900 times and won six games of ten.
    fn hopeful(high: i32) -> Tree<u16> {
        two_moves([2, 900], 6, high)
    }

    #[test]
    fn the_most_that_a_move_may_come_to_is_not_what_it_comes_to() {
        let reading = Reading { squash: Squash::new(SCALE_CP), only_mates: false };
        for high in [-500, 0, 200] {
            let tree = hopeful(high);
            assert!(reading.is_overrated(&tree.root.edges()[0], Side::First), "{high}");
            assert_eq!(reading.ranked(&tree.root, Side::First)[0].mv, 2, "at most {high}");
        }
    }

    #[test]
    fn a_value_that_is_proven_is_played_for_by_the_move_that_proves_it() {
        let reading = Reading { squash: Squash::new(SCALE_CP), only_mates: false };
        let tree = hopeful(0);
        let [proven, open] = [0, 1].map(|at| tree.child(&tree.root.edges()[at]));
        proven.proof.add(Proof { low: Score::DRAW, high: Score::DRAW });
        open.proof.add(Proof { low: Score::MINUS_INFINITE, high: Score::DRAW });
        assert_eq!(reading.ranked(&tree.root, Side::First)[0].mv, 2, "as long as the node is open");
        tree.root.prove_by_moves(Side::First);
        assert_eq!(reading.ranked(&tree.root, Side::First)[0].mv, 1);
    }
}
