//! One question to the rest of a game: where is the margin, seen from this window?
//!
//! Fail-soft alpha-beta in null windows. In layers, by the number of empty squares:
//!
//! - **last four**: `last`, unrolled.
//! - **up to [`SHALLOW`]**: no memory; moves into quarters of the board with an odd number of empty
//!   squares first, since whoever plays there last gets the last word (parity, [edax-program]).
//! - **above**: bounds in the memory; the move that was best before, then the move that leaves the
//!   fewest answers (fastest first), with the evaluator's word where there is much to search below; and
//!   a look at what is known of all children before any is searched (enhanced transposition cut-off,
//!   [schaeffer-plaat-1996]).
//!
//! Everywhere but in the last four a window that the other side's stable discs alone refute is not
//! searched.

use super::super::board::{Board, Set, set_of};
use super::super::evaluator::OthelloEvaluator;
use super::super::rules::{Othello, Position};
use super::super::stability::stable;
use super::super::terms::Corners;
use super::memory::{Known, Memory, NO_MOVE};
use plyglot_core::bits::{bits, lowest};
use plyglot_core::game::Evaluator;
use plyglot_core::{Score, Side};

/// With at most so many empty squares nothing is remembered.
const SHALLOW: u32 = 7;
/// With at least so many, children are looked up before they are searched.
const CHILDREN: u32 = 10;
/// With at least so many, the evaluator orders the moves …
const JUDGED: u32 = 11;
/// … and looks a ply further for each so many more.
const JUDGED_STEP: u32 = 3;
/// But not further than this, plies.
const JUDGED_DEPTH_MAX: u32 = 4;
/// Stable discs are counted where the bound to be held is at least this: below, there are seldom enough
/// of them.
const STABLE_MIN: i32 = 10;
/// `must_stop` is asked after so many nodes.
const POLL_NODES: u64 = 1 << 10;
/// And after so many evaluations, each of which takes as long as many nodes: it looks ahead
/// from every move of a node. At 100 ms a game, the six plies with which a proof begins were twice what there
/// was for a move.
const POLL_JUDGEMENTS: u64 = 256;
/// Between two looks at the limit lie at most so many nodes: five squares with the last four below each
/// of them, passes counted.
pub(super) const UNWATCHED_NODES: u64 = 1 + 5 * 58;
/// The margin is first expected where the evaluator sees it so far ahead, plies.
const EXPECTED_DEPTH_MAX: u32 = 6;
/// A margin that no game has.
const BEYOND: i32 = 127;

/// In the order of moves: for each answer that is left, a corner more, an odd quarter less.
const ANSWER: i32 = 64;
const CORNER: i32 = 96;
const ODD: i32 = 32;
/// What was best before comes first.
const REMEMBERED: i32 = 1 << 20;
/// A disc of the evaluator's margin weighs as much as so many answers, in eighths.
const JUDGED_EIGHTHS: i32 = 8;

/// A search in progress.
pub(super) struct Search<'a> {
    pub(super) rules: &'a Othello,
    pub(super) memory: &'a mut Memory,
    /// Is told the nodes so far, and says whether to stop.
    pub(super) must_stop: &'a dyn Fn(u64) -> bool,
    pub(super) nodes: u64,
    /// When to ask again.
    poll: u64,
    /// How often the evaluator was asked.
    pub(super) judgements: u64,
    /// Not more than these.
    nodes_max: u64,
    /// Told to stop: what is returned means nothing.
    pub(super) is_stopped: bool,
    /// Squares of the board.
    pub(super) all: i32,
    quarters: [Set; 4],
    corners: &'static Corners,
    evaluator: OthelloEvaluator,
}

/// A move with the board it leads to, seen by the other side.
#[derive(Clone, Copy)]
struct Child {
    board: Board,
    square: u8,
    order: i32,
}

const NO_CHILD: Child = Child { board: Board { own: 0, opposing: 0 }, square: 0, order: 0 };
/// No position has more moves than this: a move needs an empty square.
const CHILDREN_MAX: usize = 60;

impl<'a> Search<'a> {
    pub(super) fn new(
        rules: &'a Othello,
        memory: &'a mut Memory,
        must_stop: &'a dyn Fn(u64) -> bool,
        nodes_max: u64,
    ) -> Self {
        let half = rules.size() / 2;
        let quarters = [(0, 0), (half, 0), (0, half), (half, half)].map(|(x, y)| {
            let rows = (0..half).map(|row| (set_of(half) - 1) << (8 * (y + row) + x));
            rows.fold(0, |all, row| all | row)
        });
        Self {
            rules,
            memory,
            must_stop,
            nodes: 0,
            poll: 0,
            judgements: 0,
            nodes_max,
            is_stopped: false,
            all: rules.squares().count_ones().cast_signed(),
            quarters,
            corners: Corners::on(rules),
            evaluator: OthelloEvaluator::default(),
        }
    }

    /// Whether the search is over before it has found anything; asked at every node with more than four
    /// empty squares.
    #[inline]
    pub(super) fn must_end(&mut self) -> bool {
        if self.nodes >= self.poll {
            self.is_stopped |= (self.must_stop)(self.nodes)
                || self.nodes.saturating_add(UNWATCHED_NODES) > self.nodes_max;
            let last = self.nodes_max.saturating_sub(UNWATCHED_NODES);
            self.poll = (self.nodes + POLL_NODES).min(last.max(self.nodes + 1));
        }
        self.is_stopped
    }

    /// The empty squares in quarters with an odd number of them.
    #[inline]
    pub(super) fn odd(&self, empty: Set) -> Set {
        let mut odd = 0;
        for quarter in self.quarters {
            odd |= quarter & 0_u64.wrapping_sub(u64::from((empty & quarter).count_ones() & 1));
        }
        odd & empty
    }

    /// The margin for the side to move, in this window.
    pub(super) fn margin(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empty = self.rules.squares() & !board.taken();
        match empty.count_ones() {
            0 => self.rules.margin(board),
            1 => self.last1(board, lowest(empty)),
            2 | 3 => self.few(board, alpha, beta, empty),
            4 => self.last4(board, alpha, beta, empty),
            5..=SHALLOW => self.shallow(board, alpha, beta, empty),
            _ => self.deep(board, alpha, beta, empty),
        }
    }

    fn few(&mut self, board: Board, alpha: i32, beta: i32, empty: Set) -> i32 {
        let mut squares = bits(empty);
        let mut next = || squares.next().unwrap_or(0);
        let (a, b) = (next(), next());
        match squares.next() {
            None => self.last2(board, alpha, beta, [a, b]),
            Some(c) => self.last3(board, alpha, beta, [a, b, c]),
        }
    }

    /// The most that is left for the side to move, if that does not reach beyond `alpha`.
    #[inline]
    fn stability_cut(&self, board: Board, alpha: i32) -> Option<i32> {
        if alpha < STABLE_MIN {
            return None;
        }
        let lost = stable(board.turned(), self.rules.squares()).count_ones().cast_signed();
        let most = self.all - 2 * lost;
        (most <= alpha).then_some(most)
    }

    /// No move: a pass, or the end.
    #[cold]
    fn pass(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let turned = board.turned();
        if turned.mobility(self.rules.squares()) == 0 {
            return self.rules.margin(board);
        }
        -self.margin(turned, -beta, -alpha)
    }

    /// Five to [`SHALLOW`] empty squares.
    fn shallow(&mut self, board: Board, alpha: i32, beta: i32, empty: Set) -> i32 {
        self.nodes += 1;
        if self.must_end() {
            return 0;
        }
        if let Some(most) = self.stability_cut(board, alpha) {
            return most;
        }
        let moves = board.mobility(self.rules.squares());
        if moves == 0 {
            return self.pass(board, alpha, beta);
        }
        let odd = self.odd(empty);
        let is_last = empty.count_ones() == 5;
        let (mut best, mut from) = (-BEYOND, alpha);
        for part in [moves & odd, moves & !odd] {
            for square in bits(part) {
                let child = board.played(square);
                let left = empty & !set_of(square);
                let found = if is_last {
                    -self.last4(child, -beta, -from, left)
                } else {
                    -self.shallow(child, -beta, -from, left)
                };
                if found > best {
                    best = found;
                    if best >= beta {
                        return best;
                    }
                    from = from.max(best);
                }
            }
        }
        best
    }

    /// The moves with the boards they lead to, the most promising first.
    fn children(&mut self, board: Board, moves: Set, empty: Set, first: u8, out: &mut [Child]) {
        let squares = self.rules.squares();
        let odd = self.odd(empty);
        let depth = empty.count_ones().checked_sub(JUDGED);
        let depth = depth.map(|more| (more / JUDGED_STEP).min(JUDGED_DEPTH_MAX));
        for (child, square) in out.iter_mut().zip(bits(moves)) {
            let after = board.played(square);
            let answers = after.mobility(squares);
            let count = |set: Set| set.count_ones().cast_signed();
            let mut order = -ANSWER * (count(answers) + count(answers & self.corners.corners));
            if set_of(square) & self.corners.corners != 0 {
                order += CORNER;
            }
            if set_of(square) & odd != 0 {
                order += ODD;
            }
            if let Some(depth) = depth {
                let judged =
                    self.judged(after, depth, -Score::EVAL_MAX.raw(), Score::EVAL_MAX.raw());
                order -= judged * ANSWER * JUDGED_EIGHTHS / 800;
            }
            if square == first {
                order += REMEMBERED;
            }
            *child = Child { board: after, square, order };
        }
        // Insertion, since they are few.
        for at in 1..out.len() {
            let mut to = at;
            while to > 0 && out[to - 1].order < out[to].order {
                out.swap(to - 1, to);
                to -= 1;
            }
        }
    }

    /// The margin that the evaluator expects.
    pub(super) fn expected(&mut self, board: Board) -> i32 {
        let most = Score::EVAL_MAX.raw();
        let empty = (self.rules.squares() & !board.taken()).count_ones();
        self.judged(board, empty.saturating_sub(JUDGED).min(EXPECTED_DEPTH_MAX), -most, most) / 100
    }

    /// What the evaluator makes of a board when it looks so many plies ahead, cp. Nothing where the search
    /// is told to stop meanwhile.
    fn judged(&mut self, board: Board, depth: u32, alpha: i32, beta: i32) -> i32 {
        if self.is_stopped {
            return 0;
        }
        let squares = self.rules.squares();
        let moves = board.mobility(squares);
        if moves == 0 {
            let turned = board.turned();
            return if turned.mobility(squares) == 0 {
                100 * self.rules.margin(board)
            } else {
                -self.judged(turned, depth, -beta, -alpha)
            };
        }
        if depth == 0 {
            self.judgements += 1;
            if self.judgements.is_multiple_of(POLL_JUDGEMENTS) {
                self.is_stopped |= (self.must_stop)(self.nodes);
            }
            let pos = Position { board, side: Side::First };
            return self.evaluator.evaluate(self.rules, &pos).raw();
        }
        let (mut best, mut from) = (-Score::EVAL_MAX.raw(), alpha);
        for square in bits(moves) {
            best = best.max(-self.judged(board.played(square), depth - 1, -beta, -from));
            if best >= beta {
                break;
            }
            from = from.max(best);
        }
        best
    }

    /// More than [`SHALLOW`] empty squares.
    fn deep(&mut self, board: Board, alpha: i32, beta: i32, empty: Set) -> i32 {
        self.nodes += 1;
        if self.must_end() {
            return 0;
        }
        if let Some(most) = self.stability_cut(board, alpha) {
            return most;
        }
        let known = self.memory.find(board);
        if let Some(Known { low, high, .. }) = known {
            let (low, high) = (i32::from(low), i32::from(high));
            if low >= beta || low == high {
                return low;
            }
            if high <= alpha {
                return high;
            }
        }
        let moves = board.mobility(self.rules.squares());
        if moves == 0 {
            return self.pass(board, alpha, beta);
        }
        let mut children = [NO_CHILD; CHILDREN_MAX];
        let children = &mut children[..moves.count_ones() as usize];
        let first = known.map_or(NO_MOVE, |known| known.mv);
        self.children(board, moves, empty, first, children);
        if self.is_stopped {
            return 0;
        }
        if empty.count_ones() >= CHILDREN {
            for child in &*children {
                let known = self.memory.find(child.board);
                if let Some(found) = known.map(|known| -i32::from(known.high))
                    && found >= beta
                {
                    return found;
                }
            }
        }
        let (best, mv) = self.best_of(children, alpha, beta, first);
        if !self.is_stopped {
            self.keep(board, known, (alpha, beta), (best, mv));
        }
        best
    }

    /// The best of these moves, and what it comes to.
    fn best_of(&mut self, children: &[Child], alpha: i32, beta: i32, first: u8) -> (i32, u8) {
        let (mut best, mut mv, mut from) = (-BEYOND, first, alpha);
        for (nth, child) in children.iter().enumerate() {
            let mut found = -self.margin(child.board, -(from + 1).min(beta), -from);
            if nth == 0 && beta > from + 1 || found > from && found < beta {
                found = -self.margin(child.board, -beta, -from);
            }
            if self.is_stopped {
                break;
            }
            if found > best {
                (best, mv) = (found, child.square);
                from = from.max(best);
                if best >= beta {
                    break;
                }
            }
        }
        (best, mv)
    }

    fn keep(
        &mut self,
        board: Board,
        known: Option<Known>,
        (alpha, beta): (i32, i32),
        (best, mv): (i32, u8),
    ) {
        let old = known.unwrap_or(Known { low: -64, high: 64, mv: NO_MOVE });
        let bound = i8::try_from(best).unwrap_or(0);
        let low = if best > alpha { old.low.max(bound) } else { old.low };
        let high = if best < beta { old.high.min(bound) } else { old.high };
        let empty = (self.rules.squares() & !board.taken()).count_ones();
        let known = Known { low, high, mv };
        self.memory.keep(board, known, u8::try_from(empty).unwrap_or(u8::MAX));
    }
}
