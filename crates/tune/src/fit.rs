//! Finding the weights: logistic loss, and Adam [kingma-ba-2015] to go down it.
//!
//! Positions are dealt into a training set and one held out, from a seed. Each epoch goes through
//! the training set in batches; after it the loss on both sets is told. When the loss on the set
//! held out has not fallen for a while, the best weights so far are given. A weak pull towards the
//! first values keeps weights that hardly ever count from wandering off.

use rand::RngExt;

use super::data::Samples;
use plyglot_core::game::weights::Weight;
use plyglot_core::rng;

/// How to fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FitPlan {
    /// At most so many times through the positions.
    pub epochs: u32,
    /// Where random numbers begin.
    pub seed: u64,
    /// The pull towards the first values, billionths of the loss for each squared cp.
    pub pull: u32,
}

impl FitPlan {
    /// The pull unless somebody says otherwise: for some hundred weights that count often. Thousands
    /// that count seldom want one that is smaller by as much.
    pub const PULL: u32 = 100;
}

/// What an epoch has come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Number of the epoch, 0 before the first.
    pub epoch: u32,
    /// Mean logistic loss on the positions trained on, nats.
    pub training: f64,
    /// The same on those held out.
    pub held_out: f64,
}

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights, in the order they were given.
    pub values: Vec<f64>,
    /// The steepness of the forecast, per cp.
    pub steepness: f64,
    /// The best epoch.
    pub best: Progress,
}

/// One position in so many is held out.
const HELD_OUT: u64 = 10;
const BATCH: usize = 16_384;
/// Adam's first step, cp, and what it shrinks to over the epochs.
const STEP_CP: f64 = 1.0;
const STEP_LAST: f64 = 0.02;
const DECAY_MEAN: f64 = 0.9;
const DECAY_SQUARE: f64 = 0.999;
const TINY: f64 = 1e-12;
const BILLIONTH: f64 = 1e-9;
/// Epochs without a better loss on the set held out after which to stop.
const PATIENCE: u32 = 12;

/// Fits the weights that are not fixed. `each` hears of every epoch.
///
/// # Errors
///
/// Too few positions to hold any out.
pub fn fit(
    weights: &[Weight],
    samples: &Samples,
    plan: &FitPlan,
    each: &mut dyn FnMut(&Progress),
) -> Result<Fitted, String> {
    let mut rng = rng::seeded(plan.seed);
    let (mut training, mut held_out) = (Vec::new(), Vec::new());
    for number in 0..samples.len() {
        let held = rng.random_range(0..HELD_OUT) == 0;
        if held { &mut held_out } else { &mut training }.push(number);
    }
    if training.is_empty() || held_out.is_empty() {
        return Err(format!("positions: found {}, expected some hundreds", samples.len()));
    }
    let first: Vec<f64> = weights.iter().map(|weight| weight.value).collect();
    let steepness = steepness(samples, &training, &first);
    let pull = f64::from(plan.pull) * BILLIONTH;
    let mut descent = Descent::new(weights, samples, steepness, pull);
    let look = |epoch, values: &[f64]| Progress {
        epoch,
        training: loss(samples, &training, values, steepness),
        held_out: loss(samples, &held_out, values, steepness),
    };
    let mut best = look(0, &first);
    each(&best);
    let mut values = first;
    let mut order = training.clone();
    for epoch in 1..=plan.epochs {
        shuffle(&mut order, &mut rng);
        let step = STEP_CP * (STEP_LAST / STEP_CP).powf(f64::from(epoch) / f64::from(plan.epochs));
        for batch in order.chunks(BATCH) {
            descent.step(batch, step);
        }
        let progress = look(epoch, &descent.values);
        each(&progress);
        if progress.held_out < best.held_out {
            best = progress;
            values.clone_from(&descent.values);
        } else if epoch > best.epoch + PATIENCE {
            break;
        }
    }
    Ok(Fitted { values, steepness, best })
}

/// Fisher and Yates's shuffle.
fn shuffle(order: &mut [usize], rng: &mut rng::Rng) {
    for i in (1..order.len()).rev() {
        order.swap(i, rng.random_range(0..=i));
    }
}

/// The chance of winning that an evaluation stands for.
pub(super) fn forecast(cp: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-steepness * cp).exp())
}

/// Mean logistic loss of these positions.
fn loss(samples: &Samples, numbers: &[usize], values: &[f64], steepness: f64) -> f64 {
    let sum: f64 = numbers
        .iter()
        .map(|&number| {
            let sample = samples.get(number);
            let expected = forecast(sample.evaluate(values), steepness).clamp(1e-9, 1.0 - 1e-9);
            let result = f64::from(sample.result);
            -(result * expected.ln() + (1.0 - result) * (1.0 - expected).ln())
        })
        .sum();
    sum / count(numbers.len())
}

/// The steepness that fits the present weights best: the loss is convex in it, so a golden section
/// closes in on it.
fn steepness(samples: &Samples, numbers: &[usize], values: &[f64]) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    const ROUNDS: u32 = 24;
    let (mut low, mut high) = (0.0005, 0.05);
    for _ in 0..ROUNDS {
        let (left, right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        let of = |steepness| loss(samples, numbers, values, steepness);
        if of(left) < of(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high)
}

/// Adam's memory.
struct Descent<'a> {
    samples: &'a Samples,
    steepness: f64,
    pull: f64,
    fixed: Vec<bool>,
    first: Vec<f64>,
    values: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl<'a> Descent<'a> {
    fn new(weights: &[Weight], samples: &'a Samples, steepness: f64, pull: f64) -> Self {
        let first: Vec<f64> = weights.iter().map(|weight| weight.value).collect();
        Self {
            samples,
            steepness,
            pull,
            fixed: weights.iter().map(|weight| weight.fixed).collect(),
            values: first.clone(),
            mean: vec![0.0; first.len()],
            square: vec![0.0; first.len()],
            first,
            steps: 0,
        }
    }

    /// The slope of the mean loss over a batch, by weight.
    fn gradient(&self, batch: &[usize]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.values.len()];
        for &number in batch {
            let sample = self.samples.get(number);
            let expected = forecast(sample.evaluate(&self.values), self.steepness);
            let error = (expected - f64::from(sample.result)) * self.steepness;
            for (&weight, &times) in sample.weights.iter().zip(sample.times) {
                gradient[weight as usize] += error * f64::from(times);
            }
        }
        let size = count(batch.len());
        gradient.into_iter().map(|slope| slope / size).collect()
    }

    fn step(&mut self, batch: &[usize], step: f64) {
        let gradient = self.gradient(batch);
        self.steps += 1;
        let (mean_so_far, square_so_far) =
            (1.0 - DECAY_MEAN.powi(self.steps), 1.0 - DECAY_SQUARE.powi(self.steps));
        for (i, slope) in gradient.into_iter().enumerate() {
            if self.fixed[i] {
                continue;
            }
            let slope = slope + 2.0 * self.pull * (self.values[i] - self.first[i]);
            self.mean[i] += (1.0 - DECAY_MEAN) * (slope - self.mean[i]);
            self.square[i] += (1.0 - DECAY_SQUARE) * (slope * slope - self.square[i]);
            let (mean, square) = (self.mean[i] / mean_so_far, self.square[i] / square_so_far);
            self.values[i] -= step * mean / (square.sqrt() + TINY);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "positions are counted in millions")]
fn count(number: usize) -> f64 {
    number as f64
}
