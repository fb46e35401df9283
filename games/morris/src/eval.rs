//! What a morris position looks like to somebody who does not calculate.
//!
//! Some weights ([`super::layout`]), each of which counts some number of times for each side: men,
//! mills and the slides between them, empty points that would close one mill or two, slides that
//! close one now, and room to move. What a thing is worth depends on whether its side is still
//! placing, moves, or flies. All of it is counted for whole sets of points, both sides' at once; the
//! same survey adds up for the search, and keeps count for people and the tuner.

use super::board::{Board, Pair, Set, halves, pair};
use super::layout::{
    BLOCKED, COUNT, CROSSINGS, FORKS, GROUPS, MEN, MILLS, OPEN, READY, RUNNING, STEPS, TEMPO,
    TERMS, VALUES,
};
use super::position::Position;
use super::rules::Morris;
use plyglot_core::Side;
use plyglot_core::game::weights::{Feature, Group, Sum, Tally, Trace, rounded};

/// Weights are tenths of a centipawn: of a hundredth of a man.
const TENTHS: i32 = 10;

/// The value of the position for the side to move, cp.
pub(super) fn evaluate(rules: &Morris, pos: &Position) -> i32 {
    let mut sum = Sum::new(&VALUES);
    survey(rules, pos, &mut sum);
    pos.side().relative(sum.lead / TENTHS)
}

/// Each term of [`evaluate`], for the side to move; [`TERMS`] names them.
pub(super) fn terms(rules: &Morris, pos: &Position) -> [i32; TERMS.len()] {
    let terms = trace(rules, pos).terms(&GROUPS, &VALUES);
    rounded(terms, TENTHS).map(|term| pos.side().relative(term))
}

/// How often each weight counts for the first side.
pub(super) fn features(rules: &Morris, pos: &Position, out: &mut Vec<Feature>) {
    trace(rules, pos).features(1.0, out);
}

fn trace(rules: &Morris, pos: &Position) -> Trace<COUNT> {
    let mut trace = Trace([0; COUNT]);
    survey(rules, pos, &mut trace);
    trace
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
    if phases.contains(&MOVING) {
        let slides = Slides::of(board, own, own & closers, empty);
        for side in Side::BOTH.into_iter().filter(|side| phases[side.index()] == MOVING) {
            let waits = usize::from(side != pos.side());
            tally.add(side, READY.first + waits, slides.ready[side.index()]);
            tally.add(side, RUNNING.first, slides.running[side.index()]);
        }
    }
    let taking = i32::from(pos.pending());
    tally.add(pos.side(), MEN.first + MOVING, taking);
    tally.add(pos.side(), TEMPO.first + phases[pos.side().index()], 1);
}

/// Slides of both sides.
#[derive(Default)]
struct Slides {
    /// That close a mill.
    ready: [i32; 2],
    /// That leave a mill and close another.
    running: [i32; 2],
}

impl Slides {
    #[inline]
    fn of(board: Board, own: Pair, in_mills: Pair, empty: Pair) -> Self {
        let closing = |from: Pair| {
            let ways = board.slides(from, own, empty).map(|(to, closers)| counts(to & closers));
            ways.into_iter().fold([0; 2], |sum, more| [sum[0] + more[0], sum[1] + more[1]])
        };
        let ready = closing(own);
        let running = if ready == [0; 2] || in_mills == 0 { [0; 2] } else { closing(in_mills) };
        Self { ready, running }
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
