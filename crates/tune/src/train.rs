//! Training a network: forward, backward, and Adam [kingma-ba-2015], with nothing else between.
//!
//! What is made small is the mean square of forecast less expected. A batch is cut into a fixed number
//! of slices, which threads share, and their slopes are added up in order: how many threads there are
//! changes nothing but the time. The step rises over the first batches and then falls with a cosine.

use plyglot_parallel as parallel;
use rand::RngExt;

use super::network_samples::{NetworkSample, NetworkSamples};
use plyglot_core::rng::Rng;
use plyglot_network::{Shape, WEIGHT_MAX, Weights};

/// Samples between two steps.
pub const BATCH: usize = 16_384;
/// Parts of a batch.
pub const SLICES: usize = 8;
/// Batches until the first step is as long as it gets.
const WARM_UP: f32 = 200.0;
/// The last step, of the longest.
const STEP_LAST: f32 = 0.01;
const DECAY_MEAN: f32 = 0.9;
const DECAY_SQUARE: f32 = 0.999;
const TINY: f32 = 1e-8;
/// First weights are at most so far from nought.
const INPUTS_FIRST: f32 = 0.1;
const OUTPUTS_FIRST: f32 = 0.15;

/// A network in numbers, or the slope of its error.
#[derive(Clone, Debug)]
struct Numbers {
    shape: Shape,
    /// Inputs, bias, outputs, output bias; as in [`Weights::to_floats`].
    of: [Vec<f32>; 4],
}

impl Numbers {
    fn zero(shape: Shape) -> Self {
        Self { shape, of: Weights::zero(shape, 1).to_floats() }
    }

    /// Weights by lot; every bucket begins alike.
    fn by_lot(shape: Shape, rng: &mut Rng) -> Self {
        let mut numbers = Self::zero(shape);
        let [inputs, _, outputs, _] = &mut numbers.of;
        inputs.fill_with(|| rng.random_range(-INPUTS_FIRST..INPUTS_FIRST));
        let (first, others) = outputs.split_at_mut(2 * shape.hidden);
        first.fill_with(|| rng.random_range(-OUTPUTS_FIRST..OUTPUTS_FIRST));
        others.chunks_exact_mut(first.len()).for_each(|other| other.copy_from_slice(first));
        numbers
    }

    /// The sums of a side for which these features hold.
    fn sums(&self, features: &[u16], sums: &mut Vec<f32>) {
        sums.clone_from(&self.of[1]);
        for &feature in features {
            let row = &self.of[0][usize::from(feature) * self.shape.hidden..][..self.shape.hidden];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
    }

    /// What the sums of the two sides are worth in this bucket.
    fn outputs(&self, bucket: usize) -> (&[f32], &[f32]) {
        let hidden = self.shape.hidden;
        self.of[2][2 * hidden * bucket..][..2 * hidden].split_at(hidden)
    }
}

/// Room to work in.
#[derive(Clone, Debug, Default)]
struct Room {
    mover: Vec<f32>,
    other: Vec<f32>,
    slopes: Vec<f32>,
}

/// The slope that a slice of samples has added up, and their error.
#[derive(Clone, Debug)]
struct Slice {
    slope: Numbers,
    room: Room,
    error: f64,
}

/// A network in training.
#[derive(Debug)]
pub struct Trainer {
    numbers: Numbers,
    mean: Numbers,
    square: Numbers,
    slices: Vec<Slice>,
    steps: i32,
}

impl Trainer {
    /// A network of this shape that knows nothing.
    pub fn new(shape: Shape, rng: &mut Rng) -> Self {
        Self::of(Numbers::by_lot(shape, rng))
    }

    /// A network that knows what these weights know.
    pub fn from_weights(weights: &Weights) -> Self {
        Self::of(Numbers { shape: weights.shape, of: weights.to_floats() })
    }

    fn of(numbers: Numbers) -> Self {
        let zero = Numbers::zero(numbers.shape);
        let slice = Slice { slope: zero.clone(), room: Room::default(), error: 0.0 };
        Self { numbers, mean: zero.clone(), square: zero, slices: vec![slice; SLICES], steps: 0 }
    }

    /// Forgets where it was going, for other samples.
    pub fn rest(&mut self) {
        let zero = Numbers::zero(self.numbers.shape);
        (self.mean, self.square, self.steps) = (zero.clone(), zero, 0);
    }

    /// The weights as they are now.
    pub fn weights(&self, unit_cp: i32) -> Weights {
        Weights::zero(self.numbers.shape, unit_cp).with_floats(&self.numbers.of)
    }

    /// One batch of this size and one step; `samples` gives those of a slice. The mean squared
    /// error before it.
    pub fn batch<'a>(
        &mut self,
        size: usize,
        step: f32,
        samples: impl Fn(usize) -> Vec<NetworkSample<'a>> + Sync,
    ) -> f64 {
        let numbers = &self.numbers;
        parallel::each_chunk(&mut self.slices, 1, |number, slices| {
            let slice = &mut slices[0];
            slice.error = 0.0;
            for sample in samples(number) {
                slice.learn(numbers, sample);
            }
        });
        self.steps += 1;
        self.step(size, step);
        self.slices.iter().map(|slice| slice.error).sum::<f64>() / as_float(size)
    }

    fn step(&mut self, size: usize, step: f32) {
        let so_far = [DECAY_MEAN, DECAY_SQUARE].map(|decay| 1.0 - decay.powi(self.steps));
        #[expect(clippy::cast_precision_loss, reason = "some thousand")]
        let share = 1.0 / size as f32;
        for part in 0..self.numbers.of.len() {
            let bound = if part % 2 == 0 { WEIGHT_MAX } else { f32::MAX };
            let weights = &mut self.numbers.of[part];
            let (means, squares) = (&mut self.mean.of[part], &mut self.square.of[part]);
            for (i, weight) in weights.iter_mut().enumerate() {
                let mut slope = 0.0;
                for slice in &mut self.slices {
                    slope += std::mem::take(&mut slice.slope.of[part][i]);
                }
                let slope = slope * share;
                means[i] += (1.0 - DECAY_MEAN) * (slope - means[i]);
                squares[i] += (1.0 - DECAY_SQUARE) * (slope * slope - squares[i]);
                let way = (means[i] / so_far[0]) / ((squares[i] / so_far[1]).sqrt() + TINY);
                *weight = (*weight - step * way).clamp(-bound, bound);
            }
        }
    }

    /// The mean squared error on some samples.
    pub fn error(&self, samples: &NetworkSamples, numbers: &[usize]) -> f64 {
        let of = |numbers: &[usize]| {
            let mut room = Room::default();
            let each = numbers.iter().map(|&number| {
                let sample = samples.get(number);
                f64::from(foretell(&self.numbers, sample, &mut room) - sample.expected).powi(2)
            });
            each.sum::<f64>()
        };
        // Summed up in order, so that it does not depend on who is ready first.
        let sums = parallel::map_chunks(numbers, BATCH, of);
        sums.iter().sum::<f64>() / as_float(numbers.len().max(1))
    }
}

/// How long a step is at this share, 0 to 1, of the way.
pub fn pace(longest: f32, batch: usize, batches: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    let (done, number) = (batch as f32 / batches.max(1) as f32, batch as f32);
    let falling = f32::midpoint(1.0, (std::f32::consts::PI * done).cos());
    longest * (STEP_LAST + (1.0 - STEP_LAST) * falling) * ((number + 1.0) / WARM_UP).min(1.0)
}

/// What a network in numbers expects for the mover, 0 to 1; the sums are left in the room.
fn foretell(numbers: &Numbers, sample: NetworkSample<'_>, room: &mut Room) -> f32 {
    let NetworkSample { mover, other, bucket, .. } = sample;
    numbers.sums(mover, &mut room.mover);
    numbers.sums(other, &mut room.other);
    let (own, theirs) = numbers.outputs(bucket);
    let worth = worth(&room.mover, own) + worth(&room.other, theirs);
    1.0 / (1.0 + (-(worth + numbers.of[3][bucket] + sample.known)).exp())
}

/// Sums between 0 and 1, squared, times their weights.
fn worth(sums: &[f32], weights: &[f32]) -> f32 {
    /// As many as a processor adds up at once.
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    for (sums, weights) in sums.chunks(LANES).zip(weights.chunks(LANES)) {
        for (lane, (sum, weight)) in lanes.iter_mut().zip(sums.iter().zip(weights)) {
            let value = sum.clamp(0.0, 1.0);
            *lane += value * value * weight;
        }
    }
    lanes.iter().sum()
}

impl Slice {
    /// Adds up the slope of one sample.
    fn learn(&mut self, numbers: &Numbers, sample: NetworkSample<'_>) {
        let foretold = foretell(numbers, sample, &mut self.room);
        let error = foretold - sample.expected;
        self.error += f64::from(error).powi(2);
        let slope = 2.0 * error * foretold * (1.0 - foretold);
        let hidden = numbers.shape.hidden;
        let [inputs, bias, outputs, output_bias] = &mut self.slope.of;
        output_bias[sample.bucket] += slope;
        let (own, theirs) = numbers.outputs(sample.bucket);
        let at = 2 * hidden * sample.bucket;
        for (features, sums, weights, at) in [
            (sample.mover, &self.room.mover, own, at),
            (sample.other, &self.room.other, theirs, at + hidden),
        ] {
            let slopes = &mut self.room.slopes;
            slopes.clear();
            for ((&sum, &weight), out) in sums.iter().zip(weights).zip(&mut outputs[at..]) {
                let value = sum.clamp(0.0, 1.0);
                *out += slope * value * value;
                let is_inside = sum > 0.0 && sum < 1.0;
                slopes.push(if is_inside { slope * weight * 2.0 * value } else { 0.0 });
            }
            bias.iter_mut().zip(&*slopes).for_each(|(sum, slope)| *sum += slope);
            for &feature in features {
                let row = &mut inputs[usize::from(feature) * hidden..][..hidden];
                row.iter_mut().zip(&*slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "samples are counted in millions")]
pub(super) fn as_float(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::trainable::ActiveFeatures;
    use plyglot_core::rng;

    const SHAPE: Shape = Shape { inputs: 6, hidden: 4, buckets: 2 };

    /// Samples by lot; what is to be expected is something a network can learn: whether more of the
    /// mover's features have low numbers than of the other's.
    fn samples(count: usize, rng: &mut Rng) -> NetworkSamples {
        let mut samples = NetworkSamples::default();
        for _ in 0..count {
            let mut features = |_| rng.random_range(0..6);
            let (mover, other): (Vec<u16>, Vec<u16>) =
                ((0..2).map(&mut features).collect(), (0..2).map(&mut features).collect());
            let low = |features: &[u16]| features.iter().filter(|&&feature| feature < 3).count();
            let expected = match low(&mover).cmp(&low(&other)) {
                std::cmp::Ordering::Less => 0.1,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.9,
            };
            let bucket = usize::from(mover[0] % 2);
            samples.push(&ActiveFeatures { mover, other, bucket, known: 0 }, expected);
        }
        samples
    }

    fn all(samples: &NetworkSamples) -> Vec<NetworkSample<'_>> {
        (0..samples.len()).map(|number| samples.get(number)).collect()
    }

    #[test]
    fn slopes_are_what_the_error_changes_by() {
        let mut rng = rng::seeded(3);
        let samples = samples(20, &mut rng);
        let mut numbers = Numbers::by_lot(SHAPE, &mut rng);
        // Sums well inside their bounds, where the error is smooth.
        numbers.of[1].fill(0.5);
        let error = |numbers: &Numbers| -> f64 {
            let mut room = Room::default();
            let squares = all(&samples).into_iter().map(|sample| {
                f64::from(foretell(numbers, sample, &mut room) - sample.expected).powi(2)
            });
            squares.sum()
        };
        let slope = Numbers::zero(SHAPE);
        let mut slice = Slice { slope, room: Room::default(), error: 0.0 };
        for sample in all(&samples) {
            slice.learn(&numbers, sample);
        }
        assert!((slice.error - error(&numbers)).abs() < 1e-5);
        for part in 0..4 {
            for i in 0..numbers.of[part].len() {
                const STEP: f32 = 0.01;
                let [mut more, mut less] = [numbers.clone(), numbers.clone()];
                more.of[part][i] += STEP;
                less.of[part][i] -= STEP;
                let measured = (error(&more) - error(&less)) / f64::from(2.0 * STEP);
                let found = f64::from(slice.slope.of[part][i]);
                assert!((measured - found).abs() < 2e-3, "{part} {i}: {found} is {measured}");
            }
        }
    }

    #[test]
    fn what_can_be_learnt_is_learnt_alike_by_any_number_of_threads() {
        let learnt = |threads: usize| {
            let mut rng = rng::seeded(8);
            let samples = samples(2000, &mut rng);
            let mut trainer = Trainer::new(SHAPE, &mut rng);
            let numbers: Vec<usize> = (0..samples.len()).collect();
            let before = trainer.error(&samples, &numbers);
            let each = all(&samples);
            let pool = parallel::pool(threads).unwrap();
            pool.install(|| {
                for batch in 0..300 {
                    let slice = |number: usize| each.chunks(250).nth(number).unwrap().to_vec();
                    trainer.batch(each.len(), pace(0.05, batch, 300), slice);
                }
            });
            (before, trainer.error(&samples, &numbers), trainer.weights(100))
        };
        let (before, after, weights) = learnt(1);
        assert!(before > 0.05 && after < 0.002, "{before} {after}");
        assert_eq!(learnt(3).2, weights);
        let again = Trainer::from_weights(&weights);
        assert_eq!(again.weights(100), weights);
    }

    #[test]
    fn steps_grow_and_then_shrink() {
        let paces: Vec<f32> = [0, 100, 200, 500, 999].map(|batch| pace(1.0, batch, 1000)).into();
        assert!(paces[0] < 0.01 && paces[1] > 0.4 && paces[2] > paces[1]);
        assert!(paces[2] > paces[3] && paces[3] > paces[4] && paces[4] > 0.0, "{paces:?}");
    }
}
