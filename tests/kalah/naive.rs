//! The game once more, stone by stone on plain rows, by the numbered rules of [dubner-1990]: a second
//! opinion, written from the rules and not from the program.

use std::collections::{BTreeSet, HashMap};
use std::mem;

use plyglot::game::{Notation, Rules};
use plyglot::games::kalah::{Board, Capture, End, Kalah, Position, Rest, RuleSet};

use crate::perft::rows_counted_by;

/// A board with its stores, as the side to move sees it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Naive {
    pub(crate) own: Vec<u16>,
    pub(crate) opposing: Vec<u16>,
    /// That of the side to move first.
    pub(crate) stores: [u16; 2],
    second_moves: bool,
}

impl Naive {
    /// A board without stores.
    pub(crate) fn of_board(board: Board, pits: usize) -> Self {
        let read = |word: u64| (0..pits).map(|i| (word >> (8 * i) & 0xff) as u16).collect();
        let (own, opposing) = (read(board.own), read(board.opposing));
        Self { own, opposing, stores: [0, 0], second_moves: false }
    }

    /// A position, read from its text.
    pub(crate) fn of(kalah: &Kalah, pos: &Position) -> Self {
        let text = kalah.position_text(pos);
        let numbers = text[1..].split('>').next().unwrap().split(',');
        let numbers: Vec<u16> = numbers.map(|n| n.parse().unwrap()).collect();
        let (own, opposing) = numbers[3..].split_at(usize::from(numbers[0]));
        let stores = [numbers[1], numbers[2]];
        let seen = Self { own: own.into(), opposing: opposing.into(), stores, second_moves: false };
        if text.contains("> n") { seen.turned() } else { seen }
    }

    /// The other side is to move.
    fn turned(self) -> Self {
        let [own, opposing] = self.stores;
        Self {
            own: self.opposing,
            opposing: self.own,
            stores: [opposing, own],
            second_moves: !self.second_moves,
        }
    }

    fn choices(&self) -> impl Iterator<Item = usize> {
        (0..self.own.len()).filter(|&pit| self.own[pit] > 0)
    }

    fn has_ended(&self, end: End) -> bool {
        let is_empty = |pits: &[u16]| pits.iter().all(|&stones| stones == 0);
        is_empty(&self.own) || end == End::Either && is_empty(&self.opposing)
    }

    fn has_half(&self) -> bool {
        let all: u16 = self.own.iter().chain(&self.opposing).chain(&self.stores).sum();
        self.stores.iter().any(|store| 2 * store > all)
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self, set: RuleSet) -> bool {
        self.has_ended(set.end) || set.stop_at_half && self.has_half()
    }

    /// One sowing [dubner-1990, 1.1 to 1.3], the turn not passed yet; says whether the player goes
    /// on.
    pub(crate) fn sow(&mut self, pit: usize, capture: Capture) -> bool {
        let pits = self.own.len();
        let mut at = pit;
        for _ in 0..mem::take(&mut self.own[pit]) {
            at = (at + 1) % (2 * pits + 1);
            match at {
                at if at < pits => self.own[at] += 1,
                at if at == pits => self.stores[0] += 1,
                at => self.opposing[at - pits - 1] += 1,
            }
        }
        if at < pits && self.own[at] == 1 {
            let prey = &mut self.opposing[pits - 1 - at];
            if *prey > 0 || capture == Capture::Lone {
                self.stores[0] += mem::take(prey) + mem::take(&mut self.own[at]);
            }
        }
        at == pits
    }

    /// The same with what follows from it: whose turn it is, and the end [dubner-1990, 1.4].
    fn after(&self, set: RuleSet, pit: usize) -> (Self, bool) {
        let mut next = self.clone();
        let again = next.sow(pit, set.capture);
        if !again {
            next = next.turned();
        }
        if next.has_ended(set.end) && !(set.stop_at_half && next.has_half()) {
            let rows = [&mut next.own, &mut next.opposing];
            let rest = rows.map(|row| row.iter_mut().map(mem::take).sum::<u16>());
            for (side, rest) in rest.into_iter().enumerate() {
                next.stores[if set.rest == Rest::Owner { side } else { 1 - side }] += rest;
            }
        }
        let goes_on = again && !next.is_over(set);
        (next, goes_on)
    }

    /// Every position at the end of a chain, and how many chains there are.
    pub(crate) fn chains(&self, set: RuleSet, ends: &mut BTreeSet<Self>) -> u64 {
        let mut count = 0;
        for pit in self.choices() {
            let (next, goes_on) = self.after(set, pit);
            if goes_on {
                count += next.chains(set, ends);
            } else {
                ends.insert(next);
                count += 1;
            }
        }
        count
    }

    /// The lines of so many sowings.
    pub(crate) fn perft(&self, depth: u32, capture: Capture, end: End) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.has_ended(end) {
            return 0;
        }
        let lines = self.choices().map(|pit| {
            let mut next = self.clone();
            let again = next.sow(pit, capture);
            let next = if again { next } else { next.turned() };
            next.perft(depth - 1, capture, end)
        });
        lines.sum()
    }

    /// Plain minimax of everything, each board once; the stores are empty.
    pub(crate) fn margin(&self, set: RuleSet, seen: &mut HashMap<Self, i16>) -> i16 {
        let [own, opposing] =
            [&self.own, &self.opposing].map(|pits| pits.iter().sum::<u16>().cast_signed());
        if self.has_ended(set.end) {
            return if set.rest == Rest::Owner { own - opposing } else { opposing - own };
        }
        if let Some(&margin) = seen.get(self) {
            return margin;
        }
        let margins = self.choices().map(|pit| {
            let mut next = self.clone();
            let again = next.sow(pit, set.capture);
            let banked = mem::take(&mut next.stores[0]).cast_signed();
            if again {
                return banked + next.margin(set, seen);
            }
            mem::swap(&mut next.own, &mut next.opposing);
            banked - next.margin(set, seen)
        });
        let margin = margins.max().unwrap();
        seen.insert(self.clone(), margin);
        margin
    }
}

/// Every combination of the rules, those without a stop at half and without the pie rule first.
pub(crate) fn rule_sets() -> [RuleSet; 32] {
    std::array::from_fn(|bits| {
        let is_set = |bit: u8| bits >> bit & 1 == 1;
        RuleSet {
            capture: if is_set(0) { Capture::Lone } else { Capture::Opposite },
            end: if is_set(1) { End::Mover } else { End::Either },
            rest: if is_set(2) { Rest::Opponent } else { Rest::Owner },
            stop_at_half: is_set(3),
            pie: is_set(4),
        }
    })
}

#[test]
fn the_counts_of_the_file_are_those_of_the_plain_program() {
    for row in rows_counted_by(file!()) {
        let number =
            |name: &str| row["rules"].split(name).nth(1).unwrap()[..1].parse::<u8>().unwrap();
        let set = if row["rules"].contains("irving") { RuleSet::IRVING } else { RuleSet::STANDARD };
        let kalah = Kalah::new(set, number("Pits=").into(), number("Stones="));
        let naive = Naive::of(&kalah, &kalah.start());
        let counted = naive.perft(row["depth"].parse().unwrap(), set.capture, set.end);
        assert_eq!(counted.to_string(), row["nodes"], "{row:?}");
    }
}
