//! An opinion about Abalone positions, and what the search may do on the strength of it.
//!
//! The evaluation itself is in [`super::eval`].

use super::board::{CELLS, place, step};
use super::eval;
use super::moves::{Kind, MOVES, Move};
use super::rules::{Abalone, Position};
use crate::core::{Score, Side};
use crate::game::tunable::{Feature, Weight};
use crate::game::{Evaluator, Rules, Selectivity, Shares, Tunable};

/// Marbles pushed off, where the others stand, how they hang together, what they can push.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AbaloneEvaluator {
    /// How many fallen marbles win.
    ejections_to_win: u8,
}

/// Futility margin, cp a ply.
const FUTILITY_CP: i32 = 30;
/// An ejection is tried before any other move, and a push before moves that push nothing.
const EJECTION: i16 = 5000;
const PUSH: i16 = 1000;
/// From so many threats of ejection on, quiescence looks for rescues.
const THREATS_SEARCHED: usize = 2;

impl AbaloneEvaluator {
    /// The evaluator for a game that so many ejections win.
    pub(super) const fn new(ejections_to_win: u8) -> Self {
        Self { ejections_to_win }
    }
}

impl Evaluator<Abalone> for AbaloneEvaluator {
    fn evaluate(&self, _rules: &Abalone, pos: &Position) -> Score {
        Score::cp(eval::evaluate(pos, self.ejections_to_win))
    }

    /// The ejections; and where a turn cannot save all that may be pushed off, the moves after which
    /// less is in danger.
    ///
    /// A single threat is left to the evaluation, which knows whose turn it is: nearly always one
    /// move answers it. Searching the answers to that as well played no better (100 games of 5,000
    /// nodes a move: 47 % ± 9; from two threats on 50.5 % ± 7, and two plies more of a line seen).
    fn noisy_moves(&self, rules: &Abalone, pos: &Position, out: &mut Vec<Move>) {
        rules.ejections(pos, out);
        let attacker = pos.side().other();
        let threats = eval::threats(pos, attacker);
        if threats < THREATS_SEARCHED {
            return;
        }
        let first = out.len();
        rules.legal_moves(pos, out);
        let mut next = first;
        for i in first..out.len() {
            let mv = out[i];
            let mut child = *pos;
            rules.play(&mut child, mv);
            if !mv.ejects() && eval::threats(&child, attacker) < threats {
                out[next] = mv;
                next += 1;
            }
        }
        out.truncate(next);
    }

    /// Ejections first, then pushes, then all other moves, each by how much better the marbles
    /// stand afterwards.
    #[inline]
    fn order_score(&self, _rules: &Abalone, _pos: &Position, mv: Move) -> i32 {
        HINTS[usize::from(mv.bits()) % MOVES].into()
    }

    fn is_noisy(&self, _rules: &Abalone, _pos: &Position, mv: Move) -> bool {
        mv.ejects()
    }

    /// There is no zugzwang worth the name: a side that need not move can nearly always shuffle.
    fn null_move(&self, _rules: &Abalone, pos: &Position) -> Option<Position> {
        Some(pos.passed())
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            null_move: true,
            late_moves: true,
            futility: Some(FUTILITY_CP),
            skip_moves: true,
            ..Selectivity::NONE
        }
    }

    fn explain(&self, _rules: &Abalone, pos: &Position) -> Vec<(&'static str, Score)> {
        let terms = eval::terms(pos, self.ejections_to_win).map(Score::cp);
        eval::TERMS.into_iter().zip(terms).collect()
    }

    fn shares(&self, rules: &Abalone, pos: &Position) -> Shares {
        let marbles = Side::BOTH.map(|side| pos.marbles(side));
        let ejected = Side::BOTH.map(|side| pos.ejected(side));
        let held = (0_u8..).take(CELLS).filter(|cell| (marbles[0] | marbles[1]) >> cell & 1 == 1);
        let without = held.map(|cell| {
            let (row, column) = place(cell);
            let rest = Position::new(marbles.map(|set| set & !(1 << cell)), ejected, pos.side());
            let rest = self.evaluate(rules, &rest.with_counters(pos.quiet(), pos.number()));
            (format!("{}{}", char::from(b'a' + row), column + 1), Some(rest))
        });
        Shares::by_removal(self.evaluate(rules, pos), without)
    }

    fn tunable(&self) -> Option<&dyn Tunable<Abalone>> {
        Some(self)
    }
}

impl Tunable<Abalone> for AbaloneEvaluator {
    fn weights(&self) -> Vec<Weight> {
        eval::listed()
    }

    fn features(&self, _rules: &Abalone, pos: &Position, out: &mut Vec<Feature>) {
        eval::features(pos, self.ejections_to_win, out);
    }

    fn source(&self, values: &[f64]) -> String {
        eval::source(values)
    }
}

/// The hint of every move by its bits: a search asks for more hints than for anything else.
const HINTS: [i16; MOVES] = {
    let mut order_scores = [0; MOVES];
    let mut bits = 0;
    while bits < MOVES {
        #[expect(clippy::cast_possible_truncation, reason = "13 bits")]
        if let Some(mv) = Move::from_bits(bits as u16) {
            order_scores[bits] = rank(mv) + improvement(mv);
        }
        bits += 1;
    }
    order_scores
};

/// What kind of move it is.
const fn rank(mv: Move) -> i16 {
    if mv.ejects() {
        EJECTION
    } else if mv.is_push() {
        PUSH
    } else {
        0
    }
}

/// How much better the mover's marbles stand after a move, and the pushed ones worse, by place
/// alone; tenths of a cp.
const fn improvement(mv: Move) -> i16 {
    let (cell, direction) = (mv.cell(), mv.direction());
    match mv.kind() {
        Kind::Inline { own, pushed, ejects } => {
            let front = step(cell, direction, own);
            let gained = eval::placement(front) - eval::placement(cell);
            if pushed == 0 || ejects {
                return gained;
            }
            gained + eval::placement(front) - eval::placement(step(front, direction, pushed))
        }
        Kind::Broadside { axis, len } => {
            let mut gained = 0;
            let mut nth = 0;
            while nth < len {
                let cell = step(cell, axis, nth);
                gained += eval::placement(step(cell, direction, 1)) - eval::placement(cell);
                nth += 1;
            }
            gained
        }
    }
}
