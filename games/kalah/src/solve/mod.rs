//! The solver: the exact final margin of a position, with proof.
//!
//! What the stores hold does not matter to the rest of the game, so what is settled is a board:
//! how many stones more than the other side the side to move will still get. All of the stones in
//! play are banked in the end, so the margin is even or odd as they are.
//!
//! The search asks one question at a time: is the margin at least this goal? (Null windows, as in
//! MTD(f) [plaat-1996].) Each answer moves one of the two bounds of the root, and what it cost
//! stays in the memory for the next question. Below, single sowings are the steps; a sowing that
//! ends in the store keeps the side, and the goal moves by what was banked.
//!
//! Reading order: `halves` (numbers for the pits of a side), `layout` (places of boards), `endgame`
//! (the tables of boards with few stones), `pass` (how they are made), `packed` and `layers` (large ones
//! in memory and in files), `memory` (what is known of the others), `marks` (what threads are at work
//! on), `search` (one question), `guess` (which sowing to try first), then this module (question after
//! question), and `player`; for proofs that take days `settlement`, `checkpoint` and `line`.

mod checkpoint;
mod endgame;
mod guess;
mod halves;
mod layers;
mod layout;
mod line;
mod marks;
mod memory;
mod packed;
mod pass;
mod player;
mod search;
mod settlement;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::board::{Board, PITS_MAX, Sowings};
use super::rules::{Kalah, Pie, Position};
use super::variant::{CAPTURE, END, End, REST, Rest};
pub use checkpoint::{Answer, Bounds, Standing};
pub(super) use endgame::Endgames;
use halves::IN_PLAY_MAX;
pub(super) use halves::{Halves, choose};
use layers::Layers;
pub(super) use layout::Layout;
pub use line::{Line, Turn};
use marks::Marks;
use memory::Memory;
pub(super) use player::{MEMORY, SolverMind, settle};
use plyglot_search::Stopped;
use plyglot_tablebase::{Metric, Probe, TableId};
use search::Search;
pub(super) use settlement::settle_kept;
pub use settlement::{Settlement, Surroundings};

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    pub(super) end: End,
    pub(super) rest: Rest,
}

impl Ending {
    /// The margin of a board on which the game is over.
    pub(super) fn margin(self, board: Board) -> i16 {
        let margin = Board::sum(board.own).cast_signed() - Board::sum(board.opposing).cast_signed();
        match self.rest {
            Rest::Owner => margin,
            Rest::Opponent => -margin,
        }
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The margin of the board is at least this …
    pub low: i16,
    /// … and at most this.
    pub high: i16,
    /// Positions searched so far.
    pub nodes: u64,
    /// Positions looked up in the endgame tables so far.
    pub tb_hits: u64,
    /// How full the memory is, in thousandths.
    pub fill: u32,
}

impl Progress {
    /// The margin, once it is settled.
    pub const fn settled(&self) -> Option<i16> {
        if self.low == self.high { Some(self.low) } else { None }
    }
}

/// Settles boards under one set of rules. Keeps its tables and its memory from board to board.
#[derive(Debug)]
pub struct Solver {
    sowings: Arc<Sowings>,
    ending: Ending,
    halves: Halves,
    endgames: Endgames,
    memory: Memory,
    memory_mib_max: usize,
    /// The pits of a side at the root have numbers below this: part of what a place in the memory
    /// means.
    span: u64,
    threads: usize,
    marks: Marks,
    seed: u64,
}

impl Solver {
    /// A solver that keeps at most so many MiB of positions in player.
    pub fn new(kalah: &Kalah, memory_mib_max: usize) -> Self {
        let halves = Halves::new(kalah.pits());
        Self {
            sowings: Arc::clone(&kalah.sowings),
            ending: Ending { end: kalah.variant.end, rest: kalah.variant.rest },
            endgames: Endgames::none(&halves),
            halves,
            memory: Memory::none(),
            memory_mib_max,
            span: 0,
            threads: 1,
            marks: Marks::new(),
            seed: 0,
        }
    }

    /// So many threads share the work from now on, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Decides by lot between sowings that promise about as much, from now on; with 0 it does not.
    pub const fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Why a position cannot be settled, if so.
    pub fn refuses(&self, kalah: &Kalah, pos: &Position) -> Option<String> {
        if kalah.variant.stop_at_half {
            return Some("a game that stops at half has no final margin".to_owned());
        }
        if pos.pie != Pie::Gone {
            return Some("the sides may still be swapped".to_owned());
        }
        let stones = pos.board.in_play();
        if stones > IN_PLAY_MAX {
            return Some(format!("{stones} stones are in play, more than {IN_PLAY_MAX}"));
        }
        let numbers = u128::from(self.halves.count(stones)).pow(2);
        (numbers > Memory::numbers(self.memory_mib(stones)).into()).then(|| {
            format!("{} MiB of memory cannot tell its positions apart", self.memory_mib_max)
        })
    }

    /// Most stones in play that the endgame tables know, and how many boards these are.
    pub fn tables(&self) -> (u16, usize) {
        (self.endgames.stones(), self.endgames.len())
    }

    /// Knows nothing of positions any more. The endgame tables stay: they are true in every game.
    pub fn forget(&mut self) {
        self.memory = Memory::none();
        self.span = 0;
    }

    /// Room for positions, in MiB.
    pub fn memory_now_mib(&self) -> usize {
        self.memory.mib()
    }

    /// Makes the endgame tables of boards with up to so many stones in play. Stops after fewer if
    /// `must_stop` says so.
    pub fn grow(&mut self, stones: u16, must_stop: &dyn Fn() -> bool) {
        let Self { endgames, halves, sowings, ending, .. } = self;
        while endgames.stones() < stones && endgames.grow(halves, sowings, *ending, must_stop, true)
        {
        }
    }

    /// Has the tables of boards with up to so many stones in play in a folder: takes up what is there,
    /// and makes and writes the rest with all threads of the pool it is called in. `say` hears of each.
    /// Stops after fewer if `must_stop` says so.
    pub fn keep_tables(
        &mut self,
        folder: &Path,
        stones: u16,
        must_stop: &dyn Fn() -> bool,
        say: &dyn Fn(&str),
    ) -> Result<(), String> {
        let stones = stones.min(packed::STONES_MAX);
        let rules = self.rules_text();
        let layers = Layers { folder, rules: &rules };
        let Self { endgames, halves, sowings, ending, .. } = self;
        let boards = layout::count(halves.pits(), stones);
        *endgames = Endgames::packed(halves, stones).map_err(|error| {
            format!("no room for tables of {boards} boards, to {stones} stones: {error}")
        })?;
        while endgames.stones() < stones && !must_stop() {
            let next = endgames.stones() + 1;
            if layers.read(endgames, halves)? {
                say(&format!("tables: {next} stones in play, read"));
                continue;
            }
            if !endgames.grow(halves, sowings, *ending, must_stop, false) {
                if must_stop() {
                    break;
                }
                return Err(format!("no room to make the tables of {next} stones in play"));
            }
            endgames.pack();
            layers.write(endgames)?;
            say(&format!("tables: {next} stones in play, made"));
        }
        Ok(())
    }

    /// What margins depend on.
    fn rules_text(&self) -> String {
        let Ending { end, rest } = self.ending;
        let words = [CAPTURE.word(self.sowings.capture()), END.word(end), REST.word(rest)];
        let [capture, end, rest] = words.map(Option::unwrap_or_default);
        format!("{} pits, capture {capture}, end {end}, rest {rest}", self.halves.pits())
    }

    /// Takes over tables from files, as far as they go on from what is here, to so many stones in
    /// play. Stops after fewer if `must_stop` says so.
    pub fn take_over(
        &mut self,
        probe: &dyn Probe<Kalah>,
        stones: u16,
        must_stop: &dyn Fn() -> bool,
    ) {
        while self.endgames.stones() < stones && !must_stop() {
            let table = TableId(u32::from(self.endgames.stones()) + 1);
            let Some(cells) = probe.cells(table, Metric::Margin) else { return };
            let codes = (0..cells.len()).map(|at| u8::try_from(cells.code(at)).unwrap_or(0));
            if !self.endgames.take_over(&self.halves, cells.len(), codes) {
                return;
            }
        }
    }

    /// Tables that pay for themselves when so many stones are to be settled: twice as many boards
    /// for seven stones in two more.
    pub fn worthwhile(&self, stones: u16) -> u16 {
        let halves_of_a_bit =
            ((14 * TABLE_BITS + 4 * u32::from(stones) - 4 * 36) / 7).min(2 * TABLE_BITS_MAX);
        let boards = |stones| layout::count(self.halves.pits(), stones);
        let fits = |stones: &u16| boards(*stones).saturating_pow(2).ilog2() < halves_of_a_bit;
        (1..=stones / 2).take_while(fits).last().unwrap_or(0)
    }

    /// How many stones in play tables of at most so many boards know.
    pub fn tables_within(&self, boards_max: u64) -> u16 {
        let fits = |stones: &u16| layout::count(self.halves.pits(), *stones) <= boards_max;
        (1..=IN_PLAY_MAX).take_while(fits).last().unwrap_or(0)
    }

    /// The margin of a board that the endgame tables know.
    pub fn look_up(&self, board: Board) -> Option<i16> {
        let stones = board.in_play();
        (stones <= self.endgames.stones())
            .then(|| i16::from(self.endgames.margin::<PITS_MAX>(&self.halves, board, stones)))
    }

    /// MiB for a board with so many stones in play: twice as much for three stones more.
    fn memory_mib(&self, stones: u16) -> usize {
        let doublings = i32::from(stones.max(21)) / 3 - 7;
        let mib = 1_u64.checked_shl(doublings.unsigned_abs()).unwrap_or(u64::MAX);
        // Eight bytes for every board there is are enough in any case.
        let enough = (layout::count(self.halves.pits(), stones) >> 17) + 1;
        let mib = usize::try_from(mib.min(enough)).unwrap_or(usize::MAX);
        mib.clamp(1, self.memory_mib_max.max(1))
    }

    /// A memory of so many MiB, or of half as many where there is no room, as long as it can tell the
    /// positions apart.
    fn room(&self, stones: u16, mib: usize) -> Result<Memory, String> {
        let numbers = u128::from(self.halves.count(stones)).pow(2);
        let mut mib = mib;
        loop {
            match Memory::new(mib) {
                Ok(memory) => return Ok(memory),
                Err(_) if mib > 1 && numbers <= Memory::numbers(mib / 2).into() => mib /= 2,
                Err(error) => return Err(format!("no room for {mib} MiB: {error}")),
            }
        }
    }

    /// Makes ready for a board. What was in the memory stays there if it means the same.
    fn prepare(&mut self, board: Board) -> Result<(), String> {
        let stones = board.in_play();
        let mib = self.memory_mib(stones);
        if mib > self.memory.mib() {
            self.memory = Memory::none();
            self.memory = self.room(board.in_play(), mib)?;
            self.span = 0;
        }
        let span = self.halves.count(stones);
        let fits = u128::from(self.span).pow(2) <= Memory::numbers(self.memory.mib()).into();
        if span > self.span || !fits {
            // Had anew it is as empty, without a page of it being written.
            let mib = self.memory.mib();
            self.memory = Memory::none();
            self.memory = self.room(stones, mib)?;
            self.span = span;
        }
        Ok(())
    }

    /// Narrows the bounds of a board until they meet, or until `grant`, which is given the nodes so
    /// far, grants no more. `say` hears each step.
    pub fn settle(
        &mut self,
        board: Board,
        grant: &(dyn Fn(u64) -> u64 + Sync),
        say: &mut dyn FnMut(&Progress),
    ) -> Result<Progress, String> {
        self.prepare(board)?;
        let stones = board.in_play().cast_signed();
        let mut progress = Progress { low: -stones, high: stones, nodes: 0, tb_hits: 0, fill: 0 };
        // The first question is whether the side to move gets more than the other.
        let mut goal = 2 - (stones & 1);
        let mut steps = 0;
        let mut rose = None;
        while progress.low < progress.high {
            goal = goal.clamp(progress.low + 2, progress.high);
            let Ok(value) = self.ask(board, goal, grant, &mut progress) else { break };
            let rises = value >= goal;
            // After some steps in one direction they become longer: the margin may be far.
            steps = if rose == Some(rises) { steps + 1 } else { 0 };
            rose = Some(rises);
            let stride = 2 * (steps - 3).max(1);
            if rises {
                progress.low = value;
                goal = value + stride;
            } else {
                progress.high = value;
                goal = value - stride + 2;
            }
            progress.fill = self.memory.fill();
            say(&progress);
        }
        Ok(progress)
    }

    /// One question, by all threads: the first answer counts.
    pub(super) fn ask(
        &self,
        board: Board,
        goal: i16,
        grant: &(dyn Fn(u64) -> u64 + Sync),
        progress: &mut Progress,
    ) -> Result<i16, Stopped> {
        let answered = AtomicBool::new(false);
        let (nodes, hits) = (AtomicU64::new(progress.nodes), AtomicU64::new(0));
        let work = || {
            let more = |used: u64| {
                let all = nodes.fetch_add(used, Ordering::Relaxed) + used;
                if answered.load(Ordering::Relaxed) { 0 } else { grant(all) }
            };
            let mut search = Search::new(self, &more);
            let value = search.prove(board, goal);
            nodes.fetch_add(search.untold(), Ordering::Relaxed);
            hits.fetch_add(search.tb_hits, Ordering::Relaxed);
            if value.is_ok() {
                answered.store(true, Ordering::Relaxed);
            }
            value
        };
        let values = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
            let mut values = vec![work()];
            values.extend(helpers.into_iter().map(|helper| helper.join().unwrap_or(Err(Stopped))));
            values
        });
        progress.nodes = nodes.into_inner();
        progress.tb_hits += hits.into_inner();
        values.into_iter().find_map(Result::ok).ok_or(Stopped)
    }

    /// The pit that a search of the board has found best, if one is remembered.
    fn remembered(&self, board: Board) -> Option<usize> {
        Search::new(self, &|_| 0).remembered(board)
    }

    /// A best pit of a board whose margin is settled, and the margin of the board that it leads
    /// to, as the side to move there sees it. `None` where the proof does not finish.
    pub fn best_sowing(
        &self,
        board: Board,
        margin: i16,
        must_stop: &dyn Fn() -> bool,
    ) -> Option<(usize, i16)> {
        let grant = |_| if must_stop() { 0 } else { u64::MAX };
        let mut search = Search::new(self, &grant);
        let first = search.remembered(board);
        let mut pits: Vec<usize> = board.pits().collect();
        pits.sort_by_key(|&pit| Some(pit) != first);
        for pit in pits {
            let sown = self.sowings.sow(board, pit);
            let banked = sown.banked.cast_signed();
            let (next, wanted) = if sown.again {
                (sown.board, margin - banked)
            } else {
                (sown.board.turned(), banked - margin)
            };
            // The margin is the most there is: a pit that is as good is settled by one question.
            let (goal, enough) = if sown.again { (wanted, true) } else { (wanted + 2, false) };
            let value = search.prove(next, goal).ok()?;
            if (value >= goal) == enough {
                return Some((pit, wanted));
            }
        }
        None
    }
}

/// Tables for 36 stones in play hold at most two to this power boards.
const TABLE_BITS: u32 = 22;
/// No tables hold more than two to this power boards, a byte each.
const TABLE_BITS_MAX: u32 = 28;
