//! Turns, chains, ends: the rules on top of the board.
//!
//! A position is the board as the mover sees it, the two stores, and whose turn it is. One move is
//! a whole chain of sowings ([`Chain`]). Chains multiply: bonus sowings in different orders lead
//! to the same position, exponentially often. [`Rules::legal_moves`] therefore has one chain for
//! each position that can be reached, the first in ascending order of pits; the client may play
//! any of the others, since [`Kalah::replay`] follows a chain sowing by sowing and never lists.

use std::collections::HashSet;
use std::sync::Arc;

use super::board::{Board, Pits, Sowings};
use super::chain::{Chain, SOWINGS_MAX};
use super::variant::{Rest, RuleSet};
use plyglot_core::game::perft::Uncounted;
use plyglot_core::game::{Outcome, Rules, sowing};
use plyglot_core::{Choice, Scope, Side, Way, zobrist};

/// The rules in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kalah {
    /// What books disagree about.
    pub variant: RuleSet,
    /// Stones in each pit of the start position.
    pub stones: u8,
    /// How moves and the drawn board name the pits.
    pub numbers: Numbers,
    pub(super) sowings: Arc<Sowings>,
}

/// The two numberings of [dubner-1990].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Numbers {
    /// From 1, as their owner counts them (section 1).
    #[default]
    Own,
    /// By their place in `desk`, as on the screen (sections 3 and 4): A's from 0, behind them A's
    /// store, behind it B's. With six pits 0 to 5 and 7 to 12; the text's "11" is a slip, its
    /// own game has a 12.
    Desk,
}

pub(super) const NUMBERS: Choice<Numbers> = Choice {
    scope: Scope::Notation,
    option: "Kalah.Numbers",
    about: "Moves and the drawn board name pits from 1, as their owner counts them, or as the \
            screen of [dubner-1990]: with six pits 0 to 5 are A's and 7 to 12 B's.",
    unset: None,
    ways: &[Way::unsaid("own", Numbers::Own), Way::unsaid("desk", Numbers::Desk)],
};

impl Numbers {
    /// The number of a pit of a side, on a board with so many pits a side.
    pub(super) fn number(self, pits: usize, side: Side, pit: usize) -> usize {
        match (self, side) {
            (Self::Own, _) => pit + 1,
            (Self::Desk, Side::First) => pit,
            (Self::Desk, Side::Second) => pits + 1 + pit,
        }
    }
}

/// Whether sides may still be swapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pie {
    /// No more, or never.
    Gone,
    /// After this turn.
    Next,
    /// Now.
    Now,
}

/// A moment of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The pits, seen by the side to move.
    pub board: Board,
    /// The stores, that of the side to move first.
    pub stores: [u16; 2],
    /// Who is to move.
    pub side: Side,
    /// The pie rule.
    pub pie: Pie,
}

const SALT: u64 = 4;
/// A count of so many sowings is over at once: some ten million lines.
const UNSTOPPABLE_DEPTH: u32 = 9;

impl Default for Kalah {
    fn default() -> Self {
        Self::new(RuleSet::STANDARD, 6, 6)
    }
}

impl Position {
    /// The same position, seen by the other side.
    pub(super) fn turned(self) -> Self {
        let Self { board, stores: [own, opposing], side, pie } = self;
        Self { board: board.turned(), stores: [opposing, own], side: side.other(), pie }
    }

    /// The position as the first side sees it, whoever is to move; and back from there.
    pub(super) fn absolute(self) -> Self {
        if self.side == Side::First { self } else { Self { side: self.side, ..self.turned() } }
    }

    /// All stones, in pits and stores.
    pub fn total(&self) -> u32 {
        u32::from(self.board.in_play()) + self.stores.iter().map(|&n| u32::from(n)).sum::<u32>()
    }
}

impl Kalah {
    /// The game on this many pits a side, each with this many stones.
    pub fn new(variant: RuleSet, pits: usize, stones: u8) -> Self {
        let sowings = Arc::new(Sowings::new(pits, variant.capture));
        Self { variant, stones, numbers: Numbers::default(), sowings }
    }

    /// Pits a side.
    pub fn pits(&self) -> usize {
        self.sowings.pits()
    }

    /// Every sowing on this board.
    pub fn sowings(&self) -> &Sowings {
        &self.sowings
    }

    /// The pits that may be sown; none when the game is over.
    pub fn choices(&self, pos: &Position) -> Pits {
        if self.is_over(pos) { Board::EMPTY.pits() } else { pos.board.pits() }
    }

    /// Sows the stones of a pit that is not empty, in a game that goes on: the turn passes unless
    /// the last stone fell into the store, and the rest is swept where that ends the game.
    pub fn sow(&self, pos: &mut Position, pit: usize) {
        debug_assert!(!self.is_over(pos), "{pos:?}");
        let sown = self.sowings.sow(pos.board, pit);
        pos.board = sown.board;
        pos.stores[0] += sown.banked;
        if !sown.again {
            *pos = pos.turned();
            pos.pie = if pos.pie == Pie::Next { Pie::Now } else { Pie::Gone };
        } else if pos.pie == Pie::Now {
            // Instead of the first move: who has sown has moved.
            pos.pie = Pie::Gone;
        }
        if self.variant.end.is_over(pos.board) && !self.has_half(pos) {
            self.sweep(pos);
        }
    }

    /// The side to move takes over the other side.
    fn swap(pos: &mut Position) {
        pos.side = pos.side.other();
        pos.pie = Pie::Gone;
    }

    /// Gives the stones left in the pits to whom the rules give them.
    pub(super) fn sweep(&self, pos: &mut Position) {
        let left = [Board::sum(pos.board.own), Board::sum(pos.board.opposing)];
        let [own, opposing] = match self.variant.rest {
            Rest::Owner => left,
            Rest::Opponent => [left[1], left[0]],
        };
        pos.stores[0] += own;
        pos.stores[1] += opposing;
        pos.board = Board::EMPTY;
    }

    /// A store decides the game, where the rules say so.
    fn has_half(&self, pos: &Position) -> bool {
        let half = pos.total() / 2;
        self.variant.stop_at_half && pos.stores.iter().any(|&store| u32::from(store) > half)
    }

    /// Whether the game is over.
    pub fn is_over(&self, pos: &Position) -> bool {
        self.variant.end.is_over(pos.board) || self.has_half(pos)
    }

    /// Plays the sowings of a chain, or the swap, as far as they can be played. Says what was
    /// wrong with the first that cannot.
    pub fn replay(&self, pos: &Position, chain: Chain) -> Result<Position, Refused> {
        let mut pos = *pos;
        if chain == Chain::SWAP {
            if pos.pie != Pie::Now || self.is_over(&pos) {
                return Err(Refused::Swap);
            }
            Self::swap(&mut pos);
            return Ok(pos);
        }
        let side = pos.side;
        for (i, pit) in chain.pits().enumerate() {
            if pos.side != side || self.is_over(&pos) {
                return Err(Refused::TurnOver(i));
            }
            if pit >= self.pits() || pos.board.stones(pit) == 0 {
                return Err(Refused::Empty(i));
            }
            self.sow(&mut pos, pit);
        }
        Ok(pos)
    }

    /// The number of lines of `depth` single sowings; a swap counts as one. `must_stop` is asked
    /// now and then.
    pub fn perft_sowings(
        &self,
        pos: &Position,
        depth: u32,
        must_stop: &dyn Fn() -> bool,
    ) -> Result<u64, Uncounted> {
        if must_stop() {
            return Err(Uncounted::Stopped);
        }
        if depth == 0 {
            return Ok(1);
        }
        let plain = !self.variant.stop_at_half && pos.pie == Pie::Gone;
        if plain && depth <= UNSTOPPABLE_DEPTH {
            return Ok(self.sowings.perft(pos.board, depth, self.variant.end));
        }
        let mut leaves = 0;
        for pit in self.choices(pos) {
            let mut child = *pos;
            self.sow(&mut child, pit);
            leaves += self.perft_sowings(&child, depth - 1, must_stop)?;
        }
        if let Ok(child) = self.replay(pos, Chain::SWAP) {
            leaves += self.perft_sowings(&child, depth - 1, must_stop)?;
        }
        Ok(leaves)
    }

    /// Appends a chain for each position that the side to move can reach, the first of those
    /// that lead there in ascending order.
    fn chains(&self, pos: &Position, out: &mut Vec<Chain>) {
        let mut search = Chains { kalah: self, side: pos.side, seen: Seen::default(), out };
        search.extend(pos, Chain::EMPTY);
    }
}

/// What is wrong with a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The sowing of this index is from a pit without stones.
    Empty(usize),
    /// The turn, or the game, is over before the sowing of this index.
    TurnOver(usize),
    /// There is nothing to swap.
    Swap,
}

/// A walk over the chains of one turn.
struct Chains<'a> {
    kalah: &'a Kalah,
    side: Side,
    seen: Seen,
    out: &'a mut Vec<Chain>,
}

impl Chains<'_> {
    fn extend(&mut self, pos: &Position, chain: Chain) {
        for pit in pos.board.pits() {
            let mut child = *pos;
            self.kalah.sow(&mut child, pit);
            let chain = chain.and(pit);
            let goes_on = child.side == self.side && !self.kalah.is_over(&child);
            if !self.seen.insert(&child) {
                continue;
            }
            if goes_on && chain.len() < SOWINGS_MAX {
                self.extend(&child, chain);
            } else {
                self.out.push(chain);
            }
        }
    }
}

/// Positions met in one turn. Most turns meet few, and looking through a short list is quicker
/// than hashing.
#[derive(Default)]
struct Seen {
    few: Vec<Position>,
    many: HashSet<Position>,
}

const FEW: usize = 32;

impl Seen {
    /// Whether the position is new.
    fn insert(&mut self, pos: &Position) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(*pos);
        }
        if self.few.contains(pos) {
            return false;
        }
        self.few.push(*pos);
        if self.few.len() > FEW {
            self.many.extend(self.few.drain(..));
        }
        true
    }
}

impl Rules for Kalah {
    type Position = Position;
    type Move = Chain;

    fn start(&self) -> Position {
        let pits = (0..self.pits()).map(|pit| u64::from(self.stones) << (8 * pit)).sum();
        let board = Board { own: pits, opposing: pits };
        let pie = if self.variant.pie { Pie::Next } else { Pie::Gone };
        Position { board, stores: [0, 0], side: Side::First, pie }
    }

    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    fn legal_moves(&self, pos: &Position, out: &mut Vec<Chain>) {
        if self.is_over(pos) {
            return;
        }
        self.chains(pos, out);
        if pos.pie == Pie::Now {
            out.push(Chain::SWAP);
        }
    }

    fn play(&self, pos: &mut Position, mv: Chain) {
        if mv == Chain::SWAP {
            Self::swap(pos);
        }
        for pit in mv.pits() {
            self.sow(pos, pit);
        }
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        if self.has_half(pos) {
            let first = pos.absolute().stores;
            let winner = if first[0] > first[1] { Side::First } else { Side::Second };
            return Some(Outcome::win(winner, "more than half of the stones"));
        }
        if !self.variant.end.is_over(pos.board) {
            return None;
        }
        let mut end = *pos;
        self.sweep(&mut end);
        Some(sowing::outcome(end.absolute().stores, self.variant.stop_at_half, REASON))
    }

    fn stuck(&self, pos: &Position) -> Outcome {
        self.outcome(pos).unwrap_or(Outcome::draw(REASON))
    }

    fn key(&self, pos: &Position) -> u64 {
        key(pos)
    }

    fn encode_move(mv: Chain) -> u16 {
        mv.encode()
    }

    /// Stones go round in one direction only, and cannot pass a store without one staying there.
    fn is_irreversible(&self, _pos: &Position, _mv: Chain) -> bool {
        true
    }
}

const REASON: &str = "no stones left";

/// The key of a position: pits, stores, side and pie rule.
pub(super) fn key(pos: &Position) -> u64 {
    let side = if pos.side == Side::Second { zobrist::SECOND_TO_MOVE } else { 0 };
    let Position { board, stores, pie, .. } = pos.absolute();
    let rest = u64::from(stores[0]) << 32 | u64::from(stores[1]) << 8 | pie as u64;
    let pits = board.own.wrapping_mul(0x9FB2_1C65_1E98_DF25)
        ^ board.opposing.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(32);
    zobrist::random(SALT, pits ^ rest.wrapping_mul(0xA076_1D64_78BD_642F)) ^ side
}
