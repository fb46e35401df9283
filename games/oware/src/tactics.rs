//! What the search may ask about a position: the catches.

use super::evaluator::caught;
use super::rules::{Move, Oware, Position};
use plyglot_core::game::{NodeTactics, Razoring, ReverseFutility, Rules, SearchParams, Tactics};

/// The catches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OwareTactics;

/// What the search leaves out. Against none of it, oware from six random plies, both sides: at 20,000
/// nodes a move a margin of 80 cp a ply to depth 6 was worth Elo +149 ± 43 (200 games), and besides
/// internal iterative reduction +91 ± 47, more depth +45 ± 39, razoring +44 ± 39 and +28 ± 38; all
/// together +282 ± 85 at 100,000 nodes (100 games). Reductions of late moves, of which there are at most
/// six, came to +5 ± 39, and the null move is a pass, which the game does not have.
///
/// That was with the formula. With the network the numbers were 60 cp to depth 12, 200 cp to depth 3 and
/// 4 plies, and SPSA (`tune oware --search`, 479 iterations at 3,000 nodes a move) found these, by which
/// the same depth takes a third of the nodes: at 20 ms a move +61 ± 26, SPRT [0, 10] accepted after 264
/// games; awari at 20,000 nodes +47 ± 42.
pub(super) const PARAMS: SearchParams = SearchParams {
    aspiration: 32,
    iir_depth_min: Some(3),
    reverse_futility: Some(ReverseFutility { margin: 15, depth_max: 17 }),
    razoring: Some(Razoring { margin: 377, depth_max: 3 }),
    ..SearchParams::NONE
};

/// A catch of so many seeds is tried so early.
pub(super) const SEED_SCORE: i32 = 100;

impl Tactics<Oware> for OwareTactics {
    type Node<'a> = OwareNode<'a>;

    #[inline]
    fn node<'a>(&'a self, rules: &'a Oware, pos: &'a Position) -> OwareNode<'a> {
        OwareNode { rules, pos }
    }
}

/// The tactics of one position.
#[derive(Clone, Copy, Debug)]
pub struct OwareNode<'a> {
    rules: &'a Oware,
    pos: &'a Position,
}

impl NodeTactics<Move> for OwareNode<'_> {
    /// The catches.
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        let Self { rules, pos } = *self;
        let first = out.len();
        rules.legal_moves(pos, out);
        let mut kept = first;
        for i in first..out.len() {
            if rules.is_irreversible(pos, out[i]) {
                out[kept] = out[i];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.rules.is_irreversible(self.pos, mv)
    }

    /// Great catches first, then houses near the other side.
    #[inline]
    fn order_score(&self, mv: Move) -> i32 {
        SEED_SCORE * caught(*self.rules, self.pos.board, mv.0.into()) + i32::from(mv.0)
    }
}
