//! Margins, from the largest down: [`crate::margin_retrograde`], place by place.

use super::kind::{Counted, Kind, Look, next_goal};
use crate::indexer::{NodeKind, TableId};
use crate::margin::MarginSuccessor;
use crate::margin_retrograde::{OPEN, first_code, is_due, is_settled_by, settled, size_of};
use crate::nodes::Outline;
use crate::plan::Child;
use crate::span::code_of;

/// Codes and counters of a rank's own places.
pub(super) struct Margins {
    of: Outline,
    places: Vec<Counted>,
    largest: i16,
    children: Vec<Child<i16>>,
}

impl Margins {
    pub(super) fn new(of: Outline, places: usize) -> Self {
        let places = vec![Counted::new(OPEN, 0); places];
        Self { of, places, largest: 0, children: Vec::new() }
    }
}

impl Look<MarginSuccessor, i16> for Margins {
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
        let (code, counter) = first_code(node, &self.children);
        self.largest = self.largest.max(size_of(code));
        self.places[own] = Counted::new(code, counter);
    }
}

impl Kind<MarginSuccessor, i16> for Margins {
    const BYTES: usize = Counted::BYTES;

    fn next_round(&self, round: Option<i32>, reach: u64) -> Option<i32> {
        next_goal(round, reach as i16, 1)
    }

    fn reach(&self) -> u64 {
        self.largest.unsigned_abs().into()
    }

    fn resume_at(&mut self, reach: u64) {
        self.largest = self.largest.max(reach as i16);
    }

    #[inline]
    fn due(&mut self, own: usize, round: i32) -> Option<bool> {
        let goal = round as i16;
        let place = self.places[own];
        if !is_due(place.code(), place.counter(), goal) {
            return None;
        }
        let code = place.code() & !OPEN;
        self.places[own] = Counted::new(code, place.counter());
        Some(code == u16::from(code_of(goal)))
    }

    #[inline]
    fn hear(&mut self, own: usize, wins: bool, round: i32) -> Option<bool> {
        let place = &mut self.places[own];
        let (mut code, mut counter) = (place.code(), place.counter());
        let is_settled = is_settled_by(wins, &mut code, &mut counter, round as i16);
        *place = Counted::new(code, counter);
        is_settled.then_some(wins)
    }

    fn code(&self, own: usize) -> u16 {
        settled(self.places[own].code()).into()
    }

    fn save(&self, own: usize, out: &mut Vec<u8>) {
        self.places[own].save(out);
    }

    fn load(&mut self, own: usize, bytes: &[u8]) {
        self.places[own] = Counted::load(bytes);
    }
}
