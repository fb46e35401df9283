//! The captures of one piece, jump by jump.
//!
//! What has been jumped stays on the board as an obstacle until the move is over, unless the rules
//! take it off at once, and the square left behind is empty. A man that comes to the last row goes on
//! as the rules have it; a king looks where it could go on from each square it may stop on.

use super::board::{Board, Direction, Set, set_of, step};
use super::ruleset::{PromotionDuringCapture, RuleSet};
use super::view::{Move, View};
use plyglot_core::bits::lowest;

/// Whether capture sequences that lead to the same end are one move or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duplicates {
    /// The rules' moves.
    Merged,
    /// Each way a move of its own, as some tables of counts have it.
    Apart,
}

/// What has been captured so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub captured: Set,
    pub count: u32,
    /// A bit for each king captured, the first highest.
    pub kings: u32,
}

/// All captures of one piece.
pub(super) struct Walk<'a, B> {
    pub rules: &'a RuleSet,
    pub view: View,
    /// The squares that nobody stands on, where it began among them.
    pub empty: Set,
    /// What a man may jump over, direction by direction, if it has not been captured.
    pub over: [Set; 4],
    pub from: u8,
    /// It began as a king.
    pub is_king: bool,
    pub duplicates: Duplicates,
    /// Where the captures of this position begin in `out`, and those of this piece.
    pub first: usize,
    pub piece_first: usize,
    /// How much the captures in `out` are worth to the rules.
    pub best: u64,
    pub out: &'a mut Vec<Move>,
    pub board: std::marker::PhantomData<B>,
}

impl<B: Board> Walk<'_, B> {
    /// Appends the captures of the piece at `from`.
    pub(super) fn begin(&mut self, from: u8, empty: Set) {
        let at = set_of(from);
        self.from = from;
        self.empty = empty | at;
        self.is_king = self.view.kings & at != 0;
        self.piece_first = self.out.len();
        // What is taken off at once makes room.
        let room = if self.rules.removed_at_once { B::ALL } else { self.empty };
        self.over = Direction::ALL.map(|next| self.view.over::<B>(self.rules, next, room));
        let way = Way { captured: 0, count: 0, kings: 0 };
        if self.is_king {
            self.king(at, way);
        } else {
            self.man(at, way);
        }
    }

    /// Goes on as a man from `at`, or ends there.
    pub(super) fn man(&mut self, at: Set, way: Way) {
        let [up_left, up_right, down_left, down_right] = self.over;
        let goes_on = self.man_jumps(at, way, Direction::UpLeft, up_left)
            | self.man_jumps(at, way, Direction::UpRight, up_right)
            | self.man_jumps(at, way, Direction::DownLeft, down_left)
            | self.man_jumps(at, way, Direction::DownRight, down_right);
        if !goes_on && way.count > 0 {
            self.record(at, way);
        }
    }

    /// All captures of a man at `at` that begin in this direction; whether there are any.
    #[expect(clippy::inline_always, reason = "for each direction, with shifts by constants")]
    #[inline(always)]
    fn man_jumps(&mut self, at: Set, way: Way, direction: Direction, over: Set) -> bool {
        let over = step::<B>(at, direction) & over & !way.captured;
        let land = step::<B>(over, direction);
        if over == 0 || self.rules.removed_at_once && land & self.free(way) == 0 {
            return false;
        }
        let way = self.with(way, over);
        match self.rules.crossing {
            _ if land & self.view.last_row::<B>() == 0 => self.man(land, way),
            PromotionDuringCapture::StaysMan => self.man(land, way),
            PromotionDuringCapture::Stops => self.record(land, way),
            PromotionDuringCapture::Crowned => self.king(land, way),
        }
        true
    }

    /// Goes on as a king from `at`, or ends there.
    pub(super) fn king(&mut self, at: Set, way: Way) {
        if !self.king_jumps(at, way, None) && way.count > 0 {
            self.record(at, way);
        }
    }

    /// All captures of a king at `at`, but for one direction; whether there are any.
    fn king_jumps(&mut self, at: Set, way: Way, but: Option<Direction>) -> bool {
        let mut any = false;
        for direction in Direction::ALL.into_iter().filter(|&direction| but != Some(direction)) {
            let free = self.free(way);
            let mut over = step::<B>(at, direction);
            while self.rules.flying_kings && over & free != 0 {
                over = step::<B>(over, direction);
            }
            over &= self.view.other & !way.captured;
            let first = step::<B>(over, direction) & free;
            if first == 0 {
                continue;
            }
            any = true;
            self.land(first, direction, self.with(way, over));
        }
        any
    }

    /// A king has jumped and may stop on any free square from `first` on; where it could go on from
    /// one of them it must stop on such a one. Straight on it sees the same from each.
    fn land(&mut self, first: Set, direction: Direction, way: Way) {
        let free = self.free(way);
        let (mut at, mut goes_on) = (first, false);
        while at & free != 0 {
            let but = (at != first).then_some(direction);
            goes_on |= self.king_jumps(at, way, but);
            at = if self.rules.flying_kings { step::<B>(at, direction) } else { 0 };
        }
        at = first;
        while !goes_on && at & free != 0 {
            self.record(at, way);
            at = if self.rules.flying_kings { step::<B>(at, direction) } else { 0 };
        }
    }

    /// The squares that nobody stands on, the piece itself apart.
    #[inline]
    fn free(&self, way: Way) -> Set {
        if self.rules.removed_at_once { self.empty | way.captured } else { self.empty }
    }

    #[inline]
    fn with(&self, way: Way, over: Set) -> Way {
        let king = u32::from(self.view.kings & over != 0) << (31 - way.count.min(31));
        Way { captured: way.captured | over, count: way.count + 1, kings: way.kings | king }
    }

    /// What the rules look at when they compare captures; more is better.
    #[inline]
    fn worth(&self, way: Way) -> u64 {
        let duty = &self.rules.duty;
        let most = if duty.most { u64::from(way.count) } else { 0 };
        let with_king = u64::from(duty.with_king && self.is_king);
        let kings = if duty.most_kings { u64::from(way.kings.count_ones()) } else { 0 };
        let early = if duty.kings_early { u64::from(way.kings) } else { 0 };
        most << 40 | with_king << 39 | kings << 32 | early
    }

    fn record(&mut self, at: Set, way: Way) {
        let worth = self.worth(way);
        if worth < self.best {
            return;
        }
        if worth > self.best {
            self.out.truncate(self.first);
            self.piece_first = self.first;
            self.best = worth;
        }
        let mv = Move { captured: way.captured, from: self.from, to: lowest(at) };
        if self.duplicates == Duplicates::Apart || !self.out[self.piece_first..].contains(&mv) {
            self.out.push(mv);
        }
    }
}
