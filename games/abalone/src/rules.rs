//! Positions, and how the game goes on and ends.
//!
//! The rules are those of the table game as [bojar-1998, 1 to 3] tells them, with what it
//! leaves open settled by options: whether rows may go broadside (the program of the text has
//! no such moves), how many marbles have to fall, repetition, and two limits on length.

use super::board::{ALL, CELLS, Direction, Set, step};
use super::movegen::{Kind, MOVES, Move, View, row};
use super::symmetry::{HEXAGON, moved};
use plyglot_core::bits::bits;
use plyglot_core::game::repetition::Same;
use plyglot_core::game::{Outcome, Repetition, Rules};
use plyglot_core::{Side, zobrist};

/// The rules, and where the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abalone {
    /// The position to begin with.
    pub start: Position,
    /// Rows may go broadside [bojar-1998, 2.B].
    pub broadside: bool,
    /// So many fallen marbles of the opponent win; six in [bojar-1998].
    pub ejections_to_win: u8,
    /// The third occurrence of a position is a draw.
    pub threefold: bool,
    /// So many moves of each side without a falling marble are a draw; 0 for never.
    pub quiet_limit: u16,
    /// The game is drawn after so many moves of each side; 0 for never.
    pub move_limit: u16,
    /// Everything is as in the program of [bojar-1998].
    pub is_bojars: bool,
}

/// The marbles, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// By side; the first is Black.
    marbles: [Set; 2],
    key: u64,
    /// Plies since a marble fell.
    quiet: u16,
    /// Number of the move, from 1; the second side's move ends it.
    number: u16,
    /// How many opposing marbles each side has pushed off.
    ejected: [u8; 2],
    side: Side,
}

const _: () = assert!(size_of::<Position>() <= 32);

const SALT: u64 = 61;
/// Random numbers: a marble of a side on a cell, then so many pushed off by a side.
const MARBLE: [[u64; CELLS]; 2] = {
    let mut table = [[0; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS {
        table[i / CELLS][i % CELLS] = zobrist::random(SALT, i as u64);
        i += 1;
    }
    table
};
const EJECTED: [[u64; CELLS + 1]; 2] = {
    let mut table = [[0; CELLS + 1]; 2];
    let mut i = 0;
    while i < 2 * (CELLS + 1) {
        table[i / (CELLS + 1)][i % (CELLS + 1)] = zobrist::random(SALT, 1000 + i as u64);
        i += 1;
    }
    table
};
/// So many plies before a limit, values found elsewhere may be wrong.
const NEAR_PLIES: u32 = 24;

impl Position {
    /// A position with these marbles of the first and the second side, so many marbles pushed off
    /// by each, and this side to move. No cell is in both sets.
    pub(super) fn new(marbles: [Set; 2], ejected: [u8; 2], side: Side) -> Self {
        debug_assert_eq!(marbles[0] & marbles[1], 0);
        let mut key = EJECTED[0][usize::from(ejected[0])] ^ EJECTED[1][usize::from(ejected[1])];
        for (table, set) in MARBLE.iter().zip(marbles) {
            key ^= bits(set).fold(0, |key, cell| key ^ table[usize::from(cell)]);
        }
        if side == Side::Second {
            key ^= zobrist::SECOND_TO_MOVE;
        }
        Self { marbles, key, quiet: 0, number: 1, ejected, side }
    }

    /// The same position with other counters: plies since a marble fell, and the move's number.
    #[must_use]
    pub(super) const fn with_counters(self, quiet: u16, number: u16) -> Self {
        Self { quiet, number, ..self }
    }

    /// Where a side's marbles are: bit 13·row + column modulo 61, both from 0.
    pub const fn marbles(&self, side: Side) -> u64 {
        self.marbles[side.index()]
    }

    /// How many opposing marbles a side has pushed off.
    pub const fn ejected(&self, side: Side) -> u8 {
        self.ejected[side.index()]
    }

    /// Whose turn it is.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Plies since a marble fell.
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Number of the move, from 1.
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// The board as the side to move sees it.
    #[inline]
    pub(super) const fn view(&self) -> View {
        self.view_of(self.side)
    }

    /// The board as a side sees it.
    #[inline]
    pub(super) const fn view_of(&self, side: Side) -> View {
        let (own, other) = (self.marbles(side), self.marbles(side.other()));
        View { own, other, empty: ALL & !(own | other) }
    }

    /// The same position with the other side to move.
    #[must_use]
    pub(super) const fn passed(mut self) -> Self {
        self.give_turn();
        self
    }

    #[inline]
    const fn give_turn(&mut self) {
        self.key ^= zobrist::SECOND_TO_MOVE;
        self.quiet = self.quiet.saturating_add(1);
        if matches!(self.side, Side::Second) {
            self.number = self.number.saturating_add(1);
        }
        self.side = self.side.other();
    }

    /// Puts a marble on a cell, or takes it away.
    #[inline]
    const fn toggle(&mut self, side: Side, cell: u8) {
        self.marbles[side.index()] ^= 1 << cell;
        self.key ^= MARBLE[side.index()][cell as usize];
    }

    #[inline]
    fn push(&mut self, cell: u8, direction: Direction, own: u8, pushed: u8, ejects: bool) {
        let side = self.side;
        let front = step(cell, direction, own);
        self.toggle(side, cell);
        self.toggle(side, front);
        if pushed == 0 {
            return;
        }
        self.toggle(side.other(), front);
        if ejects {
            let count = &mut self.ejected[side.index()];
            let table = &EJECTED[side.index()];
            self.key ^= table[usize::from(*count)] ^ table[usize::from(*count) + 1];
            *count += 1;
        } else {
            self.toggle(side.other(), step(front, direction, pushed));
        }
    }
}

impl Abalone {
    /// Whether a side has pushed off as many marbles as it takes.
    #[inline]
    const fn has_won(&self, pos: &Position, side: Side) -> bool {
        pos.ejected(side) >= self.ejections_to_win
    }

    const fn is_won(&self, pos: &Position) -> bool {
        self.has_won(pos, Side::First) || self.has_won(pos, Side::Second)
    }

    /// Appends the moves that push a marble off.
    pub(super) fn ejections(&self, pos: &Position, out: &mut Vec<Move>) {
        if !self.is_won(pos) {
            pos.view().ejections(out);
        }
    }

    /// The quiet limit in plies.
    const fn quiet_plies(&self) -> u32 {
        2 * self.quiet_limit as u32
    }
}

impl Rules for Abalone {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn side_to_move(&self, pos: &Position) -> Side {
        pos.side
    }

    #[inline]
    fn legal_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        if !self.is_won(pos) {
            pos.view().all(self.broadside, out);
        }
    }

    #[inline]
    fn count_moves(&self, pos: &Position) -> u64 {
        if self.is_won(pos) { 0 } else { pos.view().count(self.broadside) }
    }

    fn play(&self, pos: &mut Position, mv: Move) {
        let (cell, direction) = (mv.cell(), mv.direction());
        match mv.kind() {
            Kind::Inline { own, pushed, ejects } => {
                debug_assert!(pos.view().own >> cell & 1 == 1, "{pos:?} {mv:?}");
                pos.push(cell, direction, own, pushed, ejects);
            }
            Kind::Broadside { axis, len } => {
                for cell in row(cell, axis, len) {
                    pos.toggle(pos.side, cell);
                    pos.toggle(pos.side, step(cell, direction, 1));
                }
            }
        }
        pos.give_turn();
        if mv.ejects() {
            pos.quiet = 0;
        }
    }

    #[inline]
    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        for side in Side::BOTH {
            if self.has_won(pos, side) {
                return Some(Outcome::win(side, "enough marbles ejected"));
            }
        }
        if !pos.view().has_moves() {
            return Some(self.stuck(pos));
        }
        if self.quiet_limit > 0 && u32::from(pos.quiet) >= self.quiet_plies() {
            return Some(Outcome::draw("no ejection for too long"));
        }
        (self.move_limit > 0 && pos.number > self.move_limit).then(|| Outcome::draw("move limit"))
    }

    /// Whoever cannot move has lost. With all marbles in play it cannot happen.
    fn stuck(&self, pos: &Position) -> Outcome {
        Outcome::win(pos.side.other(), "no move left")
    }

    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    fn images(&self, pos: &Position) -> Vec<Position> {
        let image = |symmetry| {
            let marbles = pos.marbles.map(|set| moved(symmetry, set));
            let image = Position::new(marbles, pos.ejected, pos.side);
            image.with_counters(pos.quiet, pos.number)
        };
        HEXAGON.iter().map(image).collect()
    }

    fn is_same(&self, one: &Position, other: &Position, same: Same) -> bool {
        (one.marbles, one.ejected) == (other.marbles, other.ejected)
            && (!same.has_turn() || one.side == other.side)
    }

    const ENCODED_MOVES: usize = MOVES;

    #[inline]
    fn encode_move(mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn is_irreversible(&self, _pos: &Position, mv: Move) -> bool {
        mv.ejects()
    }

    #[inline]
    fn is_near_limit(&self, pos: &Position) -> bool {
        let quiet = u32::from(pos.quiet) + NEAR_PLIES;
        let number = u32::from(pos.number) + NEAR_PLIES / 2;
        self.quiet_limit > 0 && quiet >= self.quiet_plies()
            || self.move_limit > 0 && number > u32::from(self.move_limit)
    }

    fn repetition(&self) -> Repetition {
        if self.threefold { Repetition::THREEFOLD_CLAIM } else { Repetition::NONE }
    }

    fn counters(&self, pos: &Position) -> Vec<(&'static str, u32, u32)> {
        let mut counters = Vec::new();
        if self.quiet_limit > 0 {
            counters.push(("plies without an ejection", pos.quiet.into(), self.quiet_plies()));
        }
        if self.move_limit > 0 {
            counters.push(("move limit", pos.number.into(), self.move_limit.into()));
        }
        counters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets of two cells.
    fn pairs() -> Vec<Set> {
        let of = |first: u8| (0..first).map(move |second| 1 << first | 1 << second);
        (0..61).flat_map(of).collect()
    }

    /// Two against two in the game with seven marbles a side, where the sixth to fall decides:
    /// every win is an ejection at once. Two marbles in line behind one on the rim: 54 ways, since
    /// each of 27 lines has two ends; the fourth marble on any of the 58 other cells; two sides.
    /// The same number was published for the endgame tables of Abalassembly.
    #[test]
    fn two_marbles_win_against_two_in_6264_positions() {
        let rules = Abalone::default();
        let pairs = pairs();
        let (mut positions, mut wins) = (0, 0);
        let mut moves = Vec::new();
        for side in Side::BOTH {
            for &black in &pairs {
                for &white in pairs.iter().filter(|&&white| white & black == 0) {
                    let pos = Position::new([black, white], [5, 5], side);
                    positions += 1;
                    moves.clear();
                    rules.legal_moves(&pos, &mut moves);
                    wins += u32::from(moves.iter().any(|&mv| {
                        let child = rules.after(&pos, mv);
                        rules.is_won(&child)
                    }));
                }
            }
        }
        assert_eq!((positions, wins), (6_262_260, 6264));
    }

    #[test]
    fn a_key_is_kept_up_move_by_move() {
        let rules = Abalone::with_start("belgian_daisy").unwrap();
        for seed in 0..5 {
            plyglot_conformance::laws::each_position(&rules, seed, |played| {
                let pos = *played.position();
                let fresh = Position::new(pos.marbles, pos.ejected, pos.side);
                assert_eq!(fresh.with_counters(pos.quiet, pos.number), pos);
                Ok::<(), ()>(())
            })
            .unwrap();
        }
    }
}
