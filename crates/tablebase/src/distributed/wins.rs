//! Wins and losses alone, at a byte a place ([`Countdown`]), as [`crate::wdl_backwards`] has them.

use super::kind::{Kind, Look};
use crate::countdown::Countdown;
use crate::indexer::{NodeKind, TableId, TerminalValue};
use crate::nodes::Outline;
use crate::plan::Child;
use crate::wdl::{Successor, Target};

/// The states of a rank's own places.
pub(super) struct Wins {
    of: Outline,
    counted: Vec<Countdown>,
    children: Vec<Child<u16>>,
}

impl Wins {
    pub(super) fn new(of: Outline, places: usize) -> Self {
        Self { of, counted: vec![Countdown::UNSEEN; places], children: Vec::new() }
    }
}

impl Look<Successor, TerminalValue> for Wins {
    fn asks(&self, mv: &Successor) -> Option<(TableId, u64)> {
        match mv.to {
            Target::OtherTable(table, at) => Some((table, at)),
            Target::SameTable(_) | Target::Terminal(_) => None,
        }
    }

    fn see(
        &mut self,
        own: usize,
        node: NodeKind<TerminalValue>,
        moves: &[Successor],
        codes: &mut dyn Iterator<Item = u16>,
    ) {
        self.of.wdl_children(moves, false, codes, &mut self.children);
        self.counted[own] = Countdown::first(node, self.children.iter().copied());
    }
}

impl Kind<Successor, TerminalValue> for Wins {
    const BYTES: usize = 1;

    /// One is enough: nothing has to wait for its turn.
    fn next_round(&self, round: Option<i32>, _: u64) -> Option<i32> {
        round.is_none().then_some(0)
    }

    fn reach(&self) -> u64 {
        0
    }

    fn resume_at(&mut self, _: u64) {}

    #[inline]
    fn due(&mut self, own: usize, _: i32) -> Option<bool> {
        let counted = &mut self.counted[own];
        let is_won = counted.new_result()?;
        *counted = counted.told_of();
        Some(is_won)
    }

    #[inline]
    fn hear(&mut self, own: usize, wins: bool, _: i32) -> Option<bool> {
        let now = self.counted[own].told(wins)?;
        self.counted[own] = now.told_of();
        now.new_result()
    }

    fn code(&self, own: usize) -> u16 {
        self.counted[own].code()
    }

    fn save(&self, own: usize, out: &mut Vec<u8>) {
        out.push(self.counted[own].to_byte());
    }

    fn load(&mut self, own: usize, bytes: &[u8]) {
        self.counted[own] = Countdown::from_byte(bytes[0]);
    }
}
