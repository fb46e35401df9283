//! Which weight stands where, and how the table of them is written and read.
//!
//! The weights are one list, so that a tuner can go through it; a *group* is a stretch of it with a
//! meaning, and a *term* is what people are shown: the sum of some groups. The list is the same for
//! both boards, but that the smaller one has fewer patterns at its end, and never counts some squares
//! and rows.
//!
//! A table is a text beside this file: each group under its name, `#` before what is for people,
//! cp with a tenth where the weight has one. There are too many of them for a source.

use super::patterns;
use plyglot_core::game::tunable::{Group, Weight, from_tenths, rows};

/// What people are shown, in this order; `share` is what is taken off a lead that is hard to win.
pub(in super::super) const TERMS: [&str; 11] = [
    "material",
    "placement of men",
    "runaway men",
    "kings",
    "formation",
    "mobility",
    "unprotected pieces",
    "opposition",
    "tempo",
    "patterns",
    "share",
];

/// Weights of squares and rows stand in lines of so many.
const WIDE: usize = 18;

pub(super) const MEN: Group = Group::new(0, 0, 1, 1, "each man");
pub(super) const KINGS: Group =
    Group::new(MEN.end(), 0, 4, 4, "the first king, with all men and with none, each further king");
pub(super) const SQUARES: Group = Group::new(
    KINGS.end(),
    1,
    54,
    WIDE,
    "each man by its bit on the board, seen with its side going up",
);
pub(super) const LATE_ROWS: Group = Group::new(
    SQUARES.end(),
    1,
    10,
    WIDE,
    "each man by its row from the last one, for each eighth of all men that have gone",
);
pub(super) const RUNAWAY: Group = Group::new(
    LATE_ROWS.end(),
    2,
    10,
    WIDE,
    "each man past all opposing pieces, by its row from the last one",
);
pub(super) const RINGS: Group =
    Group::new(RUNAWAY.end(), 3, 5, 5, "each king by its distance from the edge");
pub(super) const ROAD: Group = Group::new(RINGS.end(), 3, 1, 1, "each king on the long diagonal");
pub(super) const TRAPPED: Group = Group::new(ROAD.end(), 3, 1, 1, "each king that cannot step");
pub(super) const CHAINS: Group = Group::new(
    TRAPPED.end(),
    4,
    3,
    3,
    "two men on a diagonal, three on a diagonal, a man with none behind it",
);
pub(super) const BALANCE: Group =
    Group::new(CHAINS.end(), 4, 1, 1, "each man more on one wing than on the other");
pub(super) const MOBILITY: Group = Group::new(
    BALANCE.end(),
    5,
    2,
    2,
    "each step of a man, each direction in which a king can step",
);
pub(super) const BLOCKED: Group = Group::new(MOBILITY.end(), 5, 1, 1, "each man that cannot step");
pub(super) const HANGING: Group = Group::new(
    BLOCKED.end(),
    6,
    2,
    2,
    "each piece that men could capture: of the side to move, of the other",
);
pub(super) const OPPOSITION: Group = Group::new(
    HANGING.end(),
    7,
    1,
    1,
    "having the move, for each eighth of all men that have gone",
);
pub(super) const TEMPO: Group = Group::new(OPPOSITION.end(), 8, 1, 1, "the move");
pub(super) const PATTERNS: Group = patterns_of(patterns::MAX);

const fn patterns_of(patterns: usize) -> Group {
    Group::new(
        TEMPO.end(),
        9,
        2 * patterns * patterns::WAYS,
        27,
        "men on eight squares, pattern by pattern, each by its number to the base of three: with all \
         men, with none",
    )
}

/// All groups, with as many patterns as the larger board has.
pub(super) const GROUPS: [Group; 16] = groups(patterns::MAX);

const fn groups(patterns: usize) -> [Group; 16] {
    [
        MEN,
        KINGS,
        SQUARES,
        LATE_ROWS,
        RUNAWAY,
        RINGS,
        ROAD,
        TRAPPED,
        CHAINS,
        BALANCE,
        MOBILITY,
        BLOCKED,
        HANGING,
        OPPOSITION,
        TEMPO,
        patterns_of(patterns),
    ]
}

/// The groups of a table of so many weights.
fn groups_of(weights: usize) -> [Group; 16] {
    groups((weights - PATTERNS.first) / (2 * patterns::WAYS))
}

/// Tenths in one.
const TENTHS: f64 = 10.0;

/// All weights for a tuner, cp.
pub(super) fn listed(values: &[i16]) -> Vec<Weight> {
    from_tenths(&groups_of(values.len()), values)
}

const HEAD: &str = "\
    # The weights of an evaluation, hundredths of a man.
    # Written by `plyglot --game VARIANT tune --out`.
";

/// The text of a table of weights with these values, cp. Patterns are whole numbers: there are many.
pub(super) fn source(values: &[f64]) -> String {
    let cell = |index: usize| {
        let tenths = (values[index] * TENTHS).round();
        let value =
            if PATTERNS.range().contains(&index) { values[index].round() } else { tenths / TENTHS };
        // Adding nought keeps a rounded-off minus away from it.
        format!("{}", value + 0.0)
    };
    let text = HEAD.to_owned() + &rows(&groups_of(values.len()), cell);
    text.replace("    // ", "# ").replace("    ", "")
}

/// The weights of a table with so many patterns, tenths of a cp.
pub(super) fn read(text: &str, patterns: usize) -> Box<[i16]> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let words = lines.flat_map(str::split_ascii_whitespace);
    #[expect(clippy::cast_possible_truncation, reason = "weights are small")]
    let tenths = |word: &str| {
        let value: f64 = word.parse().expect("our own tables hold numbers");
        (value * TENTHS).round() as i16
    };
    let values: Box<[i16]> = words.map(tenths).collect();
    assert_eq!(values.len(), patterns_of(patterns).end(), "our own tables are whole");
    values
}

#[cfg(test)]
mod tests {
    use super::super::WeightSet;
    use super::*;
    use plyglot_core::game::tunable::check_groups;

    #[test]
    fn groups_follow_each_other_without_gaps() {
        assert_eq!(check_groups(&GROUPS, PATTERNS.end(), TERMS.len()), Ok(()));
    }

    #[test]
    fn the_tables_in_use_are_the_sources_of_their_own_values() {
        for kit in [WeightSet::English, WeightSet::Flying, WeightSet::Board10x10] {
            let values: Vec<f64> = kit.table().listed().iter().map(|weight| weight.value).collect();
            assert_eq!(source(&values), kit.text(), "{kit:?}");
        }
    }
}
