//! The weights of the evaluation, tenths of a hundredth of a man.
//!
//! Written by `plyglot --game morris tune --out`; what each stands for is told by
//! [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [i16; COUNT] = [
    // each man, to a side placing, moving, flying
    1000, 1000, 1000,
    // each man in a mill, to a side placing, moving, flying
    50, 50, 0,
    // each slide out of a mill into another
    500,
    // each empty point that would close a mill, to a side placing, moving, flying
    150, 100, 300,
    // each empty point that would close two, to a side placing, moving, flying
    200, 50, 100,
    // each slide that closes a mill: of the mover, of the other
    400, 200,
    // each empty point beside own men, to a side placing, moving, flying
    30, 60, 0,
    // each man without an empty neighbour, to a side placing, moving, flying
    -60, -100, 0,
    // each man on a point with the most neighbours, to a side placing, moving, flying
    60, 20, 0,
    // the move, to a side placing, moving, flying
    100, 50, 200,
];
