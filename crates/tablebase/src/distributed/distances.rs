//! Wins and losses by distance: the retrograde analysis of [`crate::retrograde`], place by place.

use super::kind::{Counted, Kind, Look};
use crate::indexer::{NodeKind, Predecessor, TableId, TerminalValue};
use crate::nodes::Outline;
use crate::plan::Child;
use crate::retrograde::{NEVER, UNKNOWN, distance_of, first_code, refuted, won};
use crate::value::{DISTANCE_MAX, NOTHING, Value};
use crate::wdl::{Successor, Target};

/// Codes and counters of a rank's own places.
pub(super) struct Distances {
    of: Outline,
    /// Zeroing moves inside the table are asked about: what is known of it is kept as a finished
    /// table.
    zeroes: bool,
    places: Vec<Counted>,
    farthest: u16,
    children: Vec<Child<u16>>,
}

impl Distances {
    pub(super) fn new(of: Outline, zeroes: bool, places: usize) -> Self {
        let places = vec![Counted::new(UNKNOWN, NEVER); places];
        Self { of, zeroes, places, farthest: 0, children: Vec::new() }
    }
}

impl Look<Successor, TerminalValue> for Distances {
    fn asks(&self, mv: &Successor) -> Option<(TableId, u64)> {
        match mv.to {
            Target::OtherTable(table, at) => Some((table, at)),
            Target::SameTable(at) if self.zeroes && mv.zeroes => Some((self.of.table, at)),
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
        self.of.wdl_children(moves, self.zeroes, codes, &mut self.children);
        let (code, counter) = match node {
            NodeKind::Invalid => (NOTHING, NEVER),
            NodeKind::Terminal(value) => (value.value().code(), NEVER),
            NodeKind::Open => first_code(&self.children),
        };
        if code & UNKNOWN == 0 {
            self.farthest = self.farthest.max(distance_of(code));
        }
        self.places[own] = Counted::new(code, counter);
    }
}

/// The distance that is solved in a round.
const fn plies_of(round: i32) -> u16 {
    round.unsigned_abs() as u16
}

impl Kind<Successor, TerminalValue> for Distances {
    const BYTES: usize = Counted::BYTES;

    fn next_round(&self, round: Option<i32>, reach: u64) -> Option<i32> {
        let next = round.map_or(0, |round| round + 1);
        assert!(next < i32::from(DISTANCE_MAX), "no code holds so long a win");
        (u64::from(next.unsigned_abs()) <= reach).then_some(next)
    }

    fn reach(&self) -> u64 {
        self.farthest.into()
    }

    fn resume_at(&mut self, reach: u64) {
        self.farthest = self.farthest.max(reach as u16);
    }

    #[inline]
    fn due(&mut self, own: usize, round: i32) -> Option<bool> {
        let (distance, code) = (plies_of(round), self.places[own].code());
        if code == Value::Win(distance).code() {
            Some(true)
        } else if code == Value::Loss(distance).code() {
            Some(false)
        } else {
            None
        }
    }

    /// Whatever follows is a ply farther, and has its turn in a later round.
    #[inline]
    fn hear(&mut self, own: usize, wins: bool, round: i32) -> Option<bool> {
        let place = &mut self.places[own];
        let (mut code, mut counter) = (place.code(), place.counter());
        let plies = plies_of(round) + 1;
        let solved =
            if wins { won(&mut code, plies) } else { refuted(&mut code, &mut counter, plies) };
        *place = Counted::new(code, counter);
        self.farthest = self.farthest.max(solved);
        None
    }

    fn passes_over(&self, predecessor: Predecessor) -> bool {
        self.zeroes && predecessor.zeroes
    }

    fn code(&self, own: usize) -> u16 {
        let value = match self.places[own].code() {
            NOTHING => return NOTHING,
            code if code & UNKNOWN != 0 => Value::Draw,
            code => Value::from_code(code).unwrap_or(Value::Draw),
        };
        if self.of.metric.has_distance() { value.code() } else { value.without_distance().code() }
    }

    fn save(&self, own: usize, out: &mut Vec<u8>) {
        self.places[own].save(out);
    }

    fn load(&mut self, own: usize, bytes: &[u8]) {
        self.places[own] = Counted::load(bytes);
    }
}
