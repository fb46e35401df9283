//! What the tree says: the moves of a node in the order of their worth, lines, scores.
//!
//! The best move is the one that was tried most, unless proofs say better: a move that wins goes
//! before all others, the sooner the better; a move that loses comes last, the later the better; and
//! a move whose opinion is below what another is sure of does not go before that.

use super::chance::{Squash, WHOLE};
use super::tree::{Edge, Node};
use plyglot_core::game::Rules;
use plyglot_core::sort::sort_descending;
use plyglot_core::{Score, Side};

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

    /// The tried edges of a node, the best first.
    pub(super) fn ranked<M>(self, node: &Node<M>, side: Side) -> Vec<&Edge<M>> {
        let sure = node.proof.get().seen_by(side).low;
        let sure = if self.only_mates { Score::MINUS_INFINITE } else { sure };
        let wish = |edge: &Edge<M>| {
            let (proof, score) = (edge.proof().seen_by(side), self.score(edge, side)?);
            let is_won = proof.low > Score::EVAL_MAX;
            Some(Wish {
                win: if is_won { proof.low } else { Score::EVAL_MAX },
                is_not_lost: proof.high >= -Score::EVAL_MAX,
                is_sure: score >= sure,
                visits: if proof.high < -Score::EVAL_MAX { 0 } else { edge.visits() },
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
