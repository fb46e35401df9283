//! What a morris position looks like to somebody who does not calculate.
//!
//! Some weights ([`super::weights`]), each of which counts some number of times for each side: men,
//! mills and the slides between them, empty points that would close one mill or two, slides that
//! close one now, and room to move. What a thing is worth depends on whether its side is still
//! placing, moves, or flies. All of it is counted for whole sets of points, both sides' at once; the
//! same survey adds up for the search, and keeps count for people and the tuner.

use super::board::{Board, Pair, Set, halves, pair};
use super::layout::{
    BLOCKED, COUNT, CROSSINGS, FORKS, GROUPS, MEN, MILLS, OPEN, READY, RUNNING, STEPS, TEMPO, TERMS,
};
use super::position::Position;
use super::rules::Morris;
use super::weights::VALUES;
use plyglot_core::Side;
use plyglot_core::game::tunable::{Feature, Group};

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
        let weight = u32::try_from(index).expect("some dozen weights");
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

/// A side that slides.
const MOVING: usize = 1;

/// What a side is doing: placing, moving or flying.
#[inline]
fn phase(rules: &Morris, pos: &Position, side: Side) -> usize {
    if pos.hand(side) > 0 {
        0
    } else if rules.flies(pos, side) {
        2
    } else {
        MOVING
    }
}

#[inline]
fn survey<T: Tally>(rules: &Morris, pos: &Position, tally: &mut T) {
    let board = rules.set.board;
    let own = pair(Side::BOTH.map(|side| pos.men(side)));
    let empty = pair([rules.empty(pos); 2]);
    let phases = Side::BOTH.map(|side| phase(rules, pos, side));
    let mut tell = |group: Group, counts: [i32; 2]| {
        for side in Side::BOTH {
            tally.add(side, group.first + phases[side.index()], counts[side.index()]);
        }
    };
    tell(MEN, Side::BOTH.map(|side| pos.total(side).cast_signed()));
    let closers = board.closers(own);
    tell(MILLS, counts(own & closers));
    tell(OPEN, counts(closers & empty));
    tell(FORKS, counts(board.forks(own) & empty));
    tell(STEPS, counts(board.beside(own, empty)));
    tell(BLOCKED, counts(own & !board.beside(empty, own)));
    tell(CROSSINGS, counts(own & pair([crossings(board); 2])));
    tell_slides(board, [own, own & closers, empty], (phases, pos.side()), tally);
    let taking = i32::from(pos.pending());
    tally.add(pos.side(), MEN.first + MOVING, taking);
    tally.add(pos.side(), TEMPO.first + phases[pos.side().index()], 1);
}

/// The slides of the sides that move.
#[inline]
fn tell_slides<T: Tally>(
    board: Board,
    [own, in_mills, empty]: [Pair; 3],
    (phases, mover): ([usize; 2], Side),
    tally: &mut T,
) {
    let ways = board.slides(own, own, empty).map(|(to, closers)| to & closers);
    if ways == [0; 4] {
        return;
    }
    let sum = |ways: [Pair; 4]| {
        ways.into_iter().map(counts).fold([0; 2], |sum, more| [sum[0] + more[0], sum[1] + more[1]])
    };
    let ready = sum(ways);
    let running = if in_mills == 0 {
        [0; 2]
    } else {
        sum(board.slides(in_mills, own, empty).map(|(to, closers)| to & closers))
    };
    for side in Side::BOTH {
        if phases[side.index()] == MOVING {
            let waits = usize::from(side != mover);
            tally.add(side, READY.first + waits, ready[side.index()]);
            tally.add(side, RUNNING.first, running[side.index()]);
        }
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

/// How many points each half has.
#[inline]
fn counts(sets: Pair) -> [i32; 2] {
    halves(sets).map(|set| set.count_ones().cast_signed())
}
