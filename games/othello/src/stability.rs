//! Stable discs: those that nothing can ever turn over again.
//!
//! A disc is turned over along one of four axes. It is safe along an axis if the whole line is full,
//! if one of its two neighbours on it lies outside of the board, or if one of them is a stable disc
//! of the same side. What is safe along all four is stable; the stable discs grow from the corners and
//! from full lines until nothing is added. There may be more stable discs than are found so, never
//! fewer: a margin built on them is a bound ([edax-program], "stability").

use super::board::{Board, Set};

/// The steps along an axis towards higher bits, by columns and rows.
const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// Of each axis, the squares whose first, second and fourth neighbour lies outside of the word,
/// towards higher bits and towards lower ones.
static BEYOND: [[[Set; 2]; 3]; 4] = beyond();

const fn beyond() -> [[[Set; 2]; 3]; 4] {
    let mut all = [[[0; 2]; 3]; 4];
    let mut axis = 0;
    while axis < 4 {
        let mut doubling = 0;
        while doubling < 3 {
            let steps = 1 << doubling;
            let mut square = 0;
            while square < 64 {
                let (dx, dy) = (steps * AXES[axis].0, steps * AXES[axis].1);
                let (x, y) = (square % 8, square / 8);
                if !(x + dx >= 0 && x + dx < 8 && y + dy >= 0 && y + dy < 8) {
                    all[axis][doubling][0] |= 1 << square;
                }
                if !(x - dx >= 0 && x - dx < 8 && y - dy >= 0 && y - dy < 8) {
                    all[axis][doubling][1] |= 1 << square;
                }
                square += 1;
            }
            doubling += 1;
        }
        axis += 1;
    }
    all
}

/// How far a step along an axis goes in bits.
const fn step(axis: usize) -> u32 {
    (AXES[axis].0 + 8 * AXES[axis].1).cast_unsigned()
}

/// The taken squares whose whole line along each axis is taken, on the board of these squares.
#[inline]
fn full_lines(taken: Set, squares: Set) -> [Set; 4] {
    let filled = taken | !squares;
    std::array::from_fn(|axis| {
        let (mut up, mut down) = (filled, filled);
        for (doubling, [above, below]) in BEYOND[axis].into_iter().enumerate() {
            let far = step(axis) << doubling;
            up &= up >> far | above;
            down &= down << far | below;
        }
        up & down
    })
}

/// The discs of the side that looks that are stable for certain, on the board of these squares.
#[inline]
pub(super) fn stable(board: Board, squares: Set) -> Set {
    let full = full_lines(board.taken(), squares);
    let safe = full.map(|set| set & board.own);
    let mut stable = 0;
    loop {
        // What lies outside of a small board cannot be played on either.
        let firm = stable | !squares;
        let mut found = board.own;
        for (axis, safe) in safe.into_iter().enumerate() {
            let [above, below] = BEYOND[axis][0];
            let by = step(axis);
            let beside = (firm >> by | above) | (firm << by | below);
            found &= safe | beside;
        }
        if found == stable {
            return stable;
        }
        stable = found;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Empties, Othello, Position};
    use plyglot_core::Side;
    use plyglot_core::game::Notation;
    use plyglot_core::game::Rules;

    /// Whatever is played, discs that are called stable are never turned over.
    #[test]
    fn stable_discs_stay() {
        let mut lot = 7_usize;
        for (size, games) in [(4, 300), (6, 100), (8, 60)] {
            let rules = Othello::new(size, Empties::Winner);
            let mut found = 0;
            for _ in 0..games {
                let mut pos = rules.start();
                let mut firm = [0; 2];
                while rules.outcome(&pos).is_none() {
                    let mut moves = Vec::new();
                    rules.legal_moves(&pos, &mut moves);
                    lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                    rules.play(&mut pos, moves[(lot >> 33) % moves.len()]);
                    for side in Side::BOTH {
                        let discs = [pos.discs(side), pos.discs(side.other())];
                        let board = Board { own: discs[0], opposing: discs[1] };
                        let stable = stable(board, rules.squares());
                        let before = &mut firm[side.index()];
                        assert_eq!(*before & !stable, 0, "{}", rules.position_text(&pos));
                        *before = stable;
                        found += stable.count_ones();
                    }
                }
            }
            assert!(found > 10 * games, "{size}: {found}");
        }
    }

    #[test]
    fn a_full_board_is_stable_and_a_lone_corner_is() {
        let full = Board { own: !0xFF00, opposing: 0xFF00 };
        assert_eq!(stable(full, !0), full.own);
        let corner = Position::new([1, 2], Side::First).board;
        assert_eq!(stable(corner, !0), 1);
        assert_eq!(stable(corner.turned(), !0), 0);
    }
}
