//! Which move of a node comes next.
//!
//! Most nodes are cut after a move or two, so that nothing is done for a move before it has to be.
//! The table's move comes first, in some games before the others are listed; then all get such keys as
//! can be told at sight, and the best is selected. A noisy move is looked at closer when its turn has
//! come. Quiet moves are looked up in the histories when no other is left. When the turn comes to a
//! quiet move and none is worth a look any more, all of them are taken off the stack at once. Who has
//! wanted a few moves wants them all: the rest is sorted.

use super::history::{self, Context, TT_MOVE, UNRANKED};
use super::search::{Node, NodeArgs, is_noisy};
use super::tracer::Tracer;
use super::worker::Searcher;
use crate::game::{Evaluator, Rules};

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

impl<R: Rules, J: Evaluator<R>, T: Tracer<R>> Searcher<'_, R, J, T> {
    /// Puts the moves of the board on the stack. Those that a repetition rule forbids are removed
    /// when their turn comes: most never get one. The TT's move goes first; the others get their
    /// ordering keys, and in some games are generated, once it has been tried and has not cut.
    pub(super) fn generate(&mut self, pos: &R::Position, node: &Node, picker: &mut MovePicker) {
        let first = picker.first;
        let slot = node.tt_entry.and_then(|entry| entry.slot);
        if let Some(mv) = slot.and_then(|slot| self.rules.move_of_slot(pos, slot)) {
            self.moves.push(mv);
            self.score_tt_move(pos, first);
            picker.generated = Generated::TtMoveAlone;
            return;
        }
        self.generate_all(pos);
        let tt_move =
            slot.and_then(|slot| self.moves[first..].iter().position(|&mv| R::slot(mv) == slot));
        let Some(at) = tt_move else {
            self.score_moves(pos, node, first);
            picker.generated = Generated::Roughly;
            return;
        };
        self.moves[first..=first + at].rotate_right(1);
        self.score_tt_move(pos, first);
        picker.generated = Generated::TtMove;
    }

    fn generate_all(&mut self, pos: &R::Position) {
        self.rules.legal_moves(pos, &mut self.moves);
        self.keys.resize(self.moves.len(), 0);
    }

    /// The move at `first` is the TT's.
    fn score_tt_move(&mut self, pos: &R::Position, first: usize) {
        let noisy = self.evaluator.is_noisy(self.rules, pos, self.moves[first]);
        self.keys.truncate(first);
        self.keys.push(TT_MOVE << 1 | i32::from(noisy));
        self.keys.resize(self.moves.len(), 0);
    }

    /// Puts the moves on the stack, from `from` on, that come after the TT's.
    fn generate_others(&mut self, pos: &R::Position, node: &Node, from: usize) {
        self.generate_all(pos);
        let tt_move = node.tt_entry.and_then(|entry| entry.slot);
        let others = self.moves[from..].iter();
        if let Some(at) = others.map(|&mv| R::slot(mv)).position(|slot| Some(slot) == tt_move) {
            self.remove_move(from + at);
        }
    }

    /// Gives the moves on the stack from `from` on their ordering keys, as far as they can be told at
    /// once: whether a noisy move loses, and what is known of quiet moves, waits for their turn.
    fn score_moves(&mut self, pos: &R::Position, node: &Node, from: usize) {
        let noisy_score = self.evaluator.noisy_order_scores(self.rules, pos);
        let killers = self.history.killers(self.ply_of_path(), node.context);
        for (&mv, key) in self.moves[from..].iter().zip(&mut self.keys[from..]) {
            *key = match noisy_score(mv) {
                Some(score) => history::noisy_key(score) << 1 | 1,
                None => killers.key(R::slot(mv)) << 1,
            };
        }
    }

    /// Gives the quiet moves from `from` on that have none their ordering keys.
    fn score_quiets(&mut self, pos: &R::Position, context: Context, from: usize) {
        let unranked = self.moves[from..].iter().zip(&self.keys[from..]);
        let slots = unranked.filter(|(_, key)| **key == UNRANKED << 1).map(|(&mv, _)| R::slot(mv));
        self.history.prefetch(context, &slots);
        for (&mv, key) in self.moves[from..].iter().zip(&mut self.keys[from..]) {
            if *key == UNRANKED << 1 {
                let score = self.evaluator.quiet_order_score(self.rules, pos, mv);
                *key = (score + self.history.quiet_score(context, R::slot(mv))) << 1;
            }
        }
    }

    /// Brings the best of the moves whose turn has not come to place `number`; `false` if there is
    /// none left. Of quiet moves none is wanted any more if they may be pruned and none is worth it.
    pub(super) fn next_move(
        &mut self,
        pos: &R::Position,
        node: &Node,
        picker: &mut MovePicker,
        (args, may_prune): (NodeArgs, bool),
        number: usize,
    ) -> bool {
        let from = picker.first + number;
        if picker.generated == Generated::TtMoveAlone {
            self.generate_others(pos, node, from);
            picker.generated = Generated::TtMove;
        }
        if from == self.moves.len() {
            return false;
        }
        if picker.generated == Generated::TtMove {
            self.score_moves(pos, node, from);
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
                self.remove_quiets(pos, from);
                picker.has_skipped_quiets = true;
            } else if !self.score_closer(pos, node, picker, from) {
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
    fn score_closer(
        &mut self,
        pos: &R::Position,
        node: &Node,
        picker: &mut MovePicker,
        at: usize,
    ) -> bool {
        let key = self.keys[at] >> 1;
        if key == UNRANKED {
            self.score_quiets(pos, node.context, at);
            picker.generated = Generated::Scored;
            return true;
        }
        if !history::is_promising(key) {
            return false;
        }
        let closer =
            history::noisy_key(self.evaluator.order_score(self.rules, pos, self.moves[at]));
        self.keys[at] = closer << 1 | 1;
        closer != key
    }

    /// Takes the quiet moves off the stack whose turn has not come, but for those that give check.
    fn remove_quiets(&mut self, pos: &R::Position, from: usize) {
        let mut kept = from;
        let gives_check = self.evaluator.check_givers(self.rules, pos);
        for i in from..self.moves.len() {
            let (mv, key) = (self.moves[i], self.keys[i]);
            if is_noisy(key) || gives_check(mv) {
                (self.moves[kept], self.keys[kept]) = (mv, key);
                kept += 1;
            }
        }
        self.unresolved += (self.moves.len() - kept) as u64;
        self.moves.truncate(kept);
        self.keys.truncate(kept);
    }
}

/// Moves are selected one by one up to this one; a node that wants more wants them all.
const SELECTED: usize = 3;
/// Keys compared at once.
const AT_ONCE: usize = 8;

/// Brings the move with the highest key to the front of both lists, which are not empty: most nodes
/// are cut after a move or two. Equal moves stay in the generator's order: what is passed over moves
/// up by one.
pub(super) fn select<M: Copy>(moves: &mut [M], keys: &mut [i32]) {
    debug_assert_eq!(moves.len(), keys.len());
    // The highest key first, and then where it is: so several are compared at once.
    let highest = keys.iter().copied().fold(i32::MIN, i32::max);
    let has_it = |keys: &[i32]| keys.iter().filter(|&&key| key == highest).count() > 0;
    let at = keys.chunks_exact(AT_ONCE).take_while(|keys| !has_it(keys)).count() * AT_ONCE;
    let best = at + keys[at..].iter().position(|&key| key == highest).unwrap_or(0);
    let mv = moves[best];
    moves.copy_within(..best, 1);
    keys.copy_within(..best, 1);
    (moves[0], keys[0]) = (mv, highest);
}

/// In lists that are not empty and sorted but for the first move, puts that one in its place, before
/// its equals.
fn sink<M: Copy>(moves: &mut [M], keys: &mut [i32]) {
    debug_assert_eq!(moves.len(), keys.len());
    let (mv, key) = (moves[0], keys[0]);
    let mut hole = 0;
    while hole + 1 < keys.len() && keys[hole + 1] > key {
        (moves[hole], keys[hole]) = (moves[hole + 1], keys[hole + 1]);
        hole += 1;
    }
    (moves[hole], keys[hole]) = (mv, key);
}

/// Sorts lists of moves, and keeps the room it needs for it.
#[derive(Debug)]
pub(super) struct Sorter<M> {
    /// A word a move: its key, the higher the smaller, above its number.
    order: Vec<u64>,
    moves: Vec<M>,
}

impl<M> Default for Sorter<M> {
    fn default() -> Self {
        Self { order: Vec::new(), moves: Vec::new() }
    }
}

impl<M: Copy> Sorter<M> {
    /// Brings the moves with high keys to the front; equal ones stay in their order.
    pub(super) fn sort(&mut self, moves: &mut [M], keys: &mut [i32]) {
        debug_assert_eq!(moves.len(), keys.len());
        self.order.clear();
        self.order.extend(keys.iter().zip(0..).map(|(&key, i)| descending(key) | i));
        self.order.sort_unstable();
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        for ((mv, key), &word) in moves.iter_mut().zip(keys).zip(&self.order) {
            *mv = self.moves[number_of(word)];
            *key = key_of(word);
        }
    }
}

/// A word whose upper half is the smaller the higher the key.
const fn descending(key: i32) -> u64 {
    (!(key ^ i32::MIN).cast_unsigned() as u64) << u32::BITS
}

/// The number in the lower half of a word.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is wanted")]
const fn number_of(word: u64) -> usize {
    word as u32 as usize
}

/// The key in a word of [`descending`].
const fn key_of(word: u64) -> i32 {
    !((word >> u32::BITS) as u32).cast_signed() ^ i32::MIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selection_and_sorting_are_stable() {
        let (mut moves, mut keys) = (vec!['a', 'b', 'c', 'd'], vec![1, 5, 5, 0]);
        for from in 0..4 {
            select(&mut moves[from..], &mut keys[from..]);
        }
        assert_eq!((&moves[..], &keys[..]), (&['b', 'c', 'a', 'd'][..], &[5, 5, 1, 0][..]));
        let (mut moves, mut keys) =
            (vec!['a', 'b', 'c', 'd', 'e'], vec![1, i32::MAX, 5, 5, i32::MIN]);
        Sorter::default().sort(&mut moves, &mut keys);
        assert_eq!(moves, ['b', 'c', 'd', 'a', 'e']);
        assert_eq!(keys, [i32::MAX, 5, 5, 1, i32::MIN]);
    }

    #[test]
    fn what_has_become_worse_sinks_to_its_place() {
        for (first, place) in [(9, 0), (5, 1), (4, 2), (0, 4)] {
            let (mut moves, mut keys) = (vec!['x', 'a', 'b', 'c', 'd'], vec![first, 6, 5, 3, 1]);
            sink(&mut moves, &mut keys);
            assert_eq!(moves.iter().position(|&mv| mv == 'x'), Some(place), "{first}");
            assert!(keys.is_sorted_by(|a, b| a >= b), "{keys:?}");
        }
    }
}
