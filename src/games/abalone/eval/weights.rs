//! The weights of the evaluation, tenths of a hundredth of a marble.
//!
//! Written by `plyglot --game abalone tune --out`; what each stands for is told by
//! [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [i16; COUNT] = [
    // each marble pushed off: the first to the fifth
    1000, 1000, 1100, 1300, 1600,
    // each marble by its place: centre, ring 1, ring 2 side and corner, ring 3 side and corner, rim middle, beside a corner, corner
    150, 130, 90, 80, 10, -10, -120, -140, -200,
    // two marbles side by side, three in a row, one amid six, one alone
    20, 10, 20, -60,
    // a marble in line between two opposing ones
    20,
    // pushes: two against one, three against one, three against two
    10, 10, 20,
    // steps of single marbles onto empty cells
    0,
    // marbles that may fall: one, two, three; to the mover, then to the other side
    400, 600, 700, 150, 500, 700,
    // the move
    50,
];
