//! What a network of a game is held against: the rules of its file alone, in numbers wide enough for anything.

use std::convert::Infallible;

use super::laws::each_position;
use plyglot_core::game::Rules;
use plyglot_core::game::trainable::{ActiveFeatures, Trainable};
use plyglot_network::{INNER_ONE, OUTER_ONE, Weights};

/// The value for the side to move that weights give some features, cp, what is known besides included.
pub fn by_hand(weights: &Weights, features: &ActiveFeatures) -> i64 {
    let hidden = weights.shape.hidden;
    let half = |features: &[u16]| {
        let mut sums: Vec<i64> = weights.bias.iter().map(|&bias| bias.into()).collect();
        for &feature in features {
            let row = &weights.inputs[usize::from(feature) * hidden..][..hidden];
            sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += i64::from(weight));
        }
        sums
    };
    let (inner, outer) = (i64::from(INNER_ONE), i64::from(OUTER_ONE));
    let outputs = &weights.outputs[2 * hidden * features.bucket..];
    let sums = half(&features.mover).into_iter().chain(half(&features.other));
    let sum: i64 = sums
        .zip(outputs)
        .map(|(sum, &weight)| sum.clamp(0, inner).pow(2) * i64::from(weight))
        .sum();
    let bias = i64::from(weights.output_bias[features.bucket]);
    (sum / inner + bias) * i64::from(weights.unit_cp) / (inner * outer) + i64::from(features.known)
}

/// Asserts of the positions of some games by lot that `value` is what the network in the program gives the
/// features which a trainer is told of, and that the network has learnt something.
///
/// # Panics
/// Where it is not.
pub fn assert_is_by_hand<R: Rules>(
    rules: &R,
    trainable: &dyn Trainable<R>,
    value: impl Fn(&R::Position) -> i32,
) {
    let (weights, mut features) = (trainable.weights(), ActiveFeatures::default());
    let mut values = Vec::new();
    for seed in 0..20 {
        let Ok(()) = each_position(rules, seed, |played| {
            let pos = played.position();
            if played.outcome(rules).is_none() {
                trainable.active_features(rules, pos, &mut features);
                assert!(features.bucket < weights.shape.buckets, "{pos:?}");
                assert_eq!(i64::from(value(pos)), by_hand(&weights, &features), "{pos:?}");
                values.push(value(pos));
            }
            Ok::<(), Infallible>(())
        });
    }
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 100, "{values:?}");
}
