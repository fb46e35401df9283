//! The weights of the evaluation, tenths of a hundredth of a man.
//!
//! Written by `plyglot --game morris tune --out`; what each stands for is told by
//! [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [i16; COUNT] = [
    // each man, to a side placing, moving, flying
    864, 973, 1162,
    // each man in a mill, to a side placing, moving, flying
    215, 254, 152,
    // each slide out of a mill into another
    588,
    // each empty point that would close a mill, to a side placing, moving, flying
    274, 250, 400,
    // each empty point that would close two, to a side placing, moving, flying
    168, 194, 100,
    // each slide that closes a mill: of the mover, of the other
    356, 430,
    // each empty point beside own men, to a side placing, moving, flying
    204, 53, 4,
    // each man without an empty neighbour, to a side placing, moving, flying
    -220, -312, 206,
    // each man on a point with the most neighbours, to a side placing, moving, flying
    194, 94, 148,
    // the move, to a side placing, moving, flying
    76, -54, 264,
];
