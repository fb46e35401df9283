//! The moves of a position, listed or only counted.
//!
//! Counting looks at all men of a direction at once: where they get to, and at which of these
//! points a mill is closed, each of which counts as many times as there are men to take.

use super::board::{Board, Set};
use super::moves::{Move, TAKEN_MAX};
use super::position::Position;
use super::rules::{Closing, Morris};
use plyglot_core::bits::bits;

/// A man goes from a point, or from the hand, to another.
#[inline]
fn turn(from: Option<u8>, to: u8) -> Move {
    from.map_or(Move::placing(to), |from| Move::moving(from, to))
}

impl Morris {
    /// Appends the legal moves.
    pub(super) fn list(&self, pos: &Position, out: &mut Vec<Move>) {
        let first = out.len();
        self.list_turns(pos, out);
        if out.len() == first && self.must_pass(pos) {
            out.push(Move::PASS);
        }
    }

    /// Appends the moves that a man makes or suffers, all but passing.
    fn list_turns(&self, pos: &Position, out: &mut Vec<Move>) {
        let empty = self.empty(pos);
        let closers = self.set.board.closers(pos.men(pos.side()));
        self.each_move(pos, empty, &mut |from, to| {
            if closers >> to & 1 == 0 {
                out.push(turn(from, to));
            } else {
                self.finish(pos, from, to, out);
            }
        });
        if pos.pending() > 0 && self.winner(pos).is_none() {
            let other = pos.men(pos.side().other());
            out.extend(bits(self.removable(other)).map(Move::removal));
        }
    }

    /// Appends the moves that take something, or are a step towards it.
    pub(super) fn list_captures(&self, pos: &Position, out: &mut Vec<Move>) {
        if pos.pending() > 0 {
            self.list(pos, out);
            return;
        }
        let (own, empty) = (pos.men(pos.side()), self.empty(pos));
        let closers = self.set.board.closers(own) & empty;
        if closers == 0 || self.set.mill_wins {
            return;
        }
        self.each_move(pos, closers, &mut |from, to| {
            let first = out.len();
            self.finish(pos, from, to, out);
            if out.get(first).is_some_and(|mv| !mv.takes() && !mv.pauses()) {
                out.truncate(first);
            }
        });
    }

    /// Shows every man that may be placed on or moved to some of the empty points, and where to;
    /// nothing in the middle of a turn or once the game is decided.
    #[inline]
    fn each_move(&self, pos: &Position, targets: Set, found: &mut impl FnMut(Option<u8>, u8)) {
        if pos.pending() > 0 || self.winner(pos).is_some() {
            return;
        }
        let mover = pos.side();
        let (places, moves) = self.ways(pos, mover);
        if places {
            bits(targets).for_each(|to| found(None, to));
        }
        if moves {
            let flies = self.flies(pos, mover);
            for from in bits(pos.men(mover)) {
                let near = self.set.board.neighbours(from);
                let reach = if flies { targets } else { near & targets };
                bits(reach).for_each(|to| found(Some(from), to));
            }
        }
    }

    /// Appends the turns that begin with a man going from a point, or from the hand, to another.
    #[inline]
    fn finish(&self, pos: &Position, from: Option<u8>, to: u8, out: &mut Vec<Move>) {
        let mv = turn(from, to);
        match self.closing(pos, from, to) {
            Closing::Forbidden => {}
            Closing::Takes(0) => out.push(mv),
            Closing::Takes(_) if self.split => out.push(mv.pausing()),
            Closing::Takes(count) => {
                let other = pos.men(pos.side().other());
                if count == 1 {
                    out.extend(bits(self.removable(other)).map(|point| mv.taking(point)));
                } else {
                    self.take_several(mv, other, count.into(), out);
                }
            }
        }
    }

    /// Appends the turns with every set of men that can be taken one after the other, each once.
    fn take_several(&self, mv: Move, other: Set, count: usize, out: &mut Vec<Move>) {
        let mut found = vec![(mv, other)];
        for _ in 0..count.min(TAKEN_MAX) {
            let mut more: Vec<(Move, Set)> = Vec::new();
            for &(mv, left) in &found {
                let men = self.removable(left);
                if men == 0 {
                    more.push((mv, left));
                }
                for point in bits(men) {
                    let after = left ^ 1 << point;
                    if more.iter().all(|(_, known)| *known != after) {
                        more.push((mv.taking(point), after));
                    }
                }
            }
            found = more;
        }
        out.extend(found.into_iter().map(|(mv, _)| mv));
    }

    /// How many legal moves there are.
    #[inline]
    pub(super) fn count(&self, pos: &Position) -> u64 {
        let (set, mover) = (&self.set, pos.side());
        let is_plain = pos.pending() == 0
            && !set.each_mill_takes
            && !set.mill_once
            && !pos.last(mover).is_some()
            && set.board != Board::Square;
        if !is_plain {
            return self.count_listed(pos);
        }
        match self.count_plain(pos) {
            0 => self.must_pass(pos).into(),
            moves => moves,
        }
    }

    /// Whether a man can be placed, moved or taken.
    pub(super) fn has_turns(&self, pos: &Position) -> bool {
        let mut moves = Vec::new();
        self.list_turns(pos, &mut moves);
        !moves.is_empty()
    }

    fn count_listed(&self, pos: &Position) -> u64 {
        let mut moves = Vec::new();
        self.list(pos, &mut moves);
        moves.len() as u64
    }

    /// How many turns men can make on the boards with rings, where a mill takes one man and no move is
    /// remembered.
    #[inline]
    fn count_plain(&self, pos: &Position) -> u64 {
        if self.winner(pos).is_some() {
            return 0;
        }
        let (board, mover) = (self.set.board, pos.side());
        let (own, empty) = (pos.men(mover), self.empty(pos));
        let (mut moves, mut mills) = (0, 0);
        let (places, slides) = self.ways(pos, mover);
        if places {
            moves += empty.count_ones();
            mills += (board.closers(own) & empty).count_ones();
        }
        if slides && self.flies(pos, mover) {
            moves += own.count_ones() * empty.count_ones();
            for from in bits(own) {
                mills += (board.closers(own ^ 1 << from) & empty).count_ones();
            }
        } else if slides {
            for (to, closers) in board.slides(own, own, empty) {
                moves += to.count_ones();
                mills += (to & closers).count_ones();
            }
        }
        if mills > 0 && !self.split {
            let men = self.removable(pos.men(mover.other())).count_ones();
            moves = moves - mills + mills * men.max(1);
        }
        moves.into()
    }
}
