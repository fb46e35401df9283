//! The weights of the evaluation, cp.
//!
//! Written by `plyglot --game awari tune --out`; what each stands for is told by [`super::judge`].

use super::judge::COUNT;

#[rustfmt::skip]
pub(super) const WEIGHTS: [i16; COUNT] = [
    100, // seeds in the store
    10, // seeds in the houses
    10, // houses that can be sown
    0, // houses with one or two seeds
    5, // houses with twelve seeds or more
    20, // most to be caught, to move
    10, // most to be caught, waiting
    10, // being to move
];
