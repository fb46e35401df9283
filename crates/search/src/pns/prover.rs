//! Depth-first proof-number search: the question is asked where an answer seems nearest.
//!
//! At every node the two numbers say how many leaves have to be proven at least, for either side; the
//! search goes down where the side to move needs fewest, and stays there as long as that is so (df-pn,
//! [nagai-2002]), or a quarter longer ([pawlewicz-lew-2007]). What the other side needs is summed over
//! the moves as the most of them and one for each other ([ueda-2008]), since moves that lead to the
//! same positions would be counted many times.

use std::sync::Arc;

use super::grade::{Goal, Grade};
use super::proof::{Proof, Step, Union};
use super::table::{Known, NEVER, Numbers, Table};
use crate::worker::Stopped;
use plyglot_core::game::played_game::advance;
use plyglot_core::game::repetition::{Binds, KeyEntry, Repetition, Then, Within};
use plyglot_core::game::{KeyHistory, Outcome, Rules};
use plyglot_core::score::PLY_MAX;
use plyglot_core::{Side, zobrist};

/// A search for proofs.
pub(super) struct Prover<'a, R: Rules> {
    pub(super) rules: &'a R,
    /// As it is in a search.
    pub(super) repetition: Repetition,
    pub(super) key_history: KeyHistory,
    pub(super) table: &'a mut Table,
    /// Asked at every node, which it counts: whether to give up.
    pub(super) count: &'a mut dyn FnMut(u32) -> bool,
    /// Nodes so far.
    pub(super) nodes: u64,
    /// And how many there may be.
    pub(super) nodes_max: u64,
}

/// A move, and what is known of it.
struct Child<R: Rules> {
    mv: R::Move,
    pos: R::Position,
    entry: KeyEntry,
    /// A repetition ends the game with it.
    is_repeated: bool,
    found: Found,
}

/// What is known of a position.
#[derive(Debug)]
enum Found {
    /// The answer, and by which of the moves that were asked about.
    Settled(Arc<Proof>, Option<usize>),
    /// Nothing but how hard it seems.
    Open(Numbers),
}

impl Found {
    fn numbers(&self) -> Numbers {
        match self {
            Self::Settled(proof, _) if proof.winner == Side::First => [0, NEVER],
            Self::Settled(..) => [NEVER, 0],
            Self::Open(numbers) => *numbers,
        }
    }

    fn proof(&self) -> Option<&Arc<Proof>> {
        match self {
            Self::Settled(proof, _) => Some(proof),
            Self::Open(_) => None,
        }
    }
}

/// The moves of a position, seen as one.
struct Summary {
    numbers: Numbers,
    /// The move that seems best.
    best: usize,
    /// What the side to move needs after the move that seems next best.
    second: u32,
}

impl<R: Rules> Prover<'_, R> {
    /// Answers a question about a position, the newest of the history.
    ///
    /// # Errors
    /// If it has to stop before.
    pub(super) fn settle(
        &mut self,
        pos: &R::Position,
        goal: Goal,
    ) -> Result<(Arc<Proof>, Option<R::Move>), Stopped> {
        let (children, refused) = self.children(pos, goal);
        let moves: Vec<R::Move> = children.iter().map(|child| child.mv).collect();
        match self.look(pos, (children, refused), goal, [NEVER; 2], 0)? {
            Found::Settled(proof, by) => Ok((proof, by.map(|at| moves[at]))),
            Found::Open(_) => Err(Stopped),
        }
    }

    /// Answers a question about a legal move of a position, the newest of the history.
    ///
    /// # Errors
    /// If it has to stop before.
    pub(super) fn settle_move(
        &mut self,
        pos: &R::Position,
        mv: R::Move,
        goal: Goal,
    ) -> Result<Arc<Proof>, Stopped> {
        let (children, _) = self.children(pos, goal);
        let child = children.into_iter().find(|child| child.mv == mv).ok_or(Stopped)?;
        if let Some(proof) = child.found.proof() {
            return Ok(Arc::clone(proof));
        }
        self.key_history.push(child.entry);
        let settled = self.settle(&child.pos, goal);
        self.key_history.pop();
        settled.map(|(proof, _)| proof)
    }

    /// A line that begins with this move and keeps the value of a position, the newest of the history:
    /// at most so long, and as far as proofs are known or found in so many nodes.
    pub(super) fn line(
        &mut self,
        pos: &R::Position,
        first: R::Move,
        grade: Grade,
        (len_max, nodes): (usize, u64),
    ) -> Vec<R::Move> {
        self.nodes_max = self.nodes.saturating_add(nodes);
        let (mut line, mut pos, begun) = (Vec::new(), pos.clone(), self.key_history.len());
        let mut next = Some(first);
        while let Some(mv) = next.filter(|_| line.len() < len_max) {
            line.push(mv);
            let entry = advance(self.rules, &mut pos, mv);
            let is_over = self.rules.outcome(&pos).is_some()
                || self.repetition.would_bite(&self.key_history, &entry);
            self.key_history.push(entry);
            next = if is_over { None } else { self.keeps(&pos, grade) };
        }
        self.key_history.truncate(begun);
        self.nodes_max = u64::MAX;
        line
    }

    /// A move that keeps this value for the side to move.
    fn keeps(&mut self, pos: &R::Position, grade: Grade) -> Option<R::Move> {
        let mover = self.rules.side_to_move(pos);
        let goal = match mover {
            Side::First => Goal(grade),
            Side::Second => Goal(grade.next()),
        };
        let (children, _) = self.children(pos, goal);
        let is_kept = |child: &&Child<R>| child.found.numbers()[mover.index()] == 0;
        match children.iter().find(is_kept) {
            Some(child) => Some(child.mv),
            None => self.settle(pos, goal).ok()?.1,
        }
    }

    /// Looks at a node until one of its numbers reaches its limit.
    fn look(
        &mut self,
        pos: &R::Position,
        (mut children, refused): (Vec<Child<R>>, Vec<u64>),
        goal: Goal,
        limits: Numbers,
        ply: u32,
    ) -> Result<Found, Stopped> {
        self.nodes += 1;
        if ply == PLY_MAX || self.nodes > self.nodes_max || (self.count)(ply) {
            return Err(Stopped);
        }
        let (nodes, mover) = (self.nodes, self.rules.side_to_move(pos));
        let key = self.table_key(self.rules.key(pos));
        if children.is_empty() {
            let stuck = Grade::of(&self.rules.stuck(pos));
            return Ok(Found::Settled(Arc::new(Proof::end_by(goal, stuck, refused)), None));
        }
        loop {
            let summary = summary(&children, mover);
            let numbers = summary.numbers;
            if let Some(winner) = Side::BOTH.into_iter().find(|side| numbers[side.index()] == 0) {
                let by = (winner == mover).then_some(summary.best);
                let proof = self.put_together(pos, &children, &refused, (goal, winner), by);
                self.table.keep_proof(key, goal, &proof, self.nodes - nodes);
                return Ok(Found::Settled(proof, by));
            }
            if (0..2).any(|side| numbers[side] >= limits[side]) {
                self.table.keep_numbers(key, goal, numbers, self.nodes - nodes);
                return Ok(Found::Open(numbers));
            }
            let child = &children[summary.best];
            let limits = limits_below(limits, &summary, child.found.numbers(), mover);
            self.key_history.push(child.entry);
            let below = self.children(&child.pos, goal);
            let found = self.look(&child.pos, below, goal, limits, ply + 1);
            self.key_history.pop();
            children[summary.best].found = found?;
        }
    }

    /// The moves of the newest position of the history, and the positions to which moves are refused.
    fn children(&mut self, pos: &R::Position, goal: Goal) -> (Vec<Child<R>>, Vec<u64>) {
        let (mut moves, mut refused) = (Vec::new(), Vec::new());
        self.rules.legal_moves(pos, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut after = pos.clone();
            let entry = advance(self.rules, &mut after, mv);
            let is_repeated =
                self.heeds(&after) && self.repetition.would_bite(&self.key_history, &entry);
            if is_repeated && self.repetition.then == Then::Forbidden {
                refused.push(entry.compared);
                continue;
            }
            self.key_history.push(entry);
            let found = if is_repeated {
                let grade = self.grade_of_repetition(&after, entry.mover);
                let supposes =
                    self.repetition.root.is_some() || self.repetition.then == Then::Claim;
                Found::Settled(Arc::new(Proof::end(goal, grade, supposes)), None)
            } else {
                self.first_sight(&after, goal)
            };
            self.key_history.pop();
            children.push(Child { mv, pos: after, entry, is_repeated, found });
        }
        (children, refused)
    }

    /// What is known of the newest position of the history.
    fn first_sight(&self, pos: &R::Position, goal: Goal) -> Found {
        let key = self.table_key(self.rules.key(pos));
        match self.table.known(key, goal, |proof| self.holds(proof)) {
            Some(Known::Proof(proof)) => return Found::Settled(proof, None),
            Some(Known::Numbers(numbers)) => return Found::Open(numbers),
            None => {}
        }
        match self.at_once(pos, goal) {
            Some(proof) => Found::Settled(Arc::new(proof), None),
            None => Found::Open([1, 1]),
        }
    }

    /// The answer where the board alone gives it.
    fn at_once(&self, pos: &R::Position, goal: Goal) -> Option<Proof> {
        if let Some(outcome) = self.rules.outcome(pos) {
            return Some(Proof::end(goal, Grade::of(&outcome), outcome.claim));
        }
        let [low, high] = self.rules.margin_bounds(pos)?.map(Grade::margin);
        let grade = match (goal.winner(low), goal.winner(high)) {
            (Side::First, _) => low,
            (_, Side::Second) => high,
            (Side::Second, Side::First) => return None,
        };
        Some(Proof::end(goal, grade, false))
    }

    /// Whether a proof holds after this history.
    fn holds(&self, proof: &Proof) -> bool {
        let occurred = self.key_history.reachable().map(|step| step.compared);
        proof.holds(occurred, |compared| {
            let mover = match self.repetition.binds {
                Binds::Both => None,
                Binds::Only(side) => Some(side),
            };
            let (situation, irreversible, exempt) = (0, false, false);
            let entry = KeyEntry { situation, compared, mover, irreversible, exempt };
            self.repetition.would_bite(&self.key_history, &entry)
        })
    }

    /// The proof of a position from those of its moves: by one of them, or by all.
    fn put_together(
        &self,
        pos: &R::Position,
        children: &[Child<R>],
        refused: &[u64],
        (goal, winner): (Goal, Side),
        by: Option<usize>,
    ) -> Arc<Proof> {
        let mut union = Union::new(winner);
        let chosen = match by {
            Some(at) => &children[at..=at],
            None => children,
        };
        for child in chosen {
            let proof = child.found.proof().expect("what is put together has been settled");
            union.add(self.step(child, goal, winner), proof);
        }
        if by.is_none() {
            for &key in refused {
                union.need(key);
            }
            self.allow_one(pos, children, (goal, winner), &mut union);
        }
        Arc::new(union.proof())
    }

    /// Where a loser's moves may all be refused after another history, the game may end otherwise.
    fn allow_one(
        &self,
        pos: &R::Position,
        children: &[Child<R>],
        (goal, winner): (Goal, Side),
        union: &mut Union,
    ) {
        let may_all_be_refused = children.iter().all(|child| self.may_bite(child));
        if self.repetition.then != Then::Forbidden || !may_all_be_refused {
            return;
        }
        let stuck = Grade::of(&self.rules.stuck(pos));
        if goal.winner(stuck) == winner {
            union.at_most(stuck);
        } else {
            union.avoid(children[0].entry.compared);
        }
    }

    /// What a move has to do with the rule of repetition, for the winner.
    fn step(&self, child: &Child<R>, goal: Goal, winner: Side) -> Step {
        let Child { entry, is_repeated, pos, .. } = child;
        let step = Step {
            key: entry.compared,
            is_irreversible: entry.irreversible,
            is_repeated: *is_repeated,
            is_avoided: false,
            repeated: None,
        };
        if *is_repeated || !self.may_bite(child) {
            return step;
        }
        if self.repetition.then == Then::Forbidden {
            return Step { is_avoided: entry.mover == Some(winner), ..step };
        }
        let grade = self.grade_of_repetition(pos, entry.mover);
        let is_avoided = goal.winner(grade) != winner;
        Step { is_avoided, repeated: (!is_avoided).then_some(grade), ..step }
    }

    /// Whether a move can be one that repeats, after whatever history.
    fn may_bite(&self, Child { entry, pos, .. }: &Child<R>) -> bool {
        let is_bound = self.repetition.is_on() && self.repetition.binds_to(entry);
        is_bound && !entry.irreversible && self.heeds(pos)
    }

    /// Whether it matters that this position comes back: what a rule does not forbid may end the game on
    /// the board, and that goes before.
    fn heeds(&self, pos: &R::Position) -> bool {
        self.repetition.then == Then::Forbidden || self.rules.outcome(pos).is_none()
    }

    /// What it is worth to have brought back a position, where that ends the game.
    fn grade_of_repetition(&self, pos: &R::Position, mover: Option<Side>) -> Grade {
        match (self.repetition.then, mover) {
            (Then::RepeaterLoses, Some(mover)) => {
                Grade::of(&Outcome::win(mover.other(), "repetition"))
            }
            (Then::Settled, _) => Grade::of(&self.rules.settled(pos)),
            _ => Grade::of(&Outcome::draw("repetition")),
        }
    }

    /// The place of a position in the table. A rule that looks back a few plies only, or that waits for
    /// a third time to forbid, makes what is proven hold after the same history alone.
    fn table_key(&self, key: u64) -> u64 {
        let repetition = self.repetition;
        let plies = match repetition.within {
            _ if !repetition.is_on() => return key,
            Within::Plies(plies) => usize::from(plies),
            Within::Game if repetition.then == Then::Forbidden && repetition.count > 2 => {
                usize::MAX
            }
            Within::Game => return key,
        };
        let back = self.key_history.reachable().take(plies.saturating_add(1));
        back.fold(key, |key, step| zobrist::random(key, step.compared))
    }
}

/// The numbers of a position by those of its moves.
fn summary<R: Rules>(children: &[Child<R>], mover: Side) -> Summary {
    let (own, other) = (mover.index(), mover.other().index());
    let (mut best, mut first, mut second) = (0, NEVER + 1, NEVER);
    let (mut most, mut open) = (0, 0);
    for (at, child) in children.iter().enumerate() {
        let numbers = child.found.numbers();
        if numbers[own] < first {
            (best, second, first) = (at, first.min(NEVER), numbers[own]);
        } else {
            second = second.min(numbers[own]);
        }
        if numbers[other] > 0 {
            most = most.max(numbers[other]);
            open += 1;
        }
    }
    let mut numbers = [0; 2];
    numbers[own] = first.min(NEVER);
    let others = u32::try_from(open).unwrap_or(NEVER).saturating_sub(1);
    numbers[other] = if first == 0 { NEVER } else { (most + others).min(NEVER) };
    Summary { numbers, best, second }
}

/// How far a move is followed: as long as it seems best, and a little longer.
fn limits_below(limits: Numbers, summary: &Summary, child: Numbers, mover: Side) -> Numbers {
    let (own, other) = (mover.index(), mover.other().index());
    let mut below = [NEVER; 2];
    below[own] = limits[own].min((summary.second + summary.second / 4 + 1).min(NEVER));
    let rest = limits[other] - summary.numbers[other];
    below[other] = (child[other] + rest).min(NEVER);
    below
}
