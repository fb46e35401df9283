//! The last four empty squares, one function a number, without lists and without memory.
//!
//! Each takes the board of the side to move and its empty squares in the order in which to try them,
//! and gives the margin, which is exact between the bounds and on the right side of them elsewhere
//! (fail-soft). Most nodes of a proof are here.

use super::super::board::{Board, Set, set_of};
use super::search::Search;

/// The squares around each square.
static AROUND: [Set; 64] = around();

const fn around() -> [Set; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = Board::frontier(1 << square, !0);
        square += 1;
    }
    all
}

/// The board after a move to this square, seen by the other side, if it is one.
#[inline]
fn after(board: Board, square: u8) -> Option<Board> {
    if AROUND[usize::from(square & 63)] & board.opposing == 0 {
        return None;
    }
    let flips = board.flips(square);
    (flips != 0).then(|| board.after(square, flips))
}

/// No margin is below this.
const NONE: i32 = -128;

impl Search<'_> {
    /// One empty square.
    #[inline]
    pub(super) fn last1(&mut self, board: Board, square: u8) -> i32 {
        self.nodes += 1;
        let count = |set: Set| set.count_ones().cast_signed();
        let own = count(board.own);
        let flips = board.flips(square);
        if flips != 0 {
            return 2 * (own + count(flips) + 1) - self.all;
        }
        let flips = board.turned().flips(square);
        if flips != 0 {
            return 2 * (own - count(flips)) - self.all;
        }
        self.rules.margin(board)
    }

    /// Two empty squares.
    #[inline]
    pub(super) fn last2(&mut self, board: Board, alpha: i32, beta: i32, squares: [u8; 2]) -> i32 {
        self.nodes += 1;
        let [a, b] = squares;
        let mut best = NONE;
        if let Some(child) = after(board, a) {
            best = -self.last1(child, b);
            if best >= beta {
                return best;
            }
        }
        if let Some(child) = after(board, b) {
            best = best.max(-self.last1(child, a));
        }
        if best > NONE {
            return best;
        }
        let turned = board.turned();
        if after(turned, a).is_none() && after(turned, b).is_none() {
            return self.rules.margin(board);
        }
        -self.last2(turned, -beta, -alpha, squares)
    }

    /// Four empty squares: those that are alone in their quarter, or three, come first.
    pub(super) fn last4(&mut self, board: Board, alpha: i32, beta: i32, empty: Set) -> i32 {
        let odd = self.odd(empty);
        let mut squares = [0; 4];
        let (mut rest, mut first, mut last) = (empty, 0, 3);
        while rest != 0 {
            let square = plyglot_core::bits::lowest(rest);
            rest &= rest - 1;
            if odd & set_of(square) != 0 {
                squares[first] = square;
                first += 1;
            } else {
                squares[last & 3] = square;
                last = last.wrapping_sub(1);
            }
        }
        self.last::<4>(board, alpha, beta, squares)
    }

    /// Three empty squares.
    pub(super) fn last3(&mut self, board: Board, alpha: i32, beta: i32, squares: [u8; 3]) -> i32 {
        let [a, b, c] = squares;
        self.last::<3>(board, alpha, beta, [a, b, c, 0])
    }

    /// The first three or four of these squares. Written out twice, for three and for four, it took as many
    /// instructions (FFO 1, 59,983 nodes: 20.34 million against 20.28, callgrind).
    fn last<const COUNT: usize>(
        &mut self,
        board: Board,
        alpha: i32,
        beta: i32,
        squares: [u8; 4],
    ) -> i32 {
        self.nodes += 1;
        let [a, b, c, d] = squares;
        let orders = [[a, b, c, d], [b, a, c, d], [c, a, b, d], [d, a, b, c]];
        let (mut best, mut from) = (NONE, alpha);
        for [square, rest @ ..] in orders.into_iter().take(COUNT) {
            if let Some(child) = after(board, square) {
                let found = if COUNT == 4 {
                    self.last::<3>(child, -beta, -from, [rest[0], rest[1], rest[2], 0])
                } else {
                    self.last2(child, -beta, -from, [rest[0], rest[1]])
                };
                best = best.max(-found);
                if best >= beta {
                    return best;
                }
                from = from.max(best);
            }
        }
        if best > NONE {
            return best;
        }
        let turned = board.turned();
        if squares[..COUNT].iter().all(|&square| after(turned, square).is_none()) {
            return self.rules.margin(board);
        }
        -self.last::<COUNT>(turned, -beta, -alpha, squares)
    }
}
