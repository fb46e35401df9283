//! What the search may ask about a position: mills closed, and men to be taken.

use super::board::{Set, halves, pair};
use super::moves::Move;
use super::position::Position;
use super::rules::Morris;
use plyglot_core::game::tactics::gives_check_when_played;
use plyglot_core::game::{NodeTactics, NullMove, SearchParams, Tactics};

/// Mills closed, and men to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MorrisTactics;

/// Futility margin, cp a ply: a man is 100, and a mill may be closed at any time.
const FUTILITY_CP: i32 = 80;
/// What the search leaves out.
pub(super) const PARAMS: SearchParams =
    SearchParams { null_move: Some(NullMove::ADAPTIVE), ..SearchParams::cautious(FUTILITY_CP) };
/// What takes a man is tried before any other move.
const CAPTURE: i32 = 4000;
/// Taking a man out of a line that would have become a mill, or stopping one; hundredths.
const SPOILS: i32 = 600;
/// Beginning or widening a line.
const OPENS: i32 = 200;

impl Tactics<Morris> for MorrisTactics {
    type Node<'a> = MorrisNode<'a>;

    #[inline]
    fn node<'a>(&'a self, rules: &'a Morris, pos: &'a Position) -> MorrisNode<'a> {
        MorrisNode { rules, pos }
    }

    /// Whoever still places loses by passing; later, having to move may be what loses.
    fn null_move(&self, _rules: &Morris, pos: &Position) -> Option<Position> {
        (pos.hand(pos.side()) > 0 && pos.pending() == 0).then(|| pos.passed())
    }
}

/// The tactics of one position.
#[derive(Clone, Copy, Debug)]
pub struct MorrisNode<'a> {
    rules: &'a Morris,
    pos: &'a Position,
}

impl NodeTactics<Move> for MorrisNode<'_> {
    /// A man is to be taken.
    #[inline]
    fn in_check(&self) -> bool {
        self.pos.pending() > 0
    }

    /// What closes a mill.
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        self.rules.list_captures(self.pos, out);
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.takes() || mv.pauses()
    }

    /// Mills first, and of these the ones that break an opposing line; then what stops a mill, then
    /// what opens lines of one's own.
    fn order_score(&self, mv: Move) -> i32 {
        let Self { rules, pos } = *self;
        let board = rules.set.board;
        let (own, other) = (pos.men(pos.side()), pos.men(pos.side().other()));
        let empty = rules.empty(pos);
        let left = mv.from().map_or(own, |from| own ^ 1 << from);
        let own_after = mv.to().map_or(own, |to| left | 1 << to);
        let other_after = other & !mv.taken_set();
        // Where each side closes a mill, before and after.
        let [own, other] = halves(board.closers(pair([own, other])));
        let [own_after, other_after] = halves(board.closers(pair([own_after, other_after])));
        let count = |set: Set| set.count_ones().cast_signed();
        let mut order_score = 0;
        if mv.takes() {
            order_score += CAPTURE + SPOILS * (count(other) - count(other_after));
        } else if mv.pauses() {
            order_score += CAPTURE;
        }
        let Some(to) = mv.to() else { return order_score };
        if other >> to & 1 == 1 {
            order_score += SPOILS;
        }
        order_score + OPENS * (count(own_after & empty) - count(own & empty))
    }

    /// A step that pauses; and a removal where more are due.
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        if mv.to().is_some() {
            return mv.pauses();
        }
        gives_check_when_played(&MorrisTactics, self.rules, self.pos, mv)
    }

    /// Nothing is razored here, so nobody looks.
    fn can_give_check(&self) -> bool {
        true
    }
}
