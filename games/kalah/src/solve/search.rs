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

/// So many thousandths more of a chance are worth a point of a promise. With 5 to 8 the proofs of
/// (5, 5) and (6, 4) were the smallest; with 2 the second was as large as without any guess.
const CHANCES_A_POINT: i32 = 5;

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
    /// 0, or the number of a helper, which goes through the sowings in another order.
    helper: usize,
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

    /// How promising it is: another turn, nearest to the store first, counts as a catch of three
    /// to five stones; of the others a catch is good, and to leave the other side few sowings.
    /// The numbers are those of the fewest nodes for (6,3) and (5,4).
    fn promise(&self) -> i32 {
        let pit = i32::from(self.pit);
        if self.again {
            return 60 + 10 * pit;
        }
        20 * i32::from(self.banked) + pit - 10 * self.board.choices().cast_signed()
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
    pub(super) fn new(solver: &'a Solver, helper: usize, grant: &'a dyn Fn(u64) -> u64) -> Self {
        let Solver { sowings, ending, halves, endgames, memory, span, .. } = solver;
        Self {
            sowings,
            ending: *ending,
            halves,
            endgames,
            memory,
            span: *span,
            kept: endgames.stones() + NOT_KEPT,
            helper,
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
            self.recall::<WIDTH>(goal, &mut best, &mut open);
        }
        if best.margin < goal {
            self.guess(stones, goal, &mut open);
            self.search::<WIDTH>(goal, &mut best, &mut open)?;
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

    /// Makes every sowing, until one reaches the goal; leaves those that have to be searched.
    #[expect(clippy::cast_possible_truncation, reason = "there are eight pits at most")]
    fn expand<const WIDTH: usize>(
        &mut self,
        board: Board,
        stones: u16,
        goal: i16,
        best: &mut Best,
        open: &mut Open,
    ) {
        for pit in board.pits() {
            let sown = self.sowings.sow(board, pit);
            let next = if sown.again { sown.board } else { sown.board.turned() };
            let left = stones - sown.banked;
            let pit = pit as u8;
            let child = Child {
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
                self.tb_hits += 1;
                let margin = self.endgames.margin::<WIDTH>(self.halves, next, left);
                best.improve(child.before(margin.into()), pit);
            } else if child.banked + left.cast_signed() < goal {
                best.improve(child.banked + left.cast_signed(), pit);
            } else if child.banked - left.cast_signed() >= goal {
                best.improve(child.banked - left.cast_signed(), pit);
            } else {
                let order = if pit == open.first { i32::MAX } else { child.promise() };
                open.children[open.count] = Child { order, ..child };
                open.count += 1;
            }
            if best.margin >= goal {
                return;
            }
        }
    }

    /// Closes what the memory knows enough of.
    fn recall<const WIDTH: usize>(&self, goal: i16, best: &mut Best, open: &mut Open) {
        let children = &mut open.children[..open.count];
        for child in children.iter_mut().filter(|child| child.stones > self.kept) {
            child.hash_key = self.hash_key::<WIDTH>(child.board);
            self.memory.prefetch(child.hash_key);
        }
        let mut count = 0;
        for i in 0..children.len() {
            let child = children[i];
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
                children[count] = child;
                count += 1;
            }
        }
        open.count = count;
    }

    /// Puts first what seems most likely to reach the goal, where nothing is known and a wrong
    /// choice costs much.
    fn guess(&self, stones: u16, goal: i16, open: &mut Open) {
        let Some(depth) = guess::depth(stones, self.kept) else { return };
        if open.count < 2 || open.first != NO_PIT {
            return;
        }
        for child in &mut open.children[..open.count] {
            let chance = self.chance(child.board, child.banked, child.again, goal, depth);
            child.order = child.promise() + chance / CHANCES_A_POINT;
        }
    }

    /// Searches what is left, in order, until the goal is reached.
    #[expect(clippy::cast_possible_truncation, reason = "any number will do for a helper")]
    fn search<const WIDTH: usize>(
        &mut self,
        goal: i16,
        best: &mut Best,
        open: &mut Open,
    ) -> Result<(), Stopped> {
        let children = &mut open.children[..open.count];
        children.sort_unstable_by_key(|child| -child.order);
        if self.helper > 0 && children.len() > 2 {
            // A helper leaves the first to the others, too: most nodes end with it.
            let turn = (self.nodes as usize >> 6) * self.helper % (children.len() - 1);
            children[1..].rotate_left(turn);
        }
        for child in children {
            let banked = child.banked;
            let child_goal = if child.again { goal - banked } else { banked - goal + 2 };
            let margin =
                self.node::<WIDTH>(child.board, child.stones, child.hash_key, child_goal)?;
            best.improve(child.before(margin), child.pit);
            if best.margin >= goal {
                break;
            }
        }
        Ok(())
    }
}
