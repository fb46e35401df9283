//! What sums come to, in a browser. WebAssembly multiplies eight pairs of numbers of 16 bits at once and adds
//! up their products by twos (`i32x4.dot_i16x8_s`); of the plain loop the compiler makes two widened
//! halves, each multiplied by itself. The nodes of `bench` that a second has grow by 4 % in chess, 8 % and
//! 13 % in draughts on 100 and 64 squares, 3 to 7 % where a side has 32 sums (node 20, November 2026).

use std::arch::wasm32::{
    i16x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_splat, v128,
};

use super::INNER_ONE;

/// Numbers in a vector.
pub(super) const LANES: usize = 8;

/// [`super::Row::times`], eight sums at once; what does not fill a vector is left out.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a loop of its caller, as wide as that knows")]
pub(super) fn times(sums: &[i16], weights: &[i16]) -> i32 {
    let (nought, one) = (i16x8_splat(0), i16x8_splat(INNER_ONE));
    let mut parts = i32x4_splat(0);
    let (sums, weights) = (sums.as_chunks::<LANES>().0, weights.as_chunks::<LANES>().0);
    for (sums, weights) in sums.iter().zip(weights) {
        let value = i16x8_min(i16x8_max(vector(sums), nought), one);
        let product = i32x4_dot_i16x8(value, i16x8_mul(value, vector(weights)));
        parts = i32x4_add(parts, product);
    }
    let low = i32x4_extract_lane::<0>(parts) + i32x4_extract_lane::<1>(parts);
    low + i32x4_extract_lane::<2>(parts) + i32x4_extract_lane::<3>(parts)
}

/// One load.
#[inline(always)]
#[expect(clippy::inline_always, reason = "one instruction")]
const fn vector(of: &[i16; LANES]) -> v128 {
    i16x8(of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7])
}
