//! Which weight stands where, and how the table of them is written.
//!
//! The weights are one list, so that a tuner can go through it; a *group* is a stretch of it with a
//! meaning, and a *term* is what people are shown: the sum of some groups.

use std::fmt::Write as _;

use super::weights::VALUES;
use crate::game::tunable::Weight;

/// What people are shown, in this order.
pub(super) const TERMS: [&str; 5] = ["men", "mills", "open lines", "room", "tempo"];

/// A stretch of weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Index of its first weight.
    pub(super) first: usize,
    /// How many.
    pub(super) len: usize,
    /// Index into [`TERMS`].
    pub(super) term: usize,
    about: &'static str,
}

impl Group {
    const fn new(first: usize, term: usize, len: usize, about: &'static str) -> Self {
        Self { first, len, term, about }
    }

    const fn end(self) -> usize {
        self.first + self.len
    }

    /// Its indices.
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.first..self.end()
    }
}

/// A side is placing, moving, or flying.
pub(super) const PHASES: usize = 3;
const BY_PHASE: &str = "to a side placing, moving, flying";

pub(super) const MEN: Group = Group::new(0, 0, PHASES, "each man");
pub(super) const MILLS: Group = Group::new(MEN.end(), 1, PHASES, "each man in a mill");
pub(super) const RUNNING: Group =
    Group::new(MILLS.end(), 1, 1, "each slide out of a mill into another");
pub(super) const OPEN: Group =
    Group::new(RUNNING.end(), 2, PHASES, "each empty point that would close a mill");
pub(super) const FORKS: Group =
    Group::new(OPEN.end(), 2, PHASES, "each empty point that would close two");
pub(super) const READY: Group =
    Group::new(FORKS.end(), 2, 2, "each slide that closes a mill: of the mover, of the other");
pub(super) const STEPS: Group =
    Group::new(READY.end(), 3, PHASES, "each empty point beside own men");
pub(super) const BLOCKED: Group =
    Group::new(STEPS.end(), 3, PHASES, "each man without an empty neighbour");
pub(super) const CROSSINGS: Group =
    Group::new(BLOCKED.end(), 3, PHASES, "each man on a point with the most neighbours");
pub(super) const TEMPO: Group = Group::new(CROSSINGS.end(), 4, PHASES, "the move");

pub(super) const GROUPS: [Group; 10] =
    [MEN, MILLS, RUNNING, OPEN, FORKS, READY, STEPS, BLOCKED, CROSSINGS, TEMPO];

/// How many weights there are.
pub(super) const COUNT: usize = TEMPO.end();

/// Tenths in one.
const TENTHS: f64 = 10.0;

/// All weights for a tuner, cp.
pub(super) fn listed() -> Vec<Weight> {
    let mut all = Vec::with_capacity(COUNT);
    for group in GROUPS {
        for index in group.range() {
            let name = format!("{}, {}", group.about, index - group.first);
            let value = f64::from(VALUES[index]) / TENTHS;
            all.push(Weight { name, value, fixed: false });
        }
    }
    all
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
    let mut text = HEAD.to_owned();
    for group in GROUPS {
        let phases = if group.len == PHASES { format!(", {BY_PHASE}") } else { String::new() };
        let _ = writeln!(text, "    // {}{phases}", group.about);
        // Adding nought keeps a rounded-off minus away from it.
        let tenths: Vec<String> = group
            .range()
            .map(|index| format!("{},", (values[index] * TENTHS).round() + 0.0))
            .collect();
        let _ = writeln!(text, "    {}", tenths.join(" "));
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_each_other_without_gaps() {
        let mut end = 0;
        for group in GROUPS {
            assert_eq!(group.first, end, "{}", group.about);
            assert!(group.term < TERMS.len());
            end = group.end();
        }
        assert_eq!(end, COUNT);
    }

    #[test]
    fn the_table_in_use_is_the_source_of_its_own_values() {
        let values: Vec<f64> = listed().iter().map(|weight| weight.value).collect();
        assert_eq!(source(&values), include_str!("weights.rs"));
    }
}
