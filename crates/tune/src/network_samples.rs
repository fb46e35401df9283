//! What a network learns from: positions as the features that are active in them, and what is to be
//! expected.
//!
//! Either from a file of positions and scores, or made up for a *distillation*: from a position of
//! a game a few plies are played by lot, and what the reference evaluator says of where they lead
//! is the sample. So there are as many samples as wanted, and none is learnt by heart.

use rand::RngExt;

use super::fit::forecast;
use super::{STEEPNESS, data};
use plyglot_core::game::trainable::ActiveFeatures;
use plyglot_core::game::{Evaluator, NodeTactics, Notation, Rules, Tactics, Trainable};
use plyglot_core::rng::Rng;

/// Plies by lot that a distilled sample lies behind a position.
const STRAY_PLIES: std::ops::RangeInclusive<u32> = 0..=3;

/// Positions by their active features, one after another.
#[derive(Clone, Debug, Default)]
pub struct NetworkSamples {
    /// Of each position what holds for the mover, then, as many, for the other side.
    features: Vec<u16>,
    ends: Vec<usize>,
    buckets: Vec<u8>,
    known: Vec<f32>,
    expected: Vec<f32>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct NetworkSample<'a> {
    /// What holds for the side to move.
    pub mover: &'a [u16],
    /// What holds for the other side.
    pub other: &'a [u16],
    /// The kind of position.
    pub bucket: usize,
    /// What is known without the network, for the side to move, in units of the logistic curve.
    pub known: f32,
    /// What the side to move may expect, 0 to 1.
    pub expected: f32,
}

impl NetworkSamples {
    /// How many.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The sample of this number.
    pub fn get(&self, number: usize) -> NetworkSample<'_> {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let features = &self.features[begin..self.ends[number]];
        let (mover, other) = features.split_at(features.len() / 2);
        let (bucket, known) = (self.buckets[number].into(), self.known[number]);
        NetworkSample { mover, other, bucket, known, expected: self.expected[number] }
    }

    /// Adds one.
    pub fn push(&mut self, features: &ActiveFeatures, expected: f32) {
        debug_assert_eq!(features.mover.len(), features.other.len());
        self.features.extend(features.mover.iter().chain(&features.other));
        self.ends.push(self.features.len());
        self.buckets.push(u8::try_from(features.bucket).unwrap_or(u8::MAX));
        #[expect(clippy::cast_possible_truncation, reason = "a handful of units")]
        self.known.push((f64::from(features.known) * STEEPNESS) as f32);
        self.expected.push(expected);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.features.clear();
        self.ends.clear();
        self.buckets.clear();
        self.known.clear();
        self.expected.clear();
    }
}

/// What is distilled: from which evaluator, into whose network.
pub struct Distillation<'a, R: Rules, E> {
    /// The rules.
    pub rules: &'a R,
    /// The evaluator that was there before the network.
    pub reference: &'a E,
    /// The evaluator whose network it is.
    pub trainable: &'a dyn Trainable<R>,
}

// Derived, these would ask that the rules and the evaluator be `Clone` and `Copy`.
impl<R: Rules, E> Clone for Distillation<'_, R, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules, E> Copy for Distillation<'_, R, E> {}

impl<R: Rules, E> std::fmt::Debug for Distillation<'_, R, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Distillation")
    }
}

/// Reads the positions of a file, adds them to `samples`, and where they are to be the begin of
/// a distillation, to `positions`. Those in which the side to move cannot stand are left out.
///
/// # Errors
///
/// The first line that is not a result and a position, by its number.
pub fn read<R: Notation, E: Evaluator<R>>(
    rules: &R,
    evaluator: &E,
    trainable: &dyn Trainable<R>,
    text: &str,
    samples: &mut NetworkSamples,
    mut positions: Option<&mut Vec<R::Position>>,
) -> Result<data::Counts, String> {
    let (mut counts, mut features) = (data::Counts::default(), ActiveFeatures::default());
    data::each_line(rules, text, |score, pos| {
        counts.read += 1;
        if rules.outcome(&pos).is_some() || evaluator.tactics().node(rules, &pos).in_check() {
            counts.restless += 1;
            return;
        }
        counts.kept += 1;
        let is_first = rules.side_to_move(&pos) == plyglot_core::Side::First;
        trainable.active_features(rules, &pos, &mut features);
        samples.push(&features, if is_first { score } else { 1.0 - score });
        if let Some(positions) = &mut positions {
            positions.push(pos);
        }
    })?;
    Ok(counts)
}

/// Makes so many samples of what the reference evaluator says, in place of what was there.
pub fn distill<R: Rules, E: Evaluator<R>>(
    distillation: Distillation<'_, R, E>,
    positions: &[R::Position],
    rng: &mut Rng,
    wanted: usize,
    samples: &mut NetworkSamples,
) {
    let Distillation { rules, reference, trainable } = distillation;
    let (mut features, mut moves) = (ActiveFeatures::default(), Vec::new());
    samples.clear();
    while samples.len() < wanted {
        let mut pos = positions[rng.random_range(0..positions.len())].clone();
        for _ in 0..rng.random_range(STRAY_PLIES) {
            moves.clear();
            rules.legal_moves(&pos, &mut moves);
            if moves.is_empty() || rules.outcome(&pos).is_some() {
                break;
            }
            rules.play(&mut pos, moves[rng.random_range(0..moves.len())]);
        }
        if rules.outcome(&pos).is_some() || reference.tactics().node(rules, &pos).in_check() {
            continue;
        }
        trainable.active_features(rules, &pos, &mut features);
        let value = f64::from(reference.evaluate(rules, &pos).raw());
        #[expect(clippy::cast_possible_truncation, reason = "a number from 0 to 1")]
        samples.push(&features, forecast(value, STEEPNESS) as f32);
    }
}
