//! Proofs that know on which positions they step.
//!
//! Where a rule of repetition forbids or ends, what a position is worth depends on the way that led
//! there (the graph history interaction problem, [kishimoto-muller-2004]). A proof made after one way
//! holds after another if all its moves can still be played, and nothing that it counted on has become
//! possible. So it remembers two sets of positions:
//!
//! - what it *avoids*: positions to which it steps where a repetition would hurt the side that wins.
//!   None of them may have occurred;
//! - what it *needs*: positions that had occurred, so that a move to them was refused to the loser, or
//!   ended the game well for the winner. All of them must have occurred.
//!
//! A position on the way from the proof's root to such a step belongs to the proof itself, and to
//! neither set. Both may be too large, never too small: then the proof is used less often.

use super::grade::{Goal, Grade};
use plyglot_core::Side;

/// That one side reaches what it wants from a position, and what must have been before for that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    /// Who reaches it.
    pub(super) winner: Side,
    /// What the winner gets at least.
    pub(super) grade: Grade,
    /// It rests on an end that a player has to claim, or that only a search takes for one.
    pub(super) supposes: bool,
    /// Keys in order.
    avoids: Box<[u64]>,
    /// Keys in order.
    needs: Box<[u64]>,
}

impl Proof {
    /// The game ends here, however it came about; or only a search and who claims it say so.
    pub(super) fn end(goal: Goal, grade: Grade, supposes: bool) -> Self {
        Self { supposes, ..Self::end_by(goal, grade, Vec::new()) }
    }

    /// The game ends so if all these positions have occurred.
    pub(super) fn end_by(goal: Goal, grade: Grade, needs: Vec<u64>) -> Self {
        let union = Union { grade, needs, ..Union::new(goal.winner(grade)) };
        union.proof()
    }

    /// Whether it answers a question.
    pub(super) fn answers(&self, goal: Goal) -> bool {
        goal.winner(self.grade) == self.winner
    }

    /// Whether it holds where these positions have occurred since the last irreversible move, and a move
    /// to a position `bites` or not.
    pub(super) fn holds(
        &self,
        mut occurred: impl Iterator<Item = u64>,
        bites: impl Fn(u64) -> bool,
    ) -> bool {
        let is_avoided = |key: u64| self.avoids.binary_search(&key).is_ok();
        !occurred.any(is_avoided) && self.needs.iter().all(|&key| bites(key))
    }

    /// Bytes that it takes, about, with what the parts of it cost whoever hands out memory.
    pub(super) fn bytes(&self) -> usize {
        const PARTS: usize = 4;
        size_of::<Self>() + 24 * PARTS + 8 * (self.avoids.len() + self.needs.len())
    }
}

/// What becomes of a proof on the way up: the moves of one position put together.
#[derive(Debug)]
pub(super) struct Union {
    winner: Side,
    grade: Grade,
    supposes: bool,
    avoids: Vec<u64>,
    needs: Vec<u64>,
}

/// The move that leads from a position to what has been proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The position that it leads to, as the rule of repetition compares it.
    pub(super) key: u64,
    /// Nothing of what was before can come back.
    pub(super) is_irreversible: bool,
    /// It has come back, which ends the game.
    pub(super) is_repeated: bool,
    /// A repetition there would hurt the winner.
    pub(super) is_avoided: bool,
    /// What the winner gets where a repetition there ends the game well for him.
    pub(super) repeated: Option<Grade>,
}

impl Union {
    /// Nothing yet.
    pub(super) fn new(winner: Side) -> Self {
        let best = if winner == Side::First { Grade::WIN } else { Grade::LOSS };
        Self { winner, grade: best, supposes: false, avoids: Vec::new(), needs: Vec::new() }
    }

    /// The winner gets no more than this.
    pub(super) fn at_most(&mut self, grade: Grade) {
        self.grade = match self.winner {
            Side::First => self.grade.min(grade),
            Side::Second => self.grade.max(grade),
        };
    }

    /// A move to a position with this proof.
    pub(super) fn add(&mut self, step: Step, proof: &Proof) {
        self.at_most(proof.grade);
        self.supposes |= proof.supposes;
        if let Some(grade) = step.repeated {
            self.at_most(grade);
        }
        if step.is_repeated {
            self.needs.push(step.key);
        }
        if step.is_irreversible || step.is_repeated {
            return;
        }
        self.avoids.extend(&proof.avoids);
        self.needs.extend(proof.needs.iter().filter(|&&key| key != step.key));
        if step.is_avoided {
            self.avoids.push(step.key);
        }
    }

    /// A move to this position must be allowed.
    pub(super) fn avoid(&mut self, key: u64) {
        self.avoids.push(key);
    }

    /// A move to this position must be refused.
    pub(super) fn need(&mut self, key: u64) {
        self.needs.push(key);
    }

    /// The proof.
    pub(super) fn proof(mut self) -> Proof {
        for keys in [&mut self.avoids, &mut self.needs] {
            keys.sort_unstable();
            keys.dedup();
        }
        let Self { winner, grade, supposes, avoids, needs } = self;
        Proof { winner, grade, supposes, avoids: avoids.into(), needs: needs.into() }
    }
}
