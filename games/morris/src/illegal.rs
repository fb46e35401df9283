//! Why a move is not legal, as a person who has just tried it wants to know.

use super::board::Set;
use super::moves::Move;
use super::position::Position;
use super::rules::{Closing, Morris};
use plyglot_core::bits::bits;

impl Morris {
    /// Why this move, well-formed, is not legal; empty where there is no more to say than that.
    pub(super) fn why_not(&self, pos: &Position, mv: Move) -> String {
        if mv.is_pass() {
            return "a side that can move may not pass".to_owned();
        }
        let Some(to) = mv.to() else {
            return if pos.pending() == 0 {
                "there is no mill that takes a man".to_owned()
            } else {
                self.why_not_taken(pos, mv.taken_set())
            };
        };
        if pos.pending() > 0 {
            return "a man of the other side is to be taken first, as in xg4".to_owned();
        }
        self.why_not_gone(pos, mv.from(), to).unwrap_or_else(|| self.why_not_closed(pos, mv, to))
    }

    /// Why no man goes there.
    fn why_not_gone(&self, pos: &Position, from: Option<u8>, to: u8) -> Option<String> {
        let mover = pos.side();
        let (places, moves) = self.ways(pos, mover);
        let name = |point: u8| self.set.board.name(point);
        let holds = |men: Set, point: u8| men >> point & 1 == 1;
        if let Some(from) = from {
            if !moves {
                return Some("men move when all are placed".to_owned());
            }
            if !holds(pos.men(mover), from) {
                let is_other = holds(pos.men(mover.other()), from);
                let what = if is_other { "a man of the other side" } else { "no man" };
                return Some(format!("{what} stands on {}", name(from)));
            }
        } else if !places {
            return Some("no man is left to be placed".to_owned());
        }
        if !holds(self.empty(pos), to) {
            return Some(format!("{} is taken", name(to)));
        }
        let from = from.filter(|_| !self.flies(pos, mover))?;
        let is_beside = holds(self.set.board.beside(1 << from, self.empty(pos)), to);
        (!is_beside).then(|| format!("no line joins {} and {}", name(from), name(to)))
    }

    /// Why a man that gets there takes no such men.
    fn why_not_closed(&self, pos: &Position, mv: Move, to: u8) -> String {
        let taken = mv.taken_set();
        match self.closing(pos, mv.from(), to) {
            Closing::Forbidden => "it closes the mill again that was just opened".to_owned(),
            Closing::Takes(0) if taken != 0 => "it closes no mill that takes a man".to_owned(),
            Closing::Takes(0) => String::new(),
            Closing::Takes(wanted) if taken.count_ones() != u32::from(wanted) => {
                let men = if wanted == 1 { "a man" } else { "men" };
                format!(
                    "it closes a mill and takes {wanted}: name {men} of the other side behind an x"
                )
            }
            Closing::Takes(_) => self.why_not_taken(pos, taken),
        }
    }

    /// Why these men cannot be taken.
    fn why_not_taken(&self, pos: &Position, taken: Set) -> String {
        let other = pos.men(pos.side().other());
        let name = |point: u8| self.set.board.name(point);
        let first = |set: Set| bits(u64::from(set)).next();
        if let Some(point) = first(taken & !other) {
            return format!("no man of the other side stands on {}", name(point));
        }
        first(taken & !self.removable(other)).map_or_else(String::new, |point| {
            format!("the man on {} is safe in a mill", name(point))
        })
    }
}
