//! The weights of an evaluation, tenths of a hundredth of a man.
//!
//! Written by `plyglot --game VARIANT tune --out`; what each stands for is told by
//! [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [i16; COUNT] = [
    // each man
    1000,
    // the first king, each further king
    3200, 2600,
    // each man by its bit on the board, seen with its side going up
    79, 99, 89, 69, 57, 77, 87, 67, 0, 55, 75, 65, 45, 33, 78, 88, 43, 0,
    31, 76, 66, 21, 9, 29, 39, 19, 0, 7, 27, 17, -3, 25, 45, 55, 35, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // each man by its row from the last one, for each eighth of all men that have gone
    42, 36, 30, 24, 18, 12, 6, 0, 0, 0,
    // each man past all opposing pieces, by its row from the last one
    0, 1342, 1144, 945, 747, 550, 351, 153, 0, 0,
    // each king by its distance from the edge
    0, 30, 50, 60, 0,
    // each king on the long diagonal
    250,
    // each king that cannot step
    -800,
    // two men on a diagonal, three on a diagonal, a man with none behind it
    15, 10, -15,
    // each step of a man, each direction in which a king can step
    12, 15,
    // each man that cannot step
    -20,
    // each piece that men could capture: of the side to move, of the other
    -100, -300,
    // having the move, for each eighth of all men that have gone
    0,
    // the move
    20,
];
