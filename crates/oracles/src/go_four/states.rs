//! All positions up to symmetry: a board, who moves, whether the other side has passed, and the point on
//! which a ko may not be retaken.

use std::collections::HashMap;

use super::board::{BLACK, Board, POINTS, TURNS, Turns, WHITE, bits};

/// A board that no stones can make.
const NONE: u32 = u32::MAX;
/// In place of a position: the game is over.
const OVER: u32 = u32::MAX;
/// In place of a number of plies: a side does not reach what it wants.
const NEVER: u8 = u8::MAX;

/// The positions, and where their moves lead.
#[derive(Debug)]
pub struct States {
    pub(super) turns: Turns,
    /// Sets of points as numbers of base three, in which they have ones.
    ternary: Vec<u32>,
    /// The number of each board up to symmetry, by its code.
    numbers: Vec<u32>,
    /// The boards by their numbers.
    boards: Vec<Board>,
    /// Positions in which a ko forbids a point: board, side to move and point; numbered from the end of
    /// the others.
    kos: Vec<(u32, usize, usize)>,
    by_ko: HashMap<(u32, usize, usize), u32>,
    /// Where the moves of a position begin in `moves`.
    begins: Vec<usize>,
    moves: Vec<u32>,
}

impl States {
    /// All of them: some 12 million, and 85 million moves.
    pub fn new() -> Self {
        let mut states = Self {
            turns: Turns::new(),
            ternary: (0..=u16::MAX).map(ternary).collect(),
            numbers: vec![NONE; 3_usize.pow(POINTS as u32)],
            boards: Vec::new(),
            kos: Vec::new(),
            by_ko: HashMap::new(),
            begins: vec![0],
            moves: Vec::new(),
        };
        states.number_boards();
        states.list_moves();
        states
    }

    /// How many boards there are up to symmetry.
    pub fn boards(&self) -> usize {
        self.boards.len()
    }

    /// How many boards there are, all turned and mirrored ones among them.
    pub fn all_boards(&self) -> usize {
        self.numbers.iter().filter(|&&number| number != NONE).count()
    }

    fn number_boards(&mut self) {
        for black in 0..=u16::MAX {
            for white in subsets(!black) {
                let board = Board::new(black, white);
                if self.numbers[self.code(board)] != NONE || !board.is_legal() {
                    continue;
                }
                let number = self.boards.len() as u32;
                self.boards.push(board);
                for turn in 0..TURNS {
                    let code = self.code(board.turned(&self.turns, turn));
                    self.numbers[code] = number;
                }
            }
        }
    }

    /// A board as a number of base three.
    fn code(&self, board: Board) -> usize {
        let [black, white] =
            [BLACK, WHITE].map(|side| self.ternary[usize::from(board.stones(side))]);
        (black + 2 * white) as usize
    }

    /// The number of a board up to symmetry, and a turn that makes it the one that has it.
    pub(super) fn number(&self, board: Board) -> (u32, usize) {
        let number = self.numbers[self.code(board)];
        let wanted = self.boards[number as usize];
        let turn = (0..TURNS).find(|&turn| board.turned(&self.turns, turn) == wanted);
        (number, turn.unwrap())
    }

    /// The position with this board; `before` is the board before a stone was put, if one was just put.
    pub(super) fn position(&self, board: Board, side: usize, before: Option<Board>) -> u32 {
        let number = self.numbers[self.code(board)];
        match before.and_then(|before| self.barred(board, side, before)) {
            Some(point) => self.by_ko[&(number, side, point)],
            None => plain(number, side, before.is_none()),
        }
    }

    /// The point on which a ko may not be retaken, as the board with the number has it.
    fn barred(&self, board: Board, side: usize, before: Board) -> Option<usize> {
        let taken = before.stones(side) & !board.stones(side);
        let point = taken.trailing_zeros() as usize;
        let is_ko = taken.is_power_of_two() && board.after(side, point) == before;
        let wanted = self.boards[self.numbers[self.code(board)] as usize];
        let turns = (0..TURNS).filter(|&turn| board.turned(&self.turns, turn) == wanted);
        is_ko.then(|| turns.map(|turn| self.turns.point(turn, point)).min().unwrap())
    }

    fn list_moves(&mut self) {
        let mut at = 0;
        while at < 4 * self.boards.len() + self.kos.len() {
            let (number, side, passed, barred) = self.parts(at as u32);
            let board = self.boards[number as usize];
            self.moves.push(if passed { OVER } else { plain(number, 1 - side, true) });
            for point in bits(board.empty()).filter(|&point| Some(point) != barred) {
                let after = board.after(side, point);
                if after != board {
                    let position = self.named(after, 1 - side, board);
                    self.moves.push(position);
                }
            }
            self.begins.push(self.moves.len());
            at += 1;
        }
    }

    /// The position after a stone, with a number of its own if it has none yet.
    fn named(&mut self, board: Board, side: usize, before: Board) -> u32 {
        let number = self.numbers[self.code(board)];
        let Some(point) = self.barred(board, side, before) else {
            return plain(number, side, false);
        };
        let next = (4 * self.boards.len() + self.kos.len()) as u32;
        let ko = (number, side, point);
        let position = *self.by_ko.entry(ko).or_insert(next);
        if position == next {
            self.kos.push(ko);
        }
        position
    }

    /// Board, side to move, whether the other has passed, and the point of a ko.
    fn parts(&self, position: u32) -> (u32, usize, bool, Option<usize>) {
        let kos_from = 4 * self.boards.len() as u32;
        match position.checked_sub(kos_from) {
            None => (position / 4, ((position / 2) & 1) as usize, position & 1 == 1, None),
            Some(at) => {
                let (number, side, point) = self.kos[at as usize];
                (number, side, false, Some(point))
            }
        }
    }

    /// In how many plies `side` forces an end that it accepts, without going round, if kos are all that
    /// may not be retaken; `NEVER` where it does not.
    pub(super) fn forced(&self, side: usize, accepts: impl Fn(i32) -> bool) -> Vec<u8> {
        let accepted: Vec<bool> =
            self.boards.iter().map(|board| accepts(board.ahead(side))).collect();
        let count = self.begins.len() - 1;
        let movers: Vec<bool> = (0..count as u32).map(|at| self.parts(at).1 == side).collect();
        let mut plies = vec![NEVER; count];
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for at in 0..count {
                if plies[at] != NEVER {
                    continue;
                }
                let after = self.moves[self.begins[at]..self.begins[at + 1]].iter();
                let after = after.map(|&next| match next {
                    OVER if accepted[at / 4] => 0,
                    OVER => NEVER,
                    next => plies[next as usize],
                });
                let best = if movers[at] { after.min() } else { after.max() }.unwrap();
                if best < NEVER - 1 {
                    plies[at] = best + 1;
                    has_changed = true;
                }
            }
        }
        plies
    }

    /// The least by which a side is ahead if it only passes, whatever the other one does.
    pub(super) fn passing(&self, side: usize) -> Vec<i32> {
        let mut least: Vec<i32> = self.boards.iter().map(|board| board.ahead(side)).collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (number, &board) in self.boards.iter().enumerate().rev() {
                for point in bits(board.empty()) {
                    let after = self.numbers[self.code(board.after(1 - side, point))] as usize;
                    if least[after] < least[number] {
                        least[number] = least[after];
                        has_changed = true;
                    }
                }
            }
        }
        least
    }
}

impl Default for States {
    fn default() -> Self {
        Self::new()
    }
}

/// The number of a position without a ko.
fn plain(number: u32, side: usize, passed: bool) -> u32 {
    4 * number + 2 * side as u32 + u32::from(passed)
}

/// A set of points as a number of base three.
fn ternary(set: u16) -> u32 {
    bits(set).map(|point| 3_u32.pow(point as u32)).sum()
}

/// All sets of these points.
fn subsets(set: u16) -> impl Iterator<Item = u16> {
    std::iter::successors(Some(set), move |&subset| subset.checked_sub(1).map(|less| less & set))
}
