//! What a chess position looks like to somebody who does not calculate.
//!
//! Some four hundred weights ([`layout`]), each of which counts some number of times for White
//! and for Black: men and where they stand, the squares they reach, pawn structure ([`pawns`]),
//! kings, threats and passed pawns ([`pieces`], [`kings`]). What White has more than Black is
//! added up; where the leader has little to win with, the sum is scaled down ([`scale`]).
//!
//! Every weight has a value for the middlegame and one for the endgame; the position lies between
//! them by the men left on the board (tapering, as in Fruit 2.1): a knight or bishop counts 1, a
//! rook 2, a queen 4, and 24 is a full board.
//!
//! The same code adds up for the search and keeps count for people and for the tuner: it tells a
//! [`Tally`] how often each weight counts, and there are two kinds of tally.

mod bits;
mod kings;
mod layout;
mod pawns;
mod pieces;
mod scale;
mod weight;

use cozy_chess::{Board, Color, Move, Piece};

use plyglot_core::game::weights::{Feature, rounded};

pub(super) use layout::{TABLE, TERMS};
pub(super) use pawns::PawnTable;

use bits::count;
use layout::{COUNT, GROUPS, TEMPO};
use pieces::Survey;
use weight::{PHASE_MAX, Sum, Tally, Trace, WEIGHTS};

/// The value of the position for the side to move, cp.
pub(super) fn evaluate(board: &Board, table: &PawnTable) -> i32 {
    let mut sum = Sum::default();
    let passed = table.survey(board, &mut sum);
    Survey::new(board, passed).tell(&mut sum);
    tell_tempo(board, &mut sum);
    let lead = sum.lead().tapered(phase(board)) / PHASE_MAX;
    for_mover(board, scale::scaled(board, lead))
}

/// A value for the side to move, cp, as far as it counts: less where there is little to win with.
pub(super) fn scaled(board: &Board, value: i32) -> i32 {
    for_mover(board, scale::scaled(board, for_mover(board, value)))
}

/// Each term of [`evaluate`], for the side to move; [`TERMS`] names them.
pub(super) fn terms(board: &Board) -> [i32; TERMS.len()] {
    let (trace, phase) = (trace(board), phase(board));
    let mut tapered = [0; TERMS.len()];
    for group in GROUPS {
        for index in group.range() {
            tapered[group.term] += WEIGHTS[index].tapered(phase) * trace.0[index];
        }
    }
    let mut terms = rounded(tapered, PHASE_MAX);
    let lead = terms.iter().sum();
    terms[TERMS.len() - 1] = scale::scaled(board, lead) - lead;
    terms.map(|term| for_mover(board, term))
}

/// How often each number of the table counts for White: of each weight the middlegame, then the
/// endgame.
pub(super) fn features(board: &Board, out: &mut Vec<Feature>) {
    let (trace, phase) = (trace(board), phase(board));
    let lead: i32 = (0..COUNT).map(|i| WEIGHTS[i].tapered(phase) * trace.0[i]).sum();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let share = |part: i32, whole: i32| part as f32 / whole as f32;
    let scale = share(scale::percent(board, lead / PHASE_MAX), 100);
    for (index, &times) in trace.0.iter().enumerate().filter(|(_, times)| **times != 0) {
        for (which, part) in [(0, phase), (1, PHASE_MAX - phase)] {
            let weight = u32::try_from(2 * index + which).expect("some hundred weights");
            out.push(Feature { weight, times: share(times * part, PHASE_MAX) * scale });
        }
    }
}

/// How much better a piece stands after a move, by its place in the middlegame, cp.
pub(super) fn improvement(color: Color, piece: Piece, mv: Move) -> i32 {
    let at = |square| weight::worth(color, piece, square).middlegame();
    at(mv.to) - at(mv.from)
}

fn trace(board: &Board) -> Trace {
    let mut trace = Trace::default();
    let passed = pawns::survey(board, &mut trace);
    Survey::new(board, passed).tell(&mut trace);
    tell_tempo(board, &mut trace);
    trace
}

fn tell_tempo<T: Tally>(board: &Board, tally: &mut T) {
    tally.add(board.side_to_move(), TEMPO.first, 1);
}

/// A lead of White seen by the side to move.
fn for_mover(board: &Board, lead: i32) -> i32 {
    if board.side_to_move() == Color::White { lead } else { -lead }
}

/// Where in the table of places a man's square is, all by number; both halves of the board are
/// alike.
const fn placement(piece: usize, square: usize, color: usize) -> usize {
    let (file, rank) = (square % 8, square / 8);
    let from_own_side = if color == Color::White as usize { rank } else { 7 - rank };
    let from_edge = if file < 4 { file } else { 7 - file };
    32 * piece + 4 * from_own_side + from_edge
}

/// 24 with all men on the board, 0 with kings and pawns.
fn phase(board: &Board) -> i32 {
    let number = |piece| count(board.pieces(piece));
    let minors = number(Piece::Knight) + number(Piece::Bishop);
    (minors + 2 * number(Piece::Rook) + 4 * number(Piece::Queen)).min(PHASE_MAX)
}
