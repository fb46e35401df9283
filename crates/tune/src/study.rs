//! Training a network: first by distillation, then in practice.
//!
//! By distillation it learns what the reference evaluator says of as many positions as wanted
//! ([`distill`]); in practice, from the positions of games, what a search expected there and how
//! the game ended. Without distillation a network goes on from what it knows, so that the games of
//! a better player make it better still.

use plyglot_parallel as parallel;
use rand::RngExt;

use super::fit::Progress;
use super::network_samples::{Distillation, NetworkSamples, distill};
use super::train::{BATCH, SLICES, Trainer, as_float, pace};
use plyglot_core::game::{Evaluator, Rules};
use plyglot_core::rng;
use plyglot_network::Weights;

/// How to train.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudyPlan {
    /// Millions of samples of a distillation, which begins from nothing; 0 to go on from the
    /// weights that are.
    pub distillation: u32,
    /// Times through the positions.
    pub epochs: u32,
    /// Where random numbers begin.
    pub seed: u64,
}

/// Of the samples in practice one in so many, the last ones, is held out.
const HELD_OUT: usize = 40;
/// The longest step in distillation, and in practice.
const STEP_DISTILLATION: f32 = 0.002;
const STEP_PRACTICE: f32 = 0.0005;
/// Batches of a distillation between two lines of progress: about a million samples.
const BATCHES_A_LINE: usize = 64;
const MILLION: usize = 1_000_000;

/// Trains the evaluator's network. `positions` are where distilled samples begin; `each` hears of
/// every stretch of the distillation (of which nothing is held out: no sample comes twice), then of
/// every epoch.
///
/// # Errors
///
/// Too few samples or positions.
pub fn study<R: Rules, E: Evaluator<R>>(
    distillation: Distillation<'_, R, E>,
    positions: &[R::Position],
    samples: &NetworkSamples,
    plan: &StudyPlan,
    each: &mut dyn FnMut(&str, &Progress),
) -> Result<Weights, String> {
    let held_out = samples.len() / HELD_OUT;
    if held_out == 0 || (plan.distillation > 0 && positions.is_empty()) {
        return Err(format!("positions: found {}, expected some thousands", samples.len()));
    }
    let present = distillation.trainable.weights();
    let mut rng = rng::seeded(plan.seed);
    let mut trainer = if plan.distillation > 0 {
        let mut trainer = Trainer::new(present.shape, &mut rng);
        by_distillation(&mut trainer, distillation, positions, plan, each);
        trainer
    } else {
        Trainer::from_weights(&present)
    };
    trainer.rest();
    practise(&mut trainer, samples, held_out, plan, &mut rng, each);
    Ok(trainer.weights(present.unit_cp))
}

fn by_distillation<R: Rules, E: Evaluator<R>>(
    trainer: &mut Trainer,
    distillation: Distillation<'_, R, E>,
    positions: &[R::Position],
    plan: &StudyPlan,
    each: &mut dyn FnMut(&str, &Progress),
) {
    let batches = plan.distillation as usize * MILLION / BATCH;
    let mut slices = vec![NetworkSamples::default(); SLICES];
    let mut error = 0.0;
    for batch in 0..batches {
        parallel::each_chunk(&mut slices, 1, |number, slice| {
            let lot = (batch * SLICES + number) as u64;
            let mut rng = rng::seeded(plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ lot);
            distill(distillation, positions, &mut rng, BATCH / SLICES, &mut slice[0]);
        });
        let all = |number: usize| {
            let slice: &NetworkSamples = &slices[number];
            (0..slice.len()).map(|i| slice.get(i)).collect()
        };
        error += trainer.batch(BATCH, pace(STEP_DISTILLATION, batch, batches), all);
        if (batch + 1).is_multiple_of(BATCHES_A_LINE) {
            let training = error / as_float(BATCHES_A_LINE);
            let epoch = u32::try_from((batch + 1) / BATCHES_A_LINE).unwrap_or(u32::MAX);
            each("distillation", &Progress { epoch, training, held_out: training });
            error = 0.0;
        }
    }
}

fn practise(
    trainer: &mut Trainer,
    samples: &NetworkSamples,
    held_out: usize,
    plan: &StudyPlan,
    rng: &mut rng::Rng,
    each: &mut dyn FnMut(&str, &Progress),
) {
    let (mut order, last): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|&number| number < samples.len() - held_out);
    let a_time = order.len().div_ceil(BATCH);
    let batches = a_time * plan.epochs as usize;
    for epoch in 1..=plan.epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, rng.random_range(0..=i));
        }
        let (mut error, before) = (0.0, (epoch as usize - 1) * a_time);
        for (number, batch) in order.chunks(BATCH).enumerate() {
            let slice = batch.len().div_ceil(SLICES).max(1);
            let step = pace(STEP_PRACTICE, before + number, batches);
            let of = |number: usize| {
                let slice = batch.chunks(slice).nth(number).unwrap_or(&[]);
                slice.iter().map(|&sample| samples.get(sample)).collect()
            };
            error += trainer.batch(batch.len(), step, of);
        }
        let training = error / as_float(a_time);
        each("practice", &Progress { epoch, training, held_out: trainer.error(samples, &last) });
    }
}
