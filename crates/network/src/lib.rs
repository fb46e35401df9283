//! Small networks that evaluate a position, seen from either side (NNUE [nasu-2018] in its
//! simplest form).
//!
//! ```text
//! men on squares,  ──►  HIDDEN sums  ──►  between 0 and 1,  ──┐
//! as the mover sees them                  squared             ├──►  value for the mover, one
//! the same men,    ──►  HIDDEN sums  ──►  between 0 and 1,  ──┘     output a bucket of positions
//! as the other side sees them             squared
//! ```
//!
//! An *input* is a fact that holds or does not ("a knight of mine on f3"). Both sides share the first
//! layer. A move changes few facts, so that its sums are kept up to date rather than added up anew:
//! who asks a network keeps them ([`Row`]) and hands them to [`Network::value`], or has [`Kept`] do so, or,
//! where a move changes much of what there is, has them added up ([`Network::evaluate`]). Buckets are kinds
//! of position with an output each, such as how many men are left.
//!
//! Weights are whole numbers ([`Weights`]), so that the sums do not depend on the order in which they
//! came about and every machine plays alike. They are fitted by the crate `tune`; nothing here
//! knows a game.
#![deny(missing_docs)]

mod file;
mod kept;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use std::fmt::{self, Debug};

pub use kept::{Kept, Near, inputs_of};

/// One in the first layer.
pub const INNER_ONE: i16 = 255;
/// One in the output layer.
pub const OUTER_ONE: i16 = 64;
/// No weight is larger than this in size, as a number: its product with [`INNER_ONE`] fits 16 bits.
pub const WEIGHT_MAX: f32 = 1.98;

/// What a network is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Facts that may hold for a side.
    pub inputs: usize,
    /// Sums a side.
    pub hidden: usize,
    /// Kinds of position.
    pub buckets: usize,
}

/// The weights of a network, as its file holds them.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// How many there are.
    pub shape: Shape,
    /// What each input adds to each sum, input by input, in [`INNER_ONE`]ths.
    pub inputs: Vec<i16>,
    /// What the sums begin with.
    pub bias: Vec<i16>,
    /// What the sums are worth, by bucket: those of the mover, then those of the other side; in
    /// [`OUTER_ONE`]ths.
    pub outputs: Vec<i16>,
    /// What each output begins with, [`INNER_ONE`] × [`OUTER_ONE`]ths.
    pub output_bias: Vec<i32>,
    /// What an output of one stands for, cp; its logistic curve foretells the result.
    pub unit_cp: i32,
}

impl Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shape, unit_cp, .. } = self;
        f.debug_struct("Weights").field("shape", shape).field("unit_cp", unit_cp).finish()
    }
}

/// The sums of one side, or what an input adds to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Row<const HIDDEN: usize>(pub [i16; HIDDEN]);

impl<const HIDDEN: usize> Row<HIDDEN> {
    /// All nought.
    pub const ZERO: Self = Self([0; HIDDEN]);

    fn of(values: &[i16]) -> Self {
        let mut row = Self::ZERO;
        row.0.copy_from_slice(values);
        row
    }

    /// The numbers, which lie as the row does: where the processor takes sixteen at once, it need not
    /// fear that they cross a boundary.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    #[expect(unsafe_code, reason = "a tenth of the instructions of a value")]
    fn aligned(&self) -> &[i16; HIDDEN] {
        // SAFETY: a reference to a row is aligned as its type says.
        unsafe { std::hint::assert_unchecked((&raw const self.0).cast::<Self>().is_aligned()) };
        &self.0
    }

    /// [`Row::aligned`], to be changed.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    #[expect(unsafe_code, reason = "a tenth of the instructions of a value")]
    fn aligned_mut(&mut self) -> &mut [i16; HIDDEN] {
        // SAFETY: a reference to a row is aligned as its type says.
        unsafe { std::hint::assert_unchecked((&raw const self.0).cast::<Self>().is_aligned()) };
        &mut self.0
    }

    /// Adds what an input adds.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    pub fn add(&mut self, input: &Self) {
        let sums = self.aligned_mut().iter_mut().zip(input.aligned());
        sums.for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
    }

    /// Takes it away again.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    pub fn subtract(&mut self, input: &Self) {
        let sums = self.aligned_mut().iter_mut().zip(input.aligned());
        sums.for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
    }

    /// Becomes these sums, plus what one input adds, less what another did.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    pub fn take_exchanged(&mut self, before: &Self, come: &Self, gone: &Self) {
        let changes = come.aligned().iter().zip(gone.aligned());
        let before = before.aligned().iter().zip(changes);
        for (sum, (before, (come, gone))) in self.aligned_mut().iter_mut().zip(before) {
            *sum = before.wrapping_add(come.wrapping_sub(*gone));
        }
    }

    /// What the sums come to: each between 0 and 1, squared, times its weight. In [`INNER_ONE`]² ×
    /// [`OUTER_ONE`]ths.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    fn times(&self, weights: &Self) -> i32 {
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if HIDDEN.is_multiple_of(wasm::LANES) {
            return wasm::times(self.aligned(), weights.aligned());
        }
        let mut sum = 0;
        for (&value, &weight) in self.aligned().iter().zip(weights.aligned()) {
            let value = value.clamp(0, INNER_ONE);
            sum += i32::from(value) * i32::from(value.wrapping_mul(weight));
        }
        sum
    }
}

/// A network ready to be asked, with so many sums a side.
pub struct Network<const HIDDEN: usize> {
    inputs: Box<[Row<HIDDEN>]>,
    bias: Row<HIDDEN>,
    outputs: Box<[[Row<HIDDEN>; 2]]>,
    output_bias: Box<[i32]>,
    unit_cp: i32,
}

impl<const HIDDEN: usize> Debug for Network<HIDDEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").field("inputs", &self.inputs.len()).finish_non_exhaustive()
    }
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// The network of these weights; `None` if they have another number of sums.
    pub fn new(weights: &Weights) -> Option<Self> {
        if weights.shape.hidden != HIDDEN {
            return None;
        }
        let rows = |values: &[i16]| values.chunks_exact(HIDDEN).map(Row::of).collect::<Vec<_>>();
        let outputs = rows(&weights.outputs);
        Some(Self {
            inputs: rows(&weights.inputs).into(),
            bias: Row::of(&weights.bias),
            outputs: outputs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(),
            output_bias: weights.output_bias.clone().into(),
            unit_cp: weights.unit_cp,
        })
    }

    /// The sums of a side for which nothing holds.
    pub fn bias(&self) -> Row<HIDDEN> {
        self.bias
    }

    /// What an input adds to the sums.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    pub fn input(&self, number: u16) -> &Row<HIDDEN> {
        &self.inputs[usize::from(number)]
    }

    /// The value for the mover, cp, of a position of this bucket of which these inputs hold for him and
    /// for the other side: the sums are added up anew. For games in which a move changes much of what
    /// there is, or in which that is little.
    pub fn evaluate(&self, inputs: [&[u16]; 2], bucket: usize) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "half the instructions: sixteen sums at once")]
            // SAFETY: the processor has been asked whether it knows these instructions.
            return unsafe { self.added_up_avx2(inputs, bucket) };
        }
        self.added_up(inputs, bucket)
    }

    /// [`Network::added_up`], compiled for processors since 2013.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn added_up_avx2(&self, inputs: [&[u16]; 2], bucket: usize) -> i32 {
        self.added_up(inputs, bucket)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    fn added_up(&self, inputs: [&[u16]; 2], bucket: usize) -> i32 {
        // One after the other: what an array's `map` calls is not compiled for this processor.
        let (mover, other) = (self.sums(inputs[0]), self.sums(inputs[1]));
        self.value(&mover, &other, bucket)
    }

    /// The sums of a side for which these inputs hold.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    fn sums(&self, inputs: &[u16]) -> Row<HIDDEN> {
        let mut sums = self.bias;
        for &number in inputs {
            sums.add(self.input(number));
        }
        sums
    }

    /// The value for the mover, cp, by the sums of both sides, in a position of this bucket.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    pub fn value(&self, mover: &Row<HIDDEN>, other: &Row<HIDDEN>, bucket: usize) -> i32 {
        let [own, theirs] = &self.outputs[bucket];
        let sum = mover.times(own) + other.times(theirs);
        let one = i32::from(INNER_ONE) * i32::from(OUTER_ONE);
        (sum / i32::from(INNER_ONE) + self.output_bias[bucket]) * self.unit_cp / one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { inputs: 3, hidden: 4, buckets: 2 };

    /// Two inputs, of which the second fills every sum to more than one.
    fn network() -> Network<4> {
        let mut weights = Weights::zero(SHAPE, 200);
        weights.inputs = vec![255, -255, 51, 0, 300, 300, 300, 300, 1, 2, 3, 4];
        weights.outputs = vec![64, 64, 64, 64, -64, -64, -64, -64, 32, 0, 0, 0, 0, 0, 0, 0];
        weights.output_bias = vec![0, 255 * 64 / 2];
        Network::new(&weights).unwrap()
    }

    #[test]
    fn a_value_is_the_clipped_squares_of_the_sums_times_their_weights() {
        let network = network();
        let mut own = network.bias();
        own.add(network.input(0));
        let other = network.bias();
        // 1² + 0 (clipped) + 0.2² = 1.04 units of 200 cp.
        assert_eq!(network.value(&own, &other, 0), 207);
        assert_eq!(
            network.value(&other, &own, 0),
            -207,
            "what is good for one is bad for the other"
        );
        assert_eq!(network.value(&own, &other, 1), 200, "half a unit from the sum, half the bias");
        own.add(network.input(1));
        // 1² + (45 / 255)² + 1² + 1²: no sum counts more than one.
        assert_eq!(network.value(&own, &other, 0), 606);
    }

    #[test]
    fn sums_do_not_depend_on_how_they_came_about() {
        let network = network();
        let mut added = network.bias();
        added.add(network.input(2));
        let mut there_and_back = network.bias();
        there_and_back.add(network.input(0));
        there_and_back.add(network.input(1));
        there_and_back.subtract(network.input(1));
        let mut exchanged = network.bias();
        exchanged.take_exchanged(&there_and_back, network.input(2), network.input(0));
        assert_eq!(added, exchanged);
    }

    #[test]
    fn a_position_may_be_added_up_at_once() {
        let network = network();
        let (mut own, mut other) = (network.bias(), network.bias());
        own.add(network.input(0));
        own.add(network.input(2));
        other.add(network.input(1));
        for bucket in 0..2 {
            let expected = network.value(&own, &other, bucket);
            assert_eq!(network.evaluate([&[0, 2], &[1]], bucket), expected);
            assert_eq!(network.added_up([&[2, 0], &[1]], bucket), expected, "without AVX2");
        }
    }

    #[test]
    fn another_number_of_sums_is_another_network() {
        assert!(Network::<5>::new(&Weights::zero(SHAPE, 1)).is_none());
    }
}
