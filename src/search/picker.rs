//! Which move of a node comes next.
//!
//! Most nodes are cut after a move or two, so that nothing is done for a move before it has to be.
//! The table's move comes first, in some games before the others are listed; then all get such keys as
//! can be told at sight, and the best is selected. A noisy move is looked at closer when its turn has
//! come. Quiet moves are looked up in the statistics when no other is left. When the turn comes to a
//! quiet move and none is worth a look any more, all of them are taken off the stack at once. Who has
//! wanted a few moves wants them all: the rest is sorted.

use super::node::{Outlook, Place, is_noisy};
use super::order::{self, Context, SELECTED, TABLE_MOVE, UNRANKED};
use super::searcher::Searcher;
use super::watch::Observer;
use crate::core::Score;
use crate::game::{Evaluator, Rules};

/// How far the moves of a node have been put in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ranking {
    /// The table's move is on the stack; the others are not.
    TableMoveAlone,
    /// The table's move is the first; the others have no ordering keys yet.
    TableMove,
    /// All have keys, quiet moves only such as can be told without looking them up.
    AtSight,
    /// All have keys; noisy moves such as hold as long as nobody looks closer.
    Whole,
    /// And those that are left are sorted by them.
    Sorted,
}

/// Which quiet moves of a node are on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quiets {
    All,
    /// The others were not worth a look.
    LoudMakers,
}

impl<R: Rules, J: Evaluator<R>, O: Observer<R>> Searcher<'_, R, J, O> {
    /// Puts the moves of the board on the stack. Those that a repetition rule forbids are struck out
    /// when their turn comes: most never get one. The table's move goes first; the others get their
    /// ordering keys, and in some games are listed, once it has been tried and has not cut.
    pub(super) fn expand(&mut self, pos: &R::Position, outlook: &Outlook<R::Move>) -> Ranking {
        let first = outlook.first;
        let slot = outlook.hit.and_then(|hit| hit.slot);
        if let Some(mv) = slot.and_then(|slot| self.rules.move_of_slot(pos, slot)) {
            self.moves.push(mv);
            self.put_tables(pos, first);
            return Ranking::TableMoveAlone;
        }
        self.list(pos);
        let of_table =
            slot.and_then(|slot| self.moves[first..].iter().position(|&mv| R::slot(mv) == slot));
        let Some(at) = of_table else {
            self.rank(pos, outlook, first);
            return Ranking::AtSight;
        };
        self.moves[first..=first + at].rotate_right(1);
        self.put_tables(pos, first);
        Ranking::TableMove
    }

    fn list(&mut self, pos: &R::Position) {
        self.rules.legal_moves(pos, &mut self.moves);
        self.keys.resize(self.moves.len(), 0);
    }

    /// The move at `first` is the table's.
    fn put_tables(&mut self, pos: &R::Position, first: usize) {
        let noisy = self.evaluator.is_noisy(self.rules, pos, self.moves[first]);
        self.keys.truncate(first);
        self.keys.push(TABLE_MOVE << 1 | i32::from(noisy));
        self.keys.resize(self.moves.len(), 0);
    }

    /// Puts the moves on the stack, from `from` on, that come after the table's.
    fn list_others(&mut self, pos: &R::Position, outlook: &Outlook<R::Move>, from: usize) {
        self.list(pos);
        let of_table = outlook.hit.and_then(|hit| hit.slot);
        let others = self.moves[from..].iter();
        if let Some(at) = others.map(|&mv| R::slot(mv)).position(|slot| Some(slot) == of_table) {
            self.strike_out(from + at);
        }
    }

    /// Gives the moves on the stack from `from` on their ordering keys, as far as they can be told at
    /// once: whether a noisy move loses, and what is known of quiet moves, waits for their turn.
    fn rank(&mut self, pos: &R::Position, outlook: &Outlook<R::Move>, from: usize) {
        let noisy_hint = self.evaluator.noisy_order_scores(self.rules, pos);
        let favourites = self.history.favourites(self.ply_of_path(), outlook.context);
        for (&mv, key) in self.moves[from..].iter().zip(&mut self.keys[from..]) {
            *key = match noisy_hint(mv) {
                Some(order_score) => order::noisy_key(order_score) << 1 | 1,
                None => favourites.key(R::slot(mv)) << 1,
            };
        }
    }

    /// Gives the quiet moves from `from` on that have none their ordering keys.
    fn rank_quiets(&mut self, pos: &R::Position, context: Context, from: usize) {
        let unranked = self.moves[from..].iter().zip(&self.keys[from..]);
        let slots = unranked.filter(|(_, key)| **key == UNRANKED << 1).map(|(&mv, _)| R::slot(mv));
        self.history.prefetch(context, &slots);
        for (&mv, key) in self.moves[from..].iter().zip(&mut self.keys[from..]) {
            if *key == UNRANKED << 1 {
                let order_score = self.evaluator.quiet_order_score(self.rules, pos, mv);
                *key = (order_score + self.history.quiet_score(context, R::slot(mv))) << 1;
            }
        }
    }

    /// Brings the best of the moves whose turn has not come to place `number`; `false` if there is
    /// none left.
    pub(super) fn select(
        &mut self,
        pos: &R::Position,
        outlook: &mut Outlook<R::Move>,
        (asked, best): (Place, Score),
        number: usize,
    ) -> bool {
        let from = outlook.first + number;
        if outlook.ranking == Ranking::TableMoveAlone {
            self.list_others(pos, outlook, from);
            outlook.ranking = Ranking::TableMove;
        }
        if from == self.moves.len() {
            return false;
        }
        if outlook.ranking == Ranking::TableMove {
            self.rank(pos, outlook, from);
            outlook.ranking = Ranking::AtSight;
        }
        self.bring_best(outlook, number);
        while self.looks_closer(pos, outlook, (asked, best), number) {
            if from == self.moves.len() {
                return false;
            }
            self.bring_best(outlook, number);
        }
        true
    }

    fn bring_best(&mut self, outlook: &mut Outlook<R::Move>, number: usize) {
        let from = outlook.first + number;
        let (moves, keys) = (&mut self.moves[from..], &mut self.keys[from..]);
        match outlook.ranking {
            Ranking::Sorted => order::sink(moves, keys),
            Ranking::Whole if number >= SELECTED => {
                self.sorter.sort(moves, keys);
                outlook.ranking = Ranking::Sorted;
            }
            _ => order::select(moves, keys),
        }
    }

    /// Completes the ordering key of the move that comes next at first sight; whether that has
    /// changed what comes next.
    fn looks_closer(
        &mut self,
        pos: &R::Position,
        outlook: &mut Outlook<R::Move>,
        (asked, best): (Place, Score),
        number: usize,
    ) -> bool {
        let at = outlook.first + number;
        let (quiet, key) = (!is_noisy(self.keys[at]), self.keys[at] >> 1);
        // Most nodes near the horizon have tried enough before they have ordered anything.
        let may_drop = quiet && outlook.quiets == Quiets::All && self.may_leave_out(outlook, best);
        if may_drop && self.wants_no_quiets(outlook, asked, number) {
            self.drop_quiets(pos, at);
            outlook.quiets = Quiets::LoudMakers;
            return true;
        }
        if key == UNRANKED {
            self.rank_quiets(pos, outlook.context, at);
            outlook.ranking = Ranking::Whole;
            return true;
        }
        if !order::is_promising(key) {
            return false;
        }
        let closer = order::noisy_key(self.evaluator.order_score(self.rules, pos, self.moves[at]));
        self.keys[at] = closer << 1 | 1;
        closer != key
    }

    /// Takes the quiet moves off the stack whose turn has not come, but for those that make loud.
    fn drop_quiets(&mut self, pos: &R::Position, from: usize) {
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
