//! The weights of the evaluation, cp.
//!
//! Written by `plyglot --game awari tune --out`; what each stands for is told by [`super::evaluator`].

use super::evaluator::COUNT;

#[rustfmt::skip]
pub(super) const WEIGHTS: [i16; COUNT] = [
    100, // seeds in the store
    13, // seeds in the houses
    36, // houses that can be sown
    27, // houses with one or two seeds
    23, // houses with twelve seeds or more
    43, // most to be caught, to move
    31, // most to be caught, waiting
    -11, // being to move
];
