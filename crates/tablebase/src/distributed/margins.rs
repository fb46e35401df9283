//! Margins, from the largest down: [`crate::margin_retrograde`], place by place.

use super::kind::{Kind, Look, next_goal};
use crate::indexer::{NodeKind, TableId};
use crate::margin::MarginSuccessor;
use crate::margin_retrograde::{OPEN, first_code, is_due, is_settled_by, settled, size_of};
use crate::nodes::Outline;
use crate::plan::Child;
use crate::span::code_of;

/// What is known of a place in two bytes, for whoever is told waits for memory: [`OPEN`], the counter of
/// moves, and the code.
#[derive(Clone, Copy)]
struct Place(u16);

impl Place {
    const COUNTER_MAX: u8 = 127;

    fn new(code: u16, counter: u8) -> Self {
        assert!(counter <= Self::COUNTER_MAX, "no board has 128 moves inside its table");
        Self(code | u16::from(counter) << 8)
    }

    #[inline]
    const fn code(self) -> u16 {
        self.0 & (OPEN | 0xff)
    }

    #[inline]
    const fn counter(self) -> u8 {
        self.0.to_le_bytes()[1] & Self::COUNTER_MAX
    }
}

/// Codes and counters of a rank's own places.
pub(super) struct Margins {
    of: Outline,
    places: Vec<Place>,
    largest: i16,
    children: Vec<Child<i16>>,
}

impl Margins {
    pub(super) fn new(of: Outline, places: usize) -> Self {
        let places = vec![Place::new(OPEN, 0); places];
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
        self.places[own] = Place::new(code, counter);
    }
}

impl Kind<MarginSuccessor, i16> for Margins {
    const BYTES: usize = 2;

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
        self.places[own] = Place::new(code, place.counter());
        Some(code == u16::from(code_of(goal)))
    }

    #[inline]
    fn hear(&mut self, own: usize, wins: bool, round: i32) -> Option<bool> {
        let place = &mut self.places[own];
        let (mut code, mut counter) = (place.code(), place.counter());
        let is_settled = is_settled_by(wins, &mut code, &mut counter, round as i16);
        *place = Place::new(code, counter);
        is_settled.then_some(wins)
    }

    fn code(&self, own: usize) -> u16 {
        settled(self.places[own].code()).into()
    }

    fn save(&self, own: usize, out: &mut Vec<u8>) {
        out.extend(self.places[own].0.to_le_bytes());
    }

    fn load(&mut self, own: usize, bytes: &[u8]) {
        self.places[own] = Place(u16::from_le_bytes([bytes[0], bytes[1]]));
    }
}
