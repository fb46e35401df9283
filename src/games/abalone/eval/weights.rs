//! The weights of the evaluation, tenths of a hundredth of a marble.
//!
//! Written by `plyglot --game abalone tune --out`; what each stands for is told by
//! [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [i16; COUNT] = [
    // each marble pushed off: the first to the fifth
    1035, 1058, 1120, 1244, 1464,
    // each marble by its place: centre, ring 1, ring 2 side and corner, ring 3 side and corner, rim middle, beside a corner, corner
    254, 193, 94, 28, -39, -72, -148, -169, -262,
    // two marbles side by side, three in a row, one amid six, one alone
    14, 31, -69, -55,
    // a marble in line between two opposing ones
    -10,
    // pushes: two against one, three against one, three against two
    75, 19, 140,
    // steps of single marbles onto empty cells
    -17,
    // marbles that may fall: one, two, three; to the mover, then to the other side
    225, 428, 682, 119, 384, 640,
    // the move
    126,
];
