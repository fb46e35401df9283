//! Moves, and how they are found.
//!
//! All men step at once: a shift of their set, less what is occupied. A capture is found from its
//! first jump on, piece by piece, since what has been jumped stays on the board as an obstacle and
//! the square left behind is empty. Two ways to capture the same pieces from one square to another
//! are one move; which piece a man becomes is settled by that, too: whoever captures a piece on the
//! last row but one comes from the last row or lands there.

use super::board::{Board, Direction, Set, set_of, step};
use super::ruleset::{CaptureObligation, PromotionDuringCapture, RuleSet};
use super::walk::Walk;
use plyglot_core::bits::{bits, lowest};

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

/// Whether capture sequences that lead to the same end are one move or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duplicates {
    /// The rules' moves.
    Merged,
    /// Each way a move of its own, as some tables of counts have it.
    Apart,
}

impl View {
    #[inline]
    pub(super) fn empty<B: Board>(&self) -> Set {
        B::ALL & !(self.own | self.other)
    }

    #[inline]
    const fn men(&self) -> Set {
        self.own & !self.kings
    }

    #[inline]
    const fn own_kings(&self) -> Set {
        self.own & self.kings
    }

    #[inline]
    const fn forward(&self) -> [Direction; 2] {
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

    /// From where a man could jump in this direction, with these squares free to land on.
    #[inline]
    fn jumping_off<B: Board>(&self, rules: &RuleSet, direction: Direction, free: Set) -> Set {
        if !self.men_jump(rules, direction) {
            return 0;
        }
        let back = direction.opposite();
        step::<B>(self.prey_of_men(rules) & step::<B>(free, back), back)
    }

    /// The men that have a piece to jump in this direction.
    #[inline]
    fn jumpers<B: Board>(&self, rules: &RuleSet, direction: Direction) -> Set {
        self.men() & self.jumping_off::<B>(rules, direction, self.empty::<B>())
    }

    /// The men that have a piece to jump.
    #[inline]
    fn all_jumpers<B: Board>(&self, rules: &RuleSet) -> Set {
        Direction::ALL
            .into_iter()
            .fold(0, |all, direction| all | self.jumpers::<B>(rules, direction))
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
        self.all_jumpers::<B>(rules) != 0
            || self.own_kings() != 0
                && Direction::ALL
                    .into_iter()
                    .any(|direction| self.king_landings::<B>(rules, direction) != 0)
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

    /// Appends all legal moves.
    pub(super) fn all<B: Board>(&self, rules: &RuleSet, out: &mut Vec<Move>) {
        if self.can_capture::<B>(rules) {
            self.captures::<B>(rules, Duplicates::Merged, out);
        } else {
            self.steps::<B>(rules, out);
        }
    }

    /// How many legal moves there are; `spare` is a list to work with, left as it was.
    #[inline]
    pub(super) fn count<B: Board>(&self, rules: &RuleSet, spare: &mut Vec<Move>) -> u64 {
        let jumpers = Direction::ALL.map(|direction| self.jumpers::<B>(rules, direction));
        let any = jumpers.into_iter().fold(0, |all, set| all | set);
        let kings = self.own_kings();
        if kings != 0 {
            if any != 0 || self.can_capture::<B>(rules) {
                return self.count_captures::<B>(rules, any | kings, spare);
            }
        } else if any != 0 {
            return self.count_jumps::<B>(rules, jumpers, spare);
        }
        self.count_steps::<B>(rules)
    }

    /// Captures by men alone: only those need be listed that may go on after their first jump.
    fn count_jumps<B: Board>(
        &self,
        rules: &RuleSet,
        jumpers: [Set; 4],
        spare: &mut Vec<Move>,
    ) -> u64 {
        let all = jumpers.into_iter().fold(0, |all, set| all | set);
        // Whoever jumps leaves a square, so what is said to go on may in truth end: never the
        // other way round, but on the last row.
        let free = self.empty::<B>() | all;
        let off = Direction::ALL.map(|next| self.jumping_off::<B>(rules, next, free));
        let crowned = if rules.crossing == PromotionDuringCapture::Crowned {
            self.last_row::<B>()
        } else {
            0
        };
        let walkers = Direction::ALL.into_iter().fold(0, |walkers, direction| {
            let back = direction.opposite();
            let others = Direction::ALL.into_iter().zip(off).filter(|(next, _)| *next != back);
            let on = others.fold(crowned, |all, (_, off)| all | off);
            let from = step::<B>(step::<B>(on, back), back);
            walkers | jumpers[direction as usize] & from
        });
        let jumps_of = |men: Set| -> u64 {
            jumpers.into_iter().map(|jumpers| u64::from((jumpers & men).count_ones())).sum()
        };
        match rules.duty {
            _ if rules.duty.most_kings || rules.duty.kings_early => {
                self.count_captures::<B>(rules, all, spare)
            }
            _ if walkers == 0 => jumps_of(all),
            CaptureObligation::FREE => {
                jumps_of(!walkers) + self.count_captures::<B>(rules, walkers, spare)
            }
            // Where one goes on, those that do not are nothing; where none does, all are alike.
            _ => {
                let first = spare.len();
                self.captures_of::<B>(rules, walkers, Duplicates::Merged, spare);
                let count = spare.len() - first;
                let is_longer = spare[first].captured.count_ones() > 1;
                spare.truncate(first);
                if is_longer { count as u64 } else { jumps_of(all) }
            }
        }
    }

    /// How many captures these pieces have, among themselves.
    fn count_captures<B: Board>(
        &self,
        rules: &RuleSet,
        starters: Set,
        spare: &mut Vec<Move>,
    ) -> u64 {
        let first = spare.len();
        self.captures_of::<B>(rules, starters, Duplicates::Merged, spare);
        let count = spare.len() - first;
        spare.truncate(first);
        count as u64
    }

    #[inline]
    fn count_steps<B: Board>(&self, rules: &RuleSet) -> u64 {
        let empty = self.empty::<B>();
        let count = |set: Set| u64::from((set & empty).count_ones());
        let [a, b] = self.forward();
        let mut total = count(step::<B>(self.men(), a)) + count(step::<B>(self.men(), b));
        for direction in Direction::ALL {
            // Two kings may see the same square, so each has its own ray.
            for king in bits(self.own_kings()) {
                let mut front = step::<B>(set_of(king), direction) & empty;
                while front != 0 {
                    total += 1;
                    front =
                        if rules.flying_kings { step::<B>(front, direction) & empty } else { 0 };
                }
            }
        }
        total
    }

    /// Appends the moves that capture nothing, as if nothing could be captured.
    fn steps<B: Board>(&self, rules: &RuleSet, out: &mut Vec<Move>) {
        let empty = self.empty::<B>();
        for direction in self.forward() {
            let targets = step::<B>(self.men(), direction) & empty;
            for to in bits(targets) {
                let from = lowest(step::<B>(set_of(to), direction.opposite()));
                out.push(Move { captured: 0, from, to });
            }
        }
        for king in bits(self.own_kings()) {
            for direction in Direction::ALL {
                let mut front = step::<B>(set_of(king), direction) & empty;
                while front != 0 {
                    out.push(Move { captured: 0, from: king, to: lowest(front) });
                    front =
                        if rules.flying_kings { step::<B>(front, direction) & empty } else { 0 };
                }
            }
        }
    }

    /// Appends the steps that make a king, as if nothing could be captured.
    pub(super) fn crownings<B: Board>(&self, out: &mut Vec<Move>) {
        let goal = self.empty::<B>() & self.last_row::<B>();
        for direction in self.forward() {
            for to in bits(step::<B>(self.men(), direction) & goal) {
                let from = lowest(step::<B>(set_of(to), direction.opposite()));
                out.push(Move { captured: 0, from, to });
            }
        }
    }

    /// Appends the captures that may be played.
    pub(super) fn captures<B: Board>(
        &self,
        rules: &RuleSet,
        duplicates: Duplicates,
        out: &mut Vec<Move>,
    ) {
        let starters = self.all_jumpers::<B>(rules) | self.own_kings();
        self.captures_of::<B>(rules, starters, duplicates, out);
    }

    /// Appends the captures that these pieces may play if no others can capture.
    fn captures_of<B: Board>(
        &self,
        rules: &RuleSet,
        starters: Set,
        duplicates: Duplicates,
        out: &mut Vec<Move>,
    ) {
        let mut walk = Walk::<B> {
            rules,
            prey: [self.prey_of_men(rules), self.other],
            kings: self.kings,
            empty: 0,
            over: [0; 4],
            last_row: self.last_row::<B>(),
            up: self.up,
            from: 0,
            is_king: false,
            duplicates,
            first: out.len(),
            piece_first: out.len(),
            best: 0,
            out,
            board: std::marker::PhantomData,
        };
        let empty = self.empty::<B>();
        for from in bits(starters) {
            walk.begin(from, empty);
        }
    }
}

/// The row before the one in which men are crowned.
#[inline]
const fn before_last<B: Board>(up: bool) -> Set {
    if up { (B::TOP << B::ROW) & B::ALL } else { (B::BOTTOM >> B::ROW) & B::ALL }
}
