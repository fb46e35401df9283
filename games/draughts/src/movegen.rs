//! Moves, and how they are found.
//!
//! Steps are read off the sets of a [`View`]. A capture is found from its first jump on, piece by
//! piece ([`Walk`]), since what has been jumped stays on the board as an obstacle and the square left
//! behind is empty. Two ways to capture the same pieces from one square to another are one move; which
//! piece a man becomes is settled by that, too: whoever captures a piece on the last row but one comes
//! from the last row or lands there.

use super::board::{Board, Direction, Set, set_of, step, union};
use super::ruleset::{CaptureObligation, PromotionDuringCapture, RuleSet};
use super::view::{Move, View};
use super::walk::{Duplicates, Walk};
use plyglot_core::bits::{bits, lowest};

impl View {
    /// Appends all legal moves.
    pub(super) fn all<B: Board>(&self, rules: &RuleSet, out: &mut Vec<Move>) {
        match self.capturers::<B>(rules) {
            0 => self.steps::<B>(rules, out),
            capturers => self.captures_of::<B>(rules, capturers, Duplicates::Merged, out),
        }
    }

    /// How many legal moves there are; `spare` is a list to work with, left as it was.
    #[inline]
    pub(super) fn count<B: Board>(&self, rules: &RuleSet, spare: &mut Vec<Move>) -> u64 {
        let jumpers = Direction::ALL.map(|direction| self.jumpers::<B>(rules, direction));
        let any = union(jumpers);
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
        let all = union(jumpers);
        // Whoever jumps leaves a square, so what is said to go on may in truth end: never the
        // other way round, but on the last row.
        let free = self.empty::<B>() | all;
        let off = Direction::ALL.map(|next| self.jumping_off::<B>(rules, next, free));
        let crowned = if rules.crossing == PromotionDuringCapture::Crowned {
            self.last_row::<B>()
        } else {
            0
        };
        let walkers = union(Direction::ALL.map(|direction| {
            let back = direction.opposite();
            let mut others = off;
            others[back as usize] = 0;
            let on = crowned | union(others);
            jumpers[direction as usize] & step::<B>(step::<B>(on, back), back)
        }));
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
            _ => match self.listed_captures::<B>(rules, walkers, spare) {
                (count, longest) if longest > 1 => count,
                _ => jumps_of(all),
            },
        }
    }

    /// How many captures these pieces have, among themselves.
    fn count_captures<B: Board>(
        &self,
        rules: &RuleSet,
        starters: Set,
        spare: &mut Vec<Move>,
    ) -> u64 {
        self.listed_captures::<B>(rules, starters, spare).0
    }

    /// The same, and how many pieces the first of them takes: as many as any, where that counts.
    #[inline]
    fn listed_captures<B: Board>(
        &self,
        rules: &RuleSet,
        starters: Set,
        spare: &mut Vec<Move>,
    ) -> (u64, u32) {
        let first = spare.len();
        self.captures_of::<B>(rules, starters, Duplicates::Merged, spare);
        let listed = &spare[first..];
        let longest = listed.first().map_or(0, |mv| mv.captured.count_ones());
        let count = listed.len() as u64;
        spare.truncate(first);
        (count, longest)
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

    /// Appends the captures that these pieces may play if no others can capture.
    pub(super) fn captures_of<B: Board>(
        &self,
        rules: &RuleSet,
        starters: Set,
        duplicates: Duplicates,
        out: &mut Vec<Move>,
    ) {
        let mut walk = Walk::<B> {
            rules,
            view: *self,
            empty: 0,
            over: [0; 4],
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
