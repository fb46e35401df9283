//! The weights of the evaluation, cp.
//!
//! Written by `plyglot tune kalah --out`; what each stands for is told by [`super::judge`].

use super::judge::COUNT;

#[rustfmt::skip]
pub(super) const WEIGHTS: [i16; COUNT] = [
    100, // stones in the store
    20, // stones in the pits
    10, // pits that can be sown
    60, // sowings into the store, to move
    20, // sowings into the store, waiting
    50, // most to be caught, to move
    15, // most to be caught, waiting
    30, // being to move
];
