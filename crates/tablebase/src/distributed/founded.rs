//! Whether margins and bounds rest on something, and not on each other in a circle.
//!
//! See [`crate::well_founded`]. A claim, a margin other than 0 or a bound that says anything, is
//! founded by a move out of the table or by claims that are founded; these tell the places before
//! them, in the order in which a builder would have settled them, so that the rounds of
//! [`super::solver`] do for this as well. What has not been founded at the end is wrong. A founded
//! claim is told along moves backwards, which must be right for that; a program that asks every
//! claim again, and needs no moves backwards, is the verifier of one process.

use std::sync::Arc;

use super::kind::{Kind, Look, next_goal};
use super::spans::exits;
use crate::indexer::{NodeKind, TableId};
use crate::margin::MarginSuccessor;
use crate::nodes::Outline;
use crate::plan::Child;
use crate::span::{Span, margin_of};
use crate::value::Cells;

/// A claim that nobody has to prove, or that is proved and told.
const DONE: u8 = 255;
/// Proved, but not told.
const FOUNDED: u8 = 254;
/// Waits for one move that gets it; below, a counter of moves that must all be founded.
const WAITS: u8 = 253;

/// What is known of the claim of each place of a rank, and of a table of margins.
pub(super) struct FoundedMargins {
    of: Outline,
    cells: Arc<Cells>,
    states: Vec<u8>,
    largest: i16,
    children: Vec<Child<i16>>,
}

impl FoundedMargins {
    pub(super) fn new(of: Outline, cells: Arc<Cells>) -> Self {
        let states = vec![DONE; cells.len() as usize];
        Self { of, cells, states, largest: 0, children: Vec::new() }
    }

    fn margin(&self, own: usize) -> i16 {
        margin_of(self.cells.code(own as u64) as u8).unwrap_or(0)
    }

    /// The first place whose claim rests on nothing.
    pub(super) fn unfounded(&self) -> Option<usize> {
        self.states.iter().position(|state| *state < FOUNDED)
    }
}

impl Look<MarginSuccessor, i16> for FoundedMargins {
    fn asks(&self, mv: &MarginSuccessor) -> Option<(TableId, u64)> {
        mv.outside(self.of.table)
    }

    fn see(
        &mut self,
        own: usize,
        node: NodeKind<i16>,
        moves: &[MarginSuccessor],
        codes: &mut dyn Iterator<Item = u16>,
    ) {
        self.of.margin_children(moves, codes, &mut self.children);
        let margin = self.margin(own);
        self.largest = self.largest.max(margin.abs());
        let inside = self.children.iter().filter(|child| matches!(child, Child::Internal { .. }));
        self.states[own] = match node {
            _ if margin == 0 => DONE,
            NodeKind::Invalid => DONE,
            NodeKind::Terminal(_) => FOUNDED,
            NodeKind::Open if margin > 0 => {
                if self.children.contains(&Child::Known(margin)) {
                    FOUNDED
                } else {
                    WAITS
                }
            }
            NodeKind::Open => match inside.count() {
                0 => FOUNDED,
                count => u8::try_from(count).unwrap_or(WAITS).min(WAITS),
            },
        };
    }
}

impl Kind<MarginSuccessor, i16> for FoundedMargins {
    const BYTES: usize = 1;

    fn next_round(&self, round: Option<i32>, reach: u64) -> Option<i32> {
        next_goal(round, reach as i16, 1)
    }

    fn reach(&self) -> u64 {
        self.largest.unsigned_abs().into()
    }

    fn resume_at(&mut self, reach: u64) {
        self.largest = self.largest.max(reach as i16);
    }

    fn due(&mut self, own: usize, round: i32) -> Option<bool> {
        if self.states[own] != FOUNDED {
            return None;
        }
        let margin = i32::from(self.margin(own));
        (margin.abs() == round).then(|| {
            self.states[own] = DONE;
            margin > 0
        })
    }

    fn hear(&mut self, own: usize, wins: bool, round: i32) -> Option<bool> {
        let margin = i32::from(self.margin(own));
        let state = &mut self.states[own];
        let is_founded = match *state {
            DONE | FOUNDED => false,
            _ if margin > 0 => wins && margin == round,
            _ => {
                *state -= 1;
                *state == 0
            }
        };
        if is_founded {
            *state = FOUNDED;
        }
        if is_founded { self.due(own, round) } else { None }
    }

    fn code(&self, own: usize) -> u16 {
        self.states[own].into()
    }

    fn save(&self, own: usize, out: &mut Vec<u8>) {
        out.push(self.states[own]);
    }

    fn load(&mut self, own: usize, bytes: &[u8]) {
        self.states[own] = bytes[0];
    }
}

/// The same of a table of bounds: two claims a place, that of its low and that of its high.
pub(super) struct FoundedSpans {
    of: Outline,
    most: i16,
    cells: Arc<Cells>,
    states: Vec<[u8; 2]>,
}

impl FoundedSpans {
    pub(super) fn new(of: Outline, most: i16, cells: Arc<Cells>) -> Self {
        let states = vec![[DONE; 2]; cells.len() as usize];
        Self { of, most, cells, states }
    }

    fn span(&self, own: usize) -> Span {
        let nothing = Span { low: -self.most, high: self.most };
        Span::from_code(self.cells.code(own as u64)).unwrap_or(nothing)
    }

    /// The first place with a claim that rests on nothing.
    pub(super) fn unfounded(&self) -> Option<usize> {
        self.states.iter().position(|both| both.iter().any(|state| *state < FOUNDED))
    }
}

impl Look<MarginSuccessor, i16> for FoundedSpans {
    fn asks(&self, mv: &MarginSuccessor) -> Option<(TableId, u64)> {
        mv.outside(self.of.table)
    }

    fn see(
        &mut self,
        own: usize,
        node: NodeKind<i16>,
        moves: &[MarginSuccessor],
        codes: &mut dyn Iterator<Item = u16>,
    ) {
        let (best, inside) = exits(self.of.table, moves, codes);
        let span = self.span(own);
        let low = match node {
            _ if span.low == -self.most => DONE,
            NodeKind::Terminal(_) => FOUNDED,
            _ if best.is_some_and(|best| best.low == span.low) => FOUNDED,
            _ => WAITS,
        };
        let high = match node {
            _ if span.high == self.most => DONE,
            NodeKind::Terminal(_) => FOUNDED,
            _ if inside == 0 => FOUNDED,
            _ => u8::try_from(inside).unwrap_or(WAITS).min(WAITS),
        };
        self.states[own] = if node == NodeKind::Invalid { [DONE; 2] } else { [low, high] };
    }
}

impl Kind<MarginSuccessor, i16> for FoundedSpans {
    const BYTES: usize = 2;

    const TURNS: usize = 2;

    fn next_round(&self, round: Option<i32>, _: u64) -> Option<i32> {
        next_goal(round, self.most, 1 - self.most)
    }

    fn reach(&self) -> u64 {
        0
    }

    fn resume_at(&mut self, _: u64) {}

    fn due(&mut self, own: usize, round: i32) -> Option<bool> {
        let span = self.span(own);
        let [low, high] = &mut self.states[own];
        if *low == FOUNDED && i32::from(span.low) == round {
            *low = DONE;
            return Some(true);
        }
        if *high == FOUNDED && -i32::from(span.high) == round {
            *high = DONE;
            return Some(false);
        }
        None
    }

    fn hear(&mut self, own: usize, wins: bool, round: i32) -> Option<bool> {
        let span = self.span(own);
        let [low, high] = &mut self.states[own];
        if wins {
            if *low == WAITS && i32::from(span.low) == round {
                *low = FOUNDED;
            }
        } else if *high < FOUNDED {
            *high -= 1;
            if *high == 0 {
                *high = FOUNDED;
            }
        }
        self.due(own, round)
    }

    fn code(&self, own: usize) -> u16 {
        u16::from_le_bytes(self.states[own])
    }

    fn save(&self, own: usize, out: &mut Vec<u8>) {
        out.extend(self.states[own]);
    }

    fn load(&mut self, own: usize, bytes: &[u8]) {
        self.states[own] = [bytes[0], bytes[1]];
    }
}
