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
    1350, 1350,
    // each man by its bit on the board, seen with its side going up
    79, 99, 89, 69, 57, 77, 87, 67, 0, 55, 75, 65, 45, 33, 78, 88, 43, 0,
    31, 76, 66, 21, 9, 29, 39, 19, 0, 7, 27, 17, -3, 45, 65, 75, 55, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // each man by its row from the last one, for each eighth of all men that have gone
    21, 18, 15, 12, 9, 6, 3, 0, 0, 0,
    // each man past all opposing pieces, by its row from the last one
    0, 213, 182, 150, 118, 87, 55, 24, 0, 0,
    // each king by its distance from the edge
    0, 60, 110, 140, 0,
    // each king on the long diagonal
    20,
    // each king that cannot step
    -250,
    // two men on a diagonal, three on a diagonal, a man with none behind it
    15, 10, -15,
    // each step of a man, each direction in which a king can step
    12, 15,
    // each man that cannot step
    -20,
    // each piece that men could capture: of the side to move, of the other
    -100, -300,
    // having the move, for each eighth of all men that have gone
    15,
    // the move
    20,
];
