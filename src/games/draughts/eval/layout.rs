//! Which weight stands where, and how the table of them is written.
//!
//! The weights are one list, so that a tuner can go through it; a *group* is a stretch of it with a
//! meaning, and a *term* is what people are shown: the sum of some groups. The list is the same for
//! both boards; on the smaller one some squares and rows are never counted.

use std::fmt::Write as _;

use crate::game::tunable::Weight;

/// What people are shown, in this order; `share` is what is taken off a lead that is hard to win.
pub(in super::super) const TERMS: [&str; 10] = [
    "material",
    "placement of men",
    "runaway men",
    "kings",
    "formation",
    "mobility",
    "unprotected pieces",
    "opposition",
    "tempo",
    "share",
];

/// A stretch of weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Index of its first weight.
    pub first: usize,
    /// How many.
    pub len: usize,
    /// Index into [`TERMS`].
    pub term: usize,
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

pub(super) const MEN: Group = Group::new(0, 0, 1, "each man");
pub(super) const KINGS: Group = Group::new(MEN.end(), 0, 2, "the first king, each further king");
pub(super) const SQUARES: Group =
    Group::new(KINGS.end(), 1, 54, "each man by its bit on the board, seen with its side going up");
pub(super) const LATE_ROWS: Group = Group::new(
    SQUARES.end(),
    1,
    10,
    "each man by its row from the last one, for each eighth of all men that have gone",
);
pub(super) const RUNAWAY: Group = Group::new(
    LATE_ROWS.end(),
    2,
    10,
    "each man past all opposing pieces, by its row from the last one",
);
pub(super) const RINGS: Group =
    Group::new(RUNAWAY.end(), 3, 5, "each king by its distance from the edge");
pub(super) const ROAD: Group = Group::new(RINGS.end(), 3, 1, "each king on the long diagonal");
pub(super) const TRAPPED: Group = Group::new(ROAD.end(), 3, 1, "each king that cannot step");
pub(super) const CHAINS: Group = Group::new(
    TRAPPED.end(),
    4,
    3,
    "two men on a diagonal, three on a diagonal, a man with none behind it",
);
pub(super) const MOBILITY: Group =
    Group::new(CHAINS.end(), 5, 2, "each step of a man, each direction in which a king can step");
pub(super) const BLOCKED: Group = Group::new(MOBILITY.end(), 5, 1, "each man that cannot step");
pub(super) const HANGING: Group = Group::new(
    BLOCKED.end(),
    6,
    2,
    "each piece that men could capture: of the side to move, of the other",
);
pub(super) const OPPOSITION: Group =
    Group::new(HANGING.end(), 7, 1, "having the move, for each eighth of all men that have gone");
pub(super) const TEMPO: Group = Group::new(OPPOSITION.end(), 8, 1, "the move");

pub(super) const GROUPS: [Group; 14] = [
    MEN, KINGS, SQUARES, LATE_ROWS, RUNAWAY, RINGS, ROAD, TRAPPED, CHAINS, MOBILITY, BLOCKED,
    HANGING, OPPOSITION, TEMPO,
];

/// How many weights there are.
pub(super) const COUNT: usize = TEMPO.end();

/// Tenths in one.
const TENTHS: f64 = 10.0;

/// All weights for a tuner, cp.
pub(super) fn listed(values: &[i16; COUNT]) -> Vec<Weight> {
    let mut all = Vec::with_capacity(COUNT);
    for group in GROUPS {
        for index in group.range() {
            let name = format!("{}, {}", group.about, index - group.first);
            all.push(Weight { name, value: f64::from(values[index]) / TENTHS, fixed: false });
        }
    }
    all
}

const HEAD: &str = "\
//! The weights of an evaluation, tenths of a hundredth of a man.
//!
//! Written by `plyglot --game VARIANT tune --out`; what each stands for is told by
//! [`super::layout`].

use super::layout::COUNT;

#[rustfmt::skip]
pub(super) const VALUES: [i16; COUNT] = [
";

/// So many weights stand on a line.
const PER_LINE: usize = 18;

/// The source of a table of weights with these values, cp.
pub(super) fn source(values: &[f64]) -> String {
    let mut text = HEAD.to_owned();
    for group in GROUPS {
        let _ = writeln!(text, "    // {}", group.about);
        let tenths: Vec<String> =
            group.range().map(|at| format!("{},", (values[at] * TENTHS).round() + 0.0)).collect();
        for line in tenths.chunks(PER_LINE) {
            let _ = writeln!(text, "    {}", line.join(" "));
        }
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::super::Kit;
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
    fn the_tables_in_use_are_the_sources_of_their_own_values() {
        let kits = [
            (Kit::English, include_str!("english.rs")),
            (Kit::Flying, include_str!("flying.rs")),
            (Kit::Large, include_str!("large.rs")),
        ];
        for (kit, text) in kits {
            let values: Vec<f64> = kit.listed().iter().map(|weight| weight.value).collect();
            assert_eq!(source(&values), text, "{kit:?}");
        }
    }
}
