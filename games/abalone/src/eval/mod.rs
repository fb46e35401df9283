//! What an Abalone position looks like to somebody who does not calculate.
//!
//! A few dozen weights ([`layout`]), each of which counts some number of times for each side: the
//! marbles pushed off, where the others stand, how they hang together, and what they can push. All
//! of it is counted for whole sets of marbles, so a position costs about as much as counting its
//! moves does; the same survey adds up for the search, and keeps count for people and the tuner.
//!
//! Cells fall into nine classes, which turning and reflecting the board leaves alone:
//!
//! ```text
//!         8 7 6 7 8
//!        7 5 4 4 5 7         0 the centre, 1 around it
//!       6 4 3 2 3 4 6        2 the sides of the second ring, 3 its corners
//!      7 4 2 1 1 2 4 7       4 the sides of the third ring, 5 its corners
//!     8 5 3 1 0 1 3 5 8      6 the middles of the rim, 7 beside its corners, 8 its corners
//! ```

mod layout;

use super::board::{ALL, CELLS, Set, at_edge, behind, place};
use super::movegen::View;
use super::rules::Position;
use layout::{
    BROKEN, COHESION, COUNT, EJECTED, EJECTED_LEN, FREEDOM, GROUPS, PLACEMENT, PUSHES, TEMPO,
    THREATS, VALUES,
};
use plyglot_core::Side;
use plyglot_core::game::weights::{Feature, Sum, Tally, Trace, rounded};

pub(super) use layout::{TABLE, TERMS};

/// Weights are tenths of a centipawn: of a hundredth of a marble.
const TENTHS: i32 = 10;
/// The number of marbles to be pushed off in [bojar-1998], to which the values belong.
const EJECTIONS_USUAL: i32 = 6;

/// The value of the position for the side to move, cp, where so many ejections win.
pub(super) fn evaluate(pos: &Position, ejections: u8) -> i32 {
    faded(pos, lead(pos, ejections))
}

/// What the side to move is ahead by, cp, however long nothing has fallen.
pub(super) fn lead(pos: &Position, ejections: u8) -> i32 {
    let mut sum = Sum::new(&VALUES);
    survey(pos, ejections, &mut sum);
    pos.side().relative(sum.lead / TENTHS)
}

/// Each term of [`evaluate`], for the side to move; [`TERMS`] names them.
pub(super) fn terms(pos: &Position, ejections: u8) -> [i32; TERMS.len()] {
    let mut terms = rounded(trace(pos, ejections).terms(&GROUPS, &VALUES), TENTHS);
    let lead = terms.iter().sum();
    terms[TERMS.len() - 1] = faded(pos, lead) - lead;
    terms.map(|term| pos.side().relative(term))
}

/// How often each weight counts for the first side.
pub(super) fn features(pos: &Position, ejections: u8, out: &mut Vec<Feature>) {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let share = faded(pos, FADING_WHOLE) as f32 / FADING_WHOLE as f32;
    trace(pos, ejections).features(share, out);
}

/// What a marble's place is worth, tenths of a cp.
pub(super) const fn placement(cell: u8) -> i16 {
    WORTH[cell as usize]
}

const WORTH: [i16; CELLS] = {
    let mut worth = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        worth[cell] = VALUES[PLACEMENT.first + class(cell)];
        cell += 1;
    }
    worth
};

fn trace(pos: &Position, ejections: u8) -> Trace<COUNT> {
    let mut trace = Trace([0; COUNT]);
    survey(pos, ejections, &mut trace);
    trace
}

/// A lead that no marble has fallen under for long is worth less: whoever leads had better do
/// something with it, and the game does not shuffle on until the quiet limit ends it.
#[inline]
pub(super) fn faded(pos: &Position, lead: i32) -> i32 {
    let waited = i32::from(pos.quiet().min(FADING_PLIES_MAX));
    lead * (FADING_WHOLE - waited) / FADING_WHOLE
}

/// A lead loses one part in so many with each ply, for at most so many plies.
const FADING_WHOLE: i32 = 256;
const FADING_PLIES_MAX: u16 = 200;

fn survey<T: Tally>(pos: &Position, ejections: u8, tally: &mut T) {
    for side in Side::BOTH {
        let view = pos.view_of(side);
        let level = EJECTIONS_USUAL - i32::from(ejections) + i32::from(pos.ejected(side));
        tell_ejected(level, side, tally);
        tell_places(view.own, side, tally);
        tell_cohesion(view, side, tally);
        tell_pushes(view, side, side == pos.side(), tally);
    }
    tally.add(pos.side(), TEMPO.first, 1);
}

/// The marbles pushed off. What one is worth depends on how many are still to come, so where fewer
/// than six win, the game begins as if some had fallen on both sides already.
#[inline]
fn tell_ejected<T: Tally>(level: i32, side: Side, tally: &mut T) {
    tally.add(side, EJECTED.first, level.min(1));
    for step in 1..EJECTED_LEN {
        let reached = level > i32::try_from(step).unwrap_or(i32::MAX);
        tally.add(side, EJECTED.first + step, i32::from(reached));
    }
}

#[inline]
fn tell_places<T: Tally>(own: Set, side: Side, tally: &mut T) {
    for (class, cells) in CLASSES.into_iter().enumerate() {
        tally.add(side, PLACEMENT.first + class, count(own & cells));
    }
}

/// How marbles hang together: pairs, rows of three, marbles amid six others, marbles alone; and
/// marbles that stand in line between two opposing ones.
#[inline]
fn tell_cohesion<T: Tally>(view: View, side: Side, tally: &mut T) {
    let (own, other) = (view.own, view.other);
    let mut tell = |index: usize, set: Set| tally.add(side, index, count(set));
    let mut beside = 0;
    let mut amid = own;
    let mut between = [0; 3];
    let mut axis = |pair: Set, back: Set, triple: Set| {
        tell(COHESION.first, pair);
        tell(COHESION.first + 1, triple);
        beside |= pair | back;
        amid &= pair & back;
    };
    let (e, ne, nw) = (own & behind::<0>(own), own & behind::<1>(own), own & behind::<2>(own));
    axis(e, own & behind::<3>(own), e & behind::<0>(e));
    axis(ne, own & behind::<4>(own), ne & behind::<1>(ne));
    axis(nw, own & behind::<5>(own), nw & behind::<2>(nw));
    between[0] = own & behind::<0>(other) & behind::<3>(other);
    between[1] = own & behind::<1>(other) & behind::<4>(other);
    between[2] = own & behind::<2>(other) & behind::<5>(other);
    tell(COHESION.first + 2, amid);
    tell(COHESION.first + 3, own & !beside);
    for set in between {
        tell(BROKEN.first, set);
    }
}

/// What one side can push.
#[derive(Clone, Copy, Default)]
struct Pushes {
    /// By kind: two against one, three against one, three against two; those that eject too.
    by_kind: [i32; 3],
    /// Opposing marbles that may fall, each once for every line it may be pushed off along.
    threats: usize,
    /// Steps of single marbles onto empty cells.
    steps: i32,
}

/// How many threats of ejection there are against the opponent of a side.
pub(super) fn threats(pos: &Position, by: Side) -> usize {
    pushes(pos.view_of(by)).threats
}

#[inline]
fn pushes(view: View) -> Pushes {
    let mut pushes = Pushes::default();
    count_pushes::<0>(view, &mut pushes);
    count_pushes::<1>(view, &mut pushes);
    count_pushes::<2>(view, &mut pushes);
    count_pushes::<3>(view, &mut pushes);
    count_pushes::<4>(view, &mut pushes);
    count_pushes::<5>(view, &mut pushes);
    pushes
}

#[inline]
fn tell_pushes<T: Tally>(view: View, side: Side, moves: bool, tally: &mut T) {
    let pushes = pushes(view);
    for (kind, times) in pushes.by_kind.into_iter().enumerate() {
        tally.add(side, PUSHES.first + kind, times);
    }
    tally.add(side, FREEDOM.first, pushes.steps);
    if pushes.threats > 0 {
        let waiting = if moves { 0 } else { THREATS_MAX };
        let index = THREATS.first + waiting + pushes.threats.min(THREATS_MAX) - 1;
        tally.add(side, index, 1);
    }
}

/// More threats than this are as good as this many.
const THREATS_MAX: usize = 3;

#[inline]
fn count_pushes<const D: usize>(view: View, pushes: &mut Pushes) {
    let [two_one, three_one, three_two] = view.pushing::<D>();
    for (sum, set) in pushes.by_kind.iter_mut().zip([two_one, three_one, three_two]) {
        *sum += count(set);
    }
    let threats = two_one & at_edge::<D>(2) | three_two & at_edge::<D>(4);
    pushes.threats += threats.count_ones() as usize;
    pushes.steps += count(view.own & behind::<D>(view.empty));
}

/// How many cells.
#[inline]
fn count(set: Set) -> i32 {
    set.count_ones().cast_signed()
}

/// The classes of cells.
const CLASSES: [Set; 9] = {
    let mut classes = [0; 9];
    let mut cell = 0;
    while cell < CELLS {
        classes[class(cell)] |= 1 << cell;
        cell += 1;
    }
    classes
};

/// The class of a cell, as drawn above.
const fn class(cell: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "below 61")]
    let (row, column) = place(cell as u8);
    // The three coordinates of a hexagon, which add up to nothing.
    let (x, y) = (row.cast_signed() - 4, column.cast_signed() - 4);
    let ways = [x.unsigned_abs(), y.unsigned_abs(), (x - y).unsigned_abs()];
    let mut ring = 0;
    let mut nearest = 4;
    let mut i = 0;
    while i < 3 {
        if ways[i] > ring {
            ring = ways[i];
        }
        if ways[i] < nearest {
            nearest = ways[i];
        }
        i += 1;
    }
    // A corner of a ring has one coordinate of 0; the middles of its sides have none.
    match (ring, nearest) {
        (0, _) => 0,
        (1, _) => 1,
        (2, 0) => 3,
        (2, _) => 2,
        (3, 0) => 5,
        (3, _) => 4,
        (_, 0) => 8,
        (_, 1) => 7,
        _ => 6,
    }
}

const _: () = assert!(CLASSES[8].count_ones() == 6 && CLASSES[7].count_ones() == 12);
const _: () = assert!(CLASSES[0] | CLASSES[1] | CLASSES[2] | CLASSES[3] | CLASSES[4] != ALL);
const _: () = assert!(THREATS.len == 2 * THREATS_MAX);
