//! What the tree says: the moves of a node in the order of their worth, lines, scores.
//!
//! The best move is the one that was tried most, unless proofs say better: a move that wins goes
//! before all others, the sooner the better; a move that loses comes last, the later the better; and
//! a move whose opinion is below what another is sure of does not go before that. Visits that were made
//! when more was thought of a move than it can be proven to come to say nothing.

use super::chance::{Squash, WHOLE};
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
    /// Not below what another is sure of.
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
        let opinion = child.mean.of(side, 0).map(|chance| self.squash.score(chance));
        let decides = proof.low > Score::EVAL_MAX || proof.high < -Score::EVAL_MAX;
        if self.only_mates && !decides {
            return opinion;
        }
        match opinion {
            Some(opinion) => Some(proof.score(side, opinion)),
            None => proof.is_closed().then(|| proof.score(side, Score::DRAW)),
        }
    }

    /// The chance that a score stands for, in thousandths.
    pub(super) fn chance(self, score: Score) -> u16 {
        let thousandths = (self.squash.chance(score) * 1000 + WHOLE / 2) / WHOLE;
        u16::try_from(thousandths).unwrap_or(1000)
    }

    /// The score of a node that has been visited, for this side to move.
    pub(super) fn score_of_node<M>(self, node: &Node<M>, side: Side) -> Score {
        let opinion = node.mean.of(side, 0).map_or(Score::DRAW, |mean| self.squash.score(mean));
        node.proof.get().score(side, opinion)
    }

    /// Whether clearly less is proven of a move than was thought of it: its visits do not speak for it then.
    fn is_refuted<M>(self, edge: &Edge<M>, side: Side) -> bool {
        let high = edge.proof().seen_by(side).high;
        if high < -Score::EVAL_MAX {
            return true;
        }
        let mean = edge.child().and_then(|child| child.mean.of(side, 0));
        let most = f64::from(self.squash.chance(high) + CLEARLY) / f64::from(WHOLE);
        !self.only_mates && mean.is_some_and(|mean| mean > most)
    }

    /// The tried edges of a node, the best first.
    pub(super) fn ranked<M>(self, node: &Node<M>, side: Side) -> Vec<&Edge<M>> {
        let refuted = node.edges().iter().filter(|edge| self.is_refuted(edge, side));
        let least = refuted.filter_map(|edge| self.score(edge, side)).max();
        let sure = node.proof.get().seen_by(side).low.max(least.unwrap_or(Score::MINUS_INFINITE));
        let sure = if self.only_mates { Score::MINUS_INFINITE } else { sure };
        let wish = |edge: &Edge<M>| {
            let (proof, score) = (edge.proof().seen_by(side), self.score(edge, side)?);
            let is_refuted = self.is_refuted(edge, side);
            let is_won = proof.low > Score::EVAL_MAX;
            Some(Wish {
                win: if is_won { proof.low } else { Score::EVAL_MAX },
                is_not_lost: proof.high >= -Score::EVAL_MAX,
                is_sure: score >= sure,
                visits: if is_refuted { 0 } else { edge.visits() },
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
    use super::super::proof::Proof;
    use super::super::select::Selection;
    use super::super::tree::Tree;
    use super::*;

    const SCALE_CP: i32 = 100;

    /// A node of the first side with two moves: one that 90 visits thought won by nine to one before it was
    /// proven to come to a loss by fifteen points at most, and one of ten visits that are as good.
    fn deceived() -> Tree<u16> {
        let tree = Tree::new(1 << 20);
        let edges = [1, 2].map(|mv| Edge::new(mv, 0.5, Experience::NONE));
        tree.expand(&tree.root, edges.into(), false);
        for (edge, visits) in tree.root.edges().iter().zip([90, 10]) {
            let child = tree.child(edge);
            for visit in 0..visits {
                let chance = if visit % 10 == 0 { 0 } else { WHOLE };
                child.mean.add(chance);
                tree.root.mean.add(chance);
            }
        }
        let high = Score::cp(-1500);
        let child = tree.child(&tree.root.edges()[0]);
        child.proof.add(Proof { low: Score::MINUS_INFINITE, high });
        tree
    }

    #[test]
    fn visits_say_nothing_of_a_move_that_is_proven_to_come_to_less() {
        let tree = deceived();
        let ranked = |only_mates| {
            let reading = Reading { squash: Squash::new(SCALE_CP), only_mates };
            reading.ranked(&tree.root, Side::First).iter().map(|edge| edge.mv).collect::<Vec<_>>()
        };
        assert_eq!(ranked(false), [2, 1]);
        assert_eq!(ranked(true), [1, 2], "where only mates count it is an opinion like others");
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
        for (high, is_refuted) in [(2000, false), (mean.raw() - 1, false), (100, true)] {
            let tree = deceived();
            let edge = &tree.root.edges()[1];
            tree.child(edge).proof.add(Proof { low: Score::MINUS_INFINITE, high: Score::cp(high) });
            assert_eq!(reading.is_refuted(edge, Side::First), is_refuted, "{high}");
        }
        let tree = deceived();
        assert!(!reading.is_refuted(&tree.root.edges()[1], Side::First), "nothing is proven");
    }
}
