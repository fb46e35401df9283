//! The exact value of a position: who wins, and with which of his stones.
//!
//! A *score* counts from the end: `k` if the side to move wins with its `k`-th stone before its last
//! (1 is the last one it would have on a full board), 0 for a draw, negative if the other side wins
//! so. The greater, the sooner the win. [`Solver::settle`] narrows the bounds of a score by one
//! question after the other (`search`) until they meet.
//!
//! Reading order: `memory`, `search`, this file, `book`, `player`.

pub(super) mod book;
mod memory;
mod player;
mod search;

pub(super) use player::{BOOK, MEMORY, Mixed, SolverMind};

use std::time::Duration;

use crate::board::{Geometry, fourths};
use crate::rules::Position;
use book::Book;
use memory::Memory;
use plyglot_search::Stopped;
use search::{Node, Search};

/// What has been shown of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The score is at least this …
    pub low: i32,
    /// … and at most this.
    pub high: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// How full the memory is, in thousandths.
    pub fill: u32,
    /// The column that the book names, from 0.
    pub from_book: Option<u8>,
}

impl Progress {
    /// The score, once nothing else is possible.
    pub fn settled(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The solver, with what it remembers.
#[derive(Debug)]
pub struct Solver {
    geometry: Geometry,
    memory: Memory,
    memory_mib: usize,
    /// No more than this is worth its pages in the time there is now, MiB.
    memory_mib_now: usize,
    /// What was asked for when the memory was made, MiB.
    memory_made_for: usize,
    book: Option<Book>,
}

/// A MiB of memory for so much time: the system fills it with zeros first, in which time
/// positions could be searched, and in eight of them no more positions are kept than
/// have room there. At 100 ms a game, 64 MiB took a quarter of the clock in the second move.
const MILLISECONDS_A_MIB: u128 = 8;
/// So many MiB tell the positions of the largest boards apart.
const MIB_OF_LARGE_BOARDS: usize = 64;

/// Who says how many more nodes may be searched, told how many there were.
type Grant<'a> = dyn Fn(u64) -> u64 + 'a;

impl Solver {
    /// A solver for boards of this size that remembers positions in at most so many MiB.
    pub fn new(geometry: Geometry, memory_mib: usize) -> Self {
        let memory = Memory::none();
        let (memory_mib_now, memory_made_for) = (usize::MAX, 0);
        Self { geometry, memory, memory_mib, memory_mib_now, memory_made_for, book: None }
    }

    /// So much time there is for the next position, any if it is `None`: a memory that is made now is no
    /// larger than what that time can fill. Whether it is worth to begin at all.
    pub(super) fn has_time(&mut self, aim: Option<Duration>) -> bool {
        let mib = aim.map_or(u128::MAX, |aim| aim.as_millis() / MILLISECONDS_A_MIB);
        self.memory_mib_now = usize::try_from(mib).unwrap_or(usize::MAX);
        self.least_mib() <= self.memory_mib_now.max(self.memory_made_for).max(1)
    }

    /// The same with a book, which is of this size.
    #[must_use]
    pub(super) fn with_book(self, book: Option<Book>) -> Self {
        Self { book, ..self }
    }

    /// Knows nothing any more, the book apart.
    pub fn forget(&mut self) {
        self.memory = Memory::none();
        self.memory_made_for = 0;
    }

    /// Why boards of this size cannot be settled, if so.
    pub fn refuses(&self) -> Option<String> {
        let needs_more = self.bits() > 60 && self.memory_mib < MIB_OF_LARGE_BOARDS;
        needs_more.then(|| {
            let Geometry { width, height, .. } = self.geometry;
            format!(
                "{MEMORY}: found {} MiB, expected at least {MIB_OF_LARGE_BOARDS} for a board of \
                 {width}x{height}",
                self.memory_mib
            )
        })
    }

    /// Bits of the number of a position.
    const fn bits(&self) -> u32 {
        self.geometry.width as u32 * self.geometry.stride()
    }

    /// MiB for a position with so many empty cells. The system fills a page with zeros when it is
    /// first written, so a large memory costs time of its own.
    fn memory_mib(&self, empty: u32) -> usize {
        let enough = match empty {
            ..=22 => 8,
            23..=28 => 32,
            29..=32 => 128,
            _ => usize::MAX,
        };
        self.memory_mib.min(enough).min(self.memory_mib_now).max(self.least_mib())
    }

    /// With fewer the positions are not told apart.
    const fn least_mib(&self) -> usize {
        if self.bits() > 60 { MIB_OF_LARGE_BOARDS } else { 1 }
    }

    /// Makes a memory for a position with so many empty cells, unless one as large is there.
    pub(super) fn prepare(&mut self, empty: u32) -> Result<(), String> {
        let mut mib = self.memory_mib(empty);
        if mib <= self.memory_made_for {
            return Ok(());
        }
        let wanted = mib;
        self.memory = Memory::none();
        self.memory_made_for = 0;
        loop {
            match Memory::new(mib, self.bits()) {
                Ok(memory) if memory.tells(self.bits()) => {
                    self.memory = memory;
                    self.memory_made_for = wanted;
                    return Ok(());
                }
                Ok(_) => return Err(format!("{mib} MiB do not tell its positions apart")),
                Err(_) if mib > 1 => mib /= 2,
                Err(error) => return Err(format!("no room for {mib} MiB: {error}")),
            }
        }
    }

    /// Plies until the game ends from a position with so many empty cells and this score; positive
    /// if the side to move wins, 0 for a draw.
    pub fn plies_to_end(empty: u32, score: i32) -> i32 {
        // The winner's k-th stone from his last; the side to move has so many more to come.
        let empty = empty.cast_signed();
        match score {
            0 => 0,
            1.. => 2 * ((empty + 1) / 2 - score) + 1,
            _ => -2 * (empty / 2 + score + 1),
        }
    }

    /// Narrows the bounds of a position that is not over until they meet, or until `grant` grants no
    /// more nodes. `say` hears each step.
    pub fn settle(
        &mut self,
        pos: &Position,
        grant: &Grant<'_>,
        say: &mut dyn FnMut(&Progress),
    ) -> Result<Progress, String> {
        self.prepare(self.geometry.cells() - pos.filled().count_ones())?;
        self.memory.next_generation();
        Ok(match self.geometry.height {
            1..=4 => self.narrow::<4>(pos, grant, say),
            5 => self.narrow::<5>(pos, grant, say),
            6 => self.narrow::<6>(pos, grant, say),
            7 => self.narrow::<7>(pos, grant, say),
            _ => self.narrow::<8>(pos, grant, say),
        })
    }

    fn narrow<const H: u32>(
        &mut self,
        pos: &Position,
        grant: &Grant<'_>,
        say: &mut dyn FnMut(&Progress),
    ) -> Progress {
        let node = node(self.geometry, pos);
        let exact =
            |score| Progress { low: score, high: score, nodes: 0, fill: 0, from_book: None };
        let known = self.book.as_ref().and_then(|book| book.find(self.geometry, pos));
        if let Some((score, column)) = known {
            return Progress { from_book: Some(column), ..exact(score) };
        }
        if wins_at_once(self.geometry, node) != 0 {
            return exact((node.empty + 1) / 2);
        }
        let (low, high) = (-(node.empty / 2), (node.empty - 1) / 2);
        let mut progress = Progress { low, high, ..exact(0) };
        while progress.low < progress.high {
            let alpha = question(progress.low, progress.high);
            let mut search = Search::<H>::new(self.geometry, &mut self.memory, grant);
            let answer = search.prove(node, alpha);
            search.finish();
            progress.nodes += search.nodes();
            progress.fill = self.memory.fill();
            let Ok(score) = answer else { break };
            if score > alpha {
                progress.low = progress.low.max(score);
            } else {
                progress.high = progress.high.min(score);
            }
            say(&progress);
        }
        progress
    }

    /// A column after which the side to move still has this score, which the position has at least;
    /// `None` where the proof does not finish.
    pub fn best_column(&mut self, pos: &Position, score: i32, grant: &Grant<'_>) -> Option<u8> {
        self.prepare(self.geometry.cells() - pos.filled().count_ones()).ok()?;
        match self.geometry.height {
            1..=4 => self.best::<4>(pos, score, grant),
            5 => self.best::<5>(pos, score, grant),
            6 => self.best::<6>(pos, score, grant),
            7 => self.best::<7>(pos, score, grant),
            _ => self.best::<8>(pos, score, grant),
        }
    }

    fn best<const H: u32>(&mut self, pos: &Position, score: i32, grant: &Grant<'_>) -> Option<u8> {
        let (geometry, node) = (self.geometry, node(self.geometry, pos));
        let wins = wins_at_once(geometry, node);
        if wins != 0 {
            return Some(geometry.column_of(wins));
        }
        let drops = geometry.drops(node.filled);
        let forced = drops & node.threats;
        let moves = if forced == 0 { drops } else { forced };
        let columns: Vec<u8> =
            (0..geometry.width).filter(|column| moves & geometry.column(*column) != 0).collect();
        // A lost position is lost with every move.
        let is_lost = -(node.empty / 2) >= score;
        if is_lost || columns.len() == 1 {
            return columns.first().copied();
        }
        let mut ordered = columns;
        ordered.sort_by_key(|column| column.abs_diff(geometry.width / 2));
        for column in ordered {
            if self.ask_of::<H>(node, column, score - 1, grant).ok()? >= score {
                return Some(column);
            }
        }
        None
    }

    /// Whether a move, which is legal, scores more than `alpha` for the side that plays it: a bound of
    /// its score, from below if so and from above if not.
    pub(super) fn ask(
        &mut self,
        pos: &Position,
        column: u8,
        alpha: i32,
        grant: &Grant<'_>,
    ) -> Result<i32, Stopped> {
        let node = node(self.geometry, pos);
        match self.geometry.height {
            1..=4 => self.ask_of::<4>(node, column, alpha, grant),
            5 => self.ask_of::<5>(node, column, alpha, grant),
            6 => self.ask_of::<6>(node, column, alpha, grant),
            7 => self.ask_of::<7>(node, column, alpha, grant),
            _ => self.ask_of::<8>(node, column, alpha, grant),
        }
    }

    fn ask_of<const H: u32>(
        &mut self,
        node: Node,
        column: u8,
        alpha: i32,
        grant: &Grant<'_>,
    ) -> Result<i32, Stopped> {
        let geometry = self.geometry;
        let cell = geometry.drops(node.filled) & geometry.column(column);
        debug_assert!(cell != 0, "{node:?} {column}");
        if wins_at_once(geometry, node) & cell != 0 {
            return Ok((node.empty + 1) / 2);
        }
        let filled = node.filled | cell;
        let own = node.own ^ node.filled;
        let threats = fourths(node.own | cell, geometry.stride()) & (geometry.board() ^ filled);
        let child = Node { own, filled, threats, empty: node.empty - 1 };
        if wins_at_once(geometry, child) != 0 {
            return Ok(-((child.empty + 1) / 2));
        }
        if child.empty == 0 {
            return Ok(0);
        }
        let mut search = Search::<H>::new(geometry, &mut self.memory, grant);
        let score = search.prove(child, -alpha - 1);
        search.finish();
        Ok(-score?)
    }

    /// The scores that a position with so many empty cells may have, of which nothing is known.
    pub(super) const fn scores(empty: i32) -> (i32, i32) {
        (-(empty / 2), (empty + 1) / 2)
    }
}

/// A position as the side to move sees it.
fn node(geometry: Geometry, pos: &Position) -> Node {
    let (own, filled) = (pos.own(), pos.filled());
    let threats = geometry.winning(own ^ filled, filled);
    let empty = geometry.cells() - filled.count_ones();
    Node { own, filled, threats, empty: empty.cast_signed() }
}

/// The cells with which the side to move makes four.
const fn wins_at_once(geometry: Geometry, node: Node) -> u64 {
    geometry.drops(node.filled) & geometry.winning(node.own, node.filled)
}

/// What is asked next of a score within these bounds: whether it is more than this. Far answers are
/// cheap to find, and what they leave in the memory helps with those around a draw.
pub(super) fn question(low: i32, high: i32) -> i32 {
    let middle = low + (high - low) / 2;
    if middle <= 0 && low / 2 < middle {
        low / 2
    } else if middle >= 0 && high / 2 > middle {
        high / 2
    } else {
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Connect4;
    use plyglot_core::game::Rules;
    use std::collections::HashMap;

    fn settled(geometry: Geometry, pos: &Position) -> i32 {
        let mut solver = Solver::new(geometry, 128);
        let found = solver.settle(pos, &|_| u64::MAX, &mut |_| ()).unwrap();
        found.settled().expect("nothing has stopped it")
    }

    /// The rows of the table of values that are looked at always, or only where there is time.
    fn assert_values(when: &str) {
        let rows = include_str!("../../data/values.csv").lines().skip(1);
        let wanted = rows.filter(|row| row.split(',').nth(4) == Some(when));
        for row in wanted {
            let words: Vec<&str> = row.split(',').collect();
            let geometry = Geometry::new(words[0].parse().unwrap(), words[1].parse().unwrap());
            let geometry = geometry.expect("it fits");
            let score = settled(geometry, &Position::default());
            let plies = Solver::plies_to_end(geometry.cells(), score);
            let (result, plies) = match plies {
                0 => ("draw", geometry.cells()),
                1.. => ("first wins", plies.unsigned_abs()),
                _ => ("second wins", plies.unsigned_abs()),
            };
            assert_eq!((result, plies.to_string().as_str()), (words[2], words[3]), "{row}");
        }
    }

    #[test]
    fn small_boards_have_their_published_values() {
        assert_values("always");
    }

    #[test]
    #[ignore = "a minute or two: the board of seven columns and six rows among them"]
    fn large_boards_have_their_published_values() {
        assert_values("long");
    }

    /// Plies to the end by plain minimax, and who wins; 0 is a draw.
    fn plain(rules: &Connect4, pos: &Position, known: &mut HashMap<Position, i32>) -> i32 {
        if let Some(value) = known.get(pos) {
            return *value;
        }
        let mut moves = Vec::new();
        rules.legal_moves(pos, &mut moves);
        // The sooner a win the better, the later a loss.
        let better = |plies: i32| if plies == 0 { 0 } else { 100 * plies.signum() - plies };
        let best = moves.into_iter().map(|mv| {
            let after = rules.after(pos, mv);
            match rules.outcome(&after) {
                Some(outcome) if outcome.reason == "four in a row" => 1,
                Some(_) => 0,
                None => match plain(rules, &after, known) {
                    0 => 0,
                    plies if plies > 0 => -plies - 1,
                    plies => 1 - plies,
                },
            }
        });
        let best = best.max_by_key(|plies| better(*plies)).expect("the game goes on");
        known.insert(*pos, best);
        best
    }

    #[test]
    fn scores_are_those_of_plain_minimax() {
        let geometry = Geometry::new(4, 4).expect("it fits");
        let rules = Connect4 { geometry, drop_notation: false };
        let mut known = HashMap::new();
        plain(&rules, &rules.start(), &mut known);
        let mut solver = Solver::new(geometry, 8);
        for (pos, plies) in known {
            let found = solver.settle(&pos, &|_| u64::MAX, &mut |_| ()).unwrap();
            let score = found.settled().expect("nothing has stopped it");
            let empty = geometry.cells() - pos.filled().count_ones();
            assert_eq!(Solver::plies_to_end(empty, score), plies, "{pos:?}");
            let column = solver.best_column(&pos, score, &|_| u64::MAX).unwrap();
            let after = rules.after(&pos, column);
            if rules.outcome(&after).is_none() {
                let found = solver.settle(&after, &|_| u64::MAX, &mut |_| ()).unwrap();
                assert_eq!(found.settled(), Some(-score), "{pos:?} {column}");
            }
        }
    }

    #[test]
    fn a_memory_is_no_larger_than_there_is_time_to_fill_it() {
        let mut solver = Solver::new(Geometry::USUAL, 64);
        for (aim, mib) in [(Some(3), 1), (Some(24), 3), (Some(16), 3), (None, 64)] {
            assert!(solver.has_time(aim.map(Duration::from_millis)), "{aim:?}");
            solver.prepare(42).unwrap();
            assert_eq!(solver.memory_made_for, mib, "{aim:?}");
        }
        let large = Geometry::new(8, 7).expect("it fits");
        assert!(!Solver::new(large, 64).has_time(Some(Duration::from_millis(100))));
        assert!(Solver::new(large, 64).has_time(None));
    }

    #[test]
    fn a_search_that_may_not_go_on_says_what_it_knows() {
        let mut solver = Solver::new(Geometry::USUAL, 8);
        let found = solver.settle(&Position::default(), &|_| 0, &mut |_| ()).unwrap();
        assert_eq!((found.low, found.high, found.nodes), (-21, 20, 0));
    }
}
