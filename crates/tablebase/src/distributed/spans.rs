//! Bounds of margins, where play that never ends has no value: [`crate::bounds`], place by place.
//!
//! To be *won* in a round is to have its goal, to be *lost* to be held to the opposite of it; a place
//! may come to both, in different rounds.

use super::kind::{Kind, Look, next_goal};
use crate::bounds::{NOWHERE, UNSET, best_exit};
use crate::indexer::{NodeKind, TableId};
use crate::margin::MarginSuccessor;
use crate::nodes::Outline;
use crate::span::{Span, code_of, margin_of};
use crate::value::NOTHING;

/// What is known of a place; margins as codes.
#[derive(Clone, Copy)]
struct Place {
    /// The bounds, lower and upper.
    known: [u8; 2],
    /// The best move out of the table at its lowest, and at its highest.
    exits: [u8; 2],
    /// Moves inside the table whose mover is not known to have the goal.
    counter: u8,
}

/// What is known of a rank's own places.
pub(super) struct Spans {
    of: Outline,
    most: i16,
    places: Vec<Place>,
}

impl Spans {
    pub(super) fn new(of: Outline, most: i16, places: usize) -> Self {
        let nothing = Place { known: [UNSET; 2], exits: [UNSET; 2], counter: NOWHERE };
        Self { of, most, places: vec![nothing; places] }
    }
}

/// What the moves of a place are worth out of the table, by the codes of the places they lead to, and
/// how many stay inside.
pub(super) fn exits(
    table: TableId,
    moves: &[MarginSuccessor],
    codes: &mut dyn Iterator<Item = u16>,
) -> (Option<Span>, usize) {
    let mut inside = 0;
    let span_at = |to, at| {
        let span = codes.next().and_then(Span::from_code);
        span.unwrap_or_else(|| panic!("{to:?} says nothing at {at}"))
    };
    (best_exit(table, moves, span_at, |_| inside += 1), inside)
}

impl Look<MarginSuccessor, i16> for Spans {
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
        let pair = |span: Span| [code_of(span.low), code_of(span.high)];
        let known = match node {
            NodeKind::Terminal(margin) => pair(Span::exactly(margin)),
            NodeKind::Open | NodeKind::Invalid => [UNSET; 2],
        };
        let counter = if node == NodeKind::Invalid { NOWHERE } else { inside as u8 };
        self.places[own] = Place { known, exits: best.map_or([UNSET; 2], pair), counter };
    }
}

impl Place {
    fn may_be_held(self, goal: i16) -> bool {
        self.counter == 0 && margin_of(self.exits[1]).is_none_or(|high| high <= -goal)
    }

    fn is_held(&mut self, goal: i16) -> bool {
        let is_new = self.known[1] == UNSET && self.may_be_held(goal);
        if is_new {
            self.known[1] = code_of(-goal);
        }
        is_new
    }

    fn has(&mut self, goal: i16) -> bool {
        let is_new = self.known[0] == UNSET;
        if is_new {
            self.known[0] = code_of(goal);
        }
        is_new
    }
}

impl Kind<MarginSuccessor, i16> for Spans {
    const BYTES: usize = 5;

    const TURNS: usize = 2;

    fn next_round(&self, round: Option<i32>, _: u64) -> Option<i32> {
        next_goal(round, self.most, 1 - self.most)
    }

    fn reach(&self) -> u64 {
        0
    }

    fn resume_at(&mut self, _: u64) {}

    #[inline]
    fn due(&mut self, own: usize, round: i32) -> Option<bool> {
        let (goal, place) = (round as i16, &mut self.places[own]);
        let exit = margin_of(place.exits[0]);
        if exit.is_some_and(|low| low >= goal) && place.has(goal) {
            return Some(true);
        }
        place.is_held(goal).then_some(false)
    }

    #[inline]
    fn hear(&mut self, own: usize, wins: bool, round: i32) -> Option<bool> {
        let (goal, place) = (round as i16, &mut self.places[own]);
        if wins {
            return place.has(goal).then_some(true);
        }
        place.counter -= 1;
        place.is_held(goal).then_some(false)
    }

    fn code(&self, own: usize) -> u16 {
        let place = &self.places[own];
        if place.counter == NOWHERE {
            return NOTHING;
        }
        let low = margin_of(place.known[0]).unwrap_or(-self.most);
        let high = margin_of(place.known[1]).unwrap_or(self.most);
        Span { low, high }.code()
    }

    fn save(&self, own: usize, out: &mut Vec<u8>) {
        let Place { known, exits, counter } = self.places[own];
        out.extend([known[0], known[1], exits[0], exits[1], counter]);
    }

    fn load(&mut self, own: usize, bytes: &[u8]) {
        let known = [bytes[0], bytes[1]];
        self.places[own] = Place { known, exits: [bytes[2], bytes[3]], counter: bytes[4] };
    }
}
