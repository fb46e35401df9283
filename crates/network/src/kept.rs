//! The sums of the last position that was asked about, changed by what differs: for games of pieces on
//! squares, in which a search asks about one position after another that has two pieces elsewhere.
//!
//! Facts are bits of a few words here, input by input, and what differs between two positions is a few
//! operations to find. Nothing is kept by ply: where a search goes back and down another way, it is four
//! pieces instead of two, of forty. What is there decides how long it takes, never what comes out: the
//! sums are whole numbers.

use super::{Network, Row};

/// So many facts come and go before the sums are added up anew.
const CHANGES_MAX: u32 = 24;

/// The sums of one way to look at the board, and the facts that they are of.
#[derive(Clone, Copy, Debug)]
pub struct Kept<const HIDDEN: usize, const WORDS: usize> {
    sums: Row<HIDDEN>,
    facts: [u64; WORDS],
    /// They are of a position.
    is_begun: bool,
}

impl<const HIDDEN: usize, const WORDS: usize> Kept<HIDDEN, WORDS> {
    /// Of no position.
    pub const NONE: Self = Self { sums: Row::ZERO, facts: [0; WORDS], is_begun: false };

    /// Becomes the sums of these facts.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    fn take_up(&mut self, network: &Network<HIDDEN>, facts: &[u64; WORDS], width: u16) {
        let mut changes = 0;
        for (new, old) in facts.iter().zip(self.facts) {
            changes += (new ^ old).count_ones();
        }
        let mut sums = self.sums;
        if changes > CHANGES_MAX || !self.is_begun {
            *self = Self { is_begun: true, ..Self::NONE };
            sums = network.bias;
        }
        let mut first = 0;
        for (&new, old) in facts.iter().zip(&mut self.facts) {
            let (mut come, mut gone) = (new & !*old, *old & !new);
            while come != 0 {
                sums.add(network.input(first + lowest(come)));
                come &= come - 1;
            }
            while gone != 0 {
                sums.subtract(network.input(first + lowest(gone)));
                gone &= gone - 1;
            }
            *old = new;
            first += width;
        }
        self.sums = sums;
    }
}

/// The lowest bit's number.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
#[expect(clippy::cast_possible_truncation, reason = "below 64")]
fn lowest(word: u64) -> u16 {
    word.trailing_zeros() as u16
}

/// The inputs whose bits are set in these words, of which each begins `width` inputs after the one before.
pub fn inputs_of<const WORDS: usize>(facts: [u64; WORDS], width: u16) -> impl Iterator<Item = u16> {
    facts.into_iter().zip(0..).flat_map(move |(word, nth)| {
        let bits = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        bits.take_while(|rest| *rest != 0).map(move |rest| nth * width + lowest(rest))
    })
}

/// A position as a network is told of it: first as the mover sees it, then as the other side does.
#[derive(Debug)]
pub struct Near<'k, const HIDDEN: usize, const WORDS: usize> {
    /// The sums kept of either way to look at the board.
    pub kept: [&'k mut Kept<HIDDEN, WORDS>; 2],
    /// The inputs that hold, as bits.
    pub facts: [[u64; WORDS]; 2],
    /// The first input of a word comes so many after that of the word before.
    pub width: u16,
    /// Which output evaluates it.
    pub bucket: usize,
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// The value for the mover, cp: what [`Network::evaluate`] says of the inputs whose bits are set.
    pub fn evaluate_near<const WORDS: usize>(&self, near: Near<'_, HIDDEN, WORDS>) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("popcnt")
            && std::is_x86_feature_detected!("bmi1")
        {
            #[expect(unsafe_code, reason = "half the instructions: sixteen sums at once")]
            // SAFETY: the processor has been asked whether it knows these instructions.
            return unsafe { self.changed_avx2(near) };
        }
        self.changed(near)
    }

    /// [`Network::changed`], compiled for processors since 2013.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn changed_avx2<const WORDS: usize>(&self, near: Near<'_, HIDDEN, WORDS>) -> i32 {
        self.changed(near)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    fn changed<const WORDS: usize>(&self, near: Near<'_, HIDDEN, WORDS>) -> i32 {
        let Near { kept: [mover, other], facts: [own, theirs], width, bucket } = near;
        mover.take_up(self, &own, width);
        other.take_up(self, &theirs, width);
        self.value(&mover.sums, &other.sums, bucket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, Weights};

    #[test]
    fn a_value_does_not_depend_on_what_was_asked_before() {
        const WIDTH: u16 = 40;
        let mut weights = Weights::zero(Shape { inputs: 80, hidden: 4, buckets: 1 }, 200);
        for (at, weight) in (0_i16..).zip(weights.inputs.iter_mut()) {
            *weight = at * 37 % 61 - 30;
        }
        weights.bias = vec![90, 100, 110, 120];
        weights.outputs = vec![64, -32, 16, 8, 5, 4, 3, 2];
        let network = Network::<4>::new(&weights).unwrap();
        let inputs = |facts| inputs_of(facts, WIDTH).collect::<Vec<_>>();
        assert_eq!(inputs([5, 1 << 39]), [0, 2, 79]);
        let mut kept = [Kept::<4, 2>::NONE; 2];
        let mut word = 1_u64;
        let mut next = || {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            word >> 24
        };
        let mut facts = [[0; 2]; 2];
        let mut values = std::collections::BTreeSet::new();
        for step in 0..400 {
            // Near the one before, and now and then far from it.
            for word in facts.as_flattened_mut() {
                *word ^= if step % 10 == 0 { next() } else { 1 << (next() % 40) };
            }
            let expected = network.evaluate([&inputs(facts[0]), &inputs(facts[1])], 0);
            let near = Near { kept: kept.each_mut(), facts, width: WIDTH, bucket: 0 };
            let value = match step % 3 {
                0 => network.changed(near),
                _ => network.evaluate_near(near),
            };
            assert_eq!(value, expected, "step {step}");
            values.insert(value);
        }
        assert!(values.len() > 50, "{values:?}");
    }
}
