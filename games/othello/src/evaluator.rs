//! An opinion about positions: who can move, who holds corners and stable discs, who moves last.
//!
//! What counts is seldom the discs: a side with many of them offers the other many moves. Every term
//! counts for one side and against the other, times a weight that changes with the discs on the
//! board: three weights a term, for the empty board, the half full and the full one, and what lies
//! between them in between. The unit is a disc of the final margin.

use super::board::{Board, Set, WIDE, set_of};
use super::rules::{Othello, Position};
use super::stability::stable;
use super::tactics::OthelloTactics;
use plyglot_core::bits::bits;
use plyglot_core::game::weights::{Feature, Group, Unit, WeightTable, in_order, read, rounded};
use plyglot_core::game::{Attribution, Evaluator, Tunable};
use plyglot_core::{Score, Side};

/// The terms, in the order of the weights.
const TERMS: [&str; COUNT] = [
    "discs",
    "moves",
    "empty squares beside the other's discs",
    "corners",
    "discs beside an empty corner, diagonally",
    "discs beside an empty corner, on the edge",
    "stable discs",
    "being to move",
    "being to move with an odd number of empty squares",
];
const COUNT: usize = 9;
const GROUPS: [Group; COUNT] = groups();
/// The points of a game at which weights are given.
const PHASES: [&str; 3] = ["empty board", "half full", "full board"];
const WEIGHTS_LEN: usize = COUNT * PHASES.len();
const TEXT: &str = include_str!("../data/weights.txt");
const UNIT: Unit = Unit::TenthCp;
/// The weights, tenths of a cp.
const WEIGHTS: [i16; WEIGHTS_LEN] = read(TEXT, UNIT);
/// From one phase to the next there are so many steps.
const STEPS: i32 = 32;
/// What a sum of weights is divided by to be cp.
const CP: i32 = 10 * STEPS;

const fn groups() -> [Group; COUNT] {
    let mut groups = [Group::first(0, 1, TERMS[0]); COUNT];
    let mut term = 1;
    while term < COUNT {
        groups[term] = groups[term - 1].then(term, 1, TERMS[term]);
        term += 1;
    }
    in_order(groups)
}

/// Evaluators by moves, corners, stable discs and who moves last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OthelloEvaluator;

/// The corners of a board, and the squares beside them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    pub(super) corners: Set,
    /// For each corner: itself, the square beside it on the diagonal, those on the edges.
    each: [[Set; 3]; 4],
}

/// Those of boards with four, six and eight squares a side.
static CORNERS: [Corners; 3] = [Corners::of(4), Corners::of(6), Corners::of(8)];

impl Corners {
    const fn of(size: u8) -> Self {
        let last = size - 1;
        let ends = [(0, 1), (last, last - 1)];
        let (mut each, mut corners, mut nth) = ([[0; 3]; 4], 0, 0);
        while nth < 4 {
            let ((x, beside_x), (y, beside_y)) = (ends[nth % 2], ends[nth / 2]);
            each[nth] = [at(x, y), at(beside_x, beside_y), at(beside_x, y) | at(x, beside_y)];
            corners |= each[nth][0];
            nth += 1;
        }
        Self { corners, each }
    }

    /// Those of a board with so many squares a side.
    pub(super) fn on(rules: &Othello) -> &'static Self {
        &CORNERS[usize::from(rules.size() / 2 - 2)]
    }

    /// The squares beside empty corners: on the diagonal, and on the edges.
    #[inline]
    pub(super) fn beside_empty(&self, taken: Set) -> [Set; 2] {
        let mut beside = [0; 2];
        for [corner, diagonal, edges] in self.each {
            if taken & corner == 0 {
                beside[0] |= diagonal;
                beside[1] |= edges;
            }
        }
        beside
    }
}

const fn at(x: u8, y: u8) -> Set {
    set_of(WIDE * y + x)
}

fn count(set: Set) -> i32 {
    set.count_ones().cast_signed()
}

/// How often each term counts, for the side to move, minus the other side.
#[inline]
fn tally(rules: &Othello, board: Board) -> [i32; COUNT] {
    let squares = rules.squares();
    let empty = squares & !board.taken();
    let corners = Corners::on(rules);
    let beside = corners.beside_empty(board.taken());
    let of = |board: Board| {
        [
            count(board.own),
            count(board.mobility(squares)),
            count(Board::frontier(board.opposing, empty)),
            count(board.own & corners.corners),
            count(board.own & beside[0]),
            count(board.own & beside[1]),
            count(stable(board, squares)),
        ]
    };
    let (own, opposing) = (of(board), of(board.turned()));
    let odd = count(empty) & 1;
    std::array::from_fn(|term| match term {
        7 => 1,
        8 => odd,
        term => own[term] - opposing[term],
    })
}

/// The phase before this position, and how many of [`STEPS`] it is on the way to the next.
#[inline]
fn phase(rules: &Othello, board: Board) -> (usize, i32) {
    let steps = 2 * STEPS * count(board.taken()) / count(rules.squares());
    if steps < STEPS { (0, steps) } else { (1, steps - STEPS) }
}

/// What each term comes to for the side to move, in parts of a cp.
#[inline]
fn parts(rules: &Othello, board: Board) -> [i32; COUNT] {
    let (phase, late) = phase(rules, board);
    let times = tally(rules, board);
    std::array::from_fn(|term| {
        let weight = |phase: usize| i32::from(WEIGHTS[PHASES.len() * term + phase]);
        times[term] * (weight(phase) * (STEPS - late) + weight(phase + 1) * late)
    })
}

impl OthelloEvaluator {
    /// What each disc gives: the evaluation less that without it.
    pub(super) fn attribution(self, rules: &Othello, pos: &Position) -> Attribution {
        let discs = Side::BOTH.map(|side| pos.discs(side));
        let without = bits(discs[0] | discs[1]).map(|square| {
            let left = Position::new(discs.map(|set| set & !set_of(square)), pos.side);
            let is_asked = !rules.is_over(left.board);
            (super::notation::name(square), is_asked.then(|| self.evaluate(rules, &left)))
        });
        Attribution::by_removal(self.evaluate(rules, pos), without)
    }
}

impl Evaluator<Othello> for OthelloEvaluator {
    type Tactics = OthelloTactics;

    fn tactics(&self) -> &OthelloTactics {
        &OthelloTactics
    }

    #[inline]
    fn evaluate(&self, rules: &Othello, pos: &Position) -> Score {
        Score::cp(parts(rules, pos.board).iter().sum::<i32>() / CP)
    }

    fn explain(&self, rules: &Othello, pos: &Position) -> Vec<(&'static str, Score)> {
        TERMS.into_iter().zip(rounded(parts(rules, pos.board), CP).map(Score::cp)).collect()
    }
}

impl Tunable<Othello> for OthelloEvaluator {
    fn table(&self) -> WeightTable<'_> {
        WeightTable { groups: &GROUPS, values: &WEIGHTS, unit: UNIT, phases: &PHASES, text: TEXT }
    }

    fn features(&self, rules: &Othello, pos: &Position, out: &mut Vec<Feature>) {
        let (phase, late) = phase(rules, pos.board);
        for (term, times) in tally(rules, pos.board).into_iter().enumerate() {
            let times = pos.side.relative(times);
            for (phase, steps) in [(phase, STEPS - late), (phase + 1, late)] {
                if times * steps != 0 {
                    let weight = u32::try_from(PHASES.len() * term + phase).unwrap_or(0);
                    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                    out.push(Feature { weight, times: (times * steps) as f32 / STEPS as f32 });
                }
            }
        }
    }
}
