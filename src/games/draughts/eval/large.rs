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
    67, 87, 97, 77, 57, 49, 69, 89, 79, 59, 0, 51, 71, 81, 61, 41, 33, 78,
    98, 88, 43, 0, 35, 80, 90, 70, 25, 17, 62, 82, 72, 27, 0, 19, 64, 74,
    54, 9, 1, 21, 41, 31, 11, 0, 3, 23, 33, 13, -7, 25, 45, 65, 55, 35,
    // each man by its row from the last one, for each eighth of all men that have gone
    36, 32, 28, 24, 20, 16, 12, 8, 4, 0,
    // each man past all opposing pieces, by its row from the last one
    0, 1342, 1144, 945, 747, 550, 351, 153, 0, 0,
    // each king by its distance from the edge
    0, 30, 50, 60, 60,
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
