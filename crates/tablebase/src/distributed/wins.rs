//! Wins and losses alone, at a byte a place: a counter of moves, or what has been found.
//!
//! The two bits of [`crate::wdl_backwards`] do without counters by looking at the moves of a place
//! again, which would be a question to another rank for each of them.

use super::kind::{Kind, Look};
use crate::indexer::{NodeKind, TableId, TerminalValue};
use crate::nodes::Outline;
use crate::plan::Child;
use crate::value::{NOTHING, Value};
use crate::wdl::{Successor, Target};

/// Below this a state is a counter.
const DRAWN: u8 = 250;
/// Found at the first look, and nobody was told yet.
const NEW_WIN: u8 = 251;
const NEW_LOSS: u8 = 252;
const WIN: u8 = 253;
const LOSS: u8 = 254;
const NOWHERE: u8 = 255;

/// The states of a rank's own places.
pub(super) struct Wins {
    of: Outline,
    states: Vec<u8>,
    children: Vec<Child<u16>>,
}

impl Wins {
    pub(super) fn new(of: Outline, places: usize) -> Self {
        Self { of, states: vec![DRAWN; places], children: Vec::new() }
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
        self.states[own] = match node {
            NodeKind::Invalid => NOWHERE,
            NodeKind::Terminal(TerminalValue::Win) => NEW_WIN,
            NodeKind::Terminal(TerminalValue::Loss) => NEW_LOSS,
            NodeKind::Terminal(TerminalValue::Draw) => DRAWN,
            NodeKind::Open => first_state(&self.children),
        };
    }
}

fn first_state(children: &[Child<u16>]) -> u8 {
    let (mut inside, mut holds) = (0_usize, false);
    for child in children {
        match *child {
            Child::Internal { .. } => inside += 1,
            Child::Known(code) => match Value::from_code(code) {
                Some(Value::Win(_)) => return NEW_WIN,
                Some(Value::Loss(_)) => (),
                Some(Value::Draw) | None => holds = true,
            },
        }
    }
    match u8::try_from(inside) {
        _ if holds => DRAWN,
        Ok(0) => NEW_LOSS,
        Ok(inside) if inside < DRAWN => inside,
        Ok(_) | Err(_) => panic!("no position has {inside} moves inside its table"),
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
        let state = &mut self.states[own];
        match *state {
            NEW_WIN => {
                *state = WIN;
                Some(true)
            }
            NEW_LOSS => {
                *state = LOSS;
                Some(false)
            }
            _ => None,
        }
    }

    #[inline]
    fn hear(&mut self, own: usize, wins: bool, _: i32) -> Option<bool> {
        let state = &mut self.states[own];
        if *state > DRAWN || *state == DRAWN && !wins {
            return None;
        }
        if wins {
            *state = WIN;
            return Some(true);
        }
        *state -= 1;
        if *state == 0 {
            *state = LOSS;
            return Some(false);
        }
        None
    }

    fn code(&self, own: usize) -> u16 {
        match self.states[own] {
            NOWHERE => NOTHING,
            NEW_WIN | WIN => Value::Win(0).code(),
            NEW_LOSS | LOSS => Value::Loss(0).code(),
            _ => Value::Draw.code(),
        }
    }

    fn save(&self, own: usize, out: &mut Vec<u8>) {
        out.push(self.states[own]);
    }

    fn load(&mut self, own: usize, bytes: &[u8]) {
        self.states[own] = bytes[0];
    }
}
