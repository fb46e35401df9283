//! Perft: the number of lines of a given length, the field's test of move generators.
//!
//! Finished positions have no continuation: with tic-tac-toe, perft 9 counts the games of nine
//! moves, not those that ended earlier.

use std::fmt;

use super::Rules;
use crate::memory::{NoRoom, has_room, zeroed_lines};

/// How leaves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// Ask [`Rules::count_moves`] one ply above them, or [`Rules::count_after`] two plies above.
    Bulk,
    /// List and play every move, as a slower but independent check.
    Each,
}

/// The number of lines of `depth` plies from `pos`.
pub fn perft<R: Rules>(rules: &R, pos: &R::Position, depth: u32, leaves: Leaves) -> u64 {
    count(rules, pos, depth, leaves, &mut Vec::new())
}

/// The moves of `pos`, each with the number of lines of `depth` plies that begin with it.
pub fn divide<R: Rules>(rules: &R, pos: &R::Position, depth: u32) -> Vec<(R::Move, u64)> {
    let mut moves = Vec::new();
    rules.legal_moves(pos, &mut moves);
    let count_after = |&mv: &R::Move| {
        let child = rules.after(pos, mv);
        (mv, perft(rules, &child, depth.saturating_sub(1), Leaves::Bulk))
    };
    if depth == 0 { Vec::new() } else { moves.iter().map(count_after).collect() }
}

/// Why a count has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncounted {
    /// Told to stop.
    Stopped,
    /// There are more lines than 64 bits can count.
    TooMany,
}

/// Below this depth a count is over so soon that nobody need be able to stop it.
const STOPPABLE_DEPTH_MIN: u32 = 4;

/// A count of many lines: what is remembered meanwhile, and when to give up.
pub struct Counter<'a> {
    memory: Memory,
    must_stop: &'a dyn Fn() -> bool,
}

impl fmt::Debug for Counter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counter").field("buckets", &self.memory.buckets.len()).finish()
    }
}

impl<'a> Counter<'a> {
    /// A counter that walks every line, and asks now and then whether it must stop.
    pub fn new(must_stop: &'a dyn Fn() -> bool) -> Self {
        Self { memory: Memory::default(), must_stop }
    }

    /// A counter that remembers counts in `mib` MiB, so that lines which meet are walked once; 0 for
    /// none. An error where there is not so much memory.
    pub fn remembering(mib: usize, must_stop: &'a dyn Fn() -> bool) -> Result<Self, NoRoom> {
        Ok(Self { memory: Memory::try_new(mib)?, must_stop })
    }

    /// Whether to give up.
    pub fn must_stop(&self) -> bool {
        (self.must_stop)()
    }

    /// [`divide`] for the impatient: each move is told as soon as it is counted. Returns the sum.
    pub fn divide<R: Rules>(
        &mut self,
        rules: &R,
        pos: &R::Position,
        depth: u32,
        each: &mut dyn FnMut(R::Move, u64),
    ) -> Result<u64, Uncounted> {
        self.divide_on(rules, pos, depth, &mut Vec::new(), each)
    }

    /// The number of lines of `depth` plies from `pos`.
    pub fn count<R: Rules>(
        &mut self,
        rules: &R,
        pos: &R::Position,
        depth: u32,
    ) -> Result<u64, Uncounted> {
        self.count_on(rules, pos, depth, &mut Vec::new())
    }

    /// [`Self::divide`] with the moves on a stack, which is left as it was unless the count is given up.
    fn divide_on<R: Rules>(
        &mut self,
        rules: &R,
        pos: &R::Position,
        depth: u32,
        stack: &mut Vec<R::Move>,
        each: &mut dyn FnMut(R::Move, u64),
    ) -> Result<u64, Uncounted> {
        let Some(below) = depth.checked_sub(1) else { return Ok(1) };
        let first = stack.len();
        rules.legal_moves(pos, stack);
        let mut sum = 0u64;
        for i in first..stack.len() {
            let mv = stack[i];
            let child = rules.after(pos, mv);
            let nodes = self.count_on(rules, &child, below, stack)?;
            each(mv, nodes);
            sum = sum.checked_add(nodes).ok_or(Uncounted::TooMany)?;
        }
        stack.truncate(first);
        Ok(sum)
    }

    fn count_on<R: Rules>(
        &mut self,
        rules: &R,
        pos: &R::Position,
        depth: u32,
        stack: &mut Vec<R::Move>,
    ) -> Result<u64, Uncounted> {
        if depth >= STOPPABLE_DEPTH_MIN && self.must_stop() {
            return Err(Uncounted::Stopped);
        }
        if depth < REMEMBERED_DEPTH_MIN || depth < STOPPABLE_DEPTH_MIN && self.memory.is_empty() {
            return Ok(count(rules, pos, depth, Leaves::Bulk, stack));
        }
        let key = rules.key(pos);
        if let Some(nodes) = self.memory.recall(key, depth) {
            return Ok(nodes);
        }
        let nodes = self.divide_on(rules, pos, depth, stack, &mut |_, _| {})?;
        self.memory.keep(key, depth, nodes);
        Ok(nodes)
    }
}

/// Counts of fewer plies are made anew rather than remembered.
const REMEMBERED_DEPTH_MIN: u32 = 3;
/// The low bits of a name are the depth, the others those of the position's key.
const DEPTH_BITS: u64 = 63;

/// Counts by position and depth. Two places share a name's bucket: the first is for the deeper
/// count, the second for the latest. What is found was counted from this position unless two keys
/// agree in 58 bits.
#[derive(Default)]
struct Memory {
    buckets: Vec<[(u64, u64); 2]>,
}

impl Memory {
    fn try_new(mib: usize) -> Result<Self, NoRoom> {
        has_room(mib)?;
        let wanted = (mib << 20) / size_of::<[(u64, u64); 2]>();
        let (mut buckets, _) = zeroed_lines(wanted)?;
        buckets.truncate(wanted);
        Ok(Self { buckets })
    }

    fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    fn name(key: u64, depth: u32) -> u64 {
        key & !DEPTH_BITS | u64::from(depth)
    }

    /// Where a name is kept. Depths are spread by the key's own low bits, which the name leaves out.
    #[expect(clippy::cast_possible_truncation, reason = "less than the number of buckets")]
    fn place(&self, key: u64, depth: u32) -> usize {
        let spread = key.wrapping_add(u64::from(depth)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((u128::from(spread) * self.buckets.len() as u128) >> u64::BITS) as usize
    }

    fn recall(&self, key: u64, depth: u32) -> Option<u64> {
        if self.is_empty() || u64::from(depth) > DEPTH_BITS {
            return None;
        }
        let bucket = &self.buckets[self.place(key, depth)];
        let name = Self::name(key, depth);
        bucket.iter().find(|(other, _)| *other == name).map(|&(_, nodes)| nodes)
    }

    fn keep(&mut self, key: u64, depth: u32, nodes: u64) {
        if self.is_empty() || u64::from(depth) > DEPTH_BITS {
            return;
        }
        let place = self.place(key, depth);
        let bucket = &mut self.buckets[place];
        let is_deeper = u64::from(depth) > bucket[0].0 & DEPTH_BITS;
        bucket[usize::from(!is_deeper)] = (Self::name(key, depth), nodes);
    }
}

/// The same, with one shared stack of moves instead of a list per node.
fn count<R: Rules>(
    rules: &R,
    pos: &R::Position,
    depth: u32,
    leaves: Leaves,
    stack: &mut Vec<R::Move>,
) -> u64 {
    match (depth, leaves) {
        (0, _) => return 1,
        (1, Leaves::Bulk) => return rules.count_moves(pos),
        _ => {}
    }
    let first = stack.len();
    rules.legal_moves(pos, stack);
    let mut nodes = 0;
    for i in first..stack.len() {
        let mv = stack[i];
        if depth == 2 && leaves == Leaves::Bulk {
            nodes += rules.count_after(pos, mv, stack);
            continue;
        }
        let child = rules.after(pos, mv);
        nodes += count(rules, &child, depth - 1, leaves, stack);
    }
    stack.truncate(first);
    nodes
}
