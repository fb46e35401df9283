//! The board as the side to move sees it, and what can be asked of it without a list of moves.
//!
//! All men step at once: a shift of their set, less what is occupied. So do they jump: what has prey
//! beside it and room behind that is a set, too.

use super::board::{Board, Direction, Set, set_of, step, union};
use super::ruleset::{PromotionDuringCapture, RuleSet};

/// A move: from where, to where, and what is captured on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(super) captured: Set,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    /// Whether it captures anything.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.captured != 0
    }
}

/// The board as the side to move sees it, White or Black as it may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub own: Set,
    pub other: Set,
    pub kings: Set,
    /// The side to move has its men going up.
    pub up: bool,
}

impl View {
    #[inline]
    pub(super) fn empty<B: Board>(&self) -> Set {
        B::ALL & !(self.own | self.other)
    }

    #[inline]
    pub(super) const fn men(&self) -> Set {
        self.own & !self.kings
    }

    #[inline]
    pub(super) const fn own_kings(&self) -> Set {
        self.own & self.kings
    }

    #[inline]
    pub(super) const fn forward(&self) -> [Direction; 2] {
        if self.up { Direction::UP } else { Direction::DOWN }
    }

    /// The row in which a man of the side to move is crowned.
    #[inline]
    pub(super) const fn last_row<B: Board>(&self) -> Set {
        if self.up { B::TOP } else { B::BOTTOM }
    }

    /// Whether the piece that makes a legal move is a king after it.
    #[inline]
    pub(super) fn makes_king<B: Board>(&self, rules: &RuleSet, mv: Move) -> bool {
        let to = set_of(mv.to);
        // Who captures on the last row but one has been on the last.
        let passed = rules.crossing == PromotionDuringCapture::Crowned
            && mv.captured & before_last::<B>(self.up) != 0;
        self.kings & set_of(mv.from) != 0 || to & self.last_row::<B>() != 0 || passed
    }

    /// The board after a legal move, still as its mover sees it.
    #[inline]
    pub(super) fn after<B: Board>(self, rules: &RuleSet, mv: Move) -> Self {
        let (from, to) = (set_of(mv.from), set_of(mv.to));
        let crowned = if self.makes_king::<B>(rules, mv) { to } else { 0 };
        Self {
            own: self.own & !from | to,
            other: self.other & !mv.captured,
            kings: self.kings & !(from | mv.captured) | crowned,
            up: self.up,
        }
    }

    /// The same board as the other side sees it.
    #[inline]
    pub(super) const fn by_other(self) -> Self {
        Self { own: self.other, other: self.own, kings: self.kings, up: !self.up }
    }

    /// What men may capture.
    #[inline]
    const fn prey_of_men(&self, rules: &RuleSet) -> Set {
        if rules.men_capture_kings { self.other } else { self.other & !self.kings }
    }

    /// Whether men jump in this direction.
    #[inline]
    const fn men_jump(&self, rules: &RuleSet, direction: Direction) -> bool {
        let is_up = matches!(direction, Direction::UpLeft | Direction::UpRight);
        rules.men_capture_back || is_up == self.up
    }

    /// What men may jump over in this direction, with these squares free to land on.
    #[inline]
    pub(super) fn over<B: Board>(&self, rules: &RuleSet, direction: Direction, free: Set) -> Set {
        if !self.men_jump(rules, direction) {
            return 0;
        }
        self.prey_of_men(rules) & step::<B>(free, direction.opposite())
    }

    /// From where a man could jump in this direction, with these squares free to land on.
    #[inline]
    pub(super) fn jumping_off<B: Board>(
        &self,
        rules: &RuleSet,
        direction: Direction,
        free: Set,
    ) -> Set {
        step::<B>(self.over::<B>(rules, direction, free), direction.opposite())
    }

    /// The men that have a piece to jump in this direction.
    #[inline]
    pub(super) fn jumpers<B: Board>(&self, rules: &RuleSet, direction: Direction) -> Set {
        self.men() & self.jumping_off::<B>(rules, direction, self.empty::<B>())
    }

    /// The men that have a piece to jump.
    #[inline]
    pub(super) fn all_jumpers<B: Board>(&self, rules: &RuleSet) -> Set {
        union(Direction::ALL.map(|direction| self.jumpers::<B>(rules, direction)))
    }

    /// Where kings come to stand behind their first prey in this direction.
    #[inline]
    fn king_landings<B: Board>(&self, rules: &RuleSet, direction: Direction) -> Set {
        let empty = self.empty::<B>();
        let mut reach = self.own_kings();
        if rules.flying_kings {
            let mut front = reach;
            while front != 0 {
                front = step::<B>(front, direction) & empty;
                reach |= front;
            }
        }
        step::<B>(step::<B>(reach, direction) & self.other, direction) & empty
    }

    /// Whether anything can be captured.
    #[inline]
    pub(super) fn can_capture<B: Board>(&self, rules: &RuleSet) -> bool {
        self.capturers::<B>(rules) != 0
    }

    /// The pieces that may capture something, all those that can among them; none if none can.
    #[inline]
    pub(super) fn capturers<B: Board>(&self, rules: &RuleSet) -> Set {
        let (jumpers, kings) = (self.all_jumpers::<B>(rules), self.own_kings());
        let is_any = jumpers != 0
            || kings != 0
                && Direction::ALL
                    .into_iter()
                    .any(|direction| self.king_landings::<B>(rules, direction) != 0);
        if is_any { jumpers | kings } else { 0 }
    }

    /// Whether there is a move at all.
    #[inline]
    pub(super) fn can_move<B: Board>(&self, rules: &RuleSet) -> bool {
        let empty = self.empty::<B>();
        let [a, b] = self.forward();
        let stepping = (step::<B>(self.own, a) | step::<B>(self.own, b)) & empty;
        let back =
            step::<B>(self.own_kings(), a.opposite()) | step::<B>(self.own_kings(), b.opposite());
        stepping | back & empty != 0 || self.can_capture::<B>(rules)
    }
}

/// The row before the one in which men are crowned.
#[inline]
const fn before_last<B: Board>(up: bool) -> Set {
    if up { (B::TOP << B::ROW) & B::ALL } else { (B::BOTTOM >> B::ROW) & B::ALL }
}
