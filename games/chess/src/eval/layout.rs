//! Which weight stands where, and the weights in use.

use plyglot_core::game::weights::{Group, Unit, WeightTable, in_order, read};

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

pub(super) const MATERIAL: Group = Group::first(0, 5, "material: P N B R Q");
/// By piece, rank and distance from the nearer edge.
pub(super) const PLACEMENT: Group = MATERIAL.then(1, 6 * 32, "placement: P N B R Q K, each by rank 1 to 8 from its own side, and file a to d (or h to e)").wide(4);
pub(super) const MOBILITY: Group = PLACEMENT
    .then(
        2,
        9 + 14 + 15 + 28,
        "mobility, by squares to go to: N 0 to 8, B 0 to 13, R 0 to 14, Q 0 to 27",
    )
    .wide(8);
/// Where in [`MOBILITY`] a piece begins.
pub(super) const MOBILITY_OF: [usize; 6] = [0, 0, 9, 23, 38, 0];
pub(super) const PAIR: Group = MOBILITY.then(3, 1, "bishop pair");
pub(super) const FILES: Group =
    PAIR.then(4, 3, "rook: on an open file, a half-open one, cutting off a king");
pub(super) const OUTPOST: Group =
    FILES.then(4, 4, "minor: N outpost, B outpost, N behind pawn, B behind pawn");
pub(super) const BAD_BISHOP: Group = OUTPOST.then(4, 1, "bishop: each own pawn on its colour");
pub(super) const PAWNS: Group =
    BAD_BISHOP.then(5, 4, "pawn: isolated, isolated on a half-open file, doubled, backward");
pub(super) const SUPPORTED: Group = PAWNS.then(5, 8, "pawn supported by a pawn, by rank");
pub(super) const PHALANX: Group = SUPPORTED.then(5, 8, "pawn beside a pawn, by rank");
pub(super) const PASSED: Group = PHALANX.then(6, 8, "passed pawn, by rank");
pub(super) const PASSED_BLOCKED: Group = PASSED.then(6, 8, "passed pawn, a man in front, by rank");
pub(super) const PASSED_STOPPED: Group =
    PASSED_BLOCKED.then(6, 8, "passed pawn, the next square attacked, by rank");
pub(super) const PASSED_FREE: Group =
    PASSED_STOPPED.then(6, 8, "passed pawn, all the way free, by rank");
pub(super) const PASSED_OWN_KING: Group =
    PASSED_FREE.then(6, 8, "passed pawn, each step of its own king, by rank");
pub(super) const PASSED_THEIR_KING: Group =
    PASSED_OWN_KING.then(6, 8, "passed pawn, each step of the other king, by rank");
pub(super) const SHELTER: Group = PASSED_THEIR_KING
    .then(7, 16, "king: nearest own pawn by rank (1: none), on its file, then beside")
    .wide(8);
pub(super) const STORM: Group =
    SHELTER.then(7, 16, "king: nearest other pawn by rank (1: none), free, met").wide(8);
/// By [`super::pieces`]' count of danger, without and with a queen.
pub(super) const DANGER: Group = STORM
    .then(8, 2 * DANGER_LEN, "king in danger, by count: the attacker has no queen, then has one")
    .wide(8);
pub(super) const DANGER_LEN: usize = 32;
pub(super) const PAWN_THREAT: Group = DANGER.then(9, 5, "threat by a pawn: on - N B R Q");
pub(super) const MINOR_THREAT: Group =
    PAWN_THREAT.then(9, 5, "threat by a minor piece: on P N B R Q");
pub(super) const ROOK_THREAT: Group = MINOR_THREAT.then(9, 5, "threat by a rook: on P N B R Q");
pub(super) const LOOSE: Group = ROOK_THREAT.then(
    9,
    4,
    "threat: on a piece nobody defends, on a pawn nobody defends, by the king, by a pawn's step",
);
pub(super) const LONE_KING: Group =
    LOOSE.then(10, 1, "lone king: driven to the rim, cp (fixed)").fixed();
pub(super) const TEMPO: Group = LONE_KING.then(11, 1, "the move");

pub(super) const GROUPS: [Group; 25] = in_order([
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
]);

/// How many weights there are.
pub(super) const COUNT: usize = TEMPO.end();

const TEXT: &str = include_str!("../../data/weights.txt");
/// The weights, cp: of each the middlegame, then the endgame.
pub(super) const VALUES: [i16; 2 * COUNT] = read(TEXT, Unit::Cp);

/// All of it for a tuner.
pub(in super::super) const TABLE: WeightTable<'_> = WeightTable {
    groups: &GROUPS,
    values: &VALUES,
    unit: Unit::Cp,
    phases: &["middlegame", "endgame"],
    text: TEXT,
};
