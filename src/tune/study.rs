//! A network's education: first school, then practice.
//!
//! At [`school`] it learns the opinion of the evaluator who was there before it, about as many
//! positions as wanted; in practice, from the positions of games, what a search expected there and
//! how the game ended. Without school a network goes on from what it knows, so that the games of a
//! better player make it better still.

use rand::RngExt;
use rayon::prelude::*;

use super::fit::Progress;
use super::lessons::{Lessons, school};
use super::train::{BATCH, SLICES, Trainer, as_float, pace};
use crate::core::rng;
use crate::game::{Evaluator, Rules, Trainable};
use crate::network::Weights;

/// How to train.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudyPlan {
    /// Millions of lessons at school, which begins from nothing; 0 to go on from the weights that are.
    pub school: u32,
    /// Times through the positions.
    pub epochs: u32,
    /// Where random numbers begin.
    pub seed: u64,
}

/// Whoever studies, and whom it asks.
#[derive(Clone, Copy)]
pub struct Pupil<'a, R: Rules, J> {
    /// The rules.
    pub rules: &'a R,
    /// Who teaches at school.
    pub teacher: &'a J,
    /// The evaluator whose network it is.
    pub trainable: &'a dyn Trainable<R>,
}

impl<R: Rules, J> std::fmt::Debug for Pupil<'_, R, J> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pupil")
    }
}

/// Of the lessons in practice one in so many, the last ones, is held out.
const HELD_OUT: usize = 40;
/// The longest step at school, and in practice.
const STEP_SCHOOL: f32 = 0.002;
const STEP_PRACTICE: f32 = 0.0005;
/// Batches at school between two lines of progress: about a million lessons.
const BATCHES_A_LINE: usize = 64;
const MILLION: usize = 1_000_000;

/// Trains the evaluator's network. `positions` are where lessons at school begin; `each` hears of
/// every stretch of school (of which nothing is held out: no lesson comes twice), then of every
/// epoch.
///
/// # Errors
///
/// Too few lessons or positions.
pub fn study<R: Rules, J: Evaluator<R>>(
    pupil: Pupil<'_, R, J>,
    positions: &[R::Position],
    lessons: &Lessons,
    plan: &StudyPlan,
    each: &mut dyn FnMut(&str, &Progress),
) -> Result<Weights, String> {
    let held_out = lessons.len() / HELD_OUT;
    if held_out == 0 || (plan.school > 0 && positions.is_empty()) {
        return Err(format!("positions: found {}, expected some thousands", lessons.len()));
    }
    let present = pupil.trainable.weights();
    let mut rng = rng::seeded(plan.seed);
    let mut trainer = if plan.school > 0 {
        let mut trainer = Trainer::new(present.shape, &mut rng);
        go_to_school(&mut trainer, pupil, positions, plan, each);
        trainer
    } else {
        Trainer::from_weights(&present)
    };
    trainer.rest();
    practise(&mut trainer, lessons, held_out, plan, &mut rng, each);
    Ok(trainer.weights(present.unit_cp))
}

fn go_to_school<R: Rules, J: Evaluator<R>>(
    trainer: &mut Trainer,
    Pupil { rules, teacher, trainable }: Pupil<'_, R, J>,
    positions: &[R::Position],
    plan: &StudyPlan,
    each: &mut dyn FnMut(&str, &Progress),
) {
    let batches = plan.school as usize * MILLION / BATCH;
    let mut slices = vec![Lessons::default(); SLICES];
    let mut error = 0.0;
    for batch in 0..batches {
        slices.par_iter_mut().enumerate().for_each(|(number, slice)| {
            let lot = (batch * SLICES + number) as u64;
            let mut rng = rng::seeded(plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ lot);
            school((rules, teacher), trainable, positions, &mut rng, BATCH / SLICES, slice);
        });
        let all = |number: usize| {
            let slice: &Lessons = &slices[number];
            (0..slice.len()).map(|i| slice.get(i)).collect()
        };
        error += trainer.batch(BATCH, pace(STEP_SCHOOL, batch, batches), all);
        if (batch + 1).is_multiple_of(BATCHES_A_LINE) {
            let training = error / as_float(BATCHES_A_LINE);
            let epoch = u32::try_from((batch + 1) / BATCHES_A_LINE).unwrap_or(u32::MAX);
            each("school", &Progress { epoch, training, held_out: training });
            error = 0.0;
        }
    }
}

fn practise(
    trainer: &mut Trainer,
    lessons: &Lessons,
    held_out: usize,
    plan: &StudyPlan,
    rng: &mut rng::Rng,
    each: &mut dyn FnMut(&str, &Progress),
) {
    let (mut order, last): (Vec<usize>, Vec<usize>) =
        (0..lessons.len()).partition(|&number| number < lessons.len() - held_out);
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
                slice.iter().map(|&lesson| lessons.get(lesson)).collect()
            };
            error += trainer.batch(batch.len(), step, of);
        }
        let training = error / as_float(a_time);
        each("practice", &Progress { epoch, training, held_out: trainer.error(lessons, &last) });
    }
}
