//! What counts besides patterns: moves, corners, stable discs and who moves last.

use super::board::{Board, Set, WIDE, set_of};
use super::rules::Othello;
use super::stability::stable;

/// The terms, in the order of their weights.
pub(super) const TERMS: [&str; COUNT] = [
    "discs",
    "moves",
    "empty squares beside the other's discs",
    "corners",
    "discs beside an empty corner, diagonally",
    "discs beside an empty corner, on the edge",
    "stable discs",
    "being to move",
    "being to move with an odd number of empty squares",
];
pub(super) const COUNT: usize = 9;

/// The corners of a board, and the squares beside them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    pub(super) corners: Set,
    /// For each corner: itself, the square beside it on the diagonal, those on the edges.
    each: [[Set; 3]; 4],
}

/// Those of boards with four, six and eight squares a side.
static CORNERS: [Corners; 3] = [Corners::of(4), Corners::of(6), Corners::of(8)];

impl Corners {
    const fn of(size: u8) -> Self {
        let last = size - 1;
        let ends = [(0, 1), (last, last - 1)];
        let (mut each, mut corners, mut nth) = ([[0; 3]; 4], 0, 0);
        while nth < 4 {
            let ((x, beside_x), (y, beside_y)) = (ends[nth % 2], ends[nth / 2]);
            each[nth] = [at(x, y), at(beside_x, beside_y), at(beside_x, y) | at(x, beside_y)];
            corners |= each[nth][0];
            nth += 1;
        }
        Self { corners, each }
    }

    /// Those of a board with so many squares a side.
    pub(super) fn on(rules: &Othello) -> &'static Self {
        &CORNERS[usize::from(rules.size() / 2 - 2)]
    }

    /// The squares beside empty corners: on the diagonal, and on the edges.
    #[inline]
    pub(super) fn beside_empty(&self, taken: Set) -> [Set; 2] {
        let mut beside = [0; 2];
        for [corner, diagonal, edges] in self.each {
            if taken & corner == 0 {
                beside[0] |= diagonal;
                beside[1] |= edges;
            }
        }
        beside
    }
}

const fn at(x: u8, y: u8) -> Set {
    set_of(WIDE * y + x)
}

pub(super) fn count(set: Set) -> i32 {
    set.count_ones().cast_signed()
}

/// How often each term counts, for the side to move, minus the other side.
#[inline]
pub(super) fn tally(rules: &Othello, board: Board) -> [i32; COUNT] {
    let squares = rules.squares();
    let empty = squares & !board.taken();
    let corners = Corners::on(rules);
    let beside = corners.beside_empty(board.taken());
    let of = |board: Board| {
        [
            count(board.own),
            count(board.mobility(squares)),
            count(Board::frontier(board.opposing, empty)),
            count(board.own & corners.corners),
            count(board.own & beside[0]),
            count(board.own & beside[1]),
            count(stable(board, squares)),
        ]
    };
    let (own, opposing) = (of(board), of(board.turned()));
    let odd = count(empty) & 1;
    std::array::from_fn(|term| match term {
        7 => 1,
        8 => odd,
        term => own[term] - opposing[term],
    })
}
