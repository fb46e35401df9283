//! One question: is the margin of this board at least the goal?
//!
//! Alpha-beta with an empty window, fail-soft: the answer is a bound of the margin, from below if
//! it reaches the goal and from above if not. At every node all sowings are made first. Those that
//! end the game or lead into the endgame tables are settled on the spot; of the others the memory
//! may know enough (enhanced transposition cutoffs [schaeffer-plaat-1996]); what is left is
//! searched, the most promising first.

use super::super::board::{Board, PITS_MAX, Sowings};
use super::endgame::Endgames;
use super::guess;
use super::halves::Halves;
use super::marks::Marks;
use super::memory::{Known, Memory, NO_PIT};
use super::{Ending, Solver};
use plyglot_core::memory::HashKey;
use plyglot_search::Stopped;

/// So many nodes are searched at most between two questions whether to go on …
const NODES_A_POLL: u64 = 4096;
/// … and so many at first, when nearly each is the first in its page of the memory: the system fills
/// such a page with zeros, which takes longer than a thousand nodes.
const NODES_A_POLL_AT_FIRST: u64 = 8;
/// In between it is this part of the nodes so far.
const POLLED_PART: u64 = 64;

/// Boards with up to so many stones more than the endgame tables know are not remembered: to work
/// one out again costs less than the way to the memory and back.
const NOT_KEPT: u16 = 2;

/// Boards with up to so many stones more than that are not marked while a thread is at work on them.
const NOT_MARKED: u16 = 3;

/// So many thousandths more of a chance are worth a point of a promise. With 5 to 8 the proofs of
/// (5, 5) and (6, 4) were the smallest; with 2 the second was as large as without any guess.
const CHANCES_A_POINT: i32 = 5;

/// So many hundredths of a stone more in the network's evaluation are worth a point of a promise. With 5
/// to 10 the proof of (6, 4) was the smallest.
const CP_A_POINT: i32 = 10;

/// An odd number whose multiples look drawn by lot.
const LOTS: u64 = 0x9E37_79B9_7F4A_7C15;

/// One thread's search.
pub(super) struct Search<'a> {
    pub(super) sowings: &'a Sowings,
    pub(super) ending: Ending,
    halves: &'a Halves,
    endgames: &'a Endgames,
    memory: &'a Memory,
    span: u64,
    /// Boards with no more stones than this are not remembered.
    kept: u16,
    /// 0, or what the lots depend on that decide between sowings that promise about as much.
    seed: u64,
    /// What other threads are at work on, where there are any.
    marks: Option<&'a Marks>,
    nodes: u64,
    /// Nodes that were granted last, and how many of them are left.
    granted: u64,
    left: u64,
    /// Margins read from the endgame tables.
    pub(super) tb_hits: u64,
    /// Told how many nodes were searched since it was told last; grants some more, or none.
    grant: &'a dyn Fn(u64) -> u64,
}

/// A sowing that has to be searched.
#[derive(Clone, Copy)]
struct Child {
    /// The board it leads to, as the side to move there sees it.
    board: Board,
    hash_key: HashKey,
    stones: u16,
    banked: i16,
    order: i32,
    pit: u8,
    again: bool,
}

const NO_CHILD: Child = Child {
    board: Board::EMPTY,
    hash_key: HashKey::ORIGIN,
    stones: 0,
    banked: 0,
    order: 0,
    pit: 0,
    again: false,
};

impl Child {
    /// The margin before the sowing, from the margin after it.
    const fn before(&self, margin: i16) -> i16 {
        if self.again { self.banked + margin } else { self.banked - margin }
    }
}

/// What a node has found out so far.
struct Best {
    margin: i16,
    pit: u8,
}

impl Best {
    const fn improve(&mut self, margin: i16, pit: u8) {
        if margin > self.margin {
            *self = Self { margin, pit };
        }
    }
}

/// The sowings of a node that are still to be searched.
struct Open {
    children: [Child; PITS_MAX],
    count: usize,
    /// The pit that was the best before.
    first: u8,
}

impl<'a> Search<'a> {
    pub(super) fn new(solver: &'a Solver, grant: &'a dyn Fn(u64) -> u64) -> Self {
        let Solver {
            sowings, ending, halves, endgames, memory, span, seed, threads, marks, ..
        } = solver;
        Self {
            sowings,
            ending: *ending,
            halves,
            endgames,
            memory,
            span: *span,
            kept: endgames.stones() + NOT_KEPT,
            seed: *seed,
            marks: (*threads > 1).then_some(marks),
            nodes: 0,
            granted: 0,
            left: 0,
            tb_hits: 0,
            grant,
        }
    }

    /// Nodes that `grant` has not been told of.
    pub(super) const fn untold(&self) -> u64 {
        self.granted - self.left
    }

    /// Asks for more nodes, those granted before being used up.
    #[cold]
    fn renew(&mut self) -> Result<(), Stopped> {
        let used = self.granted;
        let most = (self.nodes / POLLED_PART).clamp(NODES_A_POLL_AT_FIRST, NODES_A_POLL);
        self.granted = (self.grant)(used).min(most);
        self.left = self.granted;
        if self.left == 0 { Err(Stopped) } else { Ok(()) }
    }

    /// What is remembered as the best pit of a board.
    pub(super) fn remembered(&self, board: Board) -> Option<usize> {
        let known = self.memory.find(self.hash_key::<PITS_MAX>(board))?;
        Some(known.pit.into())
    }

    /// A bound of the margin of a board: from below if it is at least `goal`, else from above.
    pub(super) fn prove(&mut self, board: Board, goal: i16) -> Result<i16, Stopped> {
        let stones = board.in_play();
        if self.ending.end.is_over(board) {
            return Ok(self.ending.margin(board));
        }
        if stones <= self.endgames.stones() {
            return Ok(self.endgames.margin::<PITS_MAX>(self.halves, board, stones).into());
        }
        // Six pits are the game that people play; its ranks are worth their own code.
        if self.halves.pits() <= 6 {
            self.node::<6>(board, stones, self.hash_key::<6>(board), goal)
        } else {
            self.node::<PITS_MAX>(board, stones, self.hash_key::<PITS_MAX>(board), goal)
        }
    }

    #[inline]
    fn hash_key<const WIDTH: usize>(&self, board: Board) -> HashKey {
        let own = self.halves.rank::<WIDTH>(board.own);
        let opposing = self.halves.rank::<WIDTH>(board.opposing);
        self.memory.hash_key(own * self.span + opposing)
    }

    #[expect(clippy::cast_possible_truncation, reason = "no margin is beyond the stones in play")]
    fn node<const WIDTH: usize>(
        &mut self,
        board: Board,
        stones: u16,
        hash_key: HashKey,
        goal: i16,
    ) -> Result<i16, Stopped> {
        if self.left == 0 {
            self.renew()?;
        }
        self.left -= 1;
        self.nodes += 1;
        let unknown = Known { low: -(stones as i8), high: stones as i8, pit: NO_PIT };
        let is_kept = stones > self.kept;
        let known = if is_kept { self.memory.find(hash_key).unwrap_or(unknown) } else { unknown };
        if i16::from(known.low) >= goal {
            return Ok(known.low.into());
        }
        if i16::from(known.high) < goal {
            return Ok(known.high.into());
        }
        let before = self.nodes;
        let mut best = Best { margin: i16::MIN, pit: NO_PIT };
        let mut open = Open { children: [NO_CHILD; PITS_MAX], count: 0, first: known.pit };
        self.expand::<WIDTH>(board, stones, goal, &mut best, &mut open);
        if best.margin < goal {
            self.recall(goal, &mut best, &mut open);
        }
        if best.margin < goal {
            self.guess(stones, goal, &mut open);
            let marks = self.marks.filter(|_| self.is_shared(stones));
            marks.inspect(|marks| marks.set(hash_key));
            let searched = self.search::<WIDTH>(goal, &mut best, &mut open);
            marks.inspect(|marks| marks.clear(hash_key));
            searched?;
        }
        let margin = best.margin as i8;
        let known = if best.margin >= goal {
            Known { low: margin, pit: best.pit, ..known }
        } else {
            Known { high: margin, pit: best.pit, ..known }
        };
        if is_kept {
            self.memory.keep(hash_key, known, self.nodes - before + 1);
        }
        Ok(best.margin)
    }

    /// Makes every sowing, and settles those that end the game or lead into the endgame tables, until
    /// one reaches the goal; leaves those that have to be searched. What tables and memory say of all of
    /// them is asked for at once, and waited for only then.
    #[expect(clippy::cast_possible_truncation, reason = "there are eight pits at most")]
    fn expand<const WIDTH: usize>(
        &mut self,
        board: Board,
        stones: u16,
        goal: i16,
        best: &mut Best,
        open: &mut Open,
    ) {
        let mut tabled = [(NO_CHILD, 0); PITS_MAX];
        let mut tabled_count = 0;
        for pit in board.pits() {
            let sown = self.sowings.sow(board, pit);
            let next = if sown.again { sown.board } else { sown.board.turned() };
            let left = stones - sown.banked;
            let pit = pit as u8;
            let mut child = Child {
                board: next,
                hash_key: HashKey::ORIGIN,
                stones: left,
                banked: sown.banked.cast_signed(),
                order: 0,
                pit,
                again: sown.again,
            };
            if self.ending.end.is_over(next) {
                best.improve(child.before(self.ending.margin(next)), pit);
            } else if left <= self.endgames.stones() {
                let at = self.endgames.find::<WIDTH>(self.halves, next, left);
                self.endgames.prefetch(at);
                tabled[tabled_count] = (child, at);
                tabled_count += 1;
            } else if child.banked + left.cast_signed() < goal {
                best.improve(child.banked + left.cast_signed(), pit);
            } else if child.banked - left.cast_signed() >= goal {
                best.improve(child.banked - left.cast_signed(), pit);
            } else {
                if left > self.kept {
                    child.hash_key = self.hash_key::<WIDTH>(next);
                    self.memory.prefetch(child.hash_key);
                }
                child.order = if pit == open.first { i32::MAX } else { self.promise(&child) };
                open.children[open.count] = child;
                open.count += 1;
            }
            if best.margin >= goal {
                return;
            }
        }
        for (child, at) in &tabled[..tabled_count] {
            self.tb_hits += 1;
            let margin = self.endgames.at(*at, child.stones);
            best.improve(child.before(margin.into()), child.pit);
            if best.margin >= goal {
                return;
            }
        }
    }

    /// How promising a sowing is: another turn, nearest to the store first, counts as a catch of three
    /// to five stones; of the others a catch is good, and to leave the other side few sowings.
    /// The numbers are those of the fewest nodes for (6,3) and (5,4).
    fn promise(&self, child: &Child) -> i32 {
        let pit = i32::from(child.pit);
        let lot = self.lot(child.board);
        if child.again {
            return 60 + 10 * pit + lot;
        }
        20 * i32::from(child.banked) + pit - 10 * child.board.choices().cast_signed() + lot
    }

    /// Less than what a stone counts, by lot; nothing without a seed.
    const fn lot(&self, board: Board) -> i32 {
        if self.seed == 0 {
            return 0;
        }
        let drawn = (board.own ^ board.opposing.rotate_left(31) ^ self.seed).wrapping_mul(LOTS);
        (drawn >> 60) as i32
    }

    /// Closes what the memory knows enough of.
    fn recall(&self, goal: i16, best: &mut Best, open: &mut Open) {
        let mut count = 0;
        for i in 0..open.count {
            let child = open.children[i];
            let found =
                if child.stones > self.kept { self.memory.find(child.hash_key) } else { None };
            let (low, high) = match found {
                None => (i16::MIN, i16::MAX),
                Some(Known { low, high, .. }) if child.again => {
                    (child.before(low.into()), child.before(high.into()))
                }
                Some(Known { low, high, .. }) => {
                    (child.before(high.into()), child.before(low.into()))
                }
            };
            if low >= goal {
                best.improve(low, child.pit);
                return;
            }
            if high < goal {
                best.improve(high, child.pit);
            } else {
                open.children[count] = child;
                count += 1;
            }
        }
        open.count = count;
    }

    /// Puts first what seems most likely to reach the goal, where nothing is known and a wrong
    /// choice costs much.
    fn guess(&self, stones: u16, goal: i16, open: &mut Open) {
        if open.count < 2 || open.first != NO_PIT {
            return;
        }
        let children = &mut open.children[..open.count];
        if let Some(depth) = guess::depth(stones, self.kept) {
            for child in children {
                let chance = self.chance(child.board, child.banked, child.again, goal, depth);
                child.order = self.promise(child) + chance / CHANCES_A_POINT;
            }
        } else if guess::is_judged(self.halves.pits(), stones, self.kept) {
            for child in children {
                child.order +=
                    guess::static_eval(child.board, child.banked, child.again) / CP_A_POINT;
            }
        }
    }

    /// Searches what is left, in order, until the goal is reached; what other threads are at work on
    /// last.
    fn search<const WIDTH: usize>(
        &mut self,
        goal: i16,
        best: &mut Best,
        open: &mut Open,
    ) -> Result<(), Stopped> {
        let children = &mut open.children[..open.count];
        children.sort_unstable_by_key(|child| -child.order);
        let mut put_off = 0_u8;
        for (i, child) in children.iter().enumerate() {
            let is_marked = |marks: &Marks| marks.is_set(child.hash_key);
            if i > 0 && self.is_shared(child.stones) && self.marks.is_some_and(is_marked) {
                put_off |= 1 << i;
            } else if self.reaches::<WIDTH>(goal, best, child)? {
                return Ok(());
            }
        }
        for (i, child) in children.iter().enumerate() {
            if put_off >> i & 1 == 1 && self.reaches::<WIDTH>(goal, best, child)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Searches what a sowing leads to; whether the goal is reached by now.
    fn reaches<const WIDTH: usize>(
        &mut self,
        goal: i16,
        best: &mut Best,
        child: &Child,
    ) -> Result<bool, Stopped> {
        let banked = child.banked;
        let child_goal = if child.again { goal - banked } else { banked - goal + 2 };
        let margin = self.node::<WIDTH>(child.board, child.stones, child.hash_key, child_goal)?;
        best.improve(child.before(margin), child.pit);
        Ok(best.margin >= goal)
    }

    /// Whether a board with so many stones in play is marked while it is searched.
    const fn is_shared(&self, stones: u16) -> bool {
        stones > self.kept + NOT_MARKED
    }
}
