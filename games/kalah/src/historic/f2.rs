//! The search of [dubner-1990], as far as the text tells: procedure F2 of Knuth and Moore.
//!
//! The search is procedure F2 of Knuth and Moore [knuth-moore-1975]: fail hard, no table, no
//! ordering but that of the pits. Successors are made one at a time, as the text's `first` and
//! `next` do it: a node keeps the chain that led to its newest successor, the next one is found by
//! replaying all but its last sowing and looking for a higher pit; where a sowing ends in the
//! store, the chain grows, and where no pit is left, it shrinks. So chains come in ascending order,
//! different orders of the same sowings one by one.
//!
//! ```text
//! integer procedure F2(p, alpha, beta)          node p, chain 0 3 of three pits:
//!   m := alpha; q := first(p);                     0 . .      0 is a bonus sowing: go on
//!   while q <> NULL and m < beta do                0 0        …
//!     t := -F2(q, -beta, -m);                      0 1
//!     if t > m then m := t; q := next(q);          1          no pit above 2: back, next
//!   F2 := m
//! ```
//!
//! What the text leaves open, the first of it where rule 1.4 is applied in the tree, is a
//! [`Reading`].
//!
//! Tseitin's program looked at no more than a thousand positions, and deeper where the side to
//! move was better off; nothing more is told. A search by a budget does that: a node's positions are
//! shared out among its successors, half of what is left to the one that looks best, half of the
//! rest to the next, and so on; a node whose share does not pay for its successors is evaluated.

use super::estimate::{INFINITE, Value, score};
use super::reading::{Case, Cases, Reading, Treatment};
use super::successors::Successors;
use crate::chain::Chain;
use crate::rules::{Kalah, Position};
use plyglot_core::{Bound, Score, Side};
use plyglot_search::SearchControl;
use plyglot_search::tracer::{Entering, ExitReason, SingleTracer};

/// The clock is told of so many nodes at once.
const NODES_TOLD: u64 = 64;
/// And asked at so many successors of one node: there may be more than there is time to list.
const CHILDREN_PER_LOOK: usize = 1024;

/// One search, for a move of one side.
pub(super) struct Search<'a> {
    pub(super) reading: Reading,
    pub(super) kalah: &'a Kalah,
    pub(super) control: &'a SearchControl,
    /// Whom a move is looked for.
    pub(super) searching: Side,
    /// Moves wanted at the root; all if there are none, and below it.
    pub(super) wanted: &'a [Chain],
    pub(super) nodes: u64,
    /// The text's MAXLEVEL: nodes of the levels 0 to it have successors.
    pub(super) last_level: u32,
    pub(super) stopped: bool,
    /// Where another reading might have done something else.
    pub(super) met: Cases,
    /// Whoever watches.
    pub(super) tracer: Option<SingleTracer<'a, Kalah>>,
}

/// A node of the tree.
#[derive(Clone, Copy)]
struct Node<'p> {
    pos: &'p Position,
    /// What led here; nothing at the root.
    chain: Option<Chain>,
    /// Its level: turns from the root.
    level: u32,
}

/// A value for the side to move, and the line that leads to it.
pub(super) struct Best {
    pub(super) value: Value,
    pub(super) line: Vec<Chain>,
}

impl Best {
    fn leaf(value: Value) -> Self {
        Self { value, line: Vec::new() }
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(reading: Reading, kalah: &'a Kalah, control: &'a SearchControl) -> Self {
        Self {
            reading,
            kalah,
            control,
            searching: Side::First,
            wanted: &[],
            nodes: 0,
            last_level: 0,
            stopped: false,
            met: Cases::default(),
            tracer: None,
        }
    }

    /// What the reading does with a node, if it is one about which readings differ.
    fn treatment(&mut self, pos: &Position, at_limit: bool) -> Option<Treatment> {
        let (place, treatment) = self.reading.treatment(pos, self.searching, at_limit)?;
        self.met.insert(place);
        Some(treatment)
    }

    /// The value of a node that is not searched any deeper.
    pub(super) fn leaf(&mut self, pos: &Position) -> Value {
        let treatment = self.treatment(pos, true);
        self.reading.leaf(self.kalah, pos, treatment)
    }

    /// One more position is looked at; now and then the clock is told, and asked.
    fn count_node(&mut self) {
        if self.control.nodes.max().is_some_and(|max| self.nodes >= max) {
            self.stopped = true;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_TOLD) {
            self.control.nodes.add(NODES_TOLD);
            self.stopped |= self.control.must_stop();
        }
    }

    /// The successors of a position; of the first that is asked about, the root, the wanted ones.
    fn successors(&mut self, pos: &Position) -> Successors<'a> {
        let wanted = std::mem::take(&mut self.wanted);
        Successors::new(self.kalah, *pos, self.reading).among(wanted)
    }

    /// The best move of a position, searched to the last level.
    pub(super) fn root(&mut self, pos: &Position) -> Best {
        self.searching = pos.side;
        self.f2(Node { pos, chain: None, level: 0 }, -INFINITE, INFINITE)
    }

    /// The best move of a position, by so many positions, no deeper than the last level.
    pub(super) fn root_by_budget(&mut self, pos: &Position, budget: u64) -> Best {
        self.searching = pos.side;
        self.selective(Node { pos, chain: None, level: 0 }, budget, -INFINITE, INFINITE).0
    }

    /// Whether a move of the position that was searched last is one of the tree, and as good as its
    /// best.
    pub(super) fn is_as_good(&mut self, pos: &Position, mv: Chain, best: Value) -> bool {
        let (wanted, side) = ([mv], pos.side);
        let mut successors = Successors::new(self.kalah, *pos, self.reading).among(&wanted);
        successors.next().is_some_and(|(pos, chain)| {
            let child = Node { pos: &pos, chain: Some(chain), level: 1 };
            self.below(side, child, best - 1, best).value >= best
        })
    }

    /// Procedure F2, shown to whoever watches. After a stop the value means nothing.
    fn f2(&mut self, node: Node<'_>, alpha: Value, beta: Value) -> Best {
        let Some(tracer) = self.tracer else { return self.f2_unseen(node, alpha, beta).0 };
        let (ply, depth) = (node.level, i64::from(self.last_level) + 1 - i64::from(node.level));
        tracer.enter(&Entering {
            ply,
            mv: node.chain,
            pos: node.pos,
            alpha: if alpha == -INFINITE { Score::MINUS_INFINITE } else { score(alpha) },
            beta: if beta == INFINITE { Score::INFINITE } else { score(beta) },
            depth: i32::try_from(depth).unwrap_or(0),
        });
        let (best, reason) = self.f2_unseen(node, alpha, beta);
        let bound = match best.value {
            _ if reason != ExitReason::Searched => Bound::Exact,
            value if value >= beta => Bound::Lower,
            value if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        tracer.leave(reason, score(best.value), bound);
        best
    }

    /// The same, and why the node was left.
    fn f2_unseen(&mut self, node: Node<'_>, alpha: Value, beta: Value) -> (Best, ExitReason) {
        let Node { pos, level, .. } = node;
        let at_limit = level > self.last_level;
        let treatment = self.treatment(pos, at_limit);
        if at_limit || self.stopped || treatment.is_some_and(Treatment::is_end) {
            return (self.end(pos, treatment), self.why_left(pos));
        }
        let mut successors = self.successors(pos);
        let mut next = successors.next();
        let is_leaf = next.is_none();
        let mut best = Best::leaf(alpha);
        while let Some((child, chain)) = next.filter(|_| best.value < beta && !self.stopped) {
            self.count_node();
            let is_later_better = self.reading.takes_last && level == 0;
            let alpha = best.value - Value::from(is_later_better);
            let child = Node { pos: &child, chain: Some(chain), level: level + 1 };
            let below = self.below(pos.side, child, alpha, beta);
            if below.value > alpha {
                best = below;
                best.line.insert(0, chain);
            }
            next = successors.next();
        }
        if successors.has_emptied {
            self.met.insert(Case::Emptied);
        }
        match (self.stopped, is_leaf) {
            (true, _) => (best, ExitReason::Stopped),
            (false, true) => (self.end(pos, treatment), self.why_left(pos)),
            (false, false) => (best, ExitReason::Searched),
        }
    }

    /// A node without successors.
    fn end(&self, pos: &Position, treatment: Option<Treatment>) -> Best {
        Best::leaf(self.reading.leaf(self.kalah, pos, treatment))
    }

    /// Why a node without successors has none.
    fn why_left(&self, pos: &Position) -> ExitReason {
        match self.kalah.is_over(pos) {
            _ if self.stopped => ExitReason::Stopped,
            true => ExitReason::Finished,
            false => ExitReason::Horizon,
        }
    }

    /// The value of a successor for the side to move at its father.
    fn below(&mut self, mover: Side, child: Node<'_>, alpha: Value, beta: Value) -> Best {
        if child.pos.side == mover {
            return self.f2(child, alpha, beta);
        }
        let below = self.f2(child, -beta, -alpha);
        Best { value: -below.value, ..below }
    }

    /// The value of a position on which so many positions may be spent, and how many were not.
    fn selective(&mut self, node: Node<'_>, budget: u64, alpha: Value, beta: Value) -> (Best, u64) {
        let Node { pos, level, .. } = node;
        let leaf = Best::leaf(self.leaf(pos));
        if level > self.last_level {
            return (leaf, budget);
        }
        let limit = usize::try_from(budget).unwrap_or(usize::MAX);
        let mut children = Vec::new();
        let mut successors = self.successors(pos);
        while let Some(child) = successors.next() {
            children.push(child);
            if children.len().is_multiple_of(CHILDREN_PER_LOOK) {
                self.stopped |= self.control.must_stop();
            }
            if children.len() > limit || self.stopped {
                return (leaf, budget);
            }
        }
        if children.is_empty() || self.stopped {
            return (leaf, budget);
        }
        for _ in &children {
            self.count_node();
        }
        let mut left = budget - children.len() as u64;
        let sign = |child: &Position| if child.side == pos.side { 1 } else { -1 };
        let mut looked: Vec<(Value, Position, Chain)> = children
            .into_iter()
            .map(|(child, chain)| {
                let value = sign(&child) * self.leaf(&child);
                (value, child, chain)
            })
            .collect();
        // The sort is stable: of equals the first in order stays first.
        looked.sort_by_key(|&(value, ..)| -value);
        let mut best = Best::leaf(alpha);
        let last = looked.len() - 1;
        for (i, (_, child, chain)) in looked.into_iter().enumerate() {
            if best.value >= beta {
                break;
            }
            let share = if i == last { left } else { left.div_ceil(2) };
            let sign = sign(&child);
            let (low, high) = if sign > 0 { (best.value, beta) } else { (-beta, -best.value) };
            let (below, unused) = self.selective(
                Node { pos: &child, chain: Some(chain), level: level + 1 },
                share,
                low,
                high,
            );
            left = left - share + unused;
            if sign * below.value > best.value {
                best = Best { value: sign * below.value, line: below.line };
                best.line.insert(0, chain);
            }
        }
        (best, left)
    }
}

#[cfg(test)]
mod tests {
    use super::super::estimate::Evaluation;
    use super::super::reading::{Emptied, End, Loose};
    use super::*;
    use crate::RuleSet;
    use crate::board::Board;
    use plyglot_conformance::laws::each_position;

    const RULED: Reading = Reading::ruled(Evaluation::Difference);

    /// Positions of random games.
    fn positions(kalah: &Kalah, games: u64) -> Vec<Position> {
        let mut all = Vec::new();
        for seed in 0..games {
            let Ok(()) = each_position(kalah, seed, |line| {
                all.push(*line.position());
                Ok::<(), std::convert::Infallible>(())
            });
        }
        all
    }

    /// All successors of a position at once, by recursion.
    fn all_successors(
        successors: &Successors<'_>,
        pos: Position,
        chain: &[usize],
        out: &mut Vec<(Position, Vec<usize>)>,
    ) {
        let pits = successors.kalah.pits();
        for pit in 0..pits {
            let pit = if successors.reading.is_backward { pits - 1 - pit } else { pit };
            if pos.board.stones(pit) == 0 {
                continue;
            }
            let mut next = pos;
            successors.sow(&mut next, pit);
            let chain = [chain, &[pit]].concat();
            let is_forced = next.side == pos.side && !successors.is_over(&next);
            match (is_forced, next.board.own, successors.reading.end) {
                (true, 0, End::Loose(Loose { emptied: Emptied::NoMove, .. })) => {}
                (true, 0, End::Loose(Loose { emptied: Emptied::Passes, .. })) => {
                    out.push((next.turned(), chain));
                }
                (true, 0, End::Loose(Loose { emptied: Emptied::Ends, .. })) => {
                    next.stores[1] += Board::sum(next.board.opposing);
                    next.board = Board::EMPTY;
                    out.push((next.turned(), chain));
                }
                (true, ..) => all_successors(successors, next, &chain, out),
                (false, ..) => out.push((next, chain)),
            }
        }
    }

    fn listed(kalah: &Kalah, pos: Position, reading: Reading) -> Vec<(Position, Vec<usize>)> {
        let mut out = Vec::new();
        let successors = Successors::new(kalah, pos, reading);
        if !successors.is_over(&pos) {
            all_successors(&successors, pos, &[], &mut out);
        }
        out
    }

    /// Readings that walk over moves differently.
    fn walks(evaluation: Evaluation) -> Vec<Reading> {
        let ruled = Reading::ruled(evaluation);
        let mut all = vec![ruled, Reading::dubner(evaluation)];
        for emptied in [Emptied::NoMove, Emptied::Passes, Emptied::Ends] {
            let end = End::Loose(Loose { emptied, idle_ends: true, ..Loose::UNSWEPT });
            all.push(Reading { end, is_backward: emptied == Emptied::Ends, ..ruled });
        }
        all
    }

    #[test]
    fn successors_come_one_by_one_in_the_order_of_the_text() {
        let mut chains = 0;
        for kalah in [Kalah::default(), Kalah::new(RuleSet::MOVER_EMPTY, 4, 3)] {
            for pos in positions(&kalah, 10) {
                for reading in walks(Evaluation::Difference) {
                    let mut successors = Successors::new(&kalah, pos, reading);
                    let lazy: Vec<_> = std::iter::from_fn(|| successors.next())
                        .map(|(next, chain)| (next, chain.pits().collect::<Vec<_>>()))
                        .collect();
                    assert_eq!(lazy, listed(&kalah, pos, reading), "{reading:?} {pos:?}");
                    chains += lazy.iter().filter(|(_, chain)| chain.len() > 1).count();
                }
            }
        }
        assert!(chains > 1000, "{chains}");
    }

    /// The value of a position without any window, and its first best chain.
    fn minimax(
        reading: Reading,
        kalah: &Kalah,
        (pos, searching): (Position, Side),
        plies: u32,
    ) -> (Value, Vec<usize>) {
        let treatment = reading.treatment(&pos, searching, plies == 0);
        let treatment = treatment.map(|(_, treatment)| treatment);
        let is_leaf = plies == 0 || treatment.is_some_and(Treatment::is_end);
        let children = if is_leaf { Vec::new() } else { listed(kalah, pos, reading) };
        let mut best = (reading.leaf(kalah, &pos, treatment), Vec::new());
        for (i, (child, chain)) in children.into_iter().enumerate() {
            let value = minimax(reading, kalah, (child, searching), plies - 1).0;
            let value = if child.side == pos.side { value } else { -value };
            if i == 0 || value > best.0 {
                best = (value, chain);
            }
        }
        best
    }

    #[test]
    fn f2_finds_the_value_of_minimax_and_its_first_best_move() {
        let control = SearchControl::unlimited();
        let mut searched = 0;
        for kalah in [Kalah::default(), Kalah::new(RuleSet::IRVING, 4, 3)] {
            for (i, pos) in positions(&kalah, 4).into_iter().enumerate() {
                for evaluation in
                    [Evaluation::Difference, Evaluation::Activity, Evaluation::Tseitin]
                {
                    let readings = walks(evaluation);
                    let reading = readings[i % readings.len()];
                    let mut search = Search::new(reading, &kalah, &control);
                    search.last_level = [0, 1, 2][i % 3];
                    let found = search.root(&pos);
                    let at = (pos, pos.side);
                    let (value, chain) = minimax(reading, &kalah, at, search.last_level + 1);
                    let first: Vec<usize> =
                        found.line.first().map_or(Vec::new(), |mv| mv.pits().collect());
                    assert_eq!((found.value, first), (value, chain), "{reading:?} {pos:?}");
                    searched += 1;
                }
            }
        }
        assert!(searched > 300, "{searched}");
    }

    #[test]
    fn the_last_of_equal_moves_is_the_first_from_the_other_end() {
        let kalah = Kalah::default();
        let control = SearchControl::unlimited();
        for pos in positions(&kalah, 4) {
            let found = [(false, false), (true, true)].map(|(is_backward, takes_last)| {
                let reading = Reading { is_backward, takes_last, ..RULED };
                let mut search = Search::new(reading, &kalah, &control);
                search.last_level = 1;
                let best = search.root(&pos);
                (best.value, best.line.first().copied())
            });
            assert_eq!(found[0], found[1], "{pos:?}");
        }
    }

    #[test]
    fn a_budget_is_kept_and_a_large_one_sees_the_end() {
        let control = SearchControl::unlimited();
        let kalah = Kalah::default();
        for pos in positions(&kalah, 3) {
            for budget in [1, 10, 1000] {
                let reading = Reading::ruled(Evaluation::Tseitin);
                let mut search = Search::new(reading, &kalah, &control);
                search.last_level = u32::MAX;
                let best = search.root_by_budget(&pos, budget);
                assert!(search.nodes <= budget, "{} of {budget}", search.nodes);
                // Cuts may save much, but not all of it.
                let is_rich = budget == 1000 && pos.board.in_play() > 40;
                assert!(!is_rich || search.nodes > 300, "{} {pos:?} {:?}", search.nodes, best.line);
            }
        }
        let small = Kalah::new(RuleSet::STANDARD, 2, 2);
        for pos in positions(&small, 20) {
            let mut search = Search::new(RULED, &small, &control);
            search.last_level = u32::MAX;
            let found = search.root_by_budget(&pos, 1 << 40).value;
            assert_eq!(found, minimax(RULED, &small, (pos, pos.side), 40).0, "{pos:?}");
        }
    }
}
