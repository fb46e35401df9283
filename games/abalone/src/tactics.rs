//! What the search may ask about a position: ejections, and rescues from them.

use super::board::step;
use super::eval;
use super::movegen::{Kind, MOVES, Move};
use super::rules::{Abalone, Position};
use plyglot_core::game::{NodeTactics, Rules, SearchParams, Tactics};

/// Ejections, and who is threatened with several of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AbaloneTactics;

/// Futility margin, cp a ply.
const FUTILITY_CP: i32 = 30;
/// Those of chess. Twice as many late moves are too many: at 10,000 nodes a move, 200 games, Elo over 6
/// and 2 for `lmp_base` and `lmp_growth` +21 [-5, +46].
pub(super) const PARAMS: SearchParams = SearchParams::selective(FUTILITY_CP);
/// An ejection is tried before any other move, and a push before moves that push nothing.
const EJECTION: i16 = 5000;
const PUSH: i16 = 1000;
/// From so many threats of ejection on, quiescence looks for rescues.
const THREATS_SEARCHED: usize = 2;

impl Tactics<Abalone> for AbaloneTactics {
    type Node<'a> = AbaloneNode<'a>;

    #[inline]
    fn node<'a>(&'a self, rules: &'a Abalone, pos: &'a Position) -> AbaloneNode<'a> {
        AbaloneNode { rules, pos }
    }

    /// There is no zugzwang worth the name: a side that need not move can nearly always shuffle.
    fn null_move(&self, _rules: &Abalone, pos: &Position) -> Option<Position> {
        Some(pos.passed())
    }
}

/// The tactics of one position.
#[derive(Clone, Copy, Debug)]
pub struct AbaloneNode<'a> {
    rules: &'a Abalone,
    pos: &'a Position,
}

impl NodeTactics<Move> for AbaloneNode<'_> {
    /// The ejections; and where a turn cannot save all that may be pushed off, the moves after which
    /// less is in danger.
    ///
    /// A single threat is left to the evaluation, which knows whose turn it is: nearly always one
    /// move answers it. Searching the answers to that as well played no better (100 games of 5,000
    /// nodes a move: 47 % ± 9; from two threats on 50.5 % ± 7, and two plies more of a line seen).
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        let Self { rules, pos } = *self;
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
            let child = rules.after(pos, mv);
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
    fn order_score(&self, mv: Move) -> i32 {
        ORDER_SCORES[usize::from(mv.bits()) % MOVES].into()
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.ejects()
    }
}

/// The order score of every move by its bits: a search asks for more of them than for anything
/// else.
const ORDER_SCORES: [i16; MOVES] = {
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
