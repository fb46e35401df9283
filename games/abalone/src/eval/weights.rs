//! The weights of the evaluation, tenths of a hundredth of a marble.
//!
//! Written by `plyglot --game abalone tune --out`; what each stands for is told by
//! [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [i16; COUNT] = [
    // each marble pushed off: the first to the fifth
    1016, 1021, 1114, 1259, 1477,
    // each marble by its place: centre, ring 1, ring 2 side and corner, ring 3 side and corner, rim middle, beside a corner, corner
    282, 209, 93, 33, -42, -80, -187, -200, -284,
    // two marbles side by side, three in a row, one amid six, one alone
    -2, 41, -77, -51,
    // a marble in line between two opposing ones
    -13,
    // pushes: two against one, three against one, three against two
    76, 33, 145,
    // steps of single marbles onto empty cells
    -27,
    // marbles that may fall: one, two, three; to the mover, then to the other side
    184, 340, 633, 96, 328, 571,
    // the move
    124,
];
