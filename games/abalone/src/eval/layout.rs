//! Which weight stands where, and how the table of them is written.
//!
//! The weights are one list, so that a tuner can go through it; a *group* is a stretch of it with a
//! meaning, and a *term* is what people are shown: the sum of some groups.

use super::weights::VALUES;
use plyglot_core::game::tunable::{Group, Weight, from_tenths, table_of_tenths};

/// What people are shown, in this order; `waiting` is what the others lose by it.
pub(in super::super) const TERMS: [&str; 8] = [
    "marbles pushed off",
    "placement",
    "cohesion",
    "broken rows",
    "pushes",
    "threats",
    "tempo",
    "waiting",
];

pub(super) const EJECTED_LEN: usize = 5;
pub(super) const EJECTED: Group =
    Group::new(0, 0, EJECTED_LEN, EJECTED_LEN, "each marble pushed off: the first to the fifth");
pub(super) const PLACEMENT: Group = Group::new(
    EJECTED.end(),
    1,
    9,
    9,
    "each marble by its place: centre, ring 1, ring 2 side and corner, ring 3 side and corner, \
     rim middle, beside a corner, corner",
);
pub(super) const COHESION: Group = Group::new(
    PLACEMENT.end(),
    2,
    4,
    4,
    "two marbles side by side, three in a row, one amid six, one alone",
);
pub(super) const BROKEN: Group =
    Group::new(COHESION.end(), 3, 1, 1, "a marble in line between two opposing ones");
pub(super) const PUSHES: Group = Group::new(
    BROKEN.end(),
    4,
    3,
    3,
    "pushes: two against one, three against one, three against two",
);
pub(super) const FREEDOM: Group =
    Group::new(PUSHES.end(), 4, 1, 1, "steps of single marbles onto empty cells");
pub(super) const THREATS: Group = Group::new(
    FREEDOM.end(),
    5,
    6,
    6,
    "marbles that may fall: one, two, three; to the mover, then to the other side",
);
pub(super) const TEMPO: Group = Group::new(THREATS.end(), 6, 1, 1, "the move");

pub(super) const GROUPS: [Group; 8] =
    [EJECTED, PLACEMENT, COHESION, BROKEN, PUSHES, FREEDOM, THREATS, TEMPO];

/// How many weights there are.
pub(super) const COUNT: usize = TEMPO.end();

/// All weights for a tuner, cp.
pub(super) fn listed() -> Vec<Weight> {
    from_tenths(&GROUPS, &VALUES)
}

const HEAD: &str = "\
//! The weights of the evaluation, tenths of a hundredth of a marble.
//!
//! Written by `plyglot --game abalone tune --out`; what each stands for is told by
//! [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [i16; COUNT] = [
";

/// This table's source with other values in it.
pub(super) fn source(values: &[f64]) -> String {
    table_of_tenths(HEAD, &GROUPS, values)
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
