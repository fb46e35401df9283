//! The player `f2`: the player of [dubner-1990], as far as the text tells.
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
//! `Kalah.MaxLevel` is the text's MAXLEVEL: nodes of the levels 0 to MAXLEVEL have successors,
//! so MAXLEVEL + 1 moves are looked ahead. The first of equal moves is played. What is liked,
//! `Kalah.Evaluation`, is in the module `estimate`.
//!
//! Tseitin's program looked at no more than a thousand positions, and deeper where the side to
//! move was better off; nothing more is told. `Kalah.Budget` does that: a node's positions are
//! shared out among its successors, half of what is left to the one that looks best, half of the
//! rest to the next, and so on; a node whose share does not pay for its successors is evaluated.
//!
//! `Kalah.Compat=dubner` leaves rule 1.4 out of the tree, which is how the program that played the
//! text's sample game must have searched: a side without stones has no move there, its
//! opponent's stones are nobody's, and a chain that empties the own pits by a bonus sowing is no
//! successor at all.

use super::estimate::{EVALUATION, Evaluation, INFINITE, POINT, Value};
use super::successors::Successors;
use crate::chain::Chain;
use crate::rules::{Kalah, Position};
use plyglot_core::game::{Account, PlayedGame};
use plyglot_core::{Bound, Choice, Scope, Score, Settings, Way};
use plyglot_search::{Player, PvInfo, SearchControl, SearchInfo, SearchRequest, SearchResult};

/// Dubner's player.
#[derive(Clone, Copy, Debug)]
pub(super) struct F2 {
    pub(super) max_level: u32,
    pub(super) evaluation: Evaluation,
    /// Positions a move may cost; 0 for a search of all moves to `max_level`.
    pub(super) budget: u64,
    /// Rule 1.4 is not applied in the tree.
    pub(super) dubner: bool,
}

pub(super) const MAX_LEVEL: &str = "Kalah.MaxLevel";
pub(super) const BUDGET: &str = "Kalah.Budget";
/// Whether rule 1.4 is forgotten in the tree.
pub(super) const COMPAT: Choice<bool> = Choice {
    scope: Scope::Player,
    option: "Kalah.Compat",
    about: "With `dubner` the mind `f2` forgets rule 1.4 in its tree, as the program of \
            [dubner-1990] must have done.",
    unset: None,
    ways: &[Way::unsaid("none", false), Way::unsaid("dubner", true)],
};

impl F2 {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            max_level: u32::try_from(settings.spin(MAX_LEVEL)).unwrap_or(0),
            evaluation: EVALUATION.of(settings, Evaluation::Difference),
            budget: settings.spin(BUDGET).unsigned_abs(),
            dubner: COMPAT.of(settings, false),
        }
    }
}

/// The clock is told of so many nodes at once.
const NODES_TOLD: u64 = 64;
/// And asked at so many successors of one node: there may be more than there is time to list.
const CHILDREN_PER_LOOK: usize = 1024;

/// One search.
struct Search<'a> {
    player: F2,
    kalah: &'a Kalah,
    control: &'a SearchControl,
    /// Moves wanted at the root; all if there are none, and below it.
    wanted: &'a [Chain],
    nodes: u64,
    last_level: u32,
    stopped: bool,
}

/// A value for the side to move, and the line that leads to it.
struct Best {
    value: Value,
    line: Vec<Chain>,
}

impl<'a> Search<'a> {
    fn estimate(&self, pos: &Position) -> Value {
        self.player.evaluation.of(self.kalah, pos, !self.player.dubner)
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
        Successors::new(self.kalah, *pos, self.player.dubner).among(wanted)
    }

    /// The best move of a position, by the budget or to the last level.
    fn root(&mut self, pos: &Position) -> Best {
        match self.player.budget {
            0 => self.f2(pos, 0, -INFINITE, INFINITE),
            budget => self.selective(pos, budget, -INFINITE, INFINITE).0,
        }
    }

    /// Procedure F2. After a stop the value means nothing.
    fn f2(&mut self, pos: &Position, level: u32, alpha: Value, beta: Value) -> Best {
        let leaf = Best { value: self.estimate(pos), line: Vec::new() };
        if level > self.last_level || self.stopped {
            return leaf;
        }
        let mut successors = self.successors(pos);
        let Some(first) = successors.next() else { return leaf };
        let mut best = Best { value: alpha, line: Vec::new() };
        let mut next = Some(first);
        while let Some((child, chain)) = next.filter(|_| best.value < beta && !self.stopped) {
            self.count_node();
            let below = self.below(pos, &child, level, best.value, beta);
            if below.value > best.value {
                best = below;
                best.line.insert(0, chain);
            }
            next = successors.next();
        }
        best
    }

    /// The move after which the position looks best, for want of a search that has ended.
    fn glance(&self, request: &SearchRequest<'_, Kalah>) -> Option<Best> {
        let pos = request.played.position();
        let looks = |mv: Chain| {
            let child = self.kalah.replay(pos, mv).ok()?;
            let value = self.estimate(&child);
            Some(Best {
                value: if child.side == pos.side { value } else { -value },
                line: vec![mv],
            })
        };
        let children = request.root_moves().into_iter().filter_map(looks);
        children.reduce(|best, next| if next.value > best.value { next } else { best })
    }

    fn report(&self, request: &SearchRequest<'_, Kalah>, depth: u32, best: &Best) -> PvInfo<Chain> {
        PvInfo {
            depth,
            seldepth: depth.max(u32::try_from(best.line.len()).unwrap_or(0)),
            multi_pv: 1,
            score: F2::score(best.value),
            bound: Bound::Exact,
            exact: false,
            nodes: self.nodes,
            time: request.control.time.thought(),
            hashfull: 0,
            tb_hits: 0,
            pv: best.line.clone(),
        }
    }

    /// The value of a successor for the side to move at its father.
    fn below(
        &mut self,
        pos: &Position,
        child: &Position,
        level: u32,
        alpha: Value,
        beta: Value,
    ) -> Best {
        if child.side == pos.side {
            return self.f2(child, level + 1, alpha, beta);
        }
        let below = self.f2(child, level + 1, -beta, -alpha);
        Best { value: -below.value, ..below }
    }

    /// The value of a position on which so many positions may be spent, and how many were not.
    fn selective(&mut self, pos: &Position, budget: u64, alpha: Value, beta: Value) -> (Best, u64) {
        let leaf = Best { value: self.estimate(pos), line: Vec::new() };
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
                let value = sign(&child) * self.estimate(&child);
                (value, child, chain)
            })
            .collect();
        // The sort is stable: of equals the first in order stays first.
        looked.sort_by_key(|&(value, ..)| -value);
        let mut best = Best { value: alpha, line: Vec::new() };
        let last = looked.len() - 1;
        for (i, (_, child, chain)) in looked.into_iter().enumerate() {
            if best.value >= beta {
                break;
            }
            let share = if i == last { left } else { left.div_ceil(2) };
            let sign = sign(&child);
            let (low, high) = if sign > 0 { (best.value, beta) } else { (-beta, -best.value) };
            let (below, unused) = self.selective(&child, share, low, high);
            left = left - share + unused;
            if sign * below.value > best.value {
                best = Best { value: sign * below.value, line: below.line };
                best.line.insert(0, chain);
            }
        }
        (best, left)
    }
}

impl F2 {
    /// A value as the protocol's score: a hundredth of a stone or of a point.
    fn score(value: Value) -> Score {
        let hundredths = value / (POINT / 100);
        Score::cp(i32::try_from(hundredths.clamp(-1_000_000, 1_000_000)).unwrap_or(0))
    }

    /// A search of this player, for one position.
    fn begin<'a>(self, kalah: &'a Kalah, control: &'a SearchControl) -> Search<'a> {
        let wanted = &[];
        Search { player: self, kalah, control, wanted, nodes: 0, last_level: 0, stopped: false }
    }

    /// All of the search, level after level, so that there is an answer when time is up; the last
    /// level decides. With a budget there is one search.
    fn search(
        self,
        request: &SearchRequest<'_, Kalah>,
        say: &mut dyn FnMut(SearchInfo<Chain>),
    ) -> (Vec<Chain>, u32) {
        let mut search = self.begin(request.rules, request.control);
        let asked = request.limits.depth.map_or(self.max_level, |depth| depth.saturating_sub(1));
        let asked = if self.budget > 0 { 0 } else { asked.min(self.max_level) };
        let pos = request.played.position();
        let mut found = (Vec::new(), 0);
        for level in 0..=asked {
            search.last_level = level;
            search.wanted = request.search_moves;
            let best = search.root(pos);
            let best = Best { line: of_the_game(request.rules, pos, &best.line), ..best };
            if search.stopped || best.line.is_empty() {
                break;
            }
            let longest = u32::try_from(best.line.len()).unwrap_or(0);
            let depth = if self.budget > 0 { longest } else { level + 1 };
            say(SearchInfo::Pv(search.report(request, depth, &best)));
            found = (best.line, depth);
        }
        if found.0.is_empty()
            && let Some(best) = search.glance(request)
        {
            say(SearchInfo::Pv(search.report(request, 1, &best)));
            found = (best.line, 0);
        }
        found
    }
}

impl Player<Kalah> for F2 {
    fn level_option(&self) -> Option<&'static str> {
        Some(MAX_LEVEL)
    }

    fn think(
        &mut self,
        request: &SearchRequest<'_, Kalah>,
        say: &mut dyn FnMut(SearchInfo<Chain>),
    ) -> Option<SearchResult<Chain>> {
        let moves = request.root_moves();
        let (line, depth) = self.search(request, say);
        let best = *line.first().or(moves.first())?;
        Some(SearchResult { best, ponder: line.get(1).copied(), depth, cut: false })
    }

    fn account(&self, kalah: &Kalah, played: &PlayedGame<Kalah>) -> Option<Account> {
        Some(self.evaluation.account(kalah, played.position(), !self.dubner))
    }

    fn ends_by_itself(&self, _rules: &Kalah, _line: &PlayedGame<Kalah>, _chosen: bool) -> bool {
        true
    }
}

/// A line of this player as one of the game: without rule 1.4 it sows on where the game is over
/// already.
fn of_the_game(kalah: &Kalah, start: &Position, line: &[Chain]) -> Vec<Chain> {
    let mut at = *start;
    let mut played = Vec::new();
    for chain in line {
        let (side, mut sown) = (at.side, Chain::EMPTY);
        for pit in chain.pits() {
            if at.side != side || kalah.is_over(&at) {
                break;
            }
            kalah.sow(&mut at, pit);
            sown = sown.and(pit);
        }
        if sown == Chain::EMPTY {
            break;
        }
        played.push(sown);
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use plyglot_conformance::laws::each_position;
    use plyglot_core::game::{Notation, PlayedGame, Rules};

    const PLAIN: F2 =
        F2 { max_level: 5, evaluation: Evaluation::Difference, budget: 0, dubner: false };

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
        for pit in 0..successors.kalah.pits() {
            if pos.board.stones(pit) == 0 {
                continue;
            }
            let mut next = pos;
            successors.sow(&mut next, pit);
            let chain = [chain, &[pit]].concat();
            if next.side == pos.side && !successors.is_over(&next) {
                all_successors(successors, next, &chain, out);
            } else {
                out.push((next, chain));
            }
        }
    }

    fn listed(kalah: &Kalah, pos: Position, dubner: bool) -> Vec<(Position, Vec<usize>)> {
        let mut out = Vec::new();
        let successors = Successors::new(kalah, pos, dubner);
        if !successors.is_over(&pos) {
            all_successors(&successors, pos, &[], &mut out);
        }
        out
    }

    #[test]
    fn successors_come_one_by_one_in_the_order_of_the_text() {
        let mut chains = 0;
        for kalah in [Kalah::default(), Kalah::new(RuleSet::MOVER_EMPTY, 4, 3)] {
            for pos in positions(&kalah, 10) {
                for dubner in [false, true] {
                    let mut successors = Successors::new(&kalah, pos, dubner);
                    let lazy: Vec<_> = std::iter::from_fn(|| successors.next())
                        .map(|(next, chain)| (next, chain.pits().collect::<Vec<_>>()))
                        .collect();
                    assert_eq!(lazy, listed(&kalah, pos, dubner), "{pos:?}");
                    chains += lazy.iter().filter(|(_, chain)| chain.len() > 1).count();
                }
            }
        }
        assert!(chains > 1000, "{chains}");
    }

    /// The value of a position without any window, and its first best chain.
    fn minimax(player: F2, kalah: &Kalah, pos: Position, plies: u32) -> (Value, Vec<usize>) {
        let children = if plies == 0 { Vec::new() } else { listed(kalah, pos, player.dubner) };
        let mut best = (player.evaluation.of(kalah, &pos, !player.dubner), Vec::new());
        for (i, (child, chain)) in children.into_iter().enumerate() {
            let value = minimax(player, kalah, child, plies - 1).0;
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
                    let player = F2 { evaluation, dubner: i % 2 == 1, ..PLAIN };
                    let mut search = player.begin(&kalah, &control);
                    search.last_level = [0, 1, 2][i % 3];
                    let found = search.root(&pos);
                    let (value, chain) = minimax(player, &kalah, pos, search.last_level + 1);
                    let first: Vec<usize> =
                        found.line.first().map_or(Vec::new(), |mv| mv.pits().collect());
                    assert_eq!((found.value, first), (value, chain), "{player:?} {pos:?}");
                    searched += 1;
                }
            }
        }
        assert!(searched > 300, "{searched}");
    }

    #[test]
    fn a_budget_is_kept_and_a_large_one_sees_the_end() {
        let control = SearchControl::unlimited();
        let kalah = Kalah::default();
        for pos in positions(&kalah, 3) {
            for budget in [1, 10, 1000] {
                let player = F2 { evaluation: Evaluation::Tseitin, budget, ..PLAIN };
                let mut search = player.begin(&kalah, &control);
                let best = search.root(&pos);
                assert!(search.nodes <= budget, "{} of {budget}", search.nodes);
                // Cuts may save much, but not all of it.
                let is_rich = budget == 1000 && pos.board.in_play() > 40;
                assert!(!is_rich || search.nodes > 300, "{} {pos:?} {:?}", search.nodes, best.line);
            }
        }
        let small = Kalah::new(RuleSet::STANDARD, 2, 2);
        for pos in positions(&small, 20) {
            let player = F2 { budget: 1 << 40, ..PLAIN };
            let found = player.begin(&small, &control).root(&pos).value;
            assert_eq!(found, minimax(player, &small, pos, 40).0, "{pos:?}");
        }
    }

    #[test]
    fn without_rule_1_4_the_first_moves_of_the_sample_game_are_found() {
        let kalah = Kalah::default();
        let control = SearchControl::unlimited();
        let mut line = PlayedGame::new(&kalah, kalah.start());
        let player = F2 { dubner: true, ..PLAIN };
        for text in ["1,4", "5", "6", "1", "3", "5,3"] {
            let mut search = player.begin(&kalah, &control);
            search.last_level = player.max_level;
            let best = search.root(line.position());
            assert_eq!(best.line[0].to_string(), text, "after {:?}", line.moves_played());
            let mv = kalah.parse_move(&line, text).unwrap();
            line.play(&kalah, mv);
        }
    }
}
