//! The successors of a position one at a time, as [dubner-1990] makes them: `first`, `next`
//! and `retPos`. See [`super::f2`], which searches by them.

use crate::chain::{Chain, SOWINGS_MAX};
use crate::rules::{Kalah, Position};

/// Makes the successors of a position one at a time: the text's `first`, `next` and `retPos`.
pub(super) struct Successors<'a> {
    pub(super) kalah: &'a Kalah,
    pub(super) dubner: bool,
    /// The text's `p->desk`.
    from: Position,
    /// The text's `move`: pits sown so far, and the one to be looked at next.
    chain: Vec<usize>,
    /// Only these are wanted; all if there are none.
    wanted: &'a [Chain],
}

impl<'a> Successors<'a> {
    pub(super) fn new(kalah: &'a Kalah, from: Position, dubner: bool) -> Self {
        Self { kalah, dubner, from, chain: vec![0], wanted: &[] }
    }

    /// Only those of these chains, if there are any.
    pub(super) fn among(self, wanted: &'a [Chain]) -> Self {
        Self { wanted, ..self }
    }

    /// Sows without rule 1.4 where that is wanted.
    pub(super) fn sow(&self, pos: &mut Position, pit: usize) {
        if !self.dubner {
            return self.kalah.sow(pos, pit);
        }
        let sown = self.kalah.sowings().sow(pos.board, pit);
        pos.stores[0] += sown.banked;
        pos.board = sown.board;
        if !sown.again {
            let Position { board, stores: [own, opposing], side, pie } = *pos;
            let stores = [opposing, own];
            *pos = Position { board: board.turned(), stores, side: side.other(), pie };
        }
    }

    /// The text's `retPos`: the position after all sowings of the chain but the last.
    fn forced(&self) -> Position {
        let mut pos = self.from;
        let (_, sown) = self.chain.split_last().expect("a chain has an entry to be looked at");
        for &pit in sown {
            self.sow(&mut pos, pit);
        }
        pos
    }

    pub(super) fn is_over(&self, pos: &Position) -> bool {
        !self.dubner && self.kalah.is_over(pos)
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
            let at = self.chain.last_mut()?;
            let Some(pit) = (*at..self.kalah.pits()).find(|&pit| pos.board.stones(pit) > 0) else {
                self.chain.pop();
                *self.chain.last_mut()? += 1;
                continue;
            };
            *at = pit;
            let mut next = pos;
            self.sow(&mut next, pit);
            let chain = self.chain.iter().fold(Chain::EMPTY, |chain, &pit| chain.and(pit));
            if let Some(last) = self.chain.last_mut() {
                *last = pit + 1;
            }
            let again = next.side == pos.side && !self.is_over(&next);
            if !again || chain.len() == SOWINGS_MAX {
                return Some((next, chain));
            }
            // A forced position: its successors are successors of the node.
            if let Some(last) = self.chain.last_mut() {
                *last = pit;
            }
            self.chain.push(0);
        }
    }
}
