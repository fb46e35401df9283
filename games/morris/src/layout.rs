//! Which weight stands where, and the weights in use.

use plyglot_core::game::weights::{Group, Unit, WeightTable, in_order, read};

/// What people are shown, in this order.
pub(super) const TERMS: [&str; 5] = ["men", "mills", "open lines", "room", "tempo"];

/// A side is placing, moving, or flying.
const PHASES: usize = 3;

pub(super) const MEN: Group =
    Group::first(0, PHASES, "each man, to a side placing, moving, flying");
pub(super) const MILLS: Group =
    MEN.then(1, PHASES, "each man in a mill, to a side placing, moving, flying");
pub(super) const RUNNING: Group = MILLS.then(1, 1, "each slide out of a mill into another");
pub(super) const OPEN: Group = RUNNING.then(
    2,
    PHASES,
    "each empty point that would close a mill, to a side placing, moving, flying",
);
pub(super) const FORKS: Group = OPEN.then(
    2,
    PHASES,
    "each empty point that would close two, to a side placing, moving, flying",
);
pub(super) const READY: Group =
    FORKS.then(2, 2, "each slide that closes a mill: of the mover, of the other");
pub(super) const STEPS: Group =
    READY.then(3, PHASES, "each empty point beside own men, to a side placing, moving, flying");
pub(super) const BLOCKED: Group =
    STEPS.then(3, PHASES, "each man without an empty neighbour, to a side placing, moving, flying");
pub(super) const CROSSINGS: Group = BLOCKED.then(
    3,
    PHASES,
    "each man on a point with the most neighbours, to a side placing, moving, flying",
);
pub(super) const TEMPO: Group =
    CROSSINGS.then(4, PHASES, "the move, to a side placing, moving, flying");

pub(super) const GROUPS: [Group; 10] =
    in_order([MEN, MILLS, RUNNING, OPEN, FORKS, READY, STEPS, BLOCKED, CROSSINGS, TEMPO]);

/// How many weights there are.
pub(super) const COUNT: usize = TEMPO.end();

const TEXT: &str = include_str!("../data/weights.txt");
/// The weights, tenths of a cp.
pub(super) const VALUES: [i16; COUNT] = read(TEXT, UNIT);
const UNIT: Unit = Unit::TenthCp;

/// All of it for a tuner.
pub(super) const TABLE: WeightTable<'_> =
    WeightTable { groups: &GROUPS, values: &VALUES, unit: UNIT, phases: &[], text: TEXT };
