//! Looking at places a batch at a time.
//!
//! What the moves of a place are worth stands in other tables, anywhere in them, and memory takes
//! longer to answer than the moves take to be listed. So the moves of some places are listed first,
//! and what will be asked about them is called for; by the time that the last place is listed the
//! answers about the first are there.

use std::convert::Infallible;
use std::ops::Range;

use super::indexer::{NodeKind, TerminalValue};
use super::plan::{Child, WdlPlan};
use super::wdl::{Successor, WdlIndexer};
use plyglot_core::game::Rules;

/// Places that are looked at together.
const PLACES: u64 = 32;

/// Room for the places of a batch, used again and again.
#[derive(Default)]
struct Batch {
    /// The moves of all of them, one place after the other.
    moves: Vec<Successor>,
    /// What each place is, and where its moves end.
    nodes: Vec<(NodeKind<TerminalValue>, usize)>,
    of_one: Vec<Successor>,
}

impl Batch {
    fn list<R: Rules, I: WdlIndexer<R>>(
        &mut self,
        plan: &WdlPlan<'_, R, I>,
        places: Range<u64>,
        ask: impl Fn(u64),
    ) {
        self.moves.clear();
        self.nodes.clear();
        for at in places {
            self.of_one.clear();
            let node = plan.indexer.successors(plan.rules, plan.table, at, &mut self.of_one);
            plan.prefetch(&self.of_one, &ask);
            self.moves.append(&mut self.of_one);
            self.nodes.push((node, self.moves.len()));
        }
    }
}

/// Shows the places of a range in their order to who builds the table: what each is, and its moves.
pub(super) fn each<R: Rules, I: WdlIndexer<R>>(
    plan: &WdlPlan<'_, R, I>,
    range: Range<u64>,
    mut see: impl FnMut(u64, NodeKind<TerminalValue>, &[Child<u16>]),
) {
    let mut children = Vec::new();
    let Ok(()) = try_each(
        plan,
        range,
        |_| (),
        |at, node, moves| {
            plan.children_of(moves, &mut children);
            see(at, node, &children);
            Ok::<_, Infallible>(())
        },
    );
}

/// The same with the moves as they are, until `see` has found something that ends it. Where places of this
/// table are needed too, `ask` asks for them.
pub(super) fn try_each<R: Rules, I: WdlIndexer<R>, E>(
    plan: &WdlPlan<'_, R, I>,
    range: Range<u64>,
    ask: impl Fn(u64),
    mut see: impl FnMut(u64, NodeKind<TerminalValue>, &[Successor]) -> Result<(), E>,
) -> Result<(), E> {
    let mut batch = Batch::default();
    for first in range.clone().step_by(PLACES as usize) {
        let places = first..(first + PLACES).min(range.end);
        batch.list(plan, places.clone(), &ask);
        let mut begin = 0;
        for (at, &(node, end)) in places.zip(&batch.nodes) {
            see(at, node, &batch.moves[begin..end])?;
            begin = end;
        }
    }
    Ok(())
}
