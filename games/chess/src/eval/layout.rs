//! Which weight stands where, and how the table of them is written.
//!
//! The weights are one list, so that a tuner can go through it; a *group* is a stretch of it with a
//! meaning, and a *term* is what people are shown: the sum of some groups.

use super::weights::VALUES;
use plyglot_core::game::tunable::{Group, Weight, table};

/// What people are shown, in this order; `scale` is what the others lose by it.
pub(in super::super) const TERMS: [&str; 13] = [
    "material",
    "placement",
    "mobility",
    "bishop pair",
    "pieces",
    "pawns",
    "passed pawns",
    "king shelter",
    "king attack",
    "threats",
    "lone king",
    "tempo",
    "scale",
];

pub(super) const MATERIAL: Group = Group::new(0, 0, 5, 5, "material: P N B R Q");
/// By piece, rank and distance from the nearer edge.
pub(super) const PLACEMENT: Group = Group::new(
    MATERIAL.end(),
    1,
    6 * 32,
    4,
    "placement: P N B R Q K, each by rank 1 to 8 from its own side, and file a to d (or h to e)",
);
pub(super) const MOBILITY: Group = Group::new(
    PLACEMENT.end(),
    2,
    9 + 14 + 15 + 28,
    8,
    "mobility, by squares to go to: N 0 to 8, B 0 to 13, R 0 to 14, Q 0 to 27",
);
/// Where in [`MOBILITY`] a piece begins.
pub(super) const MOBILITY_OF: [usize; 6] = [0, 0, 9, 23, 38, 0];
pub(super) const PAIR: Group = Group::new(MOBILITY.end(), 3, 1, 1, "bishop pair");
pub(super) const FILES: Group =
    Group::new(PAIR.end(), 4, 3, 3, "rook: on an open file, a half-open one, cutting off a king");
pub(super) const OUTPOST: Group =
    Group::new(FILES.end(), 4, 4, 4, "minor: N outpost, B outpost, N behind pawn, B behind pawn");
pub(super) const BAD_BISHOP: Group =
    Group::new(OUTPOST.end(), 4, 1, 1, "bishop: each own pawn on its colour");
pub(super) const PAWNS: Group = Group::new(
    BAD_BISHOP.end(),
    5,
    4,
    4,
    "pawn: isolated, isolated on a half-open file, doubled, backward",
);
pub(super) const SUPPORTED: Group =
    Group::new(PAWNS.end(), 5, 8, 8, "pawn supported by a pawn, by rank");
pub(super) const PHALANX: Group =
    Group::new(SUPPORTED.end(), 5, 8, 8, "pawn beside a pawn, by rank");
pub(super) const PASSED: Group = Group::new(PHALANX.end(), 6, 8, 8, "passed pawn, by rank");
pub(super) const PASSED_BLOCKED: Group =
    Group::new(PASSED.end(), 6, 8, 8, "passed pawn, a man in front, by rank");
pub(super) const PASSED_STOPPED: Group =
    Group::new(PASSED_BLOCKED.end(), 6, 8, 8, "passed pawn, the next square attacked, by rank");
pub(super) const PASSED_FREE: Group =
    Group::new(PASSED_STOPPED.end(), 6, 8, 8, "passed pawn, all the way free, by rank");
pub(super) const PASSED_OWN_KING: Group =
    Group::new(PASSED_FREE.end(), 6, 8, 8, "passed pawn, each step of its own king, by rank");
pub(super) const PASSED_THEIR_KING: Group =
    Group::new(PASSED_OWN_KING.end(), 6, 8, 8, "passed pawn, each step of the other king, by rank");
pub(super) const SHELTER: Group = Group::new(
    PASSED_THEIR_KING.end(),
    7,
    16,
    8,
    "king: nearest own pawn by rank (1: none), on its file, then beside",
);
pub(super) const STORM: Group =
    Group::new(SHELTER.end(), 7, 16, 8, "king: nearest other pawn by rank (1: none), free, met");
/// By [`super::pieces`]' count of danger, without and with a queen.
pub(super) const DANGER: Group = Group::new(
    STORM.end(),
    8,
    2 * DANGER_LEN,
    8,
    "king in danger, by count: the attacker has no queen, then has one",
);
pub(super) const DANGER_LEN: usize = 32;
pub(super) const PAWN_THREAT: Group =
    Group::new(DANGER.end(), 9, 5, 5, "threat by a pawn: on - N B R Q");
pub(super) const MINOR_THREAT: Group =
    Group::new(PAWN_THREAT.end(), 9, 5, 5, "threat by a minor piece: on P N B R Q");
pub(super) const ROOK_THREAT: Group =
    Group::new(MINOR_THREAT.end(), 9, 5, 5, "threat by a rook: on P N B R Q");
pub(super) const LOOSE: Group = Group::new(
    ROOK_THREAT.end(),
    9,
    4,
    4,
    "threat: on a piece nobody defends, on a pawn nobody defends, by the king, by a pawn's step",
);
pub(super) const LONE_KING: Group =
    Group::new(LOOSE.end(), 10, 1, 1, "lone king: driven to the rim, cp (fixed)");
pub(super) const TEMPO: Group = Group::new(LONE_KING.end(), 11, 1, 1, "the move");

pub(super) const GROUPS: [Group; 25] = [
    MATERIAL,
    PLACEMENT,
    MOBILITY,
    PAIR,
    FILES,
    OUTPOST,
    BAD_BISHOP,
    PAWNS,
    SUPPORTED,
    PHALANX,
    PASSED,
    PASSED_BLOCKED,
    PASSED_STOPPED,
    PASSED_FREE,
    PASSED_OWN_KING,
    PASSED_THEIR_KING,
    SHELTER,
    STORM,
    DANGER,
    PAWN_THREAT,
    MINOR_THREAT,
    ROOK_THREAT,
    LOOSE,
    LONE_KING,
    TEMPO,
];

/// How many weights there are.
pub(super) const COUNT: usize = TEMPO.end();

/// All weights for a tuner: of each the middlegame, then the endgame.
pub(super) fn listed() -> Vec<Weight> {
    let mut all = Vec::with_capacity(2 * COUNT);
    for group in GROUPS {
        for index in group.range() {
            let (middlegame, endgame) = VALUES[index];
            let fixed = group.first == LONE_KING.first;
            for (phase, value) in [("middlegame", middlegame), ("endgame", endgame)] {
                let name = format!("{}, {}, {phase}", group.about, index - group.first);
                all.push(Weight { name, value: f64::from(value), fixed });
            }
        }
    }
    all
}

const HEAD: &str = "\
//! The weights of the evaluation, cp: (middlegame, endgame).
//!
//! Written by `plyglot tune chess --out`; what each stands for is told by [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [(i16, i16); COUNT] = [
";

/// This table's source with other values in it.
pub(super) fn source(values: &[f64]) -> String {
    table(HEAD, &GROUPS, |index| {
        format!("({}, {}),", whole(values[2 * index]), whole(values[2 * index + 1]))
    })
}

/// The nearest whole number; never minus nought.
fn whole(value: f64) -> f64 {
    value.round() + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::tunable::check_groups;

    #[test]
    fn groups_follow_each_other_without_gaps() {
        assert_eq!(check_groups(&GROUPS, COUNT, TERMS.len()), Ok(()));
    }

    #[test]
    fn the_table_in_use_is_the_source_of_its_own_values() {
        let values: Vec<f64> = listed().iter().map(|weight| weight.value).collect();
        assert_eq!(source(&values), include_str!("weights.rs"));
    }
}
