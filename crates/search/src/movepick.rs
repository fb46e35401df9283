//! Which move of a node comes next.
//!
//! Most nodes are cut after a move or two, so that nothing is done for a move before it has to be.
//! The table's move comes first, in some games before the others are listed; then all get such keys as
//! can be told at sight, and the best is selected. A noisy move is looked at closer when its turn has
//! come. Quiet moves are looked up in the histories when no other is left. When the turn comes to a
//! quiet move and none is worth a look any more, all of them are taken off the stack at once. Who has
//! wanted a few moves wants them all: the rest is sorted.

use super::history::{self, TT_MOVE, UNRANKED};
use super::node::{Node, NodeArgs};
use super::sort::{select, sink};
use super::tracer::Tracer;
use super::worker::Searcher;
use plyglot_core::game::{Evaluator, NodeTactics, Rules};

/// How far the moves of a node have been generated and put in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Generated {
    /// The TT's move is on the stack; the others are not.
    TtMoveAlone,
    /// The TT's move is the first; the others have no ordering keys yet.
    TtMove,
    /// All have keys, quiet moves only such as can be told without looking them up.
    Roughly,
    /// All have keys; noisy moves such as hold as long as nobody looks closer.
    Scored,
    /// And those that are left are sorted by them.
    Sorted,
}

/// The moves of a node on the stack.
#[derive(Debug)]
pub(super) struct MovePicker {
    /// Where they begin.
    pub(super) first: usize,
    pub(super) generated: Generated,
    /// The quiet moves that were left have been taken off, but for those that give check.
    has_skipped_quiets: bool,
}

impl MovePicker {
    /// No moves yet; they will stand on the stack from `first` on.
    pub(super) const fn new(first: usize) -> Self {
        Self { first, generated: Generated::TtMove, has_skipped_quiets: false }
    }
}

impl<R: Rules, E: Evaluator<R>, T: Tracer<R>> Searcher<'_, R, E, T> {
    /// Puts the moves of the board on the stack. Those that a repetition rule forbids are removed
    /// when their turn comes: most never get one. The TT's move goes first; the others get their
    /// ordering keys, and in some games are generated, once it has been tried and has not cut.
    pub(super) fn generate(&mut self, node: &Node<'_, R, E>, picker: &mut MovePicker, depth: i32) {
        let first = picker.first;
        let encoded = node.tt_entry.and_then(|entry| entry.mv);
        if let Some(mv) =
            encoded.and_then(|encoded| self.shared.rules.decode_move(node.pos, encoded))
        {
            self.moves.push(mv);
            self.score_tt_move(node, first);
            picker.generated = Generated::TtMoveAlone;
            return;
        }
        self.generate_all(node.pos, depth);
        let tt_move = encoded.and_then(|encoded| {
            self.moves[first..].iter().position(|&mv| R::encode_move(mv) == encoded)
        });
        let Some(at) = tt_move else {
            self.score_moves(node, first);
            picker.generated = Generated::Roughly;
            return;
        };
        self.moves[first..=first + at].rotate_right(1);
        self.score_tt_move(node, first);
        picker.generated = Generated::TtMove;
    }

    /// Lists all moves of a node with so many plies left.
    fn generate_all(&mut self, pos: &R::Position, depth: i32) {
        let first = self.moves.len();
        self.shared.rules.legal_moves(pos, &mut self.moves);
        self.keys.resize(self.moves.len(), 0);
        self.prefetch_all(pos, first, depth - 1);
    }

    /// The move at `first` is the TT's.
    fn score_tt_move(&mut self, node: &Node<'_, R, E>, first: usize) {
        let noisy = node.tactics.is_noisy(self.moves[first]);
        self.keys.truncate(first);
        self.keys.push(TT_MOVE << 1 | i32::from(noisy));
        self.keys.resize(self.moves.len(), 0);
    }

    /// Puts the moves on the stack, from `from` on, that come after the TT's.
    fn generate_others(&mut self, node: &Node<'_, R, E>, from: usize, depth: i32) {
        self.generate_all(node.pos, depth);
        let tt_move = node.tt_entry.and_then(|entry| entry.mv);
        let others = self.moves[from..].iter();
        if let Some(at) =
            others.map(|&mv| R::encode_move(mv)).position(|encoded| Some(encoded) == tt_move)
        {
            self.remove_move(from + at);
        }
    }

    /// Gives the moves on the stack from `from` on their ordering keys, as far as they can be told at
    /// once: whether a noisy move loses, and what is known of quiet moves, waits for their turn.
    fn score_moves(&mut self, node: &Node<'_, R, E>, from: usize) {
        let killers = self.history.killers(self.ply_of_path(), node.context);
        for (&mv, key) in self.moves[from..].iter().zip(&mut self.keys[from..]) {
            *key = if node.tactics.is_noisy(mv) {
                history::noisy_key(node.tactics.order_score(mv)) << 1 | 1
            } else {
                killers.key(R::encode_move(mv)) << 1
            };
        }
    }

    /// Gives the quiet moves from `from` on that have none their ordering keys.
    fn score_quiets(&mut self, node: &Node<'_, R, E>, from: usize) {
        let context = node.context;
        let unranked = self.moves[from..].iter().zip(&self.keys[from..]);
        let encoded =
            unranked.filter(|(_, key)| **key == UNRANKED << 1).map(|(&mv, _)| R::encode_move(mv));
        self.history.prefetch(context, &encoded);
        for (&mv, key) in self.moves[from..].iter().zip(&mut self.keys[from..]) {
            if *key == UNRANKED << 1 {
                let score = node.tactics.order_score(mv);
                *key = (score + self.history.quiet_score(context, R::encode_move(mv))) << 1;
            }
        }
    }

    /// Brings the best of the moves whose turn has not come to place `number`; `false` if there is
    /// none left. Of quiet moves none is wanted any more if they may be pruned and none is worth it.
    pub(super) fn next_move(
        &mut self,
        node: &Node<'_, R, E>,
        picker: &mut MovePicker,
        args: NodeArgs,
        may_prune: bool,
        number: usize,
    ) -> bool {
        let from = picker.first + number;
        if picker.generated == Generated::TtMoveAlone {
            self.generate_others(node, from, args.depth);
            picker.generated = Generated::TtMove;
        }
        if from == self.moves.len() {
            return false;
        }
        if picker.generated == Generated::TtMove {
            self.score_moves(node, from);
            picker.generated = Generated::Roughly;
        }
        self.bring_best(picker, number);
        loop {
            // Most nodes near the horizon have tried enough before they have ordered anything.
            let is_quiet = !is_noisy(self.keys[from]);
            if may_prune
                && is_quiet
                && !picker.has_skipped_quiets
                && self.skips_quiets(node, args, number)
            {
                self.remove_quiets(node, from);
                picker.has_skipped_quiets = true;
            } else if !self.score_closer(node, picker, from) {
                return true;
            }
            if from == self.moves.len() {
                return false;
            }
            self.bring_best(picker, number);
        }
    }

    fn bring_best(&mut self, picker: &mut MovePicker, number: usize) {
        let from = picker.first + number;
        let (moves, keys) = (&mut self.moves[from..], &mut self.keys[from..]);
        match picker.generated {
            Generated::Sorted => sink(moves, keys),
            Generated::Scored if number >= SELECTED => {
                self.sorter.sort(moves, keys);
                picker.generated = Generated::Sorted;
            }
            _ => select(moves, keys),
        }
    }

    /// Completes the ordering key of the move at `at`, which seems the best; whether that has changed
    /// which one is.
    fn score_closer(&mut self, node: &Node<'_, R, E>, picker: &mut MovePicker, at: usize) -> bool {
        let key = self.keys[at] >> 1;
        if key == UNRANKED {
            self.score_quiets(node, at);
            picker.generated = Generated::Scored;
            return true;
        }
        if !history::is_promising(key) {
            return false;
        }
        let loss = node.tactics.see_loss(self.moves[at]);
        if loss < 0 {
            self.keys[at] = history::noisy_key(loss) << 1 | 1;
        }
        loss < 0
    }

    /// Takes the quiet moves off the stack whose turn has not come, but for those that give check.
    fn remove_quiets(&mut self, node: &Node<'_, R, E>, from: usize) {
        let mut kept = from;
        for i in from..self.moves.len() {
            let (mv, key) = (self.moves[i], self.keys[i]);
            if is_noisy(key) || node.tactics.gives_check(mv) {
                (self.moves[kept], self.keys[kept]) = (mv, key);
                kept += 1;
            }
        }
        let left_out = (self.moves.len() - kept) as u64;
        self.unresolved += left_out;
        if T::ON {
            self.note(|notes| notes.left_out += left_out);
        }
        self.moves.truncate(kept);
        self.keys.truncate(kept);
    }
}

/// Whether a move on the stack is noisy: the lowest bit of its ordering key.
pub(super) const fn is_noisy(key: i32) -> bool {
    key & 1 == 1
}

/// Moves are selected one by one up to this one; a node that wants more wants them all.
const SELECTED: usize = 3;
