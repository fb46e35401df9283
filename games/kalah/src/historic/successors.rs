//! The successors of a position one at a time, as [dubner-1990] makes them: `first`, `next`
//! and `retPos`. See [`super::f2`], which searches by them.

use super::reading::{Emptied, End, Reading, swept};
use crate::chain::{Chain, SOWINGS_MAX};
use crate::rules::{Kalah, Position};

/// Makes the successors of a position one at a time: the text's `first`, `next` and `retPos`.
pub(super) struct Successors<'a> {
    pub(super) kalah: &'a Kalah,
    pub(super) reading: Reading,
    /// The text's `p->desk`.
    from: Position,
    /// The text's `move`: pits sown so far, and the one to be looked at next, by their place in the
    /// order in which pits are tried.
    chain: Vec<usize>,
    /// A chain has been met that took the last stone by a sowing into the store.
    pub(super) has_emptied: bool,
    /// Only these are wanted; all if there are none.
    wanted: &'a [Chain],
}

impl<'a> Successors<'a> {
    pub(super) fn new(kalah: &'a Kalah, from: Position, reading: Reading) -> Self {
        Self { kalah, reading, from, chain: vec![0], has_emptied: false, wanted: &[] }
    }

    /// Only those of these chains, if there are any.
    pub(super) fn among(self, wanted: &'a [Chain]) -> Self {
        Self { wanted, ..self }
    }

    /// The pit of a place in the order.
    fn pit(&self, place: usize) -> usize {
        if self.reading.is_backward { self.kalah.pits() - 1 - place } else { place }
    }

    /// Sows by the rules, or without rule 1.4.
    pub(super) fn sow(&self, pos: &mut Position, pit: usize) {
        if self.reading.end == End::Ruled {
            return self.kalah.sow(pos, pit);
        }
        let sown = self.kalah.sowings().sow(pos.board, pit);
        pos.stores[0] += sown.banked;
        pos.board = sown.board;
        if !sown.again {
            *pos = pos.turned();
        }
    }

    /// The text's `retPos`: the position after all sowings of the chain but the last.
    fn forced(&self) -> Position {
        let mut pos = self.from;
        let (_, sown) = self.chain.split_last().expect("a chain has an entry to be looked at");
        for &place in sown {
            self.sow(&mut pos, self.pit(place));
        }
        pos
    }

    pub(super) fn is_over(&self, pos: &Position) -> bool {
        self.reading.end == End::Ruled && self.kalah.is_over(pos)
    }

    /// The next successor that is wanted and the chain that leads to it.
    pub(super) fn next(&mut self) -> Option<(Position, Chain)> {
        loop {
            let (next, chain) = self.next_of_all()?;
            if self.wanted.is_empty() || self.wanted.contains(&chain) {
                return Some((next, chain));
            }
        }
    }

    fn next_of_all(&mut self) -> Option<(Position, Chain)> {
        if self.is_over(&self.from) {
            return None;
        }
        loop {
            let pos = self.forced();
            let at = *self.chain.last()?;
            let is_full = |&place: &usize| pos.board.stones(self.pit(place)) > 0;
            let Some(place) = (at..self.kalah.pits()).find(is_full) else {
                self.chain.pop();
                *self.chain.last_mut()? += 1;
                continue;
            };
            let mut next = pos;
            self.sow(&mut next, self.pit(place));
            let (_, sown) = self.chain.split_last()?;
            let places = sown.iter().chain(std::iter::once(&place));
            let chain = places.fold(Chain::EMPTY, |chain, &place| chain.and(self.pit(place)));
            if let Some(last) = self.chain.last_mut() {
                *last = place + 1;
            }
            let again = next.side == pos.side && !self.is_over(&next);
            if !again || chain.len() == SOWINGS_MAX {
                return Some((next, chain));
            }
            if next.board.own == 0 {
                self.has_emptied = true;
                match self.emptied() {
                    Emptied::NoMove => continue,
                    Emptied::Passes => return Some((next.turned(), chain)),
                    Emptied::Ends => return Some((swept(next).turned(), chain)),
                }
            }
            // A forced position: its successors are successors of the node.
            if let Some(last) = self.chain.last_mut() {
                *last = place;
            }
            self.chain.push(0);
        }
    }

    fn emptied(&self) -> Emptied {
        match self.reading.end {
            End::Loose(loose) => loose.emptied,
            // By the rules the game is over there, and that was seen before.
            End::Ruled => Emptied::NoMove,
        }
    }
}
