//! Which weight stands where, and the weights in use.

use plyglot_core::game::weights::{Group, Unit, WeightTable, in_order, read};

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
    Group::first(0, EJECTED_LEN, "each marble pushed off: the first to the fifth");
pub(super) const PLACEMENT: Group = EJECTED.then(
    1,
    9,
    "each marble by its place: centre, ring 1, ring 2 side and corner, ring 3 side and corner, \
     rim middle, beside a corner, corner",
);
pub(super) const COHESION: Group =
    PLACEMENT.then(2, 4, "two marbles side by side, three in a row, one amid six, one alone");
pub(super) const BROKEN: Group = COHESION.then(3, 1, "a marble in line between two opposing ones");
pub(super) const PUSHES: Group =
    BROKEN.then(4, 3, "pushes: two against one, three against one, three against two");
pub(super) const FREEDOM: Group = PUSHES.then(4, 1, "steps of single marbles onto empty cells");
pub(super) const THREATS: Group = FREEDOM.then(
    5,
    6,
    "marbles that may fall: one, two, three; to the mover, then to the other side",
);
pub(super) const TEMPO: Group = THREATS.then(6, 1, "the move");

pub(super) const GROUPS: [Group; 8] =
    in_order([EJECTED, PLACEMENT, COHESION, BROKEN, PUSHES, FREEDOM, THREATS, TEMPO]);

/// How many weights there are.
pub(super) const COUNT: usize = TEMPO.end();

const TEXT: &str = include_str!("../../data/weights.txt");
/// The weights, tenths of a cp.
pub(super) const VALUES: [i16; COUNT] = read(TEXT, UNIT);
const UNIT: Unit = Unit::TenthCp;

/// All of it for a tuner.
pub(in super::super) const TABLE: WeightTable<'_> =
    WeightTable { groups: &GROUPS, values: &VALUES, unit: UNIT, phases: &[], text: TEXT };
