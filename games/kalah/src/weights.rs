//! The weights of the evaluation, cp.
//!
//! Written by `plyglot tune kalah --out`; what each stands for is told by [`super::evaluator`].

use super::evaluator::COUNT;

#[rustfmt::skip]
pub(super) const WEIGHTS: [i16; COUNT] = [
    100, // stones in the store
    13, // stones in the pits
    39, // pits that can be sown
    79, // sowings into the store, to move
    18, // sowings into the store, waiting
    52, // most to be caught, to move
    28, // most to be caught, waiting
    17, // being to move
];
