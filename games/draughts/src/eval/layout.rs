//! Which weight stands where.
//!
//! The list is the same for both boards, but that the smaller one has fewer patterns at its end, and
//! never counts some squares and rows. There are so many patterns that they have whole numbers.

use super::patterns;
use plyglot_core::game::weights::{Group, in_order};

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

pub(super) const MEN: Group = Group::first(0, 1, "each man");
pub(super) const KINGS: Group =
    MEN.then(0, 4, "the first king, with all men and with none, each further king");
pub(super) const SQUARES: Group =
    KINGS.then(1, 54, "each man by its bit on the board, seen with its side going up").wide(WIDE);
pub(super) const LATE_ROWS: Group = SQUARES
    .then(1, 10, "each man by its row from the last one, for each eighth of all men that have gone")
    .wide(WIDE);
pub(super) const RUNAWAY: Group = LATE_ROWS
    .then(2, 10, "each man past all opposing pieces, by its row from the last one")
    .wide(WIDE);
pub(super) const RINGS: Group = RUNAWAY.then(3, 5, "each king by its distance from the edge");
pub(super) const ROAD: Group = RINGS.then(3, 1, "each king on the long diagonal");
pub(super) const TRAPPED: Group = ROAD.then(3, 1, "each king that cannot step");
pub(super) const CHAINS: Group =
    TRAPPED.then(4, 3, "two men on a diagonal, three on a diagonal, a man with none behind it");
pub(super) const BALANCE: Group = CHAINS.then(4, 1, "each man more on one wing than on the other");
pub(super) const MOBILITY: Group =
    BALANCE.then(5, 2, "each step of a man, each direction in which a king can step");
pub(super) const BLOCKED: Group = MOBILITY.then(5, 1, "each man that cannot step");
pub(super) const HANGING: Group =
    BLOCKED.then(6, 2, "each piece that men could capture: of the side to move, of the other");
pub(super) const OPPOSITION: Group =
    HANGING.then(7, 1, "having the move, for each eighth of all men that have gone");
pub(super) const TEMPO: Group = OPPOSITION.then(8, 1, "the move");
pub(super) const PATTERNS: Group = patterns_of(patterns::MAX);

const fn patterns_of(patterns: usize) -> Group {
    const ABOUT: &str = "men on eight squares, pattern by pattern, each by its number to the base of \
                         three: with all men, with none";
    TEMPO.then(9, 2 * patterns * patterns::WAYS, ABOUT).wide(27).whole()
}

/// All groups of a board with rows of so many squares.
pub(super) const fn groups(row_len: u32) -> [Group; 16] {
    in_order([
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
        patterns_of(patterns::all(row_len)),
    ])
}
