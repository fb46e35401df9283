//! The sums of the first layer, kept up to date from position to position.
//!
//! A search asks about a position soon after the one it came from, which stands a ply earlier in the
//! game: so the newest sums of each ply are kept, and those of the ply before, or of a sibling at the
//! same ply, are changed by what differs on the board. Which of them are there decides how long it
//! takes, never what comes out: the sums are whole numbers.
//!
//! Each thread has its own; a search asks from one thread, and an entry belongs to no evaluator,
//! only to a position.

use std::cell::RefCell;

use cozy_chess::{Board, Color};

use super::men::{Man, Men};
use super::{HIDDEN, Row, Turn};
use plyglot_network::Network;

/// Sums kept, by the lowest bits of the ply.
const PLIES: usize = 128;
/// As many squares as a move or two change: what is so near is not worth looking further.
const NEAR: u32 = 4;
/// Men that can come or go at once.
const CHANGES_MAX: usize = 32;

/// The sums of either side for some men.
#[derive(Clone, Copy, Debug)]
struct Entry {
    halves: [Row; Color::NUM],
    men: Men,
    turns: [Turn; Color::NUM],
}

impl Entry {
    const NONE: Self =
        Self { halves: [Row::ZERO; Color::NUM], men: Men::NONE, turns: [Turn::NONE; Color::NUM] };
}

/// The newest sums of each ply, and room to work in.
#[derive(Debug)]
pub(super) struct Memory {
    entries: [Entry; PLIES],
    come: List,
    gone: List,
}

impl Memory {
    /// Nothing yet.
    #[expect(clippy::large_stack_arrays, reason = "it lies in the storage of a thread")]
    pub(super) const EMPTY: Self =
        Self { entries: [Entry::NONE; PLIES], come: List::EMPTY, gone: List::EMPTY };
}

thread_local! {
    static MEMORY: RefCell<Memory> = const { RefCell::new(Memory::EMPTY) };
}

/// Lends the memory of this thread.
pub(super) fn with_memory<T>(then: impl FnOnce(&mut Memory) -> T) -> T {
    MEMORY.with_borrow_mut(then)
}

impl Memory {
    /// The sums of a position, White's first.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    pub(super) fn sums(&mut self, network: &Network<HIDDEN>, board: &Board) -> &[Row; Color::NUM] {
        let Self { entries, come, gone } = self;
        let ply = 2 * usize::from(board.fullmove_number()) + board.side_to_move() as usize;
        let (here, before) = (ply % PLIES, (ply + PLIES - 1) % PLIES);
        let men = Men::of(board);
        let (mut from, mut squares) = (before, men.differ(&entries[before].men));
        if squares.len() > NEAR {
            let others = men.differ(&entries[here].men);
            if others.len() < squares.len() {
                (from, squares) = (here, others);
            }
        }
        gone.fill(entries[from].men.on(squares));
        come.fill(men.on(squares));
        let (come, gone) = (come.men(), gone.men());
        // A man goes from here to there: by far the most common change is made on the way over.
        let on_the_way = usize::from(from != here && !come.is_empty() && !gone.is_empty());
        for side in Color::ALL {
            let (number, turn) = (side as usize, Turn::of(board, side));
            let input = |man: &Man| network.input(turn.input(*man));
            if entries[from].turns[number] == turn {
                if let Ok([from, here]) = entries.get_disjoint_mut([from, here]) {
                    let (from, here) = (&from.halves[number], &mut here.halves[number]);
                    match on_the_way {
                        0 => *here = *from,
                        _ => here.take_exchanged(from, input(&come[0]), input(&gone[0])),
                    }
                }
                let sums = &mut entries[here].halves[number];
                come[on_the_way..].iter().for_each(|man| sums.add(input(man)));
                gone[on_the_way..].iter().for_each(|man| sums.subtract(input(man)));
            } else {
                entries[here].halves[number] = added_up(network, board, men, turn);
            }
            entries[here].turns[number] = turn;
        }
        entries[here].men = men;
        &entries[here].halves
    }
}

/// The sums for a side that looks at the board as it has not lately.
#[cold]
fn added_up(network: &Network<HIDDEN>, board: &Board, men: Men, turn: Turn) -> Row {
    let mut sums = network.bias();
    men.on(board.occupied()).for_each(|man| sums.add(network.input(turn.input(man))));
    sums
}

/// A few men.
#[derive(Debug)]
struct List {
    men: [Man; CHANGES_MAX],
    len: usize,
}

impl List {
    const EMPTY: Self = Self { men: [Man(0); CHANGES_MAX], len: 0 };

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for several kinds of processor")]
    fn fill(&mut self, men: impl Iterator<Item = Man>) {
        self.len = 0;
        for (man, place) in men.zip(&mut self.men) {
            *place = man;
            self.len += 1;
        }
    }

    fn men(&self) -> &[Man] {
        &self.men[..self.len]
    }
}
