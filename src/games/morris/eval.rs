//! What a morris position looks like to somebody who does not calculate.
//!
//! Some weights ([`super::weights`]), each of which counts some number of times for each side: men,
//! mills and the slides between them, empty points that would close one mill or two, slides that
//! close one now, and room to move. What a thing is worth depends on whether its side is still
//! placing, moves, or flies. All of it is counted for whole sets of points; the same survey adds up
//! for the search, and keeps count for people and the tuner.

use super::board::{Board, Set};
use super::layout::{
    BLOCKED, COUNT, CROSSINGS, FORKS, GROUPS, MEN, MILLS, OPEN, READY, RUNNING, STEPS, TEMPO, TERMS,
};
use super::position::Position;
use super::rules::Morris;
use super::weights::VALUES;
use crate::core::Side;
use crate::game::tunable::Feature;

/// Weights are tenths of a centipawn: of a hundredth of a man.
const TENTHS: i32 = 10;

/// Whoever is told how often each weight counts.
trait Tally {
    /// The weight of this index counts so many times more for this side.
    fn add(&mut self, side: Side, index: usize, times: i32);
}

/// Adds up: what the first side has more, in tenths.
#[derive(Clone, Copy, Default, Debug)]
struct Sum(i32);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, side: Side, index: usize, times: i32) {
        let value = i32::from(VALUES[index]) * times;
        self.0 += if side == Side::First { value } else { -value };
    }
}

/// Remembers how often each weight counts for the first side more than for the second.
#[derive(Clone, Debug)]
struct Trace([i32; COUNT]);

impl Tally for Trace {
    fn add(&mut self, side: Side, index: usize, times: i32) {
        self.0[index] += if side == Side::First { times } else { -times };
    }
}

/// The value of the position for the side to move, cp.
pub(super) fn evaluate(rules: &Morris, pos: &Position) -> i32 {
    let mut sum = Sum::default();
    survey(rules, pos, &mut sum);
    for_mover(pos, sum.0 / TENTHS)
}

/// Each term of [`evaluate`], for the side to move; [`TERMS`] names them.
pub(super) fn terms(rules: &Morris, pos: &Position) -> [i32; TERMS.len()] {
    let trace = trace(rules, pos);
    let mut tenths = [0; TERMS.len()];
    for group in GROUPS {
        for index in group.range() {
            tenths[group.term] += i32::from(VALUES[index]) * trace.0[index];
        }
    }
    // Each term is what the sum so far grows by, so that what is rounded off is not lost.
    let (mut exact, mut so_far) = (0, 0);
    tenths.map(|term| {
        exact += term;
        let grown = exact / TENTHS - so_far;
        so_far = exact / TENTHS;
        for_mover(pos, grown)
    })
}

/// How often each weight counts for the first side.
pub(super) fn features(rules: &Morris, pos: &Position, out: &mut Vec<Feature>) {
    let trace = trace(rules, pos);
    for (index, &times) in trace.0.iter().enumerate().filter(|(_, times)| **times != 0) {
        let weight = u16::try_from(index).expect("some dozen weights");
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        out.push(Feature { weight, times: times as f32 });
    }
}

fn trace(rules: &Morris, pos: &Position) -> Trace {
    let mut trace = Trace([0; COUNT]);
    survey(rules, pos, &mut trace);
    trace
}

/// A lead of the first side seen by the side to move.
fn for_mover(pos: &Position, lead: i32) -> i32 {
    if pos.side() == Side::First { lead } else { -lead }
}

/// What a side is doing: placing, moving or flying.
#[inline]
fn phase(rules: &Morris, pos: &Position, side: Side) -> usize {
    if pos.hand(side) > 0 {
        0
    } else if rules.flies(pos, side) {
        2
    } else {
        1
    }
}

#[inline]
fn survey<T: Tally>(rules: &Morris, pos: &Position, tally: &mut T) {
    let empty = rules.empty(pos);
    for side in Side::BOTH {
        let phase = phase(rules, pos, side);
        let men = pos.total(side).cast_signed();
        tally.add(side, MEN.first + phase, men);
        tell_lines(rules.set.board, (pos.men(side), empty), (side, phase), tally);
        if phase == 1 {
            let waits = usize::from(side != pos.side());
            tell_slides(rules.set.board, (pos.men(side), empty), (side, waits), tally);
        }
    }
    let taking = i32::from(pos.pending());
    tally.add(pos.side(), MEN.first + 1, taking);
    tally.add(pos.side(), TEMPO.first + phase(rules, pos, pos.side()), 1);
}

#[inline]
fn tell_lines<T: Tally>(
    board: Board,
    (own, empty): (Set, Set),
    (side, phase): (Side, usize),
    tally: &mut T,
) {
    let mut tell = |first: usize, set: Set| tally.add(side, first + phase, count(set));
    let closers = board.closers(own);
    tell(MILLS.first, own & closers);
    tell(OPEN.first, closers & empty);
    tell(FORKS.first, board.forks(own) & empty);
    tell(STEPS.first, board.beside(own, empty));
    tell(BLOCKED.first, own & !board.beside(empty, own));
    tell(CROSSINGS.first, own & crossings(board));
}

#[inline]
fn tell_slides<T: Tally>(
    board: Board,
    (own, empty): (Set, Set),
    (side, waits): (Side, usize),
    tally: &mut T,
) {
    let closing = |movers: Set| -> i32 {
        board.slides(movers, own, empty).iter().map(|(to, closers)| count(to & closers)).sum()
    };
    let ready = closing(own);
    if ready > 0 {
        tally.add(side, READY.first + waits, ready);
        tally.add(side, RUNNING.first, closing(board.in_mills(own)));
    }
}

/// The points with the most neighbours.
#[inline]
const fn crossings(board: Board) -> Set {
    match board {
        Board::Rings | Board::Diagonals => 0x55 << 8,
        Board::TwoRings => 0x5555,
        Board::Square => 1 << 8,
    }
}

/// How many points.
#[inline]
fn count(set: Set) -> i32 {
    set.count_ones().cast_signed()
}
