//! Which weight stands where, and how the table of them is written.
//!
//! The weights are one list, so that a tuner can go through it; a *group* is a stretch of it with a
//! meaning, and a *term* is what people are shown: the sum of some groups.

use super::weights::VALUES;
use plyglot_core::game::tunable::{Group, Weight, from_tenths, table_of_tenths};

/// What people are shown, in this order.
pub(super) const TERMS: [&str; 5] = ["men", "mills", "open lines", "room", "tempo"];

/// A side is placing, moving, or flying.
const PHASES: usize = 3;

const fn by_phase(first: usize, term: usize, about: &'static str) -> Group {
    Group::new(first, term, PHASES, PHASES, about)
}

pub(super) const MEN: Group = by_phase(0, 0, "each man, to a side placing, moving, flying");
pub(super) const MILLS: Group =
    by_phase(MEN.end(), 1, "each man in a mill, to a side placing, moving, flying");
pub(super) const RUNNING: Group =
    Group::new(MILLS.end(), 1, 1, 1, "each slide out of a mill into another");
pub(super) const OPEN: Group = by_phase(
    RUNNING.end(),
    2,
    "each empty point that would close a mill, to a side placing, moving, flying",
);
pub(super) const FORKS: Group = by_phase(
    OPEN.end(),
    2,
    "each empty point that would close two, to a side placing, moving, flying",
);
pub(super) const READY: Group =
    Group::new(FORKS.end(), 2, 2, 2, "each slide that closes a mill: of the mover, of the other");
pub(super) const STEPS: Group =
    by_phase(READY.end(), 3, "each empty point beside own men, to a side placing, moving, flying");
pub(super) const BLOCKED: Group = by_phase(
    STEPS.end(),
    3,
    "each man without an empty neighbour, to a side placing, moving, flying",
);
pub(super) const CROSSINGS: Group = by_phase(
    BLOCKED.end(),
    3,
    "each man on a point with the most neighbours, to a side placing, moving, flying",
);
pub(super) const TEMPO: Group =
    by_phase(CROSSINGS.end(), 4, "the move, to a side placing, moving, flying");

pub(super) const GROUPS: [Group; 10] =
    [MEN, MILLS, RUNNING, OPEN, FORKS, READY, STEPS, BLOCKED, CROSSINGS, TEMPO];

/// How many weights there are.
pub(super) const COUNT: usize = TEMPO.end();

/// All weights for a tuner, cp.
pub(super) fn listed() -> Vec<Weight> {
    from_tenths(&GROUPS, &VALUES)
}

const HEAD: &str = "\
//! The weights of the evaluation, tenths of a hundredth of a man.
//!
//! Written by `plyglot --game morris tune --out`; what each stands for is told by
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
